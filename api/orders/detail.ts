import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { timelineOf } from '#api/platform/audit/timeline.ts'
import { shopPercent } from '#domain/cost-split.ts'
import { refundLimit } from '#domain/disputes.ts'
import { MARKET_PROMISE_DEFAULTS } from '#domain/market-promises.ts'
import { agreedAtOf, dangerOf } from '#domain/order/broken-promise.ts'
import { assignmentState, mayBeAssigned } from '#domain/order/fulfilment.ts'
import { deletionRefusal } from '#domain/order/record.ts'
import { shopOrderIsLive } from '#domain/order-status.ts'
import { refundableCents, refundNeedsOverride } from '#domain/refunds.ts'
import { type ReadOrder, readOrder } from './queries.ts'

/**
 * An order with everything about it, and what can be done with it now.
 * @throws AppError `order_not_found`
 */
export async function orderDetail({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: string) {
  const found = await readOrder(db, id)
  if (!found) throw new AppError('order_not_found')
  const { order, items, flags, returned, disputed, timeline } = found
  // The shopper's tracking token and payment internals are not sent, not even to admins.
  const { orderReference, marketId, trackingToken, checkoutSessionId, reconciledAt, userId, ...rest } = order
  return {
    ...rest,
    reference: orderReference,
    market: marketId === null || found.marketName === null ? null : { id: marketId, name: found.marketName },
    items: items.map((item) => ({ ...item, subtotalCents: item.priceAtPurchaseCents * item.quantity })),
    flags,
    shopOrders: shopOrdersOf(found),
    refunds: returned.map(({ refund, byEmail }) => ({ ...refund, byEmail })),
    disputes: disputed,
    danger: dangerNow(found, clock.now()),
    timeline: timelineOf(timeline),
    allowed: allowedNow(found),
  }
}

export type OrderDetail = Awaited<ReturnType<typeof orderDetail>>

/** The shop orders, newest first, those that were rejected or withdrawn too. */
function shopOrdersOf({ order, given, corrections }: ReadOrder) {
  return given.map(({ shopOrder, shopName }) => ({
    ...shopOrder,
    shopName,
    shopPercent: shopPercent(order.totalCents, shopOrder.shopCostCents),
    live: shopOrderIsLive(shopOrder),
    corrections: corrections
      .filter(({ correction }) => correction.shopOrderId === shopOrder.id)
      .map(({ correction, byEmail }) => ({ ...correction, byEmail })),
  }))
}

/** How its promise is in danger now, found already or not; null when it is not. */
function dangerNow({ order, given, flags, choices, fulfilmentMinutes }: ReadOrder, now: Date) {
  const open = choices.find(({ closedAt }) => closedAt === null)
  if (open) {
    const { number, reason, waitUntil, openedAt, offeredAt, expiresAt } = open
    return { number, reason, waitUntil, openedAt, offeredAt, expiresAt }
  }
  const live = given.find(({ shopOrder }) => shopOrderIsLive(shopOrder))
  const reason = dangerOf(
    { ...order, assignment: assignmentState(live?.shopOrder) },
    {
      isOverCapacity: flags.some(({ kind, resolvedAt }) => kind === 'over_capacity' && resolvedAt === null),
      fulfilmentMinutes: fulfilmentMinutes ?? MARKET_PROMISE_DEFAULTS.fulfilmentMinutes,
      agreedAt: agreedAtOf(choices),
      // The scheduled run finds it: that takes a look at every shop of the market.
      asking: null,
    },
    now,
  )
  if (reason === null) return null
  const notFound = { waitUntil: null, openedAt: null, offeredAt: null, expiresAt: null }
  return { number: choices.length + 1, reason, ...notFound }
}

function allowedNow({ order, given, flags, returned, disputed }: ReadOrder) {
  const refunds = returned.map(({ refund }) => refund)
  const limit = refundLimit(disputed)
  const refusal = deletionRefusal({
    order,
    flags: flags.filter(({ resolvedAt }) => resolvedAt === null),
    refunds,
    shopOrders: given.map(({ shopOrder }) => shopOrder),
  })
  return {
    delete: refusal === null,
    deleteRefusal: refusal,
    assign: order.assignmentStatus === 'unassigned' && mayBeAssigned(order),
    /** 0: nothing can be refunded. */
    refundCents: limit === 'none' ? 0 : refundableCents(order, refunds),
    /** True: all of it, or nothing. */
    refundOnlyInFull: limit === 'in_full',
    refundNeedsOverride: refundNeedsOverride(order.status),
  }
}
