import { eq, like } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { rateCounters, sessions, users } from '#drizzle/schema/accounts.ts'
import { addPerson, openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { PASSWORD } from '#tests/support/password.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

const shop = await shareTestShop()
let browser: TestBrowser

beforeEach(() => {
  browser = openBrowser(shop, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' })
})

const WRONG = 'not a kettle at all'

const trySignIn = (email: string, password: string, from: TestBrowser = browser) =>
  from.post('/auth/sign-in', { email, password })

describe('signing in', () => {
  test('gives two cookies that no script reads, and tells who one is', async () => {
    const person = await addPerson(shop)
    const answer = await trySignIn(person.email, PASSWORD)
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        user: {
          id: person.id,
          email: person.email,
          app_metadata: { role: 'admin' },
          raw_app_metadata: { role: 'admin' },
        },
        expiresAt: '2026-06-04T14:40:00.000Z',
      },
    ])
    for (const name of ['__Host-access', '__Host-refresh', '__Host-device']) {
      const line = browser.setCookies.get(name) ?? ''
      for (const word of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/']) {
        expect(line.split('; '), name).toContain(word)
      }
      expect(line).not.toMatch(/domain/i)
    }
    expect((await browser.get('/admin/users')).status).toBe(200)
  })

  test('the email may have other letters, and spaces around it', async () => {
    const { email } = await addPerson(shop)
    expect((await trySignIn(`  ${email.toUpperCase()} `, PASSWORD)).status).toBe(200)
  })

  test.each([
    ['wide letters', 'ａ kettle full of sorry'],
    ['a soft hyphen and a zero-width space', 'a ket\u00adtle full\u200b of sorry'],
  ])('the password may come with %s, as another keyboard or a copy has it', async (_, typed) => {
    const { email } = await addPerson(shop)
    expect((await trySignIn(email, typed)).status).toBe(200)
  })

  test('somebody whose address is older than the rule for new ones signs in', async () => {
    const { email } = await addPerson(shop, { email: 'jörg..admin@müller.example' })
    expect((await trySignIn(email, PASSWORD)).status).toBe(200)
  })

  test('neither password nor token is kept as it is', async () => {
    const { email, id } = await addPerson(shop)
    await trySignIn(email, PASSWORD)
    const [session] = await shop.db.select().from(sessions).where(eq(sessions.userId, id))
    expect(session).toMatchObject({ expiresAt: '2026-06-11T14:30:00.000Z', revokedAt: null })
    const stored = JSON.stringify([await shop.db.select().from(users), session, shop.logged])
    expect(stored).not.toContain(PASSWORD)
    for (const token of browser.jar.values()) expect(stored).not.toContain(token)
  })

  test('remembers when, and costs three round trips', async () => {
    const { email, id } = await addPerson(shop)
    const before = shop.requests()
    await trySignIn(email, PASSWORD)
    expect(shop.requests() - before).toBeLessThanOrEqual(3)
    const [row] = await shop.db.select().from(users).where(eq(users.id, id))
    expect(row?.lastSignInAt).toBe('2026-06-04T14:30:00.000Z')
  })

  test('the browser’s former session ends', async () => {
    const { email, id } = await addPerson(shop)
    await trySignIn(email, PASSWORD)
    await trySignIn(email, PASSWORD)
    const rows = await shop.db.select().from(sessions).where(eq(sessions.userId, id))
    expect(rows.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1)
    expect(rows).toHaveLength(2)
  })
})

describe('is refused', () => {
  test.each<[string, () => Promise<[string, string]>]>([
    ['a wrong password', async () => [(await addPerson(shop)).email, WRONG]],
    ['an unknown email', async () => ['nobody@example.com', PASSWORD]],
    [
      'somebody who was deactivated',
      async () => [(await addPerson(shop, { deactivatedAt: '2026-06-01T00:00:00.000Z' })).email, PASSWORD],
    ],
    [
      'somebody who was only invited',
      async () => [(await addPerson(shop, { passwordHash: null })).email, PASSWORD],
    ],
  ])('%s, in the same words', async (_, who) => {
    const answer = await trySignIn(...(await who()))
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual({
      error: {
        code: 'wrong_credentials',
        message: 'The email or password isn’t right.',
        issues: [],
        requestId: expect.any(String),
      },
    })
    expect([...browser.jar]).toEqual([])
    expect(await shop.db.select().from(sessions)).toEqual([])
  })

  test.each<[string, object, string, string]>([
    ['no email', { email: ' ', password: WRONG }, 'email', 'Email is required'],
    ['no address', { email: 'sam', password: WRONG }, 'email', 'Please enter a valid email address'],
    ['no password', { email: 'sam@example.com', password: '' }, 'password', 'Password is required'],
  ])('%s', async (_, request, path, message) => {
    const answer = await browser.post('/auth/sign-in', request)
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ error: { issues: [{ path, message }] } })
  })

  test('another site that signs a browser in', async () => {
    const { email } = await addPerson(shop)
    const elsewhere = openBrowser(shop, { origin: 'https://evil.example' })
    const answer = await trySignIn(email, PASSWORD, elsewhere)
    expect([answer.status, elsewhere.jar.size]).toEqual([403, 0])
  })
})

describe('guessing', () => {
  const guess = async (email: string, times: number) => {
    const statuses: number[] = []
    for (let at = 0; at < times; at++) statuses.push((await trySignIn(email, WRONG)).status)
    return statuses
  }

  test.each([
    ['a known account', 'known@example.com', [30, 60, 120, 240, 480, 900, 900]],
    ['an unknown one', 'unknown@example.com', [30, 60, 120]],
  ])('%s is slowed down after five tries, more and more, and never for good', async (_, email, expected) => {
    await addPerson(shop, { email: 'known@example.com' })
    expect(await guess(email, 6)).toEqual([401, 401, 401, 401, 401, 429])
    const waits: number[] = []
    for (let at = 0; at < expected.length; at++) {
      const refused = await trySignIn(email, WRONG)
      expect(refused.status).toBe(429)
      const wait = Number(refused.headers.get('retry-after'))
      waits.push(wait)
      shop.pass((wait - 1) / 60)
      expect((await trySignIn(email, WRONG)).status).toBe(429)
      shop.pass(1 / 60)
      expect((await trySignIn(email, WRONG)).status).toBe(401)
    }
    expect(waits).toEqual(expected)
  })

  test('says how long to wait, in words', async () => {
    await guess('sam@example.com', 5)
    expect((await trySignIn('sam@example.com', WRONG)).body).toMatchObject({
      error: { code: 'rate_limited', message: 'Too many attempts. Please wait 30 seconds and try again.' },
    })
    shop.pass(0.5)
    await trySignIn('sam@example.com', WRONG)
    expect((await trySignIn('sam@example.com', WRONG)).body).toMatchObject({
      error: { message: 'Too many attempts. Please wait 1 minute and try again.' },
    })
  })

  test('the right password is not looked at while one has to wait, and works afterwards', async () => {
    const { email } = await addPerson(shop)
    await guess(email, 5)
    expect((await trySignIn(email, PASSWORD)).status).toBe(429)
    shop.pass(0.5)
    expect((await trySignIn(email, PASSWORD)).status).toBe(200)
    expect(await guess(email, 3)).toEqual([401, 401, 401])
  })

  test('strangers who guess do not keep the owner out of a browser they have used', async () => {
    const { email } = await addPerson(shop)
    await trySignIn(email, PASSWORD)
    await browser.post('/auth/sign-out')
    const stranger = openBrowser(shop)
    for (let at = 0; at < 20; at++) await trySignIn(email, WRONG, stranger)
    expect((await trySignIn(email, PASSWORD, stranger)).status).toBe(429)
    expect((await trySignIn(email, PASSWORD)).status).toBe(200)
  })

  test('a known browser is counted, too, and knows only its owner', async () => {
    const [owner, other] = [await addPerson(shop), await addPerson(shop)]
    await trySignIn(owner.email, PASSWORD)
    expect(await guess(owner.email, 6)).toEqual([401, 401, 401, 401, 401, 429])
    const stranger = openBrowser(shop)
    for (let at = 0; at < 6; at++) await trySignIn(other.email, WRONG, stranger)
    expect((await trySignIn(other.email, PASSWORD)).status).toBe(429)
  })

  test('thirty tries at once are five', async () => {
    const { email } = await addPerson(shop)
    const answers = await Promise.all(Array.from({ length: 30 }, () => trySignIn(email, WRONG)))
    // A busy machine tells some of them that it takes too long, and goes on all the same.
    await shop.settled()
    for (const { status } of answers) expect([401, 429, 503]).toContain(status)
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(5)
    const counted = await shop.db.select().from(rateCounters).where(like(rateCounters.key, 'sign-in:%'))
    expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(5)
  })

  test('one address is stopped, whatever it tries, and others go on', async () => {
    shop.deps.config.limits.signIn = { max: 3, seconds: 60 }
    const { email } = await addPerson(shop)
    const from = (address: string) => openBrowser(shop, { 'cf-connecting-ip': address })
    const stranger = from('192.0.2.1')
    for (let at = 0; at < 3; at++) await trySignIn(`guess${at}@example.com`, WRONG, stranger)
    const refused = await trySignIn(email, PASSWORD, stranger)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect((await trySignIn(email, PASSWORD, from('192.0.2.2'))).status).toBe(200)
  })

  test('one IPv6 network is one address, however many it has', async () => {
    shop.deps.config.limits.signIn = { max: 3, seconds: 60 }
    const from = (address: string) => openBrowser(shop, { 'cf-connecting-ip': address })
    const guessFrom = async (address: string) =>
      (await trySignIn((await addPerson(shop)).email, WRONG, from(address))).status
    for (const host of [':1', ':2', 'a:b:c:d']) expect(await guessFrom(`2001:db8:0:1:${host}`)).toBe(401)
    expect(await guessFrom('2001:0DB8::1:9:9:9:9')).toBe(429)
    expect(await guessFrom('2001:db8:0:2::1')).toBe(401)
  })

  test('nothing that is counted names a person, and it is forgotten after a day', async () => {
    const { email } = await addPerson(shop)
    await guess(email, 2)
    expect(JSON.stringify(await shop.db.select().from(rateCounters))).not.toContain(email)
    shop.pass(24 * 60 + 1)
    await shop.scheduled()
    expect(await shop.db.select().from(rateCounters)).toEqual([])
  })
})
