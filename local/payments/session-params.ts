import * as z from 'zod'
import {
  email,
  expand,
  flag,
  integer,
  listOf,
  metadata,
  nonNegativeInteger,
  positiveInteger,
  text,
  webAddress,
} from './params.ts'

const lineItem = z.strictObject({
  quantity: positiveInteger.default(1),
  price_data: z.strictObject({
    currency: z.literal('usd'),
    // Zero is a price too: delivery tomorrow is free.
    unit_amount: nonNegativeInteger,
    product_data: z.strictObject({
      name: text.max(250),
      description: text.max(40_000).optional(),
      images: listOf(webAddress).optional(),
    }),
  }),
})

/**
 * The parameters of `POST /v1/checkout/sessions` that the shop sends: hosted payments with prices given in the request.
 * A parameter that is not here is refused as unknown, real as it may be: what a stand-in ignores, no test would notice.
 */
export const createSessionParams = z.strictObject({
  mode: z.enum(['payment']),
  line_items: listOf(lineItem),
  success_url: webAddress,
  cancel_url: webAddress.optional(),
  client_reference_id: text.max(200).optional(),
  customer_email: email.optional(),
  expires_at: integer.optional(),
  metadata: metadata.default({}),
  // It has been the only way to name methods since 2026-09-30: `payment_method_types` is gone and refused as unknown.
  allowed_payment_method_types: listOf(z.enum(['card', 'link', 'cashapp', 'us_bank_account'])).optional(),
  payment_intent_data: z.strictObject({ metadata: metadata.default({}) }).optional(),
  adaptive_pricing: z.strictObject({ enabled: flag.default(true) }).optional(),
  expand,
})

export type CreateSessionParams = z.output<typeof createSessionParams>
