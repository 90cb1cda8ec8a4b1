import { type SQL, sql } from 'drizzle-orm'
import { contains, sqlList } from '#api/platform/database/paging.ts'
import { ASSIGNMENT_STATUSES, ORDER_STATUSES, PAYMENT_STATUSES } from '#domain/order-status.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { orders } from '#drizzle/schema/orders.ts'
import type { OrderFilter } from './schema.ts'

// What finds orders: the index of drizzle/migrations/0003_order_search.sql for words, indexes for the filter menu.

type Choices = Omit<OrderFilter, 'q'>

/** Three symbols stand for a choice in the index, as its view writes them. */
const code = {
  payment: (status: string) => `\u{E000}${status.slice(0, 2)}`,
  assignment: (status: string) => `\u{E001}${status.slice(0, 2)}`,
  status: (status: string) => `\u{E002}${status.charAt(0)}${status.charAt(3)}`,
}

/** Shorter words begin a word; from here on they are found anywhere in it. */
const ANYWHERE = 3

/**
 * The expression that finds the words `q` in reference, customer, e-mail, status or name of the live shop, and only
 * where the filter's choices hold; without words it is the choices alone.
 * @returns SQL for the right side of `order_search match`; null when there is neither
 */
export function matchExpression({ q, ...choices }: OrderFilter): SQL | null {
  const chosen = chosenCodes(choices)
  if (!q) return chosen.length > 0 ? sql`${chosen.join(' AND ')}` : null
  const also = chosen.map((each) => ` AND ${each}`).join('')
  return sql`${`(${words(q, choices.status)}`} || ${shopCodes(q)} || ${`)${also}`}`
}

function chosenCodes({ payment, assignment, status }: Choices): string[] {
  return [
    ...(status ? [quoted(code.status(status))] : []),
    ...(assignment ? [quoted(code.assignment(assignment))] : []),
    ...(payment ? [quoted(code.payment(payment))] : []),
  ]
}

/**
 * The words as they stand in the index, where every word has two spaces before it; or a status that they are part of.
 * An order has one status: where one is chosen, looking for others would only make the index compare long lists.
 */
function words(q: string, chosen?: string): string {
  const letters = [...q].length
  const phrase = letters < ANYWHERE ? `${' '.repeat(ANYWHERE - letters)}${q}` : q.replaceAll(' ', '   ')
  const lower = q.toLowerCase()
  const statuses = ORDER_STATUSES.filter(
    (status) =>
      (chosen === undefined || status === chosen) &&
      (letters < ANYWHERE ? status.startsWith(lower) : status.includes(lower)),
  )
  return [phrase, ...statuses.map(code.status)].map(quoted).join(' OR ')
}

/** ` OR "…"` for every shop whose name has the words: shops are few. */
function shopCodes(q: string): SQL {
  const named =
    [...q].length < ANYWHERE ? contains(sql`' ' || ${shops.name}`, ` ${q}`) : contains(shops.name, q)
  return sql`coalesce((
    select group_concat(' OR "' || char(57347) || char(57600 + c.n / 1000) || char(57600 + c.n % 1000) || '"', '')
    from ${shops} join order_search_shops c on c.shop_id = ${shops.id} where ${named}), '')`
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

type Order = { by: 'created_at' | 'promised_by'; direction: 'asc' | 'desc' }

/**
 * The ids of the orders that the filter's choices let through, sorted. Every combination of the three is a range of one
 * index that is sorted already; the ranges are merged as far as they are read.
 * @returns a SELECT of `id` and `at`, to be limited
 */
export function chosenOrders(choices: Choices, { by, direction }: Order): SQL {
  const at = sql.raw(by)
  const sorted = sql.raw(`${direction}, orders.rowid ${direction}`)
  if (isOpen(choices)) return sql`select id, ${at} as at from ${orders} order by ${at} ${sorted}`
  const ranges = combinations(choices).map(
    (where) => sql`select id, ${at} as at, ${orders}.rowid as place from ${orders} where ${where}`,
  )
  return sql`select id, at from (${sql.join(ranges, sql` union all `)} order by at ${sql.raw(direction)},
    place ${sql.raw(direction)})`
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

function combinations(choices: Choices): SQL[] {
  const { assignments, statuses, payments } = lists(choices)
  return assignments.flatMap((assignment) =>
    statuses.flatMap((status) =>
      payments.map(
        (payment) =>
          sql`assignment_status = ${assignment} and status = ${status} and payment_status = ${payment}`,
      ),
    ),
  )
}
