import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from '@libsql/client'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#api/deps.ts'
import { ASSIGNMENT_STATUSES, ORDER_STATUSES, PAYMENT_STATUSES } from '#domain/order-status.ts'
import { markets, shops, states } from '#drizzle/schema/markets.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import { MIGRATIONS, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { STAMP } from '#tests/support/row-kit.ts'
import { market, order, shop, shopOrder, state } from '#tests/support/rows.ts'

// The index behind the search over orders is kept by triggers: whatever is written, it says what the orders say.

let database: TestDatabase
let db: Db
const NY = state({ code: 'NY' })
const CITY = market()
const ROSES = shop({ marketId: CITY.id, stateId: NY.id, name: 'Rose & Thorn' })
const LILIES = shop({ marketId: CITY.id, stateId: NY.id, name: 'Lily Pad' })

beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
  await db.insert(states).values(NY)
  await db.insert(markets).values(CITY)
  await db.insert(shops).values([ROSES, LILIES])
})
afterAll(() => database.close())
beforeEach(async () => {
  await db.delete(shopOrders)
  await db.delete(orders)
})

/** What the index holds, and what it should hold: read anew from the orders. */
async function compared(client: Client = database.client) {
  const columns = 'reference, customer, email, codes'
  const [held, wanted] = await client.batch(
    [
      `select rowid as key, ${columns} from order_search order by rowid`,
      `select key, ${columns} from order_search_texts order by key`,
    ],
    'read',
  )
  const plain = (rows: typeof held) => (rows?.rows ?? []).map((row) => ({ ...row }))
  return { held: plain(held), wanted: plain(wanted) }
}

async function expectTrue(count: number) {
  const { held, wanted } = await compared()
  expect(held).toEqual(wanted)
  expect(held).toHaveLength(count)
}

async function found(match: string): Promise<string[]> {
  const { rows } = await database.client.execute({
    sql: `select order_id from order_search join order_search_keys on key = order_search.rowid
      where order_search match ? order by order_search.rowid desc`,
    args: [match],
  })
  return rows.map((row) => String(row['order_id']))
}

describe('what is written', () => {
  const one = order({ customerName: 'Zoé van Zant', customerEmail: 'zoe@example.com' })
  beforeEach(async () => {
    await db.insert(orders).values(one)
  })

  test.each([
    ['the reference', `"${one.orderReference.slice(-5)}"`],
    ['a part of the name', '"zant"'],
    ['without its accent', '"zoe   van"'],
    ['a part of the e-mail', '"@exam"'],
    ['one letter that begins a word', '"  v"'],
    ['two letters that begin a word', '" va"'],
  ])('an order is found by %s', async (_, match) => {
    expect(await found(match)).toEqual([one.id])
  })

  test.each([
    ['one letter inside a word', '"  a"'],
    ['two letters inside a word', '" an"'],
    ['what is in no order', '"qqq"'],
  ])('an order is not found by %s', async (_, match) => {
    expect(await found(match)).toEqual([])
  })

  test.each([
    ['reference', { orderReference: 'ORD-ZZZZ9999' }],
    ['name', { customerName: 'Someone Else' }],
    ['e-mail', { customerEmail: 'else@example.org' }],
    ['status', { status: 'processing' }],
    ['payment', { paymentStatus: 'failed' }],
    ['assignment', { assignmentStatus: 'assigned' }],
  ] as const)('a new %s is in the index', async (_, changes) => {
    const before = await compared()
    await db.update(orders).set(changes).where(eq(orders.id, one.id))
    await expectTrue(1)
    expect((await compared()).held).not.toEqual(before.held)
  })

  test('a shop order puts its shop in while it lives', async () => {
    const unassigned = await compared()
    const given = shopOrder({ orderId: one.id, shopId: ROSES.id })
    const set = (changes: Partial<typeof shopOrders.$inferInsert>) =>
      db.update(shopOrders).set({ statusUpdatedAt: STAMP, ...changes })
    await db.insert(shopOrders).values(given)
    await expectTrue(1)
    const assigned = await compared()
    expect(assigned.held).not.toEqual(unassigned.held)
    await set({ status: 'rejected' })
    expect((await compared()).held).toEqual(unassigned.held)
    await set({ status: 'delivered' })
    expect((await compared()).held).toEqual(assigned.held)
    await set({ withdrawnAt: STAMP })
    expect((await compared()).held).toEqual(unassigned.held)
    await db.insert(shopOrders).values(shopOrder({ orderId: one.id, shopId: LILIES.id }))
    await expectTrue(1)
    expect((await compared()).held).not.toEqual(assigned.held)
    await db.delete(shopOrders)
    expect((await compared()).held).toEqual(unassigned.held)
  })

  test('a shop order that moves takes its shop along', async () => {
    const two = order()
    await db.insert(orders).values(two)
    await db.insert(shopOrders).values(shopOrder({ orderId: one.id, shopId: ROSES.id }))
    await db.update(shopOrders).set({ orderId: two.id })
    await expectTrue(2)
    await db.update(shopOrders).set({ shopId: LILIES.id })
    await expectTrue(2)
  })

  test('an order that goes leaves nothing behind', async () => {
    await db.delete(orders)
    await expectTrue(0)
    const { rows } = await database.client.execute('select * from order_search_keys')
    expect(rows).toEqual([])
  })
})

test('newest first is the order of the numbers, whatever was written first', async () => {
  const at = (time: string) => order({ createdAt: `2026-06-04T${time}Z`, customerName: 'Same' })
  const rows = [at('19:05:00.002'), at('19:05:00.001'), at('23:59:59.999'), at('00:00:00.000')]
  await db.insert(orders).values(rows)
  expect(await found('"same"')).toEqual([2, 0, 1, 3].map((n) => rows[n]?.id))
})

test('two thousand orders of one millisecond, and those of the next, have numbers of their own', async () => {
  const of = (createdAt: string) => Array.from({ length: 25 }, () => order({ createdAt }))
  for (let n = 0; n < 80; n++) await db.insert(orders).values(of('2026-06-04T19:05:00.000Z'))
  await db.insert(orders).values(of('2026-06-04T19:05:00.001Z'))
  await expectTrue(2025)
})

test('a shop has a number of its own; a new name changes nothing in the index', async () => {
  const [one, two] = [
    shop({ marketId: CITY.id, stateId: NY.id }),
    shop({ marketId: CITY.id, stateId: NY.id }),
  ]
  await db.insert(shops).values([one, two])
  const numbers = async () => (await database.client.execute('select * from order_search_shops')).rows
  const before = await numbers()
  expect(before.map((row) => row['shop_id'])).toEqual([ROSES.id, LILIES.id, one.id, two.id])
  await db.update(shops).set({ name: 'Renamed' }).where(eq(shops.id, one.id))
  await db.delete(shops).where(eq(shops.id, two.id))
  expect(await numbers()).toEqual(before.slice(0, 3))
  await db.delete(shops).where(eq(shops.id, one.id))
})

test('the codes of a list are all different', async () => {
  // As the view writes them.
  const firstTwo = (text: string) => text.slice(0, 2)
  const firstAndFourth = (text: string) => text.charAt(0) + text.charAt(3)
  for (const codes of [
    PAYMENT_STATUSES.map(firstTwo),
    ASSIGNMENT_STATUSES.map(firstTwo),
    ORDER_STATUSES.map(firstAndFourth),
  ]) {
    expect(new Set(codes).size).toBe(codes.length)
  }
})

test('orders from before the search are in it', async () => {
  const old = await openTestDatabase()
  await old.db.insert(states).values(NY)
  await old.db.insert(markets).values(CITY)
  await old.db.insert(shops).values([ROSES, LILIES])
  const bought = [order({ createdAt: STAMP }), order({ createdAt: STAMP }), order()]
  await old.db.insert(orders).values(bought)
  await old.db.insert(shopOrders).values(shopOrder({ orderId: bought[1]?.id ?? '', shopId: LILIES.id }))
  const before = await compared(old.client)
  // Everything of the search is taken away and made again as the migration makes it.
  const { rows } = await old.client.execute(
    `select type, name from sqlite_master where name like 'order_search%' and type in ('trigger', 'view', 'table')
     and name not like 'order_search\\_%data' escape '\\' and name not in ('order_search_idx', 'order_search_content',
       'order_search_docsize', 'order_search_config')
     order by type = 'table', name`,
  )
  for (const { type, name } of rows) await old.client.execute(`drop ${type} ${name}`)
  const migration = await readFile(join(MIGRATIONS, '0003_order_search.sql'), 'utf8')
  const statements = migration.split('--> statement-breakpoint')
  const first = statements.findIndex((statement) => statement.includes('UPDATE `orders`'))
  for (const statement of statements.slice(first)) await old.client.execute(statement)
  expect((await compared(old.client)).held).toEqual(before.held)
  const tokens = await old.db.select({ token: orders.trackingToken }).from(orders)
  expect(new Set(tokens.map(({ token }) => token)).size).toBe(3)
  expect(tokens.every(({ token }) => /^[0-9a-f]{32}$/.test(token ?? ''))).toBe(true)
  await old.close()
})

test('whatever is written, in whatever order, the index says what the orders say', async () => {
  const pick = fc.nat({ max: 4 })
  const step = fc.oneof(
    fc.record({ do: fc.constant('order' as const), name: fc.string({ minLength: 1, maxLength: 12 }) }),
    fc.record({ do: fc.constant('status' as const), at: pick, to: fc.constantFrom(...ORDER_STATUSES) }),
    fc.record({ do: fc.constant('assign' as const), at: pick, shop: fc.constantFrom(ROSES.id, LILIES.id) }),
    fc.record({ do: fc.constantFrom('reject' as const, 'withdraw' as const, 'remove' as const), at: pick }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await db.delete(shopOrders)
      await db.delete(orders)
      const ids: string[] = []
      for (const each of steps) {
        const id = 'at' in each ? (ids[each.at] ?? '') : ''
        const live = eq(shopOrders.orderId, id)
        if (each.do === 'order') {
          const row = order({ customerName: `N ${each.name.replaceAll('\0', '')}` })
          await db.insert(orders).values(row)
          ids.push(row.id)
        } else if (each.do === 'status') {
          await db.update(orders).set({ status: each.to }).where(eq(orders.id, id))
        } else if (each.do === 'reject') {
          await db.update(shopOrders).set({ status: 'rejected', statusUpdatedAt: STAMP }).where(live)
        } else if (each.do === 'withdraw') {
          await db.update(shopOrders).set({ withdrawnAt: STAMP }).where(live)
        } else if (each.do === 'remove') {
          await db.delete(shopOrders).where(live)
          await db.delete(orders).where(eq(orders.id, id))
        } else if ('shop' in each && ids.includes(id)) {
          const given = shopOrder({ orderId: id, shopId: each.shop })
          await db
            .insert(shopOrders)
            .values(given)
            .catch(() => {})
        }
      }
      const { held, wanted } = await compared()
      expect(held).toEqual(wanted)
    }),
    { numRuns: 60 },
  )
})

// A case above goes wrong without it: a new one needs such a case.
test('these are all the triggers', async () => {
  const { rows } = await database.client.execute(
    `select name from sqlite_master where type = 'trigger' and name like 'order_search%'`,
  )
  expect(rows.map(({ name }) => String(name)).sort()).toEqual([
    'order_search_assigned',
    'order_search_changed',
    'order_search_gone',
    'order_search_new',
    'order_search_reassigned',
    'order_search_shop_gone',
    'order_search_shop_new',
    'order_search_unassigned',
  ])
})
