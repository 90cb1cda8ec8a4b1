import { attemptForBuyer } from '#api/delivery-attempts/service.ts'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { readState, type StoredOrder } from '#api/orders/state-queries.ts'
import { toShownPhotos } from '#api/photos/service.ts'
import { publicImage } from '#domain/catalogue.ts'
import { photosOf } from '#domain/order/photo.ts'
import { liveShopOrder, openChoice, orderAndShop, type Photo, UNPAID_ENDS } from '#domain/order/state.ts'
import { goesIn } from '#domain/order/substitution.ts'
import { isShopOrderStatus, type ShopOrderStatus } from '#domain/order-status.ts'
import { showsPersonalData } from '#domain/personal-data.ts'
import { photosShownUntil } from '#domain/photos.ts'
import { refundSummary, requestedCentsOf } from '#domain/refunds.ts'
import { firstName } from '#domain/text.ts'
import { type Tracked, trackingState, trackingSteps } from '#domain/tracking.ts'

/**
 * Tells how far an order is. Its secret address shows the buyer's first name, city and state, for some weeks the name of whoever
 * took the flowers for the recipient, and nothing else of a person.
 * @throws AppError `link_unknown`, also for an order that was never paid
 */
export async function trackOrder(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  token: string,
) {
  const { state } = await readState(db, { trackingToken: token })
  const refund = state && refundSummary(state.order, requestedCentsOf(state.refunds))
  if (!state?.item || !refund) throw new AppError('link_unknown')
  const { order, item, log, substitutions } = state
  const live = liveShopOrder(state)
  const shopOrderStamps: Partial<Record<ShopOrderStatus, string>> = {}
  const ends: Partial<Record<'delivered' | 'cancelled' | 'refunded', string>> = {}
  for (const { kind, data, createdAt } of log) {
    const to = data['to']
    if (kind === 'shop_order_status' && data['shopOrderId'] === live?.id && isShopOrderStatus(to)) {
      shopOrderStamps[to] = createdAt
    }
    if (kind === 'status_changed' && to === 'delivered') ends.delivered = createdAt
    if (kind === 'refunded') ends.refunded = createdAt
    const isUnpaid = UNPAID_ENDS.some((end) => end === kind)
    if (isUnpaid || (kind === 'status_changed' && to === 'cancelled')) ends.cancelled = createdAt
  }
  const attempt = attemptForBuyer(state)
  const now = clock.now()
  const showsNames = showsPersonalData(order.promisedBy, now)
  const tracked = {
    ...orderAndShop(state),
    createdAt: order.createdAt,
    paidAt: order.paidAt,
    shopOrderStamps,
    deliveredAt: ends.delivered ?? null,
    cancelledAt: ends.cancelled ?? null,
    refundedAt: ends.refunded ?? null,
    refundedCents: order.refundedCents,
  }
  return {
    reference: order.orderReference,
    firstName: firstName(order.customerName),
    city: order.deliveryCity,
    deliveryState: order.deliveryState,
    bouquet: item.title,
    imageUrl: publicImage(item, config.origin),
    promisedBy: order.promisedBy,
    timeZone: order.timeZone,
    state: trackingState(tracked),
    /** The buyer was asked to choose what becomes of a promise in danger. The link to that is not shown: this page is shared. */
    isAsked: Boolean(openChoice(state)?.offeredAt),
    /** The last delivery attempt, if there is something to tell. */
    attempt: attempt && { ...attempt, name: showsNames ? attempt.name : null },
    /** The flowers that the florist who has the order misses, and if the buyer is being asked about them. */
    substitutions: substitutions.flatMap(({ missing, instead, closedAt, shopOrderId, ...each }) =>
      shopOrderId === live?.id && (closedAt === null || goesIn(each))
        ? [{ missing, instead, isAsked: closedAt === null }]
        : [],
    ),
    refund,
    steps: trackingSteps(tracked),
    photos: await toShownPhotos({ config }, order, buyersPhotos(state, live?.id, tracked, now), now),
  }
}

/** The photographs that the buyer sees: those of the shop that has the order, until a week after the delivery. */
function buyersPhotos(
  state: StoredOrder,
  shopOrderId: string | undefined,
  tracked: Tracked,
  now: Date,
): readonly Photo[] {
  const where = trackingState(tracked)
  if (shopOrderId === undefined || where === 'cancelled' || where === 'refunded') return []
  const deliveredAt = tracked.deliveredAt ?? tracked.shopOrderStamps.delivered
  const isOver = where === 'delivered' && deliveredAt && photosShownUntil(deliveredAt) <= now.toISOString()
  return isOver ? [] : photosOf(state, shopOrderId)
}
