import { type StateCode, US_STATES } from '#domain/postal-address.ts'
import { foldText, narrowText } from '#domain/text.ts'
import { isZip5Or9, ZIP_LENGTH } from '#domain/zip.ts'
import type { Message } from './call.ts'

// Requests about the catalog and about checkouts have these in common.

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

/** The code of a state of the US, by code or name; null for anything else. */
export function regionCode(region: string): StateCode | null {
  const asked = foldText(region).replace(/^us-/, '')
  return US_STATES.find(({ code, name }) => [foldText(code), foldText(name)].includes(asked))?.code ?? null
}

/** The five digits of a ZIP code, also of one with four more; null for anything else. */
export function fiveDigitZip(code: string): string | null {
  const typed = narrowText(code).trim()
  return isZip5Or9(typed) ? typed.slice(0, ZIP_LENGTH) : null
}

/** The answer to claims that somebody may have a better price. */
export const NO_ELIGIBILITY: Message = {
  type: 'warning',
  code: 'eligibility_not_accepted',
  content: 'There are no discounts or benefits here: the price is the same for everyone.',
}
