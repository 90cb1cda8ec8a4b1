import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { applyToOrder } from '#api/orders/apply.ts'
import { askingTokens, type BuyersLinks } from '#api/orders/manage-link.ts'
import { readState, type StoredOrder } from '#api/orders/state-queries.ts'
import { runLoggingFailure } from '#api/platform/failure.ts'
import { sha256 } from '#api/platform/hash.ts'
import { finishForBuyer, finishNewRefunds } from '#api/refunds/finish.ts'
import { type AnswerQuestion, outcomeOf } from '#domain/order/answer.ts'
import { QUESTIONS, type QuestionKind, type QuestionOf } from '#domain/order/questions.ts'
import { refundSummary, requestedCentsOf } from '#domain/refunds.ts'
import { expiredQuestions } from './queries.ts'

// A buyer is asked something by a link: link, page, answer, and the end of a question that nobody answers. What is asked is in kinds.ts,
// what follows in domain/order/answer.ts.

/** An order with the question behind a link. */
export type Asked<Kind extends QuestionKind> = StoredOrder & { question: QuestionOf<Kind, StoredOrder> }

type Given = Pick<AnswerQuestion, 'answer' | 'waitUntil' | 'date'>

/** What only one kind of question has. */
export type Question<K extends QuestionKind, Page> = {
  kind: K
  page: (deps: Deps, found: Asked<K>, now: Date) => Promise<Page>
  /** Refuses an answer for what the order's state does not know. */
  check?: (deps: Deps, found: Asked<K>, given: Given, now: Date) => Promise<void>
  /** The reply to an answer after another end of the question; absent: the usual one. */
  ended?: (outcome: NonNullable<Asked<K>['question']['outcome']>) => { message: string }
}

/**
 * The link of a question; null if nobody was asked, or its key was removed. The page works without JavaScript, so the token is in the
 * query.
 */
export async function questionLink(
  config: Deps['config'],
  order: BuyersLinks,
  kind: QuestionKind,
  { id, tokenHash }: { id: string; tokenHash: string | null },
): Promise<string | null> {
  const issued = (await askingTokens(config, order, kind, id)).find(({ hash }) => hash === tokenHash)
  return issued ? `${config.origin}/${kind}?token=${issued.token}` : null
}

const linkUnknown = () => new AppError('link_unknown')

/** @throws AppError `link_unknown` */
function askedBy<K extends QuestionKind>(kind: K, state: StoredOrder, tokenHash: string): Asked<K> {
  const questions: readonly { tokenHash: string | null }[] = state[QUESTIONS[kind].rows]
  const question = questions.find((each) => each.tokenHash === tokenHash)
  if (!question) throw linkUnknown()
  return { ...state, question: question as Asked<K>['question'] }
}

/**
 * The page behind a link: the question, or how it ended.
 * @throws AppError `link_unknown`
 */
export async function lookUp<K extends QuestionKind, Page>(
  deps: Deps,
  { kind, page }: Question<K, Page>,
  token: string,
) {
  const tokenHash = await sha256(token)
  const { state } = await readState(deps.db, { question: kind, token: tokenHash })
  if (!state?.item) throw linkUnknown()
  const { item, order, refunds } = state
  const found = askedBy(kind, state, tokenHash)
  const common = {
    reference: order.orderReference,
    bouquet: item.title,
    imageUrl: item.imageUrl,
    timeZone: order.timeZone,
    promisedBy: order.promisedBy,
    expiresAt: found.question.expiresAt,
    refund: refundSummary(order, requestedCentsOf(refunds)),
  }
  return { ...common, ...(await page(deps, found, deps.clock.now())) }
}

/**
 * The buyer answers, once. The same answer again changes nothing.
 * @throws AppError `link_unknown`; `choice_closed` or `substitution_closed` when something else was answered, or there is nothing to
 *   answer any more; `choice_changed` when what was chosen is not to be had any more; `edit_conflict`
 */
export async function answer<K extends QuestionKind>(
  deps: Deps,
  { kind, check, ended }: Question<K, unknown>,
  { token, ...given }: Given & { token: string },
): Promise<void> {
  const tokenHash = await sha256(token)
  const applied = await applyToOrder(
    deps,
    { question: kind, token: tokenHash },
    async (state, at): Promise<AnswerQuestion | null> => {
      const found = askedBy(kind, state, tokenHash)
      const { id, outcome } = found.question
      if (outcome === outcomeOf(kind, given.answer)) return null
      if (outcome !== null) throw new AppError(QUESTIONS[kind].closed, ended?.(outcome))
      await check?.(deps, found, given, new Date(at))
      return { type: 'answer_question', kind, id, refundId: crypto.randomUUID(), ...given }
    },
    { actor: 'shopper' },
    { notFound: linkUnknown },
  )
  if (applied.changed) deps.waitUntil(finishForBuyer(deps, applied))
}

/** Ends the questions of a kind that nobody has answered in time. */
export async function endExpiredQuestions(deps: Deps, kind: QuestionKind): Promise<void> {
  const details = { job: 'endExpiredQuestions', kind }
  for (const { orderId } of await expiredQuestions(deps.db, kind, deps.clock.now().toISOString())) {
    await runLoggingFailure(deps, 'question_job_failed', details, () =>
      endExpiredQuestion(deps, kind, orderId),
    )
  }
}

/** Ends the question of an order if nobody has answered it in time. */
export async function endExpiredQuestion(deps: Deps, kind: QuestionKind, orderId: string): Promise<void> {
  const command = { type: 'expire_question', kind, refundId: crypto.randomUUID() } as const
  await finishNewRefunds(deps, await applyToOrder(deps, orderId, command, { actor: 'system' }), 'system')
}
