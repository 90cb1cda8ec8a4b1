import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { standingOf } from '#api/shop-orders/florist-link.ts'
import { type BehindLink, floristLinkIsOpen } from '#api/shop-orders/florist-link-queries.ts'
import { writeStatus } from '#api/shop-orders/write-status.ts'
import { STATUS_OF_ANSWER } from '#domain/florist.ts'
import {
  type FloristView,
  fulfilmentOf,
  judgeAnswer,
  orderStatusAfter,
  type Standing,
} from '#domain/fulfilment.ts'
import type { ShopOrderStatus } from '#domain/order-status.ts'
import { openByToken, view } from './order.ts'
import type { FloristAnswerRequest, FloristOrder } from './schema.ts'

const ROUNDS = 4

const TOO_LATE: Partial<Record<FloristView, string>> = {
  cancelled: 'This order was cancelled. Please do not make it.',
  over: 'This order has been taken care of, so there is nothing left for you to do. Thank you for looking.',
}

/**
 * A florist's answer changes the shop order at once (issue 6). Given twice it is given once.
 * @returns the order as it stands then
 * @throws AppError `florist_link_closed`; `florist_too_late` when the order has moved on to where this answer leads
 *   nowhere, is over, or was called off
 */
export async function answerByFlorist(
  deps: Deps,
  { token, answer, reason }: FloristAnswerRequest,
): Promise<FloristOrder> {
  for (let round = 0; round < ROUNDS; round++) {
    const found = await openByToken(deps, token)
    const standing = standingOf(found)
    const verdict = judgeAnswer(standing, answer)
    if (verdict === 'done') return view(found, deps.config.origin, deps.clock.now())
    if (verdict === 'refused') throw tooLate(standing)

    const to = STATUS_OF_ANSWER[answer]
    const now = deps.clock.now()
    const at = now.toISOString()
    const change = {
      to,
      who: { actor: 'florist', actorId: found.shop.id },
      reason: answer === 'reject' ? (reason ?? null) : null,
    } as const
    if (!(await writeStatus(deps, found, change, at, floristLinkIsOpen(found.link.id, at)))) continue
    deps.defer(sendDue(deps))
    return view(answered(found, to, at), deps.config.origin, now)
  }
  throw new AppError('edit_conflict')
}

/** What was read, as the answer has made it. */
function answered(found: BehindLink, to: ShopOrderStatus, at: string): BehindLink {
  const { order, shopOrder } = found
  return {
    ...found,
    order: { ...order, status: orderStatusAfter(order, to) },
    shopOrder: { ...shopOrder, status: to, statusUpdatedAt: at },
  }
}

function tooLate(standing: Standing): AppError {
  const { florist } = fulfilmentOf(standing)
  return new AppError('florist_too_late', {
    message: TOO_LATE[florist] ?? `This order is ${standing.assignment} already.`,
  })
}
