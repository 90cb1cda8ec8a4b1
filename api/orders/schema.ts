import * as z from 'zod/mini'
import {
  anyStreetAddress,
  anyZip,
  city,
  email,
  name,
  phone,
  phoneOrNull,
  state,
} from '#api/http/contact-schema.ts'
import { keptIfMissing, paragraphs, text, textOrNull } from '#api/http/field-schema.ts'
import { holdEmails, idParams, pageQuery, undo, updateOf, version } from '#api/http/page-schema.ts'
import { DIRECTIONS, ORDER_SORTS } from '#domain/admin-lists.ts'
import { ORDER_SOURCES } from '#domain/agent-platforms.ts'
import { INSTRUCTIONS_MAX, NAME_MAX, NOTE_MAX, STAFF_NOTE_MAX, UNIT_MAX } from '#domain/limits.ts'
import { SUBSTITUTION_PREFERENCES } from '#domain/order/substitution-preference.ts'
import { ASSIGNMENT_STATUSES, ORDER_STATUSES, PAYMENT_STATUSES } from '#domain/order-status.ts'

const filter = {
  q: pageQuery.q,
  assignment: z.optional(z.enum(ASSIGNMENT_STATUSES)),
  status: z.optional(z.enum(ORDER_STATUSES)),
  payment: z.optional(z.enum(PAYMENT_STATUSES)),
  source: z.optional(z.union([z.enum(ORDER_SOURCES), z.uuid()])),
}

/**
 * The filter of the list: words as `matchExpression` (search-queries.ts) looks for them, and the choices of the menu. `source` may be
 * the id of a platform.
 */
export const orderFilter = z.strictObject(filter)

/**
 * The list's query. The default direction is newest first, or by promised time the soonest first; `late` has one direction
 * only.
 */
export const orderListQuery = z.strictObject({
  ...filter,
  page: pageQuery.page,
  size: pageQuery.size,
  sort: z._default(z.enum(ORDER_SORTS), 'created'),
  direction: z.optional(z.enum(DIRECTIONS)),
})

/** The new status. Any text passes here: the service refuses unknown ones with its own message. */
export const statusRequest = z.strictObject({
  status: text().check(z.maxLength(100)),
  version,
  holdEmails,
  undo,
})

/** Fields that can be corrected after an order was placed, with the rules and messages of the checkout form. */
export const correctionForm = z.strictObject({
  customerName: keptIfMissing(name),
  customerEmail: keptIfMissing(email),
  customerPhone: phone,
  recipientName: keptIfMissing(textOrNull(NAME_MAX)),
  recipientPhone: keptIfMissing(phoneOrNull),
  apologyNote: keptIfMissing(textOrNull(NOTE_MAX, { lines: 'many' })),
  deliveryAddress: anyStreetAddress,
  deliveryUnit: keptIfMissing(textOrNull(UNIT_MAX)),
  deliveryCity: city,
  deliveryState: state,
  deliveryZip: anyZip,
  deliveryInstructions: keptIfMissing(textOrNull(INSTRUCTIONS_MAX, { lines: 'many' })),
  substitutionPreference: keptIfMissing(z.enum(SUBSTITUTION_PREFERENCES)),
})

export const orderCorrection = updateOf(correctionForm)

/** A note of staff on an order, as a person fills it in. */
export const noteForm = z.object({ note: paragraphs('Note cannot be empty', STAFF_NOTE_MAX) })
/** `key`: generated once per filled-in note, so that a second click adds nothing. */
export const noteRequest = z.strictObject({ key: z.uuid(), ...noteForm.shape })

/** A flag of an order. */
/** A photograph of an order. */
export const photoParams = z.object({ ...idParams.shape, photoId: idParams.shape.id })

export const flagParams = z.object({ ...idParams.shape, flagId: idParams.shape.id })

/** Names the order that the confirmation shows. */
export const getOrderDetailsRequest = z.strictObject({
  sessionId: text().check(z.regex(/^cs_[A-Za-z0-9_]{8,250}$/, 'This is not a checkout session')),
})

export type GetOrderDetailsRequest = z.infer<typeof getOrderDetailsRequest>
export type NoteRequest = z.infer<typeof noteRequest>
export type StatusRequest = z.infer<typeof statusRequest>
export type OrderFilter = z.infer<typeof orderFilter>
export type OrderListQuery = z.infer<typeof orderListQuery>
export type OrderListInput = z.input<typeof orderListQuery>
export type CorrectionFormInput = z.input<typeof correctionForm>
export type OrderCorrection = z.infer<typeof orderCorrection>

/** `paidAt`: ISO instant. */
export type RecentOrder = { id: string; reference: string; paidAt: string }
