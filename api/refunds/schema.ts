import * as z from 'zod/mini'
import { key, line, text } from '#api/http/field-schema.ts'

const REASON_MAX = 500
const CENTS_MAX = 100_000_000

const reason = (missing: string) => line(missing, REASON_MAX)

/** A refund in full or in part. */
export const refundRequest = z.strictObject({
  /** Generated once per opened form: two clicks are one refund. */
  key: text().check(z.regex(/^[A-Za-z0-9-]{16,64}$/, 'This form is out of date. Please reload it.')),
  amountCents: z
    .int({ error: 'Please enter an amount' })
    .check(z.minimum(1, 'Please enter an amount'), z.maximum(CENTS_MAX, 'This is more than was paid')),
  reason: reason('Please give a reason'),
  /** Confirms a refund of an order that is completed or delivered. */
  override: z._default(z.boolean(), false),
  /** The change of the shop's share; required while the order has a live shop order. 0 leaves it as it is. */
  share: z._default(
    z.nullable(
      z.strictObject({
        shopOrderId: key(64),
        correctionCents: z.int().check(z.minimum(-CENTS_MAX), z.maximum(CENTS_MAX)),
        reason: reason('Please say why the shop’s share changes'),
      }),
    ),
    null,
  ),
})

export type RefundRequest = z.infer<typeof refundRequest>
export type RefundRequestInput = z.input<typeof refundRequest>
