import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { deleteHold } from '#api/capacity/hold-queries.ts'
import { requirePlace } from '#api/capacity/place-queries.ts'
import { shopHasRoom } from '#api/capacity/shop-load-queries.ts'
import type { Db } from '#api/deps.ts'
import type { Statement } from '#api/platform/database/condition.ts'
import { isNotNullViolation, isUniqueViolation } from '#api/platform/database/constraint.ts'
import { readdressMessages } from '#api/platform/outbox/send-again-queries.ts'
import {
  deleteObjectsOf,
  deleteUnusedObject,
  ifUploaded,
  keepObject,
} from '#api/platform/storage/deletion-queries.ts'
import type { By, Consequence, NewRefund, NewShopOrder } from '#domain/order/consequences.ts'
import type { NewPhoto } from '#domain/order/photo.ts'
import { checkoutSessions, disputes, refunds } from '#drizzle/schema/checkout.ts'
import { deliveryAttempts } from '#drizzle/schema/delivery-attempts.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { orderSubstitutions } from '#drizzle/schema/order-substitutions.ts'
import { orderEvents, orderFlags, orders } from '#drizzle/schema/orders.ts'
import { orderPhotos } from '#drizzle/schema/photos.ts'
import { floristLinks, shareCorrections, shopOrderContacts, shopOrders } from '#drizzle/schema/shop-orders.ts'
import type { StoredOrder } from './state-queries.ts'

// The statements of a decision. Those that append to the order's log stand first and carry the only condition: they are refused
// when the order was changed, or one of its messages sent, since it was read. A decision without an entry is not guarded; it may
// only say what stays true (a session is complete, what the provider says of a dispute). What is not the order's own (a place,
// a shop) is required by a constraint.

type Context = { db: Db; before: StoredOrder; after: StoredOrder; at: string; by: By }

/**
 * Writes a decision.
 * @param also what is written with it, even if it has no steps
 * @throws when it was overtaken: {@link isOvertaken}, {@link hadNoPlace}
 */
export async function writeDecision(
  db: Db,
  steps: readonly Consequence[],
  decision: Omit<Context, 'db'>,
  also: readonly Statement[] = [],
): Promise<void> {
  const [first, ...more] = [...statementsOf(steps, { ...decision, db }), ...also]
  if (first) await db.batch([first, ...more])
}

/** The statements that write a decision, in its order. */
export function statementsOf(steps: readonly Consequence[], context: Context): Statement[] {
  const entries = steps.filter((step) => 'log' in step)
  const { seq } = context.before
  return [
    // First: what follows is written only if the order is as it was read.
    ...entries.map((entry, n) => append(entry, seq + n + 1, context)),
    ...steps.flatMap((step) => ('log' in step ? [] : write(step, context))),
  ]
}

/** An entry of an order's log. @throws UNIQUE or NOT NULL violation when the order is not as it was read: {@link isOvertaken} */
function append(entry: Extract<Consequence, { log: string }>, seq: number, { db, before, at, by }: Context) {
  const { actor, actorId } = entry.by ?? by
  const { order, messages } = before
  const tried = messages.filter((message) => message.tried).length
  // Messages that went decide who hears what: the sender counts its attempt before it sends.
  const orderId = sql`case when (select count(*) from ${outbox} where order_id = ${order.id}
    and (status <> 'pending' or attempts > 0)) = ${tried} then ${order.id} end`
  return db.run(sql`
    insert into ${orderEvents} (id, order_id, order_reference, seq, kind, actor, actor_id, data, dedupe_key, created_at)
    values (${crypto.randomUUID()}, ${orderId}, ${order.orderReference}, ${seq}, ${entry.log}, ${actor}, ${actorId ?? null},
      ${JSON.stringify(entry.data ?? {})}, ${entry.dedupeKey ?? null}, ${at})`)
}

/** True if a decision was refused because something has changed since the order was read: it has to be made again. */
export function isOvertaken(error: unknown): boolean {
  return (
    isUniqueViolation(error, 'order_events.') ||
    isNotNullViolation(error, 'order_events.order_id') ||
    isNotNullViolation(error, 'shop_orders.shop_id') ||
    isUniqueViolation(error, 'refunds.idempotency_key')
  )
}

/** True if a write failed because there was no place left. */
export function hadNoPlace(error: unknown): boolean {
  return isNotNullViolation(error, 'order_holds.place')
}

function write(step: Exclude<Consequence, { log: string }>, context: Context): Statement[] {
  const { db, before, after, at } = context
  const { id: orderId } = before.order
  if ('setOrder' in step) {
    const values = { ...step.setOrder, version: sql`${orders.version} + 1`, updatedAt: at }
    return [db.update(orders).set(values).where(eq(orders.id, orderId))]
  }
  if ('setShopOrder' in step) {
    const { by, paymentBy, ...rest } = step.values
    const people = {
      ...(by !== undefined && { statusUpdatedBy: by }),
      ...(paymentBy !== undefined && { paymentUpdatedBy: paymentBy }),
    }
    const values = { ...rest, ...people, version: sql`${shopOrders.version} + 1`, updatedAt: at }
    return [db.update(shopOrders).set(values).where(eq(shopOrders.id, step.setShopOrder))]
  }
  if ('addShopOrder' in step) return [addShopOrder(step.addShopOrder, context)]
  if ('addLink' in step) return [db.insert(floristLinks).values({ ...step.addLink, createdAt: at })]
  if ('revokeLinks' in step) {
    const open = and(inArray(floristLinks.shopOrderId, [...step.revokeLinks]), isNull(floristLinks.revokedAt))
    return step.revokeLinks.length === 0 ? [] : [db.update(floristLinks).set({ revokedAt: at }).where(open)]
  }
  if ('extendLink' in step) {
    const open = and(eq(floristLinks.shopOrderId, step.extendLink), isNull(floristLinks.revokedAt))
    return [db.update(floristLinks).set({ expiresAt: step.expiresAt }).where(open)]
  }
  if ('send' in step) {
    const { send: kind, about, recipient, payload = {}, notBefore: nextAttemptAt = at } = step
    const message = {
      id: crypto.randomUUID(),
      kind,
      dedupeKey: `${kind}:${about}`,
      orderId,
      recipient,
      payload,
    }
    return [db.insert(outbox).values({ ...message, nextAttemptAt, createdAt: at, updatedAt: at })]
  }
  if ('setPayload' in step) {
    const values = { payload: step.payload, updatedAt: at }
    return [db.update(outbox).set(values).where(eq(outbox.id, step.setPayload))]
  }
  if ('unsend' in step) return [db.delete(outbox).where(inArray(outbox.id, [...step.unsend]))]
  if ('readdress' in step) return readdressMessages(db, orderId, step.readdress, at)
  if ('flag' in step) {
    const { flag: kind, detail } = step
    return [db.insert(orderFlags).values({ id: crypto.randomUUID(), orderId, kind, detail, createdAt: at })]
  }
  if ('resolve' in step) {
    const open = and(
      eq(orderFlags.orderId, orderId),
      eq(orderFlags.kind, step.resolve),
      isNull(orderFlags.resolvedAt),
    )
    return [db.update(orderFlags).set({ resolvedAt: at }).where(open)]
  }
  if ('openChoice' in step) {
    const number = after.choices.findIndex(({ id }) => id === step.openChoice.id) + 1
    return [db.insert(orderChoices).values({ ...step.openChoice, orderId, number, openedAt: at })]
  }
  if ('setChoice' in step) {
    return [db.update(orderChoices).set(step.values).where(eq(orderChoices.id, step.setChoice))]
  }
  if ('addSubstitution' in step) {
    const number = after.substitutions.findIndex(({ id }) => id === step.addSubstitution.id) + 1
    const row = { ...step.addSubstitution, orderId, number, reportedAt: at }
    return [db.insert(orderSubstitutions).values(row)]
  }
  if ('setSubstitution' in step) {
    const own = eq(orderSubstitutions.id, step.setSubstitution)
    return [db.update(orderSubstitutions).set(step.values).where(own)]
  }
  if ('addRefund' in step) return [addRefund(step.addRefund, context)]
  if ('setRefund' in step) {
    const values = { ...step.values, updatedAt: at }
    return [db.update(refunds).set(values).where(eq(refunds.id, step.setRefund))]
  }
  if ('correctShare' in step) {
    const { shopOrderId, amountCents, reason } = step.correctShare
    const { refundId, createdBy } = step
    const row = {
      id: crypto.randomUUID(),
      shopOrderId,
      refundId,
      amountCents,
      reason,
      createdBy,
      createdAt: at,
    }
    return [db.insert(shareCorrections).values(row).onConflictDoNothing()]
  }
  if ('setDispute' in step) {
    const { id, createdAt, reason, ...reported } = step.setDispute
    return [
      db
        .insert(disputes)
        .values({ id, orderId, createdAt, reason, ...reported })
        .onConflictDoUpdate({ target: disputes.id, set: reported }),
    ]
  }
  if ('addSession' in step) {
    return [db.insert(checkoutSessions).values({ ...step.addSession, orderId, createdAt: at, updatedAt: at })]
  }
  if ('openSession' in step) {
    const { openSession, sessionId, url } = step
    const { checkoutSessionId } = after.order
    return [
      db
        .update(checkoutSessions)
        .set({ sessionId, url, status: 'open', updatedAt: at })
        .where(eq(checkoutSessions.id, openSession)),
      db.update(orders).set({ checkoutSessionId, updatedAt: at }).where(eq(orders.id, orderId)),
    ]
  }
  if ('abandonSession' in step) {
    const values = { status: 'abandoned', updatedAt: at } as const
    return [db.update(checkoutSessions).set(values).where(eq(checkoutSessions.id, step.abandonSession))]
  }
  if ('completeSession' in step) {
    const values = { status: 'complete', updatedAt: at } as const
    return [
      db.update(checkoutSessions).set(values).where(eq(checkoutSessions.sessionId, step.completeSession)),
    ]
  }
  if ('closeSessions' in step) {
    const status = sql`case when session_id is null then 'abandoned' else 'expired' end`
    const open = and(
      eq(checkoutSessions.orderId, orderId),
      inArray(checkoutSessions.status, ['creating', 'open']),
    )
    return [db.update(checkoutSessions).set({ status, updatedAt: at }).where(open)]
  }
  if ('takePlace' in step) return requirePlace(db, orderId, step.takePlace, before.market, at)
  if ('freeHold' in step) return [deleteHold(db, orderId)]
  if ('addContact' in step)
    return [db.insert(shopOrderContacts).values({ ...step.addContact, createdAt: at })]
  if ('addPhoto' in step) return addPhoto(step.addPhoto, context)
  if ('deletePhoto' in step) {
    return [
      db.update(orderPhotos).set({ deletedAt: at }).where(eq(orderPhotos.id, step.deletePhoto)),
      deleteUnusedObject(db, step.picture, at),
    ]
  }
  if ('addAttempt' in step) {
    return [db.insert(deliveryAttempts).values({ ...step.addAttempt, createdAt: at })]
  }
  return deleteAll(db, orderId, at)
}

/** @throws NOT NULL violation of `shop_orders.shop_id` when the shop is not active, has another address, or has no room */
function addShopOrder(row: NewShopOrder, { db, before, at }: Context) {
  const { id, shopId, email, totalCents, shopCostCents, platformFeeCents, specialInstructions, answerBy } =
    row
  const room = row.room ? shopHasRoom(shopId, { ...row.room, orderId: before.order.id }) : sql`true`
  const shop = sql`(select id from ${shops} where id = ${shopId} and active = 1 and email is ${email} and ${room})`
  return db.insert(shopOrders).values({
    id,
    orderId: before.order.id,
    shopId: shop,
    orderTotalCents: totalCents,
    shopCostCents,
    platformFeeCents,
    specialInstructions,
    answerBy,
    createdAt: at,
    updatedAt: at,
  })
}

function addRefund({ provider, ...refund }: NewRefund, { db, before, at }: Context) {
  return db.insert(refunds).values({
    ...refund,
    orderId: before.order.id,
    ...(provider && { providerRefundId: provider.id, status: provider.status, failure: provider.failure }),
    createdAt: provider?.createdAt ?? at,
    updatedAt: at,
  })
}

/**
 * The row of a stored picture, which is not to be deleted any more.
 * @throws NOT NULL violation of `order_photos.hash` once its upload is over: its object may be gone
 */
function addPhoto(photo: NewPhoto, { db, at }: Context): Statement[] {
  const hash = ifUploaded(photo.hash, { ...photo, at })
  return [db.insert(orderPhotos).values({ ...photo, hash, createdAt: at }), keepObject(db, photo)]
}

/** Everything that belongs to an order, its pictures with the next run of the job; its log and its sent messages stay. */
function deleteAll(db: Db, orderId: string, at: string): Statement[] {
  const given = db.select({ id: shopOrders.id }).from(shopOrders).where(eq(shopOrders.orderId, orderId))
  return [
    deleteObjectsOf(db, orderId, at),
    db.delete(shareCorrections).where(inArray(shareCorrections.shopOrderId, given)),
    db.delete(shopOrders).where(eq(shopOrders.orderId, orderId)),
    db.delete(refunds).where(eq(refunds.orderId, orderId)),
    // A message that is not sent yet could not be rendered without its order.
    db.delete(outbox).where(and(eq(outbox.orderId, orderId), eq(outbox.status, 'pending'))),
    db.delete(orders).where(eq(orders.id, orderId)),
  ]
}
