import * as z from 'zod/mini'
import { key, nullIfMissing, text, textOrNull } from '#api/http/field-schema.ts'
import { pageQuery } from '#api/http/page-schema.ts'
import { SPECIAL_INSTRUCTIONS_MAX } from '#domain/limits.ts'

/** Paid orders; with `includeUnpaid` the others as well. */
export const assignmentQuery = z.strictObject({
  page: pageQuery.page,
  includeUnpaid: z.optional(z.literal('true')),
})

const SPLIT_MUST_ADD_UP = 'Shop cost and platform fee must add up to the order total'
const COST_ABOVE_TOTAL = 'Shop cost cannot exceed the order total'

const required = (missing: string) =>
  text(missing).check(z.trim(), z.minLength(1, { error: missing, abort: true }), z.maxLength(64, missing))

const cents = z.int('Please give whole cents').check(z.minimum(0, 'This cannot be below zero'))

/** Assigning an order to a shop. Amounts are exact: cost and fee add up to the total. */
export const assignRequest = z
  .strictObject({
    orderId: required('Order ID is required'),
    shopId: required('Shop ID is required'),
    /** The total that was split: when the order has another one, nothing is assigned. */
    totalCents: cents,
    shopCostCents: cents,
    platformFeeCents: cents,
    specialInstructions: nullIfMissing(textOrNull(SPECIAL_INSTRUCTIONS_MAX, { lines: 'many' })),
    /** When reassigning: the shop order that is taken back in the same step. */
    replaces: z.optional(key(64)),
  })
  .check(
    z.refine(({ totalCents, shopCostCents }) => shopCostCents <= totalCents, {
      path: ['shopCostCents'],
      error: COST_ABOVE_TOTAL,
      abort: true,
    }),
    z.refine(
      ({ totalCents, shopCostCents, platformFeeCents }) => shopCostCents + platformFeeCents === totalCents,
      { path: ['platformFeeCents'], error: SPLIT_MUST_ADD_UP },
    ),
  )

export type AssignRequest = z.infer<typeof assignRequest>
export type AssignRequestInput = z.input<typeof assignRequest>
