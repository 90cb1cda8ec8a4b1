import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { cappedCount, cappedTotal } from '#api/platform/database/paging.ts'
import { MESSAGE } from '#api/platform/outbox/contacts.ts'
import { WAITLIST_MESSAGES } from '#api/platform/outbox/outbox.ts'
import type { AdminMessage } from '#api/platform/outbox/schema.ts'
import { lastRejection } from '#api/shop-orders/assignment-queries.ts'
import { STATUSES_AT_WORK } from '#domain/fulfilment.ts'
import { ASSIGNMENT_STATUSES, ORDER_STATUSES, type PaymentStatus } from '#domain/order-status.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import { markets, shops } from '#drizzle/schema/markets.ts'
import { OUTBOX_PROBLEM, outbox, waitlist } from '#drizzle/schema/messages.ts'
import { type OrderRow, orderFlags, orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'

const SHOWN = 5
const MESSAGES_SHOWN = 10

/** A day by its date (YYYY-MM-DD) and the ISO instants at which it begins and ends. */
export type Day = { date: string; from: string; to: string }

/** An order that needs attention, or whose shop order does. */
type Promised = Pick<OrderRow, 'id' | 'promisedBy' | 'timeZone'> & { reference: string }
type StoredOrder = Promised & { city: string; isSample: number }

// Statuses are literals, because a partial index does not apply to a parameter. A plus before `promised_by` keeps SQLite
// from walking the index of all promised times: few orders are open, and `orders_to_assign` lists them.
const TO_ASSIGN = sql`from ${orders} where assignment_status = 'unassigned' and status in ('pending', 'confirmed')
  and payment_status = 'paid'`
const OPEN_ASSIGNMENTS = ['unassigned', 'assigned']
const OPEN_STATUSES = STATUSES_AT_WORK.order
const OPEN = sql`from ${orders} where assignment_status in (${literals(OPEN_ASSIGNMENTS)})
  and status in (${literals(OPEN_STATUSES)}) and payment_status = 'paid' and is_sample = 0`
// An order that is over or cancelled waits for nobody, whatever its shop order's status.
const WAITING = sql`from ${shopOrders} where status = 'pending' and withdrawn_at is null
  and exists (select 1 from ${orders} asked where asked.id = order_id
    and asked.status in (${literals(STATUSES_AT_WORK.order)}) and asked.payment_status <> 'refunded')`
const TO_REFUND = sql`from ${orderFlags} where resolved_at is null and kind = 'needs_refund'`
// Anybody may enter any address into the waitlist: a bounce there needs no attention.
const FAILED = sql`from ${outbox} where ${OUTBOX_PROBLEM}
  and (status = 'failed' or kind not in (${literals(WAITLIST_MESSAGES)}))`
const HELD = sql`from ${outbox} where status = 'pending' and last_error is not null`

const ORDER_ROW = sql`id, order_reference as reference, delivery_city as city, promised_by as "promisedBy",
  time_zone as "timeZone", is_sample as "isSample"`

/**
 * What the dashboard shows, in one round trip: the tiles' counts, and the first few of each list with its count.
 * @param now ISO instant
 * @param days for the chart, oldest first
 * @param heldSince ISO instant: emails that were written before should have been sent
 */
export async function dashboard(db: Db, now: string, days: readonly Day[], heldSince: string) {
  const overdue = sql`${OPEN} and +promised_by < ${now}`
  const [[counts], [totals], toAssign, waitingForFlorist, late, needsRefund, failed, [held], sold] =
    await db.batch([
      countsOf(db, {
        products: sql`from ${products}`,
        orders: sql`from ${orders}`,
        // Refunded orders are neither paid nor unpaid.
        paidOrders: withPayment(['paid']),
        unpaidOrders: withPayment(['pending', 'failed']),
        shops: sql`from ${shops}`,
        markets: sql`from ${markets}`,
        waitlist: sql`from ${waitlist}`,
        users: sql`from ${users}`,
      }),
      countsOf(db, {
        toAssign: TO_ASSIGN,
        waitingForFlorist: WAITING,
        overdue,
        needsRefund: TO_REFUND,
        failedMessages: FAILED,
      }),
      db.all<StoredOrder & { rejection: string | null }>(sql`
      select first.*, ${lastRejection(sql`first.id`)} as rejection
      from (select ${ORDER_ROW} ${TO_ASSIGN} order by +promised_by limit ${SHOWN}) first order by "promisedBy"`),
      db.all<Promised & { orderId: string; shop: string; assignedAt: string }>(sql`
      select s.id, order_id as "orderId", order_reference as reference, shops.name as shop,
        promised_by as "promisedBy", time_zone as "timeZone", s.created_at as "assignedAt"
      from (select id, order_id, shop_id, created_at ${WAITING} order by created_at limit ${SHOWN}) s
      join ${orders} o on o.id = order_id join ${shops} on ${shops.id} = shop_id order by s.created_at`),
      db.all<StoredOrder>(longestOverdue(now)),
      db.all<{ id: string; reference: string; amountCents: number; since: string }>(sql`
      select o.id, order_reference as reference, total_cents - refunded_cents as "amountCents", since
      from (select order_id, created_at as since ${TO_REFUND} order by created_at limit ${SHOWN})
      join ${orders} o on o.id = order_id order by since`),
      db.all<AdminMessage & { attempts: number; failedAt: string; orderId: string | null }>(sql`
      select ${MESSAGE}, attempts, updated_at as "failedAt", order_id as "orderId"
      ${FAILED} order by kind in (${literals(WAITLIST_MESSAGES)}), updated_at desc limit ${MESSAGES_SHOWN}`),
      heldMail(db, heldSince),
      salesOf(db, days),
    ])
  return {
    counts: {
      products: cappedTotal(counts?.products),
      orders: cappedTotal(counts?.orders),
      paidOrders: cappedTotal(counts?.paidOrders),
      unpaidOrders: cappedTotal(counts?.unpaidOrders),
      shops: cappedTotal(counts?.shops),
      markets: cappedTotal(counts?.markets),
      waitlist: cappedTotal(counts?.waitlist),
      users: cappedTotal(counts?.users),
    },
    toAssign: {
      ...cappedTotal(totals?.toAssign),
      rows: toAssign.map(({ rejection, ...row }) => ({ ...withFlag(row), rejectedBy: shopOf(rejection) })),
    },
    waitingForFlorist: { ...cappedTotal(totals?.waitingForFlorist), rows: waitingForFlorist },
    overdue: { ...cappedTotal(totals?.overdue), rows: late.map(withFlag) },
    needsRefund: { ...cappedTotal(totals?.needsRefund), rows: needsRefund },
    failedMessages: { ...cappedTotal(totals?.failedMessages), rows: failed },
    heldMail: held ? { ...held, waiting: cappedTotal(held.waiting) } : null,
    days: sold,
  }
}

/** Emails that should have been sent, with the reason of the oldest; no row when there are none. */
function heldMail(db: Db, before: string) {
  const held = sql`${HELD} and created_at <= ${before}`
  return db.all<{ waiting: number; since: string; reason: string }>(sql`
    select ${cappedCount(held)} as waiting, created_at as since, last_error as reason ${held}
    order by created_at limit 1`)
}

function literals(values: readonly string[]): SQL {
  return sql.raw(values.map((value) => `'${value}'`).join(', '))
}

/** Orders by payment, as ranges of the index that the order list filters by. */
function withPayment(payments: readonly PaymentStatus[]): SQL {
  return sql`from ${orders} where assignment_status in (${literals(ASSIGNMENT_STATUSES)})
    and status in (${literals(ORDER_STATUSES)}) and payment_status in (${literals(payments)})`
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

/** One row of counts, each of a `from … where …`. */
function countsOf<Name extends string>(db: Db, named: Record<Name, SQL>) {
  const columns = Object.entries<SQL>(named).map(
    ([name, from]) => sql`${cappedCount(from)} as ${sql.identifier(name)}`,
  )
  return db.all<Record<Name, number>>(sql`select ${sql.join(columns, sql`, `)}`)
}

/** Paid orders of each day and what they brought less later refunds, also of days without any. Samples are not counted. */
function salesOf(db: Db, days: readonly Day[]) {
  return db.all<{ date: string; orders: number; revenueCents: number }>(sql`
    select value ->> 'date' as date, count(o.id) as orders,
      coalesce(sum(o.total_cents - o.refunded_cents), 0) as "revenueCents"
    from json_each(${JSON.stringify(days)}) left join ${orders} o
      on o.paid_at >= value ->> 'from' and o.paid_at < value ->> 'to' and o.payment_status = 'paid' and o.is_sample = 0
    group by date order by date`)
}

/** The shop's name in {@link lastRejection}. */
function shopOf(rejection: string | null): string | null {
  return rejection === null ? null : (JSON.parse(rejection) as { shop: string }).shop
}

function withFlag<Row extends { isSample: number }>({ isSample, ...row }: Row) {
  return { ...row, isSample: isSample === 1 }
}
