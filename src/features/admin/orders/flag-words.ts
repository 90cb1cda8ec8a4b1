import type { OrderFlag } from '#src/domain/order-flags.ts'

/** What a flag means: in a list, and what a person is to do about it. */
export const FLAG_WORDS: Readonly<Record<OrderFlag, { short: string; title: string; todo: string }>> = {
  needs_refund: {
    short: 'Needs refund',
    title: 'Needs refund',
    todo: 'We hold money for flowers that nobody will bring. Give it back, then this goes away by itself.',
  },
  amount_mismatch: {
    short: 'Amount differs',
    title: 'What was paid differs from the total',
    todo: 'Compare the two at the payment provider, settle the difference, then mark this as settled.',
  },
  rebuilt: {
    short: 'Rebuilt',
    title: 'Rebuilt from the payment',
    todo: "We had lost this order and made it anew from the payment provider's books. Check what it says with the customer.",
  },
  stray_payment: {
    short: 'Paid twice',
    title: 'A second payment came in',
    todo: 'Give the second payment back at the payment provider, then mark this as settled.',
  },
  paid_while_paused: {
    short: 'Paid while paused',
    title: 'Paid after its market was paused',
    todo: 'The checkout was open when the market was paused. Ask the florists whether they can make it, else cancel and refund it.',
  },
  disputed: {
    short: 'Disputed',
    title: 'The payment is disputed',
    todo: "The customer's bank wants the money back. Answer at the payment provider.",
  },
}
