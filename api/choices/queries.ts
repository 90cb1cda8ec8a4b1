import { and, eq, gt, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { AWAITS_ACCEPTANCE, IS_IN_DANGER, IS_OVER_CAPACITY } from '#api/dangers/queries.ts'
import type { Db } from '#api/deps.ts'
import { addMessage, type ChoiceMessage } from '#api/platform/outbox/outbox.ts'
import { liveAssignment } from '#api/shop-orders/assignment-queries.ts'
import { agreedAt, isDeclined } from '#api/shop-orders/round-queries.ts'
import { MARKET_PROMISE_DEFAULTS } from '#domain/market-promises.ts'
import { ASSIGNMENT_STATUSES } from '#domain/order-status.ts'
import { hasFlorist, markets } from '#drizzle/schema/markets.ts'
import { type ChoiceRow, orderChoices } from '#drizzle/schema/order-choices.ts'
import { orderItems, orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'

/** How many orders one run of a job looks at; the next run continues. */
const MAX_PER_RUN = 50

/** Of the order's market, or what a market has that says nothing else. */
const FULFILMENT_MINUTES = sql<number>`coalesce(${markets.fulfilmentMinutes}, ${MARKET_PROMISE_DEFAULTS.fulfilmentMinutes})`

const FACTS = {
  isOverCapacity: sql<number>`${IS_OVER_CAPACITY}`.as('is_over_capacity'),
  fulfilmentMinutes: FULFILMENT_MINUTES.as('fulfilment_minutes'),
  agreedAt: agreedAt(sql`orders.id`).as('agreed_at'),
}

/** An order with what its promise depends on and its live shop order; a row or none. */
export async function readPromise(db: Db, orderId: string) {
  const [[found], [open], [live]] = await db.batch([
    db
      .select({
        order: orders,
        ...FACTS,
        choiceHours: sql<number>`coalesce(${markets.choiceHours}, ${MARKET_PROMISE_DEFAULTS.choiceHours})`.as(
          'choice_hours',
        ),
      })
      .from(orders)
      .leftJoin(markets, eq(markets.id, orders.marketId))
      .where(eq(orders.id, orderId)),
    openChoice(db, orderId),
    liveAssignment(db, orderId),
  ])
  return found
    ? { ...found, isOverCapacity: found.isOverCapacity === 1, open: open ?? null, live: live ?? null }
    : null
}

export type FoundPromise = NonNullable<Awaited<ReturnType<typeof readPromise>>>

/** Statement: the open choice of an order; one row or none. */
export function openChoice(db: Db, orderId: string) {
  return db
    .select()
    .from(orderChoices)
    .where(and(eq(orderChoices.orderId, orderId), isNull(orderChoices.closedAt)))
}

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

/** The orders whose buyers have not answered in time. */
export function expiredChoices(db: Db, now: string) {
  return db
    .select({ orderId: orderChoices.orderId })
    .from(orderChoices)
    .where(and(isNull(orderChoices.closedAt), lte(orderChoices.expiresAt, now)))
    .orderBy(orderChoices.openedAt)
    .limit(MAX_PER_RUN)
}

/** A choice with its order, bouquet and market, by its id or its link. */
export async function readChoice(db: Db, by: { id: string } | { tokenHash: string }) {
  const isIt = 'id' in by ? eq(orderChoices.id, by.id) : eq(orderChoices.tokenHash, by.tokenHash)
  const [found] = await db
    .select({
      choice: orderChoices,
      order: orders,
      item: orderItems,
      openingHours: markets.openingHours,
      pausedReason: markets.pausedReason,
      closedWithoutFlorist: markets.closedWithoutFlorist,
      hasFlorist: hasFlorist(sql`markets.id`).as('has_florist'),
    })
    .from(orderChoices)
    .innerJoin(orders, eq(orders.id, orderChoices.orderId))
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .leftJoin(markets, eq(markets.id, orders.marketId))
    .where(isIt)
    .limit(1)
  return found ?? null
}

export type FoundChoice = NonNullable<Awaited<ReturnType<typeof readChoice>>>

/** Condition: a choice is open, and as it was read. */
export function choiceUnchanged({ id, offeredAt, waitUntil }: ChoiceRow): SQL {
  return sql`exists (select 1 from ${orderChoices} where id = ${id} and closed_at is null
    and offered_at is ${offeredAt} and wait_until is ${waitUntil})`
}

/** Condition: no choice of an order is open. */
export function noOpenChoice(orderId: string): SQL {
  return sql`not exists (select 1 from ${orderChoices} where order_id = ${orderId} and closed_at is null)`
}

/** Statement: changes the open choice of an order. */
export function changeChoice(db: Db, orderId: string, changes: Partial<ChoiceRow>, onlyIf: SQL) {
  return db
    .update(orderChoices)
    .set(changes)
    .where(and(eq(orderChoices.orderId, orderId), isNull(orderChoices.closedAt), onlyIf))
}

/** Statement: a message about a choice to its buyer, each kind once. */
export function enqueueChoiceEmail(
  db: Db,
  kind: ChoiceMessage,
  choiceId: string,
  order: { id: string; customerEmail: string },
  at: string,
  onlyIf: SQL,
) {
  const payload = sql`${JSON.stringify({ choiceId })}`
  const message = { kind, about: choiceId, orderId: order.id, recipient: order.customerEmail, payload }
  return addMessage(db, message, at, onlyIf)
}
