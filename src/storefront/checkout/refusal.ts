import { ApiError } from '#src/lib/api.ts'
import { type Messages, messagesOf } from '#src/lib/form-messages.ts'
import { AS_YOU_LEFT_IT, CHECKOUT_FAILED, STILL_HERE } from './messages.ts'

export type Refusal = {
  /** What the toast says. */
  toast: string
  /** What stands above the form that was sent without JavaScript. */
  problem: string
  /** What stands there beside the toast, whose words it does not repeat. */
  advice: string
  errors: Messages
  /** By which we find the failure again; empty where the shopper can set it right alone. */
  requestId: string
}

/** What there is to say about a placement that failed. */
export function toRefusal(error: unknown): Refusal {
  const apiError = error instanceof ApiError ? error : null
  const toast = apiError?.message || CHECKOUT_FAILED
  return {
    toast,
    problem: toast === CHECKOUT_FAILED ? `${toast}. ${STILL_HERE}` : toast,
    advice: toast === CHECKOUT_FAILED ? STILL_HERE : AS_YOU_LEFT_IT,
    errors: messagesOf(apiError?.issues ?? []),
    requestId: apiError && apiError.status >= 500 ? apiError.requestId : '',
  }
}
