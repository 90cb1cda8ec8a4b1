import { constants, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import Database from 'libsql'
import type { Db } from '#api/deps.ts'
import { databaseClient } from '#api/platform/database/client.ts'
import { seed } from '#drizzle/seed/seed.ts'
import { type LocalDatabase, startDatabase } from '#local/database/server.ts'
import { migrateDatabase } from '#local/migrations.ts'
import { callDirectly } from './direct-client.ts'

/** The project's folder, as an absolute path. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Where the migrations are, as an absolute path. */
export const MIGRATIONS = join(ROOT, 'drizzle/migrations')

/** The stamp of seeded rows: 15:05 on a Thursday in New York. */
export const SEEDED_AT = '2026-06-04T19:05:00.000Z'

/** The limit for what waits, on a machine however slow. */
const PATIENT_MS = 60_000

export type TestDatabase = { client: Client; db: Db; close(): Promise<void> }

/** The first content of a database. `copyOf`: a database file, as it is. */
export type TestDatabaseOptions = { seeded?: boolean; copyOf?: string | undefined }
/** `direct`: calls go over the wire only while the database has a fault. `pause`: how a call waits that met a lock. */
type ServedOptions = TestDatabaseOptions & { direct?: boolean; pause?: (ms: number) => Promise<void> }

// Migrating and seeding is done once a process; every further database starts as a copy of those bytes.
const templates = new Map<string, Promise<Buffer>>()

/**
 * Opens a real libSQL database of its own in a temporary file, migrated, with foreign keys on.
 * `close` closes every connection and deletes the file.
 */
export async function openTestDatabase(
  options: TestDatabaseOptions = {},
): Promise<TestDatabase & { file: string }> {
  const seededAt = options.seeded ? SEEDED_AT : null
  return openFile(await template(seededAt))
}

/** Opens a libSQL database in a temporary file without any tables. */
export async function openBareDatabase(): Promise<TestDatabase> {
  return openFile(Buffer.alloc(0))
}

/**
 * Opens the same database behind the local server, over the wire as in production. For tests in which several write at
 * once: a `file:` client that was refused a lock may report a later write as done that never was committed.
 */
export async function openServedDatabase(
  options: ServedOptions = {},
): Promise<TestDatabase & Pick<LocalDatabase, 'url' | 'setFault' | 'held'> & { reset(): Promise<void> }> {
  const seededAt = options.seeded ? SEEDED_AT : null
  const folder = await mkdtemp(join(tmpdir(), 'test-database-'))
  const file = join(folder, 'shop.db')
  if (options.copyOf) await copyFile(options.copyOf, file, constants.COPYFILE_FICLONE)
  else await writeFile(file, await template(seededAt))
  const server = await startDatabase({ file, host: '127.0.0.1', port: 0 })
  const { pause } = options
  const client = databaseClient({ url: server.url, timeoutMs: PATIENT_MS, ...(pause && { pause }) })
  let isHealthy = true
  const closeDirect = options.direct ? callDirectly(client, file, () => isHealthy) : null
  const kept = options.copyOf ? null : keepContent(file)
  return {
    client,
    db: drizzle(client, { casing: 'snake_case' }),
    url: server.url,
    held: server.held,
    setFault: (fault) => {
      isHealthy = fault === null
      server.setFault(fault)
    },
    reset: async () => {
      isHealthy = true
      server.setFault(null)
      server.held.release()
      kept?.restore()
    },
    close: async () => {
      kept?.close()
      closeDirect?.()
      client.close()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Remembers what a database holds, to bring it back in a few milliseconds. Triggers bring the search's index back. */
function keepContent(file: string) {
  const connection = new Database(file)
  connection.exec('pragma foreign_keys = off; pragma synchronous = off; pragma temp_store = memory')
  const names = (sql: string) => connection.prepare(sql).pluck().all().map(String)
  const tables = names(
    `select name from pragma_table_list where schema = 'main' and type = 'table' and name <> 'sqlite_schema'
     and name not like 'order_search%' order by name <> 'orders'`,
  ).map((table) => {
    const columns = names(`select '"' || name || '"' from pragma_table_info('${table}')`).join()
    connection.exec(`create temp table "kept ${table}" as select ${columns} from "${table}" order by rowid`)
    const kept = `select * from "kept ${table}"`
    const changed = `exists (${kept} except select ${columns} from "${table}")
      or exists (select 1 from "${table}" limit 1 offset (select count(*) from "kept ${table}"))`
    const restore = `delete from "${table}"; insert into "${table}" (${columns}) ${kept} order by rowid`
    return { table, restore, changed: `select '${table}' where ${changed}` }
  })
  const changes = connection.prepare(tables.map(({ changed }) => changed).join(' union all ')).pluck()
  return {
    restore: () => {
      const changed = new Set(changes.all())
      if (changed.size === 0) return
      const sql = tables.flatMap(({ table, restore }) => (changed.has(table) ? [restore] : []))
      connection.exec(['begin immediate', ...sql, 'commit'].join(';'))
    },
    close: () => connection.close(),
  }
}

async function openFile(content: Buffer): Promise<TestDatabase & { file: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'test-database-'))
  const file = join(folder, 'shop.db')
  await writeFile(file, content)
  // Foreign keys are on in every connection of this engine: tests/api/database/test-database.test.ts holds it to that.
  const client = createClient({ url: `file:${file}`, timeout: PATIENT_MS })
  return {
    client,
    file,
    db: drizzle(client, { casing: 'snake_case' }),
    close: async () => {
      client.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function template(seededAt: string | null): Promise<Buffer> {
  const key = seededAt ?? 'empty'
  const made = templates.get(key) ?? makeTemplate(seededAt)
  templates.set(key, made)
  return made
}

async function makeTemplate(seededAt: string | null): Promise<Buffer> {
  const { client, db, file, close } = await openFile(Buffer.alloc(0))
  try {
    // The mode of Turso's and of the local server's files; it stays in the file, so every copy has it.
    await client.execute('PRAGMA journal_mode = WAL')
    await migrateDatabase(client, ROOT)
    if (seededAt !== null) await seed(db, seededAt, { sampleFlorists: true })
    await client.execute('PRAGMA wal_checkpoint(TRUNCATE)')
    return await readFile(file)
  } finally {
    await close()
  }
}
