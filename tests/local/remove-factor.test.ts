import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { users } from '#drizzle/schema/accounts.ts'
import { addPerson } from '#tests/support/browser.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { openTestShop } from '#tests/support/shop.ts'

const shop = await openTestShop()
const env = { DATABASE_URL: shop.databaseUrl, DATABASE_AUTH_TOKEN: '' }
afterAll(() => shop.close())

test('removes the second factor of the person whose email is given, and leaves the mail for the shop to send', async () => {
  const { id, email } = await addPerson(shop, {
    totpSecret: 'JBSWY3DPEHPK3PXP',
    totpEnabledAt: '2026-06-01T00:00:00.000Z',
  })
  const args = ['local/remove-factor.ts', email.toUpperCase()]
  const run = spawn(process.execPath, args, { env: { ...process.env, ...env } })
  const [said, failure, [status]] = await Promise.all([text(run.stdout), text(run.stderr), once(run, 'exit')])
  expect([said + failure, status]).toEqual([expect.stringContaining('Two-factor authentication removed'), 0])
  const [row] = await shop.db.select().from(users).where(eq(users.id, id))
  expect(row).toMatchObject({ totpSecret: null, totpEnabledAt: null })
  shop.clock.at = new Date()
  await shop.scheduled()
  expect((await shop.messages(email)).map(({ subject }) => subject)).toEqual([
    'An admin turned off your two-factor authentication',
  ])
})

test.each([
  ['nobody’s email', async () => ['nobody@example.com'], 'User not found'],
  ['no email', async () => [], 'Give the email of the account: npm run remove-factor -- you@example.com'],
  ['a factor that is off', async () => [(await addPerson(shop)).email], 'Two-factor authentication is off.'],
])('says what is wrong with %s', async (_, args, said) => {
  expect(await runCommand('remove-factor.ts', await args(), env)).toEqual({ status: 1, said })
})
