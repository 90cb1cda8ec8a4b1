import * as z from 'zod/mini'
import type { Deps } from '#api/deps.ts'
import { manageAddress } from '#api/orders/manage-link.ts'
import type { StoredOrder } from '#api/orders/state-queries.ts'
import { LinkKeyMissing } from '#api/platform/mail/mail.ts'
import type { Rendered } from '#api/platform/mail/render.tsx'
import type { OutboxRow } from '#api/platform/outbox/outbox.ts'
import { feeRefundOf, readOffer } from '#api/questions/kinds.ts'
import { type Asked, questionLink } from '#api/questions/service.ts'
import { refundLimit } from '#domain/disputes.ts'
import { MESSAGES, NAMES_IN_PAYLOADS } from '#domain/order/causes.ts'
import { isAwaited } from '#domain/order/fulfilment.ts'
import { refundableNow } from '#domain/order/promise.ts'
import { QUESTIONS, type QuestionKind } from '#domain/order/questions.ts'
import { liveShopOrder, orderAndShop } from '#domain/order/state.ts'
import { type Facts, type QuestionMessage, questionLetter } from './letters.tsx'

type Known = Pick<Deps, 'db' | 'config' | 'clock'>

/**
 * Renders a letter about a question. The link's token is derived here; it is not stored.
 * @returns null when it is not so any more: the question is closed before it was sent, the order is over, or another florist makes it
 * @throws LinkKeyMissing when the key that the link was made with was removed
 */
export async function questionContent(
  deps: Known,
  message: QuestionMessage,
  state: StoredOrder | null,
  { payload }: OutboxRow,
): Promise<Rendered | null> {
  const { config } = deps
  const kind = MESSAGES[message].about
  const id = z.string().parse(payload[NAMES_IN_PAYLOADS[kind]])
  const questions: readonly Asked<QuestionKind>['question'][] = state?.[QUESTIONS[kind].rows] ?? []
  const question = questions.find((each) => each.id === id)
  if (!question || !state?.item) return null
  const { order, item, messages } = state
  const found = { ...state, question }
  const asked = `${QUESTIONS[kind].asks}:${id}`
  const common = {
    order,
    link: await linkOf(config, kind, found),
    wasAsked: isAwaited(order) && messages.some(({ dedupeKey, tried }) => tried && dedupeKey === asked),
  }
  const factsOf: (deps: Known, found: never) => Promise<object> = FACTS[kind]
  const facts = { ...common, question, ...(await factsOf(deps, found as never)) }
  const manageUrl = await manageAddress(config, order)
  const mail = { order, item, manageUrl, assignment: orderAndShop(state).assignment }
  return questionLetter(message, facts as never, mail, config.origin)
}

/** What only one kind's letters are written from. */
const FACTS: {
  [Kind in QuestionKind]: (
    deps: Known,
    found: Asked<Kind>,
  ) => Promise<Omit<Facts[Kind], 'order' | 'question' | 'link' | 'wasAsked'>>
} = {
  choice: async (deps, found) => ({
    offer: await readOffer(deps, found, deps.clock.now()),
    feeRefundCents: feeRefundOf(found),
  }),
  substitution: async (_, found) => ({
    refundCents: refundableNow(found),
    isDisputed: refundLimit(found.disputes) === 'none',
    isOwn: liveShopOrder(found)?.id === found.question.shopOrderId,
  }),
}

async function linkOf(config: Deps['config'], kind: QuestionKind, { order, question }: Asked<QuestionKind>) {
  if (question.closedAt !== null || question.expiresAt === null || !isAwaited(order)) return null
  const link = await questionLink(config, order, kind, question)
  if (!link) throw new LinkKeyMissing()
  return link
}
