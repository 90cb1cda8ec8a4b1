import { AppError } from '#api/errors.ts'
import { formatMoney } from '#domain/money.ts'
import type { Command } from '#domain/order/decide.ts'
import { isOrderEvent, type OrderEvent, rowOf } from '#domain/order/events.ts'
import type { Refused } from '#domain/order/refused.ts'
import { type LogEntry, liveShopOrder, type ShopOrder } from '#domain/order/state.ts'
import { NOTES } from '#domain/order/undo.ts'
import type { StoredOrder } from './state-queries.ts'

/** The error for a refused command, with what the state says about it. */
export function refusalError({ code, message }: Refused, state: StoredOrder, command: Command): AppError {
  switch (code) {
    case 'edit_conflict':
      return 'shopOrderId' in command ? shopOrderConflict(state, command.shopOrderId) : orderConflict(state)
    case 'already_assigned':
      return alreadyAssigned(state)
    case 'total_changed':
      return totalChanged(state.order)
    case 'order_moved_on':
      return movedOn(state)
    case 'attempt_corrected':
      return attemptConflict(state, command)
    case 'order_over':
      return new AppError(code, { message: overMessage(state.order) })
    case 'shop_order_withdrawn':
      return 'shopOrderId' in command ? withdrawnError(state, command.shopOrderId) : new AppError(code)
    default:
      return new AppError(code, message ? { message } : undefined)
  }
}

/** The kinds of entries that change the order's own values, and what is said of whoever did that. */
const CHANGES: { readonly [Event in OrderEvent]?: string } = {
  assigned: 'assigned this order',
  buyer_links_ended: 'ended the buyer’s links',
  cancelled: 'changed the status',
  cancelled_by_buyer: 'cancelled this order',
  blocked: 'ended this order',
  changed_by_buyer: 'changed this order',
  chose_wait: 'chose what to do about the broken promise',
  chose_day: 'chose what to do about the broken promise',
  chose_cancel: 'chose what to do about the broken promise',
  choice_expired: 'cancelled this order',
  completed_by_admin: 'changed the status',
  corrected: 'corrected this order',
  declined: 'responded to this order',
  delivered: 'responded to this order',
  delivered_by_admin: 'changed the status',
  delivery_set_back: 'changed the status',
  flag_resolved: 'settled a flag of this order',
  over_capacity_resolved: 'settled a flag of this order',
  paid: 'reported the payment',
  paid_without_room: 'reported the payment',
  paid_after_cancellation: 'reported the payment',
  paid_after_delivery: 'reported the payment',
  refund_returned: 'returned a refund',
  refund_returned_cancelled: 'returned a refund',
  refund_returned_delivered: 'returned a refund',
  refunded: 'refunded this order',
  refunded_in_part: 'refunded this order',
  reopened: 'changed the status',
  reopened_without_room: 'changed the status',
  replaced: 'placed another order instead',
  session_ended: 'closed this order',
  shop_set_accepted: 'responded to this order',
  shop_set_asked: 'responded to this order',
  shop_set_declined: 'responded to this order',
  shop_set_delivered: 'responded to this order',
  shop_set_ready: 'responded to this order',
  status_set: 'changed the status',
  substitution_declined: 'cancelled this order',
  substitution_refunded: 'cancelled this order',
  unanswered: 'responded to this order',
  unassigned: 'withdrew this order from its shop',
  undone: 'undid a change',
}

type NamedEntry = LogEntry & { actorEmail: string | null }

/** The records that an entry changed: `order`, and shop orders by id. Until 2026-11-29 entries did not say so. */
function changesOf({ data }: LogEntry): readonly unknown[] | undefined {
  const { changes } = data
  return Array.isArray(changes) ? changes : undefined
}

const changeOf = ({ kind }: LogEntry) => (isOrderEvent(kind) ? CHANGES[kind] : undefined)

const ACTORS = {
  admin: 'Someone',
  florist: 'The florist',
  provider: 'The payment provider',
  shopper: 'The shopper',
  system: 'The shop',
}

/** The error for a write based on an older version of an order. Its message says who changed it last, how, and when (ISO). */
export function orderConflict({ log }: { log: readonly NamedEntry[] }): AppError {
  return changedBy(log.findLast((entry) => changesOf(entry)?.includes('order') ?? changeOf(entry)))
}

function changedBy(entry: NamedEntry | undefined): AppError {
  if (!entry) return new AppError('edit_conflict')
  const actor = entry.actorEmail ?? ACTORS[entry.actor]
  return changedMeanwhile(`${actor} ${changeOf(entry) ?? 'changed this order'} at ${entry.createdAt}`)
}

/** The error for a command that what has happened since does not allow: who did that last, whatever it was, and when (ISO instant). */
function movedOn({ log }: { log: readonly NamedEntry[] }): AppError {
  return changedBy(log.findLast(({ kind }) => !NOTES.includes(kind)))
}

/** True if an entry changed the values of the shop order that it names. */
function changesShopOrder({ kind }: LogEntry): boolean {
  const isText = kind === 'shop_order_edited' || kind === 'shop_order_payment'
  return isText || (isOrderEvent(kind) && rowOf(kind).shopOrder !== undefined)
}

type Named = { log: readonly NamedEntry[]; shopOrders: readonly Pick<ShopOrder, 'id' | 'shop'>[] }

/** The error for a shop order that was changed since it was read: it names who did it and when (ISO instant). */
export function shopOrderConflict({ log, shopOrders }: Named, shopOrderId: string): AppError {
  const last = log.findLast(
    (entry) =>
      changesOf(entry)?.includes(shopOrderId) ??
      (entry.data['shopOrderId'] === shopOrderId && changesShopOrder(entry)),
  )
  const shopOrder = shopOrders.find(({ id }) => id === shopOrderId)
  if (!last || !shopOrder) return new AppError('edit_conflict')
  const who = last.actor === 'florist' ? shopOrder.shop : (last.actorEmail ?? 'Someone')
  const to = last.data['to']
  const did = typeof to === 'string' ? `changed this to ${to}` : 'changed this'
  return changedMeanwhile(`${who} ${did} at ${last.createdAt}`)
}

/** The error for an attempt that was corrected already: by whom and when (ISO instant). */
function attemptConflict({ attempts }: StoredOrder, command: Command): AppError {
  const corrected = 'attemptId' in command && attempts.find(({ corrects }) => corrects === command.attemptId)
  if (!corrected) return new AppError('edit_conflict')
  return changedMeanwhile(`${corrected.actorEmail ?? 'Someone'} corrected this at ${corrected.createdAt}`)
}

function changedMeanwhile(message: string): AppError {
  return new AppError('edit_conflict', {
    message: `${message}. Please look again.`,
    issues: [{ path: 'version', message }],
  })
}

/** The error for an order that a shop has already: which one, by whom and when. */
function alreadyAssigned(state: StoredOrder): AppError {
  const live = liveShopOrder(state)
  if (!live) return new AppError('already_assigned')
  const assigned = state.log.find(({ kind, data }) => kind === 'assigned' && data['shopOrderId'] === live.id)
  const by = assigned?.actorEmail ? ` by ${assigned.actorEmail}` : ''
  return new AppError('already_assigned', {
    message: `This order was already assigned to ${live.shop}${by} at ${live.createdAt}.`,
  })
}

/** The error for a split of another total than the order has. */
function totalChanged({ totalCents }: StoredOrder['order']): AppError {
  const message = `The order total is ${formatMoney(totalCents)}. Please split that amount.`
  return new AppError('invalid', { issues: [{ path: 'totalCents', message }] })
}

/** Why an order needs no florist. */
export function overMessage({ status, paymentStatus }: StoredOrder['order']): string {
  const state = paymentStatus === 'refunded' ? paymentStatus : status
  return `This order is ${state}. It doesn’t need a florist.`
}

/** The error for a shop order that an admin has taken back from its shop. */
function withdrawnError({ shopOrders }: Pick<StoredOrder, 'shopOrders'>, shopOrderId: string): AppError {
  const at = shopOrders.find(({ id }) => id === shopOrderId)?.withdrawnAt
  return new AppError('shop_order_withdrawn', { message: `This order was withdrawn from the shop at ${at}.` })
}
