import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import { users } from '#drizzle/schema/accounts.ts'
import { addPerson, mailedLink, openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { HELD_MS, letGoAfter } from '#tests/support/faulty-shop.ts'
import { PASSWORD } from '#tests/support/password.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { signIn } from '#tests/support/staff.ts'

// A database so slow that a shopper's call would be told to try again: what changes an account is answered all the same,
// and the answer is what happened.

const shop = await shareTestShop()
let browser: TestBrowser

beforeEach(() => {
  browser = openBrowser(shop)
})

const NEW = 'a better kettle of sorry'
const stored = async (email: string) => (await shop.db.select().from(users).where(eq(users.email, email)))[0]

/** Two calls of the database are in time, three are not. */
async function slowly<T>(work: () => Promise<T>): Promise<T> {
  shop.setDatabaseFault({ kind: 'slow', ms: HELD_MS })
  const result = await letGoAfter(1_000, shop, work())
  shop.setDatabaseFault(null)
  await shop.settled()
  return result
}

test('a password chosen by link is set when the answer says so, and only then', async () => {
  const { email, passwordHash } = await addPerson(shop)
  await browser.post('/auth/forgotten-password', { email })
  const { token } = await mailedLink(shop, email)
  const { status } = await slowly(() => browser.post('/auth/reset-password', { token, password: NEW }))
  expect(status).toBe(200)
  expect((await stored(email))?.passwordHash).not.toBe(passwordHash)
})

test('one’s own password is changed when the answer says so, and only then', async () => {
  const { email, passwordHash } = await addPerson(shop)
  await browser.post('/auth/sign-in', { email, password: PASSWORD })
  const request = { currentPassword: PASSWORD, password: NEW }
  const { status } = await slowly(() => browser.post('/auth/password', request))
  expect(status).toBe(200)
  expect((await stored(email))?.passwordHash).not.toBe(passwordHash)
})

test('an invitation that was accepted signs in', async () => {
  const admin = await signIn(shop)
  const email = 'new@example.com'
  await admin.post('/admin/users', { email, role: 'member' })
  const { token } = await mailedLink(shop, email)
  const { status } = await slowly(() => browser.post('/auth/accept-invitation', { token, password: NEW }))
  expect(status).toBe(200)
  expect(browser.jar.has('__Host-refresh')).toBe(true)
})

test('a second factor that went on shows its recovery codes', async () => {
  const { email } = await addPerson(shop)
  await browser.post('/auth/sign-in', { email, password: PASSWORD })
  const { body } = await browser.post('/auth/second-factor/begin', { password: PASSWORD })
  const secret = Secret.fromBase32(String(body['secret']))
  const code = new TOTP({ secret }).generate({ timestamp: shop.clock.at.getTime() })
  const answer = await slowly(() => browser.post('/auth/second-factor/confirm', { code }))
  expect(answer.body['recoveryCodes']).toHaveLength(10)
})

test('a code that was used up signs in', async () => {
  const secret = new Secret({ size: 20 })
  const { email } = await addPerson(shop, {
    totpSecret: secret.base32,
    totpEnabledAt: '2026-06-01T00:00:00.000Z',
  })
  await browser.post('/auth/sign-in', { email, password: PASSWORD })
  const code = new TOTP({ secret }).generate({ timestamp: shop.clock.at.getTime() })
  const { status } = await slowly(() => browser.post('/auth/second-factor', { code }))
  expect(status).toBe(200)
  expect(browser.jar.has('__Host-refresh')).toBe(true)
})
