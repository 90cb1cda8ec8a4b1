import * as z from 'zod/mini'
import { DELIVERY_OPTION_IDS } from '#domain/delivery.ts'
import { customerInfo } from './customer-schema.ts'

/** When to deliver. Date and fee are accepted and ignored: the server computes both. */
export const deliveryDetails = z.strictObject({
  option: z.enum(DELIVERY_OPTION_IDS, { error: 'Please choose a delivery time' }),
  date: z.optional(z.string().check(z.maxLength(40))),
  feeCents: z.optional(z.int()),
})

export const createCheckoutSessionRequest = z.strictObject({
  /** Generated once per filled-in form: the same key is the same order, however often it is sent. */
  attemptKey: z
    .string()
    .check(z.regex(/^[A-Za-z0-9-]{16,64}$/, 'This form is out of date. Please reload it.')),
  productId: z.string().check(z.minLength(1), z.maxLength(64)),
  customerInfo,
  deliveryDetails,
})

export type CreateCheckoutSessionRequest = z.infer<typeof createCheckoutSessionRequest>
