import { type SQL, sql } from 'drizzle-orm'
import {
  type KnownPlatform,
  platformChoices,
  platformOf,
  platformsWithOrders,
} from '#api/agent-platforms/queries.ts'
import type { Db } from '#api/deps.ts'
import { cappedTotal, countRows, offsetOf, pageOf } from '#api/platform/database/paging.ts'
import { shopPercent } from '#domain/cost-split.ts'
import type { OrderFlag } from '#domain/order/causes.ts'
import type { ShopOrderStatus } from '#domain/order-status.ts'
import { agentPlatforms } from '#drizzle/schema/agents.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { type OrderRow, orderFlags, orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import { recentlyPaid } from './queries.ts'
import type { OrderFilter, OrderListQuery, RecentOrder } from './schema.ts'
import {
  chosenFrom,
  chosenLateFirst,
  chosenOrders,
  isSearch,
  LATE_FIRST,
  lateKeys,
  matchExpression,
} from './search-queries.ts'
import { forList } from './situation.ts'
import { SITUATION_FACTS, situationIn } from './situation-queries.ts'

/** The list counts search results up to here and `countOrders` further, since counting takes longer than the first page. */
const COUNTED_MAX = 250
/** As many search results are sorted otherwise than newest first. */
const SORTED_MAX = 500

type OrderPageQuery = Omit<OrderListQuery, 'size'> & { size: number }

type Flat = Pick<
  OrderRow,
  | 'id'
  | 'customerName'
  | 'customerEmail'
  | 'status'
  | 'paymentStatus'
  | 'assignmentStatus'
  | 'totalCents'
  | 'refundedCents'
  | 'promisedBy'
  | 'timeZone'
  | 'createdAt'
> & {
  reference: string
  isSample: number
  /** JSON. */
  flags: string
  shopOrderId: string | null
  shopId: string
  shopName: string
  shopStatus: ShopOrderStatus
  shopCostCents: number
  platformFeeCents: number
  platformId: string | null
  platformName: string
  profileUrl: string
}

/** With what its situation depends on, as JSON. */
type Listed = Flat & { facts: string }

/** An order with its live shop order and the platform whose agent prepared it, for a list; joined to `ids`, which has `id` and `at`. */
const ROW = sql`o.id, o.order_reference as reference, o.customer_name as "customerName",
  o.customer_email as "customerEmail", o.status, o.payment_status as "paymentStatus",
  o.assignment_status as "assignmentStatus", o.total_cents as "totalCents", o.refunded_cents as "refundedCents",
  o.is_sample as "isSample", o.promised_by as "promisedBy", o.time_zone as "timeZone", o.created_at as "createdAt",
  s.id as "shopOrderId", s.shop_id as "shopId", ${shops}.name as "shopName", s.status as "shopStatus",
  s.shop_cost_cents as "shopCostCents", s.platform_fee_cents as "platformFeeCents",
  p.id as "platformId", p.name as "platformName", p.profile_url as "profileUrl",
  (select json_group_array(kind) from ${orderFlags} where order_id = o.id and resolved_at is null) as flags`
const SHOP_AND_PLATFORM = sql`left join ${agentPlatforms} p on p.id = o.agent_platform_id
  left join ${shopOrders} s
    on s.order_id = o.id and s.status <> 'rejected' and s.withdrawn_at is null
  left join ${shops} on ${shops}.id = s.shop_id`

/**
 * A page of orders, those that were paid last, and the platforms that it can be narrowed to, in one round trip.
 * @returns `sort`: how the rows are sorted; `created` when a search finds too many to be sorted by another
 */
export async function orderPageOf(db: Db, query: OrderPageQuery, now: Date) {
  const { page, size, sort, direction = sort === 'created' ? 'desc' : 'asc', ...filter } = query
  if (isSearch(filter)) return foundPage(db, filter, { page, size, sort, direction }, now)
  const by = sort === 'created' ? 'created_at' : 'promised_by'
  const range = { limit: size, offset: offsetOf(query) }
  const [rows, counted, recentOrders, known] = await db.batch([
    sort === 'late'
      ? listed(db, chosenLateFirst(filter, range), LATE_FIRST)
      : listed(db, chosenOrders(filter, { by, direction, ...range }), sortedBy(direction)),
    countRows(db, chosenFrom(filter)),
    recentlyPaid(db),
    platformsWithOrders(db),
  ])
  return {
    ...pageOf(
      rows.map((row) => asRow(row, now)),
      counted,
      query,
    ),
    sort,
    recentOrders,
    platforms: platformChoices(known),
  }
}

type Wanted = Pick<OrderPageQuery, 'page' | 'size' | 'sort'> & { direction: 'asc' | 'desc' }

/** A page of search results. The index gives the newest first; only up to SORTED_MAX are sorted otherwise. */
async function foundPage(db: Db, filter: OrderFilter, { page, size, sort, direction }: Wanted, now: Date) {
  const found = sql`from order_search f where order_search match ${matchExpression(filter)}`
  const range = sql`limit ${size} offset ${offsetOf({ page, size })}`
  const byCreation = (order: Wanted['direction']) => sql`
    select k.order_id as id, ids.key as at
    from (select f.rowid as key ${found} order by f.rowid ${sql.raw(order)} ${range}) ids
    join order_search_keys k on k.key = ids.key`
  const few = sql`(select f.rowid as key ${found} limit ${SORTED_MAX + 1}) ids
    join order_search_keys k on k.key = ids.key join ${orders} o on o.id = k.order_id`
  const byPromise = sql`select o.id, o.promised_by as at from ${few}
    order by o.promised_by ${sql.raw(direction)}, ids.key ${sql.raw(direction)} ${range}`
  const lateFirst = sql`select * from (select o.id, ${lateKeys(sql`o`)} from ${few}) ids order by ${LATE_FIRST} ${range}`
  const most = sort === 'created' ? COUNTED_MAX : SORTED_MAX
  const counting = db.all<{ count: number }>(
    sql`select count(*) as count from (select 1 ${found} limit ${most + 1})`,
  )
  const beside = [recentlyPaid(db), platformsWithOrders(db)] as const
  const answer = (
    rows: Listed[],
    count: number,
    by: Wanted['sort'],
    [recentOrders, known]: [RecentOrder[], KnownPlatform[]],
  ) => ({
    rows: rows.map((row) => asRow(row, now)),
    info: { page, pageSize: size, total: Math.min(count, most), capped: count > most },
    sort: by,
    recentOrders,
    platforms: platformChoices(known),
  })
  if (sort === 'created') {
    const [rows, [counted], ...others] = await db.batch([
      listed(db, byCreation(direction), sortedBy(direction)),
      counting,
      ...beside,
    ])
    return answer(rows, counted?.count ?? 0, sort, others)
  }
  const [rows, newest, [counted], ...others] = await db.batch([
    sort === 'late' ? listed(db, lateFirst, LATE_FIRST) : listed(db, byPromise, sortedBy(direction)),
    listed(db, byCreation('desc'), sortedBy('desc')),
    counting,
    ...beside,
  ])
  const count = counted?.count ?? 0
  return count > SORTED_MAX ? answer(newest, count, 'created', others) : answer(rows, count, sort, others)
}

/** The rows of a page. @param by how its `ids` are sorted */
function listed(db: Db, ids: SQL, by: SQL) {
  return db.all<Listed>(
    sql`select ${ROW}, ${SITUATION_FACTS} as facts from (${ids}) ids join ${orders} o on o.id = ids.id ${SHOP_AND_PLATFORM} order by ${by}`,
  )
}

function sortedBy(direction: Wanted['direction']): SQL {
  return sql`ids.at ${sql.raw(direction)}, o.rowid ${sql.raw(direction)}`
}

/** The number of orders that match a filter, counted up to the limit that is shown as `10,000+`. */
export async function countOrders(db: Db, filter: OrderFilter) {
  const from = isSearch(filter)
    ? sql`from order_search where order_search match ${matchExpression(filter)}`
    : chosenFrom(filter)
  const [counted] = await countRows(db, from)
  return cappedTotal(counted?.count)
}

export type OrderExportRow = Omit<Flat, 'flags'> &
  Pick<
    OrderRow,
    | 'customerPhone'
    | 'recipientName'
    | 'recipientPhone'
    | 'deliveryAddress'
    | 'deliveryUnit'
    | 'deliveryCity'
    | 'deliveryState'
    | 'deliveryZip'
    | 'subtotalCents'
    | 'deliveryFeeCents'
    | 'taxCents'
    | 'discountCents'
    | 'paidAt'
  > & {
    /** Where the next page begins: a text, since it exceeds the safe integers. */
    key: string
  }

const LARGEST_KEY = '9223372036854775807'

/**
 * The next orders of all that a filter lets through, newest first.
 * @param before the key of the last one that was read
 */
export function nextOrders(
  db: Db,
  filter: OrderFilter,
  before: string | null,
  limit: number,
): Promise<OrderExportRow[]> {
  const match = matchExpression(filter)
  const from = sql`cast(${before ?? LARGEST_KEY} as integer)`
  const keys = match
    ? sql`select rowid as key from order_search where order_search match ${match} and rowid < ${from}
        order by rowid desc limit ${limit}`
    : sql`select key from order_search_keys where key < ${from} order by key desc limit ${limit}`
  return db.all<OrderExportRow>(sql`
    select cast(k.key as text) as key, ${ROW}, o.customer_phone as "customerPhone", o.recipient_name as "recipientName",
      o.recipient_phone as "recipientPhone",
      o.delivery_address as "deliveryAddress", o.delivery_unit as "deliveryUnit", o.delivery_city as "deliveryCity",
      o.delivery_state as "deliveryState", o.delivery_zip as "deliveryZip", o.subtotal_cents as "subtotalCents", o.delivery_fee_cents as "deliveryFeeCents",
      o.tax_cents as "taxCents", o.discount_cents as "discountCents", o.paid_at as "paidAt"
    from (${keys}) ids join order_search_keys k on k.key = ids.key join ${orders} o on o.id = k.order_id ${SHOP_AND_PLATFORM}
    order by k.key desc`)
}

function asRow(listed: Listed, now: Date) {
  const { facts, shopOrderId, shopId, shopName, shopStatus, shopCostCents, platformFeeCents, ...other } =
    listed
  const { platformId, platformName, profileUrl, ...row } = other
  const shop = {
    shopId,
    shopName,
    status: shopStatus,
    shopCostCents,
    platformFeeCents,
    shopPercent: shopPercent(row.totalCents, shopCostCents ?? 0),
  }
  return {
    ...row,
    isSample: row.isSample === 1,
    flags: JSON.parse(row.flags) as OrderFlag[],
    situation: forList(situationIn(facts, now)),
    shop: shopOrderId === null ? null : { shopOrderId, ...shop },
    /** The platform whose agent prepared it; null: its buyer came by themselves. */
    platform: platformId === null ? null : platformOf({ id: platformId, name: platformName, profileUrl }),
  }
}
