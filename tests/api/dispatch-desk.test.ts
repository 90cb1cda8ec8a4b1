import { beforeEach, describe, expect, test } from 'vitest'
import type { Page } from '#api/platform/database/paging-schema.ts'
import { SHOP_ORDER_STATUSES, takesPlace } from '#domain/order-status.ts'
import { isoDate } from '#domain/zoned-time.ts'
import { marketClosedDates, markets } from '#drizzle/schema/markets.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import type { AssignmentChoices, AssignmentRow, BulkChoices, TakenOrder } from '#src/admin/assign/queries.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { orderChoice, shopOrder } from '#tests/support/rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { signIn } from '#tests/support/staff.ts'

const shop = await shareTestShop()
let desk: FloristFixture

beforeEach(async () => {
  desk = await openFloristFixture(shop)
})

const HOUR = 60 * 60 * 1000
const inHours = (hours: number) => new Date(shop.clock.at.getTime() + hours * HOUR).toISOString()

const queue = async () =>
  (await desk.admin.get('/admin/assignments')).body as unknown as Page<AssignmentRow> & {
    taken: TakenOrder[]
  }
const choices = async (orderId: string) =>
  (await desk.admin.get(`/admin/assignments/${orderId}`)).body as AssignmentChoices
const shopIn = (found: AssignmentChoices | BulkChoices, id: string) => {
  const one = found.markets.flatMap(({ shops }) => shops).find((each) => each.id === id)
  if (!one) throw new Error('The shop is not offered')
  return one
}

describe('the orders that wait', () => {
  test('come with those in danger first, each part by promised time', async () => {
    const [late, soon, tomorrow] = [
      await desk.bought({ promisedBy: inHours(-1) }),
      await desk.bought({ promisedBy: inHours(1) }),
      await desk.bought({ promisedBy: inHours(30) }),
    ]
    const endangered = await desk.bought({ promisedBy: inHours(50) })
    await shop.db
      .insert(orderChoices)
      .values([
        orderChoice({ orderId: endangered.id, reason: 'no_florist' }),
        orderChoice({ orderId: tomorrow.id, reason: 'late', closedAt: inHours(0), outcome: 'over' }),
      ])
    expect(
      (await queue()).rows.map(({ id, situation }) => [
        id,
        situation.look === 'red' ? situation.sentence : null,
      ]),
    ).toEqual([
      [endangered.id, 'No florist is left to ask.'],
      [late.id, 'No florist has accepted it, and there is too little time to make and deliver it.'],
      [soon.id, null],
      [tomorrow.id, null],
    ])
  })

  test('leave with the shop that has them and with who gave them, for ten minutes', async () => {
    const colleague = await signIn(shop)
    const [placed, florist] = [await desk.bought(), await desk.florist()]
    expect((await queue()).taken).toEqual([])
    await colleague.post('/admin/assignments', desk.assignment(placed.id, florist.id))
    const taken = {
      id: placed.id,
      reference: placed.orderReference,
      shop: florist.name,
      by: colleague.person.email,
      at: shop.clock.at.toISOString(),
    }
    expect(await queue()).toMatchObject({ rows: [], taken: [taken] })
    shop.pass(10)
    expect((await queue()).taken).toEqual([taken])
    shop.pass(1)
    expect((await queue()).taken).toEqual([])
  })

  test('an order that was taken back waits again', async () => {
    const { orderId, id } = await desk.assigned()
    await desk.admin.post(`/admin/shop-orders/${id}/unassign`, { version: 1 })
    expect(await queue()).toMatchObject({ rows: [{ id: orderId }], taken: [] })
  })
})

describe('the shops for an order', () => {
  test('have figures that are those of the rows', async () => {
    // Numbers that look like chance and are the same every time.
    let seed = 7
    const pick = <Item>(items: readonly Item[]): Item => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31
      return items[Math.floor(seed / 65536) % items.length] as Item
    }
    const florists = [
      await desk.florist({ weekdayCapacity: { '4': 9, '5': 3 }, hourlyCapacity: 2 }),
      await desk.florist({ weekdayCapacity: { '4': 40 } }),
      await desk.florist({ hourlyCapacity: 30 }),
      await desk.florist(),
    ]
    const given = []
    for (let n = 0; n < 160; n++) {
      const row = await desk.bought({
        promisedBy: inHours(pick([-30, -3, 1, 1, 2, 4, 11, 26])),
        deliveryOption: pick(['hour', 'few-hours', 'today', 'tomorrow'] as const),
        status: pick(['confirmed', 'confirmed', 'processing', 'delivered', 'cancelled'] as const),
        paymentStatus: pick(['paid', 'paid', 'paid', 'refunded'] as const),
        isSample: pick([false, false, false, false, true]),
        assignmentStatus: 'assigned',
      })
      const status = pick(SHOP_ORDER_STATUSES)
      const made = shopOrder({
        orderId: row.id,
        shopId: pick(florists).id,
        orderTotalCents: row.totalCents,
        status,
        answeredBy: status === 'rejected' ? pick(['florist', 'system'] as const) : null,
        statusUpdatedAt: status === 'pending' ? null : inHours(pick([-31, -5, 0.5, 3])),
        withdrawnAt: pick([null, null, null, inHours(-1)]),
        createdAt: inHours(pick([-91 * 24, -20, -2])),
      })
      await shop.db.insert(shopOrders).values(made)
      given.push({ order: row, made })
    }
    const wanted = await desk.bought({ promisedBy: inHours(1.25), deliveryOption: 'hour' })
    const zone = wanted.timeZone
    const dayOf = (at: string) => isoDate(new Date(at), zone)
    const hourOf = (at: string) => at.slice(0, 13)
    const found = await choices(wanted.id)

    for (const [at, { id }] of florists.entries()) {
      const own = given.filter(({ made }) => made.shopId === id)
      const toMake = own.filter(
        ({ order, made }) =>
          made.withdrawnAt === null &&
          made.status !== 'rejected' &&
          takesPlace(order) &&
          dayOf(order.promisedBy) === dayOf(wanted.promisedBy),
      )
      const inHour = toMake.filter(
        ({ order }) =>
          ['hour', 'few-hours'].includes(order.deliveryOption) &&
          hourOf(order.promisedBy) === hourOf(wanted.promisedBy),
      )
      const [dayLimit, hourLimit] = [[9, 40, null, null][at] ?? null, [2, null, 30, null][at] ?? null]
      const recent = own.filter(({ order, made }) => !order.isSample && made.createdAt >= inHours(-90 * 24))
      const count = (which: (one: (typeof own)[number]) => boolean) => recent.filter(which).length
      const delivered = ({ made }: (typeof own)[number]) => made.status === 'delivered'
      expect(shopIn(found, id), `shop ${at}`).toMatchObject({
        room: {
          day: { limit: dayLimit, taken: toMake.length },
          hour: { limit: hourLimit, taken: inHour.length },
          hasRoom:
            (dayLimit === null || toMake.length < dayLimit) &&
            (hourLimit === null || inHour.length < hourLimit),
        },
        record: {
          offered: recent.length,
          accepted: count(({ made }) => !['pending', 'rejected'].includes(made.status)),
          declined: count(({ made }) => made.status === 'rejected' && made.answeredBy !== 'system'),
          silent: count(({ made }) => made.status === 'rejected' && made.answeredBy === 'system'),
          delivered: count(delivered),
          onTime: count((one) => delivered(one) && String(one.made.statusUpdatedAt) <= one.order.promisedBy),
        },
      })
      expect(toMake.length).toBeGreaterThan(3)
      expect(recent.length).toBeGreaterThan(10)
    }
  })

  test('come with phone, share, and what each said to this order; whoever said no is last', async () => {
    const { order, florist } = await desk.asked()
    const other = await desk.florist({ defaultPercentage: 70, phone: null })
    const [asked] = await desk.shopOrdersOf(order.id)
    await desk.admin.put(`/admin/shop-orders/${asked?.id}/status`, {
      status: 'rejected',
      reason: 'No peonies left.',
      version: 1,
    })
    const found = await choices(order.id)
    expect(found.history).toMatchObject([
      {
        shopId: florist.id,
        status: 'rejected',
        reason: 'No peonies left.',
        answeredBy: 'admin',
        assignedBy: desk.admin.person.email,
      },
    ])
    expect(shopIn(found, other.id)).toMatchObject({ phone: null, defaultPercentage: 70 })
    const ranked = found.markets.find(({ id }) => id === florist.marketId)?.shops.map(({ id }) => id)
    expect(ranked?.at(-1)).toBe(florist.id)
  })

  test('come nearest first where nothing else tells them apart, with the miles in a straight line', async () => {
    const { id } = await desk.bought({ deliveryZip: '10001' })
    const far = await desk.florist({ zip: '10314', city: 'Staten Island' })
    const anywhere = await desk.florist({ zip: '59701' })
    const shops = (await choices(id)).markets.find(({ id }) => id === far.marketId)?.shops ?? []
    const known = shops.flatMap(({ miles }) => miles ?? [])
    expect(known.length).toBe(shops.length - 1)
    expect(known).toEqual(known.toSorted((one, other) => one - other))
    expect(shops[0]).toMatchObject({ zip: '10001', miles: 0 })
    expect(shops.at(-2)).toMatchObject({ id: far.id, miles: 13.6 })
    expect(shops.at(-1)).toMatchObject({ id: anywhere.id, miles: null })
  })

  test('are open by the hours of their market on the day of the promise', async () => {
    const [placed, florist] = [await desk.bought({ promisedBy: inHours(26) }), await desk.florist()]
    const hours = async () =>
      (await choices(placed.id)).markets.find(({ id }) => id === florist.marketId)?.hours
    expect(await hours()).toEqual({ opens: '2026-06-05T04:00:00.000Z', closes: '2026-06-06T04:00:00.000Z' })
    await shop.db.update(markets).set({ openingHours: { '5': { opens: '09:00', closes: '17:30' } } })
    expect(await hours()).toEqual({ opens: '2026-06-05T13:00:00.000Z', closes: '2026-06-05T21:30:00.000Z' })
    await shop.db.insert(marketClosedDates).values({ marketId: florist.marketId, date: '2026-06-05' })
    expect(await hours()).toBeNull()
  })
})

describe('the shops for several orders', () => {
  const bulk = async (ids: readonly string[]) =>
    desk.admin.get(`/admin/assignments/bulk?ids=${ids.join(',')}`)

  test('say which of them do not fit, and the market of most of them is suggested', async () => {
    const sf = { deliveryZip: '94110', timeZone: 'America/Los_Angeles' }
    const ids = [
      (await desk.bought({ promisedBy: inHours(2), ...sf })).id,
      (await desk.bought({ promisedBy: inHours(3) })).id,
      (await desk.bought({ promisedBy: inHours(4) })).id,
      (await desk.bought({ promisedBy: inHours(26) })).id,
    ]
    const [small, large] = [await desk.florist({ weekdayCapacity: { '4': 2, '5': 0 } }), await desk.florist()]
    // One of the two places of today is taken.
    await desk.assigned({ orderId: (await desk.bought({ promisedBy: inHours(5) })).id, shopId: small.id })
    const { status, body } = await bulk(ids)
    const found = body as unknown as BulkChoices
    expect(status).toBe(200)
    expect(found.suggestedMarketId).toBe(small.marketId)
    expect(shopIn(found, small.id).leftOut).toEqual(ids.slice(1))
    expect(shopIn(found, large.id).leftOut).toEqual([])
    expect(shopIn(found, large.id).miles).toBeNull()
  })

  test('have a distance if all go to one ZIP code', async () => {
    const florist = await desk.florist({ zip: '10001' })
    const ids = [(await desk.bought()).id, (await desk.bought()).id]
    expect(shopIn((await bulk(ids)).body as unknown as BulkChoices, florist.id).miles).toBe(0)
  })

  test('are not offered for orders that are not there, and for too many', async () => {
    expect(await bulk(['nobody'])).toMatchObject({
      status: 404,
      body: { error: { code: 'order_not_found' } },
    })
    expect((await bulk(Array.from({ length: 51 }, (_, n) => `order-${n}`))).status).toBe(422)
    expect((await desk.admin.get('/admin/assignments/bulk')).status).toBe(422)
  })
})

describe('an assignment that can be undone', () => {
  const mailsTo = async (email: string | null) => {
    await shop.settled()
    await shop.scheduled()
    return (await shop.messages(String(email))).length
  }
  const assign = async () => {
    const [placed, florist] = [await desk.bought(), await desk.florist()]
    const request = { ...desk.assignment(placed.id, florist.id), holdEmails: true }
    const { body } = await desk.admin.post('/admin/assignments', request)
    return { placed, florist, id: String(body['shopOrderId']), version: body['version'] }
  }

  test('keeps the florist’s email until then, and sends it afterwards', async () => {
    const { florist } = await assign()
    expect(await mailsTo(florist.email)).toBe(0)
    shop.pass(1)
    expect(await mailsTo(florist.email)).toBe(1)
  })

  test('writes to nobody when it is undone, and the order waits again', async () => {
    const { placed, florist, id, version } = await assign()
    const undone = await desk.admin.post(`/admin/shop-orders/${id}/unassign`, { version })
    expect(undone).toMatchObject({ status: 200, body: { notified: false } })
    shop.pass(1)
    expect(await mailsTo(florist.email)).toBe(0)
    expect((await queue()).rows.map((row) => row.id)).toEqual([placed.id])
  })
})
