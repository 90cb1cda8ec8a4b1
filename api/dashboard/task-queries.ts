import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { COUNT_MAX, cappedCount, cappedTotal } from '#api/platform/database/paging.ts'
import { MESSAGE } from '#api/platform/outbox/contacts.ts'
import { WAITLIST_MESSAGES } from '#api/platform/outbox/outbox.ts'
import type { AdminMessage } from '#api/platform/outbox/schema.ts'
import { lastRejection } from '#api/shop-orders/waiting-queries.ts'
import { STATUSES_AT_WORK } from '#domain/order/fulfilment.ts'
import type { DeliveryState } from '#domain/outbox.ts'
import { markets, shops, takesOrdersWithoutFloristOf } from '#drizzle/schema/markets.ts'
import { OUTBOX_PROBLEM, outbox } from '#drizzle/schema/messages.ts'
import { type ChoiceRow, orderChoices } from '#drizzle/schema/order-choices.ts'
import { type OrderRow, orderFlags, orders } from '#drizzle/schema/orders.ts'
import { floristLinks, shareCorrections, shopOrders } from '#drizzle/schema/shop-orders.ts'

/** The number of tasks read of each kind: the first ten of all kinds together are among them. */
const SHOWN = 10
/** Florists are paid what the oldest so many delivered shop orders come to. */
const TO_PAY_MAX = 1_000

type Order = Pick<
  OrderRow,
  'id' | 'customerName' | 'status' | 'paymentStatus' | 'promisedBy' | 'timeZone'
> & { reference: string; city: string; isSample: number }
/** Until when they have to answer, which email did not reach them, and why. */
type Unreached = { answerBy: string; messageId: string; reason: string | null }
/** Whom to call. */
type AtShop = { shopOrderId: string; shop: string; shopPhone: string | null }
type MaybeAtShop = AtShop | Record<keyof AtShop, null>

/** Why its promise is in danger, the new time if there is one, and when and until when the buyer was asked, if so. */
type InDanger = Pick<ChoiceRow, 'reason' | 'waitUntil' | 'offeredAt' | 'expiresAt'>

// Statuses are literals, because a partial index does not apply to a parameter. A plus before `promised_by` keeps SQLite
// from walking the index of all promised times: few orders are open, and `orders_to_assign` lists them.
export const TO_ASSIGN = sql`from ${orders} where assignment_status = 'unassigned' and status in ('pending', 'confirmed')
  and payment_status = 'paid'`
const OPEN_ASSIGNMENTS = ['unassigned', 'assigned']
const OPEN_STATUSES = STATUSES_AT_WORK.order
export const OPEN = sql`from ${orders} where assignment_status in (${literals(OPEN_ASSIGNMENTS)})
  and status in (${literals(OPEN_STATUSES)}) and payment_status = 'paid' and is_sample = 0`
// An order that is over or cancelled waits for nobody, whatever its shop order's status.
const WAITING = sql`from ${shopOrders} s indexed by shop_orders_by_status cross join ${orders} o on o.id = s.order_id
  where s.status = 'pending' and s.withdrawn_at is null
    and o.status in (${literals(OPEN_STATUSES)}) and o.payment_status <> 'refunded'`
// Who has to answer by a deadline, whose email has not gone, or did not arrive. Who has opened the page was reached all the same.
const UNREACHED = (writtenBefore: string) => sql`from ${shopOrders} s indexed by shop_orders_to_answer
  cross join ${orders} o on o.id = s.order_id
  cross join ${floristLinks} l on l.shop_order_id = s.id and l.revoked_at is null and l.opened_at is null
  cross join ${outbox} m on m.dedupe_key = 'florist-order:' || l.id
  where s.status = 'pending' and s.withdrawn_at is null and s.answer_by is not null
    and o.status in (${literals(OPEN_STATUSES)}) and o.payment_status <> 'refunded'
    and (m.status = 'failed' or m.delivery in (${literals(LOST)}) or m.status = 'pending' and m.created_at <= ${writtenBefore})`
const IN_DANGER = (shop = sql``) => sql`from ${orderChoices} c join ${orders} o on o.id = c.order_id ${shop}
  where c.closed_at is null`
/** It is in no mailbox; what was marked as spam is. */
const LOST = ['failed', 'suppressed', 'bounced'] as const satisfies DeliveryState[]
const MISSED = sql`from ${orderFlags} where resolved_at is null and kind = 'nobody_there'`
const TO_REFUND = sql`from ${orderFlags} where resolved_at is null and kind = 'needs_refund'`
// Anybody may enter any address into the waitlist: a bounce there needs no attention.
const FAILED = sql`from ${outbox} where ${OUTBOX_PROBLEM}
  and (status = 'failed' or kind not in (${literals(WAITLIST_MESSAGES)}))`

const ORDER_COLUMNS = [
  'id',
  'order_reference as reference',
  'customer_name as "customerName"',
  'delivery_city as city',
  'status',
  'payment_status as "paymentStatus"',
  'promised_by as "promisedBy"',
  'time_zone as "timeZone"',
  'is_sample as "isSample"',
]
const ORDER_ROW = sql.raw(ORDER_COLUMNS.join(', '))
/** The same of a table with an alias. */
const O_ROW = sql.raw(ORDER_COLUMNS.map((column) => `o.${column}`).join(', '))
const SHOP_ROW = sql`s.id as "shopOrderId", ${shops}.name as shop, ${shops}.phone as "shopPhone"`

/** Joins the shop that has an order, if one has it, as {@link SHOP_ROW} reads it. */
const shopOf = (orderId: SQL) => sql`
  left join ${shopOrders} s on s.order_id = ${orderId} and s.status <> 'rejected' and s.withdrawn_at is null
  left join ${shops} on ${shops}.id = s.shop_id`

/**
 * The first of each kind of thing to do, by promised time or by age, and how many there are; statements for a batch.
 * @param now ISO instant
 * @param unreachedSince ISO instant: emails to florists that were written before should have gone
 */
export function readTasks(db: Db, now: string, unreachedSince: string) {
  return [
    db.all<
      Record<'inDanger' | 'nobodyThere' | 'toAssign' | 'overdue' | 'needsRefund' | 'failedMessages', number>
    >(sql`
      select ${cappedCount(IN_DANGER())} as "inDanger", ${cappedCount(MISSED)} as "nobodyThere",
        ${cappedCount(TO_ASSIGN)} as "toAssign", ${cappedCount(sql`${OPEN} and +promised_by < ${now}`)} as overdue,
        ${cappedCount(TO_REFUND)} as "needsRefund", ${cappedCount(FAILED)} as "failedMessages"`),
    db.all<Order & { rejection: string | null }>(sql`
      select first.*, ${lastRejection(sql`first.id`)} as rejection
      from (select ${ORDER_ROW} ${TO_ASSIGN} order by +promised_by limit ${SHOWN}) first order by "promisedBy"`),
    db.all<Order & AtShop & { assignedAt: string; total: number }>(sql`
      select ${O_ROW}, ${SHOP_ROW}, s.created_at as "assignedAt", total
      from (select picked, total from (
        select picked, promised_by, count(*) over () as total
        from (select s.rowid as picked, o.promised_by ${WAITING} limit ${COUNT_MAX + 1})
      ) order by promised_by limit ${SHOWN})
      cross join ${shopOrders} s on s.rowid = picked cross join ${orders} o on o.id = s.order_id
      cross join ${shops} on ${shops}.id = s.shop_id order by o.promised_by`),
    db.all<Order & MaybeAtShop>(sql`
      select late.*, ${SHOP_ROW} from (${longestOverdue(now)}) late
      ${shopOf(sql`late.id`)} order by "promisedBy"`),
    db.all<Pick<Order, 'id' | 'reference' | 'customerName'> & { amountCents: number; since: string }>(sql`
      select o.id, order_reference as reference, customer_name as "customerName",
        total_cents - refunded_cents as "amountCents", since
      from (select order_id, created_at as since ${TO_REFUND} order by created_at limit ${SHOWN})
      join ${orders} o on o.id = order_id order by since`),
    db.all<ToPay & { total: number }>(toPay()),
    db.all<AdminMessage & { attempts: number; failedAt: string; orderId: string | null }>(sql`
      select ${MESSAGE}, attempts, updated_at as "failedAt", order_id as "orderId"
      ${FAILED} order by kind in (${literals(WAITLIST_MESSAGES)}), updated_at desc limit ${SHOWN}`),
    // First those that wait for the owner, then those that wait for the buyer.
    db.all<Order & InDanger & MaybeAtShop>(sql`
      select ${O_ROW}, c.reason, c.wait_until as "waitUntil", c.offered_at as "offeredAt", c.expires_at as "expiresAt", ${SHOP_ROW}
      ${IN_DANGER(shopOf(sql`o.id`))} order by c.offered_at is not null, o.promised_by limit ${SHOWN}`),
    db.all<{ id: string; name: string; total: number }>(sql`
      select m.id, m.name, count(*) over () as total from ${markets} m
      where ${takesOrdersWithoutFloristOf(sql`m`)} order by m.name collate nocase limit ${SHOWN}`),
    db.all<Order & AtShop & Unreached & { total: number }>(sql`
      select ${O_ROW}, ${SHOP_ROW}, first.reason, first."answerBy", first."messageId", total
      from (select s.rowid as picked, coalesce(m.delivery_detail, m.last_error) as reason, s.answer_by as "answerBy", m.id as "messageId",
          count(*) over () as total
        ${UNREACHED(unreachedSince)} order by s.answer_by limit ${SHOWN}) first
      cross join ${shopOrders} s on s.rowid = picked cross join ${orders} o on o.id = s.order_id
      cross join ${shops} on ${shops}.id = s.shop_id order by s.answer_by`),
    db.all<Order & MaybeAtShop & { nextStep: string | null; missedAt: string }>(sql`
      select ${O_ROW}, first.detail as "nextStep", first."missedAt", ${SHOP_ROW}
      from (select order_id, detail, created_at as "missedAt" ${MISSED} order by created_at limit ${SHOWN}) first
      cross join ${orders} o on o.id = first.order_id ${shopOf(sql`o.id`)} order by o.promised_by`),
  ] as const
}

type Results<Statements extends readonly unknown[]> = {
  -readonly [At in keyof Statements]: Awaited<Statements[At]>
}

/** Shapes the rows of {@link readTasks} for the dashboard's answer. */
export function tasksOf([
  [totals],
  assign,
  waiting,
  overdue,
  refund,
  pay,
  failed,
  danger,
  unserved,
  unreached,
  missed,
]: Results<ReturnType<typeof readTasks>>) {
  return {
    inDanger: { ...cappedTotal(totals?.inDanger), rows: danger.map(withFlag) },
    toAssign: {
      ...cappedTotal(totals?.toAssign),
      rows: assign.map(({ rejection, ...row }) => ({ ...withFlag(row), rejectedBy: rejectedBy(rejection) })),
    },
    waitingForFlorist: withTotal(waiting.map(withFlag)),
    overdue: { ...cappedTotal(totals?.overdue), rows: overdue.map(withFlag) },
    needsRefund: { ...cappedTotal(totals?.needsRefund), rows: refund },
    /** A row a shop. */
    toPay: withTotal(pay),
    failedMessages: { ...cappedTotal(totals?.failedMessages), rows: failed },
    /** They take orders. */
    marketsWithoutFlorist: withTotal(unserved),
    /** Nobody was at the door, and somebody has to see that the next step happens. */
    nobodyThere: { ...cappedTotal(totals?.nobodyThere), rows: missed.map(withFlag) },
    /** They have a deadline, and the email with the order has not reached them. */
    unreachedFlorists: withTotal(unreached.map(withFlag)),
  }
}

type ToPay = {
  shopId: string
  shop: string
  /** Delivered and not paid for: how many, what the shop gets for them, and since when. */
  count: number
  amountCents: number
  since: string
}

/** Deliveries that shops have not been paid for, without samples. An index gives the oldest first. */
function toPay(): SQL {
  const corrections = sql`(select coalesce(sum(amount_cents), 0) from ${shareCorrections} where shop_order_id = s.id)`
  return sql`
    select shop_id as "shopId", ${shops}.name as shop, count, "amountCents", since, total
    from (select shop_id, count(*) as count, sum(cents) as "amountCents", min(at) as since, count(*) over () as total
      from (select s.shop_id, s.shop_cost_cents + ${corrections} as cents, coalesce(s.status_updated_at, s.created_at) as at
        from ${shopOrders} s indexed by shop_orders_listed cross join ${orders} o on o.id = s.order_id
        where case when s.withdrawn_at is null then s.status else 'withdrawn' end = 'delivered'
          and s.payment_status = 'pending' and o.is_sample = 0
        order by s.created_at limit ${TO_PAY_MAX})
      group by shop_id order by since limit ${SHOWN})
    cross join ${shops} on ${shops}.id = shop_id order by since`
}

/** Overdue orders, oldest promise first. Each range of the index is sorted already, so none is read further than needed. */
function longestOverdue(now: string): SQL {
  const ranges = OPEN_ASSIGNMENTS.flatMap((assignment) =>
    OPEN_STATUSES.map(
      (status) => sql`select * from (select ${ORDER_ROW} from ${orders}
        where assignment_status = ${assignment} and status = ${status} and payment_status = 'paid'
          and promised_by < ${now} and is_sample = 0
        order by promised_by limit ${SHOWN})`,
    ),
  )
  return sql`${sql.join(ranges, sql` union all `)} order by "promisedBy" limit ${SHOWN}`
}

function literals(values: readonly string[]): SQL {
  return sql.raw(values.map((value) => `'${value}'`).join(', '))
}

/** Rows that each say how many there are. */
function withTotal<Row extends { total: number }>(rows: readonly Row[]) {
  return { ...cappedTotal(rows[0]?.total), rows: rows.map(({ total, ...row }) => row) }
}

/** The shop's name in {@link lastRejection}. */
function rejectedBy(rejection: string | null): string | null {
  return rejection === null ? null : (JSON.parse(rejection) as { shop: string }).shop
}

function withFlag<Row extends { isSample: number }>({ isSample, ...row }: Row) {
  return { ...row, isSample: isSample === 1 }
}
