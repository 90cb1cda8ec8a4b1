import type { Deps } from '#api/deps.ts'
import { fitText, splitValues } from '#api/platform/payments/metadata.ts'
import type { SessionParams } from '#api/platform/payments/payments.ts'
import { publicImage } from '#domain/catalogue.ts'
import { deliveryLabel } from '#domain/delivery.ts'
import { SESSION_MINUTES } from '#domain/limits.ts'
import type { NewSession } from '#domain/order/payment.ts'
import { TAX_LABEL } from '#domain/pricing.ts'
import { SITE } from '#domain/site.ts'
import type { ItemRow, OrderRow } from '#drizzle/schema/orders.ts'

/** The provider takes this many characters as the name of a line. */
const LINE_NAME_MAX = 250

/** An order's n-th session, before the provider is asked for it. */
export function newSession(
  order: OrderRow,
  item: ItemRow,
  n: number,
  config: Deps['config'],
  now: Date,
): NewSession {
  const params = sessionParams(order, item, config, now)
  return { id: crypto.randomUUID(), n, params, expiresAt: new Date(params.expiresAt * 1000).toISOString() }
}

/**
 * The parameters of a checkout session: our amounts as fixed line items, and metadata from which the whole order can be
 * rebuilt.
 * @param now the session expires `SESSION_MINUTES` later
 */
function sessionParams(
  order: OrderRow,
  item: ItemRow,
  { origin, paymentMethods }: Deps['config'],
  now: Date,
): SessionParams {
  const lineItems = [
    {
      name: fitText(item.title, LINE_NAME_MAX),
      description: `Apology flowers by ${SITE.brand}`,
      imageUrl: publicImage(item, origin),
      amountCents: item.priceAtPurchaseCents * item.quantity,
    },
    { name: deliveryLabel(order.deliveryOption), amountCents: order.deliveryFeeCents },
    { name: TAX_LABEL, amountCents: order.taxCents },
  ]
  return {
    orderId: order.id,
    customerEmail: order.customerEmail,
    paymentMethods: [...paymentMethods],
    lineItems: lineItems.filter(({ amountCents }) => amountCents > 0),
    // The provider replaces the placeholder.
    successUrl: `${origin}/thank-you?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${origin}/payment?${backToCheckout(order, item)}`,
    expiresAt: Math.floor(now.getTime() / 1000) + SESSION_MINUTES * 60,
    metadata: orderMetadata(order, item),
  }
}

function backToCheckout(order: OrderRow, item: ItemRow): URLSearchParams {
  return new URLSearchParams({
    optionId: item.sku,
    price: dollars(item.priceAtPurchaseCents),
    deliveryOption: order.deliveryOption,
    deliveryPrice: dollars(order.deliveryFeeCents),
    // Part of the address of /payment (docs/product.md); only page views read it.
    meetDriver: 'false',
    product: item.title,
    canceled: 'true',
  })
}

function dollars(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** All of an order that cannot be computed again. Nulls are left out. */
function orderMetadata(order: OrderRow, item: ItemRow): Record<string, string> {
  return splitValues({
    order_id: order.id,
    reference: order.orderReference,
    placed_at: order.createdAt,
    tracking_token: order.trackingToken,
    customer_name: order.customerName,
    customer_email: order.customerEmail,
    customer_phone: order.customerPhone,
    recipient_name: order.recipientName,
    recipient_phone: order.recipientPhone,
    note: order.apologyNote,
    address: order.deliveryAddress,
    unit: order.deliveryUnit,
    city: order.deliveryCity,
    state: order.deliveryState,
    zip: order.deliveryZip,
    instructions: order.deliveryInstructions,
    substitution: order.substitutionPreference,
    option: order.deliveryOption,
    time_zone: order.timeZone,
    product_id: item.productId,
    sku: item.sku,
    title: item.title,
    image_url: item.imageUrl,
    price_cents: String(item.priceAtPurchaseCents),
    quantity: String(item.quantity),
    fee_cents: String(order.deliveryFeeCents),
    tax_cents: String(order.taxCents),
    discount_cents: String(order.discountCents),
    total_cents: String(order.totalCents),
  })
}
