import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { STOREFRONT_SKUS } from '#domain/catalogue.ts'
import { MADE_DAYS, MADE_MAX, MADE_MIN } from '#domain/photos.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import { disputes, refunds } from '#drizzle/schema/checkout.ts'
import { markets, shops } from '#drizzle/schema/markets.ts'
import { orderItems, orders } from '#drizzle/schema/orders.ts'
import { orderPhotos } from '#drizzle/schema/photos.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'

// Photographs of finished bouquets that shoppers may see. Each call asks the rows: what ends here has ended.

const DAY_MS = 24 * 60 * 60 * 1000

// The photographs of a week come first, by CROSS JOIN: SQLite would begin with all orders that were ever delivered.
const JOINED = sql`from ${orderPhotos} p
  cross join ${shopOrders} so on so.id = p.shop_order_id
  join ${shops} s on s.id = so.shop_id
  join ${markets} m on m.id = s.market_id
  join ${orders} o on o.id = so.order_id
  join ${orderItems} i on i.order_id = o.id`

/**
 * Condition: the bouquet was made, and nobody regrets it. Whether it is hidden is asked beside it.
 * @param now the week ends with it
 */
function mayBeShown(now: Date): SQL {
  const since = new Date(now.getTime() - MADE_DAYS * DAY_MS).toISOString()
  return sql`p.deleted_at is null and p.created_at > ${since} and p.step = 'bouquet' and s.shows_photos = 1
    and so.status in ('ready', 'delivered') and so.withdrawn_at is null
    and o.status <> 'cancelled' and o.payment_status = 'paid' and o.refunded_cents = 0 and o.is_sample = 0
    and not exists (select 1 from ${refunds} r where r.order_id = o.id and r.status in ('pending', 'succeeded'))
    and not exists (select 1 from ${disputes} d where d.order_id = o.id)`
}

/** All of the week, the newest of each shop order first in its bouquet; `nth` and `total` count those that shoppers see. */
const ranked = (now: Date, only: SQL) => sql`with found as (
    select p.id, p.shop_order_id, p.created_at, p.hidden_at, coalesce(p.object, p.hash) as object,
      s.name as shop, m.time_zone, i.sku, o.id as order_id, o.order_reference, o.manage_links_ended_at,
      row_number() over (partition by p.shop_order_id, p.hidden_at is null order by p.created_at desc, p.id) as nth_of_order
    ${JOINED} where ${mayBeShown(now)} and ${only}
  ), ranked as (
    select *, hidden_at is null and nth_of_order = 1 as counts,
      row_number() over (partition by sku, hidden_at is null and nth_of_order = 1 order by created_at desc, id) as nth,
      sum(hidden_at is null and nth_of_order = 1) over (partition by sku) as total
    from found
  )`

const IS_SHOWN = sql`counts and nth <= ${MADE_MAX} and total >= ${MADE_MIN}`

/** The photographs that shoppers see, those of a bouquet after each other and the newest first: one of each order. */
export function madeThisWeek(db: Db, now: Date) {
  const onSale = sql`i.sku in ${[...STOREFRONT_SKUS]}`
  return db.all<{ id: string; sku: string; shop: string; takenAt: string; timeZone: string }>(
    sql`${ranked(now, onSale)} select id, sku, shop, created_at as takenAt, time_zone as timeZone
      from ranked where ${IS_SHOWN} order by sku, created_at desc, id`,
  )
}

/** A photograph of a bouquet as the owner sees it: of the newest of the week, hidden ones too. */
export type MadeRow = {
  id: string
  shop: string
  takenAt: string
  hiddenAt: string | null
  isShown: number
  orderId: string
  orderReference: string
  shopOrderId: string
  object: string
  manageLinksEndedAt: string | null
}

const LISTED = 24

/** The photographs of a bouquet that shoppers see, or would but for the owner or the limits, the newest first. */
export function madeOfProduct(db: Db, productId: string, now: Date) {
  const ofProduct = sql`i.sku = (select sku from ${products} where id = ${productId})`
  return db.all<MadeRow>(
    sql`${ranked(now, ofProduct)} select id, shop, created_at as takenAt, hidden_at as hiddenAt, ${IS_SHOWN} as isShown,
        order_id as orderId, order_reference as orderReference, shop_order_id as shopOrderId, object,
        manage_links_ended_at as manageLinksEndedAt
      from ranked order by created_at desc, id limit ${LISTED}`,
  )
}

/** Where a photograph that shoppers may see is stored; none for any other. */
export async function madePhoto(db: Db, id: string, now: Date) {
  const [found] = await db.all<{ shopOrderId: string; object: string }>(
    sql`select p.shop_order_id as shopOrderId, coalesce(p.object, p.hash) as object
      ${JOINED} where p.id = ${id} and p.hidden_at is null and ${mayBeShown(now)} limit 1`,
  )
  return found ?? null
}

/**
 * Hides a photograph from shoppers, or shows it again. Hidden before, it keeps its time.
 * @param at ISO instant
 * @returns true if there is such a photograph of a bouquet
 */
export async function hidePhoto(db: Db, id: string, hidden: boolean, at: string): Promise<boolean> {
  const hiddenAt = hidden ? sql`coalesce(hidden_at, ${at})` : null
  const rows = await db
    .update(orderPhotos)
    .set({ hiddenAt })
    .where(and(eq(orderPhotos.id, id), eq(orderPhotos.step, 'bouquet'), isNull(orderPhotos.deletedAt)))
    .returning({ id: orderPhotos.id })
  return rows.length > 0
}
