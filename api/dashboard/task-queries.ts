import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { floristMail, forOwner, situationOf } from '#api/orders/situation.ts'
import { readFacts, SITUATION_FACTS } from '#api/orders/situation-queries.ts'
import { cappedCount, cappedTotal } from '#api/platform/database/paging.ts'
import { MESSAGE } from '#api/platform/outbox/contacts.ts'
import { WAITLIST_MESSAGES } from '#api/platform/outbox/outbox.ts'
import type { AdminMessage } from '#api/platform/outbox/schema.ts'
import type { OrderFlag } from '#domain/order/causes.ts'
import { STATUSES_AT_WORK } from '#domain/order/fulfilment.ts'
import { SITUATIONS, type SituationKind } from '#domain/order/situation.ts'
import { liveShopOrder, openChoice } from '#domain/order/state.ts'
import { markets, shops, takesOrdersWithoutFloristOf } from '#drizzle/schema/markets.ts'
import { OUTBOX_PROBLEM, outbox } from '#drizzle/schema/messages.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { type OrderRow, orderFlags, orders } from '#drizzle/schema/orders.ts'
import { shareCorrections, shopOrders } from '#drizzle/schema/shop-orders.ts'

/** The number of tasks shown of each kind: the first ten of all kinds together are among them. */
const SHOWN = 10
/** So many orders are read for each reason why somebody may have to do something. With more, totals are lower bounds. */
export const READ_MAX = 300
/** Florists are paid what the oldest so many delivered shop orders come to. */
const TO_PAY_MAX = 1_000

// Statuses are literals, because a partial index does not apply to a parameter.
export const OPEN_STATUSES = literals(STATUSES_AT_WORK.order)
export const TO_ASSIGN = sql`from ${orders} where assignment_status = 'unassigned' and status in ('pending', 'confirmed')
  and payment_status = 'paid'`
// Anybody may enter any address into the waitlist: a bounce there needs no attention.
const FAILED = sql`from ${outbox} where ${OUTBOX_PROBLEM} and channel = 'mail'
  and (status = 'failed' or kind not in (${literals(WAITLIST_MESSAGES)}))`
/** The flags on which a situation depends. */
const FLAGS: readonly OrderFlag[] = [
  ...Object.values(SITUATIONS).flatMap((row) => ('flag' in row ? [row.flag] : [])),
  'over_capacity',
]

/** The orders about which somebody may have to do something. Which of them, their situations tell. @param now ISO instant */
function candidates(now: string): SQL {
  const reasons = [
    sql`id ${TO_ASSIGN} order by promised_by, rowid`,
    // The florist has not answered.
    sql`s.order_id as id from ${shopOrders} s indexed by shop_orders_by_status cross join ${orders} o on o.id = s.order_id
      where s.status = 'pending' and s.withdrawn_at is null and o.status in (${OPEN_STATUSES}) and o.payment_status = 'paid'
      order by s.created_at, s.rowid`,
    // The promised time has passed. An index gives each pair of statuses sorted, but not their union.
    sql`o.id from json_each('["unassigned", "assigned"]') assignment
      cross join json_each(${JSON.stringify(STATUSES_AT_WORK.order)}) status
      cross join ${orders} o on o.rowid in (select rowid from ${orders}
        where assignment_status = assignment.value and status = status.value and payment_status = 'paid'
          and promised_by < ${now} order by promised_by, rowid limit ${READ_MAX})
      order by o.promised_by, o.rowid`,
    sql`order_id as id from ${orderChoices} where closed_at is null order by opened_at`,
    sql`order_id as id from ${orderFlags} where resolved_at is null and kind in (${literals(FLAGS)})`,
  ]
  return sql.join(
    reasons.map((reason) => sql`select id from (select ${reason} limit ${READ_MAX})`),
    sql` union `,
  )
}

type Read = Pick<
  OrderRow,
  'id' | 'customerName' | 'customerPhone' | 'status' | 'paymentStatus' | 'promisedBy' | 'timeZone'
> & {
  reference: string
  city: string
  isSample: number
  leftCents: number
  /** What its situation depends on, as JSON. */
  facts: string
}

/** The things to do; statements for a batch. */
export function readTasks(db: Db, now: Date) {
  return [
    db.all<Read>(sql`
      select o.id, o.order_reference as reference, o.customer_name as "customerName",
        o.customer_phone as "customerPhone", o.delivery_city as city, o.status, o.payment_status as "paymentStatus",
        o.promised_by as "promisedBy", o.time_zone as "timeZone", o.is_sample as "isSample",
        o.total_cents - o.refunded_cents as "leftCents", ${SITUATION_FACTS} as facts
      from (${candidates(now.toISOString())}) found cross join ${orders} o on o.id = found.id`),
    db.all<ToPay & { total: number }>(toPay()),
    db.all<{ failedMessages: number }>(sql`select ${cappedCount(FAILED)} as "failedMessages"`),
    db.all<AdminMessage & { attempts: number; failedAt: string; orderId: string | null }>(sql`
      select ${MESSAGE}, attempts, updated_at as "failedAt", order_id as "orderId"
      ${FAILED} order by kind in (${literals(WAITLIST_MESSAGES)}), updated_at desc limit ${SHOWN}`),
    db.all<{ id: string; name: string; total: number }>(sql`
      select m.id, m.name, count(*) over () as total from ${markets} m
      where ${takesOrdersWithoutFloristOf(sql`m`)} order by m.name collate nocase limit ${SHOWN}`),
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
  unseen: 'unreachedFlorists',
  unanswered: 'waitingForFlorist',
  asked: 'waitingForFlorist',
  overdue: 'overdue',
  // The lists and the order show it; nobody waits for it.
  blocked_again: null,
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
type List = NonNullable<ReturnType<typeof listOf>>

/** Shapes the rows of {@link readTasks} for the dashboard's answer. An order stands in the list of its situation. */
export function tasksOf(
  [read, pay, [counts], failed, unserved]: Results<ReturnType<typeof readTasks>>,
  now: Date,
) {
  const tasks = Map.groupBy(
    read.map((row) => toTask(row, now)),
    ({ order }) => listOf(order.situation.kind),
  )
  const listed = (list: List) =>
    (tasks.get(list) ?? []).toSorted((a, b) => Number(a.at > b.at) - Number(a.at < b.at))
  const answer = <Row>(rows: readonly Row[]) => ({
    rows: rows.slice(0, SHOWN),
    total: rows.length,
    capped: read.length >= READ_MAX,
  })
  const ofOrders = (list: List) => answer(listed(list).map(({ order }) => order))
  const sinceFlag = (list: List) => answer(listed(list).map(({ order, at }) => ({ ...order, since: at })))
  return {
    inDanger: ofOrders('inDanger'),
    toAssign: ofOrders('toAssign'),
    waitingForFlorist: ofOrders('waitingForFlorist'),
    overdue: ofOrders('overdue'),
    needsRefund: sinceFlag('needsRefund'),
    /** The bank wants an answer, or has decided. */
    disputed: sinceFlag('disputed'),
    /** A row a shop. */
    toPay: withTotal(pay),
    failedMessages: { ...cappedTotal(counts?.failedMessages), rows: failed },
    /** They take orders. */
    marketsWithoutFlorist: withTotal(unserved),
    /** Nobody was at the door, and somebody has to see that the next step happens. */
    nobodyThere: ofOrders('nobodyThere'),
    /** They have a deadline, and the email with the order has not reached them. */
    unreachedFlorists: answer(listed('unreachedFlorists').map(({ order, mail }) => ({ ...order, ...mail }))),
  }
}

/** `at`: by what its list is sorted; the email with the order, and why it did not reach its florist. */
function toTask({ facts, isSample, ...row }: Read, now: Date) {
  const known = readFacts(facts)
  const shopOrder = liveShopOrder(known)
  const mail = shopOrder && floristMail(known, shopOrder)
  const told = situationOf(known, now)
  const order = {
    ...row,
    isSample: isSample === 1,
    shopOrderId: shopOrder?.id ?? null,
    shop: shopOrder?.shop ?? null,
    shopPhone: shopOrder?.phone ?? null,
    /** When the florist was asked, while they have not answered. */
    askedAt: shopOrder?.status === 'pending' ? (shopOrder.link?.createdAt ?? shopOrder.createdAt) : null,
    /** Until when the florist has to answer. */
    answerBy: shopOrder?.answerBy ?? null,
    situation: forOwner(told),
  }
  const at = {
    // First those that wait for the owner, then those that wait for the buyer.
    danger: `${openChoice(known)?.offeredAt ? 1 : 0}${row.promisedBy}`,
    unreached: order.answerBy,
  }
  const flag = known.flags.find(({ kind }) => kind === told.flag)
  return {
    order,
    at:
      (told.kind === 'danger' || told.kind === 'unreached' ? at[told.kind] : flag?.createdAt) ??
      row.promisedBy,
    mail: { messageId: mail?.id ?? '', reason: mail?.deliveryDetail ?? mail?.lastError ?? null },
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

function literals(values: readonly string[]): SQL {
  return sql.raw(values.map((value) => `'${value}'`).join(', '))
}

/** Rows that each say how many there are. */
function withTotal<Row extends { total: number }>(rows: readonly Row[]) {
  return { ...cappedTotal(rows[0]?.total), rows: rows.map(({ total, ...row }) => row) }
}
