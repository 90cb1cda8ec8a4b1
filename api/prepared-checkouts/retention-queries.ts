import { and, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { agentPlatforms, agentReplies, preparedCheckouts } from '#drizzle/schema/agents.ts'
import { checkoutAttempts } from '#drizzle/schema/checkout.ts'
import { orders } from '#drizzle/schema/orders.ts'

const HOUR_MS = 60 * 60 * 1000
const CHECKOUT_KEPT_MS = 24 * HOUR_MS
const REPLY_KEPT_MS = 48 * HOUR_MS
const PLATFORM_KEPT_MS = 30 * 24 * HOUR_MS

/**
 * Forgets what was prepared: a checkout goes with its replies a day after its last change, or, where an order was placed with it, what
 * was typed there does; a platform that has nothing here any more goes after a month. One that is blocked stays, and stays blocked.
 */
export async function forgetPrepared(db: Db, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const old = lt(preparedCheckouts.updatedAt, before(CHECKOUT_KEPT_MS))
  const isPlaced = sql`exists (select 1 from ${checkoutAttempts} a where a.key = ${preparedCheckouts.id})`
  const isKnown = sql`exists (select 1 from ${preparedCheckouts} c where c.platform_id = ${agentPlatforms.id})
    or exists (select 1 from ${orders} o where o.agent_platform_id = ${agentPlatforms.id})`
  const holdsTexts = or(isNotNull(preparedCheckouts.content), sql`${preparedCheckouts.memo} <> '{}'`)
  await db.batch([
    db.delete(agentReplies).where(lt(agentReplies.createdAt, before(REPLY_KEPT_MS))),
    db.delete(preparedCheckouts).where(and(old, sql`not ${isPlaced}`)),
    db
      .update(preparedCheckouts)
      .set({ content: null, memo: {} })
      .where(and(old, isPlaced, holdsTexts)),
    db
      .delete(agentPlatforms)
      .where(
        and(
          lt(agentPlatforms.updatedAt, before(PLATFORM_KEPT_MS)),
          isNull(agentPlatforms.blockedAt),
          sql`not (${isKnown})`,
        ),
      ),
  ])
}
