import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import type { Span } from '#domain/capacity.ts'
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

/** Numbers of places that one client, one mailbox and one phone may hold, and one wider network. */
type Maximum = { max: number; networkMax: number }

/**
 * The number of places that a holder may hold; holds that ended unpaid count from the instant `since` (ISO) on. `day`: of these
 * at the same time on one day of one market, the order that is replaced excepted; null where days have no limit.
 */
type Allowance = Maximum & {
  holder: Holder
  since: string
  day: (Maximum & { marketId: string; span: Span; replaces: string | null }) | null
}

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
export function isAllowed({ holder, max, networkMax, since, day }: Allowance): SQL {
  const counts = sql`exists (select 1 from ${orders} w where w.id = h.order_id and w.payment_status in ('pending', 'failed')
    and (w.payment_status = 'pending' and w.status <> 'cancelled' or ${heldUntil(sql`h`)} > ${since}
      and not exists (select 1 from ${orderEvents} e where e.order_id = w.id and e.kind = 'checkout_stopped')))`
  const inAll = holdsFewer(holder, { max, networkMax }, counts)
  if (day === null) return inAll
  const { marketId, span, replaces } = day
  const onDay = sql`h.order_id is not ${replaces} and exists (select 1 from ${orders} w where w.id = h.order_id
    and w.market_id = ${marketId} and w.promised_by >= ${span[0]} and w.promised_by < ${span[1]}
    and w.payment_status = 'pending' and w.status <> 'cancelled')`
  return sql`${inAll} and ${holdsFewer(holder, day, onDay)}`
}

/** Condition: a holder has fewer holds than they may. @param counts condition on a hold `h` */
function holdsFewer(holder: Holder, { max, networkMax }: Maximum, counts: SQL): SQL {
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
