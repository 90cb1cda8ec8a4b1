import { foldText } from '#domain/text.ts'
import type { Message } from './call.ts'

// What requests about the catalog and about checkouts have in common.

/** The path of an issue as JSONPath (RFC 9535); its names are those of our own schemas. */
export function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (so, part) => so + (typeof part === 'number' ? `[${part}]` : `.${String(part)}`),
    '$',
  )
}

const COUNTRY = ['us', 'usa', 'united states', 'united states of america']

/** True for the country that we deliver in, by code or name. @param country absent or empty: ours */
export function isOurCountry(country: string | undefined): boolean {
  return !country || COUNTRY.includes(foldText(country).replaceAll('.', ''))
}

/** The answer to claims that somebody may have a better price. */
export const NO_ELIGIBILITY: Message = {
  type: 'warning',
  code: 'eligibility_not_accepted',
  content: 'There are no discounts or benefits here: the price is the same for everyone.',
}
