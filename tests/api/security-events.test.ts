import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { securityEvents } from '#drizzle/schema/accounts.ts'
import { securityEvent } from '#tests/support/account-rows.ts'
import { codeAt, turnOnFactor } from '#tests/support/authenticator.ts'
import { addPerson, mailedLink, openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { PASSWORD } from '#tests/support/password.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { signIn } from '#tests/support/staff.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const WRONG = 'not a kettle at all'
const NEW = 'a better kettle of sorry'

const shop = await shareTestShop()
/** Signed in. */
let desktop: TestBrowser
let person: Awaited<ReturnType<typeof addPerson>>

beforeEach(async () => {
  desktop = openFirefox()
  person = await addPerson(shop)
  await desktop.post('/auth/sign-in', { email: person.email, password: PASSWORD })
  shop.pass(1)
})

const openFirefox = () => openBrowser(shop, { 'user-agent': FIREFOX })

type Event = { kind: string; device: string | null; createdAt: string }
async function activity(browser = desktop): Promise<Event[]> {
  await shop.settled()
  return (await browser.get('/auth/activity')).body['events'] as Event[]
}
const kinds = async () => (await activity()).map(({ kind }) => kind)
const logged = (kind: string) => shop.logged.filter(({ event }) => event === kind)

const switchOn = () => turnOnFactor(shop, desktop)
/** The password and the code of one's own. */
const byBoth = async () => ({ password: PASSWORD, code: codeAt((await switchOn()).secret, shop.clock.at) })

const signInAgain = (password: string, browser = openFirefox()) =>
  browser.post('/auth/sign-in', { email: person.email, password })

describe('one’s own activity', () => {
  test('begins with signing in, on a device', async () => {
    expect(await activity()).toEqual([
      {
        id: expect.any(String),
        kind: 'signed_in',
        device: 'Firefox on Linux',
        createdAt: '2026-06-04T14:30:00.000Z',
      },
    ])
  })

  const link = async () => {
    await openFirefox().post('/auth/forgotten-password', { email: person.email })
    return (await mailedLink(shop, person.email)).token
  }
  const halfWay = async () => {
    await switchOn()
    const browser = openFirefox()
    await signInAgain(PASSWORD, browser)
    return browser
  }

  test.each<[string, 'info' | 'warn', () => Promise<unknown>]>([
    ['sign_in_failed', 'warn', () => signInAgain(WRONG)],
    ['code_failed', 'warn', async () => (await halfWay()).post('/auth/second-factor', { code: '123456' })],
    [
      'password_refused',
      'warn',
      () => desktop.post('/auth/password', { currentPassword: WRONG, password: NEW }),
    ],
    [
      'password_changed',
      'info',
      () => desktop.post('/auth/password', { currentPassword: PASSWORD, password: NEW }),
    ],
    ['password_reset_requested', 'info', link],
    ['second_factor_on', 'info', switchOn],
    ['second_factor_off', 'info', async () => desktop.post('/auth/second-factor/off', await byBoth())],
    [
      'recovery_codes_renewed',
      'info',
      async () => desktop.post('/auth/second-factor/recovery-codes', await byBoth()),
    ],
    [
      'person_invited',
      'info',
      () => desktop.post('/admin/users', { email: 'new@example.com', role: 'admin' }),
    ],
  ])('tells of %s, with the device, and so does the log, with the person’s id', async (kind, level, act) => {
    await act()
    expect((await activity()).find((event) => event.kind === kind)).toMatchObject({
      device: 'Firefox on Linux',
    })
    const [line] = logged(kind)
    expect(line).toMatchObject({ level, fields: { area: 'security' } })
    // Whoever asks for a link need not exist, so the log knows a hash only.
    if (kind !== 'password_reset_requested') expect(line?.fields['userId']).toBe(person.id)
    const log = JSON.stringify(shop.logged)
    for (const secret of [person.email, 'new@example.com', PASSWORD, WRONG, NEW]) {
      expect(log).not.toContain(secret)
    }
  })

  test('lists a password reset by mail', async () => {
    const token = await link()
    await openFirefox().post('/auth/reset-password', { token, password: NEW })
    await signInAgain(NEW, desktop)
    expect((await kinds()).slice(0, 2)).toEqual(['signed_in', 'password_reset'])
    expect(logged('password_reset')).toHaveLength(1)
  })

  test('lists a reused refresh token', async () => {
    const stolen = openFirefox()
    stolen.jar.set('__Host-refresh', desktop.jar.get('__Host-refresh') ?? '')
    await desktop.post('/auth/refresh')
    shop.pass(1)
    expect((await stolen.post('/auth/refresh')).status).toBe(401)
    await signInAgain(PASSWORD, desktop)
    expect((await kinds()).slice(0, 2)).toEqual(['signed_in', 'refresh_token_reused'])
    expect(logged('refresh_token_reused')).toMatchObject([{ level: 'warn', fields: { userId: person.id } }])
  })

  test.each<[string, (admin: Awaited<ReturnType<typeof signIn>>) => Promise<unknown>]>([
    ['role_changed', (admin) => admin.put(`/admin/users/${person.id}`, { role: 'member', version: 1 })],
    ['deactivated', (admin) => admin.post(`/admin/users/${person.id}/deactivate`)],
    [
      'reactivated',
      async (admin) => {
        await admin.post(`/admin/users/${person.id}/deactivate`)
        await admin.post(`/admin/users/${person.id}/reactivate`)
      },
    ],
  ])('tells of %s by an admin, without the admin’s device', async (kind, act) => {
    const admin = await signIn(shop)
    await act(admin)
    const rows = await shop.db.select().from(securityEvents).where(eq(securityEvents.userId, person.id))
    expect(rows.find((row) => row.kind === kind)).toMatchObject({ device: null })
    const fields = { userId: person.id, actorId: admin.person.id }
    expect(logged(kind)).toMatchObject([{ level: 'info', fields }])
  })

  test('lists throttling at most once an hour', async () => {
    for (let at = 0; at < 9; at++) await signInAgain(WRONG)
    expect((await kinds()).filter((kind) => kind === 'throttled')).toHaveLength(1)
    expect(logged('throttled')).toHaveLength(4)
    shop.pass(61)
    await signInAgain(WRONG)
    await signInAgain(WRONG)
    await desktop.post('/auth/refresh')
    expect((await kinds()).filter((kind) => kind === 'throttled')).toHaveLength(2)
  })

  test('shows the newest 20, newest first, and nobody else’s', async () => {
    const other = await addPerson(shop)
    const rows = Array.from({ length: 25 }, (_, at) =>
      securityEvent({
        userId: at === 24 ? other.id : person.id,
        createdAt: new Date(shop.clock.at.getTime() + at * 1000).toISOString(),
      }),
    )
    await shop.db.insert(securityEvents).values(rows)
    const shown = (await activity()).map(({ createdAt }) => createdAt)
    expect(shown).toEqual(
      rows
        .slice(4, 24)
        .map(({ createdAt }) => createdAt)
        .toReversed(),
    )
  })

  test('is forgotten after 90 days', async () => {
    shop.pass(89 * 24 * 60)
    await shop.scheduled()
    expect(await shop.db.select().from(securityEvents)).toHaveLength(1)
    shop.pass(24 * 60 + 1)
    await shop.scheduled()
    expect(await shop.db.select().from(securityEvents)).toEqual([])
  })
})

describe('an unknown account', () => {
  test('is logged by a hash, the same each time, and nothing is kept', async () => {
    for (const email of ['nobody@example.com', 'Nobody@Example.com', 'else@example.com']) {
      await openBrowser(shop).post('/auth/sign-in', { email, password: WRONG })
    }
    await shop.settled()
    const accounts = logged('sign_in_failed').map(({ fields }) => fields['account'])
    expect(accounts[0]).toMatch(/^[\w-]{16}$/)
    expect([accounts[1] === accounts[0], accounts[2] === accounts[0]]).toEqual([true, false])
    expect(JSON.stringify(shop.logged)).not.toMatch(/nobody|example/i)
    expect(await shop.db.select().from(securityEvents)).toHaveLength(1)
  })

  test('costs as many round trips as one that exists, after the answer, too', async () => {
    const asked: number[] = []
    for (const email of [person.email, 'nobody@example.com']) {
      await shop.settled()
      const before = shop.requests()
      await openBrowser(shop).post('/auth/sign-in', { email, password: WRONG })
      await shop.settled()
      asked.push(shop.requests() - before)
    }
    expect(asked).toEqual([2, 2])
  })
})
