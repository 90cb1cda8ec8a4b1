import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { SESSION_MINUTES } from '#domain/limits.ts'
import { orderHolds } from '#drizzle/schema/checkout.ts'
import { orderEvents, orders } from '#drizzle/schema/orders.ts'

// Unpaid orders hold their places for a while, and nobody may hold too many. The rules are in domain/holds.ts.

/** Whoever wants a place, as hashes; null: not known. */
export type Holder = {
  client: string
  /** The wider network of the client, which has the clients of many people in it. */
  network: string | null
  mailbox: string
  phone: string
}

/** The number of places that a holder may hold; holds that ended unpaid count from the instant `since` (ISO) on. */
type Allowance = { holder: Holder; max: number; networkMax: number; since: string }

/** Until when (ISO) a place is held, and by whom. */
export type Hold = Allowance & { expiresAt: string }

/** Gives an order's hold back, as a statement for a batch: it counts for nobody. */
export function deleteHold(db: Db, orderId: string, onlyIf: SQL = sql`true`) {
  return db.delete(orderHolds).where(sql`${orderHolds.orderId} = ${orderId} and ${onlyIf}`)
}

/**
 * Deletes the holds of orders that are paid, and those that ended unpaid and do not count any more. The others lose their
 * second places, which an order that is reopened must not have.
 * @param since from which instant (ISO) on they count
 */
export async function deleteEndedHolds(db: Db, since: string): Promise<void> {
  const isOver = sql`not ${isWaiting(sql`${orderHolds.orderId}`)}`
  await db.batch([
    db.run(sql`delete from ${orderHolds} where ${isOver} and (${heldUntil(sql`order_holds`)} <= ${since}
      or exists (select 1 from ${orders} p where p.id = order_id and p.payment_status in ('paid', 'refunded')))`),
    db.run(sql`update ${orderHolds} set reserved_market_id = null, reserved_option = null, reserved_promised_by = null
      where reserved_promised_by is not null and ${isOver}`),
  ])
}

/** True if a holder may hold one place more. */
export async function mayHold(db: Db, allowance: Allowance): Promise<boolean> {
  const [row] = await db.all<{ may: number }>(sql`select ${isAllowed(allowance)} as may`)
  return row?.may === 1
}

/**
 * Condition at this point of a batch: a holder may hold one place more. The holds of orders that wait for their payment count,
 * and those that ended unpaid, except when they ended because the market takes no orders.
 */
export function isAllowed({ holder, max, networkMax, since }: Allowance): SQL {
  const counts = sql`exists (select 1 from ${orders} w where w.id = h.order_id and w.payment_status in ('pending', 'failed')
    and (w.payment_status = 'pending' and w.status <> 'cancelled' or ${heldUntil(sql`h`)} > ${since}
      and not exists (select 1 from ${orderEvents} e where e.order_id = w.id and e.kind = 'checkout_stopped')))`
  const fewer = (column: SQL, hash: string, most: number) =>
    sql`(select count(*) from ${orderHolds} h where ${column} = ${hash} and ${counts}) < ${most}`
  const network = holder.network && fewer(sql`h.network_hash`, holder.network, networkMax)
  return sql`${fewer(sql`h.client_hash`, holder.client, max)} and ${network ?? sql`true`}
    and ${fewer(sql`h.mailbox_hash`, holder.mailbox, max)} and ${fewer(sql`h.phone_hash`, holder.phone, max)}`
}

/** Value: until when (ISO) a hold lasts; of a row from before that was kept, as long as its first session. */
export function heldUntil(hold: SQL): SQL {
  return sql`coalesce(${hold}.expires_at, ${sessionEnd(sql`${hold}.created_at`)})`
}

/** Value: the end (ISO) of a session that began at an instant (ISO). */
export function sessionEnd(start: SQL): SQL {
  return sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${start}, ${`+${SESSION_MINUTES} minutes`})`
}

/** Condition: an order waits for its payment. */
export function isWaiting(orderId: SQL): SQL {
  return sql`exists (select 1 from ${orders} w where w.id = ${orderId} and w.payment_status = 'pending'
    and w.status <> 'cancelled')`
}
