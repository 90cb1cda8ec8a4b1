import * as z from 'zod/mini'
import { email, streetAddress, zip } from '#api/http/contact-schema.ts'
import { key, plainLine } from '#api/http/field-schema.ts'
import { correctionForm } from '#api/orders/schema.ts'
import { readReference } from '#domain/reference.ts'

/** The token of the link. The service decides whether it opens anything. */
const token = key(200)

export const manageRequest = z.strictObject({ token })

// Listed one by one: a field that admins get is not the buyer's as well.
const { recipientName, recipientPhone, apologyNote, deliveryInstructions } = correctionForm.shape
const { substitutionPreference } = correctionForm.shape
const { deliveryUnit, deliveryCity, deliveryState } = correctionForm.shape

/** Fields that the buyer may change, with the rules and messages of the checkout form. */
export const changeRequest = z.strictObject({
  recipientName,
  recipientPhone,
  apologyNote,
  deliveryAddress: streetAddress,
  deliveryUnit,
  deliveryCity,
  deliveryState,
  deliveryZip: zip,
  deliveryInstructions,
  substitutionPreference,
  token,
  /** The fingerprint of the order as the form showed it: what was changed since is not overwritten. */
  fingerprint: key(64),
})

const BAD_REFERENCE = 'A reference is ORD- and eight letters or digits'

export const findOrderRequest = z.strictObject({
  reference: plainLine('Order reference is required', 40).check(
    z.refine((text) => readReference(text) !== null, { error: BAD_REFERENCE, abort: true }),
  ),
  email,
})

export type ChangeRequest = z.infer<typeof changeRequest>
export type ChangeRequestInput = z.input<typeof changeRequest>
export type FindOrderRequest = z.infer<typeof findOrderRequest>
