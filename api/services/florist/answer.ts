import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { floristLinkIsOpen } from '#api/queries/florist-links.ts'
import { sendDue } from '#api/services/outbox/send-due.ts'
import { writeStatus } from '#api/services/shop-orders/write-status.ts'
import type { FloristAnswerRequest, FloristOrder } from '#src/contracts/florist.ts'
import { isCalledOff } from '#src/domain/assignment.ts'
import { judgeAnswer, STATUS_OF_ANSWER } from '#src/domain/florist.ts'
import { openByToken, view } from './order.ts'

const ROUNDS = 4

/**
 * A florist's answer changes the shop order at once (issue 6). Given twice it is given once.
 * @returns the order as it stands then
 * @throws AppError `florist_link_closed`; `florist_too_late` when the order has moved on to where this answer leads
 *   nowhere, or was called off
 */
export async function answerByFlorist(
  deps: Deps,
  { token, answer, reason }: FloristAnswerRequest,
): Promise<FloristOrder> {
  for (let round = 0; round < ROUNDS; round++) {
    const found = await openByToken(deps, token)
    const verdict = judgeAnswer(found.shopOrder.status, answer)
    if (verdict === 'done') return view(found, deps.config.origin)
    if (isCalledOff(found.order)) throw tooLate('This order was cancelled. Please do not make it.')
    if (verdict === 'refused') throw tooLate(`This order is ${found.shopOrder.status} already.`)

    const to = STATUS_OF_ANSWER[answer]
    const at = deps.clock.now().toISOString()
    const change = {
      to,
      who: { actor: 'florist', actorId: found.shop.id },
      reason: answer === 'reject' ? (reason ?? null) : null,
    } as const
    if (!(await writeStatus(deps, found, change, at, floristLinkIsOpen(found.link.id, at)))) continue
    deps.defer(sendDue(deps))
    return view({ ...found, shopOrder: { ...found.shopOrder, status: to } }, deps.config.origin)
  }
  throw new AppError('edit_conflict')
}

function tooLate(message: string): AppError {
  return new AppError('florist_too_late', { message })
}
