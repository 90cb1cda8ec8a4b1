import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { addOrderEvent } from '#api/platform/audit/order-events.ts'
import { isUniqueViolation } from '#api/platform/database/constraint.ts'
import { retryOvertaken } from '#api/platform/database/retry.ts'
import { readServingMarket } from '#api/storefront/queries.ts'
import { priceOrder } from '#domain/pricing.ts'
import { sampleReference, trackingToken } from '#domain/reference.ts'
import { firstProduct, insertSample, isUser } from './queries.ts'
import { newStopCodeHash } from './stop-code.ts'

/** Somebody who is not signed in, or no longer a user, reads this. */
export const NO_USER = 'No authenticated user found. Please log in as admin.'
const PRICE_CENTS = 8999
const FEE_CENTS = 599
const DAYS_AHEAD = 2
const ZIP = '10001'
const ZONE = 'America/New_York'

/**
 * Creates an order for practice: paid, pending, marked as a sample. It causes no email and counts in no statement.
 * @returns its id
 * @throws AppError `signed_out` when the user was deleted; `not_found` when there is no product
 */
export async function createSampleOrder(deps: Deps, actorId: string): Promise<string> {
  const { db, clock, log, config } = deps
  if (!(await isUser(db, actorId))) throw new AppError('signed_out', { message: NO_USER })
  const product = await firstProduct(db)
  if (!product) throw new AppError('not_found', { message: 'Failed to fetch a product for sample order' })
  const now = clock.now()
  const market = await readServingMarket(db, ZIP, now)
  const id = crypto.randomUUID()
  const row = sampleRow(id, now, actorId, market && { id: market.id, zone: market.schedule.timeZone })
  const stopCodeHash = await newStopCodeHash(config, id)

  const isTaken = (error: unknown) => isUniqueViolation(error, 'order_reference')
  return retryOvertaken(async () => {
    const orderReference = sampleReference(fiveDigits(deps))
    const order = { ...row, orderReference, trackingToken: trackingToken(deps.random(16)), stopCodeHash }
    const [, items] = await db.batch([
      ...insertSample(db, order, { productId: product.id, priceCents: PRICE_CENTS }),
      addOrderEvent(
        db,
        id,
        { kind: 'sample_created', actor: 'admin', actorId, data: { totalCents: row.totalCents } },
        row.createdAt,
      ),
    ])
    if (items.length === 0) log('warn', 'sample_item_skipped', { orderId: id, productId: product.id })
    return id
  }, isTaken)
}

function sampleRow(id: string, now: Date, userId: string, market: { id: string; zone: string } | null) {
  const at = now.toISOString()
  const ahead = new Date(now.getTime() + DAYS_AHEAD * 24 * 60 * 60 * 1000).toISOString()
  return {
    id,
    userId,
    customerName: 'Sample Customer',
    customerEmail: 'sample@example.com',
    customerPhone: '(212) 555-0100',
    recipientName: 'Sample Recipient',
    apologyNote: 'I was wrong. This one is only for practice.',
    deliveryAddress: '350 5th Ave',
    deliveryCity: 'New York',
    deliveryState: 'NY',
    deliveryZip: ZIP,
    deliveryInstructions: null,
    marketId: market?.id ?? null,
    timeZone: market?.zone ?? ZONE,
    ...priceOrder({ subtotalCents: PRICE_CENTS, deliveryFeeCents: FEE_CENTS }),
    status: 'pending',
    paymentStatus: 'paid',
    deliveryOption: 'tomorrow',
    deliveryDate: ahead,
    promisedBy: ahead,
    isSample: true,
    paidAt: at,
    createdAt: at,
    updatedAt: at,
  } as const
}

/** 0 to 99,999. The remainder's bias, a few in four billion, does not matter here. */
function fiveDigits({ random }: Deps): number {
  return new DataView(random(4).buffer).getUint32(0) % 100_000
}
