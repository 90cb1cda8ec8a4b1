import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderEvents, orders } from '#drizzle/schema/orders.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { plansOf } from '#tests/support/recorded.ts'

type Sheets = {
  shops: {
    id: string
    name: string
    sheets: {
      id: string
      specialInstructions: string | null
      order: { reference: string; items: { title: string }[]; apologyNote: string | null }
      changes: { part: string }[]
    }[]
  }[]
}

let fixture: FloristFixture

// 11 AM on June 4 in New York, and 8 AM in San Francisco.
const NOW = new Date('2026-06-04T15:00:00.000Z')
const TODAY = '2026-06-05T00:00:00.000Z'

beforeAll(async () => {
  fixture = await openFloristFixture()
  fixture.shop.clock.at = NOW
})
afterAll(() => fixture.shop.close())

async function printed(): Promise<Sheets['shops']> {
  const { status, body } = await fixture.admin.get('/admin/shop-orders/print')
  expect(status).toBe(200)
  return (body as unknown as Sheets).shops
}

/** References of the sheets of a shop. */
async function sheetsOf(shopId: string): Promise<string[]> {
  const own = (await printed()).find(({ id }) => id === shopId)
  return own?.sheets.map(({ order }) => order.reference) ?? []
}

test('is for admins', async () => {
  expect((await fixture.shop.get('/admin/shop-orders/print')).status).toBe(401)
})

test('has today’s sheets by shop, soonest first, with all that is printed', async () => {
  const [zinnia, aster] = [
    await fixture.florist({ name: 'zinnia' }),
    await fixture.florist({ name: 'Aster' }),
  ]
  const late = await fixture.bought({ promisedBy: TODAY, apologyNote: null })
  const soon = await fixture.bought({ promisedBy: '2026-06-04T17:00:00.000Z' })
  const other = await fixture.bought({ promisedBy: TODAY })
  await fixture.assigned({ orderId: late.id, shopId: zinnia.id, specialInstructions: 'No lilies' })
  await fixture.assigned({ orderId: soon.id, shopId: zinnia.id })
  await fixture.assigned({ orderId: other.id, shopId: aster.id })
  const shops = (await printed()).filter(({ id }) => id === zinnia.id || id === aster.id)
  expect(shops.map(({ name }) => name)).toEqual(['Aster', 'zinnia'])
  expect(shops[1]?.sheets).toMatchObject([
    {
      order: { reference: soon.orderReference, apologyNote: 'I was wrong about the dishwasher.' },
      specialInstructions: null,
    },
    {
      order: {
        reference: late.orderReference,
        customerName: 'Sam Sorry',
        recipientName: 'Alex',
        address: '350 5th Ave',
        deliveryInstructions: 'Ring twice',
        apologyNote: null,
        items: [{ title: 'Really Bad', quantity: 1 }],
      },
      specialInstructions: 'No lilies',
      changes: [],
    },
  ])
  expect(JSON.stringify(shops)).not.toMatch(/Cents|sam@example\.com/)
})

test.each([
  ['first minute of New York’s day', '2026-06-04T04:00:00.000Z', 'America/New_York', true],
  ['the minute before', '2026-06-04T03:59:00.000Z', 'America/New_York', false],
  ['last minute of New York’s day', '2026-06-05T03:59:00.000Z', 'America/New_York', true],
  ['the minute after', '2026-06-05T04:00:00.000Z', 'America/New_York', false],
  ['that minute in San Francisco', '2026-06-05T04:00:00.000Z', 'America/Los_Angeles', true],
  ['last minute of San Francisco’s day', '2026-06-05T06:59:00.000Z', 'America/Los_Angeles', true],
])('%s: %s in %s is today: %s', async (_, promisedBy, timeZone, isToday) => {
  const florist = await fixture.florist()
  const order = await fixture.bought({ promisedBy, timeZone })
  await fixture.assigned({ orderId: order.id, shopId: florist.id })
  expect(await sheetsOf(florist.id)).toEqual(isToday ? [order.orderReference] : [])
})

test.each(['confirmed', 'ready', 'rejected', 'delivered'])('a shop order that is %s', async (status) => {
  const florist = await fixture.florist()
  const order = await fixture.bought({ promisedBy: TODAY })
  const { id } = await fixture.assigned({ orderId: order.id, shopId: florist.id })
  const { version } = await fixture.detail(id)
  const set = { status, reason: status === 'rejected' ? 'Full' : null, version }
  expect((await fixture.admin.put(`/admin/shop-orders/${id}/status`, set)).status).toBe(200)
  const isToMake = status === 'confirmed' || status === 'ready'
  expect(await sheetsOf(florist.id)).toEqual(isToMake ? [order.orderReference] : [])
})

test.each([{ status: 'cancelled' }, { paymentStatus: 'refunded', refundedCents: 6358 }] as const)(
  'leaves out an order that is %o',
  async (changes) => {
    const florist = await fixture.florist()
    const order = await fixture.bought({ promisedBy: TODAY })
    await fixture.assigned({ orderId: order.id, shopId: florist.id })
    await fixture.shop.db.update(orders).set(changes).where(eq(orders.id, order.id))
    expect(await sheetsOf(florist.id)).toEqual([])
  },
)

test('leaves out what was withdrawn from the shop', async () => {
  const florist = await fixture.florist()
  const order = await fixture.bought({ promisedBy: TODAY })
  const { id } = await fixture.assigned({ orderId: order.id, shopId: florist.id })
  expect((await fixture.admin.post(`/admin/shop-orders/${id}/unassign`, { version: 1 })).status).toBe(200)
  expect(await sheetsOf(florist.id)).toEqual([])
})

test('says which parts have changed since the shop was asked', async () => {
  const florist = await fixture.florist()
  const order = await fixture.bought({ promisedBy: TODAY })
  await fixture.assigned({ orderId: order.id, shopId: florist.id })
  const correction = (at: string) => ({
    id: crypto.randomUUID(),
    orderId: order.id,
    orderReference: order.orderReference,
    kind: 'corrected' as const,
    actor: 'shopper' as const,
    data: { fields: { apologyNote: { before: 'a', after: 'b' } } },
    createdAt: at,
  })
  await fixture.shop.db.insert(orderEvents).values(correction('2026-06-04T15:30:00.000Z'))
  const own = (await printed()).find(({ id }) => id === florist.id)
  expect(own?.sheets[0]?.changes).toEqual([{ part: 'card message', at: '2026-06-04T15:30:00.000Z' }])
})

test('reads one day of orders along the index of promised times', async () => {
  const { plans } = await plansOf(fixture.shop, printed)
  const own = plans.filter(({ sql }) => sql.includes('"promised_by"'))
  expect(own).toHaveLength(3)
  for (const { steps } of own) {
    expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([])
    expect(steps.join('\n')).toContain('INDEX orders_promised_by')
  }
})
