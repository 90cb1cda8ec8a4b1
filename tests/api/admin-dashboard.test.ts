import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { READ_MAX } from '#api/dashboard/task-queries.ts'
import { disputes } from '#drizzle/schema/checkout.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { outbox, waitlist } from '#drizzle/schema/messages.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { orderFlags, orders } from '#drizzle/schema/orders.ts'
import { shareCorrections, shopOrders } from '#drizzle/schema/shop-orders.ts'
import type { Dashboard } from '#src/admin/dashboard/queries.ts'
import { outboxMessage, waitlistEntry } from '#tests/support/message-rows.ts'
import { plansOf } from '#tests/support/recorded.ts'
import { dispute, order, orderChoice, orderFlag, shareCorrection, shopOrder } from '#tests/support/rows.ts'
import { MORNING, openTestShop, type TestShop } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'

let shop: TestShop
let admin: Awaited<ReturnType<typeof signIn>>

beforeAll(async () => {
  shop = await openTestShop()
  admin = await signIn(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.at = MORNING
  for (const table of [shopOrders, orderFlags, orders, outbox, waitlist]) await shop.db.delete(table)
})

async function look(): Promise<Dashboard> {
  const answer = await admin.get('/admin/dashboard')
  expect(answer.status).toBe(200)
  return answer.body as unknown as Dashboard
}

const paid = (changes: Parameters<typeof order>[0] = {}) =>
  order({ paymentStatus: 'paid', status: 'confirmed', ...changes })
const place = (...rows: ReturnType<typeof order>[]) => shop.db.insert(orders).values(rows)
const NOW = MORNING.toISOString()

test('a shop without orders has empty lists and counts of zero', async () => {
  const {
    counts,
    figures: _figures,
    lastDays,
    heldMail,
    recentOrders,
    healthReasons,
    ...lists
  } = await look()
  expect(healthReasons).toEqual(['never_ran'])
  expect([heldMail, recentOrders]).toEqual([null, []])
  expect(counts).toEqual({
    products: { total: 3, capped: false },
    orders: { total: 0, capped: false },
    shops: { total: expect.any(Number), capped: false },
    markets: { total: 2, capped: false },
    waitlist: { total: 0, capped: false },
    users: { total: 1, capped: false },
  })
  for (const list of Object.values(lists)) expect(list).toEqual({ total: 0, capped: false, rows: [] })
  expect(lastDays.days.map(({ orders, revenueCents }) => orders + revenueCents)).toEqual(Array(14).fill(0))
})

test('the tiles count what their lists show', async () => {
  await place(order(), paid(), paid({ isSample: true }), order({ status: 'cancelled' }))
  await shop.db.insert(waitlist).values([waitlistEntry(), waitlistEntry()])
  expect((await look()).counts).toMatchObject({ orders: { total: 4 }, waitlist: { total: 2 } })
})

const NO_SHOP = { shopOrderId: null, shop: null, shopPhone: null, askedAt: null, answerBy: null }

describe('to assign', () => {
  test.each<[string, boolean, Parameters<typeof order>[0]]>([
    ['paid and confirmed', true, {}],
    ['paid and pending', true, { status: 'pending' }],
    ['a sample, for trying it out', true, { isSample: true }],
    ['unpaid', false, { paymentStatus: 'pending', paidAt: null }],
    ['failed', false, { paymentStatus: 'failed', paidAt: null }],
    ['assigned', false, { assignmentStatus: 'assigned' }],
    ['processing', false, { status: 'processing' }],
    ['delivered', false, { status: 'delivered' }],
    ['cancelled', false, { status: 'cancelled' }],
  ])('%s', async (_, listed, changes) => {
    const placed = paid({ promisedBy: '2026-06-05T00:00:00.000Z', ...changes })
    await place(placed)
    expect((await look()).toAssign).toEqual({
      total: Number(listed),
      capped: false,
      rows: listed
        ? [
            {
              id: placed.id,
              reference: placed.orderReference,
              customerName: placed.customerName,
              customerPhone: placed.customerPhone,
              city: 'New York',
              status: placed.status,
              paymentStatus: 'paid',
              promisedBy: '2026-06-05T00:00:00.000Z',
              timeZone: 'America/New_York',
              isSample: placed.isSample,
              leftCents: 6358,
              ...NO_SHOP,
              situation: {
                ...{ kind: 'unassigned', look: 'plain', label: 'To assign', who: 'owner', flag: null },
                ...{ actions: ['assign'], sentence: 'No shop has it.' },
              },
            },
          ]
        : [],
    })
  })

  test('one that a shop said no to comes back with the name of the last that did', async () => {
    const placed = paid()
    await place(placed)
    const [first, second] = await shop.db.select().from(shops).limit(2)
    const rejected = (shopId: string, statusUpdatedAt: string) =>
      shopOrder({ orderId: placed.id, shopId, status: 'rejected', statusUpdatedAt })
    await shop.db
      .insert(shopOrders)
      .values([
        rejected(first?.id ?? '', '2026-06-04T14:10:00.000Z'),
        rejected(second?.id ?? '', '2026-06-04T14:20:00.000Z'),
      ])
    expect((await look()).toAssign.rows).toMatchObject([
      { id: placed.id, situation: { sentence: `No shop has it. ${second?.name} declined it.` } },
    ])
  })

  test('lists the ten that are promised first, and counts all', async () => {
    await place(
      ...[3, 1, 7, 5, 2, 6, 4, 8, 12, 11, 10, 9].map((day) =>
        paid({ id: `on-${day}`, promisedBy: `2026-06-${String(day + 10).padStart(2, '0')}T01:00:00.000Z` }),
      ),
    )
    const { total, rows } = (await look()).toAssign
    const first = Array.from({ length: 10 }, (_, n) => `on-${n + 1}`)
    expect([total, rows.map(({ id }) => id)]).toEqual([12, first])
  })
})

test('counts in each list those whose situation it is, also beyond the ten that it shows', async () => {
  // Their buyers have agreed to a time with less left than a bouquet takes: no danger until it has passed.
  const agreed = Array.from({ length: 12 }, (_, n) =>
    paid({ id: `agreed-${n}`, promisedBy: '2026-06-04T14:45:00.000Z' }),
  )
  await place(...agreed)
  await shop.db.insert(orderChoices).values(
    agreed.map(({ id }) =>
      orderChoice({
        ...{ orderId: id, openedAt: '2026-06-04T14:20:00.000Z', outcome: 'wait', tokenHash: id },
        ...{ offeredAt: '2026-06-04T14:21:00.000Z', expiresAt: '2026-06-04T15:00:00.000Z' },
        closedAt: '2026-06-04T14:25:00.000Z',
      }),
    ),
  )
  const { inDanger, toAssign } = await look()
  expect([inDanger.total, inDanger.rows.length]).toEqual([0, 0])
  expect([toAssign.total, toAssign.rows.length]).toEqual([12, 10])
})

describe('overdue', () => {
  test.each<[string, boolean, Parameters<typeof order>[0]]>([
    ['promised a moment ago', true, {}],
    ['promised a moment ago, by an admin’s word in work', true, { status: 'processing' }],
    ['promised for this very moment', false, { promisedBy: NOW }],
    ['completed', false, { status: 'completed' }],
    ['delivered', false, { status: 'delivered' }],
    ['cancelled', false, { status: 'cancelled' }],
    ['unpaid', false, { paymentStatus: 'pending', paidAt: null }],
    ['given back', false, { paymentStatus: 'refunded' }],
    ['a sample: nobody waits for it', false, { isSample: true }],
  ])('%s', async (_, listed, changes) => {
    const placed = paid({
      promisedBy: '2026-06-04T14:29:59.999Z',
      assignmentStatus: 'assigned',
      ...changes,
    })
    await place(placed)
    const [florist] = await shop.db.select().from(shops).limit(1)
    await shop.db
      .insert(shopOrders)
      .values(shopOrder({ orderId: placed.id, shopId: florist?.id ?? '', status: 'confirmed' }))
    const { total, rows } = (await look()).overdue
    expect([total, rows.map(({ id }) => id)]).toEqual([Number(listed), listed ? [placed.id] : []])
  })

  test('names the shop that has it now, with its phone number', async () => {
    const [alone, given] = [
      paid({ status: 'processing', promisedBy: '2026-06-01T12:00:00.000Z' }),
      paid({ assignmentStatus: 'assigned', promisedBy: '2026-06-02T12:00:00.000Z' }),
    ]
    await place(alone, given)
    const [florist, before] = await shop.db.select().from(shops).limit(2)
    const now = shopOrder({
      orderId: given.id,
      shopId: florist?.id ?? '',
      status: 'ready',
      statusUpdatedAt: NOW,
    })
    await shop.db
      .insert(shopOrders)
      .values([
        shopOrder({ orderId: given.id, shopId: before?.id ?? '', status: 'rejected', statusUpdatedAt: NOW }),
        shopOrder({ orderId: given.id, shopId: before?.id ?? '', withdrawnAt: NOW }),
        now,
      ])
    const { overdue, inDanger } = await look()
    expect(overdue.rows).toMatchObject([
      { id: given.id, shopOrderId: now.id, shop: florist?.name, shopPhone: florist?.phone ?? null },
    ])
    // Nobody makes it.
    expect(inDanger.rows).toMatchObject([
      {
        id: alone.id,
        shopOrderId: null,
        shop: null,
        shopPhone: null,
        situation: { actions: ['assign', 'ask'] },
      },
    ])
  })
})

describe('waiting for the florist', () => {
  test.each<[string, boolean, Parameters<typeof shopOrder>[0] | object]>([
    ['pending', true, {}],
    ['confirmed', false, { status: 'confirmed' }],
    ['rejected', false, { status: 'rejected' }],
    ['taken back', false, { withdrawnAt: NOW }],
  ])('%s', async (_, listed, changes) => {
    const placed = paid({ assignmentStatus: 'assigned' })
    await place(placed)
    const [florist] = await shop.db.select().from(shops).limit(1)
    const assigned = shopOrder({ orderId: placed.id, shopId: florist?.id ?? '', ...changes })
    await shop.db.insert(shopOrders).values(assigned)
    expect((await look()).waitingForFlorist).toEqual({
      total: Number(listed),
      capped: false,
      rows: listed
        ? [
            {
              id: placed.id,
              reference: placed.orderReference,
              customerName: placed.customerName,
              customerPhone: placed.customerPhone,
              city: 'New York',
              status: 'confirmed',
              paymentStatus: 'paid',
              promisedBy: placed.promisedBy,
              timeZone: 'America/New_York',
              isSample: false,
              shopOrderId: assigned.id,
              shop: florist?.name,
              shopPhone: florist?.phone ?? null,
              askedAt: assigned.createdAt,
              answerBy: null,
              leftCents: 6358,
              situation: {
                ...{
                  kind: 'asked',
                  look: 'amber',
                  label: 'Waiting for the florist',
                  who: 'florist',
                  flag: null,
                },
                ...{ actions: [], sentence: `Waiting for ${florist?.name} to answer.` },
              },
            },
          ]
        : [],
    })
  })

  test.each<[string, Parameters<typeof order>[0]]>([
    ['delivered', { status: 'delivered' }],
    ['cancelled', { status: 'cancelled' }],
    ['refunded', { paymentStatus: 'refunded', refundedCents: 6358 }],
  ])('no answer is waited for once the order is %s', async (_, changes) => {
    const placed = paid({ assignmentStatus: 'assigned', ...changes })
    await place(placed)
    const [florist] = await shop.db.select().from(shops).limit(1)
    await shop.db.insert(shopOrders).values(shopOrder({ orderId: placed.id, shopId: florist?.id ?? '' }))
    expect((await look()).waitingForFlorist).toEqual({ total: 0, capped: false, rows: [] })
  })

  test('lists the ten that are promised first, whenever they were assigned', async () => {
    const [florist] = await shop.db.select().from(shops).limit(1)
    for (let n = 1; n <= 12; n++) {
      const placed = paid({
        id: `on-${n}`,
        assignmentStatus: 'assigned',
        promisedBy: `2026-06-${String(n + 10).padStart(2, '0')}T01:00:00.000Z`,
      })
      await place(placed)
      await shop.db.insert(shopOrders).values(
        shopOrder({
          orderId: placed.id,
          shopId: florist?.id ?? '',
          createdAt: `2026-05-${String(28 - n).padStart(2, '0')}T01:00:00.000Z`,
        }),
      )
    }
    const { total, rows } = (await look()).waitingForFlorist
    const first = Array.from({ length: 10 }, (_, n) => `on-${n + 1}`)
    expect([total, rows.map(({ id }) => id)]).toEqual([12, first])
  })
})

test('lists shops to pay with what they delivered and get for it, those that wait longest first', async () => {
  const [one, other] = await shop.db.select().from(shops).limit(2)
  const deliver = async (shopId: string | undefined, day: number, changes: object = {}, isSample = false) => {
    const placed = paid({ status: 'delivered', assignmentStatus: 'assigned', isSample })
    await place(placed)
    const statusUpdatedAt = `2026-06-0${day}T12:00:00.000Z`
    const delivered = {
      orderId: placed.id,
      shopId: shopId ?? '',
      status: 'delivered' as const,
      statusUpdatedAt,
    }
    const row = shopOrder({ ...delivered, ...changes })
    await shop.db.insert(shopOrders).values(row)
    return row
  }
  const first = await deliver(one?.id, 3)
  await deliver(one?.id, 4)
  await deliver(other?.id, 2)
  await deliver(other?.id, 1, { paymentStatus: 'paid', paymentUpdatedAt: NOW })
  await deliver(other?.id, 1, { withdrawnAt: NOW })
  await deliver(other?.id, 1, { status: 'ready' })
  await deliver(other?.id, 1, {}, true)
  await shop.db.insert(shareCorrections).values(shareCorrection({ shopOrderId: first.id, amountCents: -250 }))
  expect((await look()).toPay).toEqual({
    total: 2,
    capped: false,
    rows: [
      {
        shopId: other?.id,
        shop: other?.name,
        count: 1,
        amountCents: 5086,
        since: '2026-06-02T12:00:00.000Z',
      },
      { shopId: one?.id, shop: one?.name, count: 2, amountCents: 9922, since: '2026-06-03T12:00:00.000Z' },
    ],
  })
  await shop.db.delete(shareCorrections)
})

test('names the orders that were paid last, newest first, without samples', async () => {
  const hour = (n: number) => `2026-06-04T${String(n).padStart(2, '0')}:00:00.000Z`
  const rows = Array.from({ length: 22 }, (_, n) => paid({ paidAt: hour(n) }))
  await place(
    ...rows,
    paid({ paidAt: hour(23), isSample: true }),
    order(),
    paid({ paymentStatus: 'refunded', refundedCents: 6358, paidAt: hour(23) }),
  )
  const { recentOrders } = await look()
  expect(recentOrders).toEqual(
    rows
      .toReversed()
      .slice(0, 20)
      .map(({ id, orderReference, paidAt }) => ({ id, reference: orderReference, paidAt })),
  )
})

test('lists orders that need a refund with the amount that is still open', async () => {
  const rows = [
    paid({ id: 'newer', status: 'cancelled' }),
    paid({ id: 'older', status: 'cancelled', refundedCents: 1000 }),
    paid({ id: 'done' }),
    paid({ id: 'other' }),
  ]
  await place(...rows)
  await shop.db
    .insert(orderFlags)
    .values([
      orderFlag({ orderId: 'newer', createdAt: '2026-06-04T12:00:00.000Z' }),
      orderFlag({ orderId: 'older', createdAt: '2026-06-03T12:00:00.000Z' }),
      orderFlag({ orderId: 'done', resolvedAt: NOW }),
      orderFlag({ orderId: 'other', kind: 'disputed' }),
    ])
  expect((await look()).nobodyThere).toMatchObject({ total: 0, rows: [] })
  expect((await look()).disputed).toMatchObject({ total: 1, rows: [{ id: 'other' }] })
  expect((await look()).needsRefund).toMatchObject({
    total: 2,
    capped: false,
    rows: [
      {
        id: 'older',
        reference: rows[1]?.orderReference,
        customerName: rows[1]?.customerName,
        leftCents: 5358,
        since: '2026-06-03T12:00:00.000Z',
      },
      {
        id: 'newer',
        reference: rows[0]?.orderReference,
        customerName: rows[0]?.customerName,
        leftCents: 6358,
        since: '2026-06-04T12:00:00.000Z',
      },
    ],
  })
})

test('lists the ten emails that failed last, without their content', async () => {
  await shop.db.insert(outbox).values([
    ...Array.from({ length: 12 }, (_, n) =>
      outboxMessage({
        id: `failed-${n}`,
        status: 'failed',
        attempts: 30,
        lastError: 'The mail provider did not answer',
        updatedAt: `2026-06-04T${String(n).padStart(2, '0')}:00:00.000Z`,
        payload: { secret: 'of this message' },
      }),
    ),
    outboxMessage({ status: 'sent', sentAt: NOW }),
    outboxMessage(),
  ])
  const { total, rows } = (await look()).failedMessages
  expect([total, rows.length]).toEqual([12, 10])
  expect(rows[0]).toEqual({
    id: 'failed-11',
    channel: 'mail',
    nextTryAt: null,
    kind: 'order-confirmation',
    recipient: 'sam@example.com',
    sentAgainTo: 'sam@example.com',
    status: 'failed',
    delivery: null,
    reason: 'The mail provider did not answer',
    phone: null,
    contactName: null,
    attempts: 30,
    failedAt: '2026-06-04T11:00:00.000Z',
    orderId: null,
  })
  expect(JSON.stringify(rows)).not.toContain('secret')
})

describe('the last 14 days', () => {
  const day = async (date: string) => (await look()).lastDays.days.find((one) => one.date === date)

  test('end today, as New York counts, and leave none out', async () => {
    const expected = Array.from({ length: 14 }, (_, n) =>
      new Date(Date.UTC(2026, 4, 22 + n)).toISOString().slice(0, 10),
    )
    expect((await look()).lastDays).toMatchObject({
      timeZone: 'America/New_York',
      days: expected.map((date) => ({ date })),
    })
    // 23:30 of the 4th in New York.
    shop.clock.at = new Date('2026-06-05T03:30:00.000Z')
    expect((await look()).lastDays.days.at(-1)?.date).toBe('2026-06-04')
  })

  test.each<[string, string | null]>([
    ['2026-06-04T03:59:59.999Z', '2026-06-03'],
    ['2026-06-04T04:00:00.000Z', '2026-06-04'],
    ['2026-05-22T04:00:00.000Z', '2026-05-22'],
    ['2026-05-22T03:59:59.999Z', null],
  ])('paid at %s is a sale of %s', async (paidAt, date) => {
    await place(paid({ paidAt, timeZone: 'America/Los_Angeles' }))
    const { days } = (await look()).lastDays
    expect(days.filter(({ orders }) => orders > 0)).toEqual(
      date === null ? [] : [{ date, orders: 1, revenueCents: 6358 }],
    )
  })

  test.each([
    ['2026-11-09T12:00:00.000Z', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    ['2026-03-12T12:00:00.000Z', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
  ])('seen on %s, the day the clocks changed (%s) is as long as it was', async (now, date, first, last) => {
    shop.clock.at = new Date(now)
    await place(paid({ paidAt: first }), paid({ paidAt: last }))
    expect(await day(date)).toEqual({ date, orders: 2, revenueCents: 2 * 6358 })
  })

  test('count what was paid, less what was given back; no samples', async () => {
    await place(
      paid({ paidAt: NOW }),
      paid({ paidAt: NOW, refundedCents: 358 }),
      paid({ paidAt: NOW, paymentStatus: 'refunded' }),
      paid({ paidAt: NOW, isSample: true }),
      order({ createdAt: NOW }),
    )
    expect(await day('2026-06-04')).toEqual({ date: '2026-06-04', orders: 2, revenueCents: 6358 + 6000 })
  })

  test('take off what banks took back for good, not what they still ask about', async () => {
    const rows = ['lost', 'prevented', 'won', 'needs_response', 'warning_closed'] as const
    await place(...rows.map((status) => paid({ id: `disputed-${status}`, paidAt: NOW })))
    await shop.db
      .insert(disputes)
      .values(rows.map((status) => dispute({ orderId: `disputed-${status}`, status, amountCents: 6000 })))
    expect(await day('2026-06-04')).toMatchObject({ orders: 5, revenueCents: 3 * 6358 + 2 * 358 })
  })
})

const WALK = /^SCAN (o|orders|shop_orders|outbox|order_flags)\b/

test('however much has been sold, it is one round trip, and no step walks through all orders', async () => {
  // The orders are added in parts: each keeps the search's index, too, and a call takes no longer than four seconds.
  for (let first = 1; first < 12_000; first += 2_000) {
    await shop.client.execute(`with recursive n(i) as (select ${first} union all select i + 1 from n where i < ${first + 1_999})
    insert into orders (id, order_reference, customer_name, customer_email, customer_phone, delivery_address,
      delivery_city, delivery_state, delivery_zip, time_zone, subtotal_cents, delivery_fee_cents, tax_cents, total_cents,
      status, payment_status, paid_at, delivery_option, delivery_date, promised_by, created_at, updated_at)
    select 'o' || i, printf('ORD-%08d', i), 'Sam', 'sam@example.com', '1', '1 Way', 'New York', 'NY', '10001',
      'America/New_York', 100, 0, 0, 100, 'confirmed', 'paid', '2026-06-01T12:00:00.000Z', 'today',
      '2026-06-01T12:00:00.000Z', '2026-06-01T12:00:00.000Z', '2026-06-01T12:00:00.000Z', '2026-06-01T12:00:00.000Z'
    from n`)
  }
  const { requests, plans } = await plansOf(shop, async () => {
    const { counts, inDanger, figures, lastDays } = await look()
    for (const { total, capped } of [counts.orders, figures.late]) {
      expect([total, capped]).toEqual([10_000, true])
    }
    expect([inDanger.total, inDanger.capped, inDanger.rows.length]).toEqual([READ_MAX, true, 10])
    expect(lastDays.days).toContainEqual({ date: '2026-06-01', orders: 12_000, revenueCents: 1_200_000 })
  })
  // The guard's, and one.
  expect(requests).toBe(2)
  const steps = plans.flatMap((plan) => plan.steps)
  for (const index of [
    'orders_filtered_promised',
    'orders_promised_by',
    'orders_sold',
    'shop_orders_by_status',
    'shop_orders_listed',
    'outbox_problems',
    'order_flags_open',
  ]) {
    expect(steps.join('\n')).toContain(index)
  }
  // Only the tiles count whole tables, up to 10,001; what else is walked through are indexes of little, and the newest
  // twenty of those that were sold.
  const walks = plans.slice(1).flatMap((plan) => plan.steps.filter((step) => WALK.test(step)))
  expect(
    walks.filter(
      (step) =>
        !/INDEX (outbox_problems|outbox_due|order_flags_open|orders_sold|orders_awaiting_payment)/.test(step),
    ),
  ).toEqual([])
})
