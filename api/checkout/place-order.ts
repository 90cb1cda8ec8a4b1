import type { Deps } from '#api/deps.ts'
import { AppError, type ErrorCode } from '#api/errors.ts'
import { isUniqueViolation } from '#api/platform/database/constraint.ts'
import { closedReason } from '#domain/availability.ts'
import { stateProblem } from '#domain/zip-states.ts'
import { fingerprint } from './fingerprint.ts'
import { newOrder } from './new-order.ts'
import { openSession } from './open-session.ts'
import { type PreviousAttempt, readPlacement } from './placement-queries.ts'
import { endPrevious, sessionStillGood, stoppedSessionState } from './previous-attempt.ts'
import type { CreateCheckoutSessionRequest } from './schema.ts'
import { storeOrder } from './store-order.ts'

const MOST_ROUNDS = 4

/**
 * Places an order and opens its checkout session (decisions.md, Checkout; §7 create-checkout-session).
 * One attempt key is one order: sent again unchanged it answers with the same session, sent again with other
 * content it ends the old session and makes a new order.
 * @returns the session's id and where to pay
 * @throws AppError `product_not_found`, `zip_not_served`, `invalid` (another state than the ZIP’s, or a field that the
 *   provider refuses), `option_closed`, `already_paid`, `payments_unavailable`, `attempt_busy` when other content of the
 *   same attempt was faster
 */
export async function placeOrder(
  deps: Deps,
  request: CreateCheckoutSessionRequest,
): Promise<{ sessionId: string; url: string }> {
  const print = await fingerprint(request)
  let replaceable: string | null = null
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { attemptKey, productId, customerInfo } = request
    const { previous, product, market } = await readPlacement(
      deps.db,
      attemptKey,
      productId,
      customerInfo.zip,
    )
    if (round === 0) replaceable = previous?.order.id ?? null
    if (previous && previous.attempt.fingerprint === print) {
      const same = await continuePrevious(deps, previous)
      if (same) return same
    }
    if (!product) throw new AppError('product_not_found')
    if (!market) throw refused('zip_not_served', 'customerInfo.zip')
    const conflict = stateProblem(customerInfo.state, customerInfo.zip)
    if (conflict) throw refused('invalid', 'customerInfo.state', conflict)
    const reason = closedReason(request.deliveryDetails.option, deps.clock.now(), market.schedule)
    if (reason !== null) {
      const issues = [{ path: 'deliveryDetails.option', message: reason }]
      throw new AppError('option_closed', { message: reason, issues })
    }

    // An order that came while this request was held up is newer than what this one says: it stays.
    if (previous && previous.order.id !== replaceable) throw new AppError('attempt_busy')
    if (previous) await endPrevious(deps, previous)
    const order = newOrder(deps, request, product, market)
    try {
      const row = await storeOrder(deps, attemptKey, print, order, previous)
      const opened = await openSession(deps, order.order, order.item, row)
      // Otherwise the market was paused meanwhile: look again, and say why.
      if (opened) return opened
    } catch (error) {
      // Someone else placed this attempt meanwhile (a double click), or the reference was taken: look again.
      if (!isUniqueViolation(error, 'checkout_attempts.') && !isUniqueViolation(error, 'order_reference')) {
        throw error
      }
    }
  }
  throw new AppError('attempt_busy')
}

/** The same form again. Null when its order can no longer be paid and a new one is wanted. */
async function continuePrevious(deps: Deps, previous: PreviousAttempt) {
  const { order, item, session } = previous
  if (order.paymentStatus === 'paid' || order.paymentStatus === 'refunded') {
    return { sessionId: session.sessionId ?? '', url: thankYou(deps, session.sessionId ?? '') }
  }
  if (order.paymentStatus === 'failed' || order.status === 'cancelled') return null
  const state =
    session.stoppedAt === null
      ? await sessionStillGood(deps, session)
      : await stoppedSessionState(deps, session)
  if (state === 'paid') {
    return { sessionId: session.sessionId ?? '', url: thankYou(deps, session.sessionId ?? '') }
  }
  return state === 'good' ? openSession(deps, order, item, session) : null
}

function thankYou({ config }: Deps, sessionId: string): string {
  return `${config.origin}/thank-you?session_id=${encodeURIComponent(sessionId)}`
}

/** A refusal that stands beside its field, in the words of its code unless there are better ones. */
function refused(code: ErrorCode, path: string, message: string = new AppError(code).message): AppError {
  return new AppError(code, { issues: [{ path, message }] })
}
