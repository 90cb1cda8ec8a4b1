import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { HashingQueue } from '#api/platform/hashing-queue.ts'
import { recoveryCodes, signInChallenges, users } from '#drizzle/schema/accounts.ts'
import { codeAt, turnOnFactor } from '#tests/support/authenticator.ts'
import { addPerson, mailedLink, openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { PASSWORD } from '#tests/support/password.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

const shop = await shareTestShop()
/** Signed in, and its owner. */
let desktop: TestBrowser
let email: string

beforeEach(async () => {
  desktop = openBrowser(shop)
  email = (await addPerson(shop)).email
  await begin(desktop)
})

const begin = (browser: TestBrowser) => browser.post('/auth/sign-in', { email, password: PASSWORD })
const finish = (browser: TestBrowser, code: string) => browser.post('/auth/second-factor', { code })

/** The code of an authenticator app, so many steps of 30 seconds from now. */
const codeOf = (secret: string, steps = 0) =>
  codeAt(secret, new Date(shop.clock.at.getTime() + steps * 30_000))

const switchOn = () => turnOnFactor(shop, desktop)

/** A browser whose owner has given the password. */
async function halfWay(): Promise<TestBrowser> {
  const browser = openBrowser(shop)
  const answer = await begin(browser)
  expect([answer.status, answer.body]).toEqual([200, { secondFactor: true }])
  return browser
}

describe('switching on', () => {
  test('takes a code of the app, and tells ten recovery codes once', async () => {
    const { body } = await desktop.post('/auth/second-factor/begin', { password: PASSWORD })
    const secret = String(body['secret'])
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(String(body['uri']))
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/Apologize Better:${email}`,
    ])
    expect(uri.searchParams.get('secret')).toBe(secret)
    // It is not on before it was confirmed.
    expect((await desktop.get('/auth/second-factor')).body).toEqual({ on: false, recoveryCodesLeft: 0 })
    expect((await begin(openBrowser(shop))).body).toHaveProperty('user')

    const wrong = await desktop.post('/auth/second-factor/confirm', { code: codeOf(secret, 5) })
    expect([wrong.status, wrong.body]).toMatchObject([422, { error: { issues: [{ path: 'code' }] } }])
    const confirmed = await desktop.post('/auth/second-factor/confirm', { code: codeOf(secret) })
    const codes = confirmed.body['recoveryCodes'] as string[]
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect((await desktop.get('/auth/second-factor')).body).toEqual({ on: true, recoveryCodesLeft: 10 })
    const kept = JSON.stringify(await shop.db.select().from(recoveryCodes))
    for (const code of codes) expect(kept).not.toContain(code)
    await shop.settled()
    expect((await shop.messages(email))[0]?.subject).toBe('Two-factor authentication was turned on')
  })

  test.each([
    ['without the password', {}, 'Password is required'],
    ['with a wrong password', { password: 'not my password' }, 'This is not your current password'],
  ])('is refused %s, and keeps no secret', async (_, request, message) => {
    const refused = await desktop.post('/auth/second-factor/begin', request)
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { error: { issues: [{ path: 'password', message }] } },
    ])
    const [row] = await shop.db.select().from(users).where(eq(users.email, email))
    expect(row?.totpSecret).toBeNull()
  })

  test('is not possible twice, nor without having begun', async () => {
    expect((await desktop.post('/auth/second-factor/confirm', { code: '123456' })).body).toMatchObject({
      error: { code: 'second_factor_off' },
    })
    const { secret } = await switchOn()
    expect((await desktop.post('/auth/second-factor/begin', { password: PASSWORD })).body).toMatchObject({
      error: { code: 'second_factor_on' },
    })
    const again = await desktop.post('/auth/second-factor/confirm', { code: codeOf(secret) })
    expect(again.body).toMatchObject({ error: { code: 'second_factor_on' } })
  })

  test('two confirmations at once: one set of codes', async () => {
    const { body } = await desktop.post('/auth/second-factor/begin', { password: PASSWORD })
    const code = codeOf(String(body['secret']))
    const answers = await Promise.all(
      [1, 2, 3].map(() => desktop.post('/auth/second-factor/confirm', { code })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await desktop.get('/auth/second-factor')).body).toEqual({ on: true, recoveryCodesLeft: 10 })
    const codes = answers.find(({ status }) => status === 200)?.body['recoveryCodes'] as string[]
    shop.pass(1)
    expect((await finish(await halfWay(), codes[0] ?? '')).status).toBe(200)
  })
})

describe('signing in with it', () => {
  test('the password alone opens nothing', async () => {
    await switchOn()
    const browser = await halfWay()
    expect([...browser.jar.keys()]).toEqual(['__Host-challenge'])
    expect(browser.setCookies.get('__Host-challenge')).toMatch(
      /Max-Age=300.*HttpOnly; Secure; SameSite=Strict/,
    )
    expect((await browser.get('/auth/session')).body).toEqual({ session: null, canRefresh: false })
    // A challenge is no access token.
    browser.jar.set('__Host-access', browser.jar.get('__Host-challenge') ?? '')
    expect((await browser.get('/admin/users')).status).toBe(401)
    // An access token is no challenge, either.
    const other = openBrowser(shop)
    other.jar.set('__Host-challenge', desktop.jar.get('__Host-access') ?? '')
    expect((await finish(other, '123456')).body).toMatchObject({ error: { code: 'second_factor_over' } })
  })

  test('a challenge opens nothing for another person, and the database does not have its secret', async () => {
    const { secret } = await switchOn()
    const browser = await halfWay()
    const challenge = browser.jar.get('__Host-challenge') ?? ''
    const [userId = '', part = ''] = challenge.split('.')
    expect(JSON.stringify(await shop.db.select().from(signInChallenges))).not.toContain(part)
    const { id: otherId } = await addPerson(shop)
    for (const forged of [
      `${otherId}.${part}`,
      `${userId}.${crypto.randomUUID()}`,
      userId,
      `${challenge}.x`,
    ]) {
      browser.jar.set('__Host-challenge', forged)
      expect((await finish(browser, codeOf(secret))).body, forged).toMatchObject({
        error: { code: 'second_factor_over' },
      })
    }
    browser.jar.set('__Host-challenge', challenge)
    shop.pass(1)
    expect((await finish(browser, codeOf(secret))).status).toBe(200)
  })

  test.each([
    ['now', 0],
    ['of half a minute ago', -1],
    ['of half a minute ahead', 1],
  ])('a code %s lets in', async (_, steps) => {
    const { secret } = await switchOn()
    const browser = await halfWay()
    const answer = await finish(browser, codeOf(secret, steps))
    expect([answer.status, answer.body]).toMatchObject([200, { user: { email } }])
    expect([...browser.jar.keys()].toSorted()).toEqual(['__Host-access', '__Host-device', '__Host-refresh'])
  })

  test.each([
    ['a minute ago', -2],
    ['a minute ahead', 2],
  ])('a code of %s does not', async (_, steps) => {
    const { secret } = await switchOn()
    const answer = await finish(await halfWay(), codeOf(secret, steps))
    expect([answer.status, answer.body]).toMatchObject([401, { error: { code: 'wrong_code' } }])
  })

  test('a code works once, also for two at once, and not after a later one', async () => {
    const { secret } = await switchOn()
    const browsers = [await halfWay(), await halfWay(), await halfWay()]
    const code = codeOf(secret)
    const statuses = await Promise.all(browsers.map(async (browser) => (await finish(browser, code)).status))
    expect(statuses.toSorted()).toEqual([200, 401, 401])
    expect((await finish(await halfWay(), codeOf(secret, -1))).status).toBe(401)
    expect((await finish(await halfWay(), codeOf(secret, 1))).status).toBe(200)
  })

  test('a recovery code works once, however it is typed', async () => {
    const { codes } = await switchOn()
    const [first = '', second = ''] = codes
    expect((await finish(await halfWay(), ` ${first.toLowerCase().replaceAll('-', ' ')} `)).status).toBe(200)
    expect((await finish(await halfWay(), first)).status).toBe(401)
    const browsers = [await halfWay(), await halfWay()]
    const statuses = await Promise.all(
      browsers.map(async (browser) => (await finish(browser, second)).status),
    )
    expect(statuses.toSorted()).toEqual([200, 401])
    expect((await desktop.get('/auth/second-factor')).body).toEqual({ on: true, recoveryCodesLeft: 8 })
  })

  test('nobody else’s recovery code works', async () => {
    const { codes } = await switchOn()
    const other = await addPerson(shop)
    const theirs = openBrowser(shop)
    await theirs.post('/auth/sign-in', { email: other.email, password: PASSWORD })
    const { body } = await theirs.post('/auth/second-factor/begin', { password: PASSWORD })
    await theirs.post('/auth/second-factor/confirm', { code: codeOf(String(body['secret'])) })
    const browser = openBrowser(shop)
    await browser.post('/auth/sign-in', { email: other.email, password: PASSWORD })
    expect((await finish(browser, codes[0] ?? '')).status).toBe(401)
  })

  test('guessing is slowed down, for all who try together', async () => {
    const { secret } = await switchOn()
    const browsers = [await halfWay(), await halfWay()]
    const statuses: number[] = []
    for (let at = 0; at < 6; at++) {
      const browser = browsers[at % 2] ?? desktop
      statuses.push((await finish(browser, codeOf(secret, 100 + at))).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    shop.pass(0.5)
    expect((await finish(browsers[0] ?? desktop, codeOf(secret))).status).toBe(200)
  })

  test('giving the password again does not make guesses forgotten', async () => {
    const { secret } = await switchOn()
    for (let at = 0; at < 5; at++) await finish(await halfWay(), codeOf(secret, 100 + at))
    shop.pass(0.25)
    const again = await begin(openBrowser(shop))
    expect(again.status).toBe(429)
  })

  test('a half-finished sign-in is over after five minutes', async () => {
    const { secret } = await switchOn()
    const browser = await halfWay()
    shop.pass(5)
    expect((await finish(browser, codeOf(secret))).body).toMatchObject({
      error: { code: 'second_factor_over' },
    })
    expect((await finish(openBrowser(shop), codeOf(secret))).body).toMatchObject({
      error: { code: 'second_factor_over' },
    })
  })
})

describe('a half-finished sign-in', () => {
  const NEW = 'a better kettle of sorry'
  const OVER = [401, { error: { code: 'second_factor_over' } }]
  const finished = async (browser: TestBrowser, code: string) => {
    const { status, body } = await finish(browser, code)
    return [status, body]
  }
  const sameChallenge = (browser: TestBrowser) => {
    const other = openBrowser(shop)
    other.jar.set('__Host-challenge', browser.jar.get('__Host-challenge') ?? '')
    return other
  }

  test('ends when the password is reset by mail', async () => {
    const { secret } = await switchOn()
    const browser = await halfWay()
    await desktop.post('/auth/forgotten-password', { email })
    const { token } = await mailedLink(shop, email)
    expect((await openBrowser(shop).post('/auth/reset-password', { token, password: NEW })).status).toBe(200)
    expect(await finished(browser, codeOf(secret))).toMatchObject(OVER)
  })

  test('ends when the password is changed', async () => {
    const { secret } = await switchOn()
    const browser = await halfWay()
    const request = { currentPassword: PASSWORD, password: NEW }
    expect((await desktop.post('/auth/password', request)).status).toBe(200)
    expect(await finished(browser, codeOf(secret))).toMatchObject(OVER)
  })

  test('signs in once', async () => {
    const { codes } = await switchOn()
    const browser = await halfWay()
    const again = sameChallenge(browser)
    expect((await finish(browser, codes[0] ?? '')).status).toBe(200)
    expect(await finished(again, codes[1] ?? '')).toMatchObject(OVER)
    expect((await desktop.get('/auth/second-factor')).body).toMatchObject({ recoveryCodesLeft: 9 })
  })

  test('signs in once when it is used twice at the same time', async () => {
    const { codes } = await switchOn()
    const browser = await halfWay()
    const both = [finish(browser, codes[0] ?? ''), finish(sameChallenge(browser), codes[1] ?? '')]
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  test('that is over does not slow its owner down', async () => {
    const { codes, secret } = await switchOn()
    const browser = await halfWay()
    const over = sameChallenge(browser)
    await finish(browser, codes[0] ?? '')
    for (let at = 0; at < 10; at++) await finish(over, codeOf(secret, 100 + at))
    expect((await finish(await halfWay(), codeOf(secret))).status).toBe(200)
  })

  test('leaves nothing behind once its time is over', async () => {
    await switchOn()
    await halfWay()
    expect(await shop.db.select().from(signInChallenges)).toHaveLength(1)
    shop.pass(6)
    await shop.scheduled()
    expect(await shop.db.select().from(signInChallenges)).toEqual([])
  })
})

describe.each([
  ['with a second factor', { totpSecret: 'JBSWY3DPEHPK3PXP', totpEnabledAt: '2026-06-01T00:00:00.000Z' }],
  ['without one', {}],
])('a password that is changed while it is checked, %s', (_, changes) => {
  test('signs nobody in', async () => {
    const run: HashingQueue['run'] = async (_lane, _weight, work) => {
      await shop.db.update(users).set({ passwordHash: 'scrypt$2$8$1$c2FsdA$aGFzaA' })
      return work()
    }
    shop.deps.hashing = { refuseWhenFull: () => {}, run }
    email = (await addPerson(shop, changes)).email
    const browser = openBrowser(shop)
    expect((await begin(browser)).body).toMatchObject({ error: { code: 'wrong_credentials' } })
    expect([...browser.jar]).toEqual([])
  })
})

describe.each([
  ['turning it off', '/auth/second-factor/off'],
  ['new recovery codes', '/auth/second-factor/recovery-codes'],
])('%s', (_, path) => {
  const issueAt = ({ status, body }: Awaited<ReturnType<typeof finish>>) => {
    const issues = Reflect.get(Object(body['error']), 'issues')
    return [status, Reflect.get(Object(issues), 0)?.path]
  }
  const isOn = async () => (await desktop.get('/auth/second-factor')).body['on']

  test('takes the password and a code of the app', async () => {
    const { secret } = await switchOn()
    expect((await desktop.post(path, { password: PASSWORD, code: codeOf(secret) })).status).toBe(200)
  })

  test('takes the password and a recovery code', async () => {
    const { codes } = await switchOn()
    expect((await desktop.post(path, { password: PASSWORD, code: codes[0] })).status).toBe(200)
  })

  test('is refused without the code, and with the password alone', async () => {
    const { secret } = await switchOn()
    expect(issueAt(await desktop.post(path, { password: PASSWORD }))).toEqual([422, 'code'])
    const wrong = { password: 'not my password', code: codeOf(secret) }
    expect(issueAt(await desktop.post(path, wrong))).toEqual([422, 'password'])
    // A wrong password uses up no code.
    expect((await desktop.post(path, { password: PASSWORD, code: codeOf(secret) })).status).toBe(200)
  })

  test('is refused with a wrong code, and with one that was used', async () => {
    const { secret, codes } = await switchOn()
    expect((await desktop.post('/auth/confirm', { code: codeOf(secret) })).status).toBe(200)
    expect((await desktop.post('/auth/confirm', { code: codes[0] })).status).toBe(200)
    for (const code of [codeOf(secret, 5), codeOf(secret), codes[0], '7K3M-9QXZ-7K3M-9QXZ']) {
      expect(issueAt(await desktop.post(path, { password: PASSWORD, code })), code).toEqual([422, 'code'])
    }
    expect(await isOn()).toBe(true)
  })

  test('is refused for a while after five wrong codes, also where the sixth is right', async () => {
    const { secret } = await switchOn()
    for (let at = 0; at < 5; at++) {
      await desktop.post(path, { password: PASSWORD, code: codeOf(secret, 100 + at) })
    }
    const right = { password: PASSWORD, code: codeOf(secret) }
    expect((await desktop.post(path, right)).status).toBe(429)
    shop.pass(0.5)
    expect((await desktop.post(path, { ...right, code: codeOf(secret) })).status).toBe(200)
  })
})

describe('with the password and a code', () => {
  const both = (secret: string) => ({ password: PASSWORD, code: codeOf(secret) })

  test('it is off, the password alone signs in, and its owner is told', async () => {
    const { secret } = await switchOn()
    expect((await desktop.post('/auth/second-factor/off', both(secret))).status).toBe(200)
    expect((await desktop.get('/auth/second-factor')).body).toEqual({ on: false, recoveryCodesLeft: 0 })
    expect((await begin(openBrowser(shop))).body).toHaveProperty('user')
    expect((await desktop.post('/auth/second-factor/off', both(secret))).status).toBe(409)
    await shop.settled()
    expect((await shop.messages(email)).map(({ subject }) => subject)).toContain(
      'Two-factor authentication was turned off',
    )
  })

  test('there are new recovery codes, and the old ones end', async () => {
    const { secret, codes } = await switchOn()
    const renewed = await desktop.post('/auth/second-factor/recovery-codes', both(secret))
    const [fresh = ''] = renewed.body['recoveryCodes'] as string[]
    expect((await finish(await halfWay(), codes[0] ?? '')).status).toBe(401)
    expect((await finish(await halfWay(), fresh)).status).toBe(200)
  })

  test('a second factor switched off meanwhile ends what was half way', async () => {
    const { secret } = await switchOn()
    const browser = await halfWay()
    await desktop.post('/auth/second-factor/off', both(secret))
    shop.pass(1)
    expect((await finish(browser, codeOf(secret))).body).toMatchObject({
      error: { code: 'second_factor_over' },
    })
  })

  test('a new password by mail does not get past it', async () => {
    await switchOn()
    await desktop.post('/auth/forgotten-password', { email })
    await shop.settled()
    const [mail] = (await shop.messages(email)).filter(({ text }) => text.includes('#token='))
    const [, token] = /#token=([\w-]+)/.exec(mail?.text ?? '') ?? []
    const browser = openBrowser(shop)
    const password = 'a better kettle of sorry'
    expect((await browser.post('/auth/reset-password', { token, password })).status).toBe(200)
    expect([...browser.jar.keys()]).toEqual(['__Host-device'])
    expect((await browser.post('/auth/sign-in', { email, password })).body).toEqual({ secondFactor: true })
  })
})
