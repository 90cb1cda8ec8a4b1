import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api'
import { drizzle } from 'drizzle-orm/libsql'
import { migrate } from 'drizzle-orm/libsql/migrator'
import { expect, test } from 'vitest'
import * as accounts from '#drizzle/schema/accounts.ts'
import * as catalogue from '#drizzle/schema/catalogue.ts'
import * as checkout from '#drizzle/schema/checkout.ts'
import * as markets from '#drizzle/schema/markets.ts'
import * as messages from '#drizzle/schema/messages.ts'
import * as orders from '#drizzle/schema/orders.ts'
import * as problems from '#drizzle/schema/problems.ts'
import * as shopOrders from '#drizzle/schema/shop-orders.ts'
import { MIGRATIONS, openBareDatabase, openTestDatabase } from '#tests/support/database.ts'
import { readStructure, type Structure } from './structure.ts'

// drizzle/schema says what we want, drizzle/migrations what a database gets. They must be the same.

const MODULES = {
  accounts,
  catalogue,
  checkout,
  markets,
  messages,
  orders,
  problems,
  'shop-orders': shopOrders,
}

type Snapshot = Awaited<ReturnType<typeof generateSQLiteDrizzleJson>>

const journal: { entries: { tag: string; idx: number; when: number }[] } = JSON.parse(
  await readFile(join(MIGRATIONS, 'meta/_journal.json'), 'utf8'),
)
const wanted = await snapshotOf(Object.assign({}, ...Object.values(MODULES)))

test('this test looks at every file of the schema', async () => {
  const files = await readdir(new URL('../../../drizzle/schema', import.meta.url))
  const modules = Object.keys(MODULES).map((name) => `${name}.ts`)
  // columns.ts holds what the tables share, and no table.
  expect(files.sort()).toEqual([...modules, 'columns.ts'].sort())
})

test('a migrated database is what the schema describes', async () => {
  const migrated = await openTestDatabase()
  const described = await openBareDatabase()
  for (const statement of await generateSQLiteMigration(await snapshotOf({}), wanted)) {
    await described.client.executeMultiple(statement)
  }
  const [is, shouldBe] = [await readStructure(migrated.client), await readStructure(described.client)]
  expect(shouldBe.tables.length).toBeGreaterThan(20)
  expect(inAnyOrder(is)).toEqual(inAnyOrder(shouldBe))
  await migrated.close()
  await described.close()
})

test('generating migrations now would make none', async () => {
  const last = journal.entries.at(-1)
  const file = `meta/${String(last?.idx).padStart(4, '0')}_snapshot.json`
  const snapshot: Snapshot = JSON.parse(await readFile(join(MIGRATIONS, file), 'utf8'))
  expect(await generateSQLiteMigration(snapshot, wanted)).toEqual([])
})

test('every migration is in the journal, in its order', async () => {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort()
  expect(journal.entries.map(({ tag }) => `${tag}.sql`)).toEqual(files)
  expect(journal.entries.map(({ idx }) => idx)).toEqual(files.map((_, at) => at))
  const times = journal.entries.map(({ when }) => when)
  // The migrator runs what is newer than the last one it ran: an older stamp would be passed over.
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
})

test('migrating twice changes nothing', async () => {
  const { client, close } = await openTestDatabase({ seeded: true })
  const before = await client.execute('SELECT * FROM sqlite_master')
  const products = await client.execute('SELECT * FROM products')
  await migrate(drizzle(client), { migrationsFolder: MIGRATIONS })
  expect(await client.execute('SELECT * FROM sqlite_master')).toEqual(before)
  expect((await client.execute('SELECT * FROM products')).rows).toEqual(products.rows)
  await close()
})

/** The schema as drizzle-kit reads it. A module's other exports, lists of statuses, mean nothing to it. */
function snapshotOf(schema: Record<string, unknown>): Promise<Snapshot> {
  return generateSQLiteDrizzleJson(schema, undefined, 'snake_case')
}

/** Columns and rules that a later migration added come last in the database; that makes no difference. */
function inAnyOrder(structure: Structure): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(structure).map(([kind, entries]) => [
      kind,
      entries.map((entry) => JSON.stringify(entry)).sort(),
    ]),
  )
}
