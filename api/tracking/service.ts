import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { publicImage } from '#domain/catalogue.ts'
import { assignmentState } from '#domain/order/fulfilment.ts'
import { isShopOrderStatus, type ShopOrderStatus, shopOrderIsLive } from '#domain/order-status.ts'
import { refundSummary } from '#domain/refunds.ts'
import { firstName } from '#domain/text.ts'
import { trackingState, trackingSteps } from '#domain/tracking.ts'
import { readTracked, UNPAID } from './queries.ts'

/**
 * Tells how far an order is. Its secret address shows the buyer's first name, city and state, and nothing else of a person.
 * @throws AppError `link_unknown`, also for an order that was never paid
 */
export async function trackOrder({ db, config }: Pick<Deps, 'db' | 'config'>, token: string) {
  const found = await readTracked(db, token)
  if (!found) throw new AppError('link_unknown')
  const { order, bouquet, imageUrl, requestedCents, assignments, events } = found
  const refund = refundSummary(order, requestedCents)
  if (!refund) throw new AppError('link_unknown')
  const live = assignments.find(shopOrderIsLive)
  const shopOrderStamps: Partial<Record<ShopOrderStatus, string>> = {}
  const ends: Partial<Record<'delivered' | 'cancelled' | 'refunded', string>> = {}
  for (const { kind, data, createdAt } of events) {
    const to = data['to']
    if (kind === 'shop_order_status' && data['shopOrderId'] === live?.id && isShopOrderStatus(to)) {
      shopOrderStamps[to] = createdAt
    }
    if (kind === 'status_changed' && to === 'delivered') ends.delivered = createdAt
    if (kind === 'refunded') ends.refunded = createdAt
    if (UNPAID.includes(kind) || (kind === 'status_changed' && to === 'cancelled')) ends.cancelled = createdAt
  }
  const tracked = {
    status: order.status,
    paymentStatus: order.paymentStatus,
    createdAt: order.createdAt,
    paidAt: order.paidAt,
    assignment: assignmentState(live),
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
    bouquet,
    imageUrl: publicImage({ title: bouquet, imageUrl }, config.origin),
    promisedBy: order.promisedBy,
    timeZone: order.timeZone,
    state: trackingState(tracked),
    /** The buyer was asked to choose what becomes of a promise in danger. The link to that is not shown: this page is shared. */
    isAsked: found.isAsked === 1,
    refund,
    steps: trackingSteps(tracked),
  }
}
