import { ApiError } from '#src/lib/api.ts'
import { type Messages, messagesOf } from '#src/lib/form-messages.ts'
import { AS_YOU_LEFT_IT, CHECKOUT_FAILED, STILL_HERE } from './texts.ts'

export type Refusal = {
  /** What the toast says. */
  words: string
  /** What stands above the form that was sent without JavaScript. */
  problem: string
  /** What stands there beside the toast, whose words it does not repeat. */
  advice: string
  errors: Messages
  /** By which we find the failure again; empty where the shopper can set it right alone. */
  requestId: string
}

/** What there is to say about a placement that failed. */
export function refusal(error: unknown): Refusal {
  const told = error instanceof ApiError ? error : null
  const words = told?.message || CHECKOUT_FAILED
  return {
    words,
    problem: words === CHECKOUT_FAILED ? `${words}. ${STILL_HERE}` : words,
    advice: words === CHECKOUT_FAILED ? STILL_HERE : AS_YOU_LEFT_IT,
    errors: messagesOf(told?.issues ?? []),
    requestId: told && told.status >= 500 ? told.requestId : '',
  }
}
