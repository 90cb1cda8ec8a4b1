import * as z from 'zod/mini'
import { city, state, streetAddress, zip } from '#api/http/contact-schema.ts'
import { nullIfMissing, paragraphs, textOrNull } from '#api/http/field-schema.ts'
import { LIFT_REASON_MAX } from '#domain/blocks.ts'
import { UNIT_MAX } from '#domain/limits.ts'

/** The reason for which an admin lifts a block. */
export const liftRequest = z.strictObject({
  reason: paragraphs('Please say why', LIFT_REASON_MAX),
})

/** An address to which nothing can be delivered, and why. */
export const placeRequest = z.strictObject({
  address: streetAddress,
  unit: nullIfMissing(textOrNull(UNIT_MAX)),
  city,
  state,
  zip,
  note: paragraphs('Please say why', LIFT_REASON_MAX),
})

export type PlaceRequest = z.infer<typeof placeRequest>
