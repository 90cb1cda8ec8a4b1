import type { Deps } from '#api/deps.ts'
import { applyToOrder } from '#api/orders/apply.ts'
import { runLoggingFailure } from '#api/platform/failure.ts'
import { NO_ANSWER } from '#domain/florist.ts'
import { isAwaited } from '#domain/order/fulfilment.ts'
import { askNextFlorist } from './ask-next.ts'
import { ordersToAssign, unansweredShopOrders } from './deadline-queries.ts'

/** A run takes so many of each kind, soonest first; the next run goes on. Each costs up to five requests to the database. */
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
async function rejectUnanswered(deps: Deps, shopOrderId: string): Promise<void> {
  await applyToOrder(
    deps,
    { shopOrderId },
    ({ order, shopOrders }, at) => {
      const shopOrder = shopOrders.find(({ id }) => id === shopOrderId)
      const isDue = shopOrder?.status === 'pending' && shopOrder.withdrawnAt === null
      const isOver = isDue && shopOrder.answerBy !== null && shopOrder.answerBy <= at
      if (!isOver || !isAwaited(order)) return null
      return { type: 'set_shop_order_status', shopOrderId, to: 'rejected', reason: NO_ANSWER }
    },
    { actor: 'system' },
  )
}
