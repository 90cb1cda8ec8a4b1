import type { ShopOrderStatus } from './order-status.ts'

/** A florist's answers to a shop order on the page behind their link, in the order in which they happen. */
export const FLORIST_ANSWERS = ['accept', 'reject', 'ready', 'delivered'] as const
export type FloristAnswer = (typeof FLORIST_ANSWERS)[number]

/** The status of the shop order after each answer. */
export const STATUS_OF_ANSWER: Readonly<Record<FloristAnswer, ShopOrderStatus>> = {
  accept: 'confirmed',
  reject: 'rejected',
  ready: 'ready',
  delivered: 'delivered',
}

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
 *   (`withdraw` in `domain/order/assignment.ts`), or is assigned anew; a shop that did not answer in time keeps its link for a late yes,
 * - the shop is deactivated or gets another email (`api/shops/links-on-change.ts`).
 * An admin who cancels an order or refunds all of it ends no link: its page says so (`fulfilment.ts`).
 */
export function floristLinkExpiry(promisedBy: Date, now: Date): Date {
  return new Date(Math.max(promisedBy.getTime(), now.getTime()) + 7 * DAY)
}

/** For how long a florist still sees where the flowers went, and whom to call about them. */
export function showsDelivery(deliveredAt: Date, now: Date): boolean {
  return now.getTime() < deliveredAt.getTime() + DAY
}
