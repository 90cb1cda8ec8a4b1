import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { forOwner, LOST } from '#api/orders/situation.ts'
import { SITUATION_FACTS, situationIn } from '#api/orders/situation-queries.ts'
import { cappedCount, cappedTotal } from '#api/platform/database/paging.ts'
import { MESSAGE } from '#api/platform/outbox/contacts.ts'
import { WAITLIST_MESSAGES } from '#api/platform/outbox/outbox.ts'
import type { AdminMessage } from '#api/platform/outbox/schema.ts'
import { disputeStatusesIn } from '#domain/disputes.ts'
import { MARKET_PROMISE_DEFAULTS } from '#domain/market-promises.ts'
import type { OrderFlag } from '#domain/order/causes.ts'
import { STATUSES_AT_WORK } from '#domain/order/fulfilment.ts'
import type { SituationKind } from '#domain/order/situation.ts'
import { disputes } from '#drizzle/schema/checkout.ts'
import { markets, shops, takesOrdersWithoutFloristOf } from '#drizzle/schema/markets.ts'
import { OUTBOX_PROBLEM, outbox } from '#drizzle/schema/messages.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { type OrderRow, orderFlags, orders } from '#drizzle/schema/orders.ts'
import { floristLinks, shareCorrections, shopOrders } from '#drizzle/schema/shop-orders.ts'

/** The number of tasks read of each kind: the first ten of all kinds together are among them. */
const SHOWN = 10
/** Florists are paid what the oldest so many delivered shop orders come to. */
const TO_PAY_MAX = 1_000

/** An order of a list, its shop if one has it, and what its situation depends on. */
type Order = Pick<
  OrderRow,
  'id' | 'customerName' | 'customerPhone' | 'status' | 'paymentStatus' | 'promisedBy' | 'timeZone'
> & {
  reference: string
  city: string
  isSample: number
  leftCents: number
  /** JSON. */
  facts: string
  shopPhone: string | null
  /** When the florist was asked, and until when they have to answer, while they have not. */
  askedAt: string | null
  answerBy: string | null
} & ({ shopOrderId: string; shop: string } | { shopOrderId: null; shop: null })
/** The order's email that did not reach its florist, and why. */
type Unreached = { messageId: string; reason: string | null; total: number }

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
    and o.status in (${literals(OPEN_STATUSES)}) and o.payment_status = 'paid'`
// Who has to answer by a deadline, whose email has not gone, or did not arrive. Who has opened the page was reached all the same.
const UNREACHED = (writtenBefore: string) => sql`from ${shopOrders} s indexed by shop_orders_to_answer
  cross join ${orders} o on o.id = s.order_id
  cross join ${floristLinks} l on l.shop_order_id = s.id and l.revoked_at is null and l.opened_at is null
  cross join ${outbox} m on m.dedupe_key = 'florist-order:' || l.id
  where s.status = 'pending' and s.withdrawn_at is null and s.answer_by is not null
    and o.status in (${literals(OPEN_STATUSES)}) and o.payment_status = 'paid'
    and (m.status = 'failed' or m.delivery in (${literals(LOST)}) or m.status = 'pending' and m.created_at <= ${writtenBefore})`
/** No florist has accepted it, and there is too little time: the scheduled run has found that, or will. @param now ISO instant */
const isTooLate = (
  o: SQL,
  now: string,
) => sql`${o}.is_sample = 0 and ${o}.promised_by < strftime('%Y-%m-%dT%H:%M:%fZ', ${now},
  coalesce((select fulfilment_minutes from ${markets} where id = ${o}.market_id), ${MARKET_PROMISE_DEFAULTS.fulfilmentMinutes}) || ' minutes')`
/** The ids of orders whose promise is in danger. */
const IN_DANGER = (now: string) => sql`select order_id from ${orderChoices} where closed_at is null
  union select id ${TO_ASSIGN} and ${isTooLate(sql`orders`, now)}
  union select o.id ${WAITING} and ${isTooLate(sql`o`, now)}`
/** The ids of orders with one of these flags. */
const FLAGGED = (kinds: readonly OrderFlag[]) => sql`select order_id from ${orderFlags}
  where resolved_at is null and kind in (${literals(kinds)})`
/** The ids of those that are disputed, without those about which the bank has all that it asked for. */
const DISPUTED = sql`${FLAGGED(['disputed'])} and not (
  order_id in (select order_id from ${disputes} where status in (${literals(disputeStatusesIn('review'))}))
  and order_id not in (select order_id from ${disputes} where status in (${literals(disputeStatusesIn('respond'))})))`
// Anybody may enter any address into the waitlist: a bounce there needs no attention.
const FAILED = sql`from ${outbox} where ${OUTBOX_PROBLEM}
  and (status = 'failed' or kind not in (${literals(WAITLIST_MESSAGES)}))`

const ORDER_ROW = sql`o.id, o.order_reference as reference, o.customer_name as "customerName",
  o.customer_phone as "customerPhone", o.delivery_city as city, o.status, o.payment_status as "paymentStatus",
  o.promised_by as "promisedBy", o.time_zone as "timeZone", o.is_sample as "isSample",
  o.total_cents - o.refunded_cents as "leftCents", ${SITUATION_FACTS} as facts, s.id as "shopOrderId", ${shops}.name as shop,
  ${shops}.phone as "shopPhone", iif(s.status = 'pending', coalesce(link.created_at, s.created_at), null) as "askedAt", s.answer_by as "answerBy"`

/**
 * The first orders of a list, as {@link ORDER_ROW} reads them.
 * @param first selects as `picked` their rowids, and as `at` by what they are sorted
 */
function firstOrders<More = unknown>(db: Db, first: SQL, more = sql``) {
  return db.all<Order & More>(sql`select ${ORDER_ROW} ${more} from (${first} order by at limit ${SHOWN}) first
    cross join ${orders} o on o.rowid = first.picked
    left join ${shopOrders} s on s.order_id = o.id and s.status <> 'rejected' and s.withdrawn_at is null
    left join ${shops} on ${shops}.id = s.shop_id
    left join ${floristLinks} link on link.shop_order_id = s.id and link.revoked_at is null
    order by first.at, first.picked`)
}

/**
 * The first of each kind of thing to do, by promised time or by age, and how many there are; statements for a batch.
 * @param unreachedSince ISO instant: emails to florists that were written before should have gone
 */
export function readTasks(db: Db, at: Date, unreachedSince: string) {
  const now = at.toISOString()
  const apart = sql`(${IN_DANGER(now)} union ${FLAGGED(['nobody_there', 'needs_refund'])} union ${DISPUTED})`
  const danger = sql`from ${orders} o where o.id in (${IN_DANGER(now)})`
  const flagged = (kind: OrderFlag, before: SQL, from: SQL = FLAGGED([kind])) => sql`from ${orderFlags} f
    join ${orders} o on o.id = f.order_id
    where f.resolved_at is null and f.kind = ${kind} and o.id in (${from}) and o.id not in (${before})`
  const missed = flagged('nobody_there', IN_DANGER(now))
  const refund = flagged('needs_refund', sql`${IN_DANGER(now)} union ${FLAGGED(['nobody_there'])}`)
  const disputed = flagged(
    'disputed',
    sql`${IN_DANGER(now)} union ${FLAGGED(['nobody_there', 'needs_refund'])}`,
    DISPUTED,
  )
  const assign = sql`${TO_ASSIGN} and id not in ${apart}`
  const waiting = sql`${WAITING} and o.id not in ${apart}`
  const late = sql`${OPEN} and +promised_by < ${now} and id not in ${apart}`
  return [
    db.all<Record<Counted | 'failedMessages', number>>(sql`
      select ${cappedCount(danger)} as "inDanger", ${cappedCount(missed)} as "nobodyThere",
        ${cappedCount(assign)} as "toAssign", ${cappedCount(late)} as overdue, ${cappedCount(refund)} as "needsRefund",
        ${cappedCount(disputed)} as disputed, ${cappedCount(waiting)} as "waitingForFlorist",
        ${cappedCount(FAILED)} as "failedMessages"`),
    // First those that wait for the owner, then those that wait for the buyer.
    firstOrders(
      db,
      sql`select o.rowid as picked, (select offered_at is not null from ${orderChoices}
        where order_id = o.id and closed_at is null) || o.promised_by as at ${danger}`,
    ),
    firstOrders(db, sql`select o.rowid as picked, f.created_at as at ${missed}`),
    firstOrders(db, sql`select rowid as picked, promised_by as at ${assign}`),
    firstOrders(db, sql`select o.rowid as picked, o.promised_by as at ${waiting}`),
    firstOrders(db, longestOverdue(now, apart)),
    firstOrders<{ since: string }>(
      db,
      sql`select o.rowid as picked, f.created_at as at ${refund}`,
      sql`, first.at as since`,
    ),
    firstOrders<{ since: string }>(
      db,
      sql`select o.rowid as picked, f.created_at as at ${disputed}`,
      sql`, first.at as since`,
    ),
    db.all<ToPay & { total: number }>(toPay()),
    db.all<AdminMessage & { attempts: number; failedAt: string; orderId: string | null }>(sql`
      select ${MESSAGE}, attempts, updated_at as "failedAt", order_id as "orderId"
      ${FAILED} order by kind in (${literals(WAITLIST_MESSAGES)}), updated_at desc limit ${SHOWN}`),
    db.all<{ id: string; name: string; total: number }>(sql`
      select m.id, m.name, count(*) over () as total from ${markets} m
      where ${takesOrdersWithoutFloristOf(sql`m`)} order by m.name collate nocase limit ${SHOWN}`),
    firstOrders<Unreached>(
      db,
      sql`select o.rowid as picked, coalesce(m.delivery_detail, m.last_error) as reason, s.answer_by as at,
          m.id as "messageId", count(*) over () as total
        ${UNREACHED(unreachedSince)} and o.id not in ${apart}`,
      sql`, first.reason, first."messageId", first.total`,
    ),
  ] as const
}

type Results<Statements extends readonly unknown[]> = {
  -readonly [At in keyof Statements]: Awaited<Statements[At]>
}

/** The list in which an order of each situation stands; null: there is nothing to do about it. */
const LIST_OF = {
  danger: 'inDanger',
  nobody_there: 'nobodyThere',
  refund_due: 'needsRefund',
  disputed: 'disputed',
  unassigned: 'toAssign',
  unreached: 'unreachedFlorists',
  unanswered: 'waitingForFlorist',
  asked: 'waitingForFlorist',
  overdue: 'overdue',
  bank_decides: null,
  refunded: null,
  cancelled: null,
  delivered: null,
  unpaid: null,
  question: null,
  ready: null,
  making: null,
} as const satisfies Record<SituationKind, string | null>
export const listOf = (kind: SituationKind) => LIST_OF[kind]
type Counted = Exclude<NonNullable<(typeof LIST_OF)[SituationKind]>, 'unreachedFlorists'>

/**
 * Shapes the rows of {@link readTasks} for the dashboard's answer. The statements know most of what a situation depends on; the
 * situation has the last word, and takes an order to its list.
 */
export function tasksOf(
  [
    [totals],
    danger,
    missed,
    assign,
    waiting,
    late,
    refund,
    disputed,
    pay,
    failed,
    unserved,
    unreached,
  ]: Results<ReturnType<typeof readTasks>>,
  now: Date,
) {
  const read = {
    inDanger: danger,
    nobodyThere: missed,
    toAssign: assign,
    waitingForFlorist: waiting,
    overdue: late,
  }
  const all = new Map(Object.values(read).flatMap((rows) => rows.map((row) => [row.id, toTask(row, now)])))
  const listed = <Row extends Order>(list: Counted, rows: readonly Row[]) => {
    const own = rows.map((row) => toTask(row, now)).filter(({ situation }) => listOf(situation.kind) === list)
    return { rows: own, ...cappedTotal((totals?.[list] ?? 0) - rows.length + own.length) }
  }
  const withMoved = (list: keyof typeof read) => {
    const { rows, total, capped } = listed(list, read[list])
    const moved = [...all.values()].filter(
      ({ id, situation }) => listOf(situation.kind) === list && !rows.some((row) => row.id === id),
    )
    return { rows: [...rows, ...moved].slice(0, SHOWN), total: total + moved.length, capped }
  }
  const called = unreached.map((row) => toTask(row, now))
  return {
    inDanger: withMoved('inDanger'),
    toAssign: withMoved('toAssign'),
    waitingForFlorist: withMoved('waitingForFlorist'),
    overdue: withMoved('overdue'),
    needsRefund: listed('needsRefund', refund),
    /** The bank wants an answer, or has decided. */
    disputed: listed('disputed', disputed),
    /** A row a shop. */
    toPay: withTotal(pay),
    failedMessages: { ...cappedTotal(totals?.failedMessages), rows: failed },
    /** They take orders. */
    marketsWithoutFlorist: withTotal(unserved),
    /** Nobody was at the door, and somebody has to see that the next step happens. */
    nobodyThere: withMoved('nobodyThere'),
    /** They have a deadline, and the email with the order has not reached them. */
    unreachedFlorists: withTotal(called),
  }
}

/** The order is `isSample` as a flag, and its situation is what it is at `now`. */
function toTask<Row extends Order>({ facts, isSample, ...row }: Row, now: Date) {
  return { ...row, isSample: isSample === 1, situation: forOwner(situationIn(facts, now)) }
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

/** Overdue orders. Each range of the index is sorted already, so none is read further than needed. @param apart ids in other lists */
function longestOverdue(now: string, apart: SQL): SQL {
  const ranges = OPEN_ASSIGNMENTS.flatMap((assignment) =>
    OPEN_STATUSES.map(
      (status) => sql`select * from (select rowid as picked, promised_by as at from ${orders}
        where assignment_status = ${assignment} and status = ${status} and payment_status = 'paid'
          and promised_by < ${now} and is_sample = 0 and id not in ${apart}
        order by promised_by limit ${SHOWN})`,
    ),
  )
  return sql`select picked, at from (${sql.join(ranges, sql` union all `)})`
}

function literals(values: readonly string[]): SQL {
  return sql.raw(values.map((value) => `'${value}'`).join(', '))
}

/** Rows that each say how many there are. */
function withTotal<Row extends { total: number }>(rows: readonly Row[]) {
  return { ...cappedTotal(rows[0]?.total), rows: rows.map(({ total, ...row }) => row) }
}
