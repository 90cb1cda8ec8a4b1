import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { applyToOrder } from '#api/orders/apply.ts'
import { sha256 } from '#api/platform/hash.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { finishNewRefunds } from '#api/refunds/finish.ts'
import type { AnswerChoice } from '#domain/order/promise.ts'
import type { ChoiceAnswerRequest } from './schema.ts'
import { choiceWithToken, linkUnknown, readOffer } from './service.ts'

/**
 * The buyer chooses what becomes of a promise in danger, once. The same answer again changes nothing.
 * @throws AppError `link_unknown`; `choice_closed` when it was made already or is not needed any more; `choice_changed` when what was
 *   chosen is not to be had any more; `edit_conflict`
 */
export async function answerChoice(deps: Deps, request: ChoiceAnswerRequest): Promise<void> {
  const choiceToken = await sha256(request.token)
  const applied = await applyToOrder(
    deps,
    { choiceToken },
    async (state, at): Promise<AnswerChoice | null> => {
      const choice = choiceWithToken(state, choiceToken)
      if (choice.outcome === request.answer) return null
      if (choice.closedAt !== null) throw new AppError('choice_closed')
      const command = { type: 'answer_choice', choiceId: choice.id, refundId: crypto.randomUUID() } as const
      const { answer, waitUntil = '', date = '' } = request
      if (answer === 'cancel') return { ...command, answer }
      if (answer === 'wait') return { ...command, answer, waitUntil }
      const { days } = await readOffer(deps, { ...state, choice }, new Date(at))
      if (!days.includes(date)) throw new AppError('choice_changed')
      return { ...command, answer, date }
    },
    { actor: 'shopper' },
    { notFound: linkUnknown },
  )
  if (!applied.changed) return
  await finishNewRefunds(deps, applied, 'buyer')
  deps.waitUntil(sendDue(deps))
}
