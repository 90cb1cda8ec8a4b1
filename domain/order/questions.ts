import type { MessageKind } from './causes.ts'
import type { OrderEvent } from './events.ts'
import type { RefusalCode } from './refused.ts'
import type { OrderState } from './state.ts'

// The questions that a buyer is asked by a link in an email, and answers once. A kind is an entry of `QUESTIONS`; what its answers make
// of the order are rows of events.ts.

/**
 * The ways in which a broken promise ends: by what the buyer chose, `expired` without an answer, or `over` when it was kept
 * after all or the order ended otherwise.
 */
export const CHOICE_OUTCOMES = ['wait', 'day', 'cancel', 'expired', 'over'] as const
export type ChoiceOutcome = (typeof CHOICE_OUTCOMES)[number]

/**
 * The ways in which a substitution ends: decided by the florist without a question, answered with yes or no, not answered in time,
 * refunded without a question, taken back because the florist found the flowers, or `over` because the order moved on.
 */
export const SUBSTITUTION_OUTCOMES = [
  'florist',
  'agreed',
  'declined',
  'silent',
  'refunded',
  'found',
  'over',
] as const
export type SubstitutionOutcome = (typeof SUBSTITUTION_OUTCOMES)[number]

/** The outcomes with which the other flowers go in. */
const GOES_IN: ReadonlySet<SubstitutionOutcome | null> = new Set(['florist', 'agreed', 'silent'])

/** True once it is decided that the other flowers go in. */
export function goesIn({ outcome }: { outcome: SubstitutionOutcome | null }): boolean {
  return GOES_IN.has(outcome)
}

/** The times of a market on which a deadline depends. */
export type MarketTimes = {
  /** The minutes that it needs to make a bouquet and deliver it. */
  fulfilmentMinutes: number
  /** The hours that it gives a buyer to choose. */
  choiceHours: number
}
/** `promisedBy`, `waitUntil`: ISO instants; without a `waitUntil` there is no time to wait for. */
type Times = MarketTimes & { now: Date; promisedBy: string; waitUntil?: string | null }

type Question = {
  /** The list of the order's state that has the questions of this kind. */
  rows: 'choices' | 'substitutions'
  /** The event that each answer is. */
  answers: Readonly<Record<string, OrderEvent>>
  /** The event that follows when nobody has answered in time. */
  silence: OrderEvent
  /** The refusal of an answer once there is nothing to answer any more. */
  closed: RefusalCode
  /** The email with the link. */
  asks: MessageKind
  /** Until when the buyer may answer (ISO instant); null: there is no time to ask. */
  deadline: (times: Times) => string | null
}

export const QUESTIONS = {
  /** A promise is in danger: to wait for a new time, another day, or the end of the order. */
  choice: {
    rows: 'choices',
    answers: { wait: 'chose_wait', day: 'chose_day', cancel: 'chose_cancel' },
    silence: 'choice_expired',
    closed: 'choice_closed',
    asks: 'promise-choice',
    deadline: hoursOrOfferedTime,
  },
  /** A flower is missing: yes to another one, or no, which ends the order. */
  substitution: {
    rows: 'substitutions',
    answers: { yes: 'substitution_agreed', no: 'substitution_declined' },
    silence: 'substitution_silent',
    closed: 'substitution_closed',
    asks: 'substitution-question',
    deadline: halfOfSpareTime,
  },
} as const satisfies Record<string, Question>

export type QuestionKind = keyof typeof QUESTIONS
export const QUESTION_KINDS = Object.keys(QUESTIONS) as QuestionKind[]
export const questionEntry = (kind: QuestionKind): Question => QUESTIONS[kind]

export type AnswerTo<Kind extends QuestionKind> = keyof (typeof QUESTIONS)[Kind]['answers'] & string

/** The answers to a kind of question. */
export function answersTo<Kind extends QuestionKind>(kind: Kind): AnswerTo<Kind>[] {
  return Object.keys(QUESTIONS[kind].answers) as AnswerTo<Kind>[]
}

/** A question of a kind, as an order's state has it. */
export type QuestionOf<
  Kind extends QuestionKind,
  State extends Pick<OrderState, 'choices' | 'substitutions'> = OrderState,
> = State[(typeof QUESTIONS)[Kind]['rows']][number]

const MINUTE_MS = 60_000
/** Nobody can be expected to read an email and answer it in less. */
export const MIN_MINUTES = 10
/** The job that asks runs every minute, and a run may be late. */
export const LAST_RUN_MS = 2 * MINUTE_MS
/** A florist at the bench waits for no longer, however far the promise is. */
const MAX_MINUTES = 60

/**
 * Half of the time that is not needed to make and deliver the bouquet, 10 minutes at least and 60 at most. The other half is the
 * florist's. Null when there is no time for 10 minutes.
 */
function halfOfSpareTime({ now, promisedBy, fulfilmentMinutes }: Times): string | null {
  const spare = (Date.parse(promisedBy) - now.getTime()) / MINUTE_MS - fulfilmentMinutes
  // Also for a promise that is no date.
  if (!(spare >= MIN_MINUTES)) return null
  return inMinutes(now, Math.min(MAX_MINUTES, Math.max(MIN_MINUTES, Math.floor(spare / 2))))
}

/** The market's hours, and never later than the time that is offered: nobody agrees to a time that has passed. */
function hoursOrOfferedTime({ now, choiceHours, waitUntil }: Times): string {
  const limit = inMinutes(now, choiceHours * 60)
  return waitUntil && waitUntil < limit ? waitUntil : limit
}

/** True while a buyer who is asked now can still say that they wait: the deadline is not later than the time itself. */
export function canBeOffered(waitUntil: string, now: Date): boolean {
  return Date.parse(waitUntil) - now.getTime() >= MIN_MINUTES * MINUTE_MS - LAST_RUN_MS
}

function inMinutes(now: Date, minutes: number): string {
  return new Date(now.getTime() + minutes * MINUTE_MS).toISOString()
}
