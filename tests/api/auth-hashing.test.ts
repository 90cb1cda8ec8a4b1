import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { createHashingQueue } from '#api/platform/hashing-queue.ts'
import { rateCounters } from '#drizzle/schema/accounts.ts'
import { addPerson, mailedLink, openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { PASSWORD } from '#tests/support/password.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { signIn } from '#tests/support/staff.ts'

const WRONG = 'not a kettle at all'
const NEW = 'a better kettle of sorry'
const WEAK = 'Password1234'
const BUSY = [503, { error: { code: 'busy' } }]
const DAY = 24 * 60

const shop = await shareTestShop()
afterEach(() => {
  vi.restoreAllMocks()
})

const trySignIn = (from: TestBrowser, email: string, password = PASSWORD) =>
  from.post('/auth/sign-in', { email, password })
const outcome = ({ status, body }: { status: number; body: unknown }) => [status, body]

/** A browser in which somebody is signed in. */
async function signedInBrowser(email: string): Promise<TestBrowser> {
  const browser = openBrowser(shop)
  expect((await trySignIn(browser, email)).status).toBe(200)
  return browser
}

describe('while strangers fill the queue of password hashes', () => {
  let hashing: Deps['hashing']

  beforeEach(() => {
    // Its time passes only while somebody waits.
    let at = 0
    const sleep = async (ms: number) => {
      at += ms
    }
    hashing = createHashingQueue({ now: () => at, sleep })
    shop.deps.hashing = hashing
  })

  const fill = () => hashing.run('unknown', 10, async () => {})

  test('a browser that is not known is refused with a time to come back, and nothing is counted', async () => {
    const { email } = await addPerson(shop)
    await fill()
    const before = shop.requests()
    for (const who of [email, 'nobody@example.com']) {
      const answer = await trySignIn(openBrowser(shop), who)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
      expect(answer.body).toEqual({
        error: {
          code: 'busy',
          message: 'We are busy right now, so nothing was done. Please try again in a few seconds.',
          issues: [],
          requestId: expect.any(String),
        },
      })
    }
    expect(shop.requests()).toBe(before)
    expect(await shop.db.select().from(rateCounters)).toEqual([])
  })

  test('a known browser signs its owner in, and says when the password is wrong', async () => {
    const { email } = await addPerson(shop)
    const browser = await signedInBrowser(email)
    await browser.post('/auth/sign-out')
    await fill()
    expect((await trySignIn(browser, email, WRONG)).status).toBe(401)
    expect((await trySignIn(browser, ` ${email.toUpperCase()} `)).status).toBe(200)
  })

  test('a browser that is known for somebody else is refused', async () => {
    const [owner, other] = [await addPerson(shop), await addPerson(shop)]
    const browser = await signedInBrowser(owner.email)
    await fill()
    expect(outcome(await trySignIn(browser, other.email))).toMatchObject(BUSY)
  })

  test.each<[string, (token: string) => string]>([
    ['that was changed', (token) => token.slice(0, -2)],
    ['that has expired', (token) => token],
  ])('a browser with a device token %s is refused', async (name, change) => {
    const { email } = await addPerson(shop)
    const browser = await signedInBrowser(email)
    browser.jar.set('__Host-device', change(browser.jar.get('__Host-device') ?? ''))
    if (name === 'that has expired') shop.pass(181 * DAY)
    await fill()
    expect(outcome(await trySignIn(browser, email))).toMatchObject(BUSY)
  })

  test('a valid link sets a new password, and its browser is known from then on', async () => {
    const { email } = await addPerson(shop)
    const browser = openBrowser(shop)
    await browser.post('/auth/forgotten-password', { email })
    const { token } = await mailedLink(shop, email)
    await fill()
    expect((await browser.post('/auth/reset-password', { token, password: NEW })).status).toBe(200)
    expect((await trySignIn(browser, email, NEW)).status).toBe(200)
  })

  test('a valid invitation is accepted', async () => {
    const admin = await signIn(shop)
    const email = 'new@example.com'
    await admin.post('/admin/users', { email, role: 'admin' })
    const { token } = await mailedLink(shop, email)
    await fill()
    const accepted = await openBrowser(shop).post('/auth/accept-invitation', { token, password: NEW })
    expect(accepted.status).toBe(200)
  })

  test('a link that was used, has expired or is unknown hashes nothing, and estimates no password', async () => {
    const { email } = await addPerson(shop)
    const browser = openBrowser(shop)
    const mailed = async () => {
      await browser.post('/auth/forgotten-password', { email })
      return (await mailedLink(shop, email)).token
    }
    const reset = (token: string) => browser.post('/auth/reset-password', { token, password: NEW })
    const used = await mailed()
    expect((await reset(used)).status).toBe(200)
    const expired = await mailed()
    shop.pass(60)
    await fill()
    const run = vi.spyOn(hashing, 'run')
    const estimate = vi.spyOn(ZxcvbnFactory.prototype, 'check')
    const statuses: number[] = []
    for (const token of [used, expired, 'never-sent-to-anybody']) statuses.push((await reset(token)).status)
    expect(statuses).toEqual([410, 410, 404])
    expect(run).not.toHaveBeenCalled()
    expect(estimate).not.toHaveBeenCalled()
  })

  test('somebody signed in changes their password', async () => {
    const { email } = await addPerson(shop)
    const browser = await signedInBrowser(email)
    await fill()
    const request = { currentPassword: PASSWORD, password: NEW }
    expect((await browser.post('/auth/password', request)).status).toBe(200)
    expect((await browser.post('/auth/second-factor/begin', { password: NEW })).status).toBe(200)
  })

  test('a link estimates no password while those who are known fill their own turns, and stays valid', async () => {
    const { email } = await addPerson(shop)
    const browser = openBrowser(shop)
    await browser.post('/auth/forgotten-password', { email })
    const { token } = await mailedLink(shop, email)
    await hashing.run('known', 20, async () => {})
    const estimate = vi.spyOn(ZxcvbnFactory.prototype, 'check')
    const reset = () => browser.post('/auth/reset-password', { token, password: NEW })
    expect(outcome(await reset())).toMatchObject(BUSY)
    expect(estimate).not.toHaveBeenCalled()
    shop.deps.hashing = createHashingQueue()
    expect((await reset()).status).toBe(200)
  })
})

describe('a try that is counted, and gets no turn after all', () => {
  const refuse = async () => {
    throw new AppError('busy', { retryAfterSeconds: 1 })
  }

  test('does not use up an attempt to sign in, also of two at the same instant', async () => {
    shop.deps.hashing = { refuseWhenFull: () => {}, run: refuse }
    const { email } = await addPerson(shop)
    const both = await Promise.all([trySignIn(openBrowser(shop), email), trySignIn(openBrowser(shop), email)])
    for (const answer of both) expect(outcome(answer)).toMatchObject(BUSY)
    expect(await shop.db.select().from(rateCounters)).toEqual([])
  })

  test('leaves earlier attempts counted', async () => {
    const { email } = await addPerson(shop)
    const browser = openBrowser(shop)
    for (let at = 0; at < 4; at++) await trySignIn(browser, email, WRONG)
    const run = vi.spyOn(shop.deps.hashing, 'run').mockImplementation(refuse)
    expect((await trySignIn(browser, email, WRONG)).status).toBe(503)
    run.mockRestore()
    const statuses: number[] = []
    for (let at = 0; at < 2; at++) statuses.push((await trySignIn(browser, email, WRONG)).status)
    expect(statuses).toEqual([401, 429])
  })

  test('does not use up an attempt to confirm a password', async () => {
    const browser = await signedInBrowser((await addPerson(shop)).email)
    await shop.db.delete(rateCounters)
    vi.spyOn(shop.deps.hashing, 'run').mockImplementation(refuse)
    const answer = await browser.post('/auth/second-factor/begin', { password: WRONG })
    expect(outcome(answer)).toMatchObject(BUSY)
    expect(await shop.db.select().from(rateCounters)).toEqual([])
  })

  test('uses up an attempt when the current password was found wrong before', async () => {
    const browser = await signedInBrowser((await addPerson(shop)).email)
    await shop.db.delete(rateCounters)
    vi.spyOn(shop.deps.hashing, 'run')
      .mockImplementationOnce((_lane, _weight, work) => work())
      .mockImplementationOnce(refuse)
    const request = { currentPassword: WRONG, password: NEW }
    expect(outcome(await browser.post('/auth/password', request))).toMatchObject(BUSY)
    expect(await shop.db.select().from(rateCounters)).toHaveLength(2)
  })
})

describe('changing one’s own password', () => {
  const change = (from: TestBrowser, currentPassword: string, password: string) =>
    from.post('/auth/password', { currentPassword, password })

  test('estimates no new password while the current one is wrong, and limits the tries', async () => {
    const browser = await signedInBrowser((await addPerson(shop)).email)
    const estimate = vi.spyOn(ZxcvbnFactory.prototype, 'check')
    const statuses: number[] = []
    for (let at = 0; at < 6; at++) statuses.push((await change(browser, WRONG, WEAK)).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
    expect((await change(browser, PASSWORD, WEAK)).status).toBe(429)
    expect(estimate).not.toHaveBeenCalled()
  })

  test('refuses a weak new password at its field when the current one is right', async () => {
    const browser = await signedInBrowser((await addPerson(shop)).email)
    const message = 'This password is too easy to guess. Four or five random words work well.'
    expect(outcome(await change(browser, PASSWORD, WEAK))).toMatchObject([
      422,
      { error: { issues: [{ path: 'password', message }] } },
    ])
    expect((await change(browser, PASSWORD, NEW)).status).toBe(200)
  })

  test('hashes and estimates no more when somebody who knows their password has reached the limit', async () => {
    shop.deps.config.limits.signIn = { max: 3, seconds: 60 }
    const person = await addPerson(shop)
    const browser = await signedInBrowser(person.email)
    for (let at = 0; at < 3; at++) expect((await change(browser, PASSWORD, WEAK)).status).toBe(422)
    const run = vi.spyOn(shop.deps.hashing, 'run')
    const estimate = vi.spyOn(ZxcvbnFactory.prototype, 'check')
    const refused = await change(browser, PASSWORD, NEW)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect(run).not.toHaveBeenCalled()
    expect(estimate).not.toHaveBeenCalled()
    shop.pass(1)
    expect((await change(browser, PASSWORD, NEW)).status).toBe(200)
  })

  test('shares its limit with all that asks for the password, in every network, but not with others', async () => {
    shop.deps.config.limits.signIn = { max: 3, seconds: 60 }
    const [person, other] = [await addPerson(shop), await addPerson(shop)]
    const home = await signedInBrowser(person.email)
    const office = openBrowser(shop, { 'cf-connecting-ip': '192.0.2.7' })
    await trySignIn(office, person.email)
    const begin = (from: TestBrowser) => from.post('/auth/second-factor/begin', { password: PASSWORD })
    expect((await begin(home)).status).toBe(200)
    expect((await begin(office)).status).toBe(200)
    expect((await change(home, PASSWORD, WEAK)).status).toBe(422)
    expect((await begin(office)).status).toBe(429)
    expect((await begin(await signedInBrowser(other.email))).status).toBe(200)
  })
})
