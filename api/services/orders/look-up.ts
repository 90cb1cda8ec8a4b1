import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { type CheckoutSession, PaymentsError } from '#api/payments/payments.ts'
import { orderOfSession } from '#api/queries/order-details.ts'
import { sendDue } from '#api/services/outbox/send-due.ts'
import type { ConfirmationOrder } from '#src/contracts/order-details.ts'
import { settle } from './settle.ts'

/**
 * The order of a checkout session as the confirmation shows it (§7 get-order-details). An order that is not settled
 * yet is settled first, by asking the provider: the shopper is back before the webhook as often as not.
 * @throws AppError `order_not_found`
 */
export async function lookUpOrder(deps: Deps, sessionId: string): Promise<ConfirmationOrder> {
  const found = await orderOfSession(deps.db, sessionId)
  if (!found) throw new AppError('order_not_found')
  if (found.order.paymentStatus !== 'pending') return confirmation(found, null)
  const session = await ask(deps, sessionId)
  if (session === null) return confirmation(found, null)
  const outcome = await settle(deps, session, { source: 'look-up' })
  if (outcome === 'settled') deps.defer(sendDue(deps))
  return confirmation((await orderOfSession(deps.db, sessionId)) ?? found, session)
}

/** A provider that does not answer is no reason to show nothing: the stored order is. */
async function ask(deps: Deps, sessionId: string): Promise<CheckoutSession | null> {
  try {
    return await deps.payments.retrieveSession(sessionId)
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error
    deps.log('warn', 'look_up_without_provider', { sessionId, kind: error.kind })
    return null
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof orderOfSession>>>

function confirmation({ order, item }: Found, session: CheckoutSession | null): ConfirmationOrder {
  return {
    items: [{ product: { title: item.title, imageUrl: item.imageUrl } }],
    customerEmail: order.customerEmail,
    deliveryOption: order.deliveryOption,
    promisedBy: order.promisedBy,
    timeZone: order.timeZone,
    totalCents: order.totalCents,
    deliveryAddress: order.deliveryAddress,
    deliveryCity: order.deliveryCity,
    deliveryZip: order.deliveryZip,
    reference: order.orderReference,
    paymentState: paymentState(order.paymentStatus, session),
  }
}

function paymentState(status: Found['order']['paymentStatus'], session: CheckoutSession | null) {
  if (status === 'paid' || status === 'refunded') return 'paid'
  if (status === 'failed') return 'cancelled'
  return session?.status === 'open' ? 'open' : 'confirming'
}
