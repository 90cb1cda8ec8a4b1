import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agentPlatforms } from '#drizzle/schema/agents.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { orderEvents, orders } from '#drizzle/schema/orders.ts'
import { problems } from '#drizzle/schema/problems.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import type { Dashboard, Waiting } from '#src/admin/dashboard/queries.ts'

import { outboxMessage, problem } from '#tests/support/message-rows.ts'
import { plansOf } from '#tests/support/recorded.ts'
import { agentPlatform, order, orderChoice, shopOrder } from '#tests/support/rows.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'

// The figures of the dashboard and the counts of the sidebar, held against rows. It is Thursday, June 4: 10:30 AM in New York,
// 7:30 AM in Los Angeles.

const NOW = new Date('2026-06-04T14:30:00.000Z')
const LOS_ANGELES = 'America/Los_Angeles'

let shop: TestShop
let admin: Awaited<ReturnType<typeof signIn>>
let shopId: string

beforeAll(async () => {
  shop = await openTestShop()
  admin = await signIn(shop)
  const [first] = await shop.db.select().from(shops).limit(1)
  shopId = first?.id ?? ''
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.at = NOW
  for (const table of [orderChoices, shopOrders, orders, orderEvents, outbox, problems])
    await shop.db.delete(table)
})

async function figures(): Promise<Dashboard['figures']> {
  const { status, body } = await admin.get('/admin/dashboard')
  expect(status).toBe(200)
  return (body as unknown as Dashboard).figures
}
async function waiting(): Promise<Waiting> {
  const { status, body } = await admin.get('/admin/waiting')
  expect(status).toBe(200)
  return body as unknown as Waiting
}

type OrderChanges = Parameters<typeof order>[0]
const paid = (changes: OrderChanges = {}) => order({ paymentStatus: 'paid', status: 'confirmed', ...changes })
const place = (...rows: ReturnType<typeof order>[]) => shop.db.insert(orders).values(rows)

/** An order that a shop was given. */
async function give(changes: OrderChanges, given: Partial<ReturnType<typeof shopOrder>> = {}) {
  const row = paid({ assignmentStatus: 'assigned', ...changes })
  await place(row)
  await shop.db.insert(shopOrders).values(shopOrder({ orderId: row.id, shopId, ...given }))
  return row
}

test('a shop without orders has nothing to compare with, and no rate', async () => {
  expect(await figures()).toEqual({
    today: { orders: 0, revenueCents: 0, byAgents: null },
    usual: null,
    open: { total: 0, capped: false },
    atRisk: { total: 0, capped: false },
    late: { total: 0, capped: false },
    promised: { due: 0, onTime: 0 },
    answered: { answers: 0, medianSeconds: null, ways: [] },
  })
})

describe('today', () => {
  test.each<[string, boolean, OrderChanges]>([
    ['at midnight in New York', true, { paidAt: '2026-06-04T04:00:00.000Z' }],
    ['a moment before', false, { paidAt: '2026-06-04T03:59:59.999Z' }],
    ['at midnight in Los Angeles', true, { paidAt: '2026-06-04T07:00:00.000Z', timeZone: LOS_ANGELES }],
    ['while it was yesterday there', false, { paidAt: '2026-06-04T06:59:59.999Z', timeZone: LOS_ANGELES }],
    [
      'in a zone that no market can have',
      true,
      { paidAt: '2026-06-04T04:00:00.000Z', timeZone: 'Asia/Tokyo' },
    ],
    ['as a sample', false, { paidAt: '2026-06-04T12:00:00.000Z', isSample: true }],
    ['and given back', false, { paidAt: '2026-06-04T12:00:00.000Z', paymentStatus: 'refunded' }],
    ['not at all', false, { paidAt: null, paymentStatus: 'pending' }],
  ])('an order paid %s: counts %s', async (_, counts, changes) => {
    await place(paid(changes))
    expect((await figures()).today).toEqual({
      orders: Number(counts),
      revenueCents: counts ? 6358 : 0,
      byAgents: null,
    })
  })

  test('once agents have sold, those of today are counted, by the same rules', async () => {
    const platform = agentPlatform()
    await shop.db.insert(agentPlatforms).values(platform)
    const byAgent = (changes: OrderChanges) => paid({ agentPlatformId: platform.id, ...changes })
    await place(
      paid({ paidAt: '2026-06-04T12:00:00.000Z' }),
      byAgent({ paidAt: null, paymentStatus: 'pending' }),
      byAgent({ paidAt: '2026-06-04T12:00:00.000Z', isSample: true }),
    )
    expect((await figures()).today).toMatchObject({ orders: 1, byAgents: null })
    await place(byAgent({ paidAt: '2026-06-03T12:00:00.000Z' }))
    expect((await figures()).today).toMatchObject({ orders: 1, byAgents: 0 })
    await place(byAgent({ paidAt: '2026-06-04T12:00:00.000Z' }))
    expect((await figures()).today).toMatchObject({ orders: 2, byAgents: 1 })
  })

  test('what was given back of an order is no revenue', async () => {
    await place(paid({ paidAt: '2026-06-04T12:00:00.000Z', refundedCents: 1000 }))
    expect((await figures()).today).toEqual({ orders: 1, revenueCents: 5358, byAgents: null })
  })

  test('is compared with the same weekdays until the same time', async () => {
    await place(
      paid({ paidAt: '2026-05-28T14:29:59.999Z' }),
      paid({ paidAt: '2026-05-28T14:30:00.000Z' }),
      paid({ paidAt: '2026-05-28T14:29:00.000Z', timeZone: LOS_ANGELES }),
      paid({ paidAt: '2026-05-28T06:30:00.000Z', timeZone: LOS_ANGELES }),
      paid({ paidAt: '2026-05-21T12:00:00.000Z', refundedCents: 58 }),
      // Another weekday, and five weeks ago.
      paid({ paidAt: '2026-05-27T12:00:00.000Z' }),
      paid({ paidAt: '2026-04-30T12:00:00.000Z' }),
    )
    const { usual } = await figures()
    expect(usual).toEqual({ weeks: 4, orders: 0.8, revenueCents: Math.round((3 * 6358 - 58) / 4) })
  })

  test('weekdays before the first sale are not compared with', async () => {
    await place(paid({ paidAt: '2026-05-21T12:00:00.000Z' }), paid({ paidAt: '2026-05-28T12:00:00.000Z' }))
    expect((await figures()).usual).toEqual({ weeks: 2, orders: 1, revenueCents: 6358 })
  })
})

describe('open and at risk', () => {
  const LATER = '2026-06-04T20:00:00.000Z'
  const SOON = '2026-06-04T15:29:59.999Z'
  test.each<[string, boolean, boolean, OrderChanges]>([
    ['due later', true, false, { promisedBy: LATER }],
    ['due within the hour', true, true, { promisedBy: SOON }],
    ['due in an hour', true, false, { promisedBy: '2026-06-04T15:30:00.000Z' }],
    ['late', true, true, { promisedBy: '2026-06-04T14:29:59.999Z' }],
    ['late, delivered', false, false, { promisedBy: '2026-06-04T14:00:00.000Z', status: 'delivered' }],
    ['late, cancelled', false, false, { promisedBy: '2026-06-04T14:00:00.000Z', status: 'cancelled' }],
    ['late, unpaid', false, false, { promisedBy: SOON, paymentStatus: 'pending', paidAt: null }],
    ['late, a sample', false, false, { promisedBy: SOON, isSample: true }],
  ])('%s: open %s, at risk %s', async (_, isOpen, isAtRisk, changes) => {
    await place(paid(changes))
    expect(await figures()).toMatchObject({
      open: { total: Number(isOpen) },
      atRisk: { total: Number(isAtRisk) },
    })
    expect((await waiting()).atRisk).toEqual({ total: Number(isAtRisk), capped: false })
  })

  test.each<[string, boolean, Partial<ReturnType<typeof shopOrder>>]>([
    ['has not answered', true, {}],
    ['has declined', true, { status: 'rejected' }],
    ['has accepted', false, { status: 'confirmed' }],
    ['is ready', false, { status: 'ready' }],
    [
      'accepted, and it was withdrawn',
      true,
      { status: 'confirmed', withdrawnAt: '2026-06-04T14:00:00.000Z' },
    ],
  ])('due within the hour at a shop that %s: at risk %s', async (_, isAtRisk, given) => {
    await give({ promisedBy: SOON }, given)
    expect((await figures()).atRisk.total).toBe(Number(isAtRisk))
  })

  test('a promise in danger is at risk until it is settled, and counts once', async () => {
    const [danger, settled] = [paid({ promisedBy: LATER }), paid({ promisedBy: LATER })]
    const late = paid({ promisedBy: '2026-06-04T12:00:00.000Z' })
    await place(danger, settled, late)
    await shop.db
      .insert(orderChoices)
      .values([
        orderChoice({ orderId: danger.id }),
        orderChoice({ orderId: late.id }),
        orderChoice({ orderId: settled.id, closedAt: '2026-06-04T14:00:00.000Z', outcome: 'over' }),
      ])
    expect((await figures()).atRisk.total).toBe(2)
  })
})

describe('on time', () => {
  const DUE = '2026-06-03T20:00:00.000Z'
  const delivered = (statusUpdatedAt: string) => ({ status: 'delivered' as const, statusUpdatedAt })
  test.each<[string, { due: number; onTime: number }, OrderChanges, Partial<ReturnType<typeof shopOrder>>]>([
    [
      'at the promised moment',
      { due: 1, onTime: 1 },
      { promisedBy: DUE, status: 'delivered' },
      delivered(DUE),
    ],
    [
      'a moment later',
      { due: 1, onTime: 0 },
      { promisedBy: DUE, status: 'delivered' },
      delivered('2026-06-03T20:00:00.001Z'),
    ],
    ['not yet, though it is late', { due: 1, onTime: 0 }, { promisedBy: DUE }, { status: 'ready' }],
    [
      'for a promise that is not due yet',
      { due: 0, onTime: 0 },
      { promisedBy: '2026-06-04T14:30:00.000Z', status: 'delivered' },
      delivered('2026-06-04T14:00:00.000Z'),
    ],
    [
      'on the first of seven days in New York',
      { due: 1, onTime: 1 },
      { promisedBy: '2026-05-29T04:00:00.000Z', status: 'delivered' },
      delivered('2026-05-29T03:00:00.000Z'),
    ],
    [
      'when that day had not begun in Los Angeles',
      { due: 0, onTime: 0 },
      { promisedBy: '2026-05-29T06:59:59.999Z', timeZone: LOS_ANGELES, status: 'delivered' },
      delivered('2026-05-29T03:00:00.000Z'),
    ],
    ['cancelled instead', { due: 0, onTime: 0 }, { promisedBy: DUE, status: 'cancelled' }, {}],
    ['as a sample', { due: 0, onTime: 0 }, { promisedBy: DUE, isSample: true }, delivered(DUE)],
    [
      'by nobody knows when',
      { due: 0, onTime: 0 },
      { promisedBy: DUE, status: 'delivered' },
      { status: 'ready' },
    ],
  ])('delivered %s: %o', async (_, expected, changes, given) => {
    await give(changes, given)
    expect((await figures()).promised).toEqual(expected)
  })

  test('an order that no shop has, and that is late, was not on time', async () => {
    await place(paid({ promisedBy: DUE }))
    expect((await figures()).promised).toEqual({ due: 1, onTime: 0 })
  })

  test('an order that a second shop delivered counts once', async () => {
    const row = await give(
      { promisedBy: DUE, status: 'delivered' },
      { status: 'rejected', statusUpdatedAt: '2026-06-03T15:00:00.000Z' },
    )
    await shop.db.insert(shopOrders).values(shopOrder({ orderId: row.id, shopId, ...delivered(DUE) }))
    expect((await figures()).promised).toEqual({ due: 1, onTime: 1 })
  })
})

describe('answers of florists', () => {
  const asked = (seconds: number, changes: Partial<ReturnType<typeof shopOrder>> = {}) => {
    const createdAt = '2026-06-03T15:00:00.000Z'
    const answeredAt = new Date(Date.parse(createdAt) + seconds * 1000).toISOString()
    return { status: 'confirmed', createdAt, answeredAt, answeredBy: 'florist', ...changes } as const
  }

  test('their median is the one in the middle, or the mean of two', async () => {
    for (const seconds of [60, 900, 120]) await give({}, asked(seconds))
    expect((await figures()).answered).toMatchObject({ answers: 3, medianSeconds: 120 })
    await give({}, asked(240, { status: 'rejected', statusUpdatedAt: '2026-06-03T15:04:00.000Z' }))
    expect((await figures()).answered).toMatchObject({ answers: 4, medianSeconds: 180 })
  })

  test.each<[string, boolean, OrderChanges, Partial<ReturnType<typeof shopOrder>>]>([
    ['told to an admin by phone', true, {}, { answeredBy: 'admin' }],
    ['silence', false, {}, { answeredBy: 'system', status: 'rejected', statusUpdatedAt: NOW.toISOString() }],
    ['none yet', false, {}, { answeredBy: null, answeredAt: null, status: 'pending' }],
    ['of a sample', false, { isSample: true }, {}],
    [
      'to an order of eight days ago',
      false,
      {},
      { createdAt: '2026-05-28T15:00:00.000Z', answeredAt: '2026-05-28T15:01:00.000Z' },
    ],
  ])('%s: counts %s', async (_, counts, changes, given) => {
    await give(changes, asked(60, given))
    expect((await figures()).answered.answers).toBe(Number(counts))
  })
})

describe('answers of florists, by the way on which they were reached', () => {
  const ASKED = '2026-06-03T15:00:00.000Z'
  const later = (seconds: number) => new Date(Date.parse(ASKED) + seconds * 1000).toISOString()

  type Ring = Partial<ReturnType<typeof outboxMessage>> & { kind: 'florist-ring' | 'florist-text' }
  type Answered = { by?: 'florist' | 'admin'; byText?: boolean; rings?: Ring[] }

  /** An order that was answered after some seconds. */
  async function answered(seconds: number, { by = 'florist', byText = false, rings = [] }: Answered = {}) {
    const shopOrderId = crypto.randomUUID()
    const answeredAt = later(seconds)
    const { id: orderId, orderReference } = await give(
      {},
      { id: shopOrderId, createdAt: ASKED, status: 'confirmed', answeredAt, answeredBy: by },
    )
    const data = { shopOrderId, shop: 'Stems', ...(byText && { channel: 'text' }) }
    await shop.db.insert(orderEvents).values({
      id: crypto.randomUUID(),
      ...{ orderId, orderReference, kind: 'accepted', actor: 'florist', data, createdAt: answeredAt },
    })
    for (const ring of rings)
      await shop.db.insert(outbox).values(
        outboxMessage({
          orderId,
          channel: ring.kind === 'florist-ring' ? 'push' : 'text',
          payload: { shopOrderId },
          status: 'sent',
          sentAt: later(1),
          ...ring,
        }),
      )
  }
  const ways = async () => {
    const { ways } = (await figures()).answered
    return Object.fromEntries(ways.map(({ reachedBy, ...rest }) => [reachedBy, rest]))
  }

  test.each<[string, string, Answered]>([
    ['email alone', 'mail', {}],
    ['a push', 'push', { rings: [{ kind: 'florist-ring' }] }],
    [
      'a push that rang before a text',
      'push',
      { rings: [{ kind: 'florist-text', sentAt: later(31) }, { kind: 'florist-ring' }] },
    ],
    [
      'a text, as the push failed',
      'text',
      { rings: [{ kind: 'florist-ring', status: 'failed', sentAt: null }, { kind: 'florist-text' }] },
    ],
    [
      'email, as the text was reported as lost',
      'mail',
      { rings: [{ kind: 'florist-text', delivery: 'failed' }] },
    ],
    [
      'email, as the text went only after the answer',
      'mail',
      { rings: [{ kind: 'florist-text', sentAt: later(61) }] },
    ],
    ['a text, as they answered by text', 'text', { byText: true, rings: [{ kind: 'florist-ring' }] }],
    [
      'email, as the push was about another shop’s turn',
      'mail',
      { rings: [{ kind: 'florist-ring', payload: { shopOrderId: 'other' } }] },
    ],
  ])('by %s: %s', async (_, way, given) => {
    await answered(60, given)
    expect(await ways()).toEqual({ [way]: { answers: 1, medianSeconds: 60 } })
  })

  test('each has its own median, and what an admin entered counts for all only', async () => {
    const rang: Answered = { rings: [{ kind: 'florist-ring' }] }
    await answered(30, rang)
    await answered(90, rang)
    await answered(600)
    await answered(700, { ...rang, by: 'admin' })
    expect((await figures()).answered).toEqual({
      answers: 4,
      medianSeconds: 345,
      ways: [
        { reachedBy: 'push', answers: 2, medianSeconds: 60 },
        { reachedBy: 'mail', answers: 1, medianSeconds: 600 },
      ],
    })
  })
})

describe('the counts of the sidebar', () => {
  test('paid orders without a shop, samples too, as the list shows them', async () => {
    await place(
      paid(),
      paid({ status: 'pending', isSample: true }),
      paid({ status: 'processing' }),
      order(),
      paid({ assignmentStatus: 'assigned' }),
    )
    expect((await waiting()).toAssign).toEqual({ total: 2, capped: false })
    const { body } = await admin.get('/admin/assignments')
    expect(body['info']).toMatchObject({ total: 2 })
  })

  test('failures of the server in the last 24 hours, and none that browsers reported', async () => {
    const at = (lastAt: string) => ({ firstAt: '2026-06-01T00:00:00.000Z', lastAt })
    await shop.db
      .insert(problems)
      .values([
        problem({ source: 'server', ...at('2026-06-03T14:30:00.000Z') }),
        problem({ source: 'server', ...at('2026-06-03T14:29:59.999Z') }),
        problem({ source: 'browser', ...at('2026-06-04T14:00:00.000Z') }),
      ])
    expect((await waiting()).problems).toEqual({ total: 1, capped: false })
  })

  test('are for admins', async () => {
    expect((await shop.get('/admin/waiting')).status).toBe(401)
  })
})

test('with thousands of orders, all of it is read along indexes in one round trip', async () => {
  await shop.client.execute(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
    insert into orders (id, order_reference, customer_name, customer_email, customer_phone, delivery_address,
      delivery_city, delivery_state, delivery_zip, time_zone, subtotal_cents, delivery_fee_cents, tax_cents, total_cents,
      delivery_option, delivery_date, promised_by, status, payment_status, paid_at, created_at, updated_at)
    select 'figure-' || i, printf('ORD-F%07d', i), 'Fay', 'fay@example.com', '1', '1 Way', 'New York', 'NY', '10001',
      'America/New_York', 100, 0, 0, 100, 'today', '2026-06-03T12:00:00.000Z', '2026-06-03T12:00:00.000Z',
      'confirmed', 'paid', '2026-06-04T12:00:00.000Z', '2026-06-03T12:00:00.000Z', '2026-06-03T12:00:00.000Z' from n`)
  for (const path of ['/admin/dashboard', '/admin/waiting']) {
    const { requests, plans } = await plansOf(shop, () => admin.get(path))
    // The guard's, and one.
    expect([path, requests]).toEqual([path, 2])
    const steps = plans.flatMap(({ steps }) => steps)
    expect(
      steps.filter((step) => /^SCAN (o|orders|s|shop_orders|ring|outbox|e|order_events)$/.test(step)),
    ).toEqual([])
  }
  expect(await figures()).toMatchObject({
    today: { orders: 3000, revenueCents: 300_000 },
    atRisk: { total: 3000 },
    promised: { due: 3000, onTime: 0 },
  })
})
