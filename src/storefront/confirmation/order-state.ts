import { ApiError } from '#src/lib/api.ts'
import type { ConfirmationOrder } from '#src/lib/shop-api.ts'
import { LOOK_UP_FAILED } from './messages.ts'

/** The state of the confirmation: in the server's HTML first, then in the browser. */
export type OrderState =
  | { state: 'loading' }
  | LookUpFailure
  /** `waiting` while it is worth asking again. */
  | { state: 'loaded'; order: ConfirmationOrder; waiting: boolean }

export type LookUpFailure = {
  state: 'error'
  reason: FailureReason
  message: string
  requestId: string
  /** `pressed`: a look-up that somebody asked for. `waiting`: the next one comes by itself. */
  trying: 'no' | 'waiting' | 'looking' | 'pressed'
  /** Somebody asked for another look-up, and it failed as well. */
  triedAgain: boolean
}

/**
 * - `unanswered`: by the network, the database or a limit; it may pass by itself
 * - `refused`: answered, without an order
 * - `not-found`: there is no order of this session
 * - `malformed`: the address names no checkout session
 */
export type FailureReason = 'unanswered' | 'refused' | 'not-found' | 'malformed'

/** True if the payment will not change any more while somebody watches. */
export function isSettled({ paymentState }: ConfirmationOrder): boolean {
  return paymentState !== 'confirming' && paymentState !== 'open'
}

/** True if the form that made the order is over. One that was never paid may be tried again with the same form. */
export function isOver(order: ConfirmationOrder): boolean {
  return isSettled(order) && order.paymentState !== 'cancelled'
}

/** True if the flowers are still coming, or may be. */
export function isLive({ paymentState }: ConfirmationOrder): boolean {
  return paymentState !== 'cancelled' && paymentState !== 'returned'
}

/** The state after a failed look-up. Nobody filled in a form, so a fault of the session is the message. */
export function failed(error: unknown): LookUpFailure {
  const known = error instanceof ApiError ? error : null
  return {
    state: 'error',
    reason: reasonOf(error),
    message: known?.issues[0]?.message ?? (known?.message || LOOK_UP_FAILED),
    requestId: known?.requestId ?? '',
    trying: 'no',
    triedAgain: false,
  }
}

function reasonOf(error: unknown): FailureReason {
  if (!(error instanceof ApiError) || error.status >= 500 || isRateLimited(error)) return 'unanswered'
  if (error.code === 'order_not_found') return 'not-found'
  return error.code === 'invalid' ? 'malformed' : 'refused'
}

/** True if a look-up was refused by the rate limit. */
export function isRateLimited(error: unknown): boolean {
  return error instanceof ApiError && error.status === 429
}
