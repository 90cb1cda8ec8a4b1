import * as z from 'zod/mini'
import { city, email, name, phone, phoneOrNull, state, streetAddress, zip } from '#api/http/contact-schema.ts'
import { nullIfMissing, text, textOrNull } from '#api/http/field-schema.ts'
import { agreedWording } from '#domain/consents.ts'
import { INSTRUCTIONS_MAX, NAME_MAX, NOTE_MAX, UNIT_MAX } from '#domain/limits.ts'
import { PRESET_PREFERENCE, readPreference } from '#domain/order/substitution-preference.ts'

/** The fields of the checkout form with their rules and messages. */
export const customerInfo = z.strictObject({
  email,
  phone,
  name,
  address: streetAddress,
  /** Apartment, suite or floor. */
  unit: nullIfMissing(textOrNull(UNIT_MAX)),
  city,
  state,
  zip,
  recipientName: nullIfMissing(textOrNull(NAME_MAX)),
  recipientPhone: nullIfMissing(phoneOrNull),
  note: nullIfMissing(textOrNull(NOTE_MAX, { lines: 'many' })),
  instructions: nullIfMissing(textOrNull(INSTRUCTIONS_MAX, { lines: 'many' })),
  /** The wish for a flower that is missing. A form from before it was asked, or with another value, gets the preset. */
  substitutionPreference: z._default(z.pipe(text(), z.transform(readPreference)), PRESET_PREFERENCE),
  /** The name of the words under the ticked box for texts; whatever else comes is no consent. */
  textsAgreed: z._default(z.pipe(text(), z.transform(agreedWording)), null),
})

type CustomerInfo = z.infer<typeof customerInfo>
export type CheckoutField = keyof CustomerInfo
