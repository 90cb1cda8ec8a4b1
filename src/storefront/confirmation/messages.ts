import { hasRefund, refundSentence } from '#domain/refunds.ts'
import { SITE } from '#domain/site.ts'
import type { ConfirmationOrder } from '#src/lib/shop-api.ts'
import type { FailureReason, LookUpFailure, OrderState } from './order-state.ts'

/** Messages of the order look-up. */
export const LOOK_UP_FAILED = 'Order lookup failed'
export const LOOK_UP_TOAST = 'Failed to load order details'

/** The phone number, which never breaks over two lines. */
const PHONE = SITE.supportPhone.replace(' ', '\u00a0')

/** The tab's title. */
export function confirmationTitle(view: OrderState): string {
  const order = view.state === 'loaded' && view.order.paymentState === 'paid' ? view.order : null
  const title = order?.items[0]?.product.title
  return title ? `Order Confirmed – ${title}` : 'Thank You'
}

type Message = { heading: string; text: string }

/** The message about an order, by the state of its payment; null: it is being looked up. */
export function orderMessage(order: ConfirmationOrder | null, waiting: boolean): Message {
  if (!order) return { heading: 'Thank you', text: 'Looking up your order…' }
  const { paymentState, paymentChecked, customerEmail, refund } = order
  // A day later the address is not shown any more.
  const you = customerEmail ?? 'you'
  const messages: Record<ConfirmationOrder['paymentState'], Message> = {
    paid: {
      heading: 'Thank you. The flowers will take it from here.',
      text: `${customerEmail === null ? 'Lost the confirmation? “Find my order” sends its links again.' : `A confirmation is on its way to ${customerEmail}.`}${refund && hasRefund(refund) ? ` ${refundSentence(refund)}` : ''}`,
    },
    confirming: {
      heading: 'Thank you. Confirming your payment.',
      text: confirmingText(paymentChecked, waiting, you),
    },
    open: {
      heading: 'Your payment has not come through yet.',
      text: waiting
        ? 'If you have just paid, give it a moment. This page keeps looking.'
        : `If you have paid, we’ll email ${you}. Stuck? Call ${PHONE}.`,
    },
    cancelled: {
      heading: 'This order was not paid.',
      text: `No payment reached us, so nothing will be delivered. Charged anyway? Call ${PHONE}.`,
    },
    returned: {
      heading: refund?.inFull ? 'Your payment was refunded.' : 'This order was cancelled.',
      text: `${refund?.inFull ? '' : 'Nothing will be delivered. '}${refund ? refundSentence(refund) : ''} Didn’t expect that? Call ${PHONE}.`,
    },
  }
  return messages[paymentState]
}

function confirmingText(paymentChecked: boolean, waiting: boolean, you: string): string {
  // The provider was not asked or did not answer: the payment may be through, and may not.
  if (!paymentChecked) {
    return waiting
      ? 'No word on the payment yet. This page keeps looking.'
      : `It is taking longer than usual. If you paid, don’t pay again: we’ll email ${you} once we see it.`
  }
  return waiting
    ? 'Some payment methods take a moment. This page keeps looking.'
    : `It is taking longer than usual. No need to wait here: we’ll email ${you} once it’s through.`
}

/** Says what a failed look-up leaves known and unknown, and what to do about the payment. */
export function failureMessage(reason: FailureReason): { known: string; payment: string } {
  if (reason === 'unanswered' || reason === 'refused') {
    return {
      known:
        'You came here from the payment page, but we can’t look up your order right now. So we don’t know yet whether the payment went through.',
      payment:
        'Please don’t pay again. A payment that went through isn’t lost: we’ll email you once we see it.',
    }
  }
  return {
    known:
      reason === 'not-found'
        ? 'We looked, and found no order for the address of this page.'
        : 'The address of this page names no order. Part of it may be missing.',
    payment: 'If you paid, don’t pay again. Get in touch, and we’ll look for your payment.',
  }
}

/** Says what is being done about a failed look-up; empty when it is up to the buyer. */
export function progressMessage({
  trying,
  triedAgain,
}: Pick<LookUpFailure, 'trying' | 'triedAgain'>): string {
  if (trying === 'pressed') return 'Trying again…'
  // The same words while it waits and while it looks by itself: every change is read out.
  if (trying !== 'no') return `${triedAgain ? 'Still no answer. ' : ''}This page keeps trying by itself.`
  return triedAgain ? 'We tried again. Still no order.' : ''
}
