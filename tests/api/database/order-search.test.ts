import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@libsql/client'
import { eq, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { matchExpression } from '#api/orders/search-queries.ts'
import { ASSIGNMENT_STATUSES, ORDER_STATUSES, PAYMENT_STATUSES } from '#domain/order-status.ts'
import { markets, shops, states } from '#drizzle/schema/markets.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import { migrateDatabase, migrateTo } from '#local/migrations.ts'
import {
  MIGRATIONS,
  openBareDatabase,
  openTestDatabase,
  ROOT,
  type TestDatabase,
} from '#tests/support/database.ts'
import { STAMP } from '#tests/support/row-kit.ts'
import { market, order, shop, shopOrder, state } from '#tests/support/rows.ts'

// Triggers keep the search index in step with orders, shop orders and shops.

const NY = state({ code: 'NY' })
const CITY = market()
const ROSES = shop({ marketId: CITY.id, stateId: NY.id, name: 'Rose & Thorn' })
const LILIES = shop({ marketId: CITY.id, stateId: NY.id, name: 'Lily Pad' })

const database = await openTestDatabase()
const db = database.db
await db.insert(states).values(NY)
await db.insert(markets).values(CITY)
await db.insert(shops).values([ROSES, LILIES])
afterAll(() => database.close())
beforeEach(async () => {
  await db.delete(shopOrders)
  await db.delete(orders)
})

/** The rows of the index, and the rows that the tables give. */
async function readIndex(client: Client = database.client) {
  const columns = 'reference, customer, email, delivery, shop, status, payment, assignment'
  const [indexed, expected] = await client.batch(
    [
      `select cast(rowid as text) as key, ${columns} from order_search order by rowid`,
      `select cast(key as text) as key, ${columns} from order_index_rows r order by r.key`,
    ],
    'read',
  )
  const plain = (rows: typeof indexed) => (rows?.rows ?? []).map((row) => ({ ...row }))
  return { indexed: plain(indexed), expected: plain(expected) }
}

async function expectInStep(count: number) {
  const { indexed, expected } = await readIndex()
  expect(indexed).toEqual(expected)
  expect(indexed).toHaveLength(count)
}

async function search(q: string): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    select order_id as id from order_search join order_search_keys on key = order_search.rowid
    where order_search match ${matchExpression({ q })} order by order_search.rowid desc`)
  return rows.map(({ id }) => id)
}

describe('an order in the index', () => {
  const one = order({ customerName: 'Zoé van Zant', customerEmail: 'zoe@example.com' })
  beforeEach(async () => {
    await db.insert(orders).values(one)
  })

  test.each([
    ['reference', { orderReference: 'ORD-ZZZZ9999' }],
    ['name', { customerName: 'Someone Else' }],
    ['email', { customerEmail: 'else@example.org' }],
    ['phone', { customerPhone: '(415) 555-0199' }],
    ['recipient', { recipientName: 'Someone Else' }],
    ['recipient’s phone', { recipientPhone: '(415) 555-0199' }],
    ['street', { deliveryAddress: '1 Other Street' }],
    ['unit', { deliveryUnit: '4b' }],
    ['city', { deliveryCity: 'Oakland' }],
    ['ZIP', { deliveryZip: '94601' }],
    ['status', { status: 'processing' }],
    ['payment', { paymentStatus: 'failed' }],
    ['assignment', { assignmentStatus: 'assigned' }],
  ] as const)('has its new %s after an update', async (_, changes) => {
    const before = await readIndex()
    await db.update(orders).set(changes).where(eq(orders.id, one.id))
    await expectInStep(1)
    expect((await readIndex()).indexed).not.toEqual(before.indexed)
  })

  test('has the shop of its live shop order only', async () => {
    const set = (changes: Partial<typeof shopOrders.$inferInsert>) =>
      db.update(shopOrders).set({ statusUpdatedAt: STAMP, ...changes })
    await db.insert(shopOrders).values(shopOrder({ orderId: one.id, shopId: ROSES.id }))
    expect(await search('thorn')).toEqual([one.id])
    await set({ status: 'rejected' })
    expect(await search('thorn')).toEqual([])
    await set({ status: 'delivered' })
    expect(await search('thorn')).toEqual([one.id])
    await set({ shopId: LILIES.id })
    expect([await search('thorn'), await search('lily')]).toEqual([[], [one.id]])
    await set({ shopId: ROSES.id, withdrawnAt: STAMP })
    expect(await search('thorn')).toEqual([])
    await db.insert(shopOrders).values(shopOrder({ orderId: one.id, shopId: LILIES.id }))
    expect(await search('lily')).toEqual([one.id])
    await db.delete(shopOrders)
    expect(await search('lily')).toEqual([])
    await expectInStep(1)
  })

  test("is found by its shop's new name although the rename writes nothing else", async () => {
    await db.insert(shopOrders).values(shopOrder({ orderId: one.id, shopId: LILIES.id }))
    const total = async () => (await database.client.execute('select total_changes() as n')).rows[0]?.['n']
    const before = Number(await total())
    await db.update(shops).set({ name: 'Orchid House' }).where(eq(shops.id, LILIES.id))
    expect(await total()).toBe(before + 1)
    expect([await search('lily'), await search('orchid')]).toEqual([[], [one.id]])
    await db.update(shops).set({ name: LILIES.name }).where(eq(shops.id, LILIES.id))
    await expectInStep(1)
  })

  test("is not found by its shop's number", async () => {
    await db.insert(shopOrders).values(shopOrder({ orderId: one.id, shopId: LILIES.id }))
    const indexed = String((await readIndex()).indexed[0]?.['shop'])
    expect(indexed).toHaveLength(3)
    expect([await search(indexed), await search('|')]).toEqual([[], []])
  })

  test('leaves no row behind when it is deleted', async () => {
    await db.delete(orders)
    await expectInStep(0)
    expect((await database.client.execute('select order_id from order_search_keys')).rows).toEqual([])
  })
})

describe('an order is found by what stands on it, however it is written', () => {
  const one = order({
    orderReference: 'ORD-7K2M9QXA',
    customerName: 'Ñandú O’Brien',
    customerPhone: '(212) 555-0134',
    recipientName: 'Nguyễn Thị Hương',
    recipientPhone: '+1 415.555.0177',
    deliveryAddress: '23 D’Arcy Street',
    deliveryUnit: '3rd floor',
    deliveryCity: 'San Francisco',
    deliveryZip: '94103',
  })
  beforeEach(async () => {
    await db.insert(orders).values([one, order({ orderReference: 'ORD-99999999', deliveryZip: '10001' })])
  })

  test.each([
    ...['ñandú', 'ÑANDÚ', 'nandu', "Nandu o'brien", 'o‘brien', 'nguyen', 'NGUYỄN THỊ', 'huong', 'ng', 'ñ'],
    ...["23 d'arcy", 'DARCY'.replace('D', 'd’'), 'arcy street', '3rd floor', 'francisco', '94103'],
    ...['(212) 555-0134', '212-555-0134', '+1 212 555 0134', '12125550134', '2125550134', '0134', '555-0134'],
    ...['415 555 0177', '0177', '(415)555-0177'],
    ...[
      'ORD-7K2M9QXA',
      '#ORD-7K2M9QXA',
      'ord 7k2m9qxa',
      'Ord7k2m',
      '# ord-7k',
      '#7k2m9qxa',
      '7K2M 9QXA',
      'ORD–7K2M',
    ],
  ])('%s', async (q) => {
    expect(await search(q)).toEqual([one.id])
  })

  test.each(['0135', '#ORD-7K3', 'mandu', '94102', '5550134 9'])('not by %s', async (q) => {
    expect(await search(q)).toEqual([])
  })
})

test('gives the newest orders first, whatever was written first', async () => {
  const at = (time: string) => order({ createdAt: `2026-06-04T${time}Z`, customerName: 'Same' })
  const rows = [at('19:05:00.002'), at('19:05:00.001'), at('23:59:59.999'), at('00:00:00.000')]
  await db.insert(orders).values(rows)
  expect(await search('same')).toEqual([2, 0, 1, 3].map((n) => rows[n]?.id))
})

test('gives each order of one millisecond a key of its own', async () => {
  const of = (createdAt: string) => Array.from({ length: 25 }, () => order({ createdAt }))
  for (let n = 0; n < 80; n++) await db.insert(orders).values(of('2026-06-04T19:05:00.000Z'))
  await db.insert(orders).values(of('2026-06-04T19:05:00.001Z'))
  await expectInStep(2025)
})

test.each([
  ['order', ORDER_STATUSES],
  ['payment', PAYMENT_STATUSES],
  ['assignment', ASSIGNMENT_STATUSES],
])('tells the %s statuses apart by their letters 3 and 4', (_, statuses) => {
  expect(new Set(statuses.map((status) => status.slice(2, 4))).size).toBe(statuses.length)
})

describe('migrating', () => {
  const bought = [order({ createdAt: STAMP }), order({ createdAt: STAMP }), order()]

  /** A database with orders, from some version of the migrations on. */
  async function openOld(count?: number) {
    const old = await openBareDatabase()
    onTestFinished(old.close)
    if (count === undefined) await migrateDatabase(old.client, ROOT)
    else await migrateTo(old.client, ROOT, count)
    await old.db.insert(states).values(NY)
    await insertOld(old.client, 'markets', [CITY])
    await insertOld(old.client, 'shops', [ROSES, LILIES])
    await insertOld(old.client, 'orders', bought)
    await old.db.insert(shopOrders).values(shopOrder({ orderId: bought[1]?.id ?? '', shopId: LILIES.id }))
    return old
  }

  /** Inserts rows by hand: an older version has not all of the columns. */
  async function insertOld(client: Client, table: string, added: readonly object[]) {
    const { rows } = await client.execute(`select name from pragma_table_info('${table}')`)
    for (const row of added) {
      const values = Object.entries(row).flatMap(([field, value]) => {
        const name = toSnakeCase(field)
        return rows.some((known) => known['name'] === name) ? [{ name, value }] : []
      })
      await client.execute({
        sql: `insert into ${table} (${values.map(({ name }) => name).join(', ')})
          values (${values.map(() => '?').join(', ')})`,
        args: values.map(({ value }) => value),
      })
    }
  }

  async function expectSearchWorks({ client, db }: TestDatabase) {
    const { indexed, expected } = await readIndex(client)
    expect(indexed).toEqual(expected)
    expect(indexed.map(({ shop }) => shop !== null).sort()).toEqual([false, false, true])
    await db
      .update(orders)
      .set({ customerName: 'Someone Else' })
      .where(eq(orders.id, bought[0]?.id ?? ''))
    await db.delete(shopOrders)
    await db.delete(orders).where(eq(orders.id, bought[2]?.id ?? ''))
    const then = await readIndex(client)
    expect(then.indexed).toEqual(then.expected)
    expect(then.indexed.map(({ shop }) => shop)).toEqual([null, null])
  }

  /** The project with one migration more. */
  async function projectWith(more: string): Promise<string> {
    const root = await mkdtemp(join(tmpdir(), 'project-'))
    onTestFinished(() => rm(root, { recursive: true }))
    const folder = join(root, 'drizzle/migrations')
    await cp(MIGRATIONS, folder, { recursive: true })
    await writeFile(join(folder, 'more.sql'), more)
    const { entries, ...journal } = JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8'))
    const last = entries.at(-1)
    const another = { ...last, idx: last.idx + 1, when: last.when + 1, tag: 'more' }
    await writeFile(
      join(folder, 'meta/_journal.json'),
      JSON.stringify({ ...journal, entries: [...entries, another] }),
    )
    return root
  }

  const structure = async ({ client }: TestDatabase) =>
    (await client.execute('select type, name, tbl_name, sql from sqlite_master order by type, name')).rows

  test.each([
    ['the last migration that made triggers itself', 20],
    ['the migration before the index had the delivery', 18],
  ])('a shop as of %s keeps its index and gets the triggers', async (_, count) => {
    const old = await openOld(count)
    await migrateDatabase(old.client, ROOT)
    old.client.reconnect()
    expect(await structure(old)).toEqual(await structure(database))
    await expectSearchWorks(old)
  })

  test('again changes nothing', async () => {
    const old = await openOld()
    const [before, rows] = [await structure(old), await readIndex(old.client)]
    const version = async () => (await old.client.execute('pragma schema_version')).rows
    const then = await version()
    await migrateDatabase(old.client, ROOT)
    expect([await structure(old), await readIndex(old.client), await version()]).toEqual([before, rows, then])
  })

  test.each(['orders', 'shop_orders', 'shops'])('with a rebuilt table %s keeps the search', async (table) => {
    const old = await openOld()
    const [before, { indexed }] = [await structure(old), await readIndex(old.client)]
    const { sql: create } = (
      await old.client.execute(`select sql from sqlite_master where type = 'table' and name = '${table}'`)
    ).rows[0] as unknown as { sql: string }
    const indexes = before.filter(({ type, tbl_name, sql }) => type === 'index' && tbl_name === table && sql)
    const rebuild = [
      create.replace(/["`]?\w+["`]?\s*\(/, `__new_${table} (`),
      `INSERT INTO __new_${table} SELECT * FROM ${table}`,
      `DROP TABLE ${table}`,
      `ALTER TABLE __new_${table} RENAME TO ${table}`,
      ...indexes.map(({ sql }) => String(sql)),
    ]
    await migrateDatabase(old.client, await projectWith(rebuild.join(';--> statement-breakpoint\n')))
    old.client.reconnect()
    expect((await readIndex(old.client)).indexed).toEqual(indexed)
    expect((await structure(old)).map(({ name }) => name)).toEqual(before.map(({ name }) => name))
    await expectSearchWorks(old)
  })

  test('replaces triggers that have changed, and writes rows of another kind anew', async () => {
    const old = await openOld()
    const before = await structure(old)
    await old.client.executeMultiple(`
      drop trigger order_index_update; drop view order_index_rows;
      create trigger order_index_former after update on orders begin delete from order_search; end;
      create view order_index_rows as select 1 as former;
      update order_search set customer = 'another kind';`)
    await migrateDatabase(old.client, ROOT)
    expect(await structure(old)).toEqual(before)
    await expectSearchWorks(old)
  })

  test('fills the index after rows were written without triggers', async () => {
    const old = await openOld()
    const { indexed } = await readIndex(old.client)
    const { rows } = await old.client.execute("select name from sqlite_master where type = 'trigger'")
    await old.client.executeMultiple(`
      ${rows.map(({ name }) => `drop trigger ${name};`).join('')}
      delete from order_search; delete from order_search_keys; delete from order_search_shops;`)
    await migrateDatabase(old.client, ROOT)
    expect((await readIndex(old.client)).indexed).toEqual(indexed)
    await expectSearchWorks(old)
  })
})

// A new trigger needs a case above that fails without it.
test('is kept by these triggers', async () => {
  const { rows } = await database.client.execute(
    `select name from sqlite_master where type = 'trigger' and name like 'order_%'`,
  )
  expect(rows.map(({ name }) => String(name)).sort()).toEqual([
    'order_index_delete',
    'order_index_insert',
    'order_index_shop_delete',
    'order_index_shop_insert',
    'order_index_shop_order_delete',
    'order_index_shop_order_insert',
    'order_index_shop_order_update',
    'order_index_update',
  ])
})
