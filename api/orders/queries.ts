import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { platformOf, platformOfOrder } from '#api/agent-platforms/queries.ts'
import type { Db } from '#api/deps.ts'
import type { TimelineEntry } from '#api/platform/audit/schema.ts'
import { readTimeline, timelineOf } from '#api/platform/audit/timeline.ts'
import { lastConsent } from '#api/platform/outbox/text-stops.ts'
import { platformText } from '#domain/agent-platforms.ts'
import { RECENT_ORDERS_MAX } from '#domain/limits.ts'
import { PAYMENTS } from '#domain/order/events.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import { checkoutSessions } from '#drizzle/schema/checkout.ts'
import { orderEvents, orderItems, orders } from '#drizzle/schema/orders.ts'
import { shareCorrections, shopOrders } from '#drizzle/schema/shop-orders.ts'
import type { RecentOrder } from './schema.ts'
import { type OrderKey, orderIdOf, readState } from './state-queries.ts'

/** An order with everything that belongs to it, in one round trip; null when there is no such order. */
export async function readOrder(db: Db, key: OrderKey) {
  const id = orderIdOf(key)
  const { contacts, messages } = readTimeline(db, id)
  const items = db.select().from(orderItems).where(sql`${orderItems.orderId} = ${id}`)
  const corrections = db
    .select({ correction: shareCorrections, byEmail: users.email })
    .from(shareCorrections)
    .innerJoin(shopOrders, eq(shopOrders.id, shareCorrections.shopOrderId))
    .leftJoin(users, eq(users.id, shareCorrections.createdBy))
    .where(sql`${shopOrders.orderId} = ${id}`)
    .orderBy(asc(shareCorrections.createdAt), sql`${shareCorrections}.rowid`)
  const consent = lastConsent(db, id)
  const by = platformOfOrder(db, id)
  const { state, found } = await readState(db, key, [items, corrections, contacts, messages, consent, by])
  if (!state) return null
  const [platform] = found[5].map(platformOf)
  const timeline = timelineOf({ events: state.log, contacts: found[2], messages: found[3] })
  return {
    ...state,
    /** The platform whose agent prepared it; null: its buyer came by themselves. */
    platform: platform ?? null,
    items: found[0],
    corrections: found[1].map(({ correction, byEmail }) => ({ ...correction, byEmail })),
    contacts: found[2],
    consent: found[4][0] ?? null,
    timeline: platform ? timeline.map(placedThrough(platformText(platform))) : timeline,
  }
}

/** Names the platform at the beginning of a timeline. */
const placedThrough =
  (platform: string) =>
  (entry: TimelineEntry): TimelineEntry =>
    entry.type === 'event' && entry.kind === 'placed'
      ? { ...entry, data: { ...entry.data, platform } }
      : entry

export type ReadOrder = NonNullable<Awaited<ReturnType<typeof readOrder>>>

/** Says if an order was deleted, and if a payment through this session had been recorded before. */
export async function readDeletion(db: Db, orderId: string, sessionId: string) {
  const events = await db
    .select({ kind: orderEvents.kind, data: orderEvents.data })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), inArray(orderEvents.kind, ['deleted', ...PAYMENTS])))
  return {
    deleted: events.some(({ kind }) => kind === 'deleted'),
    paymentKnown: events.some(({ kind, data }) => kind !== 'deleted' && data['sessionId'] === sessionId),
  }
}

/** The orders that were paid last, newest first, without samples: by them a screen notices new ones. For a batch. */
export function recentlyPaid(db: Db) {
  return db.all<RecentOrder>(sql`
    select id, order_reference as reference, paid_at as "paidAt" from ${orders}
    where payment_status = 'paid' and is_sample = 0 order by paid_at desc, rowid desc limit ${RECENT_ORDERS_MAX}`)
}

/** The product of sample orders: the oldest one. */
export async function firstProduct(db: Db) {
  const [product] = await db
    .select({ id: products.id })
    .from(products)
    .orderBy(asc(products.createdAt), asc(products.id))
    .limit(1)
  return product ?? null
}

type NewOrder = typeof orders.$inferInsert
type NewItem = typeof orderItems.$inferInsert & { productId: string | null }
type NewSession = typeof checkoutSessions.$inferInsert

/**
 * Statements: a sample order and its item, copied from a product. There is no item when the product was deleted.
 * @returns of the second the ids of the items
 */
export function insertSample(
  db: Db,
  order: NewOrder,
  { productId, priceCents }: { productId: string; priceCents: number },
) {
  return [
    db.insert(orders).values(order),
    db.all<{ id: string }>(sql`
      insert into ${orderItems} (id, order_id, product_id, sku, title, image_url, price_at_purchase_cents, quantity)
      select ${crypto.randomUUID()}, ${order.id}, id, sku, title, image_url, ${priceCents}, 1
      from ${products} where id = ${productId} returning id`),
  ] as const
}

/** Statements: a rebuilt order with its item and its paid session; whatever is there already stays as it is. */
export function insertRebuiltOrder(db: Db, order: NewOrder, item: NewItem, session: NewSession) {
  // The product may have been deleted.
  const productId = sql`(select id from ${products} where id = ${item.productId})`
  return [
    db.insert(orders).values(order).onConflictDoNothing(),
    db
      .insert(orderItems)
      .values({ ...item, productId })
      .onConflictDoNothing(),
    db.insert(checkoutSessions).values(session).onConflictDoNothing(),
  ] as const
}

export async function isUser(db: Db, id: string): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(eq(users.id, id))
  return found.length === 1
}
