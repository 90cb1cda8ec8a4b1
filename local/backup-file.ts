import { join } from 'node:path'
import type { Client } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import { migrate } from 'drizzle-orm/libsql/migrator'
import { PlainError } from './failure.ts'

/** Every row of a database. `migrations`: how many it has had. */
export type Backup = {
  migrations: number
  tables: Record<string, { columns: string[]; rows: unknown[][] }>
}

/** The tables that people fill: the search's are written by triggers. */
const TABLES = `select name from sqlite_master where type = 'table' and name not like 'sqlite!_%' escape '!'
  and name not like 'order!_search%' escape '!' and name <> '__drizzle_migrations' order by name`
const MIGRATIONS = 'select count(*) as n from __drizzle_migrations'
/** The search's triggers read them: each before what comes after. */
const FIRST = ['states', 'markets', 'shops', 'orders']
const ROWS_AT_ONCE = 500

/** Reads all rows as of one moment. */
export async function readBackup(client: Client): Promise<Backup> {
  const names = (await client.execute(TABLES)).rows.map(({ name }) => String(name))
  const reads = names.map((name) => `select * from "${name}"`)
  const [migrations, ...contents] = await client.batch([MIGRATIONS, ...reads], 'read')
  const tables = names.map((name, i) => {
    const { columns = [], rows = [] } = contents[i] ?? {}
    return [name, { columns, rows: rows.map((row) => columns.map((column) => row[column])) }]
  })
  return { migrations: Number(migrations?.rows[0]?.['n']), tables: Object.fromEntries(tables) }
}

/**
 * Makes the tables of an empty database and fills them from a backup.
 * @param root of the project
 * @returns the number of rows
 * @throws PlainError when the database is not empty, the backup is of another version, or something is not as it was
 */
export async function restoreBackup(client: Client, backup: Backup, root: string): Promise<number> {
  const found = await client.execute("select count(*) as n from sqlite_master where type = 'table'")
  if (Number(found.rows[0]?.['n']) > 0) throw new PlainError('This database is not empty. Name a new one.')
  await migrate(drizzle(client), { migrationsFolder: join(root, 'drizzle/migrations') })
  const known = Number((await client.execute(MIGRATIONS)).rows[0]?.['n'])
  if (known !== backup.migrations) {
    throw new PlainError(
      `The backup was made by a version with ${backup.migrations} migrations; this one has ${known}. Restore with that version into a new database, then update.`,
    )
  }
  const names = [...new Set([...FIRST, ...Object.keys(backup.tables)])]
  for (const name of names) {
    const { columns = [], rows = [] } = backup.tables[name] ?? {}
    const values = columns.map((_, i) => `value ->> ${i}`).join(', ')
    const into = columns.map((column) => `"${column}"`).join(', ')
    const inserts = Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, n) => ({
      sql: `insert into "${name}" (${into}) select ${values} from json_each(?)`,
      args: [JSON.stringify(rows.slice(n * ROWS_AT_ONCE, (n + 1) * ROWS_AT_ONCE))],
    }))
    // Without foreign keys while it runs: rows come before those they point at.
    for (const insert of inserts) await client.migrate([insert])
  }
  const [broken, ...counts] = await client.batch(
    ['pragma foreign_key_check', ...names.map((name) => `select count(*) as n from "${name}"`)],
    'read',
  )
  const isWrong = names.filter(
    (name, i) => Number(counts[i]?.rows[0]?.['n']) !== (backup.tables[name]?.rows.length ?? 0),
  )
  if (isWrong.length > 0 || (broken?.rows.length ?? 0) > 0) {
    throw new PlainError(
      `Not restored as it was: ${isWrong.join(', ') || 'references'}. Do not use this database.`,
    )
  }
  return names.reduce((sum, name) => sum + (backup.tables[name]?.rows.length ?? 0), 0)
}
