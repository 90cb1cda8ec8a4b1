import { and, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { isDeclined } from '#api/capacity/round-queries.ts'
import type { Db } from '#api/deps.ts'
import { QUESTION_TABLES } from '#api/orders/state-queries.ts'
import { sqlList } from '#api/platform/database/paging.ts'
import { MARKET_PROMISE_DEFAULTS } from '#domain/market-promises.ts'
import { STATUSES_AT_WORK } from '#domain/order/fulfilment.ts'
import type { QuestionKind } from '#domain/order/questions.ts'
import { ASSIGNMENT_STATUSES } from '#domain/order-status.ts'
import { markets } from '#drizzle/schema/markets.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { orderSubstitutions } from '#drizzle/schema/order-substitutions.ts'
import { orderFlags, orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'

/** A run of a job looks at so many orders; the next run continues. */
const MAX_PER_RUN = 50

/** The minutes of the order's market, or those of a market that sets none. */
const FULFILMENT_MINUTES = sql<number>`coalesce(${markets.fulfilmentMinutes}, ${MARKET_PROMISE_DEFAULTS.fulfilmentMinutes})`

const OPEN_STATUSES = sqlList(STATUSES_AT_WORK.order)

/** Condition on the `orders` row: somebody waits for the flowers, and no florist has said yes. */
const AWAITS_ACCEPTANCE = sql`payment_status = 'paid' and is_sample = 0 and status in (${OPEN_STATUSES})
  and not exists (select 1 from ${shopOrders} a where a.order_id = orders.id and a.withdrawn_at is null
    and a.status not in ('pending', 'rejected'))`

/** Condition on the `orders` row: it is flagged `over_capacity`. */
const IS_OVER_CAPACITY = sql`exists (select 1 from ${orderFlags} f
  where f.order_id = orders.id and f.kind = 'over_capacity' and f.resolved_at is null)`

/** Condition on the `orders` row: its promise is in danger already. */
export const IS_IN_DANGER = sql`exists (select 1 from ${orderChoices} d
  where d.order_id = orders.id and d.closed_at is null)`

/**
 * Orders whose promise may be in danger and was not found to be yet, soonest promise first. Most of them are not: the rule
 * decides.
 * @param since ISO instant: older promises are left out
 */
export function suspects(db: Db, now: string, since: string): Promise<{ id: string }[]> {
  const lead = sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${now}, '+' || ${FULFILMENT_MINUTES} || ' minutes')`
  const isSuspect = sql`(${orders.promisedBy} < ${lead} or ${IS_OVER_CAPACITY}
    or (${orders.assignmentStatus} = 'unassigned' and (${markets.assignsAutomatically} = 1
      or (${markets.asksForAnswer} = 1 and exists (select 1 from ${shopOrders} d
        where d.order_id = orders.id and ${isDeclined(sql`d`)})))))`
  return db
    .select({ id: orders.id })
    .from(orders)
    .leftJoin(markets, eq(markets.id, orders.marketId))
    .where(
      and(
        // All of them: so the index on the three columns gives the promises in question.
        sql`${orders.assignmentStatus} in (${sql.raw(ASSIGNMENT_STATUSES.map((status) => `'${status}'`).join(', '))})`,
        gt(orders.promisedBy, since),
        AWAITS_ACCEPTANCE,
        sql`not ${IS_IN_DANGER}`,
        isSuspect,
      ),
    )
    .orderBy(orders.promisedBy)
    .limit(MAX_PER_RUN)
}

/** Open choices that no buyer was asked about yet, in markets where the system asks. @param since as above */
export function unofferedChoices(db: Db, since: string) {
  return db
    .select({
      orderId: orderChoices.orderId,
      openedAt: orderChoices.openedAt,
      promisedBy: orders.promisedBy,
      waitUntil: orderChoices.waitUntil,
      minutes: sql<number>`${markets.offersChoiceAfterMinutes}`,
    })
    .from(orderChoices)
    .innerJoin(orders, eq(orders.id, orderChoices.orderId))
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .where(
      and(
        isNull(orderChoices.closedAt),
        isNull(orderChoices.offeredAt),
        isNotNull(markets.offersChoiceAfterMinutes),
        gt(orders.promisedBy, since),
      ),
    )
    .orderBy(orderChoices.openedAt)
}

/** The column along whose index the open questions lie. */
const ORDERS = {
  choice: orderChoices.openedAt,
  substitution: orderSubstitutions.expiresAt,
} as const satisfies Record<QuestionKind, object>

/** Orders whose buyers have not answered in time, but for those that are ready, which stay as they are. */
export function expiredQuestions(db: Db, kind: QuestionKind, now: string) {
  const table = QUESTION_TABLES[kind]
  const isReady = sql`exists (select 1 from ${shopOrders} a
    where a.order_id = ${table.orderId} and a.withdrawn_at is null and a.status = 'ready')`
  return db
    .select({ orderId: table.orderId })
    .from(table)
    .where(and(isNull(table.closedAt), lte(table.expiresAt, now), sql`not ${isReady}`))
    .orderBy(ORDERS[kind])
    .limit(MAX_PER_RUN)
}
