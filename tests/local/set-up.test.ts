import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '#api/app.ts'
import { linkTokens } from '#api/auth/one-time-links.ts'
import { verifyPassword } from '#api/auth/password-hash.ts'
import { createHashingQueue } from '#api/platform/hashing-queue.ts'
import { type LocalDatabase, startDatabase } from '#local/database/server.ts'
import { prepareDatabase } from '#local/prepare-database.ts'
import { readSecrets } from '#local/settings.ts'
import { dump } from '#tests/support/dump.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

const shop = await shareTestShop()

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

/** Sets the database up as `npm start` does. */
const start = async (env: NodeJS.ProcessEnv = {}) =>
  prepareDatabase(process.cwd(), database.url, readSecrets(folder, env), env)
const run = (script: string, ...args: string[]) => runCommand(script, args, NAMED())
const NAMED = () => ({
  DATABASE_URL: database.url,
  DATABASE_AUTH_TOKEN: '',
  AUTH_KEYS: `test:${'s'.repeat(32)}`,
  SITE_ORIGIN: 'https://shop.example/',
})
const migrateAgain = async () =>
  expect(await run('migrate.ts')).toEqual({ status: 0, said: expect.stringContaining('is up to date') })
const countOf = async (table: string) =>
  Number((await client.execute(`select count(*) as n from ${table}`)).rows[0]?.['n'])
const usersNow = async () =>
  (await client.execute('select id, email, role, password_hash as hash from users')).rows
const accepts = async (password: string) => {
  const [user] = await usersNow()
  return verifyPassword({ hashing: createHashingQueue() }, 'known', password, String(user?.['hash']))
}

test.each([
  ['npm run db:migrate', migrateAgain],
  ['npm start', start],
])('%s keeps what was changed and deleted in a used database', async (_, again) => {
  await start()
  await client.batch(CHANGES)
  const before = await dump({ client })
  await again()
  expect(await dump({ client })).toEqual(before)
})

describe('npm run db:migrate', () => {
  test('makes the tables of an empty database, and puts nothing into them', async () => {
    const { status, said } = await run('migrate.ts')
    expect([status, said]).toEqual([0, expect.stringMatching(/^\d+ migrations applied/)])
    for (const table of ['states', 'markets', 'products', 'shops', 'users'])
      expect(await countOf(table)).toBe(0)
    await migrateAgain()
  })

  test('says which setting is missing, and which database does not answer', async () => {
    expect(await runCommand('migrate.ts', [], { DATABASE_URL: '' })).toEqual({
      status: 1,
      said: expect.stringContaining('DATABASE_URL is not set'),
    })
    const { status, said } = await runCommand('migrate.ts', [], {
      ...NAMED(),
      DATABASE_URL: 'http://127.0.0.1:9',
    })
    expect([status, said]).toEqual([
      1,
      expect.stringContaining('The database at http://127.0.0.1:9 does not answer: '),
    ])
  })
})

describe('npm run db:setup', () => {
  test('fills an empty database, without florists unless they are asked for', async () => {
    const { status, said } = await run('set-up.ts')
    expect([status, said]).toEqual([0, expect.stringContaining('It has no florists yet')])
    expect([await countOf('states'), await countOf('markets'), await countOf('products')]).toEqual([50, 2, 3])
    expect(await countOf('shops')).toBe(0)
    const { rows } = await client.execute('select distinct closed_without_florist as closes from markets')
    expect(rows).toEqual([expect.objectContaining({ closes: 1 })])
  })

  test('adds sample florists on demand, also after the migrations and an invitation', async () => {
    await run('migrate.ts')
    await run('invite-admin.ts', 'owner@sorryflowers.com')
    expect(await run('set-up.ts', '--sample-florists')).toEqual({
      status: 0,
      said: expect.stringContaining('12 shops'),
    })
    expect(await countOf('shops')).toBe(12)
  })

  test.each([
    ['filled before', async () => void (await run('set-up.ts', '--sample-florists')), '12 shops'],
    [
      'with nothing left but its states',
      async () => {
        await run('set-up.ts')
        await client.batch(['delete from market_zipcodes', 'delete from markets', 'delete from products'])
      },
      'in use (50 states)',
    ],
  ])('refuses a database that was %s, with the reason, and changes nothing', async (_, use, reason) => {
    await use()
    const before = await dump({ client })
    const { status, said } = await run('set-up.ts', '--sample-florists')
    expect([status, said]).toEqual([1, expect.stringContaining('This database is in use')])
    expect(said).toContain(reason)
    expect(said).toContain('npm run db:migrate')
    expect(await dump({ client })).toEqual(before)
  })

  test('refuses an option that it does not know, before it fills anything', async () => {
    expect(await run('set-up.ts', '--samples')).toEqual({
      status: 1,
      said: expect.stringContaining('--samples is no option'),
    })
    await run('migrate.ts')
    expect(await countOf('states')).toBe(0)
  })
})

describe('npm run invite-admin', () => {
  const tokenOf = (said: string) =>
    /https:\/\/shop\.example\/login\/invitation#token=(\S+)/.exec(said)?.[1] ?? ''
  async function accept(token: string, password: string) {
    const deps = {
      ...shop.deps,
      db: drizzle(client, { casing: 'snake_case' }),
      clock: { now: () => new Date() },
    }
    const answer = await createApp(deps).request('/api/auth/accept-invitation', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: deps.config.origin },
      body: JSON.stringify({ token, password }),
    })
    return answer.status
  }

  test.each([
    ['an empty', async () => {}],
    ['a used', () => start()],
  ])('prints a link for %s database, which works once', async (_, use) => {
    await use()
    const { status, said } = await run('invite-admin.ts', 'Mara@SorryFlowers.com')
    expect(status).toBe(0)
    const token = tokenOf(said)
    expect(await accept(token, 'nine-yellow-tulips-in-rain')).toBe(200)
    const { rows } = await client.execute(
      "select role, password_hash from users where email = 'Mara@SorryFlowers.com'",
    )
    expect(rows).toEqual([expect.objectContaining({ role: 'admin', password_hash: expect.any(String) })])
    expect(await accept(token, 'ten-yellow-tulips-in-rain')).toBe(410)
    // Who can sign in needs no invitation.
    expect(await run('invite-admin.ts', 'mara@sorryflowers.com')).toEqual({
      status: 1,
      said: 'This person can already sign in.',
    })
  })

  test('a second invitation ends the link of the first, and the email has the same link', async () => {
    const first = tokenOf((await run('invite-admin.ts', 'mara@sorryflowers.com')).said)
    const second = tokenOf((await run('invite-admin.ts', 'mara@sorryflowers.com')).said)
    expect(await accept(first, 'nine-yellow-tulips-in-rain')).toBe(410)
    const [email] = (
      await client.execute("select payload from outbox where kind = 'invitation' order by rowid desc")
    ).rows
    const { linkId } = JSON.parse(String(email?.['payload'])) as { linkId: string }
    const keys = { authKeys: [{ id: 'test', secret: 's'.repeat(32) }] } as const
    expect((await linkTokens(keys, linkId))[0].token).toBe(second)
  })

  test.each([
    ['no address', [], {}, 'Give one email address'],
    ['what is no address', ['mara'], {}, 'Give one email address'],
    ['two addresses', ['a@b.co', 'c@d.co'], {}, 'Give one email address'],
    ['no keys', ['mara@sorryflowers.com'], { AUTH_KEYS: '' }, 'AUTH_KEYS is missing'],
    [
      'a short key',
      ['mara@sorryflowers.com'],
      { AUTH_KEYS: 'a:short' },
      'AUTH_KEYS is a list of name:secret',
    ],
  ] as const)('refuses %s, and writes nothing', async (_, args, changes, says) => {
    const { status, said } = await runCommand('invite-admin.ts', [...args], { ...NAMED(), ...changes })
    expect([status, said]).toEqual([1, expect.stringContaining(says)])
    const { rows } = await client.execute("select name from sqlite_master where type = 'table'")
    expect(rows).toEqual([])
  })
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
    // The password that the second start prints opens the door, too.
    expect(readSecrets(folder).adminPassword).toBe('nine-yellow-tulips')
    await start({ ADMIN_PASSWORD: 'ten-yellow-tulips' })
    expect(await accepts('ten-yellow-tulips')).toBe(true)
    expect(await usersNow()).toHaveLength(1)
  })

  test.each([
    ['ADMIN_EMAIL: Please enter a valid email address', { ADMIN_EMAIL: 'owner' }],
    ['ADMIN_PASSWORD: Please keep this to 200 characters', { ADMIN_PASSWORD: 'x'.repeat(201) }],
  ])('refuses credentials that nobody could sign in with: %s', async (words, env) => {
    await expect(start(env)).rejects.toThrow(words)
    const { rows } = await client.execute("select name from sqlite_master where type = 'table'")
    expect(rows).toEqual([])
    // It is not remembered, either.
    await start()
    expect(await usersNow()).toHaveLength(1)
  })
})
