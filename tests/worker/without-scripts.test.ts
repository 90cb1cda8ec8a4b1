import { drizzle } from 'drizzle-orm/libsql'
import { afterAll, describe, expect, test } from 'vitest'
import { sha256 } from '#api/platform/hash.ts'
import { SHOWN_WORDING } from '#domain/consents.ts'
import { SITE } from '#domain/site.ts'
import { disputes } from '#drizzle/schema/checkout.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { orderSubstitutions } from '#drizzle/schema/order-substitutions.ts'
import { orderItems, orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { dispute, order, orderChoice, orderItem, orderSubstitution, shopOrder } from '#tests/support/rows.ts'
import { openMarket } from './market.ts'
import { htmlFaults } from './valid-html.ts'
import {
  CHECKOUT_FORM,
  DELIVERY,
  fieldValue,
  PAYMENT,
  type Page,
  paymentPath,
  sharedShop,
  someone,
  textOf,
  Visitor,
} from './visitor.ts'

// The shop in a browser without JavaScript: every step, every state, every refusal.

const shop = sharedShop()
afterAll(() => shop.client.close())

const REASON = 'Our florists are snowed in until Thursday.'
const REMIND = 'Tell me when you are open again'
const visitor = (zip?: string) => new Visitor(shop.url, zip ? { zip } : {})
const rows = async (sql: string, ...args: string[]) => (await shop.client.execute({ sql, args })).rows
const ordersOf = (email: string) =>
  rows(
    'select status, payment_status, total_cents, delivery_option from orders where customer_email = ?',
    email,
  )

type Message = { to: string[]; subject: string; text: string }

async function mailTo(address: string): Promise<Message[]> {
  const all = (await (await fetch(`${shop.mailUrl}/_local/messages?limit=1000`)).json()) as Message[]
  return all.filter(({ to }) => to.includes(address))
}

/** The address of the link with this text. */
const linkOf = ({ all }: Page, name: string) =>
  all('a')
    .find((link) => textOf(link) === name)
    ?.getAttribute('href') ?? `no link ${name}`
const addressOf = ({ url }: Page) => url.pathname + url.search
/** The bouquet or time that is selected. */
const chosen = ({ one }: Page) => fieldValue(one('input[type=radio][checked]'))
/** The fault of a field, as a screen reader reads it. */
function messageOf({ one, texts }: Page, id: string): string | undefined {
  const field = one(`#${id}`)
  if (field.getAttribute('aria-invalid') !== 'true') return undefined
  const ids = (field.getAttribute('aria-describedby') ?? '').split(' ')
  return ids.flatMap((each) => texts(`#${each}`)).at(-1)
}

describe('the ZIP gate', () => {
  const check = async (path: string, zip: string) => {
    const someBody = visitor()
    return { someBody, page: await someBody.submit(await someBody.open(path), '#zip-gate', { zip }) }
  }

  test('keeps a bouquet of the landing page, and leads to it and to the times', async () => {
    expect(linkOf(await shop.read('/'), 'Choose Extremely Bad')).toMatch(/optionId=FLOWER-002/)
    const { someBody, page } = await check('/?optionId=FLOWER-002', '10001')
    expect((await someBody.open('/?optionId=FLOWER-002&change=1')).text).toContain(
      'Extremely Bad, $89.99. Noted. Where should it go?',
    )
    expect([addressOf(page), chosen(page)]).toEqual(['/home?optionId=FLOWER-002', 'FLOWER-002'])
    const times = await someBody.submit(page, 'form:has([name=optionId][type=radio])')
    expect(times.url.pathname).toBe('/delivery-options')
  })

  test('says beside its field what is wrong', async () => {
    const { page } = await check('/', '100')
    expect(messageOf(page, 'zip')).toBe('Please enter a 5-digit ZIP code')
    expect(fieldValue(page.one('#zip'))).toBe('100')
  })

  test('offers the waitlist where nothing is delivered, and keeps the bouquet for the next ZIP', async () => {
    const { someBody, page } = await check('/?optionId=FLOWER-003', '90210')
    expect(page.texts('h2')).toContain('Join the Waitlist')
    expect(fieldValue(page.one('#waitlist-zipCode'))).toBe('90210')
    expect(addressOf(await someBody.submit(page, '#zip-gate', { zip: '94110' }))).toBe(
      '/home?optionId=FLOWER-003',
    )
  })

  test('opens as ever for an unknown bouquet', async () => {
    expect((await visitor().open('/?optionId=%3Cb%3E')).text).not.toContain('Noted.')
    const { page } = await check('/?optionId=%3Cb%3E', '10001')
    expect([page.url.pathname, page.all('input[type=radio][checked]')]).toEqual(['/home', []])
  })

  test('gives the reason of a paused market, and so does each later step', async () => {
    const { zip } = await openMarket(shop.client, { pausedReason: REASON })
    const { someBody, page } = await check('/?change=1', zip)
    expect(addressOf(page)).toBe(`/?closed=${zip}`)
    const later = [page, await someBody.open(DELIVERY), await someBody.open(PAYMENT)]
    for (const { text } of later) {
      expect(text).toContain(`We’re not taking orders in Market ${zip} right now.`)
      expect(text).toContain(REASON)
    }
    const bouquets = await someBody.open(linkOf(page, 'Look at the bouquets'))
    expect(bouquets.text).toContain(`We’re not taking orders for ${zip} right now.`)
    const waitlist = await someBody.open(linkOf(bouquets, REMIND))
    expect(fieldValue(waitlist.one('#waitlist-zipCode'))).toBe(zip)
    expect(waitlist.text).toContain('we’ll email you when we’re open again')
  })

  test.each([
    ['is sold out today and tomorrow', { perDay: 0 }, /Sold out for today\. Sold out for tomorrow\./],
    [
      'is past the cut-off with tomorrow closed',
      { hour: 15, closed: 'tomorrow' },
      /Same day delivery not available after 2pm .*\. Our florists are closed tomorrow\./,
    ],
  ] as const)('takes no order for a market that %s', async (_, market, reason) => {
    const { page } = await check('/?change=1', (await openMarket(shop.client, market)).zip)
    expect(page.text).toMatch(reason)
    expect(linkOf(page, REMIND)).toMatch(/waitlist=1/)
  })

  test.each(['today', 'tomorrow'] as const)('opens for a market that is closed %s only', async (closed) => {
    const { someBody, page } = await check('/?change=1', (await openMarket(shop.client, { closed })).zip)
    expect(page.url.pathname).toBe('/home')
    const { text } = await someBody.open(DELIVERY)
    expect(text).toContain('Our florists are closed')
    expect(text).not.toContain(REMIND)
  })

  test('says when to try again where others are paying for what is left', async () => {
    const { zip } = await openMarket(shop.client, { perDay: 1 })
    await placed({ zip, city: 'Albany' }, 'today')
    const times = await visitor(zip).open(DELIVERY)
    expect(times.texts('[role=status]').join()).toMatch(
      /Others are paying for today’s last bouquets\. Try again at \d+(:\d\d)? [AP]M\./,
    )
    expect(times.all('input[type=radio]:not([disabled])')).toHaveLength(1)
    await placed({ zip, city: 'Albany' }, 'tomorrow')
    const { page } = await check('/?change=1', zip)
    for (const { text } of [page, await visitor(zip).open(DELIVERY), await visitor(zip).open(PAYMENT)]) {
      expect(text).toMatch(
        /Others are paying for the last bouquets of today and tomorrow\. Try again at \d+(:\d\d)? [AP]M\./,
      )
    }
  })
})

describe('the checkout', () => {
  test('charges the catalogue’s price whatever the address says, and mails what was paid in a closed browser', async () => {
    const [buyer, email] = [visitor('10001'), someone()]
    const page = await buyer.open(
      PAYMENT.replace('89.99', '0.01').replace('deliveryPrice=0.00', 'deliveryPrice=-50'),
    )
    expect(page.text).toContain('$95.39')
    const hosted = await buyer.submit(page, '#checkout', { ...CHECKOUT_FORM, email })
    expect(hosted.url.origin).toBe(shop.paymentsUrl)
    expect(await ordersOf(email)).toMatchObject([{ payment_status: 'pending', total_cents: 9539 }])
    await shop.pay(hosted.url.pathname.split('/').at(-1) ?? '')
    await shop.scheduled()
    expect(await ordersOf(email)).toMatchObject([{ payment_status: 'paid', status: 'confirmed' }])
    await expect.poll(() => mailTo(email)).toHaveLength(1)
  })

  test.each([
    ['the price', { shownTotalCents: '5299' }, {}, /^The price is now \$95\.39\. Nothing was charged\./],
    [
      'the day, after midnight',
      { shownPromise: 'Tomorrow, Mon Jan 5, by 12 PM EST' },
      {},
      /^Delivery is now: Tomorrow, .* by 12 PM EST\. Nothing was charged\./,
    ],
    [
      'the market of the ZIP code',
      {},
      { zip: '94110', city: 'San Francisco', state: 'CA' },
      /^Delivery is now: Tomorrow, .* by 12 PM PST\. Nothing was charged\./,
    ],
  ])(
    'asks again when %s is not as shown, keeps the form, and places it with the next press',
    async (_, shown, place, said) => {
      const [buyer, email] = [visitor('10001'), someone()]
      const form = { ...CHECKOUT_FORM, ...place, email }
      const page = await buyer.submit(await buyer.open(PAYMENT), '#checkout', { ...form, ...shown })
      expect(page.texts('[role=alert]').join()).toMatch(said)
      // It is said beside the button, too.
      expect(page.texts('[role=status]').some((text) => said.test(text))).toBe(true)
      expect(await ordersOf(email)).toEqual([])
      expect(fieldValue(page.one('#checkout [name=address]'))).toBe(form.address)
      const hosted = await buyer.submit(page, '#checkout')
      expect(hosted.url.origin).toBe(shop.paymentsUrl)
      expect(await ordersOf(email)).toMatchObject([{ total_cents: 9539 }])
    },
  )

  test('of an order that is paid already names it, and starts another one with one press', async () => {
    const [buyer, email] = [visitor('10001'), someone()]
    const form = { ...CHECKOUT_FORM, email }
    const empty = await buyer.open(PAYMENT)
    const hosted = await buyer.submit(empty, '#checkout', form)
    const sessionId = hosted.url.pathname.split('/').at(-1) ?? ''
    await shop.pay(sessionId)
    // The way back to the form, as browsers keep it.
    const changed = { ...form, note: 'And about the car.' }
    const page = await buyer.submit(empty, '#checkout', changed)
    expect(page.texts('[role=alert]').join()).toMatch(
      /^ORD-[0-9A-Z]{8} is paid\. ?View it, or start another order\./,
    )
    expect(linkOf(page, 'View it')).toBe(`${shop.url}/thank-you?session_id=${sessionId}`)
    const again = await buyer.submit(page, '#checkout', { anotherOrder: '' })
    expect(again.texts('[role=alert]').join()).toContain('is paid.')
    expect(await ordersOf(email)).toHaveLength(1)
    const second = await buyer.submit(again, '#checkout')
    expect(second.url.origin).toBe(shop.paymentsUrl)
    expect((await ordersOf(email)).map((order) => order['payment_status'])).toEqual(['paid', 'pending'])
  })

  test('of a time that closed meanwhile charges nothing, keeps the form, and leads to another time', async () => {
    const { zip } = await openMarket(shop.client, { hour: 15 })
    const [buyer, email] = [visitor(zip), someone()]
    const form = { ...CHECKOUT_FORM, email, zip, instructions: 'Ring twice.' }
    const page = await buyer.submit(await buyer.open(paymentPath('today')), '#checkout', form)
    expect(page.texts('[role=alert]').join()).toContain('Same day delivery not available after 2pm')
    for (const [name, value] of Object.entries(form))
      expect(fieldValue(page.one(`#checkout [name=${name}]`))).toBe(value)
    expect(await ordersOf(email)).toEqual([])
    const button = page.all('button').find((each) => textOf(each) === 'Choose another time')
    const times = await buyer.submit(page, `#${button?.getAttribute('form')}`)
    expect(times.texts('h1')).toEqual(['When do you need them?'])
  })

  test('marks the fields that are missing or wrong, and keeps the others', async () => {
    const buyer = visitor('10001')
    const kept = {
      recipientName: 'Alex 🌷 O’Neil',
      unit: 'Apt 4B, “rear”',
      note: 'First line,\nsecond line.',
      instructions: 'Ring twice, wait.',
    }
    const page = await buyer.submit(await buyer.open(PAYMENT), '#checkout', { email: 'sam@home', ...kept })
    expect(page.status).toBe(422)
    for (const [name, text] of Object.entries(kept))
      expect(fieldValue(page.one(`#checkout [name=${name}]`))).toBe(text)
    expect(messageOf(page, 'email')).toMatch(/valid email/i)
    expect(messageOf(page, 'name')).toBe('Name is required')
    expect(page.all('[role=alert]')).not.toEqual([])
  })

  test('has a box for texts that is never ticked by itself, and comes back as it was sent', async () => {
    const buyer = visitor('10001')
    const isTicked = ({ one }: Page) => one('#checkout input[name=textsAgreed]').hasAttribute('checked')
    const fresh = await buyer.open(PAYMENT)
    expect(isTicked(fresh)).toBe(false)
    expect(fresh.one('#texts').hasAttribute('required')).toBe(false)
    const sent = (form: Record<string, string>) => buyer.submit(fresh, '#checkout', form)
    const refused = await sent({ textsAgreed: SHOWN_WORDING })
    expect([refused.status, isTicked(refused)]).toEqual([422, true])
    expect(isTicked(await sent({}))).toBe(false)
    // Words that this page does not show: agreed to on an older page, if at all.
    expect(isTicked(await sent({ textsAgreed: '2025-01-01' }))).toBe(false)
    const hosted = await buyer.submit(refused, '#checkout', { ...CHECKOUT_FORM, email: someone() })
    expect(hosted.url.origin).toBe(shop.paymentsUrl)
  })
})

/** An order and its checkout session, as if the form had been sent. @returns the session's id */
async function placed(customerInfo: object = {}, option = 'tomorrow'): Promise<string> {
  const form = checkoutRequest({
    productId: 'product-extremely-bad',
    customerInfo: {
      email: someone(),
      phone: '2125550177',
      recipientPhone: '6465550123',
      unit: 'Apt 4B',
      ...customerInfo,
    },
    deliveryDetails: { option },
  })
  const headers = { 'content-type': 'application/json' }
  const answer = await visitor().send('/api/create-checkout-session', {
    method: 'POST',
    headers,
    body: JSON.stringify(form),
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { sessionId: string }).sessionId
}

describe('the confirmation', () => {
  const PAID = 'Thank you. The flowers will take it from here.'
  const CONFIRMING = 'Thank you. Confirming your payment.'
  const SLOW_CARD = '4000000000000077'
  const ORDERED = 'Order Confirmed – Extremely Bad'
  const pathOf = (sessionId: string) => `/thank-you?session_id=${sessionId}`
  const openThanks = (sessionId: string) => visitor().open(pathOf(sessionId))

  const expire = async (sessionId: string) => {
    const url = `${shop.paymentsUrl}/_local/sessions/${sessionId}/expire`
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(200)
  }
  const payTooLate = async (sessionId: string) => {
    await rows("update orders set status = 'cancelled' where checkout_session_id = ?", sessionId)
    await shop.pay(sessionId)
  }

  test.each([
    ['paid', (id: string) => shop.pay(id), PAID, ORDERED, 1, 3],
    ['confirming', (id: string) => shop.pay(id, SLOW_CARD), CONFIRMING, 'Thank You', 0, 0],
    ['cancelled', expire, 'This order was not paid.', 'Thank You', 0, 0],
    ['paid too late', payTooLate, 'This order was cancelled.', 'Thank You', 1, 0],
  ] as const)(
    'says that an order is %s, with what was ordered',
    async (state, happen, heading, title, links, steps) => {
      const sessionId = await placed()
      await happen(sessionId)
      const isOver = state !== 'confirming'
      // It changes once the webhook has arrived.
      if (isOver) await expect.poll(async () => (await openThanks(sessionId)).refresh).toBeNull()
      const page = await openThanks(sessionId)
      expect(page.texts('h1')).toEqual([heading])
      expect(page.texts('title')).toEqual([`${title} | Apologize Better`])
      expect(page.headers.get('refresh')).toBeNull()
      const [summary] = page.texts('main section:has(dl)')
      const lines = ['Extremely Bad', 'Tomorrow', 'Alex', '350 5th Ave, Apt 4B', 'New York, 10001']
      for (const text of [...lines, '$89.99', '$5.40', '$95.39']) expect(summary).toContain(text)
      expect(page.texts('[aria-labelledby=note]')).toEqual([expect.stringContaining('dishwasher')])
      expect(summary).toMatch(/ORD-[0-9A-Z]{8}/)
      expect(page.one('img[alt="Extremely Bad bouquet"]')).toBeTruthy()
      expect(page.texts('button')).toContain('Select New Flowers')
      const tracking = page.all('a').filter((link) => textOf(link) === 'View order status')
      expect(tracking).toHaveLength(links)
      for (const link of tracking) expect(link.getAttribute('href')).toMatch(/^\/track#\S+$/)
      expect(page.all('[aria-labelledby=next-steps] li')).toHaveLength(steps)
      // Nothing that is not listed, and nobody else keeps it.
      for (const secret of ['Sam Sorry', '5550177', '555-0177', '555-0123', 'payment_intent', 'pi_']) {
        expect(page.html).not.toContain(secret)
      }
      expect(page.headers.get('cache-control')).toBe('private, no-store')
      expect(page.headers.get('referrer-policy')).toBe('no-referrer')
      expect(await htmlFaults(page)).toEqual([])
    },
  )

  test.each([
    ['cs_test_nobody_has_this_one', 'Order not found'],
    ['x', 'This is not a checkout session'],
    ['cs_', 'This is not a checkout session'],
    ["cs_test_'%22><script>alert(1)</script>", 'This is not a checkout session'],
    [`cs_${'a'.repeat(300)}`, 'This is not a checkout session'],
  ])('of the session %s is an error with a way home', async (sessionId, message) => {
    const page = await openThanks(sessionId)
    const [problem] = page.texts('[role=alert]')
    expect(problem).toContain('Unable to load order')
    expect(problem).toContain(message)
    expect([page.refresh, page.texts('title')]).toEqual([null, ['Thank You | Apologize Better']])
    const home = page.all('form').find((form) => textOf(form).includes('Return Home'))
    expect(home?.getAttribute('action')).toBe('/')
    expect(page.all('script').filter(({ textContent }) => textContent?.includes('alert(1)'))).toEqual([])
  })

  test('refreshes with growing pauses for a minute, then offers to look again, and stops once paid', async () => {
    const sessionId = await placed()
    await shop.pay(sessionId, SLOW_CARD)
    const pauses: number[] = []
    let page = await openThanks(sessionId)
    for (; page.refresh; page = await visitor().open(page.refresh[1] ?? '')) {
      expect(page.texts('h1')).toEqual([CONFIRMING])
      expect(page.text).toContain('This page keeps looking.')
      expect(page.refresh[1]).toMatch(new RegExp(`session_id=${sessionId}&look=\\d+$`))
      pauses.push(Number(page.refresh[0]))
      expect(pauses.length).toBeLessThan(20)
    }
    expect(pauses[0]).toBe(2)
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
    const minute = pauses.reduce((sum, pause) => sum + pause, 0)
    expect([minute >= 50, minute <= 70]).toEqual([true, true])
    expect(page.text).toContain('It is taking longer than usual.')
    expect(linkOf(page, 'Look again')).toBe(pathOf(sessionId))
    await fetch(`${shop.paymentsUrl}/_local/sessions/${sessionId}/succeed`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    await expect.poll(async () => (await openThanks(sessionId)).texts('h1')).toEqual([PAID])
  })

  test.each(['-1', '1.5', 'NaN', 'x', '', '1e999', '0x2'])(
    'takes the spoilt counter “%s” for none',
    async (look) => {
      const sessionId = await placed()
      await shop.pay(sessionId, SLOW_CARD)
      const { refresh, text } = await visitor().open(`${pathOf(sessionId)}&look=${look}`)
      expect(text).toContain(CONFIRMING)
      expect(refresh?.[1] ?? 'look=1').toMatch(/look=[1-8]$/)
    },
  )
})

describe('the choice about a broken promise', () => {
  const CANCELS = 'we cancel the order and refund all of it'
  const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()

  /** The page of a buyer who was asked. */
  async function openChoice(status: 'confirmed' | 'ready', isDisputed = false): Promise<Page> {
    const [id, token, now] = [crypto.randomUUID(), crypto.randomUUID(), minutes(0)]
    const db = drizzle(shop.client, { casing: 'snake_case' })
    const [reference, marketId] = [`ORD-${token.slice(0, 8).toUpperCase()}`, 'market-nyc']
    const row = order({
      id,
      orderReference: reference,
      marketId,
      paymentStatus: 'paid',
      paymentReference: token,
      status: 'confirmed',
      assignmentStatus: 'assigned',
      promisedBy: minutes(20),
    })
    await db.insert(orders).values(row)
    await db.insert(orderItems).values(orderItem({ id, orderId: id }))
    const [florist] = await rows('select id from shops where market_id = ?', marketId)
    const given = { id, orderId: id, shopId: String(florist?.['id']), status, statusUpdatedAt: now }
    await db.insert(shopOrders).values(shopOrder(given))
    if (isDisputed) await db.insert(disputes).values(dispute({ id, orderId: id, status: 'needs_response' }))
    const asked = { offeredAt: now, expiresAt: minutes(60), tokenHash: await sha256(token) }
    await db.insert(orderChoices).values(orderChoice({ id, orderId: id, reason: 'late', ...asked }))
    return visitor().open(`/choice?token=${token}`)
  }

  test('offers another day and the money, and says that silence cancels', async () => {
    const page = await openChoice('confirmed')
    expect(page.all('input[value=day]')).toHaveLength(1)
    expect(page.texts('main').join()).toContain(CANCELS)
    expect(page.texts('main').join()).toContain('You get all of it back: $63.58.')
    // On a phone, and beside the form where there is room.
    expect(page.all('time')).toHaveLength(2)
  })

  test('of flowers that are ready offers no other day, and says that silence cancels nothing', async () => {
    const page = await openChoice('ready')
    expect(page.all('input[value=day]')).toHaveLength(0)
    expect(page.texts('main').join()).toContain('nothing is cancelled')
    expect(page.texts('main').join()).not.toContain(CANCELS)
    expect(page.all('time')).toHaveLength(0)
  })

  test('promises no money about which a bank decides', async () => {
    const page = await openChoice('confirmed', true)
    expect(page.texts('main').join()).toContain('Your bank decides about the money.')
    expect(page.texts('main').join()).not.toMatch(/refund all|get all of it back/)
  })
})

describe('the question about a missing flower', () => {
  const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()

  /** The page of a buyer who is asked, and their order. */
  async function openQuestion() {
    const [id, token] = [crypto.randomUUID(), crypto.randomUUID()]
    const db = drizzle(shop.client, { casing: 'snake_case' })
    const row = order({
      id,
      orderReference: `ORD-${token.slice(0, 8).toUpperCase()}`,
      marketId: 'market-nyc',
      paymentStatus: 'paid',
      paymentReference: token,
      status: 'confirmed',
      assignmentStatus: 'assigned',
      substitutionPreference: 'ask',
      promisedBy: minutes(300),
    })
    await db.insert(orders).values(row)
    await db.insert(orderItems).values(orderItem({ id, orderId: id }))
    const [florist] = await rows('select id from shops where market_id = ?', 'market-nyc')
    const given = { id, orderId: id, shopId: String(florist?.['id']), statusUpdatedAt: minutes(0) }
    await db.insert(shopOrders).values(shopOrder({ ...given, status: 'confirmed' }))
    const question = { preference: 'ask', tokenHash: await sha256(token), expiresAt: minutes(60) } as const
    const open = { ...question, closedAt: null, outcome: null, missing: '<b>peonies</b>' }
    await db
      .insert(orderSubstitutions)
      .values(orderSubstitution({ id, orderId: id, shopOrderId: id, ...open }))
    const buyer = visitor()
    return { id, buyer, page: await buyer.open(`/substitution?token=${token}`) }
  }
  const statusOf = async (id: string) =>
    (await rows('select status from orders where id = ?', id))[0]?.['status']

  test('is answered by a button, once, and shows a florist’s words as text', async () => {
    const { id, buyer, page } = await openQuestion()
    expect(page.texts('dd')).toEqual(['<b>peonies</b>', 'ranunculus'])
    expect(page.texts('main').join()).toContain('We cancel the order and refund $63.58.')
    const yes = await buyer.submit(page, 'form[action="/substitution"]', { answer: 'yes' })
    expect(yes.texts('h1')).toEqual(['Thank you. They’re on it.'])
    const no = await buyer.submit(page, 'form[action="/substitution"]', { answer: 'no' })
    expect(no.texts('[role=alert]').join()).toContain('You said yes already')
    expect(await statusOf(id)).toBe('confirmed')
  })

  test('is not answered by an answer that is none', async () => {
    const { id, buyer, page } = await openQuestion()
    const none = await buyer.submit(page, 'form[action="/substitution"]', { answer: 'maybe' })
    expect(none.texts('[role=alert]').join()).toContain('Please choose one')
    expect(none.texts('button')).toContain('Yes, go ahead')
    expect(await statusOf(id)).toBe('confirmed')
  })
})

describe('the waitlist', () => {
  const FAILED = 'There was a problem submitting your request. Please try again.'
  const entriesOf = (email: string) =>
    rows('select zip_code, story, unsubscribed_at, unsubscribe_token from waitlist where email = ?', email)
  const LEFT = [{ unsubscribed_at: expect.any(String) }]

  test('marks what is wrong, takes the entry once, tells the owner, and lets go by the receipt’s link', async () => {
    const [someBody, email] = [visitor(), someone()]
    const address = '/?waitlist=1&zip=83702&product=Extremely+Bad'
    const empty = await someBody.open(address)
    expect(empty.text).toContain('From your checkout: Extremely Bad.')
    expect(fieldValue(empty.one('#waitlist-zipCode'))).toBe('83702')
    const wrong = { email: 'sam@home', city: '  ', state: 'ID', story: 'I forgot.' }
    const refused = await someBody.submit(empty, 'form:has(#waitlist-email)', wrong)
    expect(refused.text).toContain(FAILED)
    expect(messageOf(refused, 'waitlist-email')).toBe('Invalid email format')
    expect(messageOf(refused, 'waitlist-city')).toBe('City is required')
    expect(fieldValue(refused.one('#waitlist-story'))).toBe('I forgot.')
    expect(fieldValue(refused.one('#waitlist-state'))).toBe('ID')

    await rows("delete from rate_counters where key like 'waitlist-notice:%'")
    const joined = await someBody.submit(refused, 'form:has(#waitlist-email)', { email, city: 'Boise' })
    // A reload of that page sends nothing.
    expect(addressOf(joined)).toBe('/?waitlist=joined')
    expect(joined.text).toContain("Thanks for your request! We'll notify you when we launch in your city.")
    expect(await entriesOf(email)).toMatchObject([
      { zip_code: '83702', story: 'I forgot.', unsubscribed_at: null },
    ])
    const notices = async () => (await mailTo(SITE.ownerEmail)).filter(({ text }) => text.includes(email))
    await expect.poll(notices).toHaveLength(1)
    expect((await notices())[0]?.text).toContain('Extremely Bad')

    await expect.poll(() => mailTo(email)).toHaveLength(1)
    const link = /http\S+(\/unsubscribe\?token=\S+)/.exec((await mailTo(email))[0]?.text ?? '')?.[1] ?? ''
    const leaving = await someBody.open(link)
    expect(leaving.texts('h1')).toEqual(['Leave the waitlist?'])
    // Looking at the page is not leaving: mail scanners look at every link.
    expect(await entriesOf(email)).toMatchObject([{ unsubscribed_at: null }])
    const left = await someBody.submit(leaving, 'main form')
    expect([addressOf(left), left.texts('h1')]).toEqual(['/unsubscribe', ['You are off the list.']])
    expect(await entriesOf(email)).toMatchObject(LEFT)
  })

  test('is left with one click in the mail program', async () => {
    const email = someone()
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ email, city: 'Boise', state: 'ID', zipCode: '83702' })
    expect((await visitor().send('/api/waitlist', { method: 'POST', headers, body })).status).toBe(200)
    const token = (await entriesOf(email))[0]?.['unsubscribe_token']
    // A mail program may only open the address: then the page asks.
    const asked = await visitor().open(`/api/waitlist/unsubscribe/${token}`)
    expect([addressOf(asked), asked.texts('h1')]).toEqual([
      `/unsubscribe?token=${token}`,
      ['Leave the waitlist?'],
    ])
    expect(await entriesOf(email)).toMatchObject([{ unsubscribed_at: null }])
    const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }
    const left = await fetch(`${shop.url}/api/waitlist/unsubscribe/${token}`, oneClick)
    expect([left.status, await left.json()]).toEqual([200, { success: true }])
    expect(await entriesOf(email)).toMatchObject(LEFT)
  })

  test('has a private page to leave it: not cached, not indexed, no referrer, no framework', async () => {
    const page = await visitor().open(`/unsubscribe?token=${crypto.randomUUID()}`)
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
    expect(page.one('meta[name=robots]').getAttribute('content')).toContain('noindex')
    const scripts = page.all('script').map((each) => each.getAttribute('src') ?? each.textContent)
    // A slow press is named, and errors are reported by what stands in the page.
    expect(scripts).toEqual([
      expect.stringContaining('slow-press'),
      expect.stringContaining('/api/browser-errors'),
    ])
  })

  test.each(['?token=', '?token=x', '?token=%00', ''])(
    'shows that the link /unsubscribe%s does not work',
    async (query) => {
      const { texts } = await visitor().open(`/unsubscribe${query}`)
      expect(texts('h1')).toEqual(['This link doesn’t work.'])
      expect(texts('button')).not.toContain('Unsubscribe')
    },
  )

  test('shows a failure to leave and offers to try again', async () => {
    const someBody = visitor()
    const page = await someBody.open(`/unsubscribe?token=${crypto.randomUUID()}`)
    await someBody.submit(page, 'main form')
    // There are too many attempts with unknown links, in this minute and the next.
    await rows(`insert into rate_counters (key, window_start, count)
      select key, strftime('%Y-%m-%dT%H:%M:00.000Z', window_start, minute), 1000000 from rate_counters,
        (select '+0 minutes' as minute union select '+1 minutes')
      where key like 'unsubscribe:%' on conflict do update set count = 1000000`)
    for (let tries = 0, at = page; tries < 2; tries++) {
      at = await someBody.submit(at, 'main form')
      expect(at.texts('h1')).toEqual(['That did not work.'])
      expect(at.texts('main button')).toEqual(['Try Again'])
    }
    await rows("delete from rate_counters where key like 'unsubscribe:%'")
  })
})
