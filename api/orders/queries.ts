import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { timelineOf } from '#api/platform/audit/timeline.ts'
import { readTimeline } from '#api/platform/audit/timeline-queries.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import { orderEvents, orderItems } from '#drizzle/schema/orders.ts'
import { shareCorrections, shopOrders } from '#drizzle/schema/shop-orders.ts'
import { readState } from './state-queries.ts'

/** An order with everything that belongs to it, in one round trip; null when there is no such order. */
export async function readOrder(db: Db, id: string) {
  const { events, contacts, messages } = readTimeline(db, sql`${id}`)
  const items = db.select().from(orderItems).where(eq(orderItems.orderId, id))
  const corrections = db
    .select({ correction: shareCorrections, byEmail: users.email })
    .from(shareCorrections)
    .innerJoin(shopOrders, eq(shopOrders.id, shareCorrections.shopOrderId))
    .leftJoin(users, eq(users.id, shareCorrections.createdBy))
    .where(eq(shopOrders.orderId, id))
    .orderBy(asc(shareCorrections.createdAt))
  const { state, found } = await readState(db, id, [items, corrections, events, contacts, messages])
  if (!state) return null
  return {
    ...state,
    items: found[0],
    corrections: found[1].map(({ correction, byEmail }) => ({ ...correction, byEmail })),
    timeline: timelineOf({ events: found[2], contacts: found[3], messages: found[4] }),
  }
}

export type ReadOrder = NonNullable<Awaited<ReturnType<typeof readOrder>>>

/** Says if an order was deleted, and if a payment through this session had been recorded before. */
export async function readDeletion(db: Db, orderId: string, sessionId: string) {
  const events = await db
    .select({ kind: orderEvents.kind, data: orderEvents.data })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), inArray(orderEvents.kind, ['deleted', 'paid'])))
  return {
    deleted: events.some(({ kind }) => kind === 'deleted'),
    paymentKnown: events.some(({ kind, data }) => kind === 'paid' && data['sessionId'] === sessionId),
  }
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

export async function isUser(db: Db, id: string): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(eq(users.id, id))
  return found.length === 1
}
