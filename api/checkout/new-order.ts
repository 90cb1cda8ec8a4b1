import type { Deps } from '#api/deps.ts'
import { newStopCodeHash } from '#api/orders/stop-code.ts'
import type { ProductRow, ServingMarket } from '#api/storefront/queries.ts'
import { DELIVERY_OPTIONS, deliveryDate, promisedBy } from '#domain/delivery.ts'
import { priceOrder } from '#domain/pricing.ts'
import { orderReference, trackingToken } from '#domain/reference.ts'
import type { ItemRow, OrderRow } from '#drizzle/schema/orders.ts'
import type { CreateCheckoutSessionRequest } from './schema.ts'

/**
 * The rows of a new order. The price comes from the catalogue, the fee from the option, dates from the server's clock in the
 * market's zone: no amount or time sent by the browser counts.
 * @param agentPlatformId of who prepared the checkout; null: its buyer came by themselves
 */
export async function newOrder(
  { clock, random, config }: Pick<Deps, 'clock' | 'random' | 'config'>,
  { customerInfo, deliveryDetails: { option } }: CreateCheckoutSessionRequest,
  product: ProductRow,
  market: ServingMarket,
  agentPlatformId: string | null,
): Promise<{ order: OrderRow; item: ItemRow }> {
  const now = clock.now()
  const stamp = now.toISOString()
  const zone = market.schedule.timeZone
  const id = crypto.randomUUID()
  const price = priceOrder({
    subtotalCents: product.priceCents,
    deliveryFeeCents: DELIVERY_OPTIONS[option].feeCents,
  })
  const order: OrderRow = {
    id,
    userId: null,
    orderReference: orderReference(random(5)),
    customerName: customerInfo.name,
    customerEmail: customerInfo.email,
    customerPhone: customerInfo.phone,
    recipientName: customerInfo.recipientName,
    recipientPhone: customerInfo.recipientPhone,
    apologyNote: customerInfo.note,
    deliveryAddress: customerInfo.address,
    deliveryUnit: customerInfo.unit,
    deliveryCity: customerInfo.city,
    deliveryState: customerInfo.state,
    deliveryZip: customerInfo.zip,
    deliveryInstructions: customerInfo.instructions,
    substitutionPreference: customerInfo.substitutionPreference,
    marketId: market.id,
    timeZone: zone,
    ...price,
    refundedCents: 0,
    currency: 'usd',
    status: 'pending',
    paymentStatus: 'pending',
    paymentMethod: null,
    paymentReference: null,
    checkoutSessionId: null,
    deliveryOption: option,
    deliveryDate: deliveryDate(option, now, zone).toISOString(),
    promisedBy: promisedBy(option, now, zone).toISOString(),
    assignmentStatus: 'unassigned',
    isSample: false,
    trackingToken: trackingToken(random(16)),
    stopCodeHash: await newStopCodeHash(config, id),
    paidAt: null,
    manageLinksEndedAt: null,
    reconciledAt: null,
    agentPlatformId,
    version: 1,
    createdAt: stamp,
    updatedAt: stamp,
  }
  const item: ItemRow = {
    id: crypto.randomUUID(),
    orderId: id,
    productId: product.id,
    sku: product.sku,
    title: product.title,
    imageUrl: product.imageUrl,
    priceAtPurchaseCents: product.priceCents,
    quantity: 1,
  }
  return { order, item }
}
