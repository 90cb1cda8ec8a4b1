import * as z from 'zod/mini'
import { keptIfMissing, nullIfMissing, textOrNull } from '#api/http/field-schema.ts'
import { pageOf, pageQuery, version } from '#api/http/page-schema.ts'
import {
  CONTACT_NOTE_MAX,
  SHOP_NOTES_MAX,
  SHOP_PAYMENT_REFERENCE_MAX,
  SPECIAL_INSTRUCTIONS_MAX,
} from '#domain/limits.ts'
import { DIRECTIONS } from '#domain/order-sorts.ts'
import {
  ORDER_STATUSES,
  PAYMENT_STATUSES,
  SHOP_ORDER_PAYMENT_STATUSES,
  SHOP_ORDER_STATUSES,
} from '#domain/order-status.ts'
import { SHOP_ORDER_FILTERS } from '#domain/shop-order-filters.ts'
import { SHOP_ORDER_SORTS } from '#domain/shop-order-sorts.ts'
import { printable } from '#domain/text.ts'

/**
 * `q` is looked for at the beginning of ids and references, and in shop names. Without a direction: newest first, what was
 * promised soonest first, or those that are still to be answered first.
 */
export const shopOrderQuery = z.strictObject({
  ...pageQuery,
  show: z.optional(z.enum(SHOP_ORDER_FILTERS)),
  sort: z._default(z.enum(SHOP_ORDER_SORTS), 'assigned'),
  direction: z.optional(z.enum(DIRECTIONS)),
})

const status = z.enum(SHOP_ORDER_STATUSES)
const paymentStatus = z.enum(SHOP_ORDER_PAYMENT_STATUSES)

/** One line of the list (§2 Shop order list: the screen shows the first 8 characters of the id). Instants are ISO. */
export const shopOrderRow = z.object({
  id: z.string(),
  shopId: z.string(),
  shop: z.string(),
  orderId: z.string(),
  orderReference: z.string(),
  status,
  paymentStatus,
  shopCostCents: z.int(),
  promisedBy: z.string(),
  timeZone: z.string(),
  isSample: z.boolean(),
  withdrawnAt: z.nullable(z.string()),
  createdAt: z.string(),
})

export const shopOrderPage = z.object({
  ...pageOf(shopOrderRow).shape,
  /** How the rows are sorted. `assigned` in spite of another when a search finds too many to be sorted by it. */
  sort: z.enum(SHOP_ORDER_SORTS),
})

/** Who did something: an admin by e-mail, the florist through their link. `email` is null when the person is gone. */
const stamp = z.object({ at: z.string(), by: z.enum(['admin', 'florist']), email: z.nullable(z.string()) })

/** What happened to a shop order, as the timeline of its order tells it. */
const event = z.object({
  id: z.string(),
  kind: z.string(),
  actor: z.string(),
  actorEmail: z.nullable(z.string()),
  data: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
})

/** Everything on a shop order's screen and on its printed sheet (§2 Shop order list, Detail). Instants are ISO. */
export const shopOrderDetail = z.object({
  id: z.string(),
  status,
  paymentStatus,
  paymentReference: z.nullable(z.string()),
  orderTotalCents: z.int(),
  shopCostCents: z.int(),
  platformFeeCents: z.int(),
  specialInstructions: z.nullable(z.string()),
  shopNotes: z.nullable(z.string()),
  /** Why the florist said no, if they did. */
  rejectionReason: z.nullable(z.string()),
  statusStamp: z.nullable(stamp),
  paymentStamp: z.nullable(stamp),
  withdrawnAt: z.nullable(z.string()),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  order: z.object({
    id: z.string(),
    reference: z.string(),
    status: z.enum(ORDER_STATUSES),
    paymentStatus: z.enum(PAYMENT_STATUSES),
    customerName: z.string(),
    customerEmail: z.string(),
    customerPhone: z.string(),
    recipientName: z.nullable(z.string()),
    recipientPhone: z.nullable(z.string()),
    apologyNote: z.nullable(z.string()),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
    deliveryInstructions: z.nullable(z.string()),
    deliveryOption: z.string(),
    promisedBy: z.string(),
    timeZone: z.string(),
    totalCents: z.int(),
    refundedCents: z.int(),
    isSample: z.boolean(),
    items: z.array(
      z.object({ title: z.string(), sku: z.string(), quantity: z.int(), imageUrl: z.nullable(z.string()) }),
    ),
  }),
  shop: z.object({
    id: z.string(),
    name: z.string(),
    streetAddress: z.string(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
    phone: z.nullable(z.string()),
    email: z.nullable(z.string()),
    active: z.boolean(),
  }),
  /** Oldest first. */
  contacts: z.array(
    z.object({ id: z.string(), note: z.string(), email: z.nullable(z.string()), createdAt: z.string() }),
  ),
  /** Signed changes of the shop's share, oldest first. */
  corrections: z.array(
    z.object({ id: z.string(), amountCents: z.int(), reason: z.string(), createdAt: z.string() }),
  ),
  /** The florist's link that works now; null: there is none. */
  link: z.nullable(
    z.object({ createdAt: z.string(), expiresAt: z.string(), openedAt: z.nullable(z.string()) }),
  ),
  /** Oldest first. */
  events: z.array(event),
})

// Any text: the service has the specification's words for one that is no status.
const anyStatus = z.string().check(z.maxLength(40))

export const shopOrderStatusRequest = z.strictObject({
  status: anyStatus,
  /** Why, when the florist said no on the phone. */
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
  /** Made once per filled-in field, so that a second click adds nothing. */
  key: z.uuid(),
  note,
})

export const versionRequest = z.strictObject({ version })

/** Taking an order off a shop. `notified`: the shop is told by e-mail. */
export const unassignAnswer = z.object({ notified: z.boolean() })
export const linkAnswer = z.object({ sentTo: z.string(), expiresAt: z.string() })

export type ShopOrderQuery = z.infer<typeof shopOrderQuery>
export type ShopOrderListInput = z.input<typeof shopOrderQuery>
export type ShopOrderRow = z.infer<typeof shopOrderRow>
export type ShopOrderPage = z.infer<typeof shopOrderPage>
export type ShopOrderDetail = z.infer<typeof shopOrderDetail>
export type ContactRequest = z.infer<typeof contactRequest>
