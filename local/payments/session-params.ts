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
  refuse,
  text,
  webAddress,
} from './params.ts'

const CURRENCIES = ['usd', 'cad', 'eur', 'gbp', 'aud'] as const

const currency = text.transform((value, context) => {
  const known = CURRENCIES.find((name) => name === value.toLowerCase())
  const list = CURRENCIES.join(', ')
  return (
    known ??
    refuse(
      context,
      'currency_invalid',
      `Invalid currency: ${value}. Stripe currently supports these currencies: ${list}`,
    )
  )
})

const colour = text.regex(/^#[0-9a-f]{6}$/i, 'Invalid hex color')

const lineItem = z.strictObject({
  quantity: positiveInteger.default(1),
  price_data: z.strictObject({
    currency,
    // Zero is a price too: delivery tomorrow is free.
    unit_amount: nonNegativeInteger,
    tax_behavior: z.enum(['inclusive', 'exclusive', 'unspecified']).optional(),
    product_data: z.strictObject({
      name: text.max(250),
      description: text.max(40_000).optional(),
      images: listOf(webAddress).optional(),
      metadata: metadata.optional(),
    }),
  }),
})

/**
 * The parameters of `POST /v1/checkout/sessions` here: hosted payments with prices given in the request.
 * A parameter that is not here is refused as unknown, real as it may be: what a stand-in ignores, no test would notice.
 */
export const createSessionParams = z.strictObject({
  mode: z.enum(['payment']),
  ui_mode: z.enum(['hosted_page']).default('hosted_page'),
  line_items: listOf(lineItem),
  success_url: webAddress,
  cancel_url: webAddress.optional(),
  client_reference_id: text.max(200).optional(),
  customer_email: email.optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  expires_at: integer.optional(),
  metadata: metadata.default({}),
  // Since 2026-09-30 the only way to name methods: `payment_method_types` is gone and refused as unknown.
  allowed_payment_method_types: listOf(z.enum(['card', 'link', 'cashapp', 'us_bank_account'])).optional(),
  payment_intent_data: z
    .strictObject({
      metadata: metadata.default({}),
      description: text.max(1000).optional(),
      receipt_email: email.optional(),
      statement_descriptor_suffix: text.max(22).optional(),
    })
    .optional(),
  currency: currency.optional(),
  locale: text.optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay']).optional(),
  adaptive_pricing: z.strictObject({ enabled: flag.default(true) }).optional(),
  automatic_tax: z.strictObject({ enabled: flag }).optional(),
  allow_promotion_codes: flag.optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  phone_number_collection: z.strictObject({ enabled: flag }).optional(),
  branding_settings: z
    .strictObject({
      display_name: text.max(250).optional(),
      background_color: colour.optional(),
      button_color: colour.optional(),
    })
    .optional(),
  custom_text: z.strictObject({ submit: z.strictObject({ message: text.max(1200) }).optional() }).optional(),
  expand,
})

export type CreateSessionParams = z.output<typeof createSessionParams>
