import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api'
import { expect, test } from 'vitest'
import { DELIVERY_OPTION_IDS } from '#domain/delivery.ts'
import { migrateDatabase, migrateTo } from '#local/migrations.ts'
import { MIGRATIONS, openBareDatabase, openTestDatabase, ROOT } from '#tests/support/database.ts'
import { readStructure } from './migrated.ts'
import { SCHEMA } from './schema.ts'

// drizzle/schema says what we want, drizzle/migrations what a database gets. They must be the same.

type Snapshot = Awaited<ReturnType<typeof generateSQLiteDrizzleJson>>

const journal: { entries: { tag: string; idx: number; when: number }[] } = JSON.parse(
  await readFile(join(MIGRATIONS, 'meta/_journal.json'), 'utf8'),
)
const wanted = await snapshotOf(SCHEMA)

test('a migrated database is what the schema describes', async () => {
  const migrated = await openTestDatabase()
  const described = await openBareDatabase()
  for (const statement of await generateSQLiteMigration(await snapshotOf({}), wanted)) {
    await described.client.executeMultiple(statement)
  }
  const expected = await readStructure(described.client)
  expect(expected.length).toBeGreaterThan(500)
  expect(await readStructure(migrated.client)).toEqual(expected)
  await migrated.close()
  await described.close()
})

test.each([
  ['a column', `ALTER TABLE orders ADD COLUMN gift text DEFAULT 'none'`],
  ['a CHECK without a name', `ALTER TABLE orders ADD COLUMN gift text CHECK (gift <> ')')`],
  ['a UNIQUE without a name', `CREATE TABLE gifts (id text PRIMARY KEY NOT NULL, code text NOT NULL UNIQUE)`],
  ['a unique index', 'CREATE UNIQUE INDEX one_each ON orders (lower(customer_email)) WHERE is_sample = 0'],
  ['a foreign key', 'ALTER TABLE orders ADD COLUMN gift text REFERENCES products(id) ON DELETE CASCADE'],
  ['a trigger', 'CREATE TRIGGER never BEFORE DELETE ON orders BEGIN SELECT 1; END'],
  ['an index less', 'DROP INDEX markets_name'],
  ['a table less', 'DROP TABLE provider_events'],
])('a database with %s is another', async (_, sql) => {
  const { client, close } = await openTestDatabase()
  const before = await readStructure(client)
  await client.executeMultiple(sql)
  expect(await readStructure(client)).not.toEqual(before)
  await close()
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
  await migrateDatabase(client, ROOT)
  expect(await client.execute('SELECT * FROM sqlite_master')).toEqual(before)
  expect((await client.execute('SELECT * FROM products')).rows).toEqual(products.rows)
  await close()
})

test('a delivery option that a database lacks is added, and one that the domain lacks stays', async () => {
  const { client, close } = await openTestDatabase()
  const options = async () =>
    (await client.execute('select id from delivery_options order by rowid')).rows.map(({ id }) => id)
  expect(await options()).toEqual(DELIVERY_OPTION_IDS)
  await client.batch([
    `delete from delivery_options where id = 'today'`,
    `insert into delivery_options values ('former')`,
  ])
  await migrateDatabase(client, ROOT)
  expect((await options()).sort()).toEqual([...DELIVERY_OPTION_IDS, 'former'].sort())
  await close()
})

test('a database of a newer version is left as it is', async () => {
  const { client, close } = await openTestDatabase()
  await client.batch([
    `insert into __drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`,
    `delete from delivery_options where id = 'today'`,
    'drop trigger order_index_insert',
  ])
  const before = await client.execute('SELECT * FROM sqlite_master')
  await migrateDatabase(client, ROOT)
  expect(await client.execute('SELECT * FROM sqlite_master')).toEqual(before)
  expect((await client.execute('select id from delivery_options')).rows).toHaveLength(
    DELIVERY_OPTION_IDS.length - 1,
  )
  await close()
})

test('a database from before capacity keeps its rows, with everything off', async () => {
  const { client, close } = await openBareDatabase()
  await migrateTo(
    client,
    ROOT,
    journal.entries.findIndex(({ tag }) => tag === '0010_capacity'),
  )
  const stamp = '2026-06-04T19:05:00.000Z'
  await client.batch([
    `insert into states (id, code, name) values ('ny', 'NY', 'New York')`,
    `insert into markets (id, name, time_zone, created_at, updated_at) values ('m', 'Here', 'America/New_York', '${stamp}', '${stamp}')`,
    `insert into shops (id, name, market_id, state_id, city, zip, street_address, created_at, updated_at)
      values ('s', 'Petals', 'm', 'ny', 'New York', '10014', '1 Quiet St', '${stamp}', '${stamp}')`,
    `insert into orders (id, order_reference, customer_name, customer_email, customer_phone, delivery_address, delivery_city,
        delivery_state, delivery_zip, market_id, time_zone, subtotal_cents, delivery_fee_cents, tax_cents, total_cents,
        delivery_option, delivery_date, promised_by, created_at, updated_at)
      values ('o', 'ORD-00000001', 'Sam', 'sam@example.com', '1', '1 Quiet St', 'New York', 'NY', '10014', 'm',
        'America/New_York', 100, 0, 6, 106, 'today', '${stamp}', '${stamp}', '${stamp}', '${stamp}')`,
    `insert into order_flags (id, order_id, kind, created_at) values ('f', 'o', 'rebuilt', '${stamp}')`,
  ])
  const tables = ['markets', 'shops', 'orders', 'order_flags']
  const rows = async () =>
    Promise.all(tables.map(async (table) => (await client.execute(`select * from ${table}`)).rows[0]))
  const before = await rows()
  await migrateDatabase(client, ROOT)
  // A connection from before would read the columns of a rebuilt table in their former order.
  client.reconnect()
  const after = await rows()
  expect(after).toMatchObject(before.map((row) => ({ ...row })))
  const { rows: settings } = await client.execute(`
    select asks_for_answer, assigns_automatically, answer_minutes, weekday_capacity, hourly_capacity, default_percentage
    from markets join shops on market_id = markets.id`)
  expect(settings).toMatchObject([
    {
      asks_for_answer: 0,
      assigns_automatically: 0,
      answer_minutes: null,
      weekday_capacity: null,
      hourly_capacity: null,
      default_percentage: 80,
    },
  ])
  // Its order points at its delivery option.
  expect((await client.execute('pragma foreign_key_check')).rows).toEqual([])
  await close()
})

/** The schema as drizzle-kit reads it. A module's other exports, lists of statuses, mean nothing to it. */
function snapshotOf(schema: Record<string, unknown>): Promise<Snapshot> {
  return generateSQLiteDrizzleJson(schema, undefined, 'snake_case')
}
