import * as z from 'zod/mini'
import { key, nullIfMissing, text, textOrNull } from '#api/http/field-schema.ts'
import { holdEmails, idParams, pageQuery, version } from '#api/http/page-schema.ts'
import { SPECIAL_INSTRUCTIONS_MAX } from '#domain/limits.ts'
import { SHOP_ORDER_PAYMENT_STATUSES } from '#domain/order-status.ts'

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
    holdEmails,
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

/** As many as an admin can keep an eye on; each is written by itself, within the time-out of one call. */
export const BULK_MAX = 50

const { id } = idParams.shape
const several = <Item extends z.ZodMiniType>(item: Item) =>
  z
    .array(item)
    .check(z.minLength(1, 'Choose at least one'), z.maxLength(BULK_MAX, `Choose at most ${BULK_MAX} at once`))

/** The orders that one shop is to get: their ids, with commas between. */
export const bulkChoicesQuery = z.strictObject({
  ids: z.pipe(
    key(64 * BULK_MAX).check(z.trim()),
    z.pipe(
      z.transform((ids: string) => ids.split(',')),
      several(id),
    ),
  ),
})

/** Assigning several orders to one shop, split alike. */
export const bulkAssignRequest = z.strictObject({
  shopId: id,
  /** The shop's share of each total, in percent with up to two decimals. */
  shopPercent: z.number().check(z.minimum(0), z.maximum(100)),
  /** `totalCents`: the total that the admin saw; an order with another one is not assigned. */
  orders: several(z.strictObject({ id, totalCents: z.int().check(z.minimum(0)) })),
})

/** Setting whether the shops of several shop orders were paid. */
export const bulkPaymentRequest = z.strictObject({
  paymentStatus: z.enum(SHOP_ORDER_PAYMENT_STATUSES),
  shopOrders: several(z.strictObject({ id, version })),
})

export type BulkAssignRequest = z.infer<typeof bulkAssignRequest>
export type BulkPaymentRequest = z.infer<typeof bulkPaymentRequest>
