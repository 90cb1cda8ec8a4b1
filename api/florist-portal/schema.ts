import * as z from 'zod/mini'
import type { FloristAnswer } from '#domain/florist.ts'
import { FLORIST_ANSWERS } from '#domain/florist.ts'
import type { FloristView } from '#domain/fulfilment.ts'
import { REJECTION_REASON_MAX } from '#domain/limits.ts'
import type { ShopOrderStatus } from '#domain/order-status.ts'
import { printable } from '#domain/text.ts'

/** The token of the link's fragment. The service decides whether it opens anything. */
const token = z.string().check(z.minLength(1), z.maxLength(2000))

export const floristOrderRequest = z.strictObject({ token })

const WHY = 'Please say why in a few words, so that we can help'

export const floristAnswerRequest = z
  .strictObject({
    token,
    answer: z.enum(FLORIST_ANSWERS),
    reason: z.optional(
      z.string().check(
        z.overwrite((text) => printable(text).trim()),
        z.maxLength(REJECTION_REASON_MAX, `Please keep this to ${REJECTION_REASON_MAX} characters`),
      ),
    ),
  })
  .check(
    z.refine(({ answer, reason = '' }) => answer !== 'reject' || reason.length >= 3, {
      path: ['reason'],
      error: WHY,
    }),
  )

/** What a florist needs for one order, and nothing else. */
export type FloristOrder = {
  reference: string
  shop: string
  status: ShopOrderStatus
  /** What the page says: the shop order's status seen together with the order's. */
  view: FloristView
  /** What the florist can say now. */
  answers: FloristAnswer[]
  bouquet: string
  imageUrl: string | null
  /** ISO instant, to be shown in `timeZone` (IANA). */
  promisedBy: string
  timeZone: string
  shareCents: number
  /** Null once the florist has nothing to do with it: rejected, over, cancelled, or delivered a day ago. */
  delivery: {
    recipientName: string | null
    address: string
    city: string
    state: string
    zip: string
    /** To call at the door; null when the buyer gave none. */
    recipientPhone: string | null
    /** Of the person who ordered: another one than the recipient. */
    senderPhone: string
    instructions: string | null
    /** What the shop asks of the florist. */
    specialInstructions: string | null
    /** What the card says, to the letter. */
    cardText: string | null
  } | null
}

export type FloristAnswerRequest = z.infer<typeof floristAnswerRequest>
