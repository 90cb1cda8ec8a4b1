import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { expectReport } from '#api/platform/expected-reports.ts'
import { shortHash } from '#api/platform/hash.ts'
import { sendAbout } from '#api/platform/outbox/send-due.ts'
import { type CheckoutSession, PaymentsError } from '#api/platform/payments/payments.ts'
import { type CloseUnpaid, type Pay, paymentMisfit } from '#domain/order/payment.ts'
import { applyToOrder } from './apply.ts'
import { addProviderEvent } from './payment-queries.ts'
import { readDeletion } from './queries.ts'
import type { StoredOrder } from './state-queries.ts'

/**
 * - `settled`: the order agrees with the provider
 * - `waiting`: nothing is decided yet
 * - `flagged`: a payment does not fit the order; a person has to look at it
 * - `unknown_order`: there is no such order
 */
export type SettleOutcome = 'settled' | 'waiting' | 'flagged' | 'unknown_order'

export type SettleSource = {
  source: 'webhook' | 'look-up' | 'reconciliation' | 'placement'
  /** The provider's event, when there is one: stored in the same batch. */
  event?: { id: string; type: string; createdAt: Date }
}

/**
 * Makes an order agree with its checkout session. Webhook, look-up, reconciliation and placement all call it; however often
 * and in whatever order, the result is the same.
 */
export async function settle(
  deps: Deps,
  session: CheckoutSession,
  from: SettleSource,
): Promise<SettleOutcome> {
  try {
    return (await settleOrder(deps, session, from)).outcome
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'order_not_found') throw error
    return settleWithoutOrder(deps, session)
  }
}

/**
 * Ends a session at the provider, so that it can never be paid.
 * @returns the session; `wasOpen`: false for one that had expired or was paid before
 * @throws PaymentsError
 */
export async function expireSession(
  { payments }: Pick<Deps, 'payments'>,
  sessionId: string,
): Promise<{ session: CheckoutSession; wasOpen: boolean }> {
  try {
    return { session: await payments.expireSession(sessionId), wasOpen: true }
  } catch (error) {
    if (!(error instanceof PaymentsError) || error.kind !== 'rejected') throw error
    return { session: await payments.retrieveSession(sessionId), wasOpen: false }
  }
}

/** A deleted order needs no settling, unless it was paid after all. */
async function settleWithoutOrder({ db }: Deps, session: CheckoutSession): Promise<SettleOutcome> {
  if (session.orderId === null) return 'unknown_order'
  const { deleted, paymentKnown } = await readDeletion(db, session.orderId, session.id)
  return deleted && (!session.paid || paymentKnown) ? 'settled' : 'unknown_order'
}

/**
 * The same for a caller that may have read the session's order.
 * @returns also the order as it is afterwards
 * @throws AppError `order_not_found`
 */
export async function settleOrder(
  deps: Deps,
  session: CheckoutSession,
  from: SettleSource,
  known?: StoredOrder,
): Promise<{ outcome: SettleOutcome; order: StoredOrder }> {
  const { db } = deps
  const command = commandFor(deps, session, from)
  if (command === null && known) return { outcome: 'waiting', order: known }
  const misfit = ({ order }: StoredOrder) => (command?.type === 'pay' ? paymentMisfit(order, session) : null)
  const { before, after } = await applyToOrder(
    deps,
    session.orderId ?? '',
    () => command,
    { actor: from.source === 'placement' ? 'shopper' : 'provider' },
    {
      ...(known && { known }),
      also(before, at) {
        if (command === null) return []
        const flaw = misfit(before)?.kind
        const done = command.type === 'close_unpaid' ? command.why : 'settled'
        const isNews = command.type === 'pay' && !flaw && before.order.paymentStatus !== 'paid'
        return [
          ...addProviderEvent(db, from.event, flaw ?? done, at),
          ...(isNews && from.source !== 'webhook' ? [expectReport(db, 'payments', at)] : []),
        ]
      },
    },
  )
  if (command === null) return { outcome: 'waiting', order: after }
  const flagged = misfit(before)
  if (flagged) {
    const { kind } = flagged
    deps.log('error', 'payment_flagged', {
      orderId: after.order.id,
      session: await shortHash(session.id),
      kind,
    })
    return { outcome: 'flagged', order: after }
  }
  // After the reconciliation the next scheduled run asks and sends, or one that settles many would make too many calls.
  if (from.source !== 'reconciliation') {
    const isPaidNow = command.type === 'pay' && before.order.paymentStatus !== 'paid'
    deps.waitUntil(carryOn(deps, after.order.id, isPaidNow))
  }
  return { outcome: 'settled', order: after }
}

/** A florist's phone first: of many orders that are paid at once no email is written before the phones ring. */
async function carryOn(deps: Deps, orderId: string, isPaidNow: boolean): Promise<void> {
  let isAsked = false
  try {
    isAsked = isPaidNow && (await deps.askNextFlorist(deps, orderId))
  } finally {
    // Whoever is asked is rung, and the rest about the order is sent with that.
    if (!isAsked) await sendAbout(deps, orderId)
  }
}

/** Null: nothing is decided yet. */
function commandFor({ clock }: Deps, session: CheckoutSession, from: SettleSource): Pay | CloseUnpaid | null {
  if (session.paid) {
    const paidAt = session.paidAt ?? from.event?.createdAt ?? clock.now()
    return { type: 'pay', session, paidAt, source: from.source }
  }
  const hasFailed = from.event?.type === 'checkout.session.async_payment_failed'
  if (session.status !== 'expired' && !hasFailed) return null
  const why = session.status === 'expired' ? 'expired' : 'payment_failed'
  return { type: 'close_unpaid', why, sessionId: session.id }
}
