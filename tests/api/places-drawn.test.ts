import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orderHolds } from '#drizzle/schema/checkout.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { type OrderFixture, openOrderFixture } from '#tests/support/order-fixture.ts'

// Shoppers, the provider and an admin at once, drawn at random: whatever they do, no bucket is sold twice, and no place is
// lost. Each draw can be repeated by its seed.

const PER_DAY = 4
const PER_HOUR = 2
const ROUNDS = 10
const AT_ONCE = 6

test.each([1, 2, 3, 4, 5, 6])(
  'drawn by %i: nothing is oversold, lost or leaked',
  { timeout: 120_000 },
  async (seed) => {
    const fixture = await openOrderFixture()
    const { shop } = fixture
    try {
      await limit(fixture)
      const draw = drawing(seed)
      const forms: ReturnType<typeof checkoutRequest>[] = []
      for (let round = 0; round < ROUNDS; round++) {
        await Promise.all(Array.from({ length: AT_ONCE }, () => act(fixture, draw, forms)))
        await shop.settled()
        expect(await oversold(fixture), `round ${round}`).toEqual([])
        shop.pass(5)
      }
      // Nobody pays any more: when the provider has ended every session, what is left is what was paid.
      shop.pass(40)
      for (const event of await shop.events('checkout.session.expired')) await shop.deliver(event)
      await shop.scheduled()
      expect(await shop.db.select().from(orders).where(eq(orders.paymentStatus, 'pending'))).toEqual([])
      expect(await shop.db.$count(orderHolds)).toBe(0)
      expect(await oversold(fixture)).toEqual([])
      const taken = await shop.db.$count(
        orders,
        sql`status <> 'cancelled' and payment_status <> 'refunded' and promised_by < '2026-06-05T04:00:00.000Z'`,
      )
      const { body } = await fixture.admin.get('/admin/markets/market-nyc/days')
      expect(body['days']).toEqual(
        expect.arrayContaining([
          { date: '2026-06-04', sold: taken, held: 0, limit: PER_DAY, isClosed: false },
        ]),
      )
      const { status } = await shop.post('/create-checkout-session', checkoutRequest())
      expect(status).toBe(taken < PER_DAY ? 200 : 409)
    } finally {
      await shop.close()
    }
  },
)

/** One florist with so many bouquets a day and an hour. */
async function limit({ shop: { db } }: OrderFixture) {
  const own = sql`market_id = 'market-nyc'`
  const [first] = await db.select().from(shops).where(own).limit(1)
  const week = Object.fromEntries(['0', '1', '2', '3', '4', '5', '6'].map((day) => [day, PER_DAY]))
  await db.update(shops).set({ active: false }).where(own)
  await db
    .update(shops)
    .set({ active: true, weekdayCapacity: week, hourlyCapacity: PER_HOUR })
    .where(eq(shops.id, first?.id ?? ''))
}

/** Days and hours in which more orders are to be made than there are places, those that are flagged for it aside. */
async function oversold({ shop: { db } }: OrderFixture): Promise<unknown[]> {
  const live = sql`o.status <> 'cancelled' and o.payment_status <> 'refunded' and not exists (select 1 from order_flags f
    where f.order_id = o.id and f.kind = 'over_capacity' and f.resolved_at is null)`
  return db.all(sql`
    select date(promised_by, '-4 hours') as bucket, count(*) as orders from ${orders} o where ${live}
      group by 1 having count(*) > ${PER_DAY}
    union all
    select substr(promised_by, 1, 13), count(*) from ${orders} o
      where ${live} and delivery_option in ('hour', 'few-hours') group by 1 having count(*) > ${PER_HOUR}`)
}

type Draw = (below: number) => number

/** Something that somebody does. Being refused is as good as being served. */
async function act(fixture: OrderFixture, draw: Draw, forms: ReturnType<typeof checkoutRequest>[]) {
  const { shop, admin } = fixture
  const option = ['hour', 'few-hours', 'today', 'tomorrow'][draw(4)] ?? 'today'
  const all = await shop.db.select().from(orders)
  const order = all[draw(Math.max(1, all.length))]
  const what = draw(10)
  if (what < 4 || !order) {
    const form = checkoutRequest({ deliveryDetails: { option } })
    forms.push(form)
    await shop.post('/create-checkout-session', form)
    return
  }
  const { id, checkoutSessionId: session, version, totalCents } = order
  switch (what) {
    case 4: {
      const form = forms[draw(forms.length)]
      if (form) await shop.post('/create-checkout-session', { ...form, deliveryDetails: { option } })
      return
    }
    case 5:
    case 6: {
      // A session that is over, or was paid already, refuses it.
      if (session) await shop.pay(session).catch(() => {})
      if (session) await shop.post('/get-order-details', { sessionId: session })
      return
    }
    case 7:
      if (session) await shop.deps.payments.expireSession(session).catch(() => {})
      for (const event of await shop.events('checkout.session.expired')) await shop.deliver(event)
      return
    case 8: {
      const status = order.status === 'cancelled' ? 'confirmed' : 'cancelled'
      await admin.put(`/admin/orders/${id}/status`, { status, version })
      return
    }
    default:
      await fixture.refund(id, { amountCents: totalCents })
  }
}

/** Numbers that look like chance and are the same each time (mulberry32). */
function drawing(seed: number): Draw {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}
