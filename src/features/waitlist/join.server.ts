import { ApiError, type ShopApi } from '#src/lib/api.ts'
import { type Messages, messagesOf, textsOf } from '#src/lib/form-messages.ts'
import { JOIN_FAILED } from './texts.ts'

export type JoinOutcome = {
  joined: boolean
  /** What was typed, to be shown again. */
  values: Record<string, string>
  errors: Messages
  problem: string | null
}

/** Joins the waitlist with a form that was sent without JavaScript. */
export async function joinWaitlistForm(form: FormData, api: ShopApi): Promise<JoinOutcome> {
  const values = textsOf(form)
  const { email = '', city = '', state = '', zipCode = '', story = '' } = values
  try {
    await api.joinWaitlist({ email, city, state, zipCode, ...(story.trim() && { story }) })
    return { joined: true, values: {}, errors: {}, problem: null }
  } catch (error) {
    const errors = error instanceof ApiError ? messagesOf(error.issues) : {}
    return { joined: false, values, errors, problem: JOIN_FAILED }
  }
}
