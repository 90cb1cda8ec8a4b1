import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { sha256 } from '#api/platform/hash.ts'
import { sessions, users } from '#drizzle/schema/accounts.ts'
import { addPerson, openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { PASSWORD } from '#tests/support/password.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { signIn } from '#tests/support/staff.ts'

const shop = await shareTestShop()
let browser: TestBrowser

beforeEach(() => {
  browser = openBrowser(shop)
})

async function signedIn(from: TestBrowser = browser) {
  const person = await addPerson(shop)
  expect((await from.post('/auth/sign-in', { email: person.email, password: PASSWORD })).status).toBe(200)
  return person
}

const REFRESH = '__Host-refresh'
const token = () => browser.jar.get(REFRESH) ?? ''
const refresh = () => browser.post('/auth/refresh')
/** Refreshes with a token that the browser had at another time. */
const refreshWith = (old: string) => {
  const other = openBrowser(shop)
  other.jar.set(REFRESH, old)
  return other.post('/auth/refresh').then((answer) => ({ ...answer, next: other.jar.get(REFRESH) }))
}

describe('who is signed in', () => {
  test('without a session the answer is null and not an error', async () => {
    const answer = await browser.get('/auth/session')
    expect([answer.status, answer.body]).toEqual([200, { session: null, canRefresh: false }])
  })

  test('a person until the access token expires; then a refresh is possible', async () => {
    const { email } = await signedIn()
    expect((await browser.get('/auth/session')).body).toMatchObject({
      session: { user: { email }, expiresAt: '2026-06-04T14:40:00.000Z' },
      canRefresh: true,
    })
    shop.pass(10)
    expect((await browser.get('/auth/session')).body).toEqual({ session: null, canRefresh: true })
    const answer = await refresh()
    expect(answer.body).toMatchObject({ user: { email }, expiresAt: '2026-06-04T14:50:00.000Z' })
    expect((await browser.get('/admin/users')).status).toBe(200)
  })
})

describe('refreshing', () => {
  test('rotates the token, in one round trip', async () => {
    await signedIn()
    const old = token()
    const before = shop.requests()
    expect((await refresh()).status).toBe(200)
    expect(shop.requests() - before).toBe(1)
    expect(token()).not.toBe(old)
    expect(browser.setCookies.get(REFRESH)).toMatch(/HttpOnly; Secure; SameSite=Strict/)
  })

  test('five concurrent refreshes get the same successor', async () => {
    await signedIn()
    const old = token()
    const answers = await Promise.all(Array.from({ length: 5 }, () => refreshWith(old)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map(({ next }) => next)).size).toBe(1)
    expect((await refreshWith(answers[0]?.next ?? '')).status).toBe(200)
  })

  test('an answer that got lost is given again within 30 seconds', async () => {
    await signedIn()
    const old = token()
    const first = await refreshWith(old)
    shop.pass(29 / 60)
    const second = await refreshWith(old)
    expect([second.status, second.next]).toEqual([200, first.next])
  })

  test('also when the signing key is changed in between', async () => {
    await signedIn()
    const old = token()
    const first = await refreshWith(old)
    const { authKeys } = shop.deps.config
    shop.deps.config.authKeys = [
      { id: 'newer', secret: 'another-secret-of-the-tests-that-is-newer' },
      ...authKeys,
    ]
    const second = await refreshWith(old)
    expect([second.status, second.next]).toEqual([200, first.next])
    expect((await refreshWith(first.next ?? '')).status).toBe(200)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['later', async () => shop.pass(30 / 60)],
    ['once the successor was used', async () => refresh()],
  ])('the token before comes %s: the session ends, for whoever has it', async (_, meanwhile) => {
    const { id } = await signedIn()
    const old = token()
    await refresh()
    await meanwhile()
    const reused = await refreshWith(old)
    expect([reused.status, reused.body]).toMatchObject([401, { error: { code: 'signed_out' } }])
    expect(reused.next).toBeUndefined()
    expect((await browser.get('/admin/users')).status).toBe(401)
    expect((await refresh()).status).toBe(401)
    const [row] = await shop.db.select().from(sessions).where(eq(sessions.userId, id))
    expect(row?.revokedAt).not.toBeNull()
    expect(shop.logged).toContainEqual(expect.objectContaining({ event: 'refresh_token_reused' }))
  })

  test.each([
    ['without a signature', (id: string) => `${id}.made-up`],
    ['with a signature of nobody’s', (id: string) => `${id}.made-up.made-up`],
  ])('a token that was never handed out, %s, ends no session', async (_, madeUp) => {
    await signedIn()
    const [sessionId = ''] = token().split('.')
    expect((await refreshWith(madeUp(sessionId))).status).toBe(401)
    expect(shop.logged).not.toContainEqual(expect.objectContaining({ event: 'refresh_token_reused' }))
    expect((await refresh()).status).toBe(200)
  })

  test('a session goes on whose token was handed out before tokens were signed', async () => {
    const { id } = await signedIn()
    const unsigned = token().split('.').slice(0, 2).join('.')
    const refreshHash = await sha256(unsigned)
    await shop.db.update(sessions).set({ refreshHash }).where(eq(sessions.userId, id))
    const first = await refreshWith(unsigned)
    expect(first.status).toBe(200)
    expect((await refreshWith(first.next ?? '')).status).toBe(200)
  })

  test('other sessions of the person go on', async () => {
    const { email } = await signedIn()
    const phone = openBrowser(shop)
    await phone.post('/auth/sign-in', { email, password: PASSWORD })
    const old = token()
    await refresh()
    shop.pass(1)
    await refreshWith(old)
    expect((await phone.post('/auth/refresh')).status).toBe(200)
  })

  test.each([
    ['nothing', ''],
    ['nonsense', 'nonsense'],
    ['a session that is none', 'session.secret'],
    ['too many parts', 'a.b.c.d'],
  ])('%s is refused', async (_, value) => {
    if (value) browser.jar.set(REFRESH, value)
    expect((await refresh()).status).toBe(401)
  })

  test('a session ends a week after its last refresh, and a month after it began', async () => {
    await signedIn()
    const week = 7 * 24 * 60
    shop.pass(week - 1)
    expect((await refresh()).status).toBe(200)
    shop.pass(week)
    expect((await refresh()).status).toBe(401)

    await signedIn()
    for (let day = 0; day < 29; day++) {
      shop.pass(24 * 60)
      expect((await refresh()).status, `day ${day}`).toBe(200)
    }
    expect(browser.setCookies.get(REFRESH)).toMatch(/Max-Age=86400/)
    shop.pass(24 * 60)
    expect((await refresh()).status).toBe(401)
  })

  test('a deactivated person is refused', async () => {
    const { id } = await signedIn()
    await shop.db.update(users).set({ deactivatedAt: '2026-06-04T14:30:00.000Z' }).where(eq(users.id, id))
    expect((await refresh()).status).toBe(401)
  })

  test('another site cannot make a browser refresh', async () => {
    await signedIn()
    const elsewhere = openBrowser(shop, { origin: 'https://evil.example' })
    elsewhere.jar.set(REFRESH, token())
    expect((await elsewhere.post('/auth/refresh')).status).toBe(403)
    expect((await refresh()).status).toBe(200)
  })
})

describe('signing out', () => {
  test.each([
    ['at once', 0],
    ['when the access token has ended', 11],
  ])('%s ends the session and clears the cookies', async (_, minutes) => {
    await signedIn()
    const [access, old] = [browser.jar.get('__Host-access') ?? '', token()]
    shop.pass(minutes)
    const answer = await browser.post('/auth/sign-out')
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
    expect([...browser.jar.keys()]).toEqual(['__Host-device'])
    expect((await refreshWith(old)).status).toBe(401)
    browser.jar.set('__Host-access', access)
    expect((await browser.get('/auth/sessions')).status).toBe(401)
  })

  test('by an old access token alone', async () => {
    const { id } = await signedIn()
    shop.pass(60)
    browser.jar.delete(REFRESH)
    await browser.post('/auth/sign-out')
    const [row] = await shop.db.select().from(sessions).where(eq(sessions.userId, id))
    expect(row?.revokedAt).toBe('2026-06-04T15:30:00.000Z')
  })

  test('signing out without a session succeeds', async () => {
    expect((await browser.post('/auth/sign-out')).status).toBe(200)
  })

  test('forged tokens end no session', async () => {
    const { id } = await signedIn()
    const other = openBrowser(shop)
    const [session] = await shop.db.select().from(sessions).where(eq(sessions.userId, id))
    other.jar.set(REFRESH, `${session?.id}.guess`)
    await other.post('/auth/sign-out')
    expect((await refresh()).status).toBe(200)
  })
})

describe('own sessions', () => {
  const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

  test('lists own sessions only and marks the current one', async () => {
    const { email } = await signedIn()
    const desktop = openBrowser(shop, { 'user-agent': FIREFOX })
    shop.pass(1)
    await desktop.post('/auth/sign-in', { email, password: PASSWORD })
    await signedIn(openBrowser(shop))
    const { body } = await desktop.get('/auth/sessions')
    expect(body['sessions']).toEqual([
      expect.objectContaining({
        device: 'Firefox on Windows',
        current: true,
        createdAt: '2026-06-04T14:31:00.000Z',
      }),
      expect.objectContaining({ device: 'Unknown device', current: false }),
    ])
    expect(JSON.stringify(body)).not.toMatch(/hash|token/i)
  })

  test('one is ended, or all others', async () => {
    const { email } = await signedIn()
    const others = [openBrowser(shop), openBrowser(shop), openBrowser(shop)]
    for (const other of others) await other.post('/auth/sign-in', { email, password: PASSWORD })
    const { body } = await browser.get('/auth/sessions')
    const listed = body['sessions'] as { id: string; current: boolean }[]
    expect(listed).toHaveLength(4)
    const one = listed.find(({ current }) => !current)?.id ?? ''
    expect((await browser.delete(`/auth/sessions/${one}`)).status).toBe(200)
    expect((await browser.delete(`/auth/sessions/${one}`)).status).toBe(404)
    const statuses = async () =>
      Promise.all(others.map(async (other) => (await other.get('/auth/sessions')).status))
    expect((await statuses()).toSorted()).toEqual([200, 200, 401])
    expect((await browser.delete('/auth/sessions')).status).toBe(200)
    expect(await statuses()).toEqual([401, 401, 401])
    expect((await browser.get('/auth/sessions')).status).toBe(200)
  })

  test('refuses to end another person’s session', async () => {
    const other = await signIn(shop)
    await signedIn()
    expect((await browser.delete(`/auth/sessions/${other.session.id}`)).status).toBe(404)
    expect((await other.get('/auth/sessions')).status).toBe(200)
  })

  test('expired sessions are deleted', async () => {
    await signedIn()
    shop.pass(38 * 24 * 60)
    await shop.scheduled()
    expect(await shop.db.select().from(sessions)).toEqual([])
  })
})

test.each([
  ['get', '/auth/sessions'],
  ['delete', '/auth/sessions'],
  ['delete', '/auth/sessions/some-id'],
  ['post', '/auth/password'],
  ['get', '/auth/second-factor'],
  ['post', '/auth/second-factor/begin'],
  ['post', '/auth/second-factor/confirm'],
  ['post', '/auth/second-factor/off'],
  ['post', '/auth/second-factor/recovery-codes'],
] as const)('%s %s needs a session, and any role', async (method, path) => {
  expect((await browser[method](path, method === 'get' ? undefined : {})).status).toBe(401)
  const member = await signIn(shop, { role: 'member' })
  expect([401, 403]).not.toContain((await member[method](path, method === 'get' ? undefined : {})).status)
})
