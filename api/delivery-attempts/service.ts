import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { applyToOrder, emailsOfChange } from '#api/orders/apply.ts'
import type { StoredOrder } from '#api/orders/state-queries.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { type Outcome, secondAttemptProblem, type ToldAttempt } from '#domain/delivery-attempts.ts'
import { type CorrectAttempt, type RecordAttempt, sentWith, toldAttempt } from '#domain/order/attempt.ts'
import type { EmailsOfChange } from '#domain/order/causes.ts'
import { localInstant } from '#domain/zoned-time.ts'
import type { AttemptRequest, CorrectionRequest } from './schema.ts'

/**
 * Records what happened at the door, as an admin has heard it. A second call with the same key records nothing.
 * @returns the version of the shop order now, and the emails that go because of its status
 * @throws AppError `shop_order_not_found`; `shop_order_over` when the shop has lost the order; `invalid` for a time that cannot be
 */
export async function recordAttemptByAdmin(
  deps: Deps,
  actorId: string,
  shopOrderId: string,
  { key, alsoDelivered, ...outcome }: AttemptRequest,
): Promise<{ version: number } & EmailsOfChange> {
  const applied = await applyToOrder(
    deps,
    { shopOrderId },
    (state, at): RecordAttempt | null => {
      if (sentWith(state, shopOrderId, key)) return null
      const attempt = { id: crypto.randomUUID(), key, ...readOutcome(outcome, state.order, new Date(at)) }
      return { type: 'record_attempt', shopOrderId, attempt, alsoDelivered }
    },
    { actor: 'admin', actorId },
  )
  if (applied.changed) deps.waitUntil(sendDue(deps))
  const version = applied.after.shopOrders.find(({ id }) => id === shopOrderId)?.version ?? 1
  return { version, ...(applied.changed ? emailsOfChange(applied) : { emails: [], wrongEmails: [] }) }
}

/**
 * Corrects what was said of an attempt. A second call with the same key corrects nothing.
 * @throws AppError `shop_order_not_found`, `attempt_not_found`; `edit_conflict` when it was corrected already (by whom, when);
 *   `invalid` for a time that cannot be
 */
export async function correctAttemptByAdmin(
  deps: Deps,
  actorId: string,
  shopOrderId: string,
  attemptId: string,
  { key, ...outcome }: CorrectionRequest,
): Promise<void> {
  await applyToOrder(
    deps,
    { shopOrderId },
    ({ attempts, order, ...state }, at): CorrectAttempt | null => {
      const corrected = attempts.find(({ id }) => id === attemptId)
      if (corrected?.shopOrderId !== shopOrderId) throw new AppError('attempt_not_found')
      if (sentWith({ ...state, order, attempts }, shopOrderId, key)) return null
      const attempt = {
        id: crypto.randomUUID(),
        key,
        ...readOutcome(outcome, order, new Date(at), corrected),
      }
      return { type: 'correct_attempt', attemptId, attempt }
    },
    { actor: 'admin', actorId },
  )
}

/**
 * Reads an outcome whose time is as the market's clock shows it.
 * @param known the outcome that it corrects: its time may have passed
 * @throws AppError `invalid` for a time that cannot be
 */
export function readOutcome(
  { nextAt: local, ...outcome }: Outcome,
  { timeZone }: StoredOrder['order'],
  now: Date,
  known?: Outcome,
): Outcome {
  if (local === null) return { ...outcome, nextAt: null }
  const nextAt = localInstant(local, timeZone)
  if (nextAt !== null && nextAt.toISOString() === known?.nextAt) return { ...outcome, nextAt: known.nextAt }
  const message = secondAttemptProblem(nextAt, now)
  if (nextAt === null || message !== null) {
    throw new AppError('invalid', { issues: [{ path: 'nextAt', message: message ?? '' }] })
  }
  return { ...outcome, nextAt: nextAt.toISOString() }
}

/** The last attempt as its buyer is told of it; null: there is nothing to tell. */
export function attemptForBuyer(state: StoredOrder): ToldAttempt | null {
  const attempt = toldAttempt(state)
  const shopOrder = state.shopOrders.find(({ id }) => id === attempt?.shopOrderId)
  if (!attempt || !shopOrder) return null
  const { outcome, name, nextStep, nextAt, at } = attempt
  const { street, city, state: code, zip } = shopOrder.address
  const shopAddress = `${shopOrder.shop}, ${street}, ${city}, ${code} ${zip}`
  return { outcome, name, nextStep, nextAt, at, shopAddress }
}
