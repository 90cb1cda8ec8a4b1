import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { waitsForPayment } from '#domain/order-status.ts'
import { agentPlatforms, preparedCheckouts } from '#drizzle/schema/agents.ts'
import { checkoutAttempts, orderHolds } from '#drizzle/schema/checkout.ts'
import { orderItems, orders } from '#drizzle/schema/orders.ts'

/** A prepared checkout is named by its id, or by the hash of the secret in the address of its page. */
export type PreparedKey = { id: string } | { secretHash: string }

const isOf = (key: PreparedKey): SQL =>
  'id' in key ? eq(preparedCheckouts.id, key.id) : eq(preparedCheckouts.secretHash, key.secretHash)

/** Statement: a prepared checkout with its platform. */
export function selectPrepared(db: Db, key: PreparedKey) {
  return db
    .select({ checkout: preparedCheckouts, platform: agentPlatforms })
    .from(preparedCheckouts)
    .innerJoin(agentPlatforms, eq(agentPlatforms.id, preparedCheckouts.platformId))
    .where(isOf(key))
}

/** Statement: the order that a prepared checkout is now, with its item and its place. Its id is the key of the attempt. */
export function selectOrderOf(db: Db, key: PreparedKey) {
  const attemptKey = sql`(select id from ${preparedCheckouts} where ${isOf(key)})`
  return db
    .select({ order: orders, item: orderItems, hold: orderHolds })
    .from(checkoutAttempts)
    .innerJoin(orders, eq(orders.id, checkoutAttempts.orderId))
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .leftJoin(orderHolds, eq(orderHolds.orderId, orders.id))
    .where(sql`${checkoutAttempts.key} = ${attemptKey}`)
    .limit(1)
}

type OrderRead = Awaited<ReturnType<typeof selectOrderOf>>

/** The order of a prepared checkout, as {@link selectOrderOf} has read it; null: its buyer has not pressed pay. */
export function toOrderOf([found]: OrderRead) {
  if (!found) return null
  const { order, item, hold } = found
  return {
    order,
    item,
    hold,
    /** It was paid for, whatever came of the payment later. */
    paid: order.paymentStatus === 'paid' || order.paymentStatus === 'refunded',
    /** Its buyer may be on the payment page. */
    waiting: waitsForPayment(order),
  }
}

/** A prepared checkout with its platform and what became of it, in one round trip; null: there is none. */
export async function readPrepared(db: Db, key: PreparedKey) {
  const [[found], ordered] = await db.batch([selectPrepared(db, key), selectOrderOf(db, key)])
  return found ? { ...found, placed: toOrderOf(ordered) } : null
}

/** Statement: what the placement asks of an attempt that may be a prepared checkout. */
export function selectStanding(db: Db, id: string) {
  return db
    .select({
      platformId: preparedCheckouts.platformId,
      canceledAt: preparedCheckouts.canceledAt,
      expiresAt: preparedCheckouts.expiresAt,
      blockedAt: agentPlatforms.blockedAt,
    })
    .from(preparedCheckouts)
    .innerJoin(agentPlatforms, eq(agentPlatforms.id, preparedCheckouts.platformId))
    .where(eq(preparedCheckouts.id, id))
}

export type Standing = Awaited<ReturnType<typeof selectStanding>>[number]
