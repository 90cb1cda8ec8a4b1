import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import {
  type Bucket,
  bucketOfOrder,
  instantsOf,
  isLimited,
  type Limits,
  limitsOf,
  type ShopCapacity,
  type Span,
} from '#domain/capacity.ts'
import type { DeliveryOptionId } from '#domain/delivery.ts'
import { orderHolds } from '#drizzle/schema/checkout.ts'
import { orders, TAKES_PLACE } from '#drizzle/schema/orders.ts'
import { type Hold, isAllowed, isWaiting } from './hold-queries.ts'
import { HOURLY } from './queries.ts'

// Places are counted: an order takes one while TAKES_PLACE holds. A row of order_holds is the guard of a new order: its
// place is null, and its batch fails, when there is no room. It also is the second place of an order whose form is being changed,
// while that order waits for its payment. Afterwards it takes no place, and only counts for whoever held it.

/** A place that is wanted. */
export type WantedPlace = {
  marketId: string
  /** The market's zone (IANA). */
  zone: string
  bucket: Bucket
  limits: Limits
  /** The order that wants it. */
  orderId: string
  /** The order that it replaces, whose place is free while it waits for its payment: the same batch cancels it. */
  replaces?: string | undefined
}

/**
 * Condition: less is taken of a bucket than its limits.
 * @param taken value: how much is taken in a span, of all options or of those that promise an hour
 */
export function isBelow(
  { bucket, zone, limits }: Pick<WantedPlace, 'bucket' | 'zone' | 'limits'>,
  taken: (span: Span, hourly: boolean) => SQL,
): SQL {
  const spans = instantsOf(bucket, zone)
  const day = limits.day === null ? sql`true` : sql`${taken(spans.day, false)} < ${limits.day}`
  if (limits.hour === null || spans.hour === null) return day
  return sql`${day} and ${taken(spans.hour, true)} < ${limits.hour}`
}

/**
 * Takes a place for a new order, as a statement for its batch, after the order itself.
 * @param changed an order whose form is being changed: the place is its second one, until the new order takes it over. Again
 *   replaces it.
 * @throws NOT NULL violation of `order_holds.place` when there is none, of `order_holds.client_hash` when the client, its
 *   wider network, the mailbox or the phone holds as many as it may
 */
export function takePlace(
  db: Db,
  wanted: WantedPlace,
  hold: Hold,
  at: string,
  changed?: { orderId: string; option: DeliveryOptionId; promisedBy: string },
) {
  const { client, network, mailbox, phone } = hold.holder
  const { orderId = wanted.orderId, option = null, promisedBy = null } = changed ?? {}
  return db.run(sql`insert into ${orderHolds} (order_id, place, client_hash, network_hash, mailbox_hash, phone_hash,
      expires_at, reserved_market_id, reserved_option, reserved_promised_by, created_at)
    select ${orderId}, ${nextPlace(wanted)}, case when ${isAllowed(hold)} then ${client} end, ${network}, ${mailbox},
      ${phone}, ${hold.expiresAt}, ${changed ? wanted.marketId : null}, ${option}, ${promisedBy}, ${at}
    where true
    on conflict (order_id) do update set reserved_market_id = excluded.reserved_market_id,
      reserved_option = excluded.reserved_option, reserved_promised_by = excluded.reserved_promised_by`)
}

/**
 * Requires a place for a stored order, as statements for its batch; none where there is no limit.
 * @param market the order's, with what its shops can make as JSON
 * @throws NOT NULL violation of `order_holds.place` when there is none
 */
export function requirePlace(
  db: Db,
  orderId: string,
  promised: Parameters<typeof bucketOfOrder>[0],
  market: { id: string; capacities: string | null } | null,
  at: string,
) {
  if (!market?.capacities) return []
  const bucket = bucketOfOrder(promised)
  const limits = limitsOf(JSON.parse(market.capacities) as ShopCapacity[], bucket)
  if (!isLimited(limits)) return []
  const wanted = { marketId: market.id, zone: promised.timeZone, bucket, limits, orderId }
  // A row without a client is only the question: it goes at once. One that is there stays.
  return [
    db.run(sql`insert into ${orderHolds} (order_id, place, client_hash, created_at)
      select ${orderId}, ${nextPlace(wanted)}, '', ${at} where true
      on conflict (order_id) do update set place = excluded.place`),
    db.run(sql`delete from ${orderHolds} where order_id = ${orderId} and client_hash = ''`),
  ]
}

/** Value: the number of the place that is to be had, null when there is none. */
function nextPlace(wanted: WantedPlace): SQL {
  const { day } = instantsOf(wanted.bucket, wanted.zone)
  const hasPlace = isBelow(wanted, (span, hourly) => taken(wanted, span, hourly))
  return sql`case when ${hasPlace} then ${taken(wanted, day, false)} + 1 end`
}

/** Value: how many places of a market are taken in a span, but for those of the orders in question. */
function taken(wanted: Omit<WantedPlace, 'limits'>, [from, to]: Span, hourly: boolean): SQL {
  const { marketId, orderId, replaces = orderId } = wanted
  const option = (column: SQL) => (hourly ? sql`${column} in (${HOURLY})` : sql`true`)
  // Closed and reopened meanwhile, the order to be replaced stays, and its place with it.
  const isOther = sql`id <> ${orderId} and not (id = ${replaces} and payment_status = 'pending')`
  return sql`((select count(*) from ${orders} where market_id = ${marketId} and promised_by >= ${from}
      and promised_by < ${to} and ${TAKES_PLACE} and ${option(sql`delivery_option`)} and ${isOther})
    + (select count(*) from ${orderHolds} h where h.reserved_market_id = ${marketId}
      and h.reserved_promised_by >= ${from} and h.reserved_promised_by < ${to} and ${option(sql`h.reserved_option`)}
      and h.order_id not in (${orderId}, ${replaces}) and ${isWaiting(sql`h.order_id`)}))`
}
