import * as z from 'zod/mini'
import type { Deps } from '#api/deps.ts'
import { addOrderEvent, addOrderFlag } from '#api/platform/audit/order-events.ts'
import { shortHash } from '#api/platform/hash.ts'
import { joinValues } from '#api/platform/payments/metadata.ts'
import type { CheckoutSession } from '#api/platform/payments/payments.ts'
import { readServingMarket } from '#api/storefront/queries.ts'
import { DELIVERY_OPTION_IDS, deliveryDate, promisedBy } from '#domain/delivery.ts'
import { PRESET_PREFERENCE, readPreference } from '#domain/order/substitution-preference.ts'
import { trackingToken } from '#domain/reference.ts'
import { insertRebuiltOrder } from './queries.ts'
import { newStopCodeHash } from './stop-code.ts'

const cents = z.pipe(
  z.string().check(z.regex(/^\d{1,12}$/)),
  z.transform((text) => Number(text)),
)
const textOrNull = z._default(z.nullable(z.string()), null)

/** The metadata as `orderMetadata` of the checkout wrote it. */
const metadata = z.object({
  order_id: z.string(),
  reference: z.string(),
  placed_at: z.string(),
  tracking_token: textOrNull,
  customer_name: z.string(),
  customer_email: z.string(),
  customer_phone: z.string(),
  recipient_name: textOrNull,
  recipient_phone: textOrNull,
  note: textOrNull,
  address: z.string(),
  unit: textOrNull,
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  instructions: textOrNull,
  /** Sessions from before it was asked have none. */
  substitution: z._default(z.pipe(z.string(), z.transform(readPreference)), PRESET_PREFERENCE),
  option: z.enum(DELIVERY_OPTION_IDS),
  time_zone: z.string(),
  product_id: textOrNull,
  sku: z.string(),
  title: z.string(),
  image_url: textOrNull,
  price_cents: cents,
  quantity: cents,
  fee_cents: cents,
  tax_cents: cents,
  discount_cents: cents,
  total_cents: cents,
})

type Metadata = z.infer<typeof metadata>

/**
 * Recreates the order of a paid session that is missing from the database (after restoring a backup), as it was placed and
 * flagged for a person to look at. Settling it is the next step.
 * @returns whether the order exists now; false when the session's metadata is incomplete
 */
export async function rebuildOrder(deps: Deps, session: CheckoutSession): Promise<boolean> {
  const { db, clock, log } = deps
  const read = metadata.safeParse(joinValues(session.metadata))
  if (!read.success || read.data.order_id !== session.orderId) {
    log('error', 'paid_session_without_order', { session: await shortHash(session.id) })
    return false
  }
  const data = read.data
  const at = clock.now().toISOString()
  const market = await readServingMarket(db, data.zip, clock.now())
  const { order, item, checkoutSession } = await rebuiltRows(deps, data, session, market?.id ?? null, at)
  await db.batch([
    ...insertRebuiltOrder(db, order, item, checkoutSession),
    addOrderEvent(
      db,
      order.id,
      {
        kind: 'rebuilt',
        actor: 'system',
        data: { sessionId: session.id, placedAt: data.placed_at },
        dedupeKey: `rebuilt:${order.id}`,
      },
      at,
    ),
    addOrderFlag(db, order.id, { kind: 'rebuilt', detail: 'Rebuilt from the provider’s records' }, at),
  ])
  log('warn', 'order_rebuilt', { orderId: order.id, session: await shortHash(session.id) })
  return true
}

async function rebuiltRows(
  { random, config }: Deps,
  data: Metadata,
  session: CheckoutSession,
  marketId: string | null,
  at: string,
) {
  const placedAt = new Date(data.placed_at)
  const order = {
    id: data.order_id,
    orderReference: data.reference,
    customerName: data.customer_name,
    customerEmail: data.customer_email,
    customerPhone: data.customer_phone,
    recipientName: data.recipient_name,
    recipientPhone: data.recipient_phone,
    apologyNote: data.note,
    deliveryAddress: data.address,
    deliveryUnit: data.unit,
    deliveryCity: data.city,
    deliveryState: data.state,
    deliveryZip: data.zip,
    deliveryInstructions: data.instructions,
    substitutionPreference: data.substitution,
    marketId,
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
    stopCodeHash: await newStopCodeHash(config, data.order_id),
    createdAt: data.placed_at,
    updatedAt: at,
  }
  const item = {
    // Derived from the order, so that another attempt inserts no second item.
    id: `rebuilt-${data.order_id}`,
    orderId: data.order_id,
    productId: data.product_id,
    sku: data.sku,
    title: data.title,
    imageUrl: data.image_url,
    priceAtPurchaseCents: data.price_cents,
    quantity: data.quantity,
  }
  const checkoutSession = {
    id: `rebuilt-${session.id}`,
    orderId: data.order_id,
    n: 1,
    params: {},
    sessionId: session.id,
    url: null,
    status: 'complete' as const,
    expiresAt: session.expiresAt.toISOString(),
    createdAt: session.createdAt.toISOString(),
    updatedAt: at,
  }
  return { order, item, checkoutSession }
}
