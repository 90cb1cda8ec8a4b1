import { agentPlatforms, preparedCheckouts } from '#drizzle/schema/agents.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import { checkoutSessions, disputes, refunds } from '#drizzle/schema/checkout.ts'
import { markets, type marketZipcodes, shops, type states } from '#drizzle/schema/markets.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { orderSubstitutions } from '#drizzle/schema/order-substitutions.ts'
import { orderEvents, orderFlags, orderItems, orders } from '#drizzle/schema/orders.ts'
import { orderPhotos } from '#drizzle/schema/photos.ts'
import { floristLinks, shareCorrections, shopOrders } from '#drizzle/schema/shop-orders.ts'
import {
  type Changes,
  filled,
  LATER,
  next,
  nextNumber,
  type Row,
  STAMP,
  STAMPS,
  type With,
} from './row-kit.ts'

// Valid rows, each call another one (ids, references and keys never repeat), with what a test
// wants changed. What a row points at is the caller's: `orderItem({ orderId: bought.id })`. People's rows are in
// account-rows.ts, messages and logs in message-rows.ts.

export function product(changes: Changes<typeof products> = {}) {
  const id = next('product')
  return filled(products, {
    id,
    sku: id.toUpperCase(),
    title: 'Rather Bad',
    priceCents: 4999,
    description: 'Tulips and a card.',
    ...STAMPS,
    ...changes,
  })
}

/** A made-up state: no code of its kind is a real state's. There are 182: a test with more gets the first again. */
export function state(changes: Changes<typeof states> = {}): Row<typeof states> {
  const n = nextNumber('state')
  const code = 'BEJQXYZ'.charAt(Math.floor(n / 26) % 7) + String.fromCharCode(65 + (n % 26))
  return { id: `state-${n}`, code, name: `The State of ${n}`, ...changes }
}

export function market(changes: Changes<typeof markets> = {}) {
  const id = next('market')
  return filled(markets, {
    id,
    name: `City of ${id}`,
    timeZone: 'America/New_York',
    ...STAMPS,
    ...changes,
  })
}

export function marketZipcode(changes: With<typeof marketZipcodes, 'marketId'>): Row<typeof marketZipcodes> {
  return { zipcode: String(nextNumber('zipcode')).padStart(5, '0'), ...changes }
}

export function shop(changes: With<typeof shops, 'marketId' | 'stateId'>) {
  const id = next('shop')
  return filled(shops, {
    id,
    name: `Flowers of ${id}`,
    city: 'New York',
    zip: '10014',
    streetAddress: '88 Perry St',
    phone: '(212) 555-0111',
    email: `${id}@florists.example`,
    ...STAMPS,
    ...changes,
  })
}

/**
 * An unpaid order to the state NY. The total follows from the parts, `paidAt` and `refundedCents` from the
 * payment status; name them to have them otherwise.
 */
export function order(changes: Changes<typeof orders> = {}) {
  const id = next('order')
  const parts = { subtotalCents: 4999, deliveryFeeCents: 999, taxCents: 360, discountCents: 0, ...changes }
  const totalCents = parts.subtotalCents + parts.deliveryFeeCents + parts.taxCents - parts.discountCents
  const isRefunded = changes.paymentStatus === 'refunded'
  return filled(orders, {
    id,
    orderReference: `ORD-${String(nextNumber('order-reference')).padStart(8, '0')}`,
    customerName: 'Sam Sorry',
    customerEmail: 'sam@example.com',
    customerPhone: '(212) 555-0100',
    deliveryAddress: '350 5th Ave',
    deliveryCity: 'New York',
    deliveryState: 'NY',
    deliveryZip: '10001',
    timeZone: 'America/New_York',
    totalCents,
    refundedCents: isRefunded ? (changes.totalCents ?? totalCents) : 0,
    deliveryOption: 'today',
    deliveryDate: '2026-06-05T03:59:59.000Z',
    promisedBy: '2026-06-05T00:00:00.000Z',
    paidAt: isRefunded || changes.paymentStatus === 'paid' ? STAMP : null,
    ...STAMPS,
    ...parts,
  })
}

export function agentPlatform(changes: Changes<typeof agentPlatforms> = {}) {
  const id = crypto.randomUUID()
  return filled(agentPlatforms, {
    id,
    profileUrl: `https://${next('platform')}.example/profile.json`,
    name: 'Some Assistant',
    ...STAMPS,
    ...changes,
  })
}

export function preparedCheckout(changes: With<typeof preparedCheckouts, 'platformId'>) {
  return filled(preparedCheckouts, {
    id: crypto.randomUUID(),
    secretHash: next('secret'),
    content: { sku: 'RB', option: null, fields: {} },
    memo: {},
    expiresAt: LATER,
    ...STAMPS,
    ...changes,
  })
}

export function orderItem(changes: With<typeof orderItems, 'orderId'>) {
  return filled(orderItems, {
    id: next('item'),
    sku: 'FLOWER-001',
    title: 'Really Bad',
    priceAtPurchaseCents: 4999,
    ...changes,
  })
}

export function orderFlag(changes: With<typeof orderFlags, 'orderId'>) {
  return filled(orderFlags, {
    id: next('flag'),
    kind: 'needs_refund',
    createdAt: STAMP,
    ...changes,
  })
}

export function orderEvent(changes: Changes<typeof orderEvents> = {}) {
  const id = next('event')
  return filled(orderEvents, {
    id,
    seq: Number(id.replace(/\D/g, '')),
    orderId: 'order-of-long-ago',
    orderReference: 'ORD-0000LONG',
    kind: 'placed',
    actor: 'shopper',
    data: {},
    createdAt: STAMP,
    ...changes,
  })
}

/** A promise that is in danger; its buyer was not asked yet. */
export function orderChoice(changes: With<typeof orderChoices, 'orderId'>) {
  return filled(orderChoices, {
    id: next('choice'),
    number: 1,
    reason: 'too_late',
    openedAt: STAMP,
    ...changes,
  })
}

/** A photograph of the finished bouquet. */
export function orderPhoto(changes: With<typeof orderPhotos, 'shopOrderId'>) {
  return filled(orderPhotos, {
    id: next('photo'),
    step: 'bouquet',
    uploadKey: next('upload'),
    hash: String(nextNumber('hash')).padStart(64, '0'),
    object: next('object'),
    bytes: 48_000,
    width: 1600,
    height: 1200,
    createdAt: STAMP,
    ...changes,
  })
}

/** A substitution that the florist chose; the buyer was not asked. */
export function orderSubstitution(changes: With<typeof orderSubstitutions, 'orderId' | 'shopOrderId'>) {
  return filled(orderSubstitutions, {
    id: next('substitution'),
    number: 1,
    missing: 'peonies',
    instead: 'ranunculus',
    preference: 'florist',
    reportedAt: STAMP,
    closedAt: STAMP,
    outcome: 'florist',
    ...changes,
  })
}

/** The first session of an order, not asked for yet. */
export function checkoutSession(changes: With<typeof checkoutSessions, 'orderId'>) {
  return filled(checkoutSessions, {
    id: next('checkout-session'),
    n: 1,
    params: {},
    expiresAt: LATER,
    ...STAMPS,
    ...changes,
  })
}

/** A dispute that waits for the shop's answer. */
export function dispute(changes: With<typeof disputes, 'orderId'>) {
  return filled(disputes, {
    id: next('du'),
    amountCents: 6358,
    reason: 'fraudulent',
    status: 'needs_response',
    respondBy: LATER,
    ...STAMPS,
    ...changes,
  })
}

/** A refund that was asked for; one that succeeded has the provider's id. */
export function refund(changes: With<typeof refunds, 'orderId'>) {
  return filled(refunds, {
    id: next('refund'),
    providerRefundId: changes.status === 'succeeded' ? next('re') : null,
    idempotencyKey: next('refund-key'),
    amountCents: 1000,
    reason: 'The roses were late.',
    ...STAMPS,
    ...changes,
  })
}

/**
 * A new assignment of an order as `order()` makes it; the shop gets what the platform does not keep. The stamps of
 * status and payment follow from these; name them to have them otherwise.
 */
export function shopOrder(changes: With<typeof shopOrders, 'orderId' | 'shopId'>) {
  const { orderTotalCents = 6358, platformFeeCents = Math.round(orderTotalCents / 5) } = changes
  const { status = 'pending', paymentStatus = 'pending' } = changes
  return filled(shopOrders, {
    id: next('shop-order'),
    status,
    paymentStatus,
    orderTotalCents,
    shopCostCents: orderTotalCents - platformFeeCents,
    platformFeeCents,
    statusUpdatedAt: status === 'pending' ? null : STAMP,
    paymentUpdatedAt: paymentStatus === 'pending' ? null : STAMP,
    ...STAMPS,
    ...changes,
  })
}

/** A florist's link that works; of its token only a hash is kept. */
export function floristLink(changes: With<typeof floristLinks, 'shopOrderId'>) {
  return filled(floristLinks, {
    id: next('florist-link'),
    tokenHash: next('florist-token-hash'),
    expiresAt: LATER,
    createdAt: STAMP,
    ...changes,
  })
}

export function shareCorrection(changes: With<typeof shareCorrections, 'shopOrderId'>) {
  return filled(shareCorrections, {
    id: next('correction'),
    amountCents: -800,
    reason: 'Half of it was refunded.',
    createdAt: STAMP,
    ...changes,
  })
}
