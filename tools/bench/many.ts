import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { databaseClient } from '#api/platform/database/client.ts'
import { startDatabase } from '#local/database/server.ts'
import { MIGRATIONS, openTestDatabase } from '#tests/support/database.ts'
import { MORNING } from '#tests/support/shop.ts'
import { FOLDER, ROOT } from './environment.ts'
import { makeManyOrders } from './many-orders.ts'

/** On a busy machine a batch takes longer than any request may. */
const TIMEOUT_MS = 120_000

/**
 * A database file with so many made-up orders, made at the first call: a million take minutes.
 * @returns its path; it is kept for the next run, as long as migrations and orders are made the same way
 */
export async function manyOrders(count: number): Promise<string> {
  const file = join(FOLDER, `orders-${count}-${fingerprint()}.db`)
  if (existsSync(file)) return file
  mkdirSync(FOLDER, { recursive: true })
  for (const old of readdirSync(FOLDER)) if (old.startsWith(`orders-${count}-`)) rmSync(join(FOLDER, old))
  const half = `${file}.half`
  rmSync(half, { force: true })
  const seeded = await openTestDatabase({ seeded: true })
  await seeded.client.execute({ sql: 'vacuum into ?', args: [half] })
  await seeded.close()
  const server = await startDatabase({ file: half, host: '127.0.0.1', port: 0 })
  const client = databaseClient({ url: server.url, timeoutMs: TIMEOUT_MS })
  const started = Date.now()
  await makeManyOrders(client, count, MORNING)
  client.close()
  await server.close()
  renameSync(half, file)
  for (const end of ['-shm', '-wal']) rmSync(`${half}${end}`, { force: true })
  console.log(`Made ${count} orders in ${((Date.now() - started) / 1000).toFixed(0)} s.`)
  return file
}

function fingerprint(): string {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'tools/bench/many-orders.ts')))
  hash.update(readFileSync(join(ROOT, 'drizzle/order-search.ts')))
  for (const name of readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'))) {
    hash.update(readFileSync(join(MIGRATIONS, name)))
  }
  return hash.digest('hex').slice(0, 8)
}
