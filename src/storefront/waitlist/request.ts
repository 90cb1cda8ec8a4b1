import type { JoinWaitlistRequest } from '#api/waitlist/join-schema.ts'
import type { ByField } from '#src/lib/form-messages.ts'

/** The texts of the waitlist's form, by field. */
export type WaitlistTexts = ByField<keyof JoinWaitlistRequest>

/** The waitlist request from the form’s texts; what is empty and may be is left out. */
export function joinRequest(texts: WaitlistTexts): JoinWaitlistRequest {
  const { email = '', city = '', state = '', zipCode = '', productTitle, address } = texts
  const story = texts.story?.trim()
  return {
    email,
    city,
    state,
    zipCode,
    ...(story && { story }),
    ...(productTitle && { productTitle }),
    ...(address && { address }),
  }
}
