import type { Client } from '@libsql/client/web'
import { drizzle } from 'drizzle-orm/libsql/web'
import { ORDER_FLAGS } from '#domain/order/causes.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import { markets, marketZipcodes, shops, states } from '#drizzle/schema/markets.ts'
import { waitlist } from '#drizzle/schema/messages.ts'
import { orderEvents, orderFlags, orderItems, orders } from '#drizzle/schema/orders.ts'
import { shareCorrections, shopOrders } from '#drizzle/schema/shop-orders.ts'
import { own, ownReference, test } from '#tests/e2e/shop.ts'
import { user } from '#tests/support/account-rows.ts'
import { waitlistEntry } from '#tests/support/message-rows.ts'
import * as rows from '#tests/support/rows.ts'

const NAME = 'Bartholomew Featherstonehaugh-Cholmondeley of Woodstock'

/** The month whose statement has lines, and a moment of it: long ago, so that no other test finds them first. */
export const LONG_MONTH = '2024-11'
const THEN = '2024-11-22T23:45:00.000Z'

let calls = 0

/**
 * Rows with the longest texts that people really enter, in every list of the back office.
 * @returns what to search for, and the id of the shop that has all the orders
 */
export async function addLongRows(database: Client) {
  const db = drizzle(database, { casing: 'snake_case' })
  const mark = own()
  const id = () => crypto.randomUUID()
  const email = (n: number) => `bartholomew.featherstonehaugh+${mark}.${n}@woodstock-flowers.example.com`
  const [state] = await db.select().from(states).limit(1)
  if (!state) throw new Error('No state was seeded')
  const marketId = id()
  await db.insert(markets).values(
    rows.market({
      id: marketId,
      name: `Greater Poughkeepsie and Woodstock ${mark}`,
      pausedReason: 'Snowed in',
    }),
  )
  // These are ZIP codes of soldiers abroad: no other test has one. Each worker has two hundred of them.
  const first = 9_000 + 200 * test.info().parallelIndex + 40 * (calls++ % 5)
  const zip = (n: number) => String(first + n).padStart(5, '0')
  for (let n = 0; n < 40; n++) {
    const zipcode = zip(n)
    await db.insert(marketZipcodes).values(rows.marketZipcode({ marketId, zipcode })).onConflictDoNothing()
  }
  const shop = rows.shop({
    id: id(),
    marketId,
    stateId: state.id,
    name: `The Most Apologetic Flower Company of ${mark}`,
    city: 'Llanfairpwllgwyngyllgogerychwyrndrobwll',
    email: email(0),
  })
  await db.insert(shops).values([shop, { ...shop, id: id(), name: `${mark} Stems`, active: false }])
  for (let n = 0; n < 3; n++) {
    const title = `Extraordinarily and Unforgivably Bad, Number ${n}, with Vase`
    const product = rows.product({ id: id(), sku: `APOLOGY-${mark}-WITH-VASE-AND-CARD-${n}`, title })
    await db.insert(products).values({ ...product, priceCents: 999_999 })
    await db.insert(users).values(user({ id: id(), email: email(n + 100), lastSignInAt: THEN }))
    const city = 'Winchester-on-the-Severn and Truth or Consequences'
    const entry = { id: id(), email: email(n + 200), city, unsubscribeToken: id() }
    await db
      .insert(waitlist)
      .values(waitlistEntry({ ...entry, zipCode: zip(0), notifiedAt: n > 0 ? THEN : null }))
  }
  for (let n = 0; n < 12; n++) await addOrder(n)
  return { mark, shopId: shop.id }

  async function addOrder(n: number): Promise<void> {
    const isRefunded = n % 3 === 0
    // For a florist, since one has declined it.
    const isWaiting = n > 10
    const order = rows.order({
      id: id(),
      orderReference: ownReference(),
      customerName: `${NAME} ${mark}`,
      customerEmail: email(n),
      deliveryCity: 'Llanfairpwllgwyngyllgogerychwyrndrobwll',
      status: isWaiting ? 'confirmed' : 'processing',
      paymentStatus: 'paid',
      subtotalCents: 1_234_567,
      refundedCents: isRefunded ? 10_000 : 0,
      timeZone: 'America/Los_Angeles',
      // Among the first in the list of those that wait for a florist.
      promisedBy: isWaiting ? '2025-01-22T23:45:00.000Z' : THEN,
      isSample: isWaiting,
      assignmentStatus: isWaiting ? 'unassigned' : 'assigned',
      paidAt: THEN,
      createdAt: THEN,
    })
    await db.insert(orders).values(order)
    await db.insert(orderItems).values(
      rows.orderItem({
        id: id(),
        orderId: order.id,
        title: 'Extraordinarily and Unforgivably Bad, with Vase',
      }),
    )
    if (isRefunded) {
      await db
        .insert(orderFlags)
        .values(ORDER_FLAGS.map((kind) => rows.orderFlag({ id: id(), orderId: order.id, kind })))
    }
    const given = rows.shopOrder({
      id: id(),
      orderId: order.id,
      shopId: shop.id,
      orderTotalCents: order.totalCents,
      status: isWaiting ? 'rejected' : 'delivered',
      paymentStatus: n % 2 ? 'paid' : 'pending',
      paymentReference: n % 2 ? `TRANSFER-${mark}-2024-11-OF-THE-SECOND-ACCOUNT` : null,
      createdAt: THEN,
    })
    await db.insert(shopOrders).values(given)
    if (isWaiting) {
      const reason = `${NAME} asked for roses, and there are none. `.repeat(3)
      const data = { shopOrderId: given.id, from: 'pending', to: 'rejected', reason }
      const event = { id: id(), orderId: order.id, orderReference: order.orderReference, data }
      await db.insert(orderEvents).values(rows.orderEvent({ ...event, kind: 'declined' }))
    } else if (isRefunded) {
      const correction = { id: id(), shopOrderId: given.id, createdAt: THEN }
      await db.insert(shareCorrections).values(rows.shareCorrection(correction))
    }
  }
}
