import { expect, test } from 'vitest'
import { SITE } from '#domain/site.ts'
import { outbox, waitlist } from '#drizzle/schema/messages.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

const PERSON = { email: 'lee@example.com', city: 'Boise', state: 'ID', zipCode: '83702' }
const THANKED = { success: true }

const shop = await shareTestShop()

const join = (changes: object = {}) => shop.post('/waitlist', { ...PERSON, ...changes })
const entries = () => shop.db.select().from(waitlist)
const queued = async () => (await shop.db.select().from(outbox)).map(({ kind }) => kind).sort()
const leave = (token: unknown) => shop.post('/waitlist/unsubscribe', { token })

async function theEntry() {
  const [entry, ...others] = await entries()
  expect(others).toEqual([])
  if (!entry) throw new Error('Nobody is waiting')
  return entry
}

/** Unsubscribes as mail programs do it: a form, no origin, no cookies. */
async function oneClick(path: string, body = 'List-Unsubscribe=One-Click') {
  const response = await shop.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  })
  return { status: response.status, body: await response.json() }
}

/** The number of database calls while `work` ran. */
async function roundTrips(work: () => Promise<unknown>): Promise<number> {
  const before = shop.requests()
  await work()
  return shop.requests() - before
}

async function joined() {
  await join()
  await shop.settled()
  return theEntry()
}

test('the receipt carries a link and the headers of one-click, and both work', async () => {
  await joined()
  const [receipt] = await shop.messages('lee@example.com')
  const { 'List-Unsubscribe': target = '', 'List-Unsubscribe-Post': post } = receipt?.headers ?? {}
  expect(post).toBe('List-Unsubscribe=One-Click')
  const { origin, pathname } = new URL(target.slice(1, -1))
  expect(target).toMatch(/^<.*>$/)
  expect(origin).toBe(shop.deps.config.origin)
  expect(await oneClick(pathname)).toEqual({ status: 200, body: THANKED })
  expect((await theEntry()).unsubscribedAt).toBe(shop.clock.at.toISOString())

  const token = /\/unsubscribe\?token=([0-9a-f-]{36})/.exec(receipt?.text ?? '')?.[1]
  expect(receipt?.html).toContain(`/unsubscribe?token=${token}`)
  expect(await leave(token)).toMatchObject({ status: 200, body: THANKED })
})

test('unsubscribing twice changes nothing more', async () => {
  const { unsubscribeToken } = await joined()
  await leave(unsubscribeToken)
  const before = await theEntry()
  shop.pass(5)
  for (let time = 0; time < 2; time++) expect((await leave(unsubscribeToken)).status).toBe(200)
  expect(await theEntry()).toEqual(before)
})

test('costs one round trip', async () => {
  const { unsubscribeToken } = await joined()
  expect(await roundTrips(() => leave(unsubscribeToken))).toBe(1)
})

test('an unknown link is refused and changes nothing', async () => {
  await joined()
  const unknown = crypto.randomUUID()
  for (const answer of [await leave(unknown), await oneClick(`/api/waitlist/unsubscribe/${unknown}`)]) {
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'link_unknown' } } })
  }
  expect((await theEntry()).unsubscribedAt).toBeNull()
})

test.each(['', 'x', '%', null, 7, 'a'.repeat(500)])('the token %j is refused unasked', async (token) => {
  expect(await roundTrips(() => leave(token))).toBe(0)
  expect((await leave(token)).status).toBe(422)
})

test('a GET leads to the page that asks, and changes nothing, nor does a POST that is no one-click', async () => {
  const { unsubscribeToken } = await joined()
  const path = `/api/waitlist/unsubscribe/${unsubscribeToken}`
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await shop.app.request(path, { method })
    expect([status, headers.get('location')]).toEqual([302, `/unsubscribe?token=${unsubscribeToken}`])
  }
  expect((await oneClick(path, '')).status).toBe(422)
  expect((await oneClick(path, 'List-Unsubscribe=Maybe')).status).toBe(422)
  expect((await shop.get(`/waitlist/unsubscribe?token=${unsubscribeToken}`)).status).toBe(405)
  expect((await theEntry()).unsubscribedAt).toBeNull()
})

test('guessing is rate-limited, and a valid link still works', async () => {
  const { unsubscribeToken } = await joined()
  shop.deps.config.limits.waitlist = { max: 3, seconds: 60 }
  const guesses = []
  for (let time = 0; time < 5; time++) guesses.push((await leave(crypto.randomUUID())).status)
  expect(guesses).toEqual([404, 404, 404, 429, 429])
  expect((await leave(unsubscribeToken)).status).toBe(200)
})

test('queued mail to an unsubscribed person is not sent', async () => {
  shop.mail.setFault({ kind: 'error-before' })
  const { unsubscribeToken } = await joined()
  await leave(unsubscribeToken)
  shop.mail.setFault({ kind: 'none' })
  shop.pass(2)
  await shop.scheduled()
  expect(await shop.messages('lee@example.com')).toEqual([])
  expect(await shop.messages(SITE.ownerEmail)).toHaveLength(1)
  expect(await queued()).toEqual(['waitlist-notice'])
})

test('joining again restores the entry with its new values and sends a receipt', async () => {
  const { id, unsubscribeToken } = await joined()
  await leave(unsubscribeToken)
  await join({ city: 'Nampa', story: 'Again' })
  await join({ city: 'Elsewhere' })
  await shop.settled()
  expect(await theEntry()).toMatchObject({
    id,
    unsubscribeToken,
    unsubscribedAt: null,
    city: 'Nampa',
    story: 'Again',
  })
  expect(await shop.messages('lee@example.com')).toHaveLength(2)
  const notices = await shop.messages(SITE.ownerEmail)
  expect(notices.map(({ text }) => text.includes('Nampa'))).toEqual([true, false])
})
