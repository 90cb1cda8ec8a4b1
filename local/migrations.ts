import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import { migrate } from 'drizzle-orm/libsql/migrator'

/** The numbers of migrations that a database has had, and that this version has. */
export type MigrationState = { applied: number; known: number }

/** @param root of the project; @throws whatever keeps the database from answering */
export async function readMigrations(client: Client, root: string): Promise<MigrationState> {
  const journal = readFileSync(join(root, 'drizzle/migrations/meta/_journal.json'), 'utf8')
  const { entries } = JSON.parse(journal) as { entries: unknown[] }
  const table = await client.execute("select 1 from sqlite_master where name = '__drizzle_migrations'")
  if (table.rows.length === 0) return { applied: 0, known: entries.length }
  const { rows } = await client.execute('select count(*) as n from __drizzle_migrations')
  return { applied: Number(rows[0]?.['n']), known: entries.length }
}

/** Runs the migrations that a database has not had yet. @param root of the project */
export async function migrateDatabase(client: Client, root: string): Promise<void> {
  await migrate(drizzle(client), { migrationsFolder: join(root, 'drizzle/migrations') })
}
