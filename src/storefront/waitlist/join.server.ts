import { ApiError } from '#src/lib/api.ts'
import { formValues, type Messages, messagesOf } from '#src/lib/form-data.ts'
import type { ShopApi } from '#src/lib/shop-api.ts'
import { JOIN_FAILED } from './messages.ts'
import { joinRequest, type WaitlistValues } from './request.ts'

export type JoinFailure = {
  /** The typed values, to be shown again. */
  values: WaitlistValues
  /** Error messages by field; empty: the failure was not about the fields. */
  errors: Messages
  problem: string
}

/**
 * Joins the waitlist with a form that was sent without JavaScript.
 * @returns null when it went through
 */
export async function joinWaitlistForm(form: FormData, api: ShopApi): Promise<JoinFailure | null> {
  const values: WaitlistValues = formValues(form)
  try {
    await api.joinWaitlist(joinRequest(values))
    return null
  } catch (error) {
    const errors = error instanceof ApiError ? messagesOf(error.issues) : {}
    return { values, errors, problem: JOIN_FAILED }
  }
}
