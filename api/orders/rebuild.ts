import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Deps } from '#api/deps.ts'
import { addOrderEvent, addOrderFlag } from '#api/platform/audit/order-events.ts'
import { shortHash } from '#api/platform/hash.ts'
import type { CheckoutSession } from '#api/platform/payments/payments.ts'
import { readServingMarket } from '#api/storefront/queries.ts'
import { DELIVERY_OPTION_IDS, deliveryDate, promisedBy } from '#domain/delivery.ts'
import { trackingToken } from '#domain/reference.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import { checkoutSessions } from '#drizzle/schema/checkout.ts'
import { orderItems, orders } from '#drizzle/schema/orders.ts'

const cents = z.pipe(
  z.string().check(z.regex(/^\d{1,12}$/)),
  z.transform((text) => Number(text)),
)
const maybe = z._default(z.nullable(z.string()), null)

/** What `orderMetadata` wrote. */
const metadata = z.object({
  order_id: z.string(),
  reference: z.string(),
  placed_at: z.string(),
  tracking_token: maybe,
  customer_name: z.string(),
  customer_email: z.string(),
  customer_phone: z.string(),
  recipient_name: maybe,
  recipient_phone: maybe,
  note: maybe,
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  instructions: maybe,
  option: z.enum(DELIVERY_OPTION_IDS),
  time_zone: z.string(),
  product_id: maybe,
  sku: z.string(),
  title: z.string(),
  image_url: maybe,
  price_cents: cents,
  quantity: cents,
  fee_cents: cents,
  tax_cents: cents,
  discount_cents: cents,
  total_cents: cents,
})

/**
 * Makes an order anew from a session that was paid but whose order we do not have (a restored database): as it was
 * placed, flagged for a person to look at. Settling it is the next step.
 * @returns whether there is an order now; false when the session does not carry enough
 */
export async function rebuildOrder(deps: Deps, session: CheckoutSession): Promise<boolean> {
  const { db, clock, log, random } = deps
  const read = metadata.safeParse(session.metadata)
  if (!read.success || read.data.order_id !== session.orderId) {
    log('error', 'paid_session_without_order', { session: await shortHash(session.id) })
    return false
  }
  const data = read.data
  const placedAt = new Date(data.placed_at)
  const at = clock.now().toISOString()
  const market = await readServingMarket(db, data.zip)
  await db.batch([
    db
      .insert(orders)
      .values({
        id: data.order_id,
        orderReference: data.reference,
        customerName: data.customer_name,
        customerEmail: data.customer_email,
        customerPhone: data.customer_phone,
        recipientName: data.recipient_name,
        recipientPhone: data.recipient_phone,
        apologyNote: data.note,
        deliveryAddress: data.address,
        deliveryCity: data.city,
        deliveryState: data.state,
        deliveryZip: data.zip,
        deliveryInstructions: data.instructions,
        marketId: market?.id ?? null,
        timeZone: data.time_zone,
        subtotalCents: data.price_cents * data.quantity,
        deliveryFeeCents: data.fee_cents,
        taxCents: data.tax_cents,
        discountCents: data.discount_cents,
        totalCents: data.total_cents,
        deliveryOption: data.option,
        deliveryDate: deliveryDate(data.option, placedAt, data.time_zone).toISOString(),
        promisedBy: promisedBy(data.option, placedAt, data.time_zone).toISOString(),
        checkoutSessionId: session.id,
        trackingToken: data.tracking_token ?? trackingToken(random(16)),
        createdAt: data.placed_at,
        updatedAt: at,
      })
      .onConflictDoNothing(),
    db
      .insert(orderItems)
      .values({
        // The same rebuilt order has the same item, however often it is tried.
        id: `rebuilt-${data.order_id}`,
        orderId: data.order_id,
        // The product may be gone from the catalogue, as from the copy that was restored.
        productId: sql`(select id from ${products} where id = ${data.product_id})`,
        sku: data.sku,
        title: data.title,
        imageUrl: data.image_url,
        priceAtPurchaseCents: data.price_cents,
        quantity: data.quantity,
      })
      .onConflictDoNothing(),
    db
      .insert(checkoutSessions)
      .values({
        id: `rebuilt-${session.id}`,
        orderId: data.order_id,
        n: 1,
        params: {},
        sessionId: session.id,
        url: null,
        status: 'complete',
        expiresAt: session.expiresAt.toISOString(),
        createdAt: session.createdAt.toISOString(),
        updatedAt: at,
      })
      .onConflictDoNothing(),
    addOrderEvent(
      db,
      data.order_id,
      {
        kind: 'rebuilt',
        actor: 'system',
        data: { sessionId: session.id, placedAt: data.placed_at },
        dedupeKey: `rebuilt:${data.order_id}`,
      },
      at,
    ),
    addOrderFlag(db, data.order_id, { kind: 'rebuilt', detail: "Rebuilt from the provider's books" }, at),
  ])
  log('warn', 'order_rebuilt', { orderId: data.order_id, session: await shortHash(session.id) })
  return true
}
