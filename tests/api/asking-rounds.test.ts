import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { markets, shops } from '#drizzle/schema/markets.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { orderFlags } from '#drizzle/schema/orders.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { market, type order, orderFlag } from '#tests/support/rows.ts'
import { MORNING } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'

// Florists are asked in rounds: what the buyer agrees to begins a new one.

let fixture: FloristFixture

beforeAll(async () => {
  fixture = await openFloristFixture()
})
afterAll(() => fixture.shop.close())

/** A market with florists of its own, whose system asks the buyer at once; the clock is set back to the morning. */
async function openMarket(changes: Partial<typeof markets.$inferSelect>, ...florists: Partial<Shop>[]) {
  fixture.shop.clock.at = MORNING
  const row = market({ asksForAnswer: true, offersChoiceAfterMinutes: 0, ...changes })
  await fixture.shop.db.insert(markets).values(row)
  const made: Awaited<ReturnType<typeof fixture.florist>>[] = []
  for (const florist of florists) made.push(await fixture.florist({ marketId: row.id, ...florist }))
  return { ...row, florists: made }
}
type Shop = typeof shops.$inferSelect
const AUTOMATIC = { assignsAutomatically: true, assignsSince: '2026-06-01T00:00:00.000Z' } as const
const BY_HAND = { assignsAutomatically: false } as const

const at = (minutes: number) => new Date(MORNING.getTime() + minutes * 60_000).toISOString()
let buyers = 0
const bought = (marketId: string, changes: Parameters<typeof order>[0] = {}) => {
  buyers += 1
  return fixture.bought({
    marketId,
    paidAt: MORNING.toISOString(),
    promisedBy: at(300),
    customerEmail: `rounds-${buyers}@example.com`,
    ...changes,
  })
}
async function run() {
  await fixture.shop.settled()
  await fixture.shop.scheduled()
  await fixture.shop.settled()
}
const pass = (minutes: number) => fixture.shop.pass(minutes)
const choicesOf = (orderId: string) =>
  fixture.shop.db
    .select()
    .from(orderChoices)
    .where(eq(orderChoices.orderId, orderId))
    .orderBy(orderChoices.number)
const askedShops = async (orderId: string) =>
  (await fixture.shopOrdersOf(orderId)).map(({ shopId, status }) => [shopId, status])
const refuse = async ({ email }: { email: string | null }) => {
  const [token = ''] = await fixture.tokensOf(String(email))
  const given = await fixture.shop.post('/florist/answer', { token, answer: 'reject', reason: 'No peonies.' })
  expect(given.status).toBe(200)
  await fixture.shop.settled()
}
const choiceToken = async ({ customerEmail }: { customerEmail: string }) => {
  await run()
  const mails = await fixture.shop.messages(customerEmail)
  return mails.flatMap(({ text }) => /\/choice\?token=(\S+)/.exec(text)?.[1] ?? [])[0] ?? ''
}
const choose = async (token: string, answer: object) =>
  expect(await fixture.shop.post('/choice/answer', { token, ...answer })).toMatchObject({ status: 200 })
/** Asked by the owner, with a time by the market's clock. */
const offer = async (orderId: string, waitUntil: string | null) =>
  expect(
    await (await signIn(fixture.shop)).post(`/admin/orders/${orderId}/choice`, { waitUntil }),
  ).toMatchObject({
    status: 200,
  })
const asks = async (email: string) =>
  (await fixture.shop.messages(email)).filter(({ subject }) => subject.includes('you choose')).length

/** An order whose every florist has said no, by which its buyer was asked. */
async function refusedByAll(changes: Partial<typeof markets.$inferSelect> = AUTOMATIC) {
  const place = await openMarket(changes, {}, {})
  const what = await bought(place.id)
  for (const florist of place.florists) {
    pass(1)
    if (changes.assignsAutomatically) await run()
    else await fixture.assigned({ orderId: what.id, shopId: florist.id })
    const [last] = (await fixture.shopOrdersOf(what.id)).slice(-1)
    const asked = place.florists.find(({ id }) => id === last?.shopId)
    await refuse(asked ?? florist)
  }
  return { place, order: what }
}

describe('another day, after every shop was asked', () => {
  test('asks the shops again for the new day, and the buyer nothing', async () => {
    const { place, order: what } = await refusedByAll()
    const token = await choiceToken(what)
    expect(await choicesOf(what.id)).toMatchObject([{ reason: 'no_florist', offeredAt: expect.any(String) }])
    await choose(token, { answer: 'day', date: '2026-06-06' })
    pass(1)
    await run()
    await run()
    expect(await askedShops(what.id)).toEqual([
      ...(await askedShops(what.id)).slice(0, 2),
      [expect.any(String), 'pending'],
    ])
    expect(await choicesOf(what.id)).toMatchObject([{ outcome: 'day' }])
    expect(await asks(what.customerEmail)).toBe(1)

    // All of them say no to the new day as well: that is a new danger.
    for (const _ of place.florists) {
      const [last] = (await fixture.shopOrdersOf(what.id)).slice(-1)
      pass(1)
      await refuse(place.florists.find(({ id }) => id === last?.shopId) ?? { email: null })
    }
    expect(await askedShops(what.id)).toHaveLength(4)
    expect(await choicesOf(what.id)).toMatchObject([
      { outcome: 'day' },
      { reason: 'no_florist', outcome: null },
    ])
  })

  test('without any florist to ask, the buyer is not asked again at once', async () => {
    const place = await openMarket(AUTOMATIC)
    const what = await bought(place.id)
    const token = await choiceToken(what)
    await choose(token, { answer: 'day', date: '2026-06-06' })
    pass(1)
    await run()
    await run()
    expect(await choicesOf(what.id)).toMatchObject([{ reason: 'no_florist', outcome: 'day' }])
    expect(await asks(what.customerEmail)).toBe(1)
  })

  test('without any florist left, what they said to the old day is no danger to the new one', async () => {
    const place = await openMarket(BY_HAND, {})
    const what = await bought(place.id)
    await fixture.assigned({ orderId: what.id, shopId: place.florists[0]?.id ?? '' })
    await refuse(place.florists[0] ?? { email: null })
    const token = await choiceToken(what)
    await choose(token, { answer: 'day', date: '2026-06-06' })
    await fixture.shop.db.update(shops).set({ active: false }).where(eq(shops.marketId, place.id))
    pass(1)
    await run()
    expect(await choicesOf(what.id)).toMatchObject([{ reason: 'no_florist', outcome: 'day' }])
  })
})

describe('an agreed wait', () => {
  test('asks the shops again, and the buyer nothing', async () => {
    const { order: what } = await refusedByAll({ ...AUTOMATIC, offersChoiceAfterMinutes: null })
    await offer(what.id, '2026-06-04T21:30')
    const token = await choiceToken(what)
    const [choice] = await choicesOf(what.id)
    await choose(token, { answer: 'wait', waitUntil: choice?.waitUntil })
    pass(1)
    await run()
    await run()
    expect(await askedShops(what.id)).toHaveLength(3)
    expect(await choicesOf(what.id)).toMatchObject([{ outcome: 'wait' }])
  })

  test('for lack of room is not in danger for that any more, and is assigned', async () => {
    const place = await openMarket(AUTOMATIC, {})
    const what = await bought(place.id)
    await fixture.shop.db.insert(orderFlags).values(orderFlag({ orderId: what.id, kind: 'over_capacity' }))
    await offer(what.id, '2026-06-04T21:30')
    const token = await choiceToken(what)
    const [choice] = await choicesOf(what.id)
    expect(choice).toMatchObject({ reason: 'no_room' })
    await choose(token, { answer: 'wait', waitUntil: choice?.waitUntil })
    pass(1)
    await run()
    expect(await choicesOf(what.id)).toMatchObject([{ outcome: 'wait' }])
    expect(await askedShops(what.id)).toEqual([[place.florists[0]?.id, 'pending']])
  })

  test('for a time that is near is in danger only once it has passed', async () => {
    const place = await openMarket(BY_HAND, {})
    const what = await bought(place.id, { promisedBy: at(20) })
    await offer(what.id, '2026-06-04T11:00')
    const token = await choiceToken(what)
    await choose(token, { answer: 'wait', waitUntil: at(30) })
    pass(1)
    await run()
    expect(await choicesOf(what.id)).toMatchObject([{ reason: 'too_late', outcome: 'wait' }])
    const { body } = await fixture.admin.get(`/admin/orders/${what.id}`)
    expect(body['danger']).toBeNull()
    pass(30)
    await run()
    expect(await choicesOf(what.id)).toMatchObject([
      { outcome: 'wait' },
      { reason: 'too_late', outcome: null },
    ])
  })
})

describe('a market that asks for answers and does not assign', () => {
  test('the no of the last shop is a danger at once', async () => {
    const place = await openMarket({ ...BY_HAND, offersChoiceAfterMinutes: null }, {}, {})
    const what = await bought(place.id)
    const [first, last] = place.florists
    await fixture.assigned({ orderId: what.id, shopId: first?.id ?? '' })
    await refuse(first ?? { email: null })
    expect(await choicesOf(what.id)).toEqual([])
    await run()
    expect(await choicesOf(what.id)).toEqual([])
    await fixture.assigned({ orderId: what.id, shopId: last?.id ?? '' })
    await refuse(last ?? { email: null })
    expect(await choicesOf(what.id)).toMatchObject([{ reason: 'no_florist', closedAt: null }])
  })

  test('so is the silence of the last one', async () => {
    const place = await openMarket({ ...BY_HAND, offersChoiceAfterMinutes: null }, {})
    const what = await bought(place.id)
    await fixture.assigned({ orderId: what.id, shopId: place.florists[0]?.id ?? '' })
    pass(120)
    await run()
    expect(await askedShops(what.id)).toEqual([[place.florists[0]?.id, 'rejected']])
    expect(await choicesOf(what.id)).toMatchObject([{ reason: 'no_florist' }])
  })

  test('an admin’s no for the last one is found by the next run', async () => {
    const place = await openMarket({ ...BY_HAND, offersChoiceAfterMinutes: null }, {})
    const what = await bought(place.id)
    const { id } = await fixture.assigned({ orderId: what.id, shopId: place.florists[0]?.id ?? '' })
    const { version } = await fixture.detail(id)
    await fixture.admin.put(`/admin/shop-orders/${id}/status`, { status: 'rejected', reason: null, version })
    await run()
    expect(await choicesOf(what.id)).toMatchObject([{ reason: 'no_florist' }])
  })

  test.each<[string, Partial<Shop>, object[]]>([
    ['without an email, which an admin can ring, does', { email: null }, []],
    ['that is inactive does not', { active: false }, [{ reason: 'no_florist' }]],
    ['that is closed on that day does not', { weekdayCapacity: { '4': 0 } }, [{ reason: 'no_florist' }]],
  ])('another shop keeps the hope up: one %s', async (_, other, found) => {
    const place = await openMarket({ ...BY_HAND, offersChoiceAfterMinutes: null }, {}, other)
    const what = await bought(place.id)
    await run()
    await fixture.assigned({ orderId: what.id, shopId: place.florists[0]?.id ?? '' })
    await refuse(place.florists[0] ?? { email: null })
    await run()
    expect(await choicesOf(what.id)).toMatchObject(found)
  })

  test('nothing where no answer is asked for', async () => {
    const place = await openMarket({ ...BY_HAND, asksForAnswer: false, offersChoiceAfterMinutes: null }, {})
    const what = await bought(place.id)
    await fixture.assigned({ orderId: what.id, shopId: place.florists[0]?.id ?? '' })
    await refuse(place.florists[0] ?? { email: null })
    await run()
    expect(await choicesOf(what.id)).toEqual([])
  })
})

describe('the switch to automatic assignment', () => {
  // The provider tells the second of a payment.
  test.each([
    ['in the second of the switch', '2026-06-04T14:29:59.000Z', 1],
    ['a second before it', '2026-06-04T14:29:58.000Z', 0],
  ])('an order that was paid %s', async (_, paidAt, asked) => {
    const place = await openMarket({ ...AUTOMATIC, assignsSince: '2026-06-04T14:29:59.700Z' }, {})
    const what = await bought(place.id, { paidAt })
    await run()
    expect(await fixture.shopOrdersOf(what.id)).toHaveLength(asked)
  })
})
