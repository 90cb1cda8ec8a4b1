import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { SITE } from '#domain/site.ts'
import { markets } from '#drizzle/schema/markets.ts'
import { waitlist } from '#drizzle/schema/messages.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { signIn } from '#tests/support/staff.ts'

// Whoever wants to hear when a paused market takes orders again waits on the waitlist for a ZIP code that is served.

const PERSON = { email: 'lee@example.com', city: 'San Francisco', state: 'CA', zipCode: '94110' }
const REASON = 'Our florists are snowed in until Thursday.'

const shop = await shareTestShop()
let admin: Awaited<ReturnType<typeof signIn>>

beforeEach(async () => {
  admin = await signIn(shop)
  await pause(REASON)
})

const pause = (pausedReason: string | null) =>
  shop.db.update(markets).set({ pausedReason }).where(eq(markets.id, 'market-sf'))
const join = () => shop.post('/waitlist', PERSON)
const notify = () => admin.post('/admin/waitlist/notify', { zipCodes: ['94110'] })

async function theEntry() {
  const [entry] = await shop.db.select().from(waitlist)
  if (!entry) throw new Error('Nobody is waiting')
  return entry
}

/** Saves the market with this reason to be paused, or none, as its form does. */
async function saveMarket(changes: object) {
  const { body } = await admin.get('/admin/markets/market-sf')
  const { name, timeZone, zipCodes, openingHours, pausedReason, closedDates, version } = body
  const form = { name, timeZone, zipCodes, openingHours, pausedReason, closedDates, version, ...changes }
  return admin.put('/admin/markets/market-sf', form)
}

test('joining for a served ZIP code stores the entry, and no message says that we do not deliver there', async () => {
  expect((await join()).status).toBe(200)
  await shop.settled()
  expect(await theEntry()).toMatchObject({ zipCode: '94110', notifiedAt: null })
  const [receipt] = await shop.messages('lee@example.com')
  expect(receipt?.text).toContain('We aren’t taking orders in San Francisco at the moment.')
  const [notice] = await shop.messages(SITE.ownerEmail)
  expect(notice?.text).toContain('They want to hear when San Francisco takes orders again.')
  for (const { text } of await shop.messages())
    expect(text).not.toMatch(/don’t deliver|do not (serve|deliver)/)
})

describe('while the market is paused', () => {
  beforeEach(join)

  test('the demand marks the market as paused, and notifying is refused', async () => {
    const { body } = await admin.get('/admin/waitlist/demand')
    const market = { id: 'market-sf', name: 'San Francisco', takesOrders: false }
    expect(body['cities']).toMatchObject([{ zips: [{ zipCode: '94110', waiting: 1, market }] }])
    expect(await notify()).toMatchObject({
      status: 422,
      body: { error: { code: 'zip_not_served', message: expect.stringContaining('94110') } },
    })
    expect((await theEntry()).notifiedAt).toBeNull()
  })

  test('saving ZIP codes reports no waiting people', async () => {
    expect((await saveMarket({ zipCodes: ['94103'] })).body).toMatchObject({ waiting: [] })
    expect((await saveMarket({ zipCodes: ['94103', '94110'] })).body).toMatchObject({ waiting: [] })
  })

  test('ending the pause reports everyone waiting in the market, who can then be notified', async () => {
    expect((await saveMarket({ pausedReason: null })).body).toMatchObject({
      waiting: [{ zip: '94110', count: 1 }],
    })
    expect(await notify()).toMatchObject({ status: 200, body: { notified: 1 } })
  })
})

test('a notified person who joins again during the next pause waits again', async () => {
  await join()
  await pause(null)
  await notify()
  expect((await theEntry()).notifiedAt).not.toBeNull()
  await pause(REASON)
  shop.pass(60)
  expect((await join()).status).toBe(200)
  expect((await theEntry()).notifiedAt).toBeNull()
  await pause(null)
  expect(await notify()).toMatchObject({ body: { notified: 1 } })
})
