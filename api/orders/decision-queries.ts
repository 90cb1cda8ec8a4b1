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
import { TEXT_KINDS } from '#domain/order/causes.ts'
import type { Entry, Patch, Rows } from '#domain/order/patches.ts'
import { checkoutSessions, disputes, refunds } from '#drizzle/schema/checkout.ts'
import { deliveryAttempts } from '#drizzle/schema/delivery-attempts.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { orderSubstitutions } from '#drizzle/schema/order-substitutions.ts'
import { orderEvents, orderFlags, orders } from '#drizzle/schema/orders.ts'
import { orderPhotos } from '#drizzle/schema/photos.ts'
import { floristLinks, shareCorrections, shopOrderContacts, shopOrders } from '#drizzle/schema/shop-orders.ts'
import { ringsBeside } from './ring-queries.ts'
import type { StoredOrder } from './state-queries.ts'

// The statements of a decision. Those that append to the order's log stand first and carry the only condition: they are refused
// when the order was changed, or one of its messages sent, since it was read. A decision without an entry is not guarded; it may
// only say what stays true (a session is complete, what the provider says of a dispute). What is not the order's own (a place,
// a shop) is required by a constraint.

type Context = { db: Db; before: StoredOrder; at: string }

/**
 * Writes a decision.
 * @param also what is written with it, even if it comes to nothing
 * @throws when it was overtaken: {@link isOvertaken}, {@link hadNoPlace}
 */
export async function writeDecision(
  db: Db,
  patches: readonly Patch[],
  decision: Omit<Context, 'db'>,
  also: readonly Statement[] = [],
): Promise<void> {
  const [first, ...more] = [...statementsOf(patches, { ...decision, db }), ...also]
  if (first) await db.batch([first, ...more])
}

/** The statements that write a decision, in its order. */
export function statementsOf(patches: readonly Patch[], context: Context): Statement[] {
  const entries = patches.filter((patch) => 'log' in patch)
  const { seq } = context.before
  return [
    // First: what follows is written only if the order is as it was read.
    ...entries.map((entry, n) => append(entry, seq + n + 1, context)),
    ...patches.flatMap((patch) => ('log' in patch ? [] : write(patch, context))),
  ]
}

/** An entry of an order's log. @throws UNIQUE or NOT NULL violation when the order is not as it was read: {@link isOvertaken} */
function append({ log, data, dedupeKey, by }: Entry, seq: number, { db, before, at }: Context) {
  const { order, messages } = before
  const tried = messages.filter((message) => message.tried).length
  // Messages that went decide who hears what: the sender counts its attempt before it sends.
  const orderId = sql`case when (select count(*) from ${outbox} where order_id = ${order.id}
    and (status <> 'pending' or attempts > 0)) = ${tried} then ${order.id} end`
  return db.run(sql`
    insert into ${orderEvents} (id, order_id, order_reference, seq, kind, actor, actor_id, data, dedupe_key, created_at)
    values (${crypto.randomUUID()}, ${orderId}, ${order.orderReference}, ${seq}, ${log}, ${by.actor}, ${by.actorId ?? null},
      ${JSON.stringify(data)}, ${dedupeKey ?? null}, ${at})`)
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

const TABLES = {
  shopOrders,
  choices: orderChoices,
  substitutions: orderSubstitutions,
  refunds,
  sessions: checkoutSessions,
  photos: orderPhotos,
  attempts: deliveryAttempts,
  contacts: shopOrderContacts,
  shares: shareCorrections,
  disputes,
} as const satisfies Record<keyof Rows, unknown>

function write(patch: Exclude<Patch, Entry>, context: Context): Statement[] {
  const { db, before, at } = context
  const { id: orderId } = before.order
  if ('order' in patch) {
    const { version, ...values } = patch.order
    const counted = version === undefined ? values : { ...values, version: sql`${orders.version} + 1` }
    return [db.update(orders).set(counted).where(eq(orders.id, orderId))]
  }
  if ('add' in patch) return added(patch, context)
  if ('change' in patch) {
    const table = TABLES[patch.change]
    const { version, ...values } = patch.values as { version?: number }
    const counted = version === undefined ? values : { ...values, version: sql`${shopOrders.version} + 1` }
    return [db.update(table).set(counted).where(eq(table.id, patch.id))]
  }
  if ('link' in patch) {
    const { link, shopOrderId } = patch
    const open = and(eq(floristLinks.shopOrderId, shopOrderId), isNull(floristLinks.revokedAt))
    if (link === null) return [db.update(floristLinks).set({ revokedAt: at }).where(open)]
    if ('id' in link) return [db.insert(floristLinks).values({ ...link, shopOrderId, createdAt: at })]
    return [db.update(floristLinks).set(link).where(open)]
  }
  if ('send' in patch) {
    const { send: kind, dedupeKey, recipient, payload, notBefore: nextAttemptAt = at } = patch
    const channel = TEXT_KINDS.some((text) => text === kind) ? 'text' : 'mail'
    const message = {
      id: crypto.randomUUID(),
      kind,
      channel,
      dedupeKey,
      orderId,
      recipient,
      payload,
    } as const
    const email = db.insert(outbox).values({ ...message, nextAttemptAt, createdAt: at, updatedAt: at })
    if (kind !== 'florist-order') return [email]
    const linkId = String(payload['linkId'])
    return [email, ...ringsBeside(db, { orderId, linkId, notBefore: nextAttemptAt }, at)]
  }
  if ('setPayload' in patch) {
    const values = { payload: patch.payload, updatedAt: at }
    return [db.update(outbox).set(values).where(eq(outbox.id, patch.setPayload))]
  }
  if ('unsend' in patch) return [db.delete(outbox).where(inArray(outbox.id, [...patch.unsend]))]
  if ('readdress' in patch) return readdressMessages(db, orderId, patch.readdress, at)
  if ('flag' in patch) {
    const { flag: kind, detail } = patch
    return [db.insert(orderFlags).values({ id: crypto.randomUUID(), orderId, kind, detail, createdAt: at })]
  }
  if ('resolve' in patch) {
    const open = and(
      eq(orderFlags.orderId, orderId),
      eq(orderFlags.kind, patch.resolve),
      isNull(orderFlags.resolvedAt),
    )
    return [db.update(orderFlags).set({ resolvedAt: at }).where(open)]
  }
  if ('closeSessions' in patch) {
    const status = sql`case when session_id is null then 'abandoned' else 'expired' end`
    const open = and(
      eq(checkoutSessions.orderId, orderId),
      inArray(checkoutSessions.status, ['creating', 'open']),
    )
    return [db.update(checkoutSessions).set({ status, updatedAt: at }).where(open)]
  }
  if ('takePlace' in patch) return requirePlace(db, orderId, patch.takePlace, before.market, at)
  if ('freeHold' in patch) return [deleteHold(db, orderId)]
  if ('deletePicture' in patch) return [deleteUnusedObject(db, patch.deletePicture, at)]
  return deleteAll(db, orderId, at)
}

/** @throws NOT NULL violation of `shop_orders.shop_id` or `order_photos.hash` when the row cannot be any more */
function added({ add, row }: Extract<Patch, { add: unknown }>, { db, before, at }: Context): Statement[] {
  const { id: orderId } = before.order
  switch (add) {
    case 'shopOrders': {
      // It is active, has the same address, and has room.
      const { shopId: id, email } = row
      const room = row.room ? shopHasRoom(id, { ...row.room, orderId }) : sql`true`
      const shopId = sql`(select id from ${shops} where id = ${id} and active = 1 and email is ${email} and ${room})`
      const totals = {
        orderTotalCents: row.orderTotalCents ?? 0,
        platformFeeCents: row.platformFeeCents ?? 0,
      }
      return [db.insert(shopOrders).values({ ...row, ...totals, orderId, shopId })]
    }
    case 'photos': {
      // Once its upload is over, its object may be gone; now it is not to be deleted any more.
      const { bytes = 0, width = 0, height = 0 } = row
      const hash = ifUploaded(row.hash, { ...row, at })
      return [db.insert(orderPhotos).values({ ...row, bytes, width, height, hash }), keepObject(db, row)]
    }
    case 'shares':
      return [
        db
          .insert(shareCorrections)
          .values({ ...row, id: crypto.randomUUID() })
          .onConflictDoNothing(),
      ]
    case 'disputes': {
      const { id, createdAt, reason, ...reported } = row
      return [
        db
          .insert(disputes)
          .values({ ...row, orderId })
          .onConflictDoUpdate({ target: disputes.id, set: reported }),
      ]
    }
    default:
      return [db.insert(TABLES[add]).values({ ...row, orderId } as never)]
  }
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
