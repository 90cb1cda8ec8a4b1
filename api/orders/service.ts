import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { describeFailure } from '#api/platform/failure.ts'
import { shortHash } from '#api/platform/hash.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { lastConsent, phoneHash, stopTexts } from '#api/platform/outbox/text-stops.ts'
import { PaymentsError } from '#api/platform/payments/payments.ts'
import { deleteDueObjects } from '#api/platform/storage/deletions.ts'
import type { EmailsOfChange } from '#domain/order/causes.ts'
import type { DeletePhoto } from '#domain/order/photo.ts'
import { deletionRefusal, type ResolveFlag } from '#domain/order/record.ts'
import { isOrderStatus } from '#domain/order-status.ts'
import { applyToOrder, emailsOfChange } from './apply.ts'
import { hashesSince } from './manage-link.ts'
import type { NoteRequest, StatusRequest } from './schema.ts'
import { expireSession, settle } from './settle.ts'
import type { StoredOrder } from './state-queries.ts'

type StatusChanged = { version: number } & EmailsOfChange

/**
 * Sets an order's status; every status may follow every other. A paid order that is cancelled is flagged as needing a refund
 * until it is refunded or reopened; the shopper gets one email each about cancellation and delivery. Emails that are not sent
 * yet and that the change makes wrong are deleted.
 * @param request.holdEmails true if the emails of this change wait until it cannot be undone any more
 * @param request.undo true if the last change is undone
 * @returns its version now, which emails go because of it, and which that are wrong now have gone to the buyer
 * @throws AppError `invalid` for an unknown status, `order_not_found`, `edit_conflict` (by whom, when)
 */
export async function changeOrderStatus(
  deps: Deps,
  actorId: string,
  id: string,
  { status: to, ...request }: StatusRequest,
): Promise<StatusChanged> {
  if (!isOrderStatus(to)) {
    const message = `Invalid order status: ${to}`
    throw new AppError('invalid', { message, issues: [{ path: 'status', message }] })
  }
  const applied = await applyToOrder(
    deps,
    id,
    { type: 'set_status', to, ...request },
    { actor: 'admin', actorId },
  )
  const { version } = request
  if (!applied.changed) return { version, emails: [], wrongEmails: [] }
  deps.waitUntil(sendDue(deps))
  const { paymentStatus, checkoutSessionId } = applied.before.order
  if (to === 'cancelled' && paymentStatus === 'pending' && checkoutSessionId !== null) {
    deps.waitUntil(endSession(deps, checkoutSessionId))
  }
  return { version: version + 1, ...emailsOfChange(applied) }
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
  const unknown = () => new AppError('not_found', { message: 'This order has no such flag.' })
  await applyToOrder(
    deps,
    orderId,
    ({ allFlags }): ResolveFlag | null => {
      const flag = allFlags.find(({ id }) => id === flagId)
      if (!flag) throw unknown()
      return flag.resolvedAt === null ? { type: 'resolve_flag', flag: flag.kind } : null
    },
    { actor: 'admin', actorId },
    { notFound: unknown },
  )
}

/**
 * Adds a note of staff to an order's log. A second call with the same key adds nothing.
 * @throws AppError `order_not_found`
 */
export async function addOrderNote(
  deps: Deps,
  actorId: string,
  orderId: string,
  note: NoteRequest,
): Promise<void> {
  await applyToOrder(deps, orderId, { type: 'add_note', ...note }, { actor: 'admin', actorId })
}

/**
 * Stops all texts to the buyer's number, who asked for it by phone or email: only they can start them again. A note tells of it.
 * @throws AppError `order_not_found`
 */
export async function stopBuyersTexts(deps: Deps, actorId: string, orderId: string): Promise<void> {
  const { db } = deps
  await applyToOrder(
    deps,
    orderId,
    (_, _at, [consent]) =>
      consent?.takenBackAt === null
        ? { type: 'add_note', key: `texts ${consent.givenAt}`, note: 'Stopped texts, as the buyer asked.' }
        : null,
    { actor: 'admin', actorId },
    {
      reading: [lastConsent(db, orderId)],
      also: ({ order }, at) => stopTexts(db, phoneHash(order.customerPhone), at),
    },
  )
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
  await applyToOrder(
    deps,
    orderId,
    async (state, at) =>
      ({ type: 'end_buyer_links', version, hashes: await hashesSince(deps.config, state, at) }) as const,
    { actor: 'admin', actorId },
  )
  return version + 1
}

/**
 * Deletes a photograph of an order. Deleted before, nothing changes.
 * @throws AppError `order_not_found`; `not_found` when the order has no such photograph
 */
export async function deleteOrderPhoto(
  deps: Deps,
  actorId: string,
  orderId: string,
  photoId: string,
): Promise<void> {
  const { changed } = await applyToOrder(
    deps,
    orderId,
    ({ photos }): DeletePhoto => {
      if (!photos.some(({ id }) => id === photoId)) throw new AppError('not_found')
      return { type: 'delete_photo', photoId }
    },
    { actor: 'admin', actorId },
  )
  if (changed) deps.waitUntil(deleteDueObjects(deps))
}

/**
 * Deletes an order that is unpaid, cancelled or fully refunded and has no live shop order, after closing its checkout at the
 * provider. Its log stays.
 * @throws AppError `order_not_found`; `order_not_deletable` with the reason; `payments_unavailable`; `edit_conflict`
 */
export async function deleteOrder(deps: Deps, actorId: string, id: string): Promise<void> {
  await applyToOrder(
    deps,
    id,
    async (state) => {
      // An order that cannot be deleted keeps its checkout.
      if (deletionRefusal(state) === null) await closeCheckout(deps, state.order)
      return { type: 'delete_order' } as const
    },
    { actor: 'admin', actorId },
  )
}

/**
 * Makes sure that this order can no longer be paid. If the provider's session had ended, it is settled: then the order is not as
 * it was read, and is read again.
 */
async function closeCheckout(deps: Deps, order: StoredOrder['order']): Promise<void> {
  const sessionId = order.checkoutSessionId
  if (order.paymentStatus !== 'pending' || sessionId === null) return
  const { session, wasOpen } = await expireSession(deps, sessionId).catch((error: unknown) => {
    throw error instanceof PaymentsError ? unavailable() : error
  })
  if (wasOpen) return
  await settle(deps, session, { source: 'reconciliation' })
  // The payment is under way: nobody knows yet.
  if (!session.paid && session.status !== 'expired') throw new AppError('edit_conflict')
}

function unavailable(): AppError {
  return new AppError('payments_unavailable', {
    message: 'The payment provider did not answer, so the checkout may still be open. Nothing was deleted.',
  })
}
