import { fiveDigitZip, isOurCountry, regionCode } from '#api/agents/request.ts'
import { stateOfZip } from '#domain/postal-address.ts'
import type { CommonInput, DeliveryFilters } from './input.ts'

/**
 * Where the flowers are to go, as far as a platform says it.
 * - `zip`: to a ZIP code. `isRequired`: nothing else is wanted; else it is a hint, and what cannot go there is only marked
 * - `state`: somewhere in a state of the US
 * - `nowhere`: to a place that we do not deliver to, whoever asks
 * - `anywhere`: nobody has said it
 */
export type Place =
  | { kind: 'zip'; zip: string; isRequired: boolean }
  | { kind: 'state'; state: string }
  | { kind: 'nowhere' }
  | { kind: 'anywhere' }

/** The place of a request. Where its filters name one, the context does not count. */
export function placeOf(to: DeliveryFilters['fulfills_to'], context: CommonInput['context']): Place {
  if (!isGiven(to)) {
    const zip = isOurCountry(context?.address_country) ? fiveDigitZip(context?.postal_code ?? '') : null
    return zip === null ? { kind: 'anywhere' } : { kind: 'zip', zip, isRequired: false }
  }
  const { address_country: country, address_region: region, postal_code: code } = to
  if (!isOurCountry(country)) return { kind: 'nowhere' }
  if (code) {
    const zip = fiveDigitZip(code)
    return zip === null ? { kind: 'nowhere' } : { kind: 'zip', zip, isRequired: true }
  }
  if (region) {
    const state = regionCode(region)
    return state === null ? { kind: 'nowhere' } : { kind: 'state', state }
  }
  // A location alone is one of a shop's own, and we have none.
  return country ? { kind: 'anywhere' } : { kind: 'nowhere' }
}

/** True if a destination says anything. */
export function isGiven(to: DeliveryFilters['fulfills_to']): to is NonNullable<typeof to> {
  return Object.values(to ?? {}).some(Boolean)
}

/** True if we deliver to some ZIP of a state. @param prefixes the beginnings of those that are served */
export function servesState(state: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => stateOfZip(prefix) === state)
}
