import * as z from 'zod/mini'
import { FLORIST_ANSWERS } from '#domain/florist.ts'
import { FLORIST_VIEWS } from '#domain/fulfilment.ts'
import { REJECTION_REASON_MAX } from '#domain/limits.ts'
import { SHOP_ORDER_STATUSES } from '#domain/order-status.ts'
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
export const floristOrder = z.object({
  reference: z.string(),
  shop: z.string(),
  status: z.enum(SHOP_ORDER_STATUSES),
  /** What the page shows: it follows from the statuses of shop order and order. */
  view: z.enum(FLORIST_VIEWS),
  /** The answers that the florist can give now. */
  answers: z.array(z.enum(FLORIST_ANSWERS)),
  bouquet: z.string(),
  imageUrl: z.nullable(z.string()),
  /** ISO instant, to be shown in `timeZone` (IANA). */
  promisedBy: z.string(),
  timeZone: z.string(),
  shareCents: z.int(),
  /** Null when the florist needs it no longer: rejected, over, cancelled, or delivered a day ago. */
  delivery: z.nullable(
    z.object({
      recipientName: z.nullable(z.string()),
      address: z.string(),
      city: z.string(),
      state: z.string(),
      zip: z.string(),
      /** Null when the buyer gave none. */
      recipientPhone: z.nullable(z.string()),
      /** Of the buyer, who is not the recipient. */
      senderPhone: z.string(),
      instructions: z.nullable(z.string()),
      /** From the admin who assigned the order. */
      specialInstructions: z.nullable(z.string()),
      /** The exact text of the card. */
      cardText: z.nullable(z.string()),
    }),
  ),
})

export type FloristOrder = z.infer<typeof floristOrder>
export type FloristAnswerRequest = z.infer<typeof floristAnswerRequest>
