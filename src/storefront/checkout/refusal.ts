import { OUT_OF_DATE } from '#domain/out-of-date.ts'
import { ApiError } from '#src/lib/api.ts'
import { isOutOfDate, type Messages, messagesOf } from '#src/lib/form-data.ts'
import { AS_YOU_LEFT_IT, CHECKOUT_FAILED, STILL_HERE } from './messages.ts'
import type { CheckoutValues } from './request.ts'

export type Refusal = {
  /** Why: what the toast says, and the banner above the form. */
  message: string
  /** Advice in the banner beside it. */
  advice: string
  errors: Messages
  /** The id by which we find the failure again; empty where the shopper can set it right alone. */
  requestId: string
  /** The order that the form has become already; null: none. */
  paidOrder: { reference: string; url: string } | null
  /** True if nothing is wrong with the form: the price or the time is not what it showed. */
  areTermsChanged: boolean
}

/**
 * Puts a failed placement into words.
 * @param fields of the form, where it may be of another version than the API
 */
export function toRefusal(error: unknown, fields?: CheckoutValues): Refusal {
  const apiError = error instanceof ApiError ? error : null
  // The delivery option is chosen on the page before.
  const isOld = fields !== undefined && isOutOfDate(error, { ...fields, option: '' })
  const message = isOld ? OUT_OF_DATE : apiError?.message || CHECKOUT_FAILED
  return {
    message,
    advice: message === CHECKOUT_FAILED ? STILL_HERE : AS_YOU_LEFT_IT,
    errors: isOld ? {} : messagesOf(apiError?.issues ?? []),
    requestId: apiError && apiError.status >= 500 ? apiError.requestId : '',
    paidOrder: apiError?.paidOrder?.url ? apiError.paidOrder : null,
    areTermsChanged: apiError?.code === 'terms_changed',
  }
}

/** The messages of fields; the delivery option is none of them. */
export function fieldErrors({ option: _option, ...errors }: Messages): Messages {
  return errors
}
