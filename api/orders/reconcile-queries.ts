import { and, asc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { sqlList } from '#api/platform/database/paging.ts'
import type { CheckoutSession } from '#api/platform/payments/payments.ts'
import { PAYMENTS } from '#domain/order/events.ts'
import { checkoutSessions, jobCursors, orderHolds, providerEvents } from '#drizzle/schema/checkout.ts'
import { orderEvents, orders } from '#drizzle/schema/orders.ts'

/** An ended session that our records disagree with. `known`: its order exists; otherwise it has to be rebuilt first. */
export type Difference = { session: CheckoutSession; known: boolean }

/** The sessions, in the same order, that our records disagree with. One round trip, however many there are. */
export async function findDifferences(db: Db, sessions: readonly CheckoutSession[]): Promise<Difference[]> {
  const ended = sessions.flatMap((session) => {
    const { orderId, status } = session
    return orderId === null || status === 'open' ? [] : [{ ...session, orderId }]
  })
  if (ended.length === 0) return []
  const orderIds = JSON.stringify(ended.map(({ orderId }) => orderId))
  const flagKeys = JSON.stringify(ended.flatMap(({ id }) => [`stray_payment:${id}`, `amount_mismatch:${id}`]))
  const [known, events] = await db.batch([
    db
      .select({ id: orders.id, paymentStatus: orders.paymentStatus, sessionId: orders.checkoutSessionId })
      .from(orders)
      .where(sql`${orders.id} in (select value from json_each(${orderIds}))`),
    // Events of deleted orders, and of payments that were flagged instead of settled.
    db
      .select({
        orderId: orderEvents.orderId,
        kind: orderEvents.kind,
        sessionId: sql<string | null>`${orderEvents.data} ->> 'sessionId'`,
      })
      .from(orderEvents)
      .where(
        sql`${orderEvents.dedupeKey} in (select value from json_each(${flagKeys}))
          or (${orderEvents.kind} in (${sqlList(['deleted', ...PAYMENTS])})
            and ${orderEvents.orderId} in (select value from json_each(${orderIds}))
            and ${orderEvents.orderId} not in (select id from ${orders}))`,
      ),
  ])
  const byId = new Map(known.map((order) => [order.id, order]))
  const deleted = new Set(events.filter(({ kind }) => kind === 'deleted').map(({ orderId }) => orderId))
  const paid = new Set(events.filter(({ kind }) => kind !== 'deleted').map(({ sessionId }) => sessionId))
  return ended
    .filter((session) => {
      const order = byId.get(session.orderId)
      if (order) return !amountMatches(session, order, paid)
      // No order is needed for an unpaid session, or for one whose order was deleted after its payment was recorded.
      return session.paid && !(deleted.has(session.orderId) && paid.has(session.id))
    })
    .map((session) => ({ session, known: byId.has(session.orderId) }))
}

/** @param recorded sessions whose payment was recorded without settling the order */
function amountMatches(
  { id, paid, status }: CheckoutSession,
  order: { paymentStatus: string; sessionId: string | null },
  recorded: ReadonlySet<string | null>,
): boolean {
  if (paid) {
    const settled = order.paymentStatus === 'paid' || order.paymentStatus === 'refunded'
    return (settled && order.sessionId === id) || recorded.has(id)
  }
  // The end of a session that is not the order's current one changes nothing, nor does a session that is not paid yet.
  const current = order.sessionId === null || order.sessionId === id
  return status !== 'expired' || order.paymentStatus !== 'pending' || !current
}

/** Where a job's next run continues; null: at the beginning. */
export async function readCursor(db: Db, job: string): Promise<string | null> {
  const [row] = await db.select().from(jobCursors).where(eq(jobCursors.job, job))
  return row?.cursor ?? null
}

export async function writeCursor(db: Db, job: string, cursor: string | null, at: string): Promise<void> {
  await db
    .insert(jobCursors)
    .values({ job, cursor, updatedAt: at })
    .onConflictDoUpdate({ target: jobCursors.job, set: { cursor, updatedAt: at } })
}

const UNPAID = and(eq(orders.paymentStatus, 'pending'), eq(orders.isSample, false))

/** The sessions of unpaid orders that were placed before an instant (ISO); the longest unchecked first. */
export async function sessionsAwaitingPayment(db: Db, before: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ sessionId: orders.checkoutSessionId })
    .from(orders)
    .where(and(UNPAID, lt(orders.createdAt, before), isNotNull(orders.checkoutSessionId)))
    .orderBy(asc(orders.reconciledAt), asc(orders.createdAt))
    .limit(limit)
  return rows.flatMap(({ sessionId }) => sessionId ?? [])
}

/** Notes that the provider was asked about these sessions. */
export async function markReconciled(db: Db, sessionIds: readonly string[], at: string): Promise<void> {
  await db
    .update(orders)
    .set({ reconciledAt: at })
    .where(inArray(orders.checkoutSessionId, [...sessionIds]))
}

/** Unpaid orders that were placed, or held their place, before an instant (ISO) and never got a checkout session. */
export function ordersWithoutSession(db: Db, before: { placed: string; held: string }, limit: number) {
  const wasHeld = sql`exists (select 1 from ${orderHolds} h where h.order_id = ${orders.id} and h.expires_at < ${before.held})`
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        UNPAID,
        isNull(orders.checkoutSessionId),
        or(isNull(orders.reconciledAt), lt(orders.reconciledAt, before.placed)),
        or(lt(orders.createdAt, before.placed), wasHeld),
      ),
    )
    .limit(limit)
}

/** The provider's ids of stopped sessions that may still be open there; the longest untried first. */
export async function sessionsToExpire(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ sessionId: checkoutSessions.sessionId })
    .from(checkoutSessions)
    .where(sql`${checkoutSessions.stoppedAt} is not null and ${checkoutSessions.status} = 'open'`)
    .orderBy(asc(checkoutSessions.updatedAt))
    .limit(limit)
  return rows.flatMap(({ sessionId }) => sessionId ?? [])
}

/** Notes that expiring these sessions was tried, so that those which cannot be expired do not delay the others. */
export async function markExpiryTried(db: Db, sessionIds: readonly string[], at: string): Promise<void> {
  await db
    .update(checkoutSessions)
    .set({ updatedAt: at })
    .where(
      sql`${inArray(checkoutSessions.sessionId, [...sessionIds])} and ${eq(checkoutSessions.status, 'open')}`,
    )
}

const OLD_EVENTS_AT_ONCE = 500

/** Deletes the providers' events received before a moment (ISO instant); a part at a time. They came in order. */
export async function deleteOldProviderEvents(db: Db, before: string): Promise<void> {
  await db.run(sql`delete from ${providerEvents} where received_at < ${before} and rowid in (
    select rowid from ${providerEvents} order by rowid limit ${OLD_EVENTS_AT_ONCE})`)
}

/** Orders placed before a moment (ISO instant) that nobody paid for: at most so many. */
export function unpaidOrdersBefore(db: Db, before: string, limit: number) {
  // The columns of orders_filtered_created.
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.assignmentStatus, 'unassigned'),
        eq(orders.status, 'cancelled'),
        eq(orders.paymentStatus, 'failed'),
        lt(orders.createdAt, before),
      ),
    )
    .orderBy(asc(orders.createdAt))
    .limit(limit)
}
