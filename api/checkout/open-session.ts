import { and, eq, exists, sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { stopPausedSessions } from '#api/orders/session-queries.ts'
import { isUniqueViolation } from '#api/platform/database/constraint.ts'
import { describeFailure } from '#api/platform/failure.ts'
import { type CheckoutSession, PaymentsError, type SessionParams } from '#api/platform/payments/payments.ts'
import { checkoutSessions } from '#drizzle/schema/checkout.ts'
import type { ItemRow, OrderRow } from '#drizzle/schema/orders.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { latestSession, type SessionRow } from './placement-queries.ts'
import { refusalOf } from './refused-field.ts'
import { sessionParams } from './session-params.ts'

/** How long the provider may take before the shopper is told. What came before and what follows is within the 2.8 s too. */
const PATIENCE_MS = 2_400
const MOST_TRIES = 6
const BUSY_PAUSE_MS = 150
/** The provider refuses sessions shorter than 30 minutes: stored parameters that are older than this are stale. */
const LEAST_SECONDS_LEFT = 30 * 60 + 5

/**
 * Makes sure that an order has a checkout session that can be paid (decisions.md, Checkout). The parameters are
 * stored with n before the provider is asked. A lost answer asks again with the same n, so that it is the same
 * session; an answer that the provider has stored as failed takes n + 1.
 * @returns the session's id and where to pay; null when the order's market was paused meanwhile
 * @throws AppError `payments_unavailable` when the provider does not answer; the next try goes on from here; `invalid`
 *   when it refuses what the shopper typed, PaymentsError when it refuses anything else; `attempt_busy` when the order was replaced or closed meanwhile
 */
export async function openSession(
  deps: Deps,
  order: OrderRow,
  item: ItemRow,
  row: SessionRow,
): Promise<{ sessionId: string; url: string } | null> {
  const deadline = Date.now() + PATIENCE_MS
  let current = row
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    if (current.stoppedAt !== null) return null
    if (current.sessionId !== null && current.url !== null) {
      return { sessionId: current.sessionId, url: current.url }
    }
    if (isStale(current, deps.clock.now())) {
      current = await nextSession(deps, order, item, current)
      continue
    }
    const left = deadline - Date.now()
    if (left < 100) break
    try {
      const session = await deps.payments.createSession(
        current.params as SessionParams,
        `${order.id}:${current.n}`,
        left,
      )
      current = await record(deps, order, current, session)
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error
      const { kind, param } = error
      deps.log('warn', 'checkout_session_failed', {
        orderId: order.id,
        n: current.n,
        kind,
        param,
        ...describeFailure(error),
      })
      if (error.kind === 'rejected') throw refusalOf(error)
      if (error.kind === 'server' && error.replayed) current = await nextSession(deps, order, item, current)
      if (error.kind === 'busy') await pause(BUSY_PAUSE_MS)
    }
  }
  throw new AppError('payments_unavailable')
}

function isStale(row: SessionRow, now: Date): boolean {
  return Date.parse(row.expiresAt) - now.getTime() < LEAST_SECONDS_LEFT * 1000
}

/**
 * Stores what the provider answered. Whoever is second, or came after the row was given up, goes on with what is stored.
 * Had the order's market been paused meanwhile, the session is stopped before anybody is told of it.
 */
async function record(
  { db, clock }: Deps,
  order: OrderRow,
  row: SessionRow,
  session: CheckoutSession,
): Promise<SessionRow> {
  const at = clock.now().toISOString()
  const open = { sessionId: session.id, url: session.url, status: 'open', updatedAt: at } as const
  const [, , , , [stored]] = await db.batch([
    db
      .update(checkoutSessions)
      .set(open)
      .where(and(eq(checkoutSessions.id, row.id), eq(checkoutSessions.status, 'creating'))),
    db
      .update(orders)
      .set({ checkoutSessionId: session.id, updatedAt: at })
      .where(
        and(
          eq(orders.id, order.id),
          eq(orders.paymentStatus, 'pending'),
          exists(db.select().from(checkoutSessions).where(eq(checkoutSessions.sessionId, session.id))),
        ),
      ),
    ...stopPausedSessions(db, sql`o.id = ${order.id}`, { actor: 'system', actorId: null }, at),
    latestSession(db, order.id),
  ])
  return stored ?? row
}

/** Gives up on the n-th session, whose address nobody was ever told, and stores the next one's parameters. */
async function nextSession(
  { db, clock, config }: Deps,
  order: OrderRow,
  item: ItemRow,
  row: SessionRow,
): Promise<SessionRow> {
  const now = clock.now()
  const next = newSessionRow(order, item, row.n + 1, config, now)
  // Only for an order that still waits: nobody may be sent to pay for one that was replaced or closed meanwhile.
  const waits = sql`exists (select 1 from ${orders} where id = ${order.id} and payment_status = 'pending')`
  try {
    const [, [stored]] = await db.batch([
      db
        .update(checkoutSessions)
        .set({ status: 'abandoned', updatedAt: now.toISOString() })
        .where(and(eq(checkoutSessions.id, row.id), eq(checkoutSessions.status, 'creating'))),
      db
        .insert(checkoutSessions)
        .select(
          sql`select ${next.id}, ${next.orderId}, ${next.n}, ${JSON.stringify(next.params)}, null, null, ${next.status},
            ${next.expiresAt}, null, ${next.createdAt}, ${next.updatedAt} where ${waits}`,
        )
        .returning(),
    ])
    if (!stored) throw new AppError('attempt_busy')
    return stored
  } catch (error) {
    // Another request of the same form was faster: go on with its row.
    if (!isUniqueViolation(error, 'checkout_sessions.order_id')) throw error
    const [latest] = await latestSession(db, order.id)
    return latest ?? row
  }
}

/** The row of an order's n-th session, not asked for yet. */
export function newSessionRow(
  order: OrderRow,
  item: ItemRow,
  n: number,
  config: Deps['config'],
  now: Date,
): SessionRow {
  const params = sessionParams(order, item, config.origin, config.paymentMethods, now)
  return {
    id: crypto.randomUUID(),
    orderId: order.id,
    n,
    params,
    sessionId: null,
    url: null,
    status: 'creating',
    expiresAt: new Date(params.expiresAt * 1000).toISOString(),
    stoppedAt: null,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
