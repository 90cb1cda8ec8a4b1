import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#drizzle/schema/accounts.ts'
import { addPerson } from '#tests/support/browser.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** Runs the command on the test's database. */
async function removeFactor(...args: string[]): Promise<{ status: number; said: string }> {
  const env = { ...process.env, DATABASE_URL: shop.databaseUrl, DATABASE_AUTH_TOKEN: '' }
  const run = spawn(process.execPath, ['local/remove-factor.ts', ...args], { env })
  const [said, failure, [status]] = await Promise.all([text(run.stdout), text(run.stderr), once(run, 'exit')])
  return { status: Number(status), said: said + failure }
}

test('removes the second factor of the person whose email is given, and leaves the mail for the shop to send', async () => {
  const { id, email } = await addPerson(shop, {
    totpSecret: 'JBSWY3DPEHPK3PXP',
    totpEnabledAt: '2026-06-01T00:00:00.000Z',
  })
  const { status, said } = await removeFactor(email.toUpperCase())
  expect(said).toContain('Two-factor authentication removed')
  expect(status).toBe(0)
  const [row] = await shop.db.select().from(users).where(eq(users.id, id))
  expect(row).toMatchObject({ totpSecret: null, totpEnabledAt: null })
  shop.clock.at = new Date()
  await shop.scheduled()
  expect((await shop.messages(email)).map(({ subject }) => subject)).toEqual([
    'An admin turned off your two-factor authentication',
  ])

  expect(await removeFactor(email)).toEqual({ status: 1, said: 'Two-factor authentication is off.\n' })
})

test.each([
  ['nobody’s email', ['nobody@example.com'], 'User not found'],
  ['no email', [], 'Give the email of the account'],
])('says what is wrong with %s', async (_, args, words) => {
  const { status, said } = await removeFactor(...args)
  expect([status, said]).toEqual([1, expect.stringContaining(words)])
})
