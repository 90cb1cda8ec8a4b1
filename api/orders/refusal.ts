import { AppError } from '#api/errors.ts'
import { formatMoney } from '#domain/money.ts'
import type { Command } from '#domain/order/decide.ts'
import type { Refused } from '#domain/order/draft.ts'
import { type LogEntry, liveShopOrder, type ShopOrder } from '#domain/order/state.ts'
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
    case 'attempt_corrected':
      return attemptConflict(state, command)
    case 'order_over':
      return orderOverError(state.order)
    case 'shop_order_withdrawn':
      return 'shopOrderId' in command ? withdrawnError(state, command.shopOrderId) : new AppError(code)
    default:
      return new AppError(code, message ? { message } : undefined)
  }
}

/** The kinds of entries that change the order's own values, and what is said of whoever did that. */
const CHANGES: Readonly<Record<string, string>> = {
  assigned: 'assigned this order',
  buyer_links_ended: 'ended the buyer’s links',
  cancelled_by_buyer: 'cancelled this order',
  choice_answered: 'chose what to do about the broken promise',
  choice_expired: 'cancelled this order',
  corrected: 'corrected this order',
  expired: 'closed this order',
  flag_resolved: 'settled a flag of this order',
  given_up: 'closed this order',
  not_opened: 'closed this order',
  paid: 'reported the payment',
  payment_failed: 'closed this order',
  refund_failed: 'returned a refund',
  refunded: 'refunded this order',
  replaced: 'placed another order instead',
  shop_order_status: 'responded to this order',
  status_changed: 'changed the status',
  unassigned: 'withdrew this order from its shop',
}

type NamedEntry = LogEntry & { actorEmail: string | null }

function changesOrder({ kind, data }: LogEntry): boolean {
  if (kind === 'shop_order_status') return (data['from'] === 'rejected') !== (data['to'] === 'rejected')
  if (kind === 'refund_failed') return data['returned'] === true
  return Object.hasOwn(CHANGES, kind)
}

const ACTORS = {
  admin: 'Someone',
  florist: 'The florist',
  provider: 'The payment provider',
  shopper: 'The shopper',
  system: 'The shop',
}

/** The error for a write based on an older version of an order. Its message says who changed it last, how, and when (ISO). */
export function orderConflict({ log }: { log: readonly NamedEntry[] }): AppError {
  const last = log.findLast(changesOrder)
  if (!last) return new AppError('edit_conflict')
  const actor = last.actorEmail ?? ACTORS[last.actor]
  return changedMeanwhile(`${actor} ${CHANGES[last.kind]} at ${last.createdAt}`)
}

/** The kinds of entries that change the values of the shop order that they name. */
const SHOP_ORDER_CHANGES = ['shop_order_edited', 'shop_order_payment', 'shop_order_status', 'unassigned']

type Named = { log: readonly NamedEntry[]; shopOrders: readonly Pick<ShopOrder, 'id' | 'shop'>[] }

/** The error for a shop order that was changed since it was read: it names who did it and when (ISO instant). */
export function shopOrderConflict({ log, shopOrders }: Named, shopOrderId: string): AppError {
  const last = log.findLast(
    ({ kind, data }) => data['shopOrderId'] === shopOrderId && SHOP_ORDER_CHANGES.includes(kind),
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
