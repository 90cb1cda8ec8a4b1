import * as z from 'zod/mini'
import { keptIfMissing, line, phoneOrNull, textOrNull } from '#api/http/field-schema.ts'
import { idParams, pageInfo, pageQuery, version } from '#api/http/page-schema.ts'
import { message } from '#api/platform/outbox/schema.ts'
import { DISPUTE_STATUSES } from '#domain/disputes.ts'
import { ADDRESS_MAX, CITY_MAX, INSTRUCTIONS_MAX, NAME_MAX, NOTE_MAX } from '#domain/limits.ts'
import { ORDER_FLAGS } from '#domain/order-flags.ts'
import { DIRECTIONS, ORDER_SORTS } from '#domain/order-sorts.ts'
import {
  ASSIGNMENT_STATUSES,
  ORDER_STATUSES,
  PAYMENT_STATUSES,
  SHOP_ORDER_PAYMENT_STATUSES,
  SHOP_ORDER_STATUSES,
} from '#domain/order-status.ts'
import { formatPhone, isPhone } from '#domain/phone.ts'
import { REFUND_STATUSES } from '#domain/refunds.ts'
import { isStateCode } from '#domain/us-states.ts'
import { isZip5 } from '#domain/zip.ts'

const filter = {
  q: pageQuery.q,
  assignment: z.optional(z.enum(ASSIGNMENT_STATUSES)),
  status: z.optional(z.enum(ORDER_STATUSES)),
  payment: z.optional(z.enum(PAYMENT_STATUSES)),
}

/** Which orders: words in reference, customer, e-mail, status or shop, and the choices of the filter menu. */
export const orderFilter = z.strictObject(filter)

/** The list's query. The default direction is newest first, or by promised time the soonest first. */
export const orderListQuery = z.strictObject({
  ...filter,
  page: pageQuery.page,
  sort: z._default(z.enum(ORDER_SORTS), 'created'),
  direction: z.optional(z.enum(DIRECTIONS)),
})

/** The shop that an order is assigned to, and how its total is split; all cents. */
const assignedTo = z.object({
  shopOrderId: z.string(),
  shopId: z.string(),
  shopName: z.string(),
  status: z.enum(SHOP_ORDER_STATUSES),
  shopCostCents: z.int(),
  platformFeeCents: z.int(),
  /** The shop's share in percent, one decimal. */
  shopPercent: z.number(),
})

/** An order as the list shows it. Instants are ISO. */
export const orderRow = z.object({
  id: z.string(),
  reference: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  status: z.enum(ORDER_STATUSES),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  assignmentStatus: z.enum(ASSIGNMENT_STATUSES),
  totalCents: z.int(),
  refundedCents: z.int(),
  isSample: z.boolean(),
  /** Open flags. */
  flags: z.array(z.enum(ORDER_FLAGS)),
  /** Null: `Unassigned`. */
  shop: z.nullable(assignedTo),
  promisedBy: z.string(),
  timeZone: z.string(),
  createdAt: z.string(),
})

export const orderPage = z.object({
  rows: z.array(orderRow),
  info: pageInfo,
  /** How the rows are sorted: `created` although `promised` was asked for when a search finds too many. */
  sort: z.enum(ORDER_SORTS),
})

/** How many orders match a filter; `capped` when there are more. */
export const orderCount = z.object({ total: z.int(), capped: z.boolean() })

const item = z.object({
  id: z.string(),
  /** Null: the product was deleted. */
  productId: z.nullable(z.string()),
  sku: z.string(),
  title: z.string(),
  imageUrl: z.nullable(z.string()),
  priceAtPurchaseCents: z.int(),
  quantity: z.int(),
  subtotalCents: z.int(),
})

const flag = z.object({
  id: z.string(),
  kind: z.enum(ORDER_FLAGS),
  detail: z.nullable(z.string()),
  createdAt: z.string(),
  resolvedAt: z.nullable(z.string()),
})

/** A change of a shop's share in signed cents. */
const correction = z.object({
  id: z.string(),
  refundId: z.nullable(z.string()),
  amountCents: z.int(),
  reason: z.string(),
  byEmail: z.nullable(z.string()),
  createdAt: z.string(),
})

/** A shop order of this order, rejected and withdrawn ones included; newest first. */
const shopOrder = z.object({
  id: z.string(),
  shopId: z.string(),
  shopName: z.string(),
  status: z.enum(SHOP_ORDER_STATUSES),
  paymentStatus: z.enum(SHOP_ORDER_PAYMENT_STATUSES),
  shopCostCents: z.int(),
  platformFeeCents: z.int(),
  shopPercent: z.number(),
  corrections: z.array(correction),
  /** Neither rejected nor withdrawn. */
  live: z.boolean(),
  withdrawnAt: z.nullable(z.string()),
  createdAt: z.string(),
})

export const refundRow = z.object({
  id: z.string(),
  amountCents: z.int(),
  reason: z.string(),
  status: z.enum(REFUND_STATUSES),
  /** Why it did not go through. */
  failure: z.nullable(z.string()),
  /** Null: made at the payment provider, or by a deleted user. */
  byEmail: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** A card holder's bank reclaims the payment, or tries to. */
export const disputeRow = z.object({
  id: z.string(),
  amountCents: z.int(),
  /** As the provider calls it, for example `fraudulent`. */
  reason: z.string(),
  status: z.enum(DISPUTE_STATUSES),
  /** Deadline for evidence; null: unknown. */
  respondBy: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** One line of the timeline, oldest first. */
export const orderEventRow = z.object({
  id: z.string(),
  kind: z.string(),
  actor: z.enum(['shopper', 'provider', 'admin', 'florist', 'system']),
  /** Null when it was no user, or a deleted one. */
  actorEmail: z.nullable(z.string()),
  data: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
})

/** An e-mail about the order. Instants are ISO. */
const orderMessage = z.extend(message, { createdAt: z.string(), updatedAt: z.string() })

/** What can be done with an order now. */
const allowed = z.object({
  delete: z.boolean(),
  /** Why not; null when it can be deleted. */
  deleteRefusal: z.nullable(z.string()),
  assign: z.boolean(),
  /** Cents that can be refunded. */
  refundCents: z.int(),
  /** The order is completed or delivered: a refund needs an explicit confirmation. */
  refundNeedsOverride: z.boolean(),
})

/** An order with everything that belongs to it. */
export const orderDetail = z.object({
  id: z.string(),
  reference: z.string(),
  version: z.int(),
  status: z.enum(ORDER_STATUSES),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  assignmentStatus: z.enum(ASSIGNMENT_STATUSES),
  isSample: z.boolean(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  recipientName: z.nullable(z.string()),
  recipientPhone: z.nullable(z.string()),
  apologyNote: z.nullable(z.string()),
  deliveryAddress: z.string(),
  deliveryCity: z.string(),
  deliveryState: z.string(),
  deliveryZip: z.string(),
  deliveryInstructions: z.nullable(z.string()),
  deliveryOption: z.string(),
  deliveryDate: z.string(),
  promisedBy: z.string(),
  timeZone: z.string(),
  market: z.nullable(z.object({ id: z.string(), name: z.string() })),
  subtotalCents: z.int(),
  deliveryFeeCents: z.int(),
  taxCents: z.int(),
  discountCents: z.int(),
  totalCents: z.int(),
  refundedCents: z.int(),
  paymentMethod: z.nullable(z.string()),
  paymentReference: z.nullable(z.string()),
  paidAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  items: z.array(item),
  flags: z.array(flag),
  shopOrders: z.array(shopOrder),
  refunds: z.array(refundRow),
  disputes: z.array(disputeRow),
  events: z.array(orderEventRow),
  /** Oldest first. */
  messages: z.array(orderMessage),
  allowed,
})

/** The new status. Any text passes here: the service refuses unknown ones with its own message. */
export const statusRequest = z.strictObject({
  status: z.string().check(z.maxLength(100)),
  version,
})

/** What can be corrected after an order was placed, with the rules and messages of the checkout form. */
export const correctionForm = z.strictObject({
  customerPhone: line('Phone number is required', 40).check(
    z.refine(isPhone, { error: 'Please enter a valid phone number', abort: true }),
    z.overwrite(formatPhone),
  ),
  recipientName: keptIfMissing(textOrNull(NAME_MAX)),
  recipientPhone: keptIfMissing(phoneOrNull),
  apologyNote: keptIfMissing(textOrNull(NOTE_MAX, { lines: 'many' })),
  deliveryAddress: line('Street address is required', ADDRESS_MAX).check(
    z.minLength(5, 'Please enter a valid street address'),
  ),
  deliveryCity: line('City is required', CITY_MAX).check(z.minLength(2, 'Please enter a valid city name')),
  deliveryState: line('State is required', 40).check(z.refine(isStateCode, 'State is required')),
  deliveryZip: line('ZIP code is required', 40).check(z.refine(isZip5, 'Please enter a 5-digit ZIP code')),
  deliveryInstructions: keptIfMissing(textOrNull(INSTRUCTIONS_MAX, { lines: 'many' })),
})

export const orderCorrection = z.extend(correctionForm, { version })

/** A flag of an order. */
export const flagParams = z.object({ ...idParams.shape, flagId: idParams.shape.id })

/** The order's version after a write. */
export const orderWritten = z.object({ version: z.int() })

export type OrderFilter = z.infer<typeof orderFilter>
export type OrderListQuery = z.infer<typeof orderListQuery>
export type OrderListInput = z.input<typeof orderListQuery>
export type OrderRow = z.infer<typeof orderRow>
export type OrderPage = z.infer<typeof orderPage>
export type OrderCount = z.infer<typeof orderCount>
export type OrderDetail = z.infer<typeof orderDetail>
export type OrderEventRow = z.infer<typeof orderEventRow>
export type CorrectionForm = z.infer<typeof correctionForm>
export type CorrectionFormInput = z.input<typeof correctionForm>
export type OrderCorrection = z.infer<typeof orderCorrection>
export type OrderCorrectionInput = z.input<typeof orderCorrection>
