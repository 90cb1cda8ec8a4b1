import * as z from 'zod/mini'
import { key, text } from '#api/http/field-schema.ts'
import { DELIVERY_OPTION_IDS } from '#domain/delivery.ts'
import { customerInfo } from './customer-schema.ts'

/** When to deliver. Date and fee are accepted and ignored: the server computes both. */
export const deliveryDetails = z.strictObject({
  option: z.enum(DELIVERY_OPTION_IDS, { error: 'Please choose a delivery time' }),
  date: z.optional(text().check(z.maxLength(40))),
  feeCents: z.optional(z.int()),
})

export const createCheckoutSessionRequest = z.strictObject({
  /** Generated once per filled-in form: the same key is the same order, however often it is sent. */
  attemptKey: text().check(z.regex(/^[A-Za-z0-9-]{16,64}$/, 'This form is out of date. Please reload it.')),
  productId: key(64),
  customerInfo,
  deliveryDetails,
})

export type CreateCheckoutSessionRequest = z.infer<typeof createCheckoutSessionRequest>
