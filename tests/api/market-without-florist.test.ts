import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { NO_FLORIST_REASON, noOrdersReason, takesOrdersWithoutFlorist } from '#domain/market-orders.ts'
import { checkoutSessions } from '#drizzle/schema/checkout.ts'
import {
  markets,
  marketZipcodes,
  noOrdersReasonOf,
  shops,
  takesOrdersWithoutFloristOf,
} from '#drizzle/schema/markets.ts'
import { changeRecords, waitlist } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import type { MarketDetail } from '#src/admin/markets/queries.ts'
import type { ShopDetail } from '#src/admin/shops/queries.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { whileMeeting } from '#tests/support/failing-call.ts'
import { waitlistEntry } from '#tests/support/message-rows.ts'
import { type OrderFixture, openOrderFixture } from '#tests/support/order-fixture.ts'
import { market, marketZipcode, shop as shopRow } from '#tests/support/rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

// A market without an active florist takes orders, unless it is to close; whoever leaves it so is asked first.

const AUSTIN = 'market-austin'
const STEMS = 'shop-austin'
const PLACE = { zip: '78701', city: 'Austin', state: 'TX' }

const shop = await shareTestShop()
let fixture: OrderFixture

beforeEach(async () => {
  fixture = await openOrderFixture(shop)
  await shop.db.batch([
    shop.db.insert(markets).values(market({ id: AUSTIN, name: 'Austin', timeZone: 'America/Chicago' })),
    shop.db.insert(marketZipcodes).values(marketZipcode({ marketId: AUSTIN, zipcode: PLACE.zip })),
    shop.db
      .insert(shops)
      .values(shopRow({ id: STEMS, name: 'Stems', marketId: AUSTIN, stateId: 'state-tx', email: null })),
  ])
})

const place = (changes: object = {}) =>
  shop.post('/create-checkout-session', checkoutRequest({ customerInfo: { ...PLACE, ...changes } }))
const detail = async () => (await fixture.admin.get(`/admin/markets/${AUSTIN}`)).body as MarketDetail
const zipAnswer = async () =>
  (await shop.get(`/zip-codes/${PLACE.zip}`)).body as {
    market: { schedule: { pausedReason: string | null } }
    availability: { anyOpen: boolean; closedReason: string | null }
  }
const setMarket = (changes: Partial<typeof markets.$inferInsert>) =>
  shop.db.update(markets).set(changes).where(eq(markets.id, AUSTIN))
const setActive = (active: boolean) => shop.db.update(shops).set({ active }).where(eq(shops.id, STEMS))

async function saveMarket(changes: object) {
  const { name, zipCodes, timeZone, openingHours, pausedReason, closedDates, version } = await detail()
  const form = { name, zipCodes, timeZone, openingHours, pausedReason, closedDates, version }
  return fixture.admin.put(`/admin/markets/${AUSTIN}`, { ...form, ...changes })
}

async function saveShop(changes: object, id = STEMS) {
  const { name, streetAddress, city, stateId, zip, marketId, version } = (
    await fixture.admin.get(`/admin/shops/${id}`)
  ).body as ShopDetail
  const form = { name, streetAddress, city, stateId, zip, marketId, version }
  return fixture.admin.put(`/admin/shops/${id}`, { ...form, ...changes })
}
const deleteShop = (withoutFlorist?: string) =>
  fixture.admin.delete(`/admin/shops/${STEMS}${withoutFlorist ? `?withoutFlorist=${withoutFlorist}` : ''}`)
const activeShops = () => shop.db.$count(shops, sql`market_id = ${AUSTIN} and active = 1`)
const historyOf = async (entityId: string) =>
  (await shop.db.select().from(changeRecords).where(eq(changeRecords.entityId, entityId))).map(
    ({ field, before, after, actorId }) => [field, before, after, actorId],
  )
const stopped = async () =>
  (await shop.db.select().from(checkoutSessions)).filter(({ stoppedAt }) => stoppedAt !== null)
const unserved = async () =>
  (
    (await fixture.admin.get('/admin/dashboard')).body as {
      marketsWithoutFlorist: { total: number; rows: { id: string; name: string }[] }
    }
  ).marketsWithoutFlorist

const asks = (code: string, message: string) => ({
  status: 409,
  body: { error: { code, message, issues: [] } },
})
const SAVED =
  'Austin takes orders, but has no florist. Orders will wait for you to assign them, and no limit applies.'
const LEFT =
  'Stems is the last active florist of Austin. Austin will still take orders. They will wait for you to assign them, and no limit applies.'
const CLOSES =
  'Stems is the last active florist of Austin. Austin will take no orders until it has a florist again, and open checkouts will end.'

const REFUSED = {
  status: 409,
  body: { error: { code: 'option_closed', message: NO_FLORIST_REASON } },
}

test('the database decides as the domain does', async () => {
  for (const pausedReason of [null, 'Snow.']) {
    for (const closedWithoutFlorist of [false, true]) {
      for (const hasFlorist of [false, true]) {
        for (const hasZipCodes of [false, true]) {
          await setMarket({ pausedReason, closedWithoutFlorist })
          await setActive(hasFlorist)
          await shop.db.delete(marketZipcodes).where(eq(marketZipcodes.marketId, AUSTIN))
          if (hasZipCodes) {
            await shop.db.insert(marketZipcodes).values({ marketId: AUSTIN, zipcode: PLACE.zip })
          }
          const [row] = await shop.db.all<{ reason: string | null; unserved: number }>(sql`
            select ${noOrdersReasonOf(sql`m`)} as reason, ${takesOrdersWithoutFloristOf(sql`m`)} as unserved
            from ${markets} m where id = ${AUSTIN}`)
          const given = { pausedReason, closedWithoutFlorist, hasFlorist, hasZipCodes }
          expect([given, row]).toEqual([
            given,
            { reason: noOrdersReason(given), unserved: Number(takesOrdersWithoutFlorist(given)) },
          ])
        }
      }
    }
  }
})

describe('a market that is saved without a florist', () => {
  const NEW = {
    name: 'Dallas',
    zipCodes: ['75201'],
    timeZone: 'America/Chicago',
    openingHours: null,
    pausedReason: null,
    closedDates: [],
  }
  const create = (changes: object = {}) => fixture.admin.post('/admin/markets', { ...NEW, ...changes })

  test('is created once that is confirmed, and nothing is stored before', async () => {
    expect(await create()).toMatchObject(
      asks(
        'market_without_florist',
        'Dallas takes orders, but has no florist. Orders will wait for you to assign them, and no limit applies.',
      ),
    )
    expect(await shop.db.$count(markets, eq(markets.name, 'Dallas'))).toBe(0)
    expect((await create({ withoutFlorist: 'takes_orders' })).status).toBe(200)
  })

  test('is created closed if that is the answer', async () => {
    const { status, body } = await create({ withoutFlorist: 'closes' })
    expect(status).toBe(200)
    const { body: created } = await fixture.admin.get(`/admin/markets/${body['id']}`)
    expect(created).toMatchObject({ closedWithoutFlorist: true, pausedReason: null })
  })

  test.each([
    ['paused', { pausedReason: 'Soon.' }],
    ['without ZIP codes', { zipCodes: [] }],
    ['closed without a florist', { closedWithoutFlorist: true }],
  ])('needs no confirmation %s', async (_, changes) => {
    expect((await create(changes)).status).toBe(200)
  })

  test('is asked about after what is wrong with it', async () => {
    expect(await create({ name: 'Austin' })).toMatchObject({ status: 422 })
  })

  test.each([
    ['unpaused', { pausedReason: 'Snow.' }, { pausedReason: null }],
    ['given ZIP codes', {}, { zipCodes: [PLACE.zip, '78702'] }],
    ['renamed', {}, { name: 'Austin' }],
    ['not to be closed any more', { closedWithoutFlorist: true }, { closedWithoutFlorist: false }],
  ])('is asked about when it is %s', async (_, before, changes) => {
    await setActive(false)
    await setMarket({ pausedReason: null, ...before })
    expect(await saveMarket(changes)).toMatchObject(asks('market_without_florist', SAVED))
    expect((await detail()).version).toBe(1)
    expect((await saveMarket({ ...changes, withoutFlorist: 'takes_orders' })).status).toBe(200)
  })

  test('is closed by the answer, which its history shows', async () => {
    await setActive(false)
    expect((await saveMarket({ withoutFlorist: 'closes' })).status).toBe(200)
    expect(await detail()).toMatchObject({ closedWithoutFlorist: true })
    expect(await historyOf(AUSTIN)).toEqual([['closedWithoutFlorist', 'No', 'Yes', fixture.admin.person.id]])
  })

  test('is not asked about while it has one', async () => {
    expect((await saveMarket({ zipCodes: [PLACE.zip, '78702'] })).status).toBe(200)
  })

  test('is asked about when its last florist leaves at that moment', async () => {
    await setMarket({ pausedReason: 'Snow.' })
    const form = await detail()
    const { name, zipCodes, timeZone, openingHours, closedDates, version } = form
    // The guard's call, what the save reads, and the save.
    const answer = await whileMeeting(
      shop,
      3,
      () => setActive(false),
      () =>
        fixture.admin.put(`/admin/markets/${AUSTIN}`, {
          ...{ name, zipCodes, timeZone, openingHours, closedDates, version },
          pausedReason: null,
        }),
    )
    expect(answer).toMatchObject(asks('market_without_florist', SAVED))
    expect((await detail()).pausedReason).toBe('Snow.')
  })
})

describe('the last florist of a market that takes orders', () => {
  const WAYS = [
    ['is deactivated', (more: object = {}) => saveShop({ active: false, ...more })],
    ['is moved away', (more: object = {}) => saveShop({ marketId: 'market-nyc', ...more })],
    ['is deleted', (more: { withoutFlorist?: string } = {}) => deleteShop(more.withoutFlorist)],
  ] as const

  describe.each(WAYS)('%s', (_, leave) => {
    test('once that is confirmed; then the market takes orders without a limit', async () => {
      await shop.db
        .update(shops)
        .set({ weekdayCapacity: { '4': 0 } })
        .where(eq(shops.id, STEMS))
      expect((await place()).status).toBe(409)
      expect(await leave()).toMatchObject(asks('market_without_florist', LEFT))
      expect(await activeShops()).toBe(1)
      expect((await leave({ withoutFlorist: 'takes_orders' })).status).toBe(200)
      expect(await activeShops()).toBe(0)
      expect(await unserved()).toMatchObject({ total: 1, rows: [{ id: AUSTIN, name: 'Austin' }] })
      expect((await place()).status).toBe(200)
    })

    test('and closes it, if that is the answer', async () => {
      const { body } = await place()
      expect((await leave({ withoutFlorist: 'closes' })).status).toBe(200)
      await shop.settled()
      expect(await detail()).toMatchObject({ closedWithoutFlorist: true, version: 2 })
      expect(await historyOf(AUSTIN)).toEqual([
        ['closedWithoutFlorist', 'No', 'Yes', fixture.admin.person.id],
      ])
      expect((await unserved()).total).toBe(0)
      expect(await place()).toMatchObject(REFUSED)
      expect((await shop.deps.payments.retrieveSession(String(body['sessionId']))).status).toBe('expired')
    })

    test('and closes one that is to close, once that is confirmed', async () => {
      await setMarket({ closedWithoutFlorist: true })
      const { body } = await place()
      for (const withoutFlorist of [undefined, 'takes_orders']) {
        const answer = await leave(withoutFlorist ? { withoutFlorist } : {})
        expect(answer).toMatchObject(asks('market_would_close', CLOSES))
      }
      expect(await stopped()).toEqual([])
      expect((await leave({ withoutFlorist: 'closes' })).status).toBe(200)
      await shop.settled()
      expect(await place()).toMatchObject(REFUSED)
      expect((await shop.deps.payments.retrieveSession(String(body['sessionId']))).status).toBe('expired')
      expect(await historyOf(AUSTIN)).toEqual([])
    })

    test('is asked about when the other one leaves at that moment', async () => {
      const other = shopRow({ marketId: AUSTIN, stateId: 'state-tx' })
      await shop.db.insert(shops).values(other)
      const goes = () => shop.db.update(shops).set({ active: false }).where(eq(shops.id, other.id))
      // Right before each call of the database; the last one is the write.
      for (let call = 1; call <= 9; call++) {
        await shop.db.update(shops).set({ active: true }).where(eq(shops.id, other.id))
        let met = false
        const answer = await whileMeeting(
          shop,
          call,
          async () => {
            await goes()
            met = true
          },
          () => leave(),
        )
        if (!met) return expect(call).toBeGreaterThan(3)
        expect(answer).toMatchObject(asks('market_without_florist', LEFT))
      }
    })
  })

  test.each([
    ['the market is paused', () => setMarket({ pausedReason: 'Snow.' })],
    ['it has no ZIP codes', () => shop.db.delete(marketZipcodes).where(eq(marketZipcodes.marketId, AUSTIN))],
    [
      'another one is active',
      () => shop.db.insert(shops).values(shopRow({ marketId: AUSTIN, stateId: 'state-tx' })),
    ],
    ['it is inactive already', () => setActive(false)],
  ])('needs no confirmation when %s', async (_, prepare) => {
    await prepare()
    expect((await saveShop({ active: false, name: 'Stems & Co.' })).status).toBe(200)
    expect((await deleteShop()).status).toBe(200)
  })

  test('is not asked about when something else of it is changed', async () => {
    expect((await saveShop({ name: 'Stems & Co.' })).status).toBe(200)
  })

  test('stays when somebody has changed the market since the question was answered', async () => {
    const answer = await whileMeeting(
      shop,
      // The guard, what the save reads, the market with its lists, the links, and the save.
      5,
      () => setMarket({ pausedReason: 'Snow.', version: 2 }),
      () => saveShop({ active: false, withoutFlorist: 'closes', version: 1 }),
    )
    // Read again, it is paused: there is nothing to close.
    expect(answer.status).toBe(200)
    expect(await detail()).toMatchObject({ pausedReason: 'Snow.', closedWithoutFlorist: false, version: 2 })
  })
})

describe('a market that is closed while it has no florist', () => {
  beforeEach(async () => {
    await setMarket({ closedWithoutFlorist: true })
    await setActive(false)
  })

  test('says so at the gate and refuses a purchase; nothing is stored', async () => {
    expect(await zipAnswer()).toMatchObject({
      served: true,
      market: { schedule: { pausedReason: NO_FLORIST_REASON } },
      availability: { anyOpen: false, closedReason: NO_FLORIST_REASON },
    })
    expect(await place()).toMatchObject(REFUSED)
    expect(await shop.db.$count(orders)).toBe(0)
  })

  test('says the reason of its pause first', async () => {
    await setMarket({ pausedReason: 'Snow.' })
    expect((await zipAnswer()).availability.closedReason).toBe('Snow.')
  })

  test('is no entry of the dashboard, unlike one that takes orders', async () => {
    expect(await unserved()).toEqual({ total: 0, capped: false, rows: [] })
    await setMarket({ closedWithoutFlorist: false })
    expect(await unserved()).toEqual({ total: 1, capped: false, rows: [{ id: AUSTIN, name: 'Austin' }] })
    await setActive(true)
    expect((await unserved()).total).toBe(0)
  })

  test.each([
    ['is activated', () => saveShop({ active: true })],
    [
      'is added',
      () =>
        fixture.admin.post('/admin/shops', {
          name: 'New Stems',
          streetAddress: '1 Congress Ave',
          city: 'Austin',
          stateId: 'state-tx',
          zip: PLACE.zip,
          marketId: AUSTIN,
        }),
    ],
    ['moves there', () => saveShop({ marketId: AUSTIN }, 'shop-hayes-valley-petals')],
  ])('opens by itself when a florist %s, and says who waits for it', async (_, join) => {
    await shop.db.insert(waitlist).values(waitlistEntry({ zipCode: PLACE.zip }))
    expect(await join()).toMatchObject({ status: 200, body: { waiting: [{ zip: PLACE.zip, count: 1 }] } })
    expect((await zipAnswer()).availability.closedReason).toBeNull()
    expect((await place()).status).toBe(200)
  })

  test('does not open with an inactive florist, nor while it is paused', async () => {
    await shop.db.insert(waitlist).values(waitlistEntry({ zipCode: PLACE.zip }))
    expect((await saveShop({ name: 'Stems & Co.' })).body).toMatchObject({ waiting: [] })
    await setMarket({ pausedReason: 'Snow.' })
    expect((await saveShop({ active: true })).body).toMatchObject({ waiting: [] })
    expect((await zipAnswer()).availability.closedReason).toBe('Snow.')
  })

  test('notifies nobody, and the demand says that it takes no orders', async () => {
    await shop.db.insert(waitlist).values(waitlistEntry({ zipCode: PLACE.zip }))
    const notify = () => fixture.admin.post('/admin/waitlist/notify', { zipCodes: [PLACE.zip] })
    expect(await notify()).toMatchObject({ status: 422, body: { error: { code: 'zip_not_served' } } })
    const demand = async () => (await fixture.admin.get('/admin/waitlist/demand')).body
    expect(await demand()).toMatchObject({
      cities: [{ zips: [{ market: { id: AUSTIN, takesOrders: false } }] }],
    })
    await setActive(true)
    expect(await demand()).toMatchObject({
      cities: [{ zips: [{ market: { id: AUSTIN, takesOrders: true } }] }],
    })
    expect((await notify()).status).toBe(200)
  })
})

describe('open checkouts', () => {
  const close = () => saveMarket({ closedWithoutFlorist: true })

  test('end when the switch closes the market, as with a pause', async () => {
    await setActive(false)
    const { body } = await place()
    const sessionId = String(body['sessionId'])
    const [order] = await shop.db.select().from(orders)
    expect((await close()).status).toBe(200)
    await shop.settled()
    expect(await stopped()).toMatchObject([{ sessionId }])
    expect((await shop.deps.payments.retrieveSession(sessionId)).status).toBe('expired')
    expect(await fixture.row(String(order?.id))).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'failed',
    })
    expect(await fixture.eventsOf(String(order?.id))).toMatchObject([
      { kind: 'placed' },
      { kind: 'checkout_opened' },
      { kind: 'checkout_stopped', data: { reason: NO_FLORIST_REASON }, actorId: fixture.admin.person.id },
      { kind: 'session_ended', data: { why: 'expired' } },
    ])
  })

  test('stay open in a market with a florist', async () => {
    await place()
    expect((await close()).status).toBe(200)
    await shop.settled()
    await shop.scheduled()
    expect(await stopped()).toEqual([])
  })

  test('that are paid nevertheless are honored and flagged', async () => {
    await setActive(false)
    const { id, sessionId } = await fixture.placed(PLACE)
    await shop.pay(sessionId)
    await close()
    await shop.settled()
    await shop.scheduled()
    expect(await fixture.row(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
    expect(await fixture.flagsOf(id)).toMatchObject([{ kind: 'paid_while_paused' }])
  })

  // Reading, storing; then the provider, and the session is recorded.
  test.each([
    [2, []],
    [3, ['expired']],
  ])('that meet the last florist leaving at database call %i leave nothing open', async (call, ended) => {
    await setMarket({ closedWithoutFlorist: true })
    const leave = () => saveShop({ active: false, withoutFlorist: 'closes' })
    expect(await whileMeeting(shop, call, leave, place)).toMatchObject(REFUSED)
    await shop.settled()
    await shop.scheduled()
    const { sessions } = await shop.deps.payments.listSessions(new Date(0), null)
    expect(sessions.map(({ status }) => status)).toEqual(ended)
    expect(await shop.db.select().from(orders)).toMatchObject([{ status: 'cancelled' }])
  })
})
