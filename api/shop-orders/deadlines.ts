import type { Deps } from '#api/deps.ts'
import type { Condition } from '#api/platform/database/condition.ts'
import { runLoggingFailure } from '#api/platform/failure.ts'
import { NO_ANSWER } from '#domain/florist.ts'
import { askNextFlorist } from './ask-next.ts'
import { deadlineHasPassed, ordersToAssign, unansweredShopOrders } from './asking-queries.ts'
import { writeStatus } from './change-status.ts'
import { readShopOrder } from './queries.ts'

/** Of each kind in a run, soonest first; the next run goes on. Each costs up to five requests to the database. */
const MAX_PER_RUN = 50
const FAILED = 'asking_failed'
const JOB = { job: 'askFlorists' }

/**
 * The scheduled part of asking florists: rejects for those who did not answer in time, and asks the next florist about every
 * order that the system has to assign. One that fails does not keep the others waiting.
 */
export async function askFlorists(deps: Deps): Promise<void> {
  const at = deps.clock.now().toISOString()
  for (const id of await unansweredShopOrders(deps.db, at, MAX_PER_RUN)) {
    await runLoggingFailure(deps, FAILED, { ...JOB, shopOrderId: id }, () => rejectUnanswered(deps, id))
  }
  for (const orderId of await ordersToAssign(deps.db, at, MAX_PER_RUN)) {
    await runLoggingFailure(deps, FAILED, { ...JOB, orderId }, () => askNextFlorist(deps, orderId))
  }
}

/** Nothing is written if the florist has answered meanwhile, or the order is not waited for any more. */
async function rejectUnanswered(deps: Deps, id: string): Promise<void> {
  const found = await readShopOrder(deps.db, id)
  if (found?.shopOrder.status !== 'pending') return
  const at = deps.clock.now().toISOString()
  const change = { to: 'rejected', who: { actor: 'system' }, reason: NO_ANSWER } as const
  const passed: Condition = deadlineHasPassed(id, at)
  await writeStatus(deps, found, change, at, passed)
}
