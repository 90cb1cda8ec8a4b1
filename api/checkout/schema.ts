import * as z from 'zod/mini'
import { key, text } from '#api/http/field-schema.ts'
import { DELIVERY_OPTION_IDS } from '#domain/delivery.ts'
import { customerInfo } from './customer-schema.ts'

const { address, city, state, zip } = customerInfo.shape

/** Where to deliver, if not to the address of `customerInfo`, and when. Date and fee are accepted and ignored: the server computes both. */
const deliveryDetails = z.strictObject({
  address: z.optional(address),
  city: z.optional(city),
  state: z.optional(state),
  zip: z.optional(zip),
  option: z.enum(DELIVERY_OPTION_IDS, { error: 'Please choose a delivery time' }),
  date: z.optional(text().check(z.maxLength(40))),
  fee: z.optional(z.number()),
})

/** The terms that the form showed when it was sent. */
const shown = z.strictObject({ promise: text().check(z.maxLength(100)), totalCents: z.int() })

export const createCheckoutSessionRequest = z.strictObject({
  /** Generated once per filled-in form: the same key is the same order, however often it is sent. */
  attemptKey: text().check(z.regex(/^[A-Za-z0-9-]{16,64}$/, 'This form is out of date. Please reload it.')),
  productId: key(64),
  customerInfo,
  deliveryDetails,
  /** Absent: nothing was shown, and whatever is true at the placement counts. */
  shown: z.optional(shown),
})

export type CreateCheckoutSessionRequest = z.infer<typeof createCheckoutSessionRequest>
