import * as z from 'zod/mini'
import { nullIfMissing, textOrNull } from '#api/http/field-schema.ts'
import { pageQuery } from '#api/http/page-schema.ts'
import { SPECIAL_INSTRUCTIONS_MAX } from '#domain/limits.ts'
import type { OrderStatus, PaymentStatus, ShopOrderStatus } from '#domain/order-status.ts'

/** Paid orders; with `includeUnpaid` the others as well. */
export const assignmentQuery = z.strictObject({
  page: pageQuery.page,
  includeUnpaid: z.optional(z.literal('true')),
})

type Order = {
  id: string
  reference: string
  customerName: string
  city: string
  zip: string
  bouquet: string
  totalCents: number
  status: OrderStatus
  paymentStatus: PaymentStatus
  /** ISO instant, to be shown in `timeZone` (IANA). */
  promisedBy: string
  timeZone: string
  isSample: boolean
  /** ISO instant. */
  createdAt: string
}

/** One order that awaits a shop. */
export type AssignmentRow = Order & {
  /** The last shop that said no, if one did. `at`: ISO instant. */
  rejectedBy: { shopId: string; shop: string; reason: string | null; at: string } | null
}

/** A shop that had the order before, or has it now. */
type EarlierAssignment = {
  shopOrderId: string
  shopId: string
  shop: string
  status: ShopOrderStatus
  /** Why it said no. */
  reason: string | null
  /** What it was told with the order. */
  specialInstructions: string | null
  assignedAt: string
  /** By e-mail; null when the person is gone. */
  assignedBy: string | null
  withdrawnAt: string | null
  /** It has the order now. */
  live: boolean
}

/** What the select and confirm steps show of one order. */
export type AssignmentChoices = {
  order: Order & {
    assigned: boolean
    address: string
    state: string
    recipientName: string | null
    deliveryInstructions: string | null
  }
  /** The market that serves the delivery ZIP; null: nothing is suggested. */
  suggestedMarketId: string | null
  /** By name, each with its active shops. `notifiable`: it has an e-mail address to send the florist's link to. */
  markets: {
    id: string
    name: string
    shops: {
      id: string
      name: string
      streetAddress: string
      city: string
      state: string
      zip: string
      notifiable: boolean
    }[]
  }[]
  /** Newest first. */
  history: EarlierAssignment[]
}

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

/** `notified`: a message with the link goes to the shop; without one nobody there knows of the order yet. */
export type AssignAnswer = { shopOrderId: string; notified: boolean }

export type AssignRequest = z.infer<typeof assignRequest>
export type AssignRequestInput = z.input<typeof assignRequest>
