import type { OrderEvent } from '#domain/order/events.ts'
import type { ShopOrderStatus } from './order-status.ts'

type AnswerRule = {
  /** The answer's row in the table of events. */
  event: OrderEvent
  /** The status of the shop order after it; absent: the answer is a report, after which the florist has the order as before. */
  status?: ShopOrderStatus
  /** The words of its button, if it has no place of its own on the page. */
  button?: string
}

const ANSWERS = {
  accept: { event: 'accepted', status: 'confirmed' },
  reject: { event: 'declined', status: 'rejected' },
  ready: { event: 'ready', status: 'ready' },
  delivered: { event: 'delivered', status: 'delivered' },
} as const satisfies Record<string, AnswerRule>

export type FloristAnswer = keyof typeof ANSWERS

/** A florist's answers to a shop order on the page behind their link, in the order in which they happen. */
export const FLORIST_ANSWERS = Object.keys(ANSWERS) as FloristAnswer[]

/** An answer that stands by itself; `delivered` comes with an outcome (`record_attempt`). */
export type GivenAnswer = Exclude<FloristAnswer, 'delivered'>

export const GIVEN_ANSWERS = FLORIST_ANSWERS.filter((answer): answer is GivenAnswer => answer !== 'delivered')

export const ANSWER_RULES: Readonly<Record<FloristAnswer, AnswerRule>> = ANSWERS

/** Who answered for a shop; the system does once the deadline has passed. */
export const ANSWERERS = ['florist', 'admin', 'system'] as const
export type Answerer = (typeof ANSWERERS)[number]

/** Why the system rejects for a shop. */
export const NO_ANSWER = 'no answer'

const DAY = 24 * 60 * 60 * 1000

/**
 * The end of a florist's link: seven days after the promised time, or after now if that has passed; when the buyer agrees to
 * wait, seven days from the new time. It ends earlier when
 * - an admin revokes it or sends another (`api/shop-orders/florist-link.ts`),
 * - the order is taken from the shop, by an admin or because the buyer or the system cancels it or moves its day
 *   (`withdraw` in `domain/order/assignment.ts`), or is assigned again; a shop that did not answer in time keeps its link for a late yes,
 * - the shop is deactivated or gets another email (`api/shops/links-on-change.ts`).
 * An admin who cancels an order or refunds all of it ends no link, nor does a missing flower that ends it: its page says so
 * (`fulfilment.ts`).
 */
export function floristLinkExpiry(promisedBy: Date, now: Date): Date {
  return new Date(Math.max(promisedBy.getTime(), now.getTime()) + 7 * DAY)
}

/** For how long a florist still sees where the flowers went, and whom to call about them. */
export function showsDelivery(deliveredAt: Date, now: Date): boolean {
  return now.getTime() < deliveredAt.getTime() + DAY
}
