import type { ZipAnswer } from '#src/lib/api.ts'
import type { CheckoutValues } from './request.ts'

/** The values known before anyone types: the saved ZIP, if it is served, and what follows from it. */
export function startingValues(zip: ZipAnswer | null): CheckoutValues {
  if (!zip?.served) return {}
  const found = zip.place
  return { zip: zip.zip, ...(found && { state: found.state, ...(found.city && { city: found.city }) }) }
}
