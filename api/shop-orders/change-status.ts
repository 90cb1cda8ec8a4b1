import { dropNewTime, endDanger } from '#api/dangers/queries.ts'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { addOrderEvent, type OrderEvent } from '#api/platform/audit/order-events.ts'
import { runGuardedBatch } from '#api/platform/database/claim.ts'
import { allOf, type Condition } from '#api/platform/database/condition.ts'
import { isUniqueViolation } from '#api/platform/database/constraint.ts'
import { deleteUntried, sentKinds, waitingKinds } from '#api/platform/outbox/outbox.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { endsDanger } from '#domain/broken-promise.ts'
import {
  type EmailsOfChange,
  isAwaited,
  mayBeSent,
  messagesMadeWrong,
  messagesOnChange,
  type OrderAndShopState,
  orderStatusAfter,
  STATUS_MESSAGES,
} from '#domain/fulfilment.ts'
import { isShopOrderStatus, type OrderStatus, type ShopOrderStatus } from '#domain/order-status.ts'
import { EMAILS_HELD_MS } from '#domain/undo.ts'
import { askNextFlorist } from './ask-next.ts'
import { alreadyAssigned } from './assign.ts'
import { liveAssignment } from './assignment-queries.ts'
import { enqueueBuyerEmail, enqueueFloristReopened, enqueueFloristWithdrawn } from './email-queries.ts'
import {
  changeOrder,
  changeShopOrder,
  type KnownShopOrder,
  orderUnchanged,
  shopOrderUnchanged,
} from './queries.ts'
import type { ShopOrderStatusRequest } from './schema.ts'
import { findNotWithdrawn, shopOrderConflict } from './service.ts'

const MAX_ATTEMPTS = 4

/**
 * Sets a shop order's status, any from any other, with time and person.
 * @returns its version now, what that made of the order's own status, which emails go because of it, and which that are wrong
 *   now have gone to the buyer
 * @throws AppError `invalid` for an unknown status; `shop_order_not_found`; `edit_conflict`, also when the order's status is
 *   not the one to be restored from; `shop_order_withdrawn`; `already_assigned` when it was rejected and another shop has the
 *   order by now
 */
export async function changeShopOrderStatus(
  deps: Deps,
  actorId: string,
  id: string,
  { status: to, reason, version, holdEmails, restoreOrder }: ShopOrderStatusRequest,
) {
  if (!isShopOrderStatus(to)) {
    const message = `Invalid shop order status: ${to}`
    throw new AppError('invalid', { message, issues: [{ path: 'status', message }] })
  }
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const found = await findNotWithdrawn(deps, id)
    const { shopOrder, order } = found
    if (shopOrder.version !== version) throw shopOrderConflict(found)
    if (restoreOrder && order.status !== restoreOrder.from) throw orderMovedOn(order)
    const from = order.status
    if (shopOrder.status === to)
      return { version, orderStatus: { from, to: from }, emails: [], wrongEmails: [] }
    const now = deps.clock.now()
    const change = {
      to,
      who: { actor: 'admin', actorId },
      reason: to === 'rejected' ? reason : null,
      orderStatus: restoreOrder?.to,
      notBefore: holdEmails ? new Date(now.getTime() + EMAILS_HELD_MS).toISOString() : undefined,
    } as const
    try {
      if (!(await writeStatus(deps, found, change, now.toISOString()))) continue
    } catch (error) {
      if (!isUniqueViolation(error, 'shop_orders.order_id')) throw error
      const [live] = await liveAssignment(deps.db, order.id)
      if (live) throw alreadyAssigned(live)
      continue
    }
    const [before, after] = statesOfChange(found, change)
    const emails = await emailsOfChange(deps, order.id, before, after)
    deps.waitUntil(sendDue(deps))
    if (to === 'rejected') deps.waitUntil(askNextFlorist(deps, order.id))
    return { version: version + 1, orderStatus: { from, to: after.status }, ...emails }
  }
  throw new AppError('edit_conflict')
}

/** The emails of a change that is written, as the outbox has them. To be called before they are sent. */
export async function emailsOfChange(
  { db }: Pick<Deps, 'db'>,
  orderId: string,
  before: OrderAndShopState,
  after: OrderAndShopState,
): Promise<EmailsOfChange> {
  const { buyer, florist } = messagesOnChange(before, after)
  const going = [...(buyer ? [buyer] : []), ...(florist ? [florist] : [])]
  const wrong = STATUS_MESSAGES.filter(
    (kind) => mayBeSent(kind, before) && messagesMadeWrong(after).includes(kind),
  )
  const [emails, wrongEmails] = await Promise.all([
    going.length === 0 ? [] : waitingKinds(db, orderId, going),
    wrong.length === 0 ? [] : sentKinds(db, orderId, wrong),
  ])
  return { emails, wrongEmails }
}

function orderMovedOn({ status }: { status: OrderStatus }): AppError {
  const message = `The order’s own status was changed to ${status}`
  return new AppError('edit_conflict', {
    message: `${message}. Please look again.`,
    issues: [{ path: 'restoreOrder', message }],
  })
}

type StatusChange = {
  to: ShopOrderStatus
  /** An admin by their user id, the florist by their shop's id, or the system for a florist who did not answer. */
  who: { actor: 'admin' | 'florist'; actorId: string } | { actor: 'system' }
  /** Why it was rejected. */
  reason: string | null
  /** What it makes of the order's own status; absent: what follows from `to`. */
  orderStatus?: OrderStatus | undefined
  /** ISO instant before which its emails are not sent; absent: at once. */
  notBefore?: string | undefined
}

function statesOfChange(
  { shopOrder, order }: Pick<KnownShopOrder, 'shopOrder' | 'order'>,
  { to, orderStatus }: Pick<StatusChange, 'to' | 'orderStatus'>,
): [before: OrderAndShopState, after: OrderAndShopState] {
  const { status, paymentStatus } = order
  const before = { status, paymentStatus, assignment: shopOrder.status }
  return [before, { status: orderStatus ?? orderStatusAfter(before, to), paymentStatus, assignment: to }]
}

/**
 * Sets the status of a shop order that was not taken back, and what follows from it, in one batch: `rejected` makes the
 * order unassigned, anything else assigned; `delivered` also sets the order's status, and what is set back from it sets that back; the buyer hears that a florist has
 * accepted and that the flowers are there. Emails that are not sent yet and that the change makes wrong are deleted.
 * A florist for whom the system rejects gets an email.
 * @param onlyIf a further condition
 * @returns false when shop order or order have changed since they were read
 * @throws the database's UNIQUE violation when it was rejected and another shop has the order by now
 */
export function writeStatus(
  { db }: Pick<Deps, 'db'>,
  { shopOrder, order, shop }: Pick<KnownShopOrder, 'shopOrder' | 'order' | 'shop'>,
  change: StatusChange,
  at: string,
  onlyIf?: Condition,
): Promise<boolean> {
  const { to, who, reason, notBefore } = change
  const { id, status: from } = shopOrder
  const event = {
    kind: 'shop_order_status',
    ...who,
    data: { shopOrderId: id, shopId: shop.id, shop: shop.name, from, to, ...(reason && { reason }) },
  }
  const unchanged = allOf(shopOrderUnchanged(shopOrder), orderUnchanged(order), ...(onlyIf ? [onlyIf] : []))
  const [before, after] = statesOfChange({ shopOrder, order }, change)
  const { status } = after
  const assignmentStatus = to === 'rejected' ? 'unassigned' : 'assigned'
  const orderChanges = order.status !== status || order.assignmentStatus !== assignmentStatus
  const { buyer, florist } = messagesOnChange(before, after)
  const stamp = { statusUpdatedAt: at, statusUpdatedBy: who.actor === 'admin' ? who.actorId : null }
  return runGuardedBatch(db, order.id, event, at, unchanged, (condition, key) => [
    ...orderStatusEvent({ db }, order, status, who, at, condition),
    deleteUntried(db, order.id, messagesMadeWrong(after), condition),
    ...(buyer ? [enqueueBuyerEmail(db, order, { kind: buyer, notBefore }, at, condition)] : []),
    ...(endsDanger(before, after)
      ? endDanger(
          db,
          order,
          { about: key, tellsBuyer: to !== 'delivered' && isAwaited(after) },
          at,
          condition,
        )
      : []),
    ...(to === 'rejected' ? [dropNewTime(db, order.id, condition)] : []),
    ...(who.actor === 'system' && shop.email !== null
      ? [
          enqueueFloristWithdrawn(
            db,
            { orderId: order.id, email: shop.email },
            { shopOrderId: id, ...(shopOrder.answerBy !== null && { unansweredBy: shopOrder.answerBy }) },
            at,
            condition,
          ),
        ]
      : []),
    changeShopOrder(db, shopOrder, { status: to, ...stamp, ...answer(shopOrder, change, at) }, at, condition),
    ...(florist === 'florist-reopened'
      ? [enqueueFloristReopened(db, order.id, { about: key, notBefore }, at, condition)]
      : []),
    ...(orderChanges ? [changeOrder(db, order.id, { status, assignmentStatus }, at, condition)] : []),
  ])
}

/**
 * What a change of status says about the answer: who said yes or no, and when. Set back to pending, the shop is asked again,
 * without a deadline that has passed already.
 */
function answer(
  { status: from, answerBy }: Pick<KnownShopOrder['shopOrder'], 'status' | 'answerBy'>,
  { to, who }: StatusChange,
  at: string,
) {
  if (to === 'pending') {
    const passed = answerBy !== null && answerBy <= at
    return { answeredAt: null, answeredBy: null, ...(passed && { answerBy: null }) }
  }
  const answers = from === 'pending' || from === 'rejected' || to === 'rejected'
  return answers ? { answeredAt: at, answeredBy: who.actor } : {}
}

/** Statements: logs that the order's status changed with its shop order; none when it did not change. */
export function orderStatusEvent(
  { db }: Pick<Deps, 'db'>,
  order: { id: string; status: OrderStatus },
  to: OrderStatus,
  who: Pick<OrderEvent, 'actor' | 'actorId'>,
  at: string,
  onlyIf: Condition,
) {
  if (to === order.status) return []
  const event = { kind: 'status_changed', ...who, data: { from: order.status, to } }
  return [addOrderEvent(db, order.id, event, at, onlyIf)]
}
