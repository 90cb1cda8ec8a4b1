import { refundLimit } from '#domain/disputes.ts'
import { promiseOn } from './broken-promise.ts'
import type { Draft } from './draft.ts'
import { type OrderEvent, rowOf } from './events.ts'
import { mayHappen } from './may.ts'
import { cancelWith, feeRefundKey, refundableNow, unearnedFeeCents } from './promise.ts'
import type { ChoiceOffer } from './question-words.ts'
import { type AnswerTo, QUESTIONS, type QuestionKind, type QuestionOf, questionEntry } from './questions.ts'
import { requestRefund } from './refund.ts'
import { Refused } from './refused.ts'
import type { OrderState } from './state.ts'
import { flowersOf } from './substitute.ts'

// A buyer answers a question, or does not. Which answers are offered, and which are refused, is what may happen to the order.

/** What an answer brings along. */
type Given = {
  /** The id of the refund that it may ask for. */
  refundId: string
  /** The time that the buyer was offered to wait for (ISO instant). */
  waitUntil?: string | undefined
  /** Another day that was offered, YYYY-MM-DD. */
  date?: string | undefined
}

export type AnswerQuestion = Given & {
  type: 'answer_question'
  kind: QuestionKind
  /** The question's. */
  id: string
  answer: { [Kind in QuestionKind]: AnswerTo<Kind> }[QuestionKind]
}

/** The buyer answers, once, until the time to answer is over. */
export function answerQuestion(draft: Draft, command: AnswerQuestion): void {
  const { kind, id, answer } = command
  const { answers, closed } = questionEntry(kind)
  if (openOf(draft.state, kind)?.id !== id || isOver(draft, kind)) throw new Refused(closed)
  const event = answers[answer]
  if (!event || !mayHappen(draft.state, event)) throw new Refused((event && rowOf(event).refusal) ?? closed)
  end(draft, kind, event, command)
}

/** The outcome of a question that an answer leads to. */
export function outcomeOf(kind: QuestionKind, answer: AnswerQuestion['answer']): string | undefined {
  const event = questionEntry(kind).answers[answer]
  return event && rowOf(event).closes?.[kind]
}

export type ExpireQuestion = { type: 'expire_question'; kind: QuestionKind; refundId: string }

/** Nobody has answered in time. Nothing while there is time, or where nothing follows from silence. */
export function expireQuestion(draft: Draft, { kind, refundId }: ExpireQuestion): void {
  if (isOver(draft, kind)) end(draft, kind, questionEntry(kind).silence, { refundId })
}

/** The question of a kind that is open; null: none is. */
function openOf(state: OrderState, kind: QuestionKind): QuestionOf<QuestionKind> | null {
  return state[QUESTIONS[kind].rows].find(({ closedAt }) => closedAt === null) ?? null
}

/** True if the time to answer is over. It is not where nothing follows from silence: flowers that are made are not cancelled. */
function isOver({ state, at }: Draft, kind: QuestionKind): boolean {
  const expiresAt = openOf(state, kind)?.expiresAt ?? null
  return expiresAt !== null && expiresAt <= at && mayHappen(state, questionEntry(kind).silence)
}

type EndsOf<Entry> = Entry extends { answers: Readonly<Record<string, infer Answer>>; silence: infer Silence }
  ? (Answer | Silence) & OrderEvent
  : never
type End<Kind extends QuestionKind> = (draft: Draft, open: QuestionOf<Kind>, given: Given) => void

/** Each event that ends a question, with its data. */
const ENDS: { [Kind in QuestionKind]: { [E in EndsOf<(typeof QUESTIONS)[Kind]>]: End<Kind> } } = {
  choice: {
    /** The time that was given becomes the promised one. A florist who has the order hears of it. */
    chose_wait(draft, { id: choiceId, waitUntil }, { waitUntil: promisedBy = '' }) {
      // The florist may have given another one since the page was read.
      if (waitUntil !== promisedBy || promisedBy <= draft.at) throw new Refused('choice_changed')
      const { timeZone } = draft.state.order
      draft.happen('chose_wait', { choiceId, promisedBy, timeZone }, undefined)
    },
    /** A place on another day; the shop that has the order gives it back. */
    chose_day(draft, { id: choiceId }, { date = '', refundId }) {
      if (!draft.hasRoom) throw new Refused('choice_changed')
      refundFee(draft, refundId)
      const { timeZone } = draft.state.order
      const { promisedBy } = promiseOn(date, timeZone)
      draft.happen('chose_day', { choiceId, promisedBy, timeZone }, { date })
    },
    chose_cancel(draft, { id: choiceId }, { refundId }) {
      const ended = cancelOrder(draft, `choice:${choiceId}`, refundId, 'Cancelled by the buyer')
      draft.happen('chose_cancel', { choiceId, ...ended }, undefined)
    },
    choice_expired(draft, { id: choiceId }, { refundId }) {
      const ended = cancelOrder(draft, `choice:${choiceId}`, refundId, 'No answer about a broken promise')
      draft.happen('choice_expired', { choiceId, ...ended }, undefined)
    },
  },
  substitution: {
    substitution_agreed(draft, open) {
      draft.happen('substitution_agreed', flowersOf(open), undefined)
    },
    substitution_declined(draft, open, { refundId }) {
      const ended = cancelOrder(draft, `substitution:${open.id}`, refundId, 'Said no to other flowers')
      draft.happen('substitution_declined', { ...flowersOf(open), ...ended }, undefined)
    },
    substitution_silent(draft, open) {
      draft.happen('substitution_silent', flowersOf(open), undefined)
    },
  },
}

function end(draft: Draft, kind: QuestionKind, event: OrderEvent, given: Given): void {
  const ends: { readonly [E in OrderEvent]?: End<never> } = ENDS[kind]
  ends[event]?.(draft, openOf(draft.state, kind) as never, given)
}

function cancelOrder(draft: Draft, idempotencyKey: string, id: string, reason: string) {
  return cancelWith(draft, { id, idempotencyKey, reason })
}

/** The fee for a delivery that did not come goes back, once. */
function refundFee(draft: Draft, id: string): void {
  const amountCents = unearnedFeeCents(draft.state)
  if (amountCents === 0) return
  const idempotencyKey = feeRefundKey(draft.state.order.id)
  const reason = 'Delivery fee: moved to another day'
  const refund = { id, idempotencyKey, amountCents, reason, share: null, requestedBy: null }
  requestRefund(draft, { type: 'request_refund', refund })
}

/**
 * The offer to the buyer of a promise in danger at `now`, for email, page and answer.
 * @param waitUntil the new time that was given (ISO instant); one that has passed is none to wait for
 * @param days on which there is room (YYYY-MM-DD)
 */
export function choiceOffer(
  state: OrderState,
  { waitUntil, days }: Pick<ChoiceOffer, 'waitUntil' | 'days'>,
  now: Date,
): ChoiceOffer {
  const { answers, silence } = QUESTIONS.choice
  const isToCome = waitUntil !== null && new Date(waitUntil) > now
  const refundCents = refundableNow(state)
  return {
    waitUntil: isToCome && mayHappen(state, answers.wait) ? waitUntil : null,
    days: mayHappen(state, answers.day) ? days : [],
    feeCents: unearnedFeeCents(state),
    refundCents,
    money: moneyOf(state, refundCents),
    unanswered: mayHappen(state, silence) ? 'cancelled' : 'kept',
  }
}

function moneyOf({ order, disputes }: OrderState, refundCents: number): ChoiceOffer['money'] {
  if (refundLimit(disputes) === 'none') return 'bank'
  if (refundCents === 0) return 'requested'
  return refundCents < order.totalCents ? 'rest' : 'all'
}
