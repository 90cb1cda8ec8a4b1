import * as z from 'zod/mini'
import { keptIfMissing, nullIfMissing, paragraphs, text, textOrNull } from '#api/http/field-schema.ts'
import { holdEmails, pageQuery, undo, updateOf, version } from '#api/http/page-schema.ts'
import { DIRECTIONS, SHOP_ORDER_FILTERS, SHOP_ORDER_SORTS } from '#domain/admin-lists.ts'
import {
  SHOP_NOTES_MAX,
  SHOP_PAYMENT_REFERENCE_MAX,
  SPECIAL_INSTRUCTIONS_MAX,
  STAFF_NOTE_MAX,
} from '#domain/limits.ts'

/**
 * `q` is searched at the beginning of ids and references, and in shop names. The default direction: newest first by
 * creation, the lowest first by anything else.
 */
export const shopOrderQuery = z.strictObject({
  ...pageQuery,
  show: z.optional(z.enum(SHOP_ORDER_FILTERS)),
  sort: z._default(z.enum(SHOP_ORDER_SORTS), 'assigned'),
  direction: z.optional(z.enum(DIRECTIONS)),
})

// Any text: the service has its own error message for an unknown status.
const anyStatus = text().check(z.maxLength(40))

export const shopOrderStatusRequest = z.strictObject({
  status: anyStatus,
  /** Why, when the florist rejected the order on the phone. */
  reason: nullIfMissing(textOrNull(500, { lines: 'many' })),
  version,
  holdEmails,
  undo,
})
export const shopOrderPaymentRequest = z.strictObject({ paymentStatus: anyStatus, version })
/** The texts of a shop order, which are saved together. */
export const shopNotesForm = z.strictObject({
  shopNotes: keptIfMissing(textOrNull(SHOP_NOTES_MAX, { lines: 'many' })),
  specialInstructions: keptIfMissing(textOrNull(SPECIAL_INSTRUCTIONS_MAX, { lines: 'many' })),
  paymentReference: keptIfMissing(textOrNull(SHOP_PAYMENT_REFERENCE_MAX)),
})
export const shopNotesRequest = updateOf(shopNotesForm)

const EMPTY_NOTE = 'Contact note cannot be empty'
const note = paragraphs(EMPTY_NOTE, STAFF_NOTE_MAX)
/** The part of a contact that a person fills in. */
export const contactForm = z.object({ note })
export const contactRequest = z.strictObject({
  /** Generated once per filled-in field, so that a second click adds nothing. */
  key: z.uuid(),
  note,
})

export type ShopOrderQuery = z.infer<typeof shopOrderQuery>
export type ShopOrderStatusRequest = z.infer<typeof shopOrderStatusRequest>
export type ContactRequest = z.infer<typeof contactRequest>
