import { ANSWER_RULES, FLORIST_ANSWERS, type FloristAnswer, type GivenAnswer } from '#domain/florist.ts'
import { type OrderStatus, type ShopOrderStatus, takesPlace } from '#domain/order-status.ts'
import { endsDanger } from './broken-promise.ts'
import {
  addEffects,
  type Draft,
  dropNewTime,
  endDanger,
  endOfUndo,
  endQuestion,
  keptShopOrder,
  logOrderStatus,
  mayHappen,
  Refused,
  refuseIfChanged,
  sendMessage,
  unsend,
} from './draft.ts'
import { type OrderEvent, REFUND_CAME_BACK } from './events.ts'
import {
  messagesMadeWrong,
  messagesOnChange,
  type OrderAndShopState,
  orderStatusAfter,
} from './fulfilment.ts'
import {
  flagOf,
  liveShopOrder,
  type OrderState,
  openQuestion,
  orderAndShop,
  type ShopOrder,
} from './state.ts'
import { isBeingMade } from './substitution.ts'

// An admin may set any status on both sides of an order, and a florist answers. What each causes is in the row of its event;
// who hears of the status, and what it makes wrong, is in the table of fulfilment.ts.

export type SetStatus = {
  type: 'set_status'
  to: OrderStatus
  version: number
  /** Its emails wait until it cannot be undone any more. */
  holdEmails?: boolean | undefined
}

/** Sets an order's own status; every status may follow every other. */
export function setStatus(draft: Draft, { to, version, holdEmails }: SetStatus, hasRoom: boolean): void {
  const { order } = draft.state
  refuseIfChanged(order, version)
  if (order.status === to) return
  const before = orderAndShop(draft.state)
  const after = { ...before, status: to }
  // Reopening is also what Undo does: it never fails for want of a place.
  const wantsPlace = order.status === 'cancelled' && takesPlace({ ...order, status: to })
  logOrderStatus(draft, to)
  // A sample has no money to give back, and what stands for a refund that did not go through is not settled by a status.
  const hasMoney = order.paymentStatus === 'paid' && order.paymentReference !== null
  const cameBack = flagOf(draft.state, 'needs_refund')?.detail === REFUND_CAME_BACK
  const event = eventOfStatus(draft.state, to, hasRoom || !wantsPlace)
  const details = {
    ...(to === 'cancelled' && { flag: 'Paid, then cancelled' }),
    leave: hasMoney && !cameBack ? undefined : ('needs_refund' as const),
  }
  if (event) addEffects(draft, event, details)
  if (endsDanger(before, after)) endDanger(draft)
  if (!isBeingMade(after)) endQuestion(draft)
  if (wantsPlace && hasRoom) draft.add({ takePlace: order })
  unsend(draft, messagesMadeWrong(after))
  const { buyer, florist } = messagesOnChange(before, after)
  const notBefore = holdEmails ? endOfUndo(draft) : undefined
  if (florist) sendMessage(draft, florist, { notBefore })
  if (buyer && order.paymentStatus === 'paid') sendMessage(draft, buyer, { notBefore })
  draft.add({ setOrder: { status: to } })
}

/** Null: a status that means the same. */
function eventOfStatus({ order }: OrderState, to: OrderStatus, hasRoom: boolean): OrderEvent | null {
  const isPaid = order.paymentStatus === 'paid' || order.paymentStatus === 'refunded'
  if (to === 'cancelled') return 'cancelled_by_admin'
  if (order.status !== 'cancelled') {
    const [was, is] = [DELIVERED.includes(order.status), DELIVERED.includes(to)]
    return was === is ? null : is ? 'delivered_by_admin' : 'delivery_undone'
  }
  if (isPaid) return hasRoom ? 'reopened' : 'reopened_without_room'
  return hasRoom ? 'reopened_unpaid' : 'reopened_unpaid_without_room'
}

const DELIVERED: readonly OrderStatus[] = ['delivered', 'completed']

export type SetShopOrderStatus = {
  type: 'set_shop_order_status'
  shopOrderId: string
  to: ShopOrderStatus
  /** Why it was rejected. */
  reason: string | null
  /** Refused if the shop order was changed since. */
  version?: number
  /** Undoing a change: the order's own status goes back; absent: it follows from `to`. */
  restoreOrder?: { from: OrderStatus; to: OrderStatus } | undefined
  holdEmails?: boolean | undefined
}

/**
 * Sets the status of a shop order that was not taken back: `rejected` makes the order unassigned, anything else assigned;
 * `delivered` also sets the order's status, and what is set back from it sets that back.
 */
export function setShopOrderStatus(draft: Draft, command: SetShopOrderStatus): void {
  const { to, reason, version, restoreOrder, holdEmails } = command
  const { order } = draft.state
  const shopOrder = keptShopOrder(draft, command.shopOrderId)
  refuseIfChanged(shopOrder, version)
  if (restoreOrder && order.status !== restoreOrder.from) throw new Refused('order_moved_on')
  if (shopOrder.status === to) return
  const live = liveShopOrder(draft.state)
  if (to !== 'rejected' && live && live.id !== shopOrder.id) throw new Refused('already_assigned')
  const { id, status: from, shopId, shop } = shopOrder
  const before = orderAndShop(draft.state, shopOrder)
  const after: OrderAndShopState = {
    ...before,
    status: restoreOrder?.to ?? orderStatusAfter(before, to),
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
  const notBefore = holdEmails ? endOfUndo(draft) : undefined
  if (to === 'rejected') {
    loseShop(draft, shopOrder)
  } else {
    if (buyer && order.paymentStatus === 'paid') sendMessage(draft, buyer, { notBefore })
    const event = eventOfShopOrderStatus(shopOrder, to)
    if (event) addEffects(draft, event)
    // The shop is asked again, which is no event: the buyer hears that the question is over.
    else if (to === 'pending' && openQuestion(draft.state)) sendMessage(draft, 'substitution-closed')
  }
  if (endsDanger(before, after)) endDanger(draft)
  if (!isBeingMade(after)) endQuestion(draft)
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
 * The shop said no, or nothing in time, and the new time that it gave goes. Nobody is written to about a no: `declined` has no
 * effects, and `messagesOnChange` knows no email about `rejected`. After silence the florist hears that the order is gone.
 */
function loseShop(draft: Draft, { answerBy }: ShopOrder): void {
  const payload = { ...(answerBy && { unansweredBy: answerBy }) }
  const event = draft.by.actor === 'system' ? 'silent' : 'declined'
  addEffects(draft, event, { 'florist-withdrawn': { payload } })
  dropNewTime(draft)
}

/** Null: a status that means the same, or the shop is asked again, which is no event of its own. */
function eventOfShopOrderStatus(
  { status: from }: ShopOrder,
  to: Exclude<ShopOrderStatus, 'rejected'>,
): OrderEvent | null {
  if (from === 'delivered') return 'shop_delivery_undone'
  if (to === 'pending' || (ACCEPTED.includes(from) && ACCEPTED.includes(to))) return null
  return to === 'confirmed' || to === 'processing' ? 'accepted' : to
}

const ACCEPTED: readonly ShopOrderStatus[] = ['confirmed', 'processing']

export type FloristAnswers = {
  type: 'florist_answers'
  shopOrderId: string
  answer: GivenAnswer
  /** Why it was rejected. */
  reason: string | null
}

/** A florist's answer: a new status of the shop order, or a report, which is made once. */
export function answerAsFlorist(draft: Draft, { shopOrderId, answer, reason }: FloristAnswers): void {
  const { event, status } = ANSWER_RULES[answer]
  // A bouquet that is ready holds the other flowers, and a no would come too late. Who found the flowers says so first. (What was
  // delivered or is given back is a fact, which ends the question.)
  if (answer === 'ready' && openQuestion(draft.state)) throw new Refused('substitution_open')
  if (status) {
    setShopOrderStatus(draft, { type: 'set_shop_order_status', shopOrderId, to: status, reason })
    return
  }
  const shopOrder = draft.state.shopOrders.find(({ id }) => id === shopOrderId)
  if (!shopOrder || isReported(draft.state, shopOrder, event)) return
  if (!mayHappen(draft.state, event, shopOrder)) throw new Refused('florist_too_late')
  draft.add({ log: event, data: { shopOrderId, shopId: shopOrder.shopId, shop: shopOrder.shop } })
  addEffects(draft, event)
}

/** Lists what a florist may report now, beside answers that set a status. */
export function openReports(state: OrderState, shopOrder: ShopOrder): FloristAnswer[] {
  return FLORIST_ANSWERS.filter((answer) => {
    const { event, status } = ANSWER_RULES[answer]
    return !status && mayHappen(state, event, shopOrder) && !isReported(state, shopOrder, event)
  })
}

function isReported({ log }: OrderState, { id }: ShopOrder, event: OrderEvent): boolean {
  return log.some(({ kind, data }) => kind === event && data['shopOrderId'] === id)
}

/**
 * The answer that a change of status records: who said yes or no, and when. Set back to pending, the shop is asked again,
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
