import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { reconcile } from '#api/orders/reconcile.ts'
import { checkoutSessions, orderHolds } from '#drizzle/schema/checkout.ts'
import { shopCapacityDates, shops } from '#drizzle/schema/markets.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { whileMeeting } from '#tests/support/failing-call.ts'
import { buyer, limitNewYork } from '#tests/support/limited-market.ts'
import { type OrderFixture, openOrderFixture } from '#tests/support/order-fixture.ts'
import { loseOrder } from '#tests/support/placed-order.ts'
import { plansOf } from '#tests/support/recorded.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

// The places that orders take of what their market can deliver: nobody can order what nobody can make.

let fixture: OrderFixture
const shop = await shareTestShop({ config: { placesPerClient: 3 } })

beforeEach(async () => {
  fixture = await openOrderFixture(shop)
})

const SOLD_OUT = 'Sold out for today'
/** The words about places that are held since the shop opened, at 10:30 AM. */
const heldFor = (what: string) => `Others are paying for ${what}. Try again at 11:02 AM.`
const HELD_TODAY = heldFor('today’s last bouquets')
const HELD_TOMORROW = heldFor('tomorrow’s last bouquets')

const limit = (perDay: number | null, perHour?: number) => limitNewYork(shop, perDay, perHour)

let clients = 0
/** Sends a form, by default from an address of its own. */
function send(request: ReturnType<typeof checkoutRequest>, client?: string) {
  clients += 1
  const address = client ?? `198.51.100.${clients % 250}`
  return shop.post('/create-checkout-session', request, { 'cf-connecting-ip': address })
}
let buyers = 0
/** Sends a form of another buyer. */
const place = (option = 'today', client?: string) => {
  buyers += 1
  return send(checkoutRequest({ deliveryDetails: { option }, customerInfo: buyer(buyers) }), client)
}
async function placed(option?: string, client?: string) {
  const { status, body } = await place(option, client)
  if (status !== 200) throw new Error(JSON.stringify(body))
  const sessionId = String(body['sessionId'])
  const [order] = await shop.db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId))
  if (!order) throw new Error('Nothing was placed')
  return { id: order.id, sessionId }
}
const codeOf = ({ body }: Awaited<ReturnType<typeof place>>) => Reflect.get(Object(body['error']), 'code')
const options = async () => {
  const { body } = await shop.get('/zip-codes/10001')
  const all = Reflect.get(Object(body['availability']), 'options') as Record<
    string,
    { reason: string | null }
  >
  return Object.fromEntries(Object.entries(all).map(([id, { reason }]) => [id, reason]))
}
const isFree = async (option = 'today') => (await options())[option] === null
const flagsOf = async (id: string) =>
  (await fixture.flagsOf(id)).filter(({ resolvedAt }) => resolvedAt === null).map(({ kind }) => kind)
const expireAtProvider = async (sessionId: string) => {
  const { status } = await shop.deps.payments.retrieveSession(sessionId)
  if (status === 'open') await shop.deps.payments.expireSession(sessionId)
  const event = (await shop.events('checkout.session.expired')).find(
    ({ data }) => data.object.id === sessionId,
  )
  if (!event) throw new Error('The provider has no such event')
  expect((await shop.deliver(event)).status).toBe(200)
}
const payAndSettle = async (sessionId: string) => {
  await shop.pay(sessionId)
  await fixture.settle(sessionId)
  await shop.settled()
}

describe('without a limit', () => {
  test('nothing is said, kept or refused', async () => {
    await placed()
    const { body } = await shop.get('/zip-codes/10001')
    expect(JSON.stringify(body)).not.toContain('full')
    expect(await shop.db.$count(orderHolds)).toBe(0)
  })

  test('one shop without a number makes the market unlimited', async () => {
    await limit(0)
    expect(await isFree()).toBe(false)
    await shop.db.update(shops).set({ active: true }).where(sql`market_id = 'market-nyc'`)
    expect(await isFree()).toBe(true)
    expect((await place()).status).toBe(200)
  })

  test('so does a market without active shops', async () => {
    await limit(0)
    await shop.db.update(shops).set({ active: false })
    expect((await place()).status).toBe(200)
  })

  test('a limit is no round trip more', async () => {
    const tripsOf = async () => {
      await shop.settled()
      const before = shop.requests()
      expect((await place()).status).toBe(200)
      return shop.requests() - before
    }
    const unlimited = await tripsOf()
    await limit(5)
    expect(await tripsOf()).toBe(unlimited)
  })
})

test('what is taken is found by indexes, at the page and at the placement', async () => {
  await limit(5)
  await placed()
  const { plans } = await plansOf(shop, async () => {
    await options()
    await place()
  })
  const steps = plans.flatMap(({ steps }) => steps)
  expect(steps.filter((step) => step.includes('orders_places')).length).toBeGreaterThanOrEqual(2)
  expect(steps.filter((step) => /^SCAN (?!json_each|\(subquery|CONSTANT|products)/.test(step))).toEqual([])
})

describe('a full day', () => {
  test('is sold out, at the page and at the placement, and nothing is stored', async () => {
    await limit(2)
    const sold = [await placed('today')]
    expect(await isFree()).toBe(true)
    sold.push(await placed('hour'))
    for (const { sessionId } of sold) await payAndSettle(sessionId)
    expect(await options()).toMatchObject({
      hour: SOLD_OUT,
      'few-hours': SOLD_OUT,
      today: SOLD_OUT,
      tomorrow: null,
    })
    const answer = await place('few-hours')
    expect(answer.status).toBe(409)
    expect(answer.body['error']).toMatchObject({
      code: 'option_closed',
      message: SOLD_OUT,
      issues: [{ path: 'deliveryDetails.option', message: SOLD_OUT }],
    })
    expect(await shop.db.$count(orders)).toBe(2)
    expect((await place('tomorrow')).status).toBe(200)
  })

  test('tomorrow is another day', async () => {
    await limit(1)
    const { sessionId } = await placed('tomorrow')
    await payAndSettle(sessionId)
    expect(await options()).toMatchObject({ today: null, tomorrow: 'Sold out for tomorrow' })
    expect((await place('tomorrow')).body['error']).toMatchObject({ message: 'Sold out for tomorrow' })
    shop.pass(24 * 60)
    expect(await options()).toMatchObject({ today: SOLD_OUT, tomorrow: null })
  })

  test('an exception counts instead of the weekday', async () => {
    const id = await limit(0)
    await shop.db.insert(shopCapacityDates).values({ shopId: id, date: '2026-06-04', capacity: 1 })
    const { sessionId } = await placed('today')
    await payAndSettle(sessionId)
    expect(await options()).toMatchObject({ today: SOLD_OUT, tomorrow: 'Sold out for tomorrow' })
  })

  test('other markets sell on, and their orders take no place here', async () => {
    await limit(0)
    const request = checkoutRequest({
      customerInfo: { zip: '94110', state: 'CA', city: 'San Francisco' },
      deliveryDetails: { option: 'tomorrow' },
    })
    expect((await send(request)).status).toBe(200)
    await limit(1)
    expect((await place('tomorrow')).status).toBe(200)
  })

  test('orders that were paid before there was a limit count, samples never', async () => {
    await fixture.bought()
    expect((await fixture.admin.post('/admin/orders/sample')).status).toBe(200)
    await shop.db.update(orders).set({ promisedBy: '2026-06-05T00:00:00.000Z' })
    await limit(2)
    expect((await place()).status).toBe(200)
    expect(codeOf(await place())).toBe('option_closed')
  })
})

describe('a full hour', () => {
  test('closes what is due in it, and no more', async () => {
    await limit(null, 1)
    // 10:30 in New York: due at 11:30, and at 13:30.
    await placed('hour')
    expect(await options()).toMatchObject({
      hour: heldFor('the last deliveries within the next hour'),
      'few-hours': null,
      today: null,
    })
    await placed('few-hours')
    expect(await options()).toMatchObject({
      'few-hours': heldFor('the last deliveries within the next few hours'),
      today: null,
    })
    expect((await place('few-hours')).body['error']).toMatchObject({
      message: heldFor('the last deliveries within the next few hours'),
    })
    expect((await place('today')).status).toBe(200)
    shop.pass(31)
    expect(await options()).toMatchObject({ hour: null })
  })

  test('one that was booked hours before is full for the next hour, too', async () => {
    await limit(null, 1)
    const { sessionId } = await placed('few-hours')
    await payAndSettle(sessionId)
    shop.pass(120)
    expect(await options()).toMatchObject({ hour: 'Fully booked for the next hour', 'few-hours': null })
  })
})

describe('of many at once', () => {
  test('as many get a place as there are', async () => {
    await limit(3)
    const answers = await Promise.all(Array.from({ length: 20 }, () => place()))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array(17).fill(409)])
    expect(new Set(answers.filter(({ status }) => status === 409).map(codeOf))).toEqual(
      new Set(['option_closed']),
    )
    expect(await shop.db.$count(orders)).toBe(3)
    expect(await shop.db.$count(checkoutSessions)).toBe(3)
    expect((await shop.db.select().from(orderHolds)).map(({ place }) => place).sort()).toEqual([1, 2, 3])
  })

  test('as many get a place of an hour as there are', async () => {
    await limit(50, 2)
    const answers = await Promise.all(Array.from({ length: 12 }, () => place('hour')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(await shop.db.$count(orders)).toBe(2)
  })

  test('one who reads a free place and stores a moment too late is told that it is held', async () => {
    await limit(1)
    // Calls of the database: counted and read, stored.
    const answer = await whileMeeting(
      shop,
      2,
      () => placed(),
      () => place(),
    )
    expect([answer.status, answer.body['error']]).toEqual([
      409,
      expect.objectContaining({ message: HELD_TODAY }),
    ])
    expect(await shop.db.$count(orders)).toBe(1)
    expect((await shop.providerState()).sessions).toHaveLength(1)
  })

  test('one form sent many times takes one place', async () => {
    await limit(2)
    const request = checkoutRequest()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(request, '198.51.100.251')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await shop.db.$count(orders)).toBe(1)
    expect(await isFree()).toBe(true)
  })
})

describe('a place is given back', () => {
  test('when the provider says that the session ended, not before', async () => {
    await limit(1)
    const { sessionId } = await placed()
    shop.pass(40)
    expect(await isFree()).toBe(false)
    await expireAtProvider(sessionId)
    expect(await isFree()).toBe(true)
  })

  test('when the session was never recorded and the order is given up', async () => {
    await limit(1)
    const { id } = await placed()
    // It is as after a crash between the order and its session.
    await shop.db.update(orders).set({ checkoutSessionId: null }).where(eq(orders.id, id))
    await shop.db.delete(checkoutSessions)
    expect(await isFree()).toBe(false)
    shop.pass(40)
    await reconcile(shop.deps)
    expect(await isFree()).toBe(true)
  })

  test('when a paid order is cancelled; reopened, it takes one again', async () => {
    await limit(1)
    const { id, sessionId } = await placed()
    await payAndSettle(sessionId)
    expect(await isFree()).toBe(false)
    await fixture.setStatus(id, 'cancelled')
    expect(await isFree()).toBe(true)
    await fixture.setStatus(id, 'confirmed')
    expect(await isFree()).toBe(false)
    expect(await flagsOf(id)).toEqual([])
  })

  test('when it is refunded in full, not in part', async () => {
    await limit(1)
    const { id, sessionId } = await placed()
    await payAndSettle(sessionId)
    await fixture.refund(id)
    expect(await isFree()).toBe(false)
    const { totalCents, refundedCents } = await fixture.row(id)
    await fixture.refund(id, { amountCents: totalCents - refundedCents })
    expect(await fixture.row(id)).toMatchObject({ paymentStatus: 'refunded' })
    expect(await isFree()).toBe(true)
  })

  test('when it is deleted', async () => {
    await limit(1)
    const { id } = await placed()
    expect((await fixture.admin.delete(`/admin/orders/${id}`)).status).toBe(200)
    expect(await isFree()).toBe(true)
    expect(await shop.db.$count(orderHolds)).toBe(0)
  })

  test('not when it is delivered', async () => {
    await limit(1)
    const { id, sessionId } = await placed()
    await payAndSettle(sessionId)
    await fixture.setStatus(id, 'delivered')
    expect(await isFree()).toBe(false)
  })
})

describe('a changed form', () => {
  const change = (request: ReturnType<typeof checkoutRequest>, option: string) =>
    send({ ...request, deliveryDetails: { option } })
  const first = async (option: string) => {
    const request = checkoutRequest({ deliveryDetails: { option } })
    const { body, status } = await send(request)
    expect(status).toBe(200)
    return { request, sessionId: String(body['sessionId']) }
  }
  const stillPayable = async (sessionId: string) => {
    expect((await shop.deps.payments.retrieveSession(sessionId)).status).toBe('open')
    await payAndSettle(sessionId)
    const [order] = await shop.db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId))
    expect(order).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
    expect(await flagsOf(order?.id ?? '')).toEqual([])
  }

  test('has its own place, the last one, again', async () => {
    await limit(1)
    const { request } = await first('today')
    expect((await change(request, 'hour')).status).toBe(200)
    const live = (await shop.db.select().from(orders)).filter(({ status }) => status !== 'cancelled')
    expect(live.map(({ deliveryOption }) => deliveryOption)).toEqual(['hour'])
    expect(codeOf(await place())).toBe('option_closed')
  })

  test('that asks for what is sold out leaves the old order and its session as they are', async () => {
    await limit(1)
    await placed('tomorrow')
    const { request, sessionId } = await first('today')
    const answer = await change(request, 'tomorrow')
    expect(answer.body['error']).toMatchObject({ message: HELD_TOMORROW })
    await stillPayable(sessionId)
  })

  test('that is overtaken on its way to the last place leaves them, too', async () => {
    await limit(1)
    const { request, sessionId } = await first('today')
    // Calls of the database: counted and read, reserved.
    const answer = await whileMeeting(
      shop,
      2,
      () => placed('tomorrow'),
      () => change(request, 'tomorrow'),
    )
    expect(answer.body['error']).toMatchObject({ code: 'option_closed', message: HELD_TOMORROW })
    await stillPayable(sessionId)
  })

  test('cannot be overtaken once its old session is being ended', async () => {
    await limit(1)
    const { request } = await first('today')
    let other: Awaited<ReturnType<typeof place>> | undefined
    // Calls of the database: counted and read, reserved, stored.
    const answer = await whileMeeting(
      shop,
      3,
      async () => {
        other = await place('tomorrow')
      },
      () => change(request, 'tomorrow'),
    )
    expect(answer.status).toBe(200)
    expect(other?.status).toBe(409)
    expect(await options()).toMatchObject({ today: null, tomorrow: HELD_TOMORROW })
  })

  test('whose old session cannot be ended gives the second place back with the first', async () => {
    await limit(1)
    const { request, sessionId } = await first('today')
    shop.payments.setFault({ kind: 'rate-limit', only: 'expire' })
    expect((await change(request, 'tomorrow')).status).toBe(503)
    shop.payments.setFault({ kind: 'none' })
    expect(await options()).toMatchObject({ today: HELD_TODAY, tomorrow: HELD_TOMORROW })
    // The same form again gets what it has reserved.
    expect((await change(request, 'tomorrow')).status).toBe(200)
    expect(await options()).toMatchObject({ today: null, tomorrow: HELD_TOMORROW })
    expect((await shop.deps.payments.retrieveSession(sessionId)).status).toBe('expired')
  })

  test('does not get the place of an old order that was closed and that an admin has reopened', async () => {
    await limit(1)
    const { request, sessionId } = await first('today')
    await expireAtProvider(sessionId)
    const [old] = await shop.db.select().from(orders)
    await fixture.setStatus(old?.id ?? '', 'confirmed')
    expect(codeOf(await change(request, 'hour'))).toBe('option_closed')
    expect(await shop.db.$count(orders)).toBe(1)
  })

  test('whose old order was paid meanwhile keeps one place', async () => {
    await limit(1)
    const { request, sessionId } = await first('today')
    await shop.pay(sessionId)
    expect(codeOf(await change(request, 'tomorrow'))).toBe('already_paid')
    expect(await options()).toMatchObject({ today: SOLD_OUT, tomorrow: null })
  })
})

describe('a payment', () => {
  test('is honored when the capacity was lowered below what is held, and is not flagged', async () => {
    await limit(2)
    const held = [await placed(), await placed()]
    await limit(0)
    for (const { id, sessionId } of held) {
      await payAndSettle(sessionId)
      expect(await fixture.row(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
      expect(await flagsOf(id)).toEqual([])
    }
  })

  test('after the place was given back takes it again', async () => {
    await limit(1)
    const { id, sessionId } = await placed()
    await shop.pay(sessionId)
    await closedBefore(id)
    await fixture.settle(sessionId)
    expect(await fixture.row(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
    expect(await flagsOf(id)).toEqual([])
    expect(await isFree()).toBe(false)
  })

  test('after it was given to somebody else is flagged', async () => {
    await limit(1)
    const { id, sessionId } = await placed()
    await shop.pay(sessionId)
    await closedBefore(id)
    await placed()
    await fixture.settle(sessionId)
    await fixture.settle(sessionId)
    expect(await fixture.row(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
    expect(await flagsOf(id)).toEqual(['over_capacity'])
    // Its promise is in danger at once.
    const dangers = await shop.db.select().from(orderChoices).where(eq(orderChoices.orderId, id))
    expect(dangers).toMatchObject([{ number: 1, reason: 'no_room', offeredAt: null, closedAt: null }])
    expect(await fixture.messagesOf(id, 'order-confirmation')).toHaveLength(1)
    await fixture.setStatus(id, 'cancelled')
    expect(await flagsOf(id)).toEqual(['needs_refund'])
  })

  test('after an admin called it off needs a refund and takes no place', async () => {
    await limit(1)
    const { id, sessionId } = await placed()
    await shop.pay(sessionId)
    await fixture.setStatus(id, 'cancelled')
    await fixture.settle(sessionId)
    expect(await fixture.row(id)).toMatchObject({ status: 'cancelled', paymentStatus: 'paid' })
    expect(await flagsOf(id)).toEqual(['needs_refund'])
    expect(await isFree()).toBe(true)
  })

  test('moves the place to the hour that is promised now', async () => {
    await limit(null, 1)
    shop.pass(10)
    const { id, sessionId } = await placed('hour')
    shop.pass(21)
    await payAndSettle(sessionId)
    expect(await fixture.row(id)).toMatchObject({ promisedBy: '2026-06-04T16:01:00.000Z' })
    expect(await flagsOf(id)).toEqual([])
    expect(await isFree('hour')).toBe(false)
  })

  test('that falls into a full hour keeps the hour that it held, with as much time as that has', async () => {
    await limit(null, 1)
    shop.pass(10)
    const { id, sessionId } = await placed('hour')
    shop.pass(19)
    // Due at 11:59 there is no place; at 12:01 there is one.
    expect(await isFree('hour')).toBe(false)
    shop.pass(2)
    const other = await placed('hour')
    await payAndSettle(sessionId)
    const promise = { promisedBy: '2026-06-04T15:59:00.000Z', deliveryDate: '2026-06-04T15:59:00.000Z' }
    expect(await fixture.row(id)).toMatchObject({ ...promise, paymentStatus: 'paid' })
    expect(await flagsOf(id)).toEqual([])
    expect(await shop.db.select().from(orderChoices).where(eq(orderChoices.orderId, id))).toEqual([])
    await payAndSettle(other.sessionId)
    expect(await flagsOf(other.id)).toEqual([])
  })

  test('that falls into a full hour after its place was given back is flagged', async () => {
    await limit(null, 1)
    shop.pass(10)
    const { id, sessionId } = await placed('hour')
    shop.pass(21)
    await shop.pay(sessionId)
    await closedBefore(id)
    await placed('hour')
    await fixture.settle(sessionId)
    expect(await fixture.row(id)).toMatchObject({ promisedBy: '2026-06-04T16:01:00.000Z' })
    expect(await flagsOf(id)).toEqual(['over_capacity'])
  })

  /** The order is closed although its session was paid: the news of the payment are late. */
  async function closedBefore(id: string) {
    await shop.db.batch([
      shop.db.run(sql`insert into order_events (id, order_id, order_reference, kind, actor, data, dedupe_key, created_at)
        select 'closed', id, order_reference, 'given_up', 'system', '{}', 'given_up:' || id, created_at from orders where id = ${id}`),
      shop.db.update(orders).set({ status: 'cancelled', paymentStatus: 'failed' }).where(eq(orders.id, id)),
    ])
    expect(await isFree()).toBe(true)
  }
})

test('reopening an order for which there is no place is flagged, not refused', async () => {
  await limit(1)
  const { id, sessionId } = await placed()
  await payAndSettle(sessionId)
  await fixture.setStatus(id, 'cancelled')
  await placed()
  expect((await fixture.setStatus(id, 'confirmed')).status).toBe(200)
  expect(await flagsOf(id)).toEqual(['over_capacity'])
  const { totalCents } = await fixture.row(id)
  await fixture.refund(id, { amountCents: totalCents })
  expect(await flagsOf(id)).toEqual([])
})

test('so is reopening an order that nobody has paid for; called off again, nobody has to look at it', async () => {
  await limit(1)
  const { id } = await placed()
  await fixture.setStatus(id, 'cancelled')
  await placed()
  expect((await fixture.setStatus(id, 'pending')).status).toBe(200)
  expect(await flagsOf(id)).toEqual(['over_capacity'])
  await shop.settled()
  for (const event of await shop.events('checkout.session.expired')) await shop.deliver(event)
  expect(await fixture.row(id)).toMatchObject({ status: 'cancelled', paymentStatus: 'failed' })
  expect(await flagsOf(id)).toEqual([])
})

test('a rebuilt order takes a place, even the last one', async () => {
  await limit(1)
  const { id, sessionId } = await placed()
  await shop.pay(sessionId)
  await loseOrder(fixture, id)
  expect(await isFree()).toBe(true)
  await reconcile(shop.deps)
  expect(await fixture.row(id)).toMatchObject({ paymentStatus: 'paid' })
  expect(await isFree()).toBe(false)
  expect(await flagsOf(id)).toEqual(['rebuilt'])
})
