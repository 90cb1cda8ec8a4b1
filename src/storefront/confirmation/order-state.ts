import { ApiError, type ConfirmationOrder } from '#src/lib/api.ts'
import { LOOK_UP_FAILED } from './messages.ts'

/** What the confirmation shows: in the server's HTML first, then in the browser. */
export type OrderState =
  | { state: 'loading' }
  | { state: 'error'; message: string; requestId: string }
  /** `waiting` while it is worth asking again. */
  | { state: 'loaded'; order: ConfirmationOrder; waiting: boolean }

/** Whether nothing about the payment will change any more while somebody watches. */
export function isSettled({ paymentState }: ConfirmationOrder): boolean {
  return paymentState !== 'confirming' && paymentState !== 'open'
}

/** Whether the form that made the order is over. One that was never paid may be tried again with the same form. */
export function isOver(order: ConfirmationOrder): boolean {
  return isSettled(order) && order.paymentState !== 'cancelled'
}

/** Whether the flowers are still coming, or may be. */
export function isLive({ paymentState }: ConfirmationOrder): boolean {
  return paymentState !== 'cancelled' && paymentState !== 'returned'
}

/** What is shown when a look-up failed: nobody filled in a form, so what is wrong with the session is the message. */
export function failed(error: unknown): OrderState {
  if (!(error instanceof ApiError)) return { state: 'error', message: LOOK_UP_FAILED, requestId: '' }
  const { issues, message, requestId } = error
  return { state: 'error', message: issues[0]?.message ?? message, requestId }
}
