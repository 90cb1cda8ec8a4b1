import * as z from 'zod/mini'
import { keptIfMissing, line, phoneOrNull, textOrNull } from '#api/http/field-schema.ts'
import { idParams, type PageInfo, pageQuery, version } from '#api/http/page-schema.ts'
import type { AdminMessage } from '#api/platform/outbox/schema.ts'
import type { DisputeStatus } from '#domain/disputes.ts'
import { ADDRESS_MAX, CITY_MAX, INSTRUCTIONS_MAX, NAME_MAX, NOTE_MAX } from '#domain/limits.ts'
import type { OrderFlag } from '#domain/order-flags.ts'
import { DIRECTIONS, ORDER_SORTS } from '#domain/order-sorts.ts'
import type {
  AssignmentStatus,
  OrderStatus,
  PaymentStatus,
  ShopOrderPaymentStatus,
  ShopOrderStatus,
} from '#domain/order-status.ts'
import { ASSIGNMENT_STATUSES, ORDER_STATUSES, PAYMENT_STATUSES } from '#domain/order-status.ts'
import { formatPhone, isPhone } from '#domain/phone.ts'
import type { RefundStatus } from '#domain/refunds.ts'
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
type AssignedShop = {
  shopOrderId: string
  shopId: string
  shopName: string
  status: ShopOrderStatus
  shopCostCents: number
  platformFeeCents: number
  /** The shop's part in percent, one decimal. */
  shopPercent: number
}

/** An order as the list shows it. Instants are ISO. */
export type OrderRow = {
  id: string
  reference: string
  customerName: string
  customerEmail: string
  status: OrderStatus
  paymentStatus: PaymentStatus
  assignmentStatus: AssignmentStatus
  totalCents: number
  refundedCents: number
  isSample: boolean
  /** What a person has to look at. */
  flags: OrderFlag[]
  /** Null: `Unassigned`. */
  shop: AssignedShop | null
  promisedBy: string
  timeZone: string
  createdAt: string
}

export type OrderPage = {
  rows: OrderRow[]
  info: PageInfo
  /** How the rows are sorted. `created` in spite of `promised` when a search finds too many to be sorted by it. */
  sort: (typeof ORDER_SORTS)[number]
}

/** How many orders a filter lets through; `capped` when there are more. */
export type OrderCount = { total: number; capped: boolean }

type Item = {
  id: string
  /** Null: the product is gone from the catalogue. */
  productId: string | null
  sku: string
  title: string
  imageUrl: string | null
  priceAtPurchaseCents: number
  quantity: number
  subtotalCents: number
}

type Flag = {
  id: string
  kind: OrderFlag
  detail: string | null
  createdAt: string
  resolvedAt: string | null
}

/** What was taken from a shop's share, or added to it; cents, signed. */
type Correction = {
  id: string
  refundId: string | null
  amountCents: number
  reason: string
  byEmail: string | null
  createdAt: string
}

/** A shop order of this order, newest first, those that were rejected or taken back too. */
type OrderShopOrder = {
  id: string
  shopId: string
  shopName: string
  status: ShopOrderStatus
  paymentStatus: ShopOrderPaymentStatus
  shopCostCents: number
  platformFeeCents: number
  shopPercent: number
  corrections: Correction[]
  /** Whether it still binds its shop. */
  live: boolean
  withdrawnAt: string | null
  createdAt: string
}

type Refund = {
  id: string
  amountCents: number
  reason: string
  status: RefundStatus
  /** Why it did not go through. */
  failure: string | null
  /** Null: it was made at the payment provider, or the person is gone. */
  byEmail: string | null
  createdAt: string
  updatedAt: string
}

/** A card holder's bank takes the money back, or tries to. */
type Dispute = {
  id: string
  amountCents: number
  /** In the provider's word, for example `fraudulent`. */
  reason: string
  status: DisputeStatus
  /** Until when the bank takes an answer; null: it did not say. */
  respondBy: string | null
  createdAt: string
  updatedAt: string
}

/** One line of the timeline, oldest first. */
type OrderEvent = {
  id: string
  kind: string
  actor: 'shopper' | 'provider' | 'admin' | 'florist' | 'system'
  /** Null when it was no person, or one who is gone. */
  actorEmail: string | null
  data: Record<string, unknown>
  createdAt: string
}

/** An e-mail about the order. Instants are ISO. */
type OrderMessage = AdminMessage & { createdAt: string; updatedAt: string }

/** What can be done with an order now. */
type Allowed = {
  delete: boolean
  /** Why not; null when it can be deleted. */
  deleteRefusal: string | null
  assign: boolean
  /** Cents that can be given back; 0: nothing. */
  refundCents: number
  /** The flowers went out: giving money back asks for a second thought. */
  refundNeedsOverride: boolean
}

/** An order with everything about it. */
export type OrderDetail = {
  id: string
  reference: string
  version: number
  status: OrderStatus
  paymentStatus: PaymentStatus
  assignmentStatus: AssignmentStatus
  isSample: boolean
  customerName: string
  customerEmail: string
  customerPhone: string
  recipientName: string | null
  recipientPhone: string | null
  apologyNote: string | null
  deliveryAddress: string
  deliveryCity: string
  deliveryState: string
  deliveryZip: string
  deliveryInstructions: string | null
  deliveryOption: string
  deliveryDate: string
  promisedBy: string
  timeZone: string
  market: { id: string; name: string } | null
  subtotalCents: number
  deliveryFeeCents: number
  taxCents: number
  discountCents: number
  totalCents: number
  refundedCents: number
  paymentMethod: string | null
  paymentReference: string | null
  paidAt: string | null
  createdAt: string
  updatedAt: string
  items: Item[]
  flags: Flag[]
  shopOrders: OrderShopOrder[]
  refunds: Refund[]
  disputes: Dispute[]
  events: OrderEvent[]
  /** Oldest first. */
  messages: OrderMessage[]
  allowed: Allowed
}

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

export const orderCorrection = z.strictObject({ ...correctionForm.shape, version })

/** A flag of an order. */
export const flagParams = z.object({ ...idParams.shape, flagId: idParams.shape.id })

export type OrderFilter = z.infer<typeof orderFilter>
export type OrderListQuery = z.infer<typeof orderListQuery>
export type OrderListInput = z.input<typeof orderListQuery>
export type CorrectionFormInput = z.input<typeof correctionForm>
export type OrderCorrection = z.infer<typeof orderCorrection>
export type OrderCorrectionInput = z.input<typeof orderCorrection>
