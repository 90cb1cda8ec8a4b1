import { type OrderStatus, type ShopOrderStatus, takesPlace } from '#domain/order-status.ts'
import { endsDanger } from './broken-promise.ts'
import {
  addFlag,
  type Draft,
  dropNewTime,
  endDanger,
  logOrderStatus,
  Refused,
  resolveFlag,
  sendMessage,
  unsend,
} from './draft.ts'
import { REFUND_CAME_BACK } from './flags.ts'
import {
  isAwaited,
  messagesMadeWrong,
  messagesOnChange,
  type OrderAndShopState,
  orderStatusAfter,
} from './fulfilment.ts'
import { flagOf, liveShopOrder, openChoice, orderAndShop, type ShopOrder } from './state.ts'

// An admin may set any status on both sides of an order, and a florist answers. What it means is in the table of fulfilment.ts:
// who hears of it, what becomes wrong, and whether the promise is out of danger.

export type SetStatus = {
  type: 'set_status'
  to: OrderStatus
  version: number
  /** ISO instant before which its emails are not sent; absent: at once. */
  notBefore?: string | undefined
}

/** Sets an order's own status; every status may follow every other. */
export function setStatus(draft: Draft, { to, version, notBefore }: SetStatus, hasRoom: boolean): void {
  const { order } = draft.state
  if (order.version !== version) throw new Refused('edit_conflict')
  if (order.status === to) return
  const before = orderAndShop(draft.state)
  const after = { ...before, status: to }
  const holdsMoney = order.paymentStatus === 'paid' && order.paymentReference !== null
  logOrderStatus(draft, to)
  if (to === 'cancelled' && holdsMoney) addFlag(draft, 'needs_refund', 'Paid, then cancelled')
  if (order.status === 'cancelled') {
    // One that stands for a refund which did not go through stays.
    if (flagOf(draft.state, 'needs_refund')?.detail !== REFUND_CAME_BACK) resolveFlag(draft, 'needs_refund')
  }
  if (to === 'cancelled') resolveFlag(draft, 'over_capacity')
  if (endsDanger(before, after)) endDanger(draft)
  // Reopening is also what Undo does: it never fails for want of a place.
  if (order.status === 'cancelled' && takesPlace({ ...order, status: to })) {
    if (hasRoom) draft.add({ takePlace: order })
    else addFlag(draft, 'over_capacity', null)
  }
  unsend(draft, messagesMadeWrong(after))
  const { buyer, florist } = messagesOnChange(before, after)
  if (florist) sendMessage(draft, florist, { notBefore })
  if (buyer && order.paymentStatus === 'paid') sendMessage(draft, buyer, { notBefore })
  draft.add({ setOrder: { status: to } })
}

export type SetShopOrderStatus = {
  type: 'set_shop_order_status'
  shopOrderId: string
  to: ShopOrderStatus
  /** Why it was rejected. */
  reason: string | null
  /** What it makes of the order's own status; absent: what follows from `to`. */
  orderStatus?: OrderStatus | undefined
  notBefore?: string | undefined
}

/**
 * Sets the status of a shop order that was not taken back: `rejected` makes the order unassigned, anything else assigned;
 * `delivered` also sets the order's status, and what is set back from it sets that back.
 */
export function setShopOrderStatus(draft: Draft, command: SetShopOrderStatus): void {
  const { to, reason, orderStatus, notBefore } = command
  const { order } = draft.state
  const shopOrder = draft.state.shopOrders.find(({ id }) => id === command.shopOrderId)
  if (!shopOrder) throw new Refused('shop_order_not_found')
  if (shopOrder.withdrawnAt !== null) throw new Refused('shop_order_withdrawn')
  if (shopOrder.status === to) return
  const live = liveShopOrder(draft.state)
  if (to !== 'rejected' && live && live.id !== shopOrder.id) throw new Refused('already_assigned')
  const { id, status: from, shopId, shop } = shopOrder
  const before = orderAndShop(draft.state, shopOrder)
  const after: OrderAndShopState = {
    ...before,
    status: orderStatus ?? orderStatusAfter(before, to),
    assignment: to,
  }
  const { status } = after
  draft.add({
    log: 'shop_order_status',
    data: { shopOrderId: id, shopId, shop, from, to, ...(reason && { reason }) },
  })
  logOrderStatus(draft, status)
  unsend(draft, messagesMadeWrong(after))
  const { buyer, florist } = messagesOnChange(before, after)
  if (buyer && order.paymentStatus === 'paid') sendMessage(draft, buyer, { notBefore })
  if (endsDanger(before, after)) {
    const wasAsked = openChoice(draft.state)?.offeredAt
    if (wasAsked && to !== 'delivered' && isAwaited(after)) sendMessage(draft, 'choice-closed')
    endDanger(draft)
  }
  if (to === 'rejected') dropNewTime(draft)
  if (draft.by.actor === 'system') {
    const { answerBy } = shopOrder
    sendMessage(draft, 'florist-withdrawn', { payload: { ...(answerBy && { unansweredBy: answerBy }) } })
  }
  draft.add({
    setShopOrder: id,
    values: {
      status: to,
      statusUpdatedAt: draft.at,
      by: draft.by.actor === 'admin' ? (draft.by.actorId ?? null) : null,
      ...answerOf(shopOrder, to, draft),
    },
  })
  if (florist === 'florist-reopened') sendMessage(draft, florist, { notBefore })
  const assignmentStatus = to === 'rejected' ? 'unassigned' : 'assigned'
  if (order.status !== status || order.assignmentStatus !== assignmentStatus) {
    draft.add({ setOrder: { status, assignmentStatus } })
  }
}

/**
 * What a change of status says about the answer: who said yes or no, and when. Set back to pending, the shop is asked again,
 * without a deadline that has passed already.
 */
function answerOf({ status: from, answerBy }: ShopOrder, to: ShopOrderStatus, { at, by }: Draft) {
  if (to === 'pending') {
    const passed = answerBy !== null && answerBy <= at
    return { answeredAt: null, answeredBy: null, ...(passed && { answerBy: null }) }
  }
  const answers = from === 'pending' || from === 'rejected' || to === 'rejected'
  const { actor } = by
  const isAnswerer = actor === 'admin' || actor === 'florist' || actor === 'system'
  return answers && isAnswerer ? { answeredAt: at, answeredBy: actor } : {}
}
