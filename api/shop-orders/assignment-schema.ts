import * as z from 'zod/mini'
import { nullIfMissing, textOrNull } from '#api/http/field-schema.ts'
import { pageOf, pageQuery } from '#api/http/page-schema.ts'
import { SPECIAL_INSTRUCTIONS_MAX } from '#domain/limits.ts'
import { ORDER_STATUSES, PAYMENT_STATUSES, SHOP_ORDER_STATUSES } from '#domain/order-status.ts'

/** Paid orders; with `includeUnpaid` the others as well. */
export const assignmentQuery = z.strictObject({
  page: pageQuery.page,
  includeUnpaid: z.optional(z.literal('true')),
})

const order = {
  id: z.string(),
  reference: z.string(),
  customerName: z.string(),
  city: z.string(),
  zip: z.string(),
  bouquet: z.string(),
  totalCents: z.int(),
  status: z.enum(ORDER_STATUSES),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  /** ISO instant, to be shown in `timeZone` (IANA). */
  promisedBy: z.string(),
  timeZone: z.string(),
  isSample: z.boolean(),
  /** ISO instant. */
  createdAt: z.string(),
}

/** One order that awaits a shop. */
export const assignmentRow = z.object({
  ...order,
  /** The last shop that rejected it. `at`: ISO instant. */
  rejectedBy: z.nullable(
    z.object({ shopId: z.string(), shop: z.string(), reason: z.nullable(z.string()), at: z.string() }),
  ),
})

/** Sorted by promised time, soonest first. */
export const assignmentPage = pageOf(assignmentRow)

/** A shop that had the order before, or has it now. */
const earlier = z.object({
  shopOrderId: z.string(),
  shopId: z.string(),
  shop: z.string(),
  status: z.enum(SHOP_ORDER_STATUSES),
  /** Why it was rejected. */
  reason: z.nullable(z.string()),
  specialInstructions: z.nullable(z.string()),
  assignedAt: z.string(),
  /** By e-mail; null when the person is gone. */
  assignedBy: z.nullable(z.string()),
  withdrawnAt: z.nullable(z.string()),
  /** It has the order now. */
  live: z.boolean(),
})

/** What the select and confirm steps show of one order. */
export const assignmentChoices = z.object({
  order: z.object({
    ...order,
    assigned: z.boolean(),
    address: z.string(),
    state: z.string(),
    recipientName: z.nullable(z.string()),
    deliveryInstructions: z.nullable(z.string()),
  }),
  /** The market that serves the delivery ZIP; null: nothing is suggested. */
  suggestedMarketId: z.nullable(z.string()),
  /** By name, each with its active shops. `notifiable`: it has an e-mail address to send the florist's link to. */
  markets: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      shops: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          streetAddress: z.string(),
          city: z.string(),
          state: z.string(),
          zip: z.string(),
          notifiable: z.boolean(),
        }),
      ),
    }),
  ),
  /** Newest first. */
  history: z.array(earlier),
})

export const SPLIT_MUST_ADD_UP = 'Shop cost and platform fee must add up to the order total'
export const COST_ABOVE_TOTAL = 'Shop cost cannot exceed the order total'

const required = (missing: string) =>
  z
    .string({ error: missing })
    .check(z.trim(), z.minLength(1, { error: missing, abort: true }), z.maxLength(64, missing))

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
    replaces: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
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

/** `notified`: the shop gets an e-mail with the link. */
export const assignAnswer = z.object({ shopOrderId: z.string(), notified: z.boolean() })

export type AssignmentPage = z.infer<typeof assignmentPage>
export type AssignmentRow = z.infer<typeof assignmentRow>
export type AssignmentChoices = z.infer<typeof assignmentChoices>
export type AssignRequest = z.infer<typeof assignRequest>
export type AssignRequestInput = z.input<typeof assignRequest>
export type AssignAnswer = z.infer<typeof assignAnswer>
