import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client, InStatement } from '@libsql/client'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { DELIVERY_OPTION_IDS } from '#domain/delivery.ts'
import { hasOrderSearch, orderSearchStatements, STORED_ORDER_SEARCH } from '#drizzle/order-search.ts'

/**
 * The numbers of migrations that a database has had, and that this version has. `complete`: it has had all, and has what
 * follows them, too.
 */
export type MigrationState = { applied: number; known: number; complete: boolean }

/** The statement by which drizzle's own migrator makes its table. */
const CREATE_JOURNAL =
  'CREATE TABLE IF NOT EXISTS "__drizzle_migrations" (\n\t\t\tid SERIAL PRIMARY KEY,\n\t\t\thash text NOT NULL,\n\t\t\tcreated_at numeric\n\t\t)'

const OPTIONS = JSON.stringify(DELIVERY_OPTION_IDS)
const ADD_OPTIONS = {
  sql: 'insert into delivery_options (id) select value from json_each(?) where true on conflict do nothing',
  args: [OPTIONS],
}
const MISSING_OPTIONS = {
  sql: 'select value from json_each(?) where value not in (select id from delivery_options)',
  args: [OPTIONS],
}

/** @param root of the project; @throws whatever keeps the database from answering */
export async function readMigrations(client: Client, root: string): Promise<MigrationState> {
  const journal = readFileSync(join(root, 'drizzle/migrations/meta/_journal.json'), 'utf8')
  const { entries } = JSON.parse(journal) as { entries: unknown[] }
  const { applied } = await readJournal(client)
  const complete = applied === entries.length && (await missingStatements(client, root)).length === 0
  return { applied, known: entries.length, complete }
}

/**
 * Runs the migrations that a database has not had yet, brings its order search up to date and adds the delivery options that it
 * lacks, in one batch. The one way in which databases are migrated: drizzle's own migrator knows nothing of what follows.
 * @param root of the project
 */
export async function migrateDatabase(client: Client, root: string): Promise<void> {
  const statements = await missingStatements(client, root)
  // Foreign keys are off while it runs: migrations rebuild tables that others point at.
  if (statements.length > 0) await client.migrate(statements)
}

/**
 * Runs the first migrations of an empty database, and nothing that follows them: what a restore writes rows into.
 * @param root of the project
 */
export async function migrateTo(client: Client, root: string, count: number): Promise<void> {
  const { migrations } = await missingMigrations(client, root, count)
  await client.migrate(migrations)
}

async function missingStatements(client: Client, root: string): Promise<InStatement[]> {
  const { migrations, isNewer } = await missingMigrations(client, root)
  // The index that follows the migrations fits them: an older version must not replace a newer one's.
  if (isNewer) return []
  const { rows } = await client.execute(STORED_ORDER_SEARCH)
  const stored = rows.map(({ type, name, sql }) => ({
    type: String(type),
    name: String(name),
    sql: String(sql),
  }))
  if (migrations.length === 0 && hasOrderSearch(stored)) {
    return (await client.execute(MISSING_OPTIONS)).rows.length > 0 ? [ADD_OPTIONS] : []
  }
  const { before, after } = orderSearchStatements(stored)
  return [...before, ...migrations, ...after, ADD_OPTIONS]
}

/** `isNewer`: the database has had migrations that this version does not know. */
async function missingMigrations(client: Client, root: string, count?: number) {
  const { last } = await readJournal(client)
  const known = readMigrationFiles({ migrationsFolder: join(root, 'drizzle/migrations') }).slice(0, count)
  const missing = known
    .filter(({ folderMillis }) => folderMillis > last)
    .flatMap(({ sql, hash, folderMillis }): InStatement[] => [
      ...sql,
      {
        sql: 'insert into "__drizzle_migrations" ("hash", "created_at") values (?, ?)',
        args: [hash, folderMillis],
      },
    ])
  return {
    migrations: missing.length > 0 ? [CREATE_JOURNAL, ...missing] : [],
    isNewer: last > (known.at(-1)?.folderMillis ?? 0),
  }
}

/** @returns how many migrations a database has had, and when the last of them was made */
async function readJournal(client: Client): Promise<{ applied: number; last: number }> {
  const table = await client.execute("select 1 from sqlite_master where name = '__drizzle_migrations'")
  if (table.rows.length === 0) return { applied: 0, last: 0 }
  const { rows } = await client.execute(
    'select count(*) as applied, max(created_at) as last from __drizzle_migrations',
  )
  return { applied: Number(rows[0]?.['applied']), last: Number(rows[0]?.['last'] ?? 0) }
}
