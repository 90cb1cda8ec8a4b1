import type { ZipAnswer } from '#src/lib/api.ts'
import { placeOfZip } from './place-of-zip.ts'
import type { CheckoutValues } from './request.ts'

/** What the checkout knows before anyone types: the saved ZIP, if it is served, and what follows from it. */
export function startingValues(zip: ZipAnswer | null): CheckoutValues {
  if (!zip?.served) return {}
  const place = placeOfZip(zip.zip)
  return { zip: zip.zip, ...(place && { state: place.state, ...(place.city && { city: place.city }) }) }
}
