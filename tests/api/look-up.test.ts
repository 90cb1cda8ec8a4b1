import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { applyToOrder } from '#api/orders/apply.ts'
import { shops, states } from '#drizzle/schema/markets.ts'
import { orderEvents, orderFlags, orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { openNextSession } from '#tests/support/next-session.ts'
import { shopOrder, shop as shopRow } from '#tests/support/rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

const shop = await shareTestShop({ wire: true, config: { limits: limits(100_000) } })

function limits(lookUps: number) {
  const generous = { max: 100_000, seconds: 60 }
  return { placement: generous, waitlist: generous, lookUp: { max: lookUps, seconds: 60 } }
}

async function placed(option = 'today', customerInfo = {}): Promise<string> {
  const request = checkoutRequest({ customerInfo, deliveryDetails: { option } })
  const { body } = await shop.post('/create-checkout-session', request)
  return String(body['sessionId'])
}

const lookUp = (sessionId: string, headers?: Record<string, string>) =>
  shop.post('/get-order-details', { sessionId }, headers)
const stored = (sessionId: string, headers?: Record<string, string>) =>
  shop.post('/get-order-details/stored', { sessionId }, headers)
const stateOf = ({ body }: { body: Record<string, unknown> }) =>
  (body['order'] as { paymentState: string }).paymentState

const theOrder = async () => (await shop.db.select().from(orders))[0]

/** Every row, except request counters and the search index, which is derived and has keys that JavaScript cannot hold. */
async function everything() {
  const { rows } = await shop.client.execute(
    "select name from sqlite_master where type = 'table' and name not like 'order_search%'",
  )
  const names = rows.map((row) => String(row['name'])).filter((name) => name !== 'rate_counters')
  const read = await shop.client.batch(names.map((name) => `select * from "${name}"`))
  return Object.fromEntries(names.map((name, i) => [name, read[i]?.rows.map((row) => ({ ...row }))]))
}

const STARTED = 'http.server.request.start'
const DATABASE = 'POST /v2/pipeline'

/** The calls to the stand-ins of database and provider while `work` goes on, in order. */
async function askedDuring(work: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = []
  const note = (message: unknown) => {
    const { method, url } = (message as { request: IncomingMessage }).request
    asked.push(`${method} ${url?.split('?')[0]}`)
  }
  subscribe(STARTED, note)
  await work()
  unsubscribe(STARTED, note)
  return asked
}

describe('the stored state', () => {
  test('is read and nothing else happens, although the provider says paid', async () => {
    const sessionId = await placed()
    await shop.pay(sessionId)
    const before = await everything()
    expect(before['orders']).toHaveLength(1)
    let answer: Awaited<ReturnType<typeof stored>> | undefined
    const asked = await askedDuring(async () => {
      answer = await stored(sessionId)
    })
    expect(asked).toEqual([DATABASE])
    expect(answer?.body['order']).toMatchObject({ paymentState: 'confirming' })
    await shop.settled()
    expect(await everything()).toEqual(before)
    expect(await shop.messages()).toEqual([])
  })

  test('says no more than a look-up says', async () => {
    const sessionId = await placed()
    await shop.pay(sessionId)
    const read = (await stored(sessionId)).body['order'] as object
    const settled = (await lookUp(sessionId)).body['order'] as object
    const refund = { refundedCents: 0, requestedCents: 0, inFull: false }
    const trackingToken = (await theOrder())?.trackingToken
    const paid = { paymentState: 'paid', paymentChecked: true, refund, trackingToken }
    expect({ ...read, ...paid }).toEqual(settled)
    expect((await stored(sessionId)).body['order']).toEqual(settled)
  })

  test('of an order whose session expired is cancelled once a look-up has settled it', async () => {
    const sessionId = await placed()
    await fetch(`${shop.payments.url}/_local/sessions/${sessionId}/expire`, { method: 'POST', body: '{}' })
    expect(stateOf(await stored(sessionId))).toBe('confirming')
    expect(stateOf(await lookUp(sessionId))).toBe('cancelled')
    expect(stateOf(await stored(sessionId))).toBe('cancelled')
    expect(await theOrder()).toMatchObject({ paymentStatus: 'failed', status: 'cancelled' })
  })
})

describe('whether the payment was checked', () => {
  const SLOW_CARD = '4000000000000077'
  const checkedIn = ({ body }: { body: Record<string, unknown> }) => {
    const { paymentState, paymentChecked } = body['order'] as Record<string, unknown>
    return [paymentState, paymentChecked]
  }
  const failPayments = (kind: string) =>
    fetch(`${shop.payments.url}/_local/fault`, { method: 'POST', body: JSON.stringify({ kind }) })

  test('not by a read of what is stored, and by a look-up', async () => {
    const sessionId = await placed()
    await shop.pay(sessionId, SLOW_CARD)
    expect(checkedIn(await stored(sessionId))).toEqual(['confirming', false])
    expect(checkedIn(await lookUp(sessionId))).toEqual(['confirming', true])
  })

  test('not while the provider does not answer, whether the buyer has paid or not', async () => {
    for (const pays of [true, false]) {
      const sessionId = await placed()
      if (pays) await shop.pay(sessionId)
      await failPayments('error-before')
      expect(checkedIn(await lookUp(sessionId)), `pays: ${pays}`).toEqual(['confirming', false])
      await failPayments('none')
      expect(checkedIn(await lookUp(sessionId))).toEqual([pays ? 'paid' : 'open', true])
    }
  })

  test('an order that is settled needs no provider', async () => {
    const sessionId = await placed()
    await shop.pay(sessionId)
    await lookUp(sessionId)
    await failPayments('error-before')
    expect(checkedIn(await lookUp(sessionId))).toEqual(['paid', true])
    expect(checkedIn(await stored(sessionId))).toEqual(['paid', true])
    await failPayments('none')
  })
})

describe('the tracking link', () => {
  const linkOf = ({ body }: { body: Record<string, unknown> }) =>
    (body['order'] as { trackingToken: string | null }).trackingToken

  test('is in the answer once the order is paid, and opens its tracking page', async () => {
    const sessionId = await placed()
    expect([linkOf(await stored(sessionId)), linkOf(await lookUp(sessionId))]).toEqual([null, null])
    await shop.pay(sessionId)
    const token = linkOf(await lookUp(sessionId))
    expect(token).toBe((await theOrder())?.trackingToken)
    expect((await shop.post('/tracking', { token })).status).toBe(200)
  })

  test('is left out for an order that will not be paid', async () => {
    const sessionId = await placed()
    await fetch(`${shop.payments.url}/_local/sessions/${sessionId}/expire`, { method: 'POST', body: '{}' })
    expect(linkOf(await lookUp(sessionId))).toBeNull()
  })

  test('is in the answer for an order that was cancelled after its payment', async () => {
    const sessionId = await placed()
    await shop.pay(sessionId)
    await lookUp(sessionId)
    await shop.db.update(orders).set({ status: 'cancelled' })
    expect(linkOf(await stored(sessionId))).toBe((await theOrder())?.trackingToken)
  })
})

describe('the way to write the card', () => {
  const wayOf = ({ body }: { body: Record<string, unknown> }) =>
    (body['order'] as { mayAddCard: boolean }).mayAddCard
  async function paidWith(note: string): Promise<string> {
    const sessionId = await placed('today', { note })
    await shop.pay(sessionId)
    await lookUp(sessionId)
    return sessionId
  }

  test('is named for a paid order without a note, without the link itself', async () => {
    const sessionId = await paidWith('')
    const answer = await stored(sessionId)
    expect(wayOf(answer)).toBe(true)
    expect(wayOf(await lookUp(sessionId))).toBe(true)
    expect(JSON.stringify(answer.body)).not.toContain('/manage')
  })

  test('is not there where the order has a note', async () => {
    expect(wayOf(await stored(await paidWith('I was wrong.')))).toBe(false)
  })

  test('is not there before the payment, nor for an order that is cancelled', async () => {
    expect(wayOf(await stored(await placed('today', { note: '' })))).toBe(false)
    const sessionId = await paidWith('')
    await shop.db.update(orders).set({ status: 'cancelled' })
    expect(wayOf(await stored(sessionId))).toBe(false)
  })

  test('is not there once a florist makes the bouquet', async () => {
    const sessionId = await paidWith('')
    const [state] = await shop.db.select().from(states)
    const florist = shopRow({ marketId: 'market-nyc', stateId: state?.id ?? '' })
    await shop.db.insert(shops).values(florist)
    const orderId = (await theOrder())?.id ?? ''
    await shop.db.insert(shopOrders).values(shopOrder({ orderId, shopId: florist.id, status: 'confirmed' }))
    expect(wayOf(await stored(sessionId))).toBe(false)
  })
})

describe('a day after the order', () => {
  const FOR_ALEX = { recipientName: 'Alex Wronged', note: 'I noticed too late.' }
  const PERSONAL = [
    ...['sam@example.com', 'Sam Sorry', '350 5th Ave', '10001', 'New York"'],
    ...Object.values(FOR_ALEX),
  ]
  const DAY_MINUTES = 24 * 60

  async function answers(sessionId: string) {
    const [read, settled] = [await stored(sessionId), await lookUp(sessionId)]
    expect([read.status, settled.status]).toEqual([200, 200])
    return [read.body['order'], settled.body['order']]
  }

  test('a paid order is shown without personal data', async () => {
    const sessionId = await placed('today', FOR_ALEX)
    await shop.pay(sessionId)
    await lookUp(sessionId)
    shop.pass(DAY_MINUTES + 1)
    const order = await theOrder()
    for (const answer of await answers(sessionId)) {
      expect(answer).toEqual({
        items: [{ product: { title: 'Really Bad', imageUrl: null, priceCents: 4999 } }],
        customerEmail: null,
        deliveryOption: 'today',
        promisedBy: order?.promisedBy,
        timeZone: 'America/New_York',
        subtotalCents: 4999,
        deliveryFeeCents: 999,
        taxCents: 360,
        discountCents: 0,
        totalCents: 6358,
        recipientName: null,
        apologyNote: null,
        deliveryAddress: null,
        deliveryUnit: null,
        deliveryCity: null,
        deliveryZip: null,
        reference: order?.orderReference,
        trackingToken: null,
        mayAddCard: false,
        paymentState: 'paid',
        paymentChecked: true,
        refund: { refundedCents: 0, requestedCents: 0, inFull: false },
      })
      for (const words of PERSONAL) expect(JSON.stringify(answer)).not.toContain(words)
    }
  })

  test('an order that was never paid is shown without personal data, too', async () => {
    const sessionId = await placed('today', FOR_ALEX)
    shop.pass(DAY_MINUTES + 1)
    for (const answer of await answers(sessionId)) {
      expect(answer).toMatchObject({ customerEmail: null, deliveryAddress: null, deliveryUnit: null })
      for (const words of PERSONAL) expect(JSON.stringify(answer)).not.toContain(words)
    }
  })

  test('an order is shown whole until the last minute', async () => {
    const sessionId = await placed('today', FOR_ALEX)
    await shop.pay(sessionId)
    await lookUp(sessionId)
    shop.pass(DAY_MINUTES - 1)
    for (const answer of await answers(sessionId)) {
      expect(answer).toMatchObject({
        customerEmail: 'sam@example.com',
        recipientName: 'Alex Wronged',
        apologyNote: 'I noticed too late.',
        deliveryAddress: '350 5th Ave',
      })
    }
  })

  test('an order that was paid later is shown whole for a day from then on', async () => {
    const sessionId = await placed()
    await shop.pay(sessionId, '4000000000000077')
    shop.pass(2 * DAY_MINUTES)
    await fetch(`${shop.payments.url}/_local/sessions/${sessionId}/succeed`, { method: 'POST', body: '{}' })
    await lookUp(sessionId)
    for (const answer of await answers(sessionId)) {
      expect(answer).toMatchObject({ customerEmail: 'sam@example.com', paymentState: 'paid' })
    }
  })
})

describe('round trips', () => {
  test('one for an order that is settled', async () => {
    const sessionId = await placed()
    await shop.pay(sessionId)
    await lookUp(sessionId)
    await shop.settled()
    expect(await askedDuring(() => lookUp(sessionId))).toEqual([DATABASE])
  })

  test('one, and one to the provider, for an order that still waits', async () => {
    const sessionId = await placed()
    await shop.pay(sessionId, '4000000000000077')
    expect(await askedDuring(() => lookUp(sessionId))).toEqual([
      DATABASE,
      `GET /v1/checkout/sessions/${sessionId}`,
    ])
  })

  test('two for one that settles: counted and read, then written and read again', async () => {
    const sessionId = await placed()
    await fetch(`${shop.payments.url}/_local/sessions/${sessionId}/expire`, { method: 'POST', body: '{}' })
    const asked = await askedDuring(() => lookUp(sessionId))
    expect(asked.slice(0, 3)).toEqual([DATABASE, `GET /v1/checkout/sessions/${sessionId}`, DATABASE])
    // One more is the outbox's, which is looked through while the answer goes out.
    expect(asked.slice(4)).toEqual([])
  })

  test.each([
    '',
    'x',
    'pi_12345678901',
    "cs_'; drop table orders",
    `cs_${'a'.repeat(300)}`,
    'cs_test_ünïcode',
  ])('none for %j, which is no session', async (sessionId) => {
    const asked = await askedDuring(async () => {
      expect((await stored(sessionId)).status).toBe(422)
      expect((await lookUp(sessionId)).status).toBe(422)
    })
    expect(asked).toEqual([])
  })

  test('one for a session that nobody has', async () => {
    const asked = await askedDuring(async () => {
      const { status, body } = await stored('cs_test_nobody_has_this_one')
      expect([status, body['error']]).toEqual([404, expect.objectContaining({ code: 'order_not_found' })])
    })
    expect(asked).toEqual([DATABASE])
  })
})

describe('limits', () => {
  const from = (address: string) => ({ 'cf-connecting-ip': address })

  test('hold for reads of the stored state and look-ups together, by address and by minute', async () => {
    Object.assign(shop.deps.config.limits, limits(3))
    const sessionId = await placed()
    expect((await stored(sessionId, from('192.0.2.1'))).status).toBe(200)
    expect((await lookUp(sessionId, from('192.0.2.1'))).status).toBe(200)
    expect((await stored('cs_test_nobody_has_this_one', from('192.0.2.1'))).status).toBe(404)
    for (const ask of [stored, lookUp]) {
      const { status, headers, body } = await ask(sessionId, from('192.0.2.1'))
      expect([status, headers.get('retry-after')]).toEqual([429, '60'])
      expect(body).toEqual({ error: expect.objectContaining({ code: 'rate_limited' }) })
    }
    // The answer does not even say whether there is such an order.
    expect((await stored('cs_test_nobody_has_this_one', from('192.0.2.1'))).status).toBe(429)
    expect((await stored(sessionId, from('192.0.2.2'))).status).toBe(200)
    shop.pass(1)
    expect((await stored(sessionId, from('192.0.2.1'))).status).toBe(200)
  })

  test('a limited look-up settles nothing', async () => {
    Object.assign(shop.deps.config.limits, limits(1))
    const sessionId = await placed()
    await stored(sessionId)
    await shop.pay(sessionId)
    expect((await lookUp(sessionId)).status).toBe(429)
    expect(await theOrder()).toMatchObject({ paymentStatus: 'pending' })
  })

  test('the address is kept as a hash only', async () => {
    const sessionId = await placed()
    await stored(sessionId, from('192.0.2.77'))
    const { rows } = await shop.client.execute('select * from rate_counters')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('192.0.2.77')
  })
})

describe('a look-up that settles', () => {
  test('answers with what was written, not with what was read before', async () => {
    const sessionId = await placed('hour')
    const promisedAtFirst = (await theOrder())?.promisedBy
    shop.pass(10)
    await shop.pay(sessionId)
    const { body } = await lookUp(sessionId)
    const order = await theOrder()
    expect(body['order']).toMatchObject({ paymentState: 'paid', promisedBy: order?.promisedBy })
    expect(order?.promisedBy).not.toBe(promisedAtFirst)
  })

  /** Something else happens to the order after the look-up has read it, before it settles. */
  function meanwhile(happens: () => Promise<unknown>) {
    const retrieve = shop.deps.payments.retrieveSession.bind(shop.deps.payments)
    shop.deps.payments.retrieveSession = async (id) => {
      const session = await retrieve(id)
      await happens()
      return session
    }
  }
  const log = async () => (await shop.db.select().from(orderEvents)).map(({ kind }) => kind).sort()

  test('while the webhook arrives: paid once', async () => {
    const sessionId = await placed()
    await shop.pay(sessionId)
    const [event] = await shop.events('checkout.session.completed')
    if (!event) throw new Error('The provider made no event')
    meanwhile(() => shop.deliver(event))
    expect(stateOf(await lookUp(sessionId))).toBe('paid')
    await shop.settled()
    expect(await theOrder()).toMatchObject({ paymentStatus: 'paid', status: 'confirmed', version: 2 })
    expect(await log()).toEqual(['checkout_opened', 'paid', 'placed'])
  })

  test('while an admin cancels the order: paid, cancelled, needs a refund', async () => {
    const sessionId = await placed()
    await shop.pay(sessionId)
    const order = await theOrder()
    const cancel = { type: 'set_status', to: 'cancelled', version: 1 } as const
    meanwhile(() => applyToOrder(shop.deps, String(order?.id), cancel, { actor: 'admin' }))
    // No thanks for flowers that nobody will bring.
    expect(stateOf(await lookUp(sessionId))).toBe('returned')
    expect(stateOf(await stored(sessionId))).toBe('returned')
    expect(await theOrder()).toMatchObject({ paymentStatus: 'paid', status: 'cancelled' })
    expect((await shop.db.select().from(orderFlags)).map(({ kind }) => kind)).toEqual(['needs_refund'])
  })

  test('of an order that was paid and refunded says so', async () => {
    const sessionId = await placed()
    await shop.pay(sessionId)
    await lookUp(sessionId)
    const [order] = await shop.db
      .update(orders)
      .set({ paymentStatus: 'refunded', refundedCents: orders.totalCents })
      .returning()
    expect(order?.paymentStatus).toBe('refunded')
    expect(stateOf(await lookUp(sessionId))).toBe('returned')
  })

  test('while the order gets another session: not paid by the old one', async () => {
    const sessionId = await placed()
    await shop.pay(sessionId)
    const order = await theOrder()
    meanwhile(() => openNextSession(shop, String(order?.id)))
    expect(stateOf(await lookUp(sessionId))).toBe('confirming')
    expect(await theOrder()).toMatchObject({ paymentStatus: 'pending', status: 'pending' })
    // Somebody has paid nevertheless: a person has to look at it.
    expect(await log()).toEqual(['checkout_opened', 'checkout_opened', 'placed', 'stray_payment'])
  })

  test('paid after its session was given up: the money goes back', async () => {
    const sessionId = await placed()
    await shop.pay(sessionId)
    await shop.db.update(orders).set({ paymentStatus: 'failed', status: 'cancelled' })
    // Stored says cancelled: what the confirmation shows until the webhook or the scheduled run tells better.
    expect(stateOf(await lookUp(sessionId))).toBe('cancelled')
    await shop.scheduled()
    expect(stateOf(await stored(sessionId))).toBe('returned')
  })

  test('a session that names another order settles neither', async () => {
    const sessionId = await placed()
    await shop.pay(sessionId)
    const retrieve = shop.deps.payments.retrieveSession.bind(shop.deps.payments)
    shop.deps.payments.retrieveSession = async (id) => ({ ...(await retrieve(id)), orderId: 'another-order' })
    const { body } = await lookUp(sessionId)
    expect(body['order']).toMatchObject({ paymentState: 'confirming', paymentChecked: false })
    expect(await theOrder()).toMatchObject({ paymentStatus: 'pending' })
  })
})
