import { AppError } from '#api/errors.ts'
import { formatMoney } from '#domain/money.ts'
import type { Command } from '#domain/order/decide.ts'
import type { Refused } from '#domain/order/draft.ts'
import { liveShopOrder } from '#domain/order/state.ts'
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
      return orderMovedOn(state.order)
    case 'order_over':
      return orderOverError(state.order)
    case 'shop_order_withdrawn':
      return 'shopOrderId' in command ? withdrawnError(state, command.shopOrderId) : new AppError(code)
    default:
      return new AppError(code, message ? { message } : undefined)
  }
}

const ACTIONS: Readonly<Record<string, string>> = {
  assigned: 'assigned this order',
  buyer_links_ended: 'ended the buyer’s links',
  choice_answered: 'chose what to do about the broken promise',
  choice_expired: 'cancelled this order',
  choice_offered: 'asked the buyer',
  corrected: 'corrected this order',
  florist_late: 'said that the flowers will be late',
  paid: 'reported the payment',
  refund_requested: 'refunded this order',
  refunded: 'refunded this order',
  shop_order_status: 'responded to this order',
  status_changed: 'changed the status',
  unassigned: 'withdrew this order from its shop',
}

const ACTORS = {
  admin: 'Someone',
  florist: 'The florist',
  provider: 'The payment provider',
  shopper: 'The shopper',
  system: 'The shop',
}

/** The error for a write based on an older version of an order. Its message says who did what last, and when (ISO). */
export function orderConflict({ log }: Pick<StoredOrder, 'log'>): AppError {
  const last = log.at(-1)
  if (!last) return new AppError('edit_conflict')
  const actor = last.actorEmail ?? ACTORS[last.actor]
  return changedMeanwhile(`${actor} ${ACTIONS[last.kind] ?? 'changed this order'} at ${last.createdAt}`)
}

/** The error for a shop order that was changed since it was read: it names who did it and when (ISO instant). */
function shopOrderConflict({ log, shopOrders }: StoredOrder, shopOrderId: string): AppError {
  const last = log.findLast(({ data }) => data['shopOrderId'] === shopOrderId)
  const shopOrder = shopOrders.find(({ id }) => id === shopOrderId)
  if (!last || !shopOrder) return new AppError('edit_conflict')
  const who = last.actor === 'florist' ? shopOrder.shop : (last.actorEmail ?? 'Someone')
  const to = last.data['to']
  const did = typeof to === 'string' ? `changed this to ${to}` : 'changed this'
  return changedMeanwhile(`${who} ${did} at ${last.createdAt}`)
}

function changedMeanwhile(message: string, path = 'version'): AppError {
  return new AppError('edit_conflict', {
    message: `${message}. Please look again.`,
    issues: [{ path, message }],
  })
}

/** The error for a status of the order that cannot be restored, because it is another one by now. */
function orderMovedOn({ status }: StoredOrder['order']): AppError {
  return changedMeanwhile(`The order’s own status was changed to ${status}`, 'restoreOrder')
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

/** The error for an order that needs no florist. */
function orderOverError({ status, paymentStatus }: StoredOrder['order']): AppError {
  const state = paymentStatus === 'refunded' ? paymentStatus : status
  return new AppError('order_over', { message: `This order is ${state}. It doesn’t need a florist.` })
}

/** The error for a shop order that an admin has taken back from its shop. */
function withdrawnError({ shopOrders }: Pick<StoredOrder, 'shopOrders'>, shopOrderId: string): AppError {
  const at = shopOrders.find(({ id }) => id === shopOrderId)?.withdrawnAt
  return new AppError('shop_order_withdrawn', { message: `This order was withdrawn from the shop at ${at}.` })
}
