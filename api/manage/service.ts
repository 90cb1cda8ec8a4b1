import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { sha256 } from '#api/platform/hash.ts'
import { allowsRefund } from '#domain/disputes.ts'
import { assignmentState, buyerMayChange, fulfilmentOf, type OrderAndShopState } from '#domain/fulfilment.ts'
import { shopOrderIsLive } from '#domain/order-status.ts'
import { refundableCents, refundSummary } from '#domain/refunds.ts'
import type { OrderRow } from '#drizzle/schema/orders.ts'
import { orderIdOf } from './link.ts'
import { type Managed, readManaged } from './queries.ts'

/**
 * The order of a buyer's own link: the confirmation to keep, and what the buyer can still do alone.
 * @throws AppError `link_unknown`
 */
export async function manageOrder(deps: Pick<Deps, 'db' | 'config'>, token: string) {
  return toManagedOrder(await openManaged(deps, token))
}

export type ManagedOrder = Awaited<ReturnType<typeof manageOrder>>

/** The order of a token. @throws AppError `link_unknown`, also for one that was never paid, a sample and a deleted one */
export async function openManaged(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  token: string,
): Promise<Managed> {
  const orderId = await orderIdOf(config, token)
  const found = orderId === null ? null : await readManaged(db, orderId)
  const wasPaid = found?.order.paymentStatus === 'paid' || found?.order.paymentStatus === 'refunded'
  if (!found || !wasPaid || found.order.isSample) throw new AppError('link_unknown')
  return found
}

/** Where the order and its shop order stand. */
export function managedOrderState({ order, given }: Pick<Managed, 'order' | 'given'>): OrderAndShopState {
  const live = given.find(({ shopOrder }) => shopOrderIsLive(shopOrder))
  return {
    status: order.status,
    paymentStatus: order.paymentStatus,
    assignment: assignmentState(live?.shopOrder),
  }
}

/** Whether the bank lets the payment be refunded. */
export function isRefundable({ disputes }: Pick<Managed, 'disputes'>): boolean {
  return disputes.every(({ status }) => allowsRefund(status))
}

/** What an order's form shows, in one short text: it differs once something of that was changed. */
export async function fingerprintOf(order: OrderRow): Promise<string> {
  const { recipientName, recipientPhone, apologyNote, deliveryAddress, deliveryUnit } = order
  const { deliveryCity, deliveryState, deliveryZip, deliveryInstructions } = order
  const place = [deliveryAddress, deliveryUnit, deliveryCity, deliveryState, deliveryZip]
  return sha256(JSON.stringify([recipientName, recipientPhone, apologyNote, deliveryInstructions, ...place]))
}

/** The refusal of a write once a florist has accepted the order, or it is over. */
export function notChangeable(state: OrderAndShopState): AppError {
  const { tracking } = fulfilmentOf(state)
  if (tracking === 'cancelled' || tracking === 'refunded') {
    return new AppError('order_not_changeable', { message: 'This order was cancelled. Nothing was changed.' })
  }
  return new AppError('order_not_changeable')
}

export async function toManagedOrder(found: Managed) {
  const { order, item, requestedCents, refunds } = found
  const state = managedOrderState(found)
  const mayChange = buyerMayChange(state)
  return {
    reference: order.orderReference,
    /** How far the order is. */
    stage: fulfilmentOf(state).tracking,
    mayChange,
    mayCancel: mayChange && isRefundable(found),
    /** What cancelling gives back. */
    refundableCents: refundableCents(order, refunds),
    refund: refundSummary(order, requestedCents),
    bouquet: item.title,
    imageUrl: item.imageUrl,
    deliveryOption: order.deliveryOption,
    promisedBy: order.promisedBy,
    timeZone: order.timeZone,
    paidAt: order.paidAt,
    version: order.version,
    trackingToken: order.trackingToken,
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    recipientName: order.recipientName,
    recipientPhone: order.recipientPhone,
    deliveryAddress: order.deliveryAddress,
    deliveryUnit: order.deliveryUnit,
    deliveryCity: order.deliveryCity,
    deliveryState: order.deliveryState,
    deliveryZip: order.deliveryZip,
    deliveryInstructions: order.deliveryInstructions,
    apologyNote: order.apologyNote,
    fingerprint: await fingerprintOf(order),
    subtotalCents: order.subtotalCents,
    deliveryFeeCents: order.deliveryFeeCents,
    taxCents: order.taxCents,
    discountCents: order.discountCents,
    totalCents: order.totalCents,
  }
}
