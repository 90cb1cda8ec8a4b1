import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { toStaffPhotos } from '#api/photos/service.ts'
import { shopPercent } from '#domain/cost-split.ts'
import { refundLimit } from '#domain/disputes.ts'
import { mayBeAssigned } from '#domain/order/fulfilment.ts'
import { refundableNow } from '#domain/order/promise.ts'
import { deletionRefusal } from '#domain/order/record.ts'
import { openChoice } from '#domain/order/state.ts'
import { shopOrderIsLive } from '#domain/order-status.ts'
import { refundNeedsOverride } from '#domain/refunds.ts'
import { attemptsForStaff } from './attempt-history.ts'
import { type ReadOrder, readOrder } from './queries.ts'
import { forOwner, situationOf } from './situation.ts'
import { dangerAt } from './state-queries.ts'

/**
 * An order with everything about it, and what can be done with it now.
 * @throws AppError `order_not_found`
 */
export async function orderDetail(deps: Pick<Deps, 'db' | 'clock' | 'config'>, id: string) {
  const { db, clock } = deps
  const now = clock.now()
  const found = await readOrder(db, id)
  if (!found) throw new AppError('order_not_found')
  const { order, items, allFlags, refunds, disputes, market, platform, timeline } = found
  // The shopper's tracking token, the code on the card and payment internals are not sent, not even to admins.
  const {
    orderReference,
    marketId,
    trackingToken,
    stopCodeHash,
    checkoutSessionId,
    reconciledAt,
    userId,
    agentPlatformId,
    ...rest
  } = order
  return {
    ...rest,
    reference: orderReference,
    market: market && { id: market.id, name: market.name },
    platform,
    items: items.map((item) => ({ ...item, subtotalCents: item.priceAtPurchaseCents * item.quantity })),
    flags: allFlags,
    shopOrders: shopOrdersOf(found),
    /** The buyer's consent to texts; null: none was given. */
    texts: found.consent,
    attempts: attemptsForStaff(found.attempts, found.shopOrders),
    refunds,
    disputes,
    photos: await toStaffPhotos(deps, found, found.photos, now),
    situation: forOwner(situationOf(found, now)),
    danger: dangerNow(found, now),
    substitutions: substitutionsOf(found),
    timeline,
    allowed: allowedNow(found),
  }
}

export type OrderDetail = Awaited<ReturnType<typeof orderDetail>>

/** The shop orders, newest first, those that were rejected or withdrawn too. */
function shopOrdersOf({ order, shopOrders, corrections }: ReadOrder) {
  return shopOrders
    .toReversed()
    .map(({ shop, phone, email, shopIsActive, address, correctedCents, link, ...shopOrder }) => ({
      ...shopOrder,
      shopName: shop,
      shopPhone: phone,
      shopEmail: shopIsActive ? email : null,
      /** When the florist was last asked, by the link that they have now. */
      askedAt: link?.createdAt ?? shopOrder.createdAt,
      shopPercent: shopPercent(order.totalCents, shopOrder.shopCostCents),
      live: shopOrderIsLive(shopOrder),
      corrections: corrections.filter(({ shopOrderId }) => shopOrderId === shopOrder.id),
    }))
}

/** The flowers that florists missed, the newest first. The link's hash is not sent. */
export function substitutionsOf({ substitutions, shopOrders }: ReadOrder) {
  return substitutions
    .toReversed()
    .map(({ id, shopOrderId, missing, instead, preference, reportedAt, expiresAt, closedAt, outcome }) => ({
      id,
      shopOrderId,
      shopName: shopOrders.find((shopOrder) => shopOrder.id === shopOrderId)?.shop ?? '',
      missing,
      instead,
      preference,
      reportedAt,
      expiresAt,
      closedAt,
      outcome,
    }))
}

/** The reason why its promise is in danger now, found already or not; null when it is not. */
function dangerNow(state: ReadOrder, now: Date) {
  const { choices } = state
  const open = choices.find(({ id }) => id === openChoice(state)?.id)
  if (open) {
    const { number, reason, waitUntil, openedAt, offeredAt, expiresAt } = open
    return { number, reason, waitUntil, openedAt, offeredAt, expiresAt }
  }
  // The scheduled run finds it if nobody is left to ask: that takes a look at every shop of the market.
  const reason = dangerAt(state, null, now)
  if (reason === null) return null
  const notFound = { waitUntil: null, openedAt: null, offeredAt: null, expiresAt: null }
  return { number: choices.length + 1, reason, ...notFound }
}

function allowedNow(state: ReadOrder) {
  const { order, disputes } = state
  const refusal = deletionRefusal(state)
  return {
    delete: refusal === null,
    deleteRefusal: refusal,
    assign: order.assignmentStatus === 'unassigned' && mayBeAssigned(order),
    /** 0: nothing can be refunded. */
    refundCents: refundableNow(state),
    /** True: all of it, or nothing. */
    refundOnlyInFull: refundLimit(disputes) === 'in_full',
    refundNeedsOverride: refundNeedsOverride(order.status),
  }
}
