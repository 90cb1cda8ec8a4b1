import type { Channel } from '#domain/channels.ts'
import { ANSWER_RULES, type GivenAnswer } from '#domain/florist.ts'
import { type OrderStatus, type ShopOrderStatus, takesPlace } from '#domain/order-status.ts'
import { partsOf } from './current-parts.ts'
import { type Draft, keptShopOrder, namesOf, refuseIfChanged } from './draft.ts'
import { Refused } from './refused.ts'
import { liveShopOrder, openQuestion } from './state.ts'
import { lastChange } from './undo.ts'

// An admin may set any status on both sides of an order, and a florist answers.

export type SetStatus = {
  type: 'set_status'
  to: OrderStatus
  version: number
  /** The last change is undone: `to` was the status before it. */
  undo?: boolean | undefined
  /** Its emails wait until it cannot be undone any more. */
  holdEmails?: boolean | undefined
}

/** Sets an order's own status; every status may follow every other. */
export function setStatus(draft: Draft, { to, version, undo }: SetStatus): void {
  const { order } = draft.state
  refuseIfChanged(order, version)
  if (undo && undoLast(draft)) return
  const { status: from } = order
  if (from === to) return
  if (partsOf(draft.state).order === 'refunded') draft.happen('status_set', { from, to }, undefined)
  else if (to === 'cancelled') draft.happen('cancelled', { from, to }, undefined)
  else if (from === 'cancelled') reopen(draft, to)
  else if (isOver(to) === isOver(from)) draft.happen('status_set', { from, to }, undefined)
  else if (isOver(to)) setOver(draft, from, to)
  else draft.happen('delivery_set_back', { from, to }, undefined)
}

const isOver = (status: OrderStatus) => status === 'delivered' || status === 'completed'

/** An order that was paid for waits for its flowers again, whatever else it is set to. */
function reopen(draft: Draft, to: OrderStatus): void {
  const { order } = draft.state
  const open = isOver(to) ? (order.paymentStatus === 'paid' ? 'confirmed' : 'pending') : to
  const moved = { from: 'cancelled', to: open } as const
  // A sample takes no place.
  const wantsPlace = takesPlace({ ...order, status: open })
  if (draft.hasRoom || !wantsPlace) {
    draft.happen('reopened', moved, { place: wantsPlace ? order : null })
  } else draft.happen('reopened_without_room', moved, undefined)
  if (isOver(to)) setOver(draft, open, to)
}

function setOver(draft: Draft, from: OrderStatus, to: OrderStatus): void {
  const event = to === 'completed' ? 'completed_by_admin' : 'delivered_by_admin'
  draft.happen(event, { from, to }, undefined)
}

/**
 * Undoes the last change of the order, while its emails are held.
 * @returns false when it is too late for that: then the status is set like any other
 * @throws Refused `order_moved_on` when something else has happened since
 */
function undoLast(draft: Draft): boolean {
  const last = lastChange(draft.state, draft.at)
  if (!last?.entry.data['undo']) throw new Refused('order_moved_on')
  const { entry, undo } = last
  if (!undo) return false
  draft.happen('undone', { undoes: entry.kind, entries: undo.entries }, { undo })
  return true
}

export type SetShopOrderStatus = {
  type: 'set_shop_order_status'
  shopOrderId: string
  to: ShopOrderStatus
  /** Why it was rejected. */
  reason: string | null
  /** Refused if the shop order was changed since. */
  version?: number
  undo?: boolean | undefined
  holdEmails?: boolean | undefined
}

const SET_BY_ADMIN = {
  pending: 'shop_set_asked',
  confirmed: 'shop_set_accepted',
  processing: 'shop_set_accepted',
  ready: 'shop_set_ready',
  delivered: 'shop_set_delivered',
  rejected: 'shop_set_declined',
} as const

/**
 * Sets the status of a shop order that was not taken back; what is set back from delivered sets the order's own status back, too.
 */
export function setShopOrderStatus(draft: Draft, command: SetShopOrderStatus): void {
  const { to, reason, version, undo } = command
  const shopOrder = keptShopOrder(draft, command.shopOrderId)
  refuseIfChanged(shopOrder, version)
  if (undo && undoLast(draft)) return
  const { status: from, answerBy } = shopOrder
  if (from === to) return
  const live = liveShopOrder(draft.state)
  if (to !== 'rejected' && live && live.id !== shopOrder.id) throw new Refused('already_assigned')
  const { status, paymentStatus } = draft.state.order
  if (from === 'delivered' && status === 'delivered') {
    const back = paymentStatus === 'paid' ? 'confirmed' : 'pending'
    draft.happen('delivery_set_back', { from: status, to: back }, undefined)
  }
  const data = { ...namesOf(shopOrder), from, to, ...(reason && { reason }) }
  if (draft.by.actor === 'system') {
    draft.happen('unanswered', { ...data, answerBy }, undefined)
    return
  }
  // A florist who has handed the flowers over has delivered them. All else that they say is an answer.
  draft.happen(draft.by.actor === 'florist' ? 'delivered' : SET_BY_ADMIN[to], data, undefined)
}

export type FloristAnswers = {
  type: 'florist_answers'
  shopOrderId: string
  answer: GivenAnswer
  /** Why it was rejected. */
  reason: string | null
  /** The way on which it came; absent: the florist's page. */
  channel?: Channel | undefined
}

/** A florist's answer: its event, with the status of the shop order that it leads to. */
export function answerAsFlorist(
  draft: Draft,
  { shopOrderId, answer, reason, channel }: FloristAnswers,
): void {
  // A bouquet that is ready holds the other flowers. Who found the missing ones says so first.
  if (answer === 'ready' && openQuestion(draft.state)) throw new Refused('substitution_open')
  const { event, status: to } = ANSWER_RULES[answer]
  const shopOrder = keptShopOrder(draft, shopOrderId)
  const { status: from } = shopOrder
  if (from === to) return
  const data = { ...namesOf(shopOrder), from, to, ...(reason && { reason }), ...(channel && { channel }) }
  draft.happen(event, data, undefined)
}
