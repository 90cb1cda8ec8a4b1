import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { eventually, line, type StandIn, sessionParams, startStandIn } from './payments-support.ts'

const GOOD = { number: '4242 4242 4242 4242', expiry: '12/34', cvc: '123', name: 'Sam Sorry' }

async function open(standIn: StandIn, changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const session = await standIn.stripe.checkout.sessions.create(sessionParams(changes))
  return { id: session.id, url: session.url ?? '' }
}

async function read(url: string): Promise<string> {
  return (await fetch(url)).text()
}

/** The hidden field that names a rendering of the page. */
function formName(html: string): string {
  return /name="form" value="([^"]+)"/.exec(html)?.[1] ?? ''
}

function submit(
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' })
}

const successOf = (id: string) => `https://shop.example/thank-you?session_id=${id}`

describe('the payment page', () => {
  test('shows what is bought, what it costs, and fields with their labels', async () => {
    const standIn = await startStandIn()
    const product_data = {
      name: 'Really Bad',
      description: 'A polite handful',
      images: ['https://shop.example/really-bad.png'],
    }
    const picture = { quantity: 1, price_data: { currency: 'usd', unit_amount: 4999, product_data } }
    const { url } = await open(standIn, { line_items: [picture, line('Sales tax', 300)] })
    const html = await read(url)
    for (const text of [
      'Really Bad',
      'A polite handful',
      '$49.99',
      'Sales tax',
      '$3.00',
      '$52.99',
      'Apologize Better',
      'sam@example.com',
    ])
      expect(html).toContain(text)
    for (const label of ['Card number', 'Expiry', 'CVC', 'Name on card'])
      expect(html).toContain(`>${label}</label>`)
    expect(html).toContain('src="https://shop.example/really-bad.png"')
    expect(html).toMatch(/>Pay \$52\.99<\/button>/)
    expect(html).toContain('href="https://shop.example/payment?canceled=1"')
    expect(html).not.toContain('role="alert"')
  })

  test('escapes whatever the shop or the payer has put in', async () => {
    const standIn = await startStandIn()
    const nasty = '"><script>alert(1)</script>'
    const { url } = await open(standIn, {
      line_items: [line(nasty, 100)],
    })
    const answer = await submit(url, { ...GOOD, name: nasty, cvc: '', form: nasty })
    for (const html of [await read(url), await answer.text()]) {
      expect(html).toContain('&lt;script&gt;')
      expect(html).not.toContain('<script>alert')
    }
  })

  test('takes a good card once and sends the browser back to the shop', async () => {
    const standIn = await startStandIn()
    const { id, url } = await open(standIn)
    const answer = await submit(url, { ...GOOD, form: formName(await read(url)) })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, successOf(id)])
    expect(await standIn.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })).toMatchObject(
      {
        status: 'complete',
        payment_status: 'paid',
        url: null,
        customer_details: { email: 'sam@example.com', name: 'Sam Sorry' },
        payment_intent: { status: 'succeeded' },
      },
    )
  })

  test.each([
    ['4000000000000002', 'Your card was declined.', 'generic_decline'],
    ['4000 0000 0000 9995', 'Your card has insufficient funds.', 'insufficient_funds'],
    ['5555555555554444', 'only takes the test cards', 'test_mode_live_card'],
  ])(
    'says why %s does not pay, keeps what was typed, and lets another card pay',
    async (number, message, declineCode) => {
      const standIn = await startStandIn()
      const { id, url } = await open(standIn)
      const answer = await submit(url, { ...GOOD, number })
      expect(answer.status).toBe(200)
      const html = await answer.text()
      expect(html).toMatch(new RegExp(`role="alert"[^>]*>[^<]*${message.replaceAll('.', '\\.')}`))
      expect(html).toMatch(/name="number"[^>]*aria-describedby="declined"[^>]*autofocus/)
      expect(html).toContain('value="Sam Sorry"')
      expect(html).toContain(`value="${number.replaceAll(' ', '').replace(/(\d{4})(?=\d)/g, '$1 ')}"`)
      expect(await standIn.stripe.checkout.sessions.retrieve(id)).toMatchObject({
        status: 'open',
        payment_intent: null,
      })
      const failed = await eventually(() => standIn.receiver.of('payment_intent.payment_failed')[0])
      expect(failed.event.data.object).toMatchObject({
        status: 'requires_payment_method',
        last_payment_error: { type: 'card_error', code: 'card_declined', decline_code: declineCode },
      })

      expect((await submit(url, GOOD)).status).toBe(303)
      const { payment_intent } = await standIn.stripe.checkout.sessions.retrieve(id)
      expect(payment_intent).toBe((failed.event.data.object as Stripe.PaymentIntent).id)
    },
  )

  test.each([
    ['number', '4242 4242', 'Your card number is incomplete.'],
    ['number', '4242 4242 4242 4241', 'Your card number is invalid.'],
    ['expiry', '1', 'Your card’s expiration date is incomplete.'],
    ['expiry', '13/34', 'Your card’s expiration date is invalid.'],
    ['expiry', '01/20', 'Your card’s expiration date is in the past.'],
    ['cvc', '12', 'Your card’s security code is incomplete.'],
    ['name', '  ', 'Enter the name on the card.'],
  ])('puts a message on the field when %s is "%s"', async (name, value, message) => {
    const standIn = await startStandIn()
    const { id, url } = await open(standIn)
    const html = await (await submit(url, { ...GOOD, [name]: value })).text()
    expect(html).toContain(`id="${name}-problem">${message}</p>`)
    expect(html).toMatch(
      new RegExp(
        `name="${name}"[^>]*aria-invalid="true"[^>]*aria-describedby="${name}-problem"[^>]*autofocus`,
      ),
    )
    expect(html.match(/\saria-invalid=/g)).toHaveLength(1)
    expect(html).toContain('role="alert"')
    expect(html).toContain('<title>Error: ')
    expect((await standIn.stripe.checkout.sessions.retrieve(id)).status).toBe('open')
    expect((await standIn.stripe.paymentIntents.list()).data).toEqual([])
  })
})

describe('paying again', () => {
  test('by a double click pays once, and both answers lead to the shop', async () => {
    const standIn = await startStandIn()
    const { id, url } = await open(standIn)
    const form = formName(await read(url))
    const answers = await Promise.all(Array.from({ length: 8 }, () => submit(url, { ...GOOD, form })))
    expect(answers.map((answer) => [answer.status, answer.headers.get('location')])).toEqual(
      answers.map(() => [303, successOf(id)]),
    )
    expect((await standIn.stripe.charges.list()).data).toHaveLength(1)
    await eventually(() => standIn.receiver.of('checkout.session.completed').length === 1)
    expect((await standIn.stripe.events.list({ type: 'checkout.session.completed' })).data).toHaveLength(1)
  })

  test('from another tab says that it is done, with the way back', async () => {
    const standIn = await startStandIn()
    const { id, url } = await open(standIn)
    const otherTab = formName(await read(url))
    await submit(url, { ...GOOD, form: formName(await read(url)) })
    for (const html of [await (await submit(url, { ...GOOD, form: otherTab })).text(), await read(url)]) {
      expect(html).toContain('This checkout is complete')
      expect(html).toContain(`href="${successOf(id)}"`)
      expect(html).not.toContain('Card number')
    }
    expect((await standIn.stripe.charges.list()).data).toHaveLength(1)
  })

  test('after the session has expired is refused, with the way back', async () => {
    const standIn = await startStandIn()
    const { id, url } = await open(standIn)
    await standIn.stripe.checkout.sessions.expire(id)
    for (const html of [await (await submit(url, GOOD)).text(), await read(url)]) {
      expect(html).toContain('This checkout has expired')
      expect(html).toContain('href="https://shop.example/payment?canceled=1"')
    }
    expect((await standIn.stripe.charges.list()).data).toEqual([])
  })
})

test('a checkout nobody knows is a page too', async () => {
  const { payments } = await startStandIn()
  const answer = await fetch(`${payments.url}/c/pay/cs_test_none`)
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain('Checkout not found')
})

test('a form on another site cannot pay, nor turn a knob', async () => {
  const standIn = await startStandIn()
  const { id, url } = await open(standIn)
  const foreign = { 'sec-fetch-site': 'cross-site' }
  expect((await submit(url, GOOD, foreign)).status).toBe(403)
  expect((await submit(`${standIn.payments.url}/_local/sessions/${id}/expire`, {}, foreign)).status).toBe(403)
  expect((await standIn.stripe.checkout.sessions.retrieve(id)).status).toBe('open')
  expect((await submit(url, GOOD, { 'sec-fetch-site': 'same-origin' })).status).toBe(303)
})

describe('a payment that is delayed', () => {
  test.each([
    ['succeed', 'checkout.session.async_payment_succeeded', 'paid', 'succeeded'],
    ['fail', 'checkout.session.async_payment_failed', 'unpaid', 'requires_payment_method'],
  ] as const)(
    'completes the session unpaid, until a person lets it %s',
    async (what, type, paymentStatus, intentStatus) => {
      const standIn = await startStandIn()
      const { id, url } = await open(standIn)
      expect((await submit(url, { ...GOOD, number: '4000000000000077' })).status).toBe(303)
      const expand = ['payment_intent']
      expect(await standIn.stripe.checkout.sessions.retrieve(id, { expand })).toMatchObject({
        status: 'complete',
        payment_status: 'unpaid',
        payment_intent: { status: 'processing', amount_received: 0 },
      })
      await standIn.local(`/_local/sessions/${id}/${what}`)
      expect(await standIn.stripe.checkout.sessions.retrieve(id, { expand })).toMatchObject({
        status: 'complete',
        payment_status: paymentStatus,
        payment_intent: { status: intentStatus },
      })
      const delivery = await eventually(() => standIn.receiver.of(type)[0])
      expect(delivery.event.data.object).toMatchObject({ id, payment_status: paymentStatus })
      expect(await standIn.local(`/_local/sessions/${id}/succeed`)).toMatchObject({
        error: { message: 'This Checkout Session has no payment under way.' },
      })
    },
  )
})

describe('the operator page', () => {
  test('lists sessions and events with their buttons, which lead back to it', async () => {
    const standIn = await startStandIn()
    const { id } = await open(standIn, { client_reference_id: 'ORD-<7K3M>' })
    const operator = `${standIn.payments.url}/`
    expect(await read(operator)).toContain('ORD-&lt;7K3M&gt;')

    const answer = await submit(`${standIn.payments.url}/_local/sessions/${id}/expire`, {})
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
    await eventually(() => standIn.receiver.deliveries.length === 1)
    const html = await eventually(async () => {
      const page = await read(operator)
      return page.includes('delivered') && page
    })
    for (const text of [
      'checkout.session.expired',
      'answered 200',
      'Resend',
      'Send twice',
      'Delay 30 s',
      'Drop',
    ])
      expect(html).toContain(text)
  })

  test('sets faults and webhooks by plain forms', async () => {
    const standIn = await startStandIn()
    const local = `${standIn.payments.url}/_local`
    await submit(`${local}/fault`, { kind: 'error-before', only: 'create', times: '2', ms: '' })
    await submit(`${local}/webhooks`, { enabled: 'false' })
    const html = await read(`${standIn.payments.url}/`)
    expect(html).toContain('500 before taking effect: create a session, next 2 calls')
    expect(html).toContain('Let webhooks go')
    await submit(`${local}/fault`, { kind: 'slow', only: 'all', times: '', ms: '' })
    expect(await read(`${standIn.payments.url}/`)).toContain('Slow answer: all calls, until changed')
  })
})
