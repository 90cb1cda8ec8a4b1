import { hasRefund, refundSentence } from '#domain/refunds.ts'
import type { ConfirmationOrder } from '#src/lib/api.ts'
import { SITE } from '#src/site.ts'
import type { OrderState } from './order-state.ts'

/** Messages of the order look-up. */
export const LOOK_UP_FAILED = 'Order lookup failed'
export const LOOK_UP_TOAST = 'Failed to load order details'

/** The tab's title. */
export function confirmationTitle(view: OrderState): string {
  const order = view.state === 'loaded' && view.order.paymentState === 'paid' ? view.order : null
  const title = order?.items[0]?.product.title
  return title ? `Order Confirmed – ${title}` : 'Thank You'
}

type Message = { heading: string; text: string }

/** What there is to say about an order, by the state of its payment; null: it is being looked up. */
export function orderMessage(order: ConfirmationOrder | null, waiting: boolean): Message {
  if (!order) return { heading: 'Thank you', text: 'Looking up your order…' }
  const { paymentState, customerEmail, refund } = order
  // A day later the address is not shown any more.
  const you = customerEmail ?? 'you'
  switch (paymentState) {
    case 'paid':
      return {
        heading: 'Thank you. The flowers will take it from here.',
        text: `${customerEmail === null ? 'We emailed you a confirmation.' : `A confirmation is on its way to ${customerEmail}.`}${refund && hasRefund(refund) ? ` ${refundSentence(refund)}` : ''}`,
      }
    case 'confirming':
      return {
        heading: 'Thank you. Confirming your payment.',
        text: waiting
          ? 'Some payment methods take a moment. This page keeps looking.'
          : `It is taking longer than usual. No need to wait here: we’ll email ${you}.`,
      }
    case 'open':
      return {
        heading: 'Your payment has not come through yet.',
        text: waiting
          ? 'If you have just paid, give it a moment. This page keeps looking.'
          : `If you have paid, we’ll email ${you}. Stuck? Call ${SITE.supportPhone}.`,
      }
    case 'cancelled':
      return {
        heading: 'This order was not paid.',
        text: 'Nothing was charged, and nothing will be delivered. The flowers are still there when you are ready.',
      }
    case 'returned':
      return {
        heading: refund?.inFull ? 'Your payment was refunded.' : 'This order was cancelled.',
        text: `${refund?.inFull ? '' : 'Nothing will be delivered. '}${refund ? refundSentence(refund) : ''} Didn’t expect that? Call ${SITE.supportPhone}.`,
      }
  }
}
