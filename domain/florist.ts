import type { AnswerEvent } from '#domain/order/events.ts'
import type { ShopOrderStatus } from './order-status.ts'

type AnswerRule = {
  /** The answer's row in the table of events. */
  event: AnswerEvent
  /** The status of the shop order after it. */
  status: ShopOrderStatus
  /** The words of its button, and of its event in the timeline; absent: the page has a place for it. */
  button?: string
}

const ANSWERS = {
  accept: { event: 'accepted', status: 'confirmed' },
  ready: { event: 'ready', status: 'ready' },
  delivered: { event: 'delivered', status: 'delivered' },
  reject: { event: 'declined', status: 'rejected' },
} as const satisfies Record<string, AnswerRule>

export type FloristAnswer = keyof typeof ANSWERS

/** A florist's answers to a shop order on the page behind their link, in the order in which they happen. */
export const FLORIST_ANSWERS = Object.keys(ANSWERS) as FloristAnswer[]

/** An answer that stands by itself; `delivered` comes with an outcome (`record_attempt`). */
export type GivenAnswer = Exclude<FloristAnswer, 'delivered'>

export const GIVEN_ANSWERS = FLORIST_ANSWERS.filter((answer): answer is GivenAnswer => answer !== 'delivered')

export const ANSWER_RULES: Readonly<Record<FloristAnswer, AnswerRule>> = ANSWERS

/** The events that have the words of their buttons. */
export type ReportedEvent = Extract<(typeof ANSWERS)[FloristAnswer], { button: string }>['event']

/** Who answered for a shop; the system does once the deadline has passed. */
export const ANSWERERS = ['florist', 'admin', 'system'] as const
export type Answerer = (typeof ANSWERERS)[number]

/** Why the system rejects for a shop. */
export const NO_ANSWER = 'no answer'

const DAY = 24 * 60 * 60 * 1000

/** For how long a florist still sees where the flowers went, and whom to call about them. */
export function showsDelivery(deliveredAt: Date, now: Date): boolean {
  return now.getTime() < deliveredAt.getTime() + DAY
}
