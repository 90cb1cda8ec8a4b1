import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { SESSION_MINUTES } from '#domain/checkout-session.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { cancelUnpaid } from './cancel-unpaid.ts'
import { reconcileOne } from './reconcile-one.ts'
import { reconcileSessions } from './reconcile-sessions.ts'
import { settle } from './settle.ts'

const HOUR_MS = 60 * 60 * 1000
const MOST_ORDERS = 30
/** A session has this long to be recorded before its order counts as given up. */
const GIVEN_UP_MS = (SESSION_MINUTES + 5) * 60_000

/**
 * The scheduled comparison of our books with the provider's (decisions.md): what no webhook told us is settled
 * here, what was paid without an order is rebuilt, what can never be paid is closed.
 */
export async function reconcile(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const since = new Date(now.getTime() - deps.config.reconcileHours * HOUR_MS)
  await reconcileSessions(deps, since)
  await checkOlder(deps, since)
  await closeGivenUp(deps, now)
}

/** Orders that wait for a payment longer than the sweep reaches: asked for one by one, the longest unasked first. */
async function checkOlder(deps: Deps, before: Date): Promise<void> {
  const { db, payments, clock } = deps
  const waiting = await db
    .select({ id: orders.id, sessionId: orders.checkoutSessionId })
    .from(orders)
    .where(
      and(
        eq(orders.paymentStatus, 'pending'),
        eq(orders.isSample, false),
        lt(orders.createdAt, before.toISOString()),
        sql`${orders.checkoutSessionId} is not null`,
      ),
    )
    .orderBy(asc(orders.reconciledAt), asc(orders.createdAt))
    .limit(MOST_ORDERS)
  const asked: string[] = []
  try {
    for (const { id, sessionId } of waiting) {
      if (sessionId === null) continue
      asked.push(id)
      await reconcileOne(deps, sessionId, async () => {
        await settle(deps, await payments.retrieveSession(sessionId), { source: 'reconciliation' })
      })
    }
  } finally {
    const reconciledAt = clock.now().toISOString()
    await db.update(orders).set({ reconciledAt }).where(inArray(orders.id, asked))
  }
}

/** Orders whose checkout session was never opened: nobody was ever told where to pay. */
async function closeGivenUp(deps: Deps, now: Date): Promise<void> {
  const { db } = deps
  const before = new Date(now.getTime() - GIVEN_UP_MS).toISOString()
  const givenUp = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.paymentStatus, 'pending'),
        eq(orders.isSample, false),
        isNull(orders.checkoutSessionId),
        or(isNull(orders.reconciledAt), lt(orders.reconciledAt, before)),
        lt(orders.createdAt, before),
      ),
    )
    .limit(MOST_ORDERS)
  for (const { id } of givenUp) {
    // It may have been opened since it was read: then somebody was told.
    const untold = sql`checkout_session_id is null`
    await db.batch(cancelUnpaid(deps, id, { kind: 'given_up', actor: 'system' }, now.toISOString(), untold))
  }
}
