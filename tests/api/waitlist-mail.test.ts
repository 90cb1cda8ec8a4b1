import { describe, expect, test } from 'vitest'
import { counterOf } from '#api/platform/rate-counters.ts'
import { WAITLIST_MAIL_LIMITS as LIMITS } from '#api/waitlist/service.ts'
import { SITE } from '#domain/site.ts'
import { rateCounters } from '#drizzle/schema/accounts.ts'
import { outbox, waitlist } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { outboxMessage, waitlistEntry } from '#tests/support/message-rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { runs } from '#tests/support/soak.ts'

const THANKED = { success: true }

const shop = await shareTestShop()

const join = (email: string, zipCode = '83702') =>
  shop.post('/waitlist', { email, city: 'Boise', state: 'ID', zipCode })
const sentTo = async (email: string) => (await shop.messages(email)).length
const receipts = async () =>
  (await shop.db.select().from(outbox)).filter(({ kind }) => kind === 'waitlist-receipt').length

/** Joins with each of these addresses, and sends what came of it. */
async function joinAll(emails: string[]): Promise<void> {
  for (const email of emails) expect(await join(email)).toMatchObject({ status: 200, body: THANKED })
  await shop.settled()
}

describe('receipts', () => {
  test('joins all through an hour with tags of one address bring a few emails', async () => {
    const times = runs(12)
    for (let time = 0; time < times; time++) {
      await joinAll(Array.from({ length: 3 }, (_, n) => `victim+${time * 3 + n}@example.com`))
      shop.pass(60 / times)
      await shop.scheduled()
    }
    shop.pass(60)
    await shop.scheduled()
    expect(await shop.db.select().from(waitlist)).toHaveLength(3 * times)
    const all = await shop.messages()
    expect(all.filter(({ to }) => to.join().startsWith('victim'))).toHaveLength(LIMITS.receiptsPerMailbox)
    expect(await sentTo(SITE.ownerEmail)).toBe(LIMITS.notices)
  })

  test('dots in a Gmail address make no other mailbox', async () => {
    await joinAll([
      'v.ictim@gmail.com',
      'vi.ctim@gmail.com',
      'VICTIM+a@googlemail.com',
      'v.i.c.t.i.m@gmail.com',
    ])
    expect(await receipts()).toBe(LIMITS.receiptsPerMailbox)
  })

  test('one domain gets a limited number a day, and another one is not affected', async () => {
    await joinAll(Array.from({ length: LIMITS.receiptsPerDomain + 5 }, (_, n) => `person${n}@bakery.example`))
    expect(await receipts()).toBe(LIMITS.receiptsPerDomain)
    await joinAll(['lee@florist.example'])
    expect(await receipts()).toBe(LIMITS.receiptsPerDomain + 1)
    shop.pass(24 * 60)
    await joinAll(['late@bakery.example'])
    expect(await receipts()).toBe(LIMITS.receiptsPerDomain + 2)
  })

  test('names below one domain are that domain', async () => {
    const count = LIMITS.receiptsPerDomain + 5
    await joinAll(Array.from({ length: count }, (_, n) => `lee@branch${n}.bakery.co.uk`))
    expect(await receipts()).toBe(LIMITS.receiptsPerDomain)
    await joinAll(['lee@florist.co.uk'])
    expect(await receipts()).toBe(LIMITS.receiptsPerDomain + 1)
  })

  test('all domains together get a limited number a day; who joins then is on the waitlist without one', async () => {
    const now = shop.clock.at
    const { key } = await counterOf('waitlist-receipts', '', now, { max: 0, seconds: 1 })
    const sent = { key, windowStart: now.toISOString(), count: LIMITS.receipts - 1 }
    await shop.db.insert(rateCounters).values(sent)
    await joinAll(['lee@bakery.example', 'lee@florist.example'])
    expect(await receipts()).toBe(1)
    expect(await shop.db.select().from(waitlist)).toHaveLength(2)
    shop.pass(24 * 60)
    await joinAll(['lee@late.example'])
    expect(await receipts()).toBe(2)
  })

  test('strangers at a public provider do not use up the receipts of each other', async () => {
    const count = LIMITS.receiptsPerDomain + 5
    await joinAll(Array.from({ length: count }, (_, n) => `person${n}@gmail.com`))
    expect(await receipts()).toBe(count)
  })

  test('a mailbox beyond its limit does not use up the receipts of its domain', async () => {
    await joinAll(
      Array.from({ length: LIMITS.receiptsPerDomain + 5 }, (_, n) => `victim+${n}@bakery.example`),
    )
    await joinAll(['colleague@bakery.example'])
    expect(await receipts()).toBe(LIMITS.receiptsPerMailbox + 1)
  })
})

describe('the owner', () => {
  const crowd = (count: number) => Array.from({ length: count }, (_, n) => `person${n}@town${n}.example`)

  test('gets a notice for each of the first entries of a day, which says that the others are on the waitlist', async () => {
    await joinAll(crowd(LIMITS.notices + 2))
    const notices = await shop.messages(SITE.ownerEmail)
    expect(notices).toHaveLength(LIMITS.notices)
    for (const { text } of notices) expect(text).toContain('Everyone is on the waitlist.')
    expect(await shop.db.select().from(waitlist)).toHaveLength(LIMITS.notices + 2)
    shop.pass(24 * 60)
    await joinAll(['lee@late.example'])
    expect(await sentTo(SITE.ownerEmail)).toBe(LIMITS.notices + 1)
  })

  test('gets nothing for a digest that an earlier version wrote', async () => {
    const payload = { from: '2026-06-04T10:00:00.000Z', until: '2026-06-04T11:00:00.000Z' }
    const digest = { kind: 'waitlist-digest', recipient: SITE.ownerEmail, payload }
    const nextAttemptAt = shop.clock.at.toISOString()
    await shop.db.insert(outbox).values(outboxMessage({ ...digest, nextAttemptAt }))
    await shop.scheduled()
    expect(await sentTo(SITE.ownerEmail)).toBe(0)
    expect(await shop.db.select().from(outbox)).toEqual([])
  })
})

describe('an order', () => {
  test('is confirmed in the next run, however much waitlist mail was queued before it', async () => {
    const earlier = '2026-06-04T10:00:00.000Z'
    const kinds = ['waitlist-receipt', 'waitlist-notice', 'waitlist-open']
    const entry = waitlistEntry({ notifiedAt: earlier })
    await shop.db.insert(waitlist).values(entry)
    const queued = Array.from({ length: 500 }, (_, n) =>
      outboxMessage({
        kind: kinds[n % kinds.length] ?? '',
        payload: { entryId: entry.id },
        nextAttemptAt: earlier,
        createdAt: earlier,
      }),
    )
    for (let from = 0; from < queued.length; from += 50) {
      await shop.db.insert(outbox).values(queued.slice(from, from + 50))
    }
    const { body } = await shop.post('/create-checkout-session', checkoutRequest())
    await shop.pay(String(body['sessionId']))
    const [event] = await shop.events('checkout.session.completed')
    if (!event) throw new Error('The provider made no event')
    shop.mail.setFault({ kind: 'error-before' })
    await shop.deliver(event)
    await shop.settled()
    shop.mail.setFault({ kind: 'none' })
    shop.pass(1)
    await shop.scheduled()
    expect(await shop.db.select({ status: orders.paymentStatus }).from(orders)).toEqual([{ status: 'paid' }])
    expect((await shop.messages('sam@example.com')).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('ORD-'),
    )
  })
})

describe('one person with many spellings of one mailbox', () => {
  test('is notified of the opening once', async () => {
    await joinAll(Array.from({ length: 5 }, (_, n) => `victim+${n}@example.com`))
    await shop.client.execute(
      "insert into market_zipcodes (zipcode, market_id) values ('83702', 'market-sf')",
    )
    const { announceOpening } = await import('#api/waitlist/queries.ts')
    expect(await announceOpening(shop.db, ['83702'], shop.clock.at.toISOString())).toMatchObject({
      notified: 1,
    })
  })

  test('unsubscribes all spellings with one click', async () => {
    await joinAll(['victim@example.com', 'victim+1@example.com', 'other@example.com'])
    const [, tagged] = await shop.db.select().from(waitlist).orderBy(waitlist.email)
    await shop.post('/waitlist/unsubscribe', { token: tagged?.unsubscribeToken })
    const left = (await shop.db.select().from(waitlist)).filter(
      ({ unsubscribedAt }) => unsubscribedAt !== null,
    )
    expect(left.map(({ email }) => email).sort()).toEqual(['victim+1@example.com', 'victim@example.com'])
  })
})
