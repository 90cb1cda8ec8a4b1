import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { applyToOrder } from '#api/orders/apply.ts'
import { expireSession, settle } from '#api/orders/settle.ts'
import type { StoredOrder } from '#api/orders/state-queries.ts'
import { describeFailure } from '#api/platform/failure.ts'
import { keyOfParameter } from '#api/platform/payments/metadata.ts'
import { PaymentsError, type SessionParams } from '#api/platform/payments/payments.ts'
import { isTakenOver } from '#domain/holds.ts'
import type { OpenSession, RenewSession } from '#domain/order/payment.ts'
import { customerInfo } from './customer-schema.ts'
import type { PreviousAttempt } from './queries.ts'
import { newSession } from './session-params.ts'

const MAX_TRIES = 6
/** While the provider is still at the same attempt, sent before: it may take as long as the attempt has. */
const BUSY_PAUSES_MS = [150, 300, 600, ...Array.from({ length: 20 }, () => 1_000)]
/** The provider refuses sessions shorter than 30 minutes: stored parameters with less time left are stale. */
const MIN_SECONDS_LEFT = 30 * 60 + 5
/** A session this close to its end is not handed out again without asking the provider. */
const MARGIN_MS = 30_000

// The checkout session of an order: it is opened once, handed out again while it can be paid, and ended before a changed form
// becomes another order.

/**
 * Makes sure that an order has a checkout session that can be paid. The parameters are stored with a number n before the
 * provider is asked. When its answer is lost, the same n is asked for again, which gives the same session; when the provider
 * has stored a failure for n, or its parameters have become too old, n + 1 is next.
 * @param placed the order as it was read last
 * @param deadline in milliseconds: until then the provider may take its time
 * @returns the session's id and where to pay; null when the order's market stopped taking orders or the order was closed meanwhile
 * @throws AppError `below_minimum`; `payments_unavailable` when the provider does not answer, the next try continues from here
 *   unless the order is closed; `invalid` when it refuses what the shopper typed; `attempt_busy` when the order was replaced or
 *   closed meanwhile
 * @throws PaymentsError when it refuses anything else
 */
export async function createCheckoutSession(
  deps: Deps,
  placed: StoredOrder,
  deadline: number,
): Promise<{ sessionId: string; url: string } | null> {
  const busyPauses = BUSY_PAUSES_MS.values()
  let known = placed
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const [session] = known.sessions
    // Abandoned, it is the last one of an order that another request has closed.
    if (!session || session.stoppedAt !== null || session.status === 'abandoned') return null
    const { id, sessionId, url } = session
    if (sessionId !== null && url !== null) return { sessionId, url }
    const now = deps.clock.now().getTime()
    if (Date.parse(session.expiresAt) - now < MIN_SECONDS_LEFT * 1000) {
      known = await renewSession(deps, known, id)
      continue
    }
    const left = deadline - now
    if (left < 100) break
    try {
      const key = `${known.order.id}:${session.n}`
      const opened = await deps.payments.createSession(session.params as SessionParams, key, left)
      known = await changeSessions(deps, known, {
        type: 'open_session',
        id,
        sessionId: opened.id,
        url: opened.url,
      })
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error
      const { kind, param } = error
      deps.log('warn', 'checkout_session_failed', {
        orderId: known.order.id,
        n: session.n,
        kind,
        param,
        ...describeFailure(error),
      })
      if (kind === 'rejected') throw formError(error) ?? error
      if (kind === 'server' && error.replayed) known = await renewSession(deps, known, id)
      if (kind === 'busy') {
        const { value, done } = busyPauses.next()
        if (done) break
        await pause(value)
        tries--
      }
    }
  }
  throw new AppError('payments_unavailable')
}

/** Abandons a session whose address was given to nobody, and stores the parameters of the next one. */
async function renewSession(deps: Deps, known: StoredOrder, id: string): Promise<StoredOrder> {
  const { order, item, sessions } = known
  if (!item) throw new AppError('attempt_busy')
  const n = (sessions[0]?.n ?? 0) + 1
  const next = newSession(order, item, n, deps.config, deps.clock.now())
  return changeSessions(deps, known, { type: 'renew_session', id, next })
}

/** Changes the sessions of an order. @returns the order as it is then, also when another request was faster */
async function changeSessions(
  deps: Deps,
  known: StoredOrder,
  command: OpenSession | RenewSession,
): Promise<StoredOrder> {
  const { id } = known.order
  const { after } = await applyToOrder(
    deps,
    id,
    command,
    { actor: 'shopper' },
    { known, notFound: () => new AppError('attempt_busy') },
  )
  return after
}

/**
 * Says if an earlier, unchanged attempt can still be paid. A session near or after its end, or that of its hold, is looked up at
 * the provider, and the answer is settled.
 * @throws AppError `payments_unavailable`
 */
export async function previousState(
  deps: Deps,
  { order, session, hold }: PreviousAttempt,
): Promise<'payable' | 'over' | 'paid'> {
  if (order.paymentStatus === 'paid') return 'paid'
  if (order.paymentStatus !== 'pending' || order.status === 'cancelled') return 'over'
  const { sessionId } = session
  const now = deps.clock.now()
  const heldUntil = hold?.expiresAt ?? null
  // A session that is opened now would outlive a hold that is nearly over: it would be ended while the shopper pays.
  if (sessionId === null) {
    const endsSoon = heldUntil !== null && !isTakenOver(heldUntil, now)
    return session.stoppedAt !== null || endsSoon ? 'over' : 'payable'
  }
  const msLeft = (instant: string) => Date.parse(instant) - now.getTime()
  const stopped = session.stoppedAt !== null || (heldUntil !== null && msLeft(heldUntil) <= MARGIN_MS)
  if (!stopped && msLeft(session.expiresAt) > MARGIN_MS) return 'payable'
  try {
    const current = await deps.payments.retrieveSession(sessionId)
    await settle(deps, current, { source: 'placement' })
    if (current.paid || current.status === 'complete') return 'paid'
    return current.status === 'open' && !stopped ? 'payable' : 'over'
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error
    // A stopped session counts as over without an answer, too: its market takes no orders, or another hold is another order.
    if (stopped) return 'over'
    throw new AppError('payments_unavailable')
  }
}

/**
 * Expires the previous session at the provider before a changed form becomes a new order, so that it can never be paid.
 * @throws AppError `already_paid` when it was paid meanwhile, `payments_unavailable` when the provider does not answer
 */
export async function endPrevious(deps: Deps, { order, session }: PreviousAttempt): Promise<void> {
  if (order.paymentStatus === 'paid') throw alreadyPaid(deps, order, session)
  if (order.paymentStatus !== 'pending' || session.sessionId === null) return
  const ended = await expireSession(deps, session.sessionId).catch((error: unknown) => {
    throw error instanceof PaymentsError ? new AppError('payments_unavailable') : error
  })
  if (ended.wasOpen) return
  // It expired, which is as good, or it was paid.
  await settle(deps, ended.session, { source: 'placement' })
  if (ended.session.status === 'complete') throw alreadyPaid(deps, order, session)
  if (ended.session.status === 'open') throw new AppError('payments_unavailable')
}

/** Where the buyer of a session follows its order. */
export function confirmationUrl({ config }: Pick<Deps, 'config'>, sessionId: string): string {
  return `${config.origin}/thank-you?session_id=${encodeURIComponent(sessionId)}`
}

/**
 * Says which order the form has become. Whoever has the attempt's key has filled in the form; that of a prepared checkout is known to
 * who prepared it, too, and the confirmation is not theirs to read.
 */
function alreadyPaid(
  deps: Deps,
  order: PreviousAttempt['order'],
  session: PreviousAttempt['session'],
): AppError {
  const reference = order.orderReference
  if (order.agentPlatformId !== null) {
    return new AppError('already_paid', { message: `${reference} is paid. We emailed you its links.` })
  }
  return new AppError('already_paid', {
    message: `${reference} is paid. View it, or start another order.`,
    paidOrder: { reference, url: confirmationUrl(deps, order.checkoutSessionId ?? session.sessionId ?? '') },
  })
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * `invalid` with the form's field that the provider refused, `below_minimum` where it takes even more at least than
 * `MIN_CHARGE_CENTS`; null when it refused something else.
 */
function formError({ code, param }: PaymentsError): AppError | null {
  if (code === 'amount_too_small') return new AppError('below_minimum')
  const key = param === 'customer_email' ? param : (keyOfParameter(param ?? '') ?? '')
  // `customer_name` is the field `name`, `recipient_phone` is `recipientPhone`.
  const field = key.replace(/^customer_/, '').replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  if (!Object.hasOwn(customerInfo.shape, field)) return null
  const message =
    field === 'email'
      ? 'Please enter a valid email address'
      : 'The payment provider doesn’t accept this. Please change it.'
  return new AppError('invalid', { issues: [{ path: `customerInfo.${field}`, message }] })
}
