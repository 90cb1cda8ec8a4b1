import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markets, shops, states } from '#drizzle/schema/markets.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { STAMP } from '#tests/support/row-kit.ts'
import { market, order, shop, shopOrder, state } from '#tests/support/rows.ts'
import { refusalOf } from './refusal.ts'

// One order, one live shop order, one total: what happens over time.

const { db, close } = await openTestDatabase()
afterAll(close)

const NY = state({ code: 'NY' })
const CITY = market()
const FIRST = shop({ marketId: CITY.id, stateId: NY.id })
const SECOND = shop({ marketId: CITY.id, stateId: NY.id })

beforeAll(async () => {
  await db.insert(states).values(NY)
  await db.insert(markets).values(CITY)
  await db.insert(shops).values([FIRST, SECOND])
})

/** A stored order that two shops were asked about, the first of them in vain. */
async function orderWithTwo(first: Partial<typeof shopOrders.$inferSelect>) {
  const bought = order()
  const old = shopOrder({ orderId: bought.id, shopId: FIRST.id, ...first })
  const live = shopOrder({ orderId: bought.id, shopId: SECOND.id })
  await db.insert(orders).values(bought)
  await db.insert(shopOrders).values([old, live])
  return { bought, old, live }
}

const change = (id: string, changes: Partial<typeof shopOrders.$inferSelect>) =>
  db
    .update(shopOrders)
    .set({ statusUpdatedAt: STAMP, ...changes })
    .where(eq(shopOrders.id, id))

const ONE_LIVE = 'UNIQUE constraint failed: shop_orders.order_id'
const SAME_TOTAL = 'FOREIGN KEY constraint failed'

test.each(['pending', 'confirmed', 'processing', 'ready', 'delivered'] as const)(
  'a rejected shop order cannot become %s while another lives',
  async (status) => {
    const { old } = await orderWithTwo({ status: 'rejected' })
    expect(await refusalOf(change(old.id, { status }))).toContain(ONE_LIVE)
    await change(old.id, { shopNotes: 'They asked again.' })
  },
)

test('a withdrawn shop order cannot become active while another is active', async () => {
  const { old } = await orderWithTwo({ withdrawnAt: STAMP })
  expect(await refusalOf(change(old.id, { withdrawnAt: null }))).toContain(ONE_LIVE)
})

test.each([
  ['rejected', { status: 'rejected' }],
  ['withdrawn', { withdrawnAt: STAMP }],
] as const)('a rejected shop order can come back once the other one is %s', async (_, gone) => {
  const { old, live } = await orderWithTwo({ status: 'rejected' })
  await change(live.id, gone)
  await change(old.id, { status: 'pending' })
  expect(await refusalOf(change(live.id, { status: 'pending', withdrawnAt: null }))).toContain(ONE_LIVE)
})

test('a shop order that is both rejected and withdrawn needs both undone to live', async () => {
  const { old } = await orderWithTwo({ status: 'rejected', withdrawnAt: STAMP })
  await change(old.id, { status: 'pending' })
  expect(await refusalOf(change(old.id, { withdrawnAt: null }))).toContain(ONE_LIVE)
})

test.each([
  ['a live', {}],
  ['a rejected', { status: 'rejected' }],
  ['a withdrawn', { withdrawnAt: STAMP }],
] as const)('the total of an order cannot change under %s shop order', async (_, changes) => {
  const bought = order()
  const assigned = shopOrder({ orderId: bought.id, shopId: FIRST.id, ...changes })
  const cheaper = { discountCents: 100, totalCents: bought.totalCents - 100 }
  const discount = () => db.update(orders).set(cheaper).where(eq(orders.id, bought.id))
  await db.insert(orders).values(bought)
  await db.insert(shopOrders).values(assigned)
  expect(await refusalOf(discount())).toContain(SAME_TOTAL)
  await db.delete(shopOrders).where(eq(shopOrders.id, assigned.id))
  expect((await discount()).rowsAffected).toBe(1)
})

test('parts of an order may change under a shop order while the total stays', async () => {
  const { bought } = await orderWithTwo({ status: 'rejected' })
  const moved = { subtotalCents: bought.subtotalCents - 100, deliveryFeeCents: bought.deliveryFeeCents + 100 }
  expect((await db.update(orders).set(moved).where(eq(orders.id, bought.id))).rowsAffected).toBe(1)
})

test('a shop order cannot move to an order with another total', async () => {
  const { live } = await orderWithTwo({ status: 'rejected' })
  const [dearer, same] = [order({ taxCents: 361 }), order()]
  await db.insert(orders).values([dearer, same])
  expect(await refusalOf(change(live.id, { orderId: dearer.id }))).toContain(SAME_TOTAL)
  expect((await change(live.id, { orderId: same.id })).rowsAffected).toBe(1)
})

test('assigning is all or nothing: a refused shop order leaves the order unassigned', async () => {
  const bought = order()
  const split = { orderId: bought.id, shopId: FIRST.id, platformFeeCents: 1000, shopCostCents: 5000 }
  await db.insert(orders).values(bought)
  const assign = db.batch([
    db.update(orders).set({ assignmentStatus: 'assigned' }).where(eq(orders.id, bought.id)),
    db.insert(shopOrders).values(shopOrder(split)),
  ])
  expect(await refusalOf(assign)).toContain('CHECK constraint failed: shop_orders_split_adds_up')
  const [stored] = await db.select().from(orders).where(eq(orders.id, bought.id))
  expect(stored).toEqual(bought)
})
