import { flagIfFull, placeOf } from '#api/capacity/service.ts'
import { endDanger } from '#api/dangers/queries.ts'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { addOrderFlag } from '#api/platform/audit/order-events.ts'
import { runGuardedBatch } from '#api/platform/database/claim.ts'
import type { Condition } from '#api/platform/database/condition.ts'
import { describeFailure } from '#api/platform/failure.ts'
import { shortHash } from '#api/platform/hash.ts'
import { addOrderMessage, deleteUntried } from '#api/platform/outbox/outbox.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { emailsOfChange } from '#api/shop-orders/change-status.ts'
import { enqueueFloristCancelled, enqueueFloristReopened } from '#api/shop-orders/email-queries.ts'
import { changeOrder, orderUnchanged } from '#api/shop-orders/queries.ts'
import { endsDanger } from '#domain/broken-promise.ts'
import {
  assignmentState,
  type EmailsOfChange,
  messagesMadeWrong,
  messagesOnChange,
  type OrderAndShopState,
} from '#domain/fulfilment.ts'
import { isOrderStatus, takesPlace } from '#domain/order-status.ts'
import { EMAILS_HELD_MS } from '#domain/undo.ts'
import type { OrderRow } from '#drizzle/schema/orders.ts'
import { flagOf, lastEventOf, orderById, orderWithShopOrder } from './queries.ts'
import { flagIsOpen, isNoSample, resolveFlag, resolveNeedsRefund } from './write-queries.ts'

type StatusRequest = { status: string; version: number; holdEmails?: boolean | undefined }
type StatusChanged = { version: number } & EmailsOfChange

const PAID_AND_CANCELLED = { kind: 'needs_refund', detail: 'Paid, then cancelled' } as const

/**
 * Sets an order's status; every status may follow every other. A paid order that is cancelled is flagged as needing a refund
 * until it is refunded or reopened; the shopper gets one email each about cancellation and delivery. Emails that are not sent
 * yet and that the change makes wrong are deleted.
 * @param request.holdEmails whether the emails of this change wait until it cannot be undone any more
 * @returns its version now, which emails go because of it, and which that are wrong now have gone to the buyer
 * @throws AppError `invalid` for an unknown status, `order_not_found`, `edit_conflict` (by whom, when)
 */
export async function changeOrderStatus(
  deps: Deps,
  actorId: string,
  id: string,
  { status: to, version, holdEmails = false }: StatusRequest,
): Promise<StatusChanged> {
  if (!isOrderStatus(to)) {
    const message = `Invalid order status: ${to}`
    throw new AppError('invalid', { message, issues: [{ path: 'status', message }] })
  }
  const { db, clock } = deps
  const { order, live } = await orderWithShopOrder(db, id)
  if (!order) throw new AppError('order_not_found')
  if (order.version !== version) throw await orderChangedMeanwhile(deps, id)
  if (order.status === to) return { version, emails: [], wrongEmails: [] }

  const now = clock.now()
  const at = now.toISOString()
  const notBefore = holdEmails ? new Date(now.getTime() + EMAILS_HELD_MS).toISOString() : undefined
  const { paymentStatus } = order
  const assignment = assignmentState(live)
  const before = { status: order.status, paymentStatus, assignment }
  const after = { status: to, paymentStatus, assignment }
  const holdsMoney = order.paymentStatus === 'paid' && order.paymentReference !== null
  const event = { kind: 'status_changed', actor: 'admin', actorId, data: { from: order.status, to } } as const
  // Reopening is also what Undo does: it never fails for want of a place.
  const reopens = order.status === 'cancelled' && takesPlace({ ...order, status: to })
  const place = reopens ? await placeOf(db, order) : null
  const happened = await runGuardedBatch(db, id, event, at, orderUnchanged(order), (condition, key) => [
    ...(to === 'cancelled' && holdsMoney ? [addOrderFlag(db, id, PAID_AND_CANCELLED, at, condition)] : []),
    ...(order.status === 'cancelled' ? [resolveNeedsRefund(db, id, at, condition)] : []),
    ...(to === 'cancelled' ? [resolveFlag(db, id, 'over_capacity', at, condition)] : []),
    ...(endsDanger(before, after)
      ? endDanger(db, order, { about: key, tellsBuyer: false }, at, condition)
      : []),
    ...flagIfFull(db, id, place, at, condition),
    ...messages(deps, order, { before, after }, { key, at, notBefore }, condition),
    changeOrder(db, id, { status: to }, at, condition),
  ])
  if (!happened) throw await orderChangedMeanwhile(deps, id)
  const emails = await emailsOfChange(deps, id, before, after)
  deps.waitUntil(sendDue(deps))
  if (to === 'cancelled' && order.paymentStatus === 'pending' && order.checkoutSessionId !== null) {
    deps.waitUntil(endSession(deps, order.checkoutSessionId))
  }
  return { version: version + 1, ...emails }
}

/** Only a buyer who has paid has heard of the order before; samples cause no email to the buyer. */
function messages(
  { db }: Deps,
  { id, paymentStatus, customerEmail: recipient }: OrderRow,
  { before, after }: { before: OrderAndShopState; after: OrderAndShopState },
  { key, at, notBefore }: { key: string; at: string; notBefore: string | undefined },
  condition: Condition,
) {
  const { buyer, florist } = messagesOnChange(before, after)
  const toFlorist = { about: key, notBefore }
  return [
    deleteUntried(db, id, messagesMadeWrong(after), condition),
    ...(florist === 'florist-cancelled' ? [enqueueFloristCancelled(db, id, toFlorist, at, condition)] : []),
    ...(florist === 'florist-reopened' ? [enqueueFloristReopened(db, id, toFlorist, at, condition)] : []),
    ...(buyer !== null && paymentStatus === 'paid'
      ? [addOrderMessage(db, id, { kind: buyer, recipient, notBefore }, at, isNoSample(condition))]
      : []),
  ]
}

/** Keeps a cancelled order from being paid. Should this fail, a payment is flagged when it arrives. */
async function endSession({ payments, log }: Deps, sessionId: string): Promise<void> {
  try {
    await payments.expireSession(sessionId)
  } catch (error) {
    log('warn', 'session_not_ended', { session: await shortHash(sessionId), ...describeFailure(error) })
  }
}

/**
 * Resolves a flag that a person has looked at. Resolving it again changes nothing.
 * @throws AppError `not_found` when the order has no such flag
 */
export async function resolveOrderFlag(
  deps: Deps,
  actorId: string,
  orderId: string,
  flagId: string,
): Promise<void> {
  const { db, clock } = deps
  const flag = await flagOf(db, orderId, flagId)
  if (!flag) throw new AppError('not_found', { message: 'This order has no such flag.' })
  if (flag.resolvedAt !== null) return
  const at = clock.now().toISOString()
  const { kind, detail } = flag
  const event = { kind: 'flag_resolved', actor: 'admin', actorId, data: { flag: kind, detail } } as const
  await runGuardedBatch(db, orderId, event, at, flagIsOpen(flagId), (condition) => [
    resolveFlag(db, orderId, kind, at, condition),
    changeOrder(db, orderId, {}, at, condition),
  ])
}

/**
 * Ends the buyer's own links to an order: they got into other hands. The next email to the buyer has a new one.
 * @returns its version now
 * @throws AppError `order_not_found`, `edit_conflict` (by whom, when)
 */
export async function endBuyerLinks(
  deps: Deps,
  actorId: string,
  orderId: string,
  version: number,
): Promise<number> {
  const { db, clock } = deps
  const at = clock.now().toISOString()
  const event = { kind: 'buyer_links_ended', actor: 'admin', actorId } as const
  const changes = { manageLinksEndedAt: at }
  const ended = await runGuardedBatch(
    db,
    orderId,
    event,
    at,
    orderUnchanged({ id: orderId, version }),
    (condition) => [changeOrder(db, orderId, changes, at, condition)],
  )
  if (ended) return version + 1
  if (!(await orderById(db, orderId))) throw new AppError('order_not_found')
  throw await orderChangedMeanwhile(deps, orderId)
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
export async function orderChangedMeanwhile({ db }: Pick<Deps, 'db'>, orderId: string): Promise<AppError> {
  const last = await lastEventOf(db, orderId)
  if (!last) return new AppError('edit_conflict')
  const actor = last.actorEmail ?? ACTORS[last.actor]
  const message = `${actor} ${ACTIONS[last.kind] ?? 'changed this order'} at ${last.createdAt}`
  return new AppError('edit_conflict', {
    message: `${message}. Please look again.`,
    issues: [{ path: 'version', message }],
  })
}
