import type { JoinWaitlistRequest } from '#api/waitlist/join-schema.ts'
import type { ByField } from '#src/lib/form-data.ts'

/** The texts of the waitlist's form, by field. */
export type WaitlistValues = ByField<keyof JoinWaitlistRequest>

/** The waitlist request from the form’s texts; what is empty and may be is left out. */
export function joinRequest(values: WaitlistValues): JoinWaitlistRequest {
  const { email = '', city = '', state = '', zipCode = '', productTitle, address } = values
  const story = values.story?.trim()
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
