import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { describeFailure } from '#api/platform/failure.ts'
import { shortHash } from '#api/platform/hash.ts'
import { type CheckoutSession, PaymentsError } from '#api/platform/payments/payments.ts'
import { counterOf, incrementCounter } from '#api/platform/rate-counters.ts'
import { wasBlocked } from '#domain/order/block.ts'
import { isCancelledOrRefunded } from '#domain/order/fulfilment.ts'
import { mayHappen } from '#domain/order/may.ts'
import { refundSummary, requestedCentsOf } from '#domain/refunds.ts'
import type { GetOrderDetailsRequest } from './schema.ts'
import { settleOrder } from './settle.ts'
import { readState, type StoredOrder } from './state-queries.ts'

/** Counted from the payment, or from the order when it is not paid. */
const PERSONAL_DATA_SHOWN_MS = 24 * 60 * 60 * 1000

/** The page shows what is stored meanwhile; the webhook may be there before a provider that takes longer. */
export const PROVIDER_MS = 8_000

/**
 * The order of a checkout session as the confirmation shows it, as it is stored, in one round trip.
 * @param address the client's address, for rate limiting
 * @throws AppError `order_not_found`, `rate_limited`
 */
export async function readStoredOrder(deps: Deps, { sessionId }: GetOrderDetailsRequest, address: string) {
  return confirmation(deps, await countAndRead(deps, sessionId, address), null)
}

/**
 * The same, but an unsettled order is settled first by asking the provider: the shopper often returns before the webhook
 * arrives.
 * @param address the client's address, for rate limiting
 * @throws AppError `order_not_found`, `rate_limited`
 */
export async function lookUpOrder(deps: Deps, { sessionId }: GetOrderDetailsRequest, address: string) {
  const found = await countAndRead(deps, sessionId, address)
  if (found.order.paymentStatus !== 'pending') return confirmation(deps, found, null)
  const session = await retrieveSession(deps, sessionId)
  // A session that names another order says nothing about this one: it is left to webhook and reconciliation.
  if (session?.orderId !== found.order.id) return confirmation(deps, found, null)
  const { order } = await settleOrder(deps, session, { source: 'look-up' }, found)
  return confirmation(deps, order, session)
}

async function countAndRead(
  { db, clock, config }: Deps,
  sessionId: string,
  address: string,
): Promise<StoredOrder> {
  const limit = config.limits.lookUp
  const counter = await counterOf('lookUp', address, clock.now(), limit)
  const { state, found } = await readState(db, { sessionId }, [incrementCounter(db, counter)])
  if (found[0].length === 0) throw new AppError('rate_limited', { retryAfterSeconds: limit.seconds })
  if (!state) throw new AppError('order_not_found')
  return state
}

/** Null when the provider does not answer: the stored order is shown then. */
async function retrieveSession(deps: Deps, sessionId: string): Promise<CheckoutSession | null> {
  try {
    return await deps.payments.retrieveSession(sessionId, PROVIDER_MS)
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error
    const session = await shortHash(sessionId)
    deps.log('warn', 'look_up_without_provider', { session, kind: error.kind, ...describeFailure(error) })
    return null
  }
}

/**
 * The order as the confirmation shows it, and nothing more. Personal fields and the tracking link's secret are null from a day after
 * the order on, because the page's address may be found in a browser history or a log, and once the recipient wants no flowers.
 */
function confirmation({ clock }: Pick<Deps, 'clock'>, found: StoredOrder, session: CheckoutSession | null) {
  const { order, item, refunds } = found
  const since = clock.now().getTime() - Date.parse(order.paidAt ?? order.createdAt)
  const isRecent = since < PERSONAL_DATA_SHOWN_MS && !wasBlocked(found)
  const state = paymentState(order, session)
  // There is a tracking page only for what was paid.
  const isTracked = isRecent && (state === 'paid' || state === 'returned')
  const mayAddCard = isRecent && order.apologyNote === null && mayHappen(found, 'changed_by_buyer')
  return {
    items: item
      ? [{ product: { title: item.title, imageUrl: item.imageUrl, priceCents: item.priceAtPurchaseCents } }]
      : [],
    customerEmail: isRecent ? order.customerEmail : null,
    deliveryOption: order.deliveryOption,
    promisedBy: order.promisedBy,
    timeZone: order.timeZone,
    subtotalCents: order.subtotalCents,
    deliveryFeeCents: order.deliveryFeeCents,
    taxCents: order.taxCents,
    discountCents: order.discountCents,
    totalCents: order.totalCents,
    recipientName: isRecent ? order.recipientName : null,
    apologyNote: isRecent ? order.apologyNote : null,
    deliveryAddress: isRecent ? order.deliveryAddress : null,
    deliveryUnit: isRecent ? order.deliveryUnit : null,
    deliveryCity: isRecent ? order.deliveryCity : null,
    deliveryZip: isRecent ? order.deliveryZip : null,
    reference: order.orderReference,
    trackingToken: isTracked ? order.trackingToken : null,
    /** The order lacks a card, which its buyer may still write: by the link of the email, which this page does not have. */
    mayAddCard: mayAddCard && state === 'paid',
    paymentState: state,
    // False: only what is stored is known; the provider was not asked, or did not answer.
    paymentChecked: session !== null || order.paymentStatus !== 'pending',
    refund: refundSummary(order, requestedCentsOf(refunds)),
  }
}

/**
 * - `paid`
 * - `confirming`: paid by a slow method that has not succeeded yet; or not known, where the payment was not checked
 * - `open`: not paid yet
 * - `cancelled`: will not be paid
 * - `returned`: paid, but the order was cancelled (perhaps before the payment) or refunded; `refund` says how much
 */
type PaymentState = 'paid' | 'confirming' | 'open' | 'cancelled' | 'returned'

function paymentState(
  { paymentStatus, status }: StoredOrder['order'],
  session: CheckoutSession | null,
): PaymentState {
  if (paymentStatus === 'paid' || paymentStatus === 'refunded') {
    return isCancelledOrRefunded({ status, paymentStatus }) ? 'returned' : 'paid'
  }
  if (paymentStatus === 'failed') return 'cancelled'
  return session?.status === 'open' ? 'open' : 'confirming'
}
