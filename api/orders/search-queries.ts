import { type SQL, sql } from 'drizzle-orm'
import { sqlList } from '#api/platform/database/paging.ts'
import { ASSIGNMENT_STATUSES, ORDER_STATUSES, PAYMENT_STATUSES } from '#domain/order-status.ts'
import { orders } from '#drizzle/schema/orders.ts'
import type { OrderFilter } from './schema.ts'

type Choices = Omit<OrderFilter, 'q'>

/** The index (drizzle/migrations/0007_order_search.sql) holds every three characters in a row. */
const TRIGRAM = 3

/**
 * The FTS5 expression that finds `q` in reference, customer, e-mail, shop or status among the orders that the other
 * choices let through. One or two letters are found at the beginning of a word, more anywhere.
 * @returns null when the filter is empty
 */
export function matchExpression({ q, ...choices }: OrderFilter): string | null {
  const { payment, assignment, status } = choices
  const terms = [
    ...(q ? [searched(q, status)] : []),
    ...(status ? [`status : ${indexedStatus(status)}`] : []),
    ...(assignment ? [`assignment : ${indexedStatus(assignment)}`] : []),
    ...(payment ? [`payment : ${indexedStatus(payment)}`] : []),
  ]
  return terms.length > 0 ? terms.join(' AND ') : null
}

/** @param chosen the only status that orders can have: comparing the long lists of others would find nothing */
function searched(q: string, chosen: OrderFilter['status']): string {
  const missing = TRIGRAM - [...q].length
  const isShort = missing > 0
  // Two spaces precede every word in the index.
  const text = isShort ? ' '.repeat(missing) + q : q.replaceAll(' ', '   ')
  const letters = q.toLowerCase()
  const statuses = (chosen ? [chosen] : ORDER_STATUSES).filter((status) =>
    isShort ? status.startsWith(letters) : status.includes(letters),
  )
  const terms = [
    `{reference customer email shop} : ${quoted(text)}`,
    ...statuses.map((status) => `status : ${indexedStatus(status)}`),
  ]
  return `(${terms.join(' OR ')})`
}

/** The trigram that stands for a status in the index. */
function indexedStatus(status: string): string {
  return quoted(`|${status.slice(2, 4)}`)
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

type Page = { by: 'created_at' | 'promised_by'; direction: 'asc' | 'desc'; limit: number; offset: number }

/**
 * A page of the orders that the filter's choices let through: a SELECT of `id` and `at`. An index gives each combination
 * of the three statuses sorted; the first rows of each are merged.
 */
export function chosenOrders(choices: Choices, { by, direction, limit, offset }: Page): SQL {
  const at = sql.raw(by)
  const sorted = sql.raw(`${direction}, o.rowid ${direction}`)
  const page = sql`order by at ${sorted} limit ${limit} offset ${offset}`
  if (isOpen(choices)) return sql`select o.id, o.${at} as at from ${orders} o ${page}`
  const { assignments, statuses, payments } = lists(choices)
  return sql`select o.id, o.${at} as at
    from json_each(${JSON.stringify(assignments)}) assignment cross join json_each(${JSON.stringify(statuses)}) status
    cross join json_each(${JSON.stringify(payments)}) payment
    cross join ${orders} o on o.rowid in (
      select rowid from ${orders} where assignment_status = assignment.value and status = status.value
        and payment_status = payment.value
      order by ${at} ${sql.raw(direction)}, rowid ${sql.raw(direction)} limit ${offset + limit})
    ${page}`
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

function lists({ assignment, status, payment }: Choices) {
  return {
    assignments: assignment ? [assignment] : ASSIGNMENT_STATUSES,
    statuses: status ? [status] : ORDER_STATUSES,
    payments: payment ? [payment] : PAYMENT_STATUSES,
  }
}
