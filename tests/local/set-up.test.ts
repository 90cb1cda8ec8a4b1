import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verifyPassword } from '#api/auth/password-hash.ts'
import { createHashingQueue } from '#api/platform/hashing-queue.ts'
import { type LocalDatabase, startDatabase } from '#local/database/server.ts'
import { prepareDatabase } from '#local/prepare-database.ts'
import { readSecrets } from '#local/settings.ts'
import { dump } from '#tests/support/dump.ts'
import { runCommand } from '#tests/support/run-command.ts'

let folder: string
let database: LocalDatabase
let client: ReturnType<typeof createClient>
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'apologize-set-up-'))
  database = await startDatabase({ file: join(folder, 'shop.db'), host: '127.0.0.1', port: 0 })
  client = createClient({ url: database.url })
})
afterEach(async () => {
  client.close()
  await database.close()
  rmSync(folder, { recursive: true })
})

const CHANGES = [
  "delete from products where sku = 'FLOWER-003'",
  "update products set price_cents = 5999 where sku = 'FLOWER-001'",
  "delete from shops where market_id = 'market-sf'",
  "delete from market_zipcodes where market_id = 'market-sf'",
  "delete from markets where id = 'market-sf'",
]

/** What `npm start` does to its database. */
const start = (env: NodeJS.ProcessEnv = {}) =>
  prepareDatabase(process.cwd(), database.url, readSecrets(folder), env)
async function setUp() {
  const env = { DATABASE_URL: database.url, DATABASE_AUTH_TOKEN: '' }
  const { status, said } = await runCommand('seed.ts', [], env)
  expect([status, said]).toEqual([0, expect.stringContaining('nothing was added')])
}
const usersNow = async () =>
  (await client.execute('select id, email, role, password_hash as hash from users')).rows
const accepts = async (password: string) => {
  const [user] = await usersNow()
  return verifyPassword({ hashing: createHashingQueue() }, 'known', password, String(user?.['hash']))
}

test.each([
  ['npm run db:setup', setUp],
  ['npm start', start],
])('%s keeps what was changed and deleted in a used database', async (_, again) => {
  await start()
  await client.batch(CHANGES)
  const before = await dump({ client })
  await again()
  expect(await dump({ client })).toEqual(before)
})

describe('npm start', () => {
  test('makes the first admin once, by whichever case the email is written in', async () => {
    await start({ ADMIN_EMAIL: ' Owner@example.com ' })
    const [owner, ...others] = await usersNow()
    expect([owner, others]).toEqual([
      expect.objectContaining({ email: 'Owner@example.com', role: 'admin' }),
      [],
    ])
    expect(await accepts(readSecrets(folder).adminPassword)).toBe(true)
    await start({ ADMIN_EMAIL: 'owner@EXAMPLE.com' })
    expect(await usersNow()).toEqual([owner])
  })

  test('keeps a password that was changed in the shop, unless it is told another', async () => {
    await start({ ADMIN_PASSWORD: 'nine-yellow-tulips' })
    await start()
    expect(await accepts('nine-yellow-tulips')).toBe(true)
    await start({ ADMIN_PASSWORD: 'ten-yellow-tulips' })
    expect(await accepts('ten-yellow-tulips')).toBe(true)
    expect(await usersNow()).toHaveLength(1)
  })

  test.each([
    ['ADMIN_EMAIL: Please enter a valid email address', { ADMIN_EMAIL: 'owner' }],
    ['ADMIN_PASSWORD: Please keep this to 200 characters', { ADMIN_PASSWORD: 'x'.repeat(201) }],
  ])('refuses credentials that nobody could sign in with: %s', async (words, env) => {
    await expect(start(env)).rejects.toThrow(words)
    expect(await usersNow()).toEqual([])
  })
})
