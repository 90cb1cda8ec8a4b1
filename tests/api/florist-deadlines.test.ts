import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askingRound, askNextFlorist } from '#api/shop-orders/ask-next.ts'
import { askFlorists } from '#api/shop-orders/deadlines.ts'
import { markets, shops } from '#drizzle/schema/markets.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { orderFlags, orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import type { AssignmentChoices } from '#src/admin/assign/queries.ts'
import type { ShopDetail } from '#src/admin/shops/queries.ts'
import type { FloristOrder } from '#src/lib/order-links.ts'
import { answerAsFlorist } from '#tests/support/florist-answer.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { openOrderFixture } from '#tests/support/order-fixture.ts'
import { market, type order, orderChoice, orderFlag } from '#tests/support/rows.ts'
import { MORNING } from '#tests/support/shop.ts'

// Florists who must answer: deadlines, silence, and orders that the system assigns.

let fixture: FloristFixture

beforeAll(async () => {
  fixture = await openFloristFixture()
})
afterAll(() => fixture.shop.close())

const LONG_AGO = '2026-06-01T00:00:00.000Z'
type MarketChanges = Partial<typeof markets.$inferSelect>
type ShopChanges = Partial<typeof shops.$inferSelect>

/** A market with florists of its own; the clock is set back to the morning. */
async function openMarket(changes: MarketChanges, ...florists: ShopChanges[]) {
  fixture.shop.clock.at = MORNING
  const row = market({ asksForAnswer: true, ...changes })
  await fixture.shop.db.insert(markets).values(row)
  const made: Awaited<ReturnType<typeof fixture.florist>>[] = []
  for (const florist of florists) made.push(await fixture.florist({ marketId: row.id, ...florist }))
  return { ...row, florists: made }
}
const automatic = (...florists: ShopChanges[]) =>
  openMarket({ assignsAutomatically: true, assignsSince: LONG_AGO }, ...florists)

const bought = (marketId: string, changes: Parameters<typeof order>[0] = {}) =>
  fixture.bought({ marketId, paidAt: MORNING.toISOString(), ...changes })
const soon = { deliveryOption: 'hour', promisedBy: '2026-06-04T15:30:00.000Z' } as const

const at = (minutes: number) => new Date(MORNING.getTime() + minutes * 60_000).toISOString()
const answer = (token: string, what: string) =>
  answerAsFlorist(fixture.shop, token, what, what === 'reject' ? { reason: 'No peonies.' } : {})
const look = async (token: string) =>
  (await fixture.shop.post('/florist/order', { token })).body as unknown as FloristOrder
/** The scheduled run, and what it puts off. */
async function run() {
  await fixture.shop.settled()
  await fixture.shop.scheduled()
  await fixture.shop.settled()
}
/** The number of shops that the system could still ask; null when it does not assign the order. */
async function shopsLeftToAsk(orderId: string) {
  const found = await fixture.orderOf(orderId)
  const round = found && (await askingRound(fixture.shop.deps, found))
  return round?.isAutomatic ? round.shopsLeft : null
}
const askedShops = async (orderId: string) =>
  (await fixture.shopOrdersOf(orderId)).map(({ shopId, status }) => [shopId, status])
const tokenOf = async ({ email }: { email: string | null }) =>
  (await fixture.tokensOf(String(email)))[0] ?? ''
const changeShop = (id: string, changes: ShopChanges) =>
  fixture.shop.db.update(shops).set(changes).where(eq(shops.id, id))
const changeOrder = (id: string, changes: Partial<typeof orders.$inferSelect>) =>
  fixture.shop.db.update(orders).set(changes).where(eq(orders.id, id))

test('of shops that nothing else tells apart the system asks the nearest', async () => {
  const place = await automatic({ zip: '10314' }, { zip: '10011' }, { zip: '11691' })
  const { id } = await bought(place.id, { ...soon, deliveryZip: '10001' })
  await run()
  expect(await askedShops(id)).toEqual([[place.florists[1]?.id, 'pending']])
})

describe('the deadline of an assignment', () => {
  const assignedIn = async (changes: MarketChanges, florist: ShopChanges = {}, what: object = soon) => {
    const place = await openMarket(changes, florist)
    const { id: orderId } = await bought(place.id, what)
    const shopId = place.florists[0]?.id ?? ''
    const { id } = await fixture.assigned({ orderId, shopId })
    return { id, orderId, place, row: (await fixture.shopOrdersOf(orderId))[0] }
  }

  test('is stored, on the timeline, on the florist’s page and in the message, by the clock of the market', async () => {
    const { orderId, place, row } = await assignedIn({})
    expect(row).toMatchObject({ answerBy: at(8), answeredAt: null, answeredBy: null })
    const [event] = (await fixture.eventsOf(orderId)).filter(({ kind }) => kind === 'assigned')
    expect(event?.data).toMatchObject({ answerBy: at(8), timeZone: 'America/New_York' })
    const [florist] = place.florists
    const page = await look(await tokenOf({ email: florist?.email ?? null }))
    expect(page).toMatchObject({
      view: 'asked',
      headline: { text: 'Please answer by 10:38 AM EST. After that we ask another florist.' },
    })
    const [mail] = await fixture.shop.messages(String(florist?.email))
    expect(mail?.text).toContain('Please answer by 10:38 AM EST.')
  })

  test.each([
    ['the market does not ask', { asksForAnswer: false }, {}, soon],
    ['the shop has no email address', {}, { email: null }, soon],
    ['nobody has paid yet', {}, {}, { ...soon, paymentStatus: 'pending', status: 'pending', paidAt: null }],
    ['it is too late to begin', {}, {}, { ...soon, promisedBy: '2026-06-04T15:00:00.000Z' }],
  ])('there is none when %s', async (_, changes, florist, what) => {
    const { row } = await assignedIn(changes, florist, what)
    expect(row).toMatchObject({ status: 'pending', answerBy: null })
    fixture.shop.pass(60)
    await run()
    expect((await fixture.shopOrdersOf(row?.orderId ?? ''))[0]).toMatchObject({ status: 'pending' })
  })

  test('a yes in time counts, and so does one before the scheduled run has looked', async () => {
    for (const minutes of [5, 9]) {
      const { orderId, place } = await assignedIn({})
      const token = await tokenOf({ email: place.florists[0]?.email ?? null })
      fixture.shop.clock.at = new Date(at(minutes))
      expect((await answer(token, 'accept')).status).toBe(200)
      await run()
      expect((await fixture.shopOrdersOf(orderId))[0]).toMatchObject({
        status: 'confirmed',
        answeredAt: at(minutes),
        answeredBy: 'florist',
      })
    }
  })

  test('an admin who sets Confirmed has answered for the shop', async () => {
    const { id, orderId } = await assignedIn({})
    expect(
      (await fixture.admin.put(`/admin/shop-orders/${id}/status`, { status: 'confirmed', version: 1 }))
        .status,
    ).toBe(200)
    fixture.shop.pass(20)
    await run()
    expect((await fixture.shopOrdersOf(orderId))[0]).toMatchObject({
      status: 'confirmed',
      answeredBy: 'admin',
    })
  })

  test('set back to pending, the shop is asked again: by the deadline if that is to come, else without one', async () => {
    const { id, orderId } = await assignedIn({})
    const set = (status: string, version: number) =>
      fixture.admin.put(`/admin/shop-orders/${id}/status`, { status, version })
    await set('confirmed', 1)
    await set('pending', 2)
    const now = async () => (await fixture.shopOrdersOf(orderId))[0]
    expect(await now()).toMatchObject({ answerBy: at(8), answeredAt: null, answeredBy: null })
    await set('confirmed', 3)
    fixture.shop.pass(30)
    await set('pending', 4)
    expect(await now()).toMatchObject({ status: 'pending', answerBy: null })
    await run()
    expect(await now()).toMatchObject({ status: 'pending' })
  })
})

describe('silence', () => {
  const silent = async () => {
    const place = await openMarket({}, {})
    const { id: orderId } = await bought(place.id, soon)
    const [florist] = place.florists
    const { id } = await fixture.assigned({ orderId, shopId: florist?.id ?? '' })
    const email = String(florist?.email)
    const token = await tokenOf({ email })
    fixture.shop.clock.at = new Date(at(8))
    await run()
    return { id, orderId, email, token, place }
  }

  test('is rejected by the system, with its reason, and the order awaits assignment again', async () => {
    const { orderId } = await silent()
    expect((await fixture.shopOrdersOf(orderId))[0]).toMatchObject({
      status: 'rejected',
      answeredAt: at(8),
      answeredBy: 'system',
      statusUpdatedBy: null,
    })
    expect(await fixture.orderOf(orderId)).toMatchObject({
      assignmentStatus: 'unassigned',
      status: 'confirmed',
    })
    const events = await fixture.eventsOf(orderId)
    expect(events.filter(({ kind }) => kind === 'unanswered')).toMatchObject([
      {
        actor: 'system',
        data: { from: 'pending', to: 'rejected', reason: 'no answer' },
      },
    ])
  })

  test('is written once, and the florist is written to once', async () => {
    const { orderId, email } = await silent()
    await run()
    await run()
    const rejections = (await fixture.eventsOf(orderId)).filter(({ kind }) => kind === 'unanswered')
    expect(rejections).toHaveLength(1)
    const mails = await fixture.shop.messages(email)
    expect(mails.map(({ subject }) => subject.replace(/ORD-\w+/, 'ORD'))).toEqual([
      'Order ORD: we had no answer. Can you still make it?',
      'New order ORD: promised by 11:30 AM EST',
    ])
    expect(mails[0]?.text).toContain('10:38 AM EST')
  })

  test('a late yes counts as long as nobody else has the order; then it is told kindly who has', async () => {
    const { orderId, token, place } = await silent()
    expect(await look(token)).toMatchObject({ view: 'overdue', answers: ['accept'], delivery: null })
    expect((await answer(token, 'delivered')).status).toBe(409)
    const other = await fixture.florist({ marketId: place.id })
    await fixture.assigned({ orderId, shopId: other.id })
    const { status, body } = await answer(token, 'accept')
    expect([status, body]).toMatchObject([
      409,
      {
        error: {
          message:
            'Thank you for getting back to us. The time to answer was over, and another florist has this order now.',
        },
      },
    ])
    expect(await look(token)).toMatchObject({ view: 'unanswered', answers: [], delivery: null })
    expect((await fixture.shopOrdersOf(orderId)).map(({ status }) => status)).toEqual(['rejected', 'pending'])
    await answer((await fixture.tokensOf(String(other.email)))[0] ?? '', 'reject')
    expect(await answer(token, 'accept')).toMatchObject({ status: 200, body: { view: 'accepted' } })
    expect((await fixture.shopOrdersOf(orderId))[0]).toMatchObject({
      status: 'confirmed',
      answeredBy: 'florist',
    })
    expect(await fixture.orderOf(orderId)).toMatchObject({ assignmentStatus: 'assigned' })
  })

  test.each([
    ['unassigned', 'Can you still make it?', 'No other florist has it yet'],
    ['assigned', 'went to another florist', 'Another florist has it now'],
  ])('the email says what the page says: %s', async (which, subject, text) => {
    const place = await openMarket({}, {}, {})
    const { id: orderId } = await bought(place.id, soon)
    const [florist, other] = place.florists
    await fixture.assigned({ orderId, shopId: florist?.id ?? '' })
    const token = await tokenOf({ email: florist?.email ?? null })
    fixture.shop.clock.at = new Date(at(8))
    await askFlorists(fixture.shop.deps)
    if (which === 'assigned') await fixture.assigned({ orderId, shopId: other?.id ?? '' })
    await run()
    const [mail] = await fixture.shop.messages(String(florist?.email))
    expect([mail?.subject, mail?.text]).toEqual([
      expect.stringContaining(subject),
      expect.stringContaining(text),
    ])
    expect((await look(token)).answers).toEqual(which === 'assigned' ? [] : ['accept'])
  })

  test.each([
    ['cancelled', { status: 'cancelled' }, 'cancelled'],
    ['refunded', { paymentStatus: 'refunded', refundedCents: 6358 }, 'cancelled'],
    ['delivered otherwise', { status: 'delivered' }, 'over'],
  ] as const)('the page of one that is %s since says so', async (_, changes, view) => {
    const { orderId, token } = await silent()
    await changeOrder(orderId, changes)
    expect(await look(token)).toMatchObject({ view, answers: [] })
    expect((await answer(token, 'accept')).status).toBe(409)
  })

  test.each([
    ['cancelled', { status: 'cancelled' }],
    ['refunded', { paymentStatus: 'refunded', refundedCents: 6358 }],
    ['delivered otherwise', { status: 'delivered' }],
  ] as const)('is nothing while nobody waits for the flowers: %s', async (_, changes) => {
    const place = await openMarket({}, {})
    const { id: orderId } = await bought(place.id, soon)
    await fixture.assigned({ orderId, shopId: place.florists[0]?.id ?? '' })
    await changeOrder(orderId, changes)
    fixture.shop.pass(10)
    await run()
    expect((await fixture.shopOrdersOf(orderId))[0]).toMatchObject({ status: 'pending' })
  })

  test('of a yes and the deadline at the same moment, one counts', async () => {
    for (let n = 0; n < 5; n++) {
      const place = await openMarket({}, {})
      const { id: orderId } = await bought(place.id, soon)
      await fixture.assigned({ orderId, shopId: place.florists[0]?.id ?? '' })
      const token = await tokenOf({ email: place.florists[0]?.email ?? null })
      fixture.shop.clock.at = new Date(at(8))
      const [{ status }] = await Promise.all([answer(token, 'accept'), fixture.shop.scheduled()])
      await fixture.shop.settled()
      const [row] = await fixture.shopOrdersOf(orderId)
      expect([status, row?.status]).toEqual(status === 200 ? [200, 'confirmed'] : [409, 'rejected'])
    }
  })
})

describe('assigning automatically', () => {
  test('a paid order goes to a shop, with its usual share and a deadline, by the system', async () => {
    const place = await automatic({ defaultPercentage: 70 })
    const { id } = await bought(place.id, soon)
    await run()
    expect(await fixture.shopOrdersOf(id)).toMatchObject([
      {
        shopId: place.florists[0]?.id,
        status: 'pending',
        shopCostCents: 4451,
        platformFeeCents: 1907,
        answerBy: at(8),
      },
    ])
    expect(await fixture.orderOf(id)).toMatchObject({ assignmentStatus: 'assigned' })
    const [event] = (await fixture.eventsOf(id)).filter(({ kind }) => kind === 'assigned')
    expect(event).toMatchObject({ actor: 'system', actorId: null })
    expect(await tokenOf({ email: place.florists[0]?.email ?? null })).not.toBe('')
  })

  test('it is asked about right after its payment', async () => {
    fixture.shop.clock.at = MORNING
    const real = await openOrderFixture(fixture.shop)
    await fixture.shop.db
      .update(markets)
      .set({ asksForAnswer: true, assignsAutomatically: true, assignsSince: LONG_AGO })
      .where(eq(markets.id, 'market-nyc'))
    const { id } = await real.bought()
    expect(await fixture.shopOrdersOf(id)).toMatchObject([
      { status: 'pending', answerBy: expect.any(String) },
    ])
    await fixture.shop.db
      .update(markets)
      .set({ asksForAnswer: false, assignsAutomatically: false, assignsSince: null })
      .where(eq(markets.id, 'market-nyc'))
  })

  test('the next florist is asked right after a no, and in the run after a deadline', async () => {
    const place = await automatic({ id: 'chain-a' }, { id: 'chain-b' }, { id: 'chain-c' })
    const { id } = await bought(place.id, soon)
    await run()
    const [first, second] = place.florists
    await answer(await tokenOf({ email: first?.email ?? null }), 'reject')
    await fixture.shop.settled()
    expect(await askedShops(id)).toEqual([
      ['chain-a', 'rejected'],
      ['chain-b', 'pending'],
    ])
    fixture.shop.pass(8)
    await run()
    expect(await askedShops(id)).toEqual([
      ['chain-a', 'rejected'],
      ['chain-b', 'rejected'],
      ['chain-c', 'pending'],
    ])
    expect(await tokenOf({ email: second?.email ?? null })).not.toBe('')
    fixture.shop.pass(8)
    await run()
    // Nobody is left; whoever was asked is not asked again.
    await run()
    expect(await askedShops(id)).toHaveLength(3)
    expect(await fixture.orderOf(id)).toMatchObject({ assignmentStatus: 'unassigned' })
  })

  test('also when an admin says no for the shop', async () => {
    const place = await automatic({ id: 'phone-a' }, { id: 'phone-b' })
    const { id } = await bought(place.id)
    await run()
    const [shopOrder] = await fixture.shopOrdersOf(id)
    await fixture.admin.put(`/admin/shop-orders/${shopOrder?.id}/status`, {
      status: 'rejected',
      reason: 'Full',
      version: 1,
    })
    await fixture.shop.settled()
    expect(await askedShops(id)).toEqual([
      ['phone-a', 'rejected'],
      ['phone-b', 'pending'],
    ])
  })

  test.each<[string, (place: Awaited<ReturnType<typeof automatic>>) => Promise<string>]>([
    ['the market does not assign', async () => (await bought((await openMarket({}, {})).id)).id],
    [
      'it is not paid',
      async ({ id }) => (await bought(id, { paymentStatus: 'pending', status: 'pending', paidAt: null })).id,
    ],
    ['it is a sample', async ({ id }) => (await bought(id, { isSample: true })).id],
    [
      'it was paid before the switch',
      async ({ id }) => (await bought(id, { paidAt: '2026-05-31T00:00:00.000Z' })).id,
    ],
    ['it is processing', async ({ id }) => (await bought(id, { status: 'processing' })).id],
    ['it is cancelled', async ({ id }) => (await bought(id, { status: 'cancelled' })).id],
    ['it is too late to make it', async ({ id }) => (await bought(id, { promisedBy: at(40) })).id],
    [
      'somebody has to look at it',
      async ({ id }) => {
        const { id: orderId } = await bought(id)
        await fixture.shop.db.insert(orderFlags).values(orderFlag({ orderId, kind: 'over_capacity' }))
        return orderId
      },
    ],
    [
      'its buyer was asked what to do',
      async ({ id }) => {
        const { id: orderId } = await bought(id)
        const offered = { offeredAt: at(0), expiresAt: at(60), tokenHash: crypto.randomUUID() }
        await fixture.shop.db.insert(orderChoices).values(orderChoice({ orderId, ...offered }))
        return orderId
      },
    ],
    [
      'an admin has taken it back',
      async ({ id, florists }) => {
        const { id: orderId } = await bought(id)
        const other = await fixture.florist({ marketId: id, name: 'Other' })
        const { id: shopOrderId } = await fixture.assigned({ orderId, shopId: other.id })
        await fixture.admin.post(`/admin/shop-orders/${shopOrderId}/unassign`, { version: 1 })
        expect(florists).toHaveLength(1)
        await fixture.shop.db.delete(shopOrders).where(eq(shopOrders.orderId, orderId))
        return orderId
      },
    ],
  ])('an order is left to people when %s', async (_, make) => {
    const place = await automatic({})
    const orderId = await make(place)
    await run()
    expect(await fixture.shopOrdersOf(orderId)).toEqual([])
    expect(await shopsLeftToAsk(orderId)).toBeNull()
  })

  test('a resolved flag does not leave the order to people', async () => {
    const place = await automatic({})
    const { id: orderId } = await bought(place.id)
    await fixture.shop.db
      .insert(orderFlags)
      .values(orderFlag({ orderId, kind: 'rebuilt', resolvedAt: MORNING.toISOString() }))
    await run()
    expect(await fixture.shopOrdersOf(orderId)).toHaveLength(1)
  })

  test.each<[string, ShopChanges]>([
    ['is inactive', { active: false }],
    ['has no email address', { email: null }],
    ['is closed on that day', { weekdayCapacity: { '4': 0 } }],
  ])('a shop is passed over that %s', async (_, changes) => {
    const place = await automatic(changes, {})
    const { id } = await bought(place.id)
    expect(await shopsLeftToAsk(id)).toBe(1)
    await run()
    expect(await askedShops(id)).toEqual([[place.florists[1]?.id, 'pending']])
    expect(await shopsLeftToAsk(id)).toBeNull()
  })

  test('a shop gets no more than it can make on a day and in an hour', async () => {
    const week = { '0': 2, '1': 2, '2': 2, '3': 2, '4': 2, '5': 2, '6': 2 }
    const place = await automatic({ weekdayCapacity: week, hourlyCapacity: 1 })
    const [{ id: one }, { id: two }, { id: three }, { id: four }] = [
      await bought(place.id, soon),
      await bought(place.id, soon),
      await bought(place.id),
      await bought(place.id),
    ]
    await run()
    await run()
    const given = await Promise.all([one, two, three, four].map(async (id) => (await askedShops(id)).length))
    // There is room for one in the hour, and for two on the day.
    expect(given).toEqual([1, 0, 1, 0])
    expect(await shopsLeftToAsk(two)).toBe(0)
    await changeShop(place.florists[0]?.id ?? '', { weekdayCapacity: null, hourlyCapacity: null })
    await run()
    expect(await askedShops(two)).toHaveLength(1)
  })

  test('the best record is asked first', async () => {
    const place = await automatic({ id: 'rank-a' }, { id: 'rank-b' })
    for (const [shopId, status] of [
      ['rank-a', 'reject'],
      ['rank-b', 'accept'],
    ] as const) {
      const { id: orderId } = await bought(place.id, { paidAt: '2026-05-31T00:00:00.000Z' })
      await fixture.assigned({ orderId, shopId })
      const florist = place.florists.find(({ id }) => id === shopId)
      await answer(await tokenOf({ email: florist?.email ?? null }), status)
    }
    const { id } = await bought(place.id)
    await run()
    expect(await askedShops(id)).toEqual([['rank-b', 'pending']])
  })

  test('of several schedulers at once, one asks one shop', async () => {
    const place = await automatic({}, {}, {})
    const { id } = await bought(place.id)
    const { deps } = fixture.shop
    const asked = await Promise.all(Array.from({ length: 4 }, () => askNextFlorist(deps, id)))
    expect(asked.filter(Boolean)).toHaveLength(1)
    expect(await fixture.shopOrdersOf(id)).toHaveLength(1)
  })

  test('what the last shop was told goes along', async () => {
    const place = await automatic({ id: 'told-a' }, { id: 'told-b' })
    const { id: orderId } = await bought(place.id)
    await fixture.assigned({ orderId, shopId: 'told-a', specialInstructions: 'No lilies' })
    await answer(await tokenOf({ email: place.florists[0]?.email ?? null }), 'reject')
    await fixture.shop.settled()
    expect((await fixture.shopOrdersOf(orderId)).at(-1)).toMatchObject({
      shopId: 'told-b',
      specialInstructions: 'No lilies',
    })
  })

  test('an order that fails does not keep the others waiting', async () => {
    const place = await automatic({})
    const [{ id: broken }, { id: fine }] = [
      await bought(place.id, { promisedBy: at(300) }),
      await bought(place.id, { promisedBy: at(400) }),
    ]
    await fixture.shop.client.execute(
      `create trigger broken before insert on shop_orders when new.order_id = '${broken}' begin select raise(abort, 'broken'); end`,
    )
    await run()
    await fixture.shop.client.execute('drop trigger broken')
    expect([await askedShops(broken), await askedShops(fine)]).toEqual([[], [expect.anything()]])
    expect(fixture.shop.logged.some(({ event }) => event === 'asking_failed')).toBe(true)
  })
})

describe('manual assignment', () => {
  const choicesOf = async (orderId: string) =>
    (await fixture.admin.get(`/admin/assignments/${orderId}`)).body as unknown as AssignmentChoices
  const shopIn = ({ markets }: AssignmentChoices, id: string | undefined) =>
    markets.flatMap(({ shops }) => shops).find((shop) => shop.id === id)

  test('the choice of a shop says its usual share, and what it has to make already', async () => {
    const place = await openMarket({}, { defaultPercentage: 72, weekdayCapacity: { '4': 1 } })
    const shopId = place.florists[0]?.id
    const [{ id: one }, { id: two }] = [await bought(place.id), await bought(place.id)]
    expect(shopIn(await choicesOf(two), shopId)).toMatchObject({
      defaultPercentage: 72,
      room: { day: { limit: 1, taken: 0 }, hasRoom: true },
    })
    await fixture.assigned({ orderId: one, shopId: shopId ?? '' })
    expect(shopIn(await choicesOf(two), shopId)).toMatchObject({
      room: { day: { limit: 1, taken: 1 }, hasRoom: false },
    })
    // Its own order does not count against it.
    expect(shopIn(await choicesOf(one), shopId)).toMatchObject({ room: { hasRoom: true } })
  })

  test('above capacity it is possible nevertheless, and the answer says so', async () => {
    const place = await openMarket({}, { weekdayCapacity: { '4': 1 } })
    const shopId = place.florists[0]?.id ?? ''
    const [one, two, three] = [await bought(place.id), await bought(place.id), await bought(place.id)]
    const { body } = await fixture.admin.post('/admin/assignments/bulk', {
      shopId,
      shopPercent: 80,
      orders: [one, two].map(({ id, totalCents }) => ({ id, totalCents })),
    })
    expect(body['results']).toEqual([
      { id: one.id, error: null, aboveCapacity: false },
      { id: two.id, error: null, aboveCapacity: true },
    ])
    const single = await fixture.admin.post('/admin/assignments', fixture.assignment(three.id, shopId))
    expect([single.status, single.body['aboveCapacity']]).toEqual([200, true])
  })
})

describe('a shop’s record', () => {
  test('offered, accepted, declined, silent and on time, without samples and what is long ago', async () => {
    const place = await openMarket({}, {}, {})
    const [florist] = place.florists
    const shopId = florist?.id ?? ''
    const record = async () =>
      ((await fixture.admin.get(`/admin/shops/${shopId}`)).body as unknown as ShopDetail).record
    expect(await record()).toEqual({
      offered: 0,
      accepted: 0,
      declined: 0,
      silent: 0,
      delivered: 0,
      onTime: 0,
    })

    const give = async (changes: Parameters<typeof order>[0] = {}) => {
      const { id: orderId } = await bought(place.id, changes)
      const { id } = await fixture.assigned({ orderId, shopId })
      return { orderId, id, token: await tokenOf({ email: florist?.email ?? null }) }
    }
    const onTime = await give()
    await answer(onTime.token, 'accept')
    await answer(onTime.token, 'delivered')
    const late = await give({ promisedBy: at(5) })
    await answer(late.token, 'accept')
    fixture.shop.pass(6)
    await answer(late.token, 'delivered')
    await answer((await give()).token, 'reject')
    await answer((await give({ isSample: true })).token, 'accept')
    await give({ deliveryOption: 'hour', promisedBy: at(66) })
    fixture.shop.pass(9)
    await run()
    await give()
    expect(await record()).toEqual({
      offered: 5,
      accepted: 2,
      declined: 1,
      silent: 1,
      delivered: 2,
      onTime: 1,
    })
    fixture.shop.clock.at = new Date(MORNING.getTime() + 91 * 24 * 60 * 60_000)
    expect(await record()).toMatchObject({ offered: 0 })
    fixture.shop.clock.at = MORNING
  })
})
