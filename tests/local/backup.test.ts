import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@libsql/client'
import { is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBackup, restoreBackup } from '#local/backup-file.ts'
import { type LocalDatabase, startDatabase } from '#local/database/server.ts'
import { fresh } from '#tests/api/database/fresh.ts'
import { insertAll } from '#tests/api/database/stored.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { dump } from '#tests/support/dump.ts'

const ROOT = process.cwd()
const SCHEMA = await Promise.all(
  [
    'accounts',
    'catalogue',
    'checkout',
    'markets',
    'messages',
    'order-choices',
    'orders',
    'problems',
    'shop-orders',
  ].map((name) => import(`../../drizzle/schema/${name}.ts`) as Promise<object>),
)

let folder: string
let used: Awaited<ReturnType<typeof openTestDatabase>>
let empty: LocalDatabase
let target: Client
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'apologize-restore-'))
  used = await openTestDatabase()
  empty = await startDatabase({ file: join(folder, 'new.db'), host: '127.0.0.1', port: 0 })
  target = createClient({ url: empty.url })
})
afterAll(async () => {
  target.close()
  await empty.close()
  await used.close()
  rmSync(folder, { recursive: true })
})

/** Rows of every table, with those that they point at. */
async function fill(): Promise<void> {
  const tables = SCHEMA.flatMap((module) => Object.values(module)).filter((one) => is(one, SQLiteTable))
  const tx = await used.client.transaction('write')
  for (const { parents, row } of tables.map(fresh)) await insertAll(tx, [...parents, row])
  await tx.commit()
}

test('a restored backup holds every row of every table, and finds them', async () => {
  await fill()
  const before = await dump(used)
  expect(before.filter(({ rows }) => rows.length === 0).map(({ table }) => table)).toEqual([])
  const backup = await readBackup(used.client)
  const carried = JSON.parse(JSON.stringify(backup)) as typeof backup
  expect(await restoreBackup(target, carried, ROOT)).toBeGreaterThan(100)
  expect(await dump({ client: target })).toEqual(before)

  await expect(restoreBackup(target, carried, ROOT)).rejects.toThrow('not empty')
  expect(await dump({ client: target })).toEqual(before)
})
