import type { ShopOrderStatus } from './order-status.ts'

/** What a florist can say to a shop order on the page behind their link, in the order in which it happens. */
export const FLORIST_ANSWERS = ['accept', 'reject', 'ready', 'delivered'] as const
export type FloristAnswer = (typeof FLORIST_ANSWERS)[number]

/** What the shop order becomes by each answer. */
export const STATUS_OF_ANSWER: Readonly<Record<FloristAnswer, ShopOrderStatus>> = {
  accept: 'confirmed',
  reject: 'rejected',
  ready: 'ready',
  delivered: 'delivered',
}

/** Which answers each status takes. What was said stays said: from the end of it only an admin leads back. */
export const ANSWERS_OF_STATUS: Readonly<Record<ShopOrderStatus, readonly FloristAnswer[]>> = {
  pending: ['accept', 'reject'],
  confirmed: ['ready', 'delivered', 'reject'],
  processing: ['ready', 'delivered', 'reject'],
  ready: ['delivered'],
  delivered: [],
  rejected: [],
}

/**
 * What an answer means to a shop order: `allowed`, `done` when it was given already (a second tap, an answer that got
 * lost on its way back), or `refused`.
 */
export function judgeAnswer(status: ShopOrderStatus, answer: FloristAnswer): 'allowed' | 'done' | 'refused' {
  if (status === STATUS_OF_ANSWER[answer]) return 'done'
  return ANSWERS_OF_STATUS[status].includes(answer) ? 'allowed' : 'refused'
}

const DAY = 24 * 60 * 60 * 1000

/** How long a florist's link works: seven days from the promised time, or from now if that has passed. */
export function floristLinkExpiry(promisedBy: Date, now: Date): Date {
  return new Date(Math.max(promisedBy.getTime(), now.getTime()) + 7 * DAY)
}
