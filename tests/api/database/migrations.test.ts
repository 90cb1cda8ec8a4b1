import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api'
import { expect, test } from 'vitest'
import { DELIVERY_OPTION_IDS } from '#domain/delivery.ts'
import { migrateDatabase } from '#local/migrations.ts'
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

/** The schema as drizzle-kit reads it. A module's other exports, lists of statuses, mean nothing to it. */
function snapshotOf(schema: Record<string, unknown>): Promise<Snapshot> {
  return generateSQLiteDrizzleJson(schema, undefined, 'snake_case')
}
