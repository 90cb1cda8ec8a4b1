import { and, eq, inArray, sql } from 'drizzle-orm'
import type { BlockHashes } from '#api/blocks/keys.ts'
import { blocksAt } from '#api/blocks/queries.ts'
import type { Db } from '#api/deps.ts'
import { stopSessionsOfClosed } from '#api/orders/payment-queries.ts'
import { selectState, toState } from '#api/orders/state-queries.ts'
import { type Counter, incrementCounter } from '#api/platform/rate-counters.ts'
import { selectStanding } from '#api/prepared-checkouts/queries.ts'
import { marketRows, placesOf, productColumns, servingMarket } from '#api/storefront/queries.ts'
import { bucketOf, type HeldPlace } from '#domain/capacity.ts'
import { STOREFRONT_SKUS } from '#domain/catalogue.ts'
import { holdEnd } from '#domain/holds.ts'
import type { NewSession } from '#domain/order/payment.ts'
import { waitsForPayment } from '#domain/order-status.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import { checkoutAttempts, checkoutSessions, orderHolds } from '#drizzle/schema/checkout.ts'
import { type ItemRow, type OrderRow, orderItems, orders } from '#drizzle/schema/orders.ts'

/**
 * Everything that placing an order depends on, in one round trip.
 * @param counter of the client's placements, counted in the same round trip; null: this one is counted already
 * @returns `isAllowed`: false for a client that has placed too many; `blocks`: those at its house; `prepared`: the prepared checkout
 *   that the attempt is
 */
export async function readPlacement(
  db: Db,
  {
    attemptKey,
    productId,
    zip,
    hashes,
  }: { attemptKey: string; productId: string; zip: string; hashes: readonly BlockHashes[] },
  now: Date,
  counter: Counter | null,
) {
  const reading = [
    db
      .select(productColumns)
      .from(products)
      .where(and(eq(products.id, productId), inArray(products.sku, [...STOREFRONT_SKUS]))),
    marketRows(db, zip, now),
    blocksAt(db, hashes),
    selectStanding(db, attemptKey),
    ...selectAttempt(db, attemptKey),
  ] as const
  // First what writes: a transaction that reads first may find the database busy once it wants to write.
  const [counted, found, rows, blocks, [prepared = null], ...read] = counter
    ? await db.batch([incrementCounter(db, counter), ...reading])
    : ([null, ...(await db.batch(reading))] as const)
  const previous = toPrevious(read)
  return {
    isAllowed: counted === null || counted.length > 0,
    previous,
    prepared,
    product: found[0] ?? null,
    // The place of an attempt that is sent again is free for what comes in its stead.
    market: servingMarket(rows, now, previous ? placesHeldBy(previous, rows[0]?.id) : []),
    places: placesOf(rows),
    blocks,
  }
}

type HoldRow = typeof orderHolds.$inferSelect

/** Until when (ISO) a hold lasts; that of a row from before this was kept, as long as its first session. */
export function heldUntil({ expiresAt, createdAt }: Pick<HoldRow, 'expiresAt' | 'createdAt'>): string {
  return expiresAt ?? holdEnd(createdAt)
}

/** The places that an attempt holds in a market: they are free for what comes in its stead. */
export function placesHeldBy(
  { order, hold }: { order: OrderRow; hold: HoldRow | null },
  marketId: string | undefined,
): HeldPlace[] {
  const { deliveryOption, promisedBy, timeZone } = order
  // Only an order that waits for its payment is cancelled by what comes in its stead.
  const waiting = waitsForPayment(order)
  const own = waiting && order.marketId === marketId
  const reserved = waiting && hold?.reservedMarketId === marketId ? hold : null
  const until = hold ? heldUntil(hold) : holdEnd(order.createdAt)
  const buckets = [
    ...(own ? [bucketOf(deliveryOption, new Date(promisedBy), timeZone)] : []),
    ...(reserved?.reservedOption && reserved.reservedPromisedBy
      ? [bucketOf(reserved.reservedOption, new Date(reserved.reservedPromisedBy), timeZone)]
      : []),
  ]
  return buckets.map((bucket) => ({ bucket, until }))
}

/** The statements that read what an attempt has placed, for a batch. */
function selectAttempt(db: Db, key: string) {
  const placed = sql`(select order_id from ${checkoutAttempts} where key = ${key})`
  return [
    db
      .select({ attempt: checkoutAttempts, hold: orderHolds })
      .from(checkoutAttempts)
      .leftJoin(orderHolds, eq(orderHolds.orderId, checkoutAttempts.orderId))
      .where(eq(checkoutAttempts.key, key)),
    ...selectState(db, placed),
  ] as const
}

const readAll = (db: Db, key: string) => db.batch(selectAttempt(db, key))

function toPrevious([[attempted], ...read]: Awaited<ReturnType<typeof readAll>>) {
  const state = toState(read)
  const { order, item, sessions: [session] = [] } = state ?? {}
  return attempted && state && order && item && session ? { ...attempted, order, item, session, state } : null
}

/** Reads what an attempt has placed, in one round trip; null: nothing. */
export async function readAttempt(db: Db, key: string): Promise<PreviousAttempt | null> {
  return toPrevious(await readAll(db, key))
}

export type PreviousAttempt = NonNullable<ReturnType<typeof toPrevious>>

// Everything below is statements for batches.

/**
 * A new order with its item, its first session and its attempt key. A key that stood for another order is released from that;
 * had another request replaced that order meanwhile, the key stays, and the batch is refused.
 * @throws UNIQUE violation when the key stands for another order
 */
export function insertOrder(
  db: Db,
  { order, item, session, attempt }: NewOrder,
  replaces: PreviousAttempt | null,
) {
  const { id: orderId, createdAt, updatedAt } = order
  const released =
    replaces && and(eq(checkoutAttempts.key, attempt.key), eq(checkoutAttempts.orderId, replaces.order.id))
  return [
    db.insert(orders).values(order),
    db.insert(orderItems).values(item),
    db.insert(checkoutSessions).values({ ...session, orderId, createdAt, updatedAt }),
    ...(released ? [db.delete(checkoutAttempts).where(released)] : []),
    db.insert(checkoutAttempts).values(attempt),
  ] as const
}

type NewOrder = {
  order: OrderRow
  item: ItemRow
  session: NewSession
  attempt: typeof checkoutAttempts.$inferInsert
}

/** Stops an order's sessions if its market takes no orders. */
export function stopIfClosed(db: Db, orderId: string, at: string) {
  return stopSessionsOfClosed(db, sql`o.id = ${orderId}`, { actor: 'system', actorId: null }, at)
}
