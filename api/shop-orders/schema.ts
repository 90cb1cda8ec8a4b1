import * as z from 'zod/mini'
import { keptIfMissing, nullIfMissing, textOrNull } from '#api/http/field-schema.ts'
import { type Page, pageQuery, version } from '#api/http/page-schema.ts'
import {
  CONTACT_NOTE_MAX,
  SHOP_NOTES_MAX,
  SHOP_PAYMENT_REFERENCE_MAX,
  SPECIAL_INSTRUCTIONS_MAX,
} from '#domain/limits.ts'
import { DIRECTIONS } from '#domain/order-sorts.ts'
import type {
  OrderStatus,
  PaymentStatus,
  ShopOrderPaymentStatus,
  ShopOrderStatus,
} from '#domain/order-status.ts'
import { SHOP_ORDER_FILTERS } from '#domain/shop-order-filters.ts'
import type { ShopOrderSort } from '#domain/shop-order-sorts.ts'
import { SHOP_ORDER_SORTS } from '#domain/shop-order-sorts.ts'
import { printable } from '#domain/text.ts'

/**
 * `q` is searched at the beginning of ids and references, and in shop names. The default direction: newest first, soonest
 * promised first, or those without an answer first.
 */
export const shopOrderQuery = z.strictObject({
  ...pageQuery,
  show: z.optional(z.enum(SHOP_ORDER_FILTERS)),
  sort: z._default(z.enum(SHOP_ORDER_SORTS), 'assigned'),
  direction: z.optional(z.enum(DIRECTIONS)),
})

/** One line of the list (the screen shows the first 8 characters of the id). Instants are ISO. */
export type ShopOrderRow = {
  id: string
  shopId: string
  shop: string
  orderId: string
  orderReference: string
  status: ShopOrderStatus
  paymentStatus: ShopOrderPaymentStatus
  shopCostCents: number
  promisedBy: string
  timeZone: string
  isSample: boolean
  withdrawnAt: string | null
  createdAt: string
}

export type ShopOrderPage = Page<ShopOrderRow> & {
  /** How the rows are sorted. `assigned` in spite of another when a search finds too many to be sorted by it. */
  sort: ShopOrderSort
}

/** Who did something: an admin by e-mail, the florist through their link. `email` is null when the person is gone. */
type Stamp = { at: string; by: 'admin' | 'florist'; email: string | null }

/** What happened to a shop order, as the timeline of its order tells it. */
type Event = {
  id: string
  kind: string
  actor: string
  actorEmail: string | null
  data: Record<string, unknown>
  createdAt: string
}

/** Everything on a shop order's screen and on its printed sheet. Instants are ISO. */
export type ShopOrderDetail = {
  id: string
  status: ShopOrderStatus
  paymentStatus: ShopOrderPaymentStatus
  paymentReference: string | null
  orderTotalCents: number
  shopCostCents: number
  platformFeeCents: number
  specialInstructions: string | null
  shopNotes: string | null
  /** Why the florist said no, if they did. */
  rejectionReason: string | null
  statusStamp: Stamp | null
  paymentStamp: Stamp | null
  withdrawnAt: string | null
  version: number
  createdAt: string
  updatedAt: string
  order: {
    id: string
    reference: string
    status: OrderStatus
    paymentStatus: PaymentStatus
    customerName: string
    customerEmail: string
    customerPhone: string
    recipientName: string | null
    recipientPhone: string | null
    apologyNote: string | null
    address: string
    city: string
    state: string
    zip: string
    deliveryInstructions: string | null
    deliveryOption: string
    promisedBy: string
    timeZone: string
    totalCents: number
    refundedCents: number
    isSample: boolean
    items: { title: string; sku: string; quantity: number; imageUrl: string | null }[]
  }
  shop: {
    id: string
    name: string
    streetAddress: string
    city: string
    state: string
    zip: string
    phone: string | null
    email: string | null
    active: boolean
  }
  /** Oldest first. */
  contacts: { id: string; note: string; email: string | null; createdAt: string }[]
  /** Signed changes of the shop's share, oldest first. */
  corrections: { id: string; amountCents: number; reason: string; createdAt: string }[]
  /** The florist's link that works now; null: there is none. */
  link: { createdAt: string; expiresAt: string; openedAt: string | null } | null
  /** Oldest first. */
  events: Event[]
}

// Any text: the service has its own error message for an unknown status.
const anyStatus = z.string().check(z.maxLength(40))

export const shopOrderStatusRequest = z.strictObject({
  status: anyStatus,
  /** Why, when the florist rejected the order on the phone. */
  reason: nullIfMissing(textOrNull(500, { lines: 'many' })),
  version,
})
export const shopOrderPaymentRequest = z.strictObject({ paymentStatus: anyStatus, version })
export const shopNotesRequest = z.strictObject({
  shopNotes: keptIfMissing(textOrNull(SHOP_NOTES_MAX, { lines: 'many' })),
  version,
})
export const shopOrderDetailsRequest = z.strictObject({
  paymentReference: keptIfMissing(textOrNull(SHOP_PAYMENT_REFERENCE_MAX)),
  specialInstructions: keptIfMissing(textOrNull(SPECIAL_INSTRUCTIONS_MAX, { lines: 'many' })),
  version,
})

const EMPTY_NOTE = 'Contact note cannot be empty'
const note = z.string({ error: EMPTY_NOTE }).check(
  z.overwrite((text) => printable(text).trim()),
  z.minLength(1, { error: EMPTY_NOTE, abort: true }),
  z.maxLength(CONTACT_NOTE_MAX, `Please keep this to ${CONTACT_NOTE_MAX.toLocaleString('en-US')} characters`),
)
/** The part of a contact that a person fills in. */
export const contactForm = z.object({ note })
export const contactRequest = z.strictObject({
  /** Generated once per filled-in field, so that a second click adds nothing. */
  key: z.uuid(),
  note,
})

export const versionRequest = z.strictObject({ version })

export type ShopOrderQuery = z.infer<typeof shopOrderQuery>
export type ShopOrderListInput = z.input<typeof shopOrderQuery>
export type ContactRequest = z.infer<typeof contactRequest>
