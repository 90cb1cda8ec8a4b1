import { type SQL, sql } from 'drizzle-orm'
import { contains, sqlList } from '#api/platform/database/paging.ts'
import { STATUSES_AT_WORK } from '#domain/order/fulfilment.ts'
import {
  ASSIGNMENT_STATUSES,
  type AssignmentStatus,
  ORDER_STATUSES,
  type OrderStatus,
  PAYMENT_STATUSES,
  type PaymentStatus,
} from '#domain/order-status.ts'
import { phoneSearch } from '#domain/phone.ts'
import { referenceSearch } from '#domain/reference.ts'
import { straightApostrophes } from '#domain/text.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { orders } from '#drizzle/schema/orders.ts'
import type { OrderFilter } from './schema.ts'

type Choices = Pick<OrderFilter, 'assignment' | 'status' | 'payment'>

/** The statuses of orders that are neither over nor called off. */
const AT_WORK: readonly OrderStatus[] = STATUSES_AT_WORK.order

/**
 * The index holds every three characters in a row. Its columns were made by migration 0018; what is written into them, and when,
 * stands in drizzle/order-search.ts.
 */
const TRIGRAM = 3

/** The number of shops a search finds by name at most: each of them is one more trigram to look up. */
const SHOPS_MAX = 500

/**
 * True if the index of the search finds what a filter lets through. Its source stands there alone: with it, every index of the three
 * statuses would be twice as large.
 */
export function isSearch({ q, source }: OrderFilter): boolean {
  return Boolean(q || source)
}

/**
 * The FTS5 expression that finds `q` in reference, names, email, address, phone numbers, shop or status among the orders that
 * the other choices let through. One or two letters are found at the beginning of a word, except in addresses and phone
 * numbers; more are found anywhere.
 * @returns the right side of `order_search match`; null when the filter is empty
 */
export function matchExpression({ q, ...choices }: OrderFilter): SQL | null {
  const { payment, assignment, status, source } = choices
  const chosen = [
    ...(status ? [`status : ${indexedStatus(status)}`] : []),
    ...(assignment ? [`assignment : ${indexedStatus(assignment)}`] : []),
    ...(payment ? [`payment : ${indexedStatus(payment)}`] : []),
    ...(source ? [`assignment : ${indexedSource(source)}`] : []),
  ]
  if (!q) return chosen.length > 0 ? sql`${chosen.join(' AND ')}` : null
  const end = [')', ...chosen.map((term) => ` AND ${term}`)].join('')
  return sql`${`(${searched(q, status)}`} || ${orShopsNamed(q)} || ${end}`
}

/** @param chosen the only status that orders can have: comparing the long lists of others would find nothing */
function searched(q: string, chosen: OrderFilter['status']): string {
  // Two spaces precede every word in the index.
  const typed = straightApostrophes(q)
  const text = isShort(q) ? ' '.repeat(TRIGRAM - [...q].length) + typed : typed.replaceAll(' ', '   ')
  const letters = q.toLowerCase()
  const [reference, phone] = [referenceSearch(q) ?? '', phoneSearch(q)]
  const statuses = (chosen ? [chosen] : ORDER_STATUSES).filter((status) =>
    isShort(q) ? status.startsWith(letters) : status.includes(letters),
  )
  return [
    `{reference customer email${isShort(q) ? '' : ' delivery'}} : ${quoted(text)}`,
    ...(isShort(reference) ? [] : [`reference : ${quoted(reference)}`]),
    ...(phone === null ? [] : [`delivery : ${quoted(phone)}`]),
    ...statuses.map((status) => `status : ${indexedStatus(status)}`),
  ].join(' OR ')
}

/** An alternative for every shop that `q` names. Part of the statement, so that a search stays one round trip. */
function orShopsNamed(q: string): SQL {
  const isNamed = isShort(q) ? contains(sql`' ' || name`, ` ${q}`) : contains(sql`name`, q)
  return sql`coalesce((
    select group_concat(' OR shop : "' || trigram || '"', '')
    from (
      select trigram from ${shops} cross join order_search_shop_trigrams on shop_id = ${shops}.id
      where ${isNamed} order by name collate nocase limit ${SHOPS_MAX}
    )), '')`
}

function isShort(q: string): boolean {
  return [...q].length < TRIGRAM
}

/** The trigram that stands for a status in the index. */
function indexedStatus(status: string): string {
  return quoted(`|${status.slice(2, 4)}`)
}

/** The trigram that stands for a source in the index, or the trigrams of a platform's id. */
function indexedSource(source: NonNullable<OrderFilter['source']>): string {
  return quoted(`|${source === 'buyer' || source === 'agent' ? source.slice(0, 2) : source}`)
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

type Page = { by: 'created_at' | 'promised_by'; direction: 'asc' | 'desc'; limit: number; offset: number }

/** Values of the three statuses that a filter lets through. */
type Lists = {
  assignments: readonly AssignmentStatus[]
  statuses: readonly OrderStatus[]
  payments: readonly PaymentStatus[]
}

/**
 * A page of the orders that the filter's choices let through: a SELECT of `id` and `at`. An index gives each combination
 * of the three statuses sorted; the first rows of each are merged.
 */
export function chosenOrders(choices: Choices, { by, direction, limit, offset }: Page): SQL {
  const at = sql.raw(by)
  const sorted = sql.raw(`${direction}, o.rowid ${direction}`)
  const page = sql`order by at ${sorted} limit ${limit} offset ${offset}`
  if (isOpen(choices)) return sql`select o.id, o.${at} as at from ${orders} o ${page}`
  return sql`select o.id, o.${at} as at from ${firstOfEach(lists(choices), { by, direction, limit, offset })} ${page}`
}

/** True if nobody waits for an order: `isAwaited` in SQL, turned round. @param o alias of its row */
const isOver = (o: SQL) => sql`not (${o}.payment_status = 'paid' and ${o}.status in (${sqlList(AT_WORK)}))`

/**
 * The order of `late` as the columns that {@link lateKeys} selects: soonest promised first while somebody waits, so that
 * the most late come first, then the others, latest promised first.
 */
export const LATE_FIRST = sql`ids.over, case when ids.over then null else ids.at end,
  case when ids.over then null else ids.tie end, ids.at desc, ids.tie desc`

/** Select expressions by which {@link LATE_FIRST} sorts. @param o alias of an order's row */
export const lateKeys = (o: SQL) => sql`${isOver(o)} as over, ${o}.promised_by as at, ${o}.rowid as tie`

/** A page of the orders that the filter's choices let through in the order of `late`: a SELECT of `id` and {@link lateKeys}. */
export function chosenLateFirst(choices: Choices, page: Pick<Page, 'limit' | 'offset'>): SQL {
  const { assignments, statuses, payments } = lists(choices)
  const open = statuses.filter((status) => AT_WORK.includes(status))
  const closed = statuses.filter((status) => !AT_WORK.includes(status))
  const paid = payments.filter((payment) => payment === 'paid')
  const unpaid = payments.filter((payment) => payment !== 'paid')
  const part = (of: Pick<Lists, 'statuses' | 'payments'>, direction: Page['direction']) =>
    sql`select o.id, ${lateKeys(sql`o`)}
      from ${firstOfEach({ assignments, ...of }, { ...page, by: 'promised_by', direction })}`
  return sql`select * from (
      ${part({ statuses: open, payments: paid }, 'asc')}
      union all ${part({ statuses: open, payments: unpaid }, 'desc')}
      union all ${part({ statuses: closed, payments }, 'desc')}
    ) ids order by ${LATE_FIRST} limit ${page.limit} offset ${page.offset}`
}

/** For a FROM: the first orders `o` of each combination of statuses, as an index gives them. */
function firstOfEach(
  { assignments, statuses, payments }: Lists,
  { by, direction, limit, offset }: Page,
): SQL {
  return sql`json_each(${JSON.stringify(assignments)}) assignment
    cross join json_each(${JSON.stringify(statuses)}) status
    cross join json_each(${JSON.stringify(payments)}) payment
    cross join ${orders} o on o.rowid in (
      select rowid from ${orders} where assignment_status = assignment.value and status = status.value
        and payment_status = payment.value
      order by ${sql.raw(by)} ${sql.raw(direction)}, rowid ${sql.raw(direction)} limit ${offset + limit})`
}

/** `from orders where …` for counting what the filter's choices let through. */
export function chosenFrom(choices: Choices): SQL {
  if (isOpen(choices)) return sql`from ${orders}`
  const { assignments, statuses, payments } = lists(choices)
  return sql`from ${orders} where assignment_status in (${sqlList(assignments)}) and status in (${sqlList(statuses)})
    and payment_status in (${sqlList(payments)})`
}

function isOpen({ assignment, status, payment }: Choices): boolean {
  return !assignment && !status && !payment
}

function lists({ assignment, status, payment }: Choices): Lists {
  return {
    assignments: assignment ? [assignment] : ASSIGNMENT_STATUSES,
    statuses: status ? [status] : ORDER_STATUSES,
    payments: payment ? [payment] : PAYMENT_STATUSES,
  }
}
