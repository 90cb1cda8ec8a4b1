import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client, InStatement } from '@libsql/client'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { hasOrderSearch, orderSearchStatements, STORED_ORDER_SEARCH } from '#drizzle/order-search.ts'

/** The numbers of migrations that a database has had, and that this version has. */
export type MigrationState = { applied: number; known: number }

/** As drizzle's own migrator makes it. */
const CREATE_JOURNAL =
  'CREATE TABLE IF NOT EXISTS "__drizzle_migrations" (\n\t\t\tid SERIAL PRIMARY KEY,\n\t\t\thash text NOT NULL,\n\t\t\tcreated_at numeric\n\t\t)'

/** @param root of the project; @throws whatever keeps the database from answering */
export async function readMigrations(client: Client, root: string): Promise<MigrationState> {
  const journal = readFileSync(join(root, 'drizzle/migrations/meta/_journal.json'), 'utf8')
  const { entries } = JSON.parse(journal) as { entries: unknown[] }
  const table = await client.execute("select 1 from sqlite_master where name = '__drizzle_migrations'")
  if (table.rows.length === 0) return { applied: 0, known: entries.length }
  const { rows } = await client.execute('select count(*) as n from __drizzle_migrations')
  return { applied: Number(rows[0]?.['n']), known: entries.length }
}

/**
 * Runs the migrations that a database has not had yet, and brings its order search up to date, in one batch. The one way in
 * which databases are migrated: drizzle's own migrator knows nothing of the search.
 * @param root of the project
 */
export async function migrateDatabase(client: Client, root: string): Promise<void> {
  const migrations = await missingMigrations(client, root)
  const { rows } = await client.execute(STORED_ORDER_SEARCH)
  const stored = rows.map(({ type, name, sql }) => ({
    type: String(type),
    name: String(name),
    sql: String(sql),
  }))
  if (migrations.length === 0 && hasOrderSearch(stored)) return
  const { before, after } = orderSearchStatements(stored)
  // Foreign keys are off while it runs: migrations rebuild tables that others point at.
  await client.migrate([...before, ...migrations, ...after])
}

/**
 * Runs the first migrations of an empty database, without the order search: what a restore writes rows into.
 * @param root of the project
 */
export async function migrateTo(client: Client, root: string, count: number): Promise<void> {
  await client.migrate(await missingMigrations(client, root, count))
}

async function missingMigrations(client: Client, root: string, count?: number): Promise<InStatement[]> {
  await client.execute(CREATE_JOURNAL)
  const { rows } = await client.execute('select max(created_at) as last from "__drizzle_migrations"')
  const last = Number(rows[0]?.['last'] ?? 0)
  return readMigrationFiles({ migrationsFolder: join(root, 'drizzle/migrations') })
    .slice(0, count)
    .filter(({ folderMillis }) => folderMillis > last)
    .flatMap(({ sql, hash, folderMillis }): InStatement[] => [
      ...sql,
      {
        sql: 'insert into "__drizzle_migrations" ("hash", "created_at") values (?, ?)',
        args: [hash, folderMillis],
      },
    ])
}
