import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import type { CheckoutSession } from '#api/platform/payments/payments.ts'
import { disputes, jobCursors, refunds } from '#drizzle/schema/checkout.ts'
import { orderEvents, orders } from '#drizzle/schema/orders.ts'

/** What has to be done about an ended session: settle its order, or rebuild the order first. */
export type Difference = { session: CheckoutSession; known: boolean }

/**
 * The sessions, in the same order, about which our books do not say what the provider says. One round trip, however
 * many there are.
 */
export async function differences(db: Db, sessions: readonly CheckoutSession[]): Promise<Difference[]> {
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
    // Of orders that are gone, and of payments that were flagged instead of settled.
    db
      .select({
        orderId: orderEvents.orderId,
        kind: orderEvents.kind,
        sessionId: sql<string | null>`${orderEvents.data} ->> 'sessionId'`,
      })
      .from(orderEvents)
      .where(
        sql`${orderEvents.dedupeKey} in (select value from json_each(${flagKeys}))
          or (${orderEvents.kind} in ('deleted', 'paid')
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
      if (order) return !agrees(session, order, paid)
      // Nobody misses the order of a session that was not paid, or one that was deleted after its payment was known.
      return session.paid && !(deleted.has(session.orderId) && paid.has(session.id))
    })
    .map((session) => ({ session, known: byId.has(session.orderId) }))
}

/** @param recorded sessions whose payment was recorded without settling the order */
function agrees(
  { id, paid, status }: CheckoutSession,
  order: { paymentStatus: string; sessionId: string | null },
  recorded: ReadonlySet<string | null>,
): boolean {
  if (paid) {
    const settled = order.paymentStatus === 'paid' || order.paymentStatus === 'refunded'
    return (settled && order.sessionId === id) || recorded.has(id)
  }
  // The end of a session that is not the order's current one means nothing, and neither does one that is not paid yet.
  const current = order.sessionId === null || order.sessionId === id
  return status !== 'expired' || order.paymentStatus !== 'pending' || !current
}

type Told = { id: string; status: string; paymentReference: string | null }

/** Those of the provider's refunds of our orders that our books do not have as they are. One round trip. */
export function unrecordedRefunds<Refund extends Told>(db: Db, told: readonly Refund[]): Promise<Refund[]> {
  return unrecorded(db, told, sql`select provider_refund_id as id, status from ${refunds}`)
}

/** The same of disputes. */
export function unrecordedDisputes<Dispute extends Told>(
  db: Db,
  told: readonly Dispute[],
): Promise<Dispute[]> {
  return unrecorded(db, told, sql`select id, status from ${disputes}`)
}

async function unrecorded<Entry extends Told>(db: Db, told: readonly Entry[], books: SQL): Promise<Entry[]> {
  if (told.length === 0) return []
  const ids = JSON.stringify(told.map(({ id }) => id))
  const payments = JSON.stringify(told.map(({ paymentReference }) => paymentReference))
  const [known, ours] = await db.batch([
    db.all<{ id: string; status: string }>(
      sql`select id, status from (${books}) where id in (select value from json_each(${ids}))`,
    ),
    db
      .select({ payment: orders.paymentReference })
      .from(orders)
      .where(sql`${orders.paymentReference} in (select value from json_each(${payments}))`),
  ])
  const statuses = new Map(known.map(({ id, status }) => [id, status]))
  const paid = new Set(ours.map(({ payment }) => payment))
  return told.filter(
    ({ id, status, paymentReference }) => paid.has(paymentReference) && statuses.get(id) !== status,
  )
}

/** Where a job's next run goes on; null: at the beginning. */
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
