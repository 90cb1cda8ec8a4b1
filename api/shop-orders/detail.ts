import type { Deps } from '#api/deps.ts'
import { attemptsForStaff } from '#api/orders/attempt-history.ts'
import { substitutionsOf } from '#api/orders/detail.ts'
import { type ReadOrder, readOrder } from '#api/orders/queries.ts'
import { forOwner, situationOf } from '#api/orders/situation.ts'
import type { StoredOrder } from '#api/orders/state-queries.ts'
import { printedStopCode } from '#api/orders/stop-code.ts'
import { toStaffPhotos } from '#api/photos/service.ts'
import type { Answerer } from '#domain/florist.ts'
import { changesSince } from '#domain/order/changes.ts'
import { isOrderEvent, rowOf } from '#domain/order/events.ts'
import { mayHappen } from '#domain/order/may.ts'
import { shopOrderIsLive } from '#domain/order-status.ts'
import type { OrderRow } from '#drizzle/schema/orders.ts'

type ShopOrder = StoredOrder['shopOrders'][number]
type Log = StoredOrder['log']

/** A shop order with its order, its shop, and everything that was written about it, in one round trip; null: there is none. */
export async function shopOrderDetailOf(deps: Pick<Deps, 'db' | 'clock' | 'config'>, id: string) {
  const now = deps.clock.now()
  const found = await readOrder(deps.db, { shopOrderId: id })
  const shopOrder = found?.shopOrders.find((each) => each.id === id)
  if (!found || !shopOrder) return null
  const { order, log, items, attempts, timeline } = found
  const own = <Row extends { shopOrderId: string }>(rows: readonly Row[]) =>
    rows.filter(({ shopOrderId }) => shopOrderId === id)
  const { link, address } = shopOrder
  return {
    id,
    status: shopOrder.status,
    paymentStatus: shopOrder.paymentStatus,
    paymentReference: shopOrder.paymentReference,
    orderTotalCents: shopOrder.orderTotalCents,
    shopCostCents: shopOrder.shopCostCents,
    platformFeeCents: shopOrder.platformFeeCents,
    specialInstructions: shopOrder.specialInstructions,
    shopNotes: shopOrder.shopNotes,
    answerBy: shopOrder.answerBy,
    withdrawnAt: shopOrder.withdrawnAt,
    version: shopOrder.version,
    createdAt: shopOrder.createdAt,
    updatedAt: shopOrder.updatedAt,
    rejectionReason: shopOrder.status === 'rejected' ? rejectionReason(log, id) : null,
    ...stampsOf(shopOrder, log),
    order: {
      ...orderForShop(order),
      customerEmail: order.customerEmail,
      customerPhone: order.customerPhone,
      recipientPhone: order.recipientPhone,
      apologyNote: order.apologyNote,
      substitutionPreference: order.substitutionPreference,
      refundedCents: order.refundedCents,
      assignmentStatus: order.assignmentStatus,
      items: items.map(({ title, sku, quantity, imageUrl }) => ({ title, sku, quantity, imageUrl })),
      /** For the back of the printed card, and for nothing else. */
      stopCode: await printedStopCode(deps.config, order),
    },
    situation: situationAt(shopOrder, found, now),
    allowed: {
      /** To take the order back, or give it to another shop. */
      unassign: mayHappen(found, 'unassigned', shopOrder),
      sendLink:
        mayHappen(found, 'florist_link_sent', shopOrder) &&
        shopOrder.shopIsActive &&
        shopOrder.email !== null,
    },
    shop: {
      id: shopOrder.shopId,
      name: shopOrder.shop,
      streetAddress: address.street,
      city: address.city,
      state: address.state,
      zip: address.zip,
      phone: shopOrder.phone,
      email: shopOrder.email,
      active: shopOrder.shopIsActive,
    },
    contacts: own(found.contacts).map(({ id, note, email, createdAt }) => ({ id, note, email, createdAt })),
    corrections: own(found.corrections).map(({ id, amountCents, reason, createdAt }) => ({
      ...{ id, amountCents, reason, createdAt },
    })),
    photos: await toStaffPhotos(deps, found, own(found.photos), now),
    /** The flowers that this florist missed, the newest first. */
    substitutions: own(substitutionsOf(found)),
    attempts: attemptsForStaff(own(attempts), found.shopOrders),
    link: link && { createdAt: link.createdAt, expiresAt: link.expiresAt, openedAt: link.openedAt },
    /** The changes of the order since the shop was asked. */
    changes: changesSince(log, shopOrder.createdAt),
    timeline,
  }
}

export type ShopOrderDetail = NonNullable<Awaited<ReturnType<typeof shopOrderDetailOf>>>

/** What an assignment and a shop order both show of their order. */
export function orderForShop(order: OrderRow) {
  return {
    id: order.id,
    reference: order.orderReference,
    status: order.status,
    paymentStatus: order.paymentStatus,
    customerName: order.customerName,
    recipientName: order.recipientName,
    address: order.deliveryAddress,
    unit: order.deliveryUnit,
    city: order.deliveryCity,
    state: order.deliveryState,
    zip: order.deliveryZip,
    deliveryInstructions: order.deliveryInstructions,
    deliveryOption: order.deliveryOption,
    promisedBy: order.promisedBy,
    timeZone: order.timeZone,
    totalCents: order.totalCents,
    isSample: order.isSample,
  }
}

/** Why a shop order was last rejected; null without a reason. */
export function rejectionReason(log: Log, shopOrderId: string): string | null {
  const entry = log.findLast(({ data }) => data['shopOrderId'] === shopOrderId && data['to'] === 'rejected')
  const reason = entry?.data['reason']
  return typeof reason === 'string' ? reason : null
}

/** The situation of an order at one of its shops; where another shop has it, there is nothing to do about this one. */
function situationAt(shopOrder: ShopOrder, found: ReadOrder, now: Date) {
  const told = forOwner(situationOf(found, now))
  if (shopOrderIsLive(shopOrder)) return told
  const { shop, withdrawnAt } = shopOrder
  const ended =
    withdrawnAt === null ? `${shop} rejected this order.` : `This order was withdrawn from ${shop}.`
  if (found.order.assignmentStatus === 'assigned') {
    const sentence = `${ended} Another shop has it now.`
    return { ...told, look: 'plain' as const, flag: null, actions: [], sentence }
  }
  return { ...told, sentence: told.kind === 'unassigned' ? ended : `${ended} ${told.sentence}` }
}

/** Who set its statuses last, and when. The email address is null when the user was deleted. */
function stampsOf(shopOrder: ShopOrder, log: Log) {
  const { statusUpdatedAt, statusUpdatedBy, paymentUpdatedAt, paymentUpdatedBy } = shopOrder
  const emailOf = (userId: string | null) =>
    log.findLast(({ actorId }) => userId !== null && actorId === userId)?.actorEmail ?? null
  const setBy = log.findLast(
    ({ kind, data }) => data['shopOrderId'] === shopOrder.id && setsShopOrder(kind),
  )?.actor
  const by: Answerer = setBy === 'florist' || setBy === 'system' ? setBy : 'admin'
  return {
    statusStamp:
      statusUpdatedAt === null ? null : { at: statusUpdatedAt, by, email: emailOf(statusUpdatedBy) },
    paymentStamp:
      paymentUpdatedAt === null
        ? null
        : { at: paymentUpdatedAt, by: 'admin' as const, email: emailOf(paymentUpdatedBy) },
  }
}

/** True if an event sets the status of a shop order, and does not begin or end it. */
function setsShopOrder(kind: string): boolean {
  const isOwn = isOrderEvent(kind) && kind !== 'assigned' && kind !== 'unassigned'
  return isOwn && rowOf(kind).shopOrder !== undefined
}
