import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AuthKey } from '#api/deps.ts'
import { sealedBy } from '#api/platform/sealed-text.ts'
import { removeSecondFactorOf } from '#api/staff/service.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { codeAt, turnOnFactor } from '#tests/support/authenticator.ts'
import { addPerson, openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { PASSWORD } from '#tests/support/password.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

// The secrets of authenticator apps are stored encrypted, and the keys are changed.

const shop = await shareTestShop()
const NEWER: AuthKey = { id: 'newer', secret: 'another-secret-of-the-tests-that-is-newer' }
const PLAIN = 'JBSWY3DPEHPK3PXP'
let owner: typeof users.$inferSelect

beforeEach(async () => {
  owner = await addPerson(shop)
})

async function halfWay(email = owner.email): Promise<TestBrowser> {
  const browser = openBrowser(shop)
  const { body } = await browser.post('/auth/sign-in', { email, password: PASSWORD })
  expect(body).toEqual({ secondFactor: true })
  return browser
}
async function turnOn(person = owner) {
  const browser = openBrowser(shop)
  await browser.post('/auth/sign-in', { email: person.email, password: PASSWORD })
  return { browser, ...(await turnOnFactor(shop, browser)) }
}
const finish = async (code: string | undefined) => (await halfWay()).post('/auth/second-factor', { code })
const codeOf = (secret: string) => codeAt(secret, shop.clock.at)
async function stored(id = owner.id): Promise<string> {
  const [row] = await shop.db.select().from(users).where(eq(users.id, id))
  return row?.totpSecret ?? ''
}
const keys = () => shop.deps.config.authKeys
const addKey = () => {
  shop.deps.config.authKeys = [NEWER, ...keys()]
}
const removeOldKey = () => {
  shop.deps.config.authKeys = [NEWER]
}

test('a secret is stored encrypted from the beginning of its setup', async () => {
  const browser = openBrowser(shop)
  await browser.post('/auth/sign-in', { email: owner.email, password: PASSWORD })
  const { body } = await browser.post('/auth/second-factor/begin', { password: PASSWORD })
  expect(await stored()).not.toContain(String(body['secret']))
  expect(sealedBy(await stored())).toBe('test')
})

test('the same secret is never stored twice in one form', async () => {
  await shop.db.update(users).set({ totpSecret: PLAIN, totpEnabledAt: '2026-06-01T00:00:00.000Z' })
  await finish(codeOf(PLAIN))
  const first = await stored()
  await shop.db.update(users).set({ totpSecret: PLAIN })
  shop.pass(1)
  await finish(codeOf(PLAIN))
  expect(await stored()).not.toBe(first)
})

describe('a secret from before they were encrypted', () => {
  beforeEach(async () => {
    const enabled = { totpSecret: PLAIN, totpEnabledAt: '2026-06-01T00:00:00.000Z' }
    await shop.db.update(users).set(enabled).where(eq(users.id, owner.id))
  })

  test('signs in, and is encrypted then', async () => {
    expect((await finish(codeOf(PLAIN))).status).toBe(200)
    expect(await stored()).not.toContain(PLAIN)
    shop.pass(1)
    expect((await finish(codeOf(PLAIN))).status).toBe(200)
  })

  test('is encrypted when its owner confirms who they are', async () => {
    const browser = await halfWay()
    await browser.post('/auth/second-factor', { code: codeOf(PLAIN) })
    await shop.db.update(users).set({ totpSecret: PLAIN })
    shop.pass(1)
    expect((await browser.post('/auth/confirm', { code: codeOf(PLAIN) })).status).toBe(200)
    expect(sealedBy(await stored())).toBe('test')
  })

  test('stays as it is after a wrong code', async () => {
    expect((await finish('123456')).status).toBe(401)
    expect(await stored()).toBe(PLAIN)
  })
})

describe('a new key', () => {
  test('encrypts a secret with the newest key when it is used, and the old key can go', async () => {
    const { secret } = await turnOn()
    addKey()
    expect((await finish(codeOf(secret))).status).toBe(200)
    expect(sealedBy(await stored())).toBe('newer')
    removeOldKey()
    shop.pass(1)
    expect((await finish(codeOf(secret))).status).toBe(200)
  })

  test('leaves a secret that it has encrypted as it is', async () => {
    const { secret } = await turnOn()
    const before = await stored()
    expect((await finish(codeOf(secret))).status).toBe(200)
    expect(await stored()).toBe(before)
  })

  test('in the middle of a setup hinders nobody', async () => {
    const browser = openBrowser(shop)
    await browser.post('/auth/sign-in', { email: owner.email, password: PASSWORD })
    const { body } = await browser.post('/auth/second-factor/begin', { password: PASSWORD })
    addKey()
    const code = codeOf(String(body['secret']))
    expect((await browser.post('/auth/second-factor/confirm', { code })).status).toBe(200)
    expect(sealedBy(await stored())).toBe('newer')
  })
})

describe('a key that is removed before its secrets were used', () => {
  let secret: string
  let codes: string[]
  beforeEach(async () => {
    ;({ secret, codes } = await turnOn())
    removeOldKey()
  })

  test('says so to whoever gives a code of the app, and is a problem', async () => {
    const refused = await finish(codeOf(secret))
    expect([refused.status, refused.body]).toMatchObject([
      401,
      {
        error: {
          code: 'wrong_code',
          message:
            'Codes from your app can’t be checked any more. Please use a recovery code, or ask another admin to remove your two-factor authentication.',
        },
      },
    ])
    await shop.settled()
    const { rows } = await shop.client.execute('select event, message from problems')
    expect(rows).toMatchObject([
      {
        event: 'second_factor_unreadable',
        message: 'AUTH_KEYS has no key “test”, which encrypted a second factor',
      },
    ])
  })

  test('leaves recovery codes, by which the factor is set up again', async () => {
    const browser = await halfWay()
    expect((await browser.post('/auth/second-factor', { code: codes[0] })).status).toBe(200)
    const off = await browser.post('/auth/second-factor/off', { password: PASSWORD, code: codes[1] })
    expect(off.status).toBe(200)
    const again = await turnOnFactor(shop, browser)
    expect((await finish(codeOf(again.secret))).status).toBe(200)
  })

  test('is fixed by removing the factor', async () => {
    await removeSecondFactorOf(shop.deps, { email: owner.email }, null)
    const browser = openBrowser(shop)
    const { body } = await browser.post('/auth/sign-in', { email: owner.email, password: PASSWORD })
    expect(body).toHaveProperty('user')
  })

  test('is fixed by putting it back', async () => {
    shop.deps.config.authKeys = [NEWER, { id: 'test', secret: 'a-secret-of-the-tests-and-of-nothing-else' }]
    expect((await finish(codeOf(secret))).status).toBe(200)
  })

  test('and another one of its name open nothing', async () => {
    shop.deps.config.authKeys = [{ ...NEWER, id: 'test' }]
    expect((await finish(codeOf(secret))).status).toBe(401)
    expect((await finish(codes[0])).status).toBe(200)
  })
})

test('a secret that was copied into another account opens nothing there', async () => {
  const thief = await addPerson(shop)
  const { secret } = await turnOn(thief)
  await turnOn()
  await shop.db
    .update(users)
    .set({ totpSecret: await stored(thief.id) })
    .where(eq(users.id, owner.id))
  expect((await finish(codeOf(secret))).status).toBe(401)
})
