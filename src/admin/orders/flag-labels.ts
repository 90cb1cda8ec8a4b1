import { disputeWords } from '#domain/disputes.ts'
import type { OrderFlag } from '#domain/order/causes.ts'
import type { OrderDetail } from './queries.ts'

type FlagLabels = { short: string; title: string; todo: string }

/** The meaning of a flag: in a list, and as the task of a person. */
export const FLAG_LABELS: Readonly<Record<OrderFlag, FlagLabels>> = {
  needs_refund: {
    short: 'Needs refund',
    title: 'Needs refund',
    todo: 'Refund it to clear this flag.',
  },
  amount_mismatch: {
    short: 'Amount differs',
    title: 'The amount paid doesn’t match the total',
    todo: 'Compare them at the payment provider, settle the difference, then mark this as settled.',
  },
  rebuilt: {
    short: 'Rebuilt',
    title: 'Rebuilt from the payment',
    todo: 'This order was missing here, so we rebuilt it from the payment provider’s records. Check the details with the customer.',
  },
  stray_payment: {
    short: 'Paid twice',
    title: 'A second payment came in',
    todo: 'Refund the second payment at the payment provider, then mark this as settled.',
  },
  paid_while_paused: {
    short: 'Paid while paused',
    title: 'Paid after its market stopped taking orders',
    todo: 'The checkout was already open when the market was paused or lost its last florist. Ask the florists if they can make it. If not, cancel and refund it.',
  },
  over_capacity: {
    short: 'Over capacity',
    title: 'More than the florists can make',
    todo: 'There was no place left for this order. Ask the florists if they can make it, then mark this as settled. If not, cancel and refund it.',
  },
  nobody_there: {
    short: 'Nobody there',
    title: 'Nobody was there',
    todo: 'See that the next step happens. Delivering the flowers clears this flag.',
  },
  disputed: { short: 'Disputed', ...disputeWords([]) },
}

/** The same of one order: what is to be done about a dispute depends on where it stands. */
export function flagLabels(kind: OrderFlag, { disputes }: Pick<OrderDetail, 'disputes'>): FlagLabels {
  return kind === 'disputed' ? { ...FLAG_LABELS[kind], ...disputeWords(disputes) } : FLAG_LABELS[kind]
}
