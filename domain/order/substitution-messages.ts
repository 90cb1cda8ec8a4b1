import { ANY_READER, formatMarketTime } from '#domain/dates.ts'
import type { SubstitutionPreference } from './substitution-preference.ts'

// Sentences about flowers that are missing, for pages and emails. A florist's words stand in them as they were typed.

/** The buyer's wish, as the checkout offers it. */
export const PREFERENCE_LABELS: Readonly<Record<SubstitutionPreference, string>> = {
  florist: 'Florist’s choice of equal value',
  ask: 'Ask me first',
  refund: 'Cancel and refund me',
}

/** The wish as a florist and the owner read it. */
export const WISH_LABELS: Readonly<Record<SubstitutionPreference, string>> = {
  florist: 'Florist’s choice of equal value',
  ask: 'Ask the sender first',
  refund: 'Cancel and refund the sender',
}

type Flowers = { missing: string; instead: string }

/** A florist's words without the full stop that would end our sentence. */
export function phrase(typed: string): string {
  return typed.trim().replace(/[.\s]+$/, '') || typed
}

/** Says what went in instead. */
export function usedSentence({ missing, instead }: Flowers): string {
  return `Your florist was out of ${phrase(missing)} and used ${phrase(instead)} instead.`
}

/** Says what is missing and what would go in. */
export function questionSentence({ missing, instead }: Flowers): string {
  return `Your florist is out of ${phrase(missing)} and would use ${phrase(instead)} instead, of equal value.`
}

/** `ranunculus instead of peonies`, in the florist's words. */
export function exchange({ missing, instead }: Flowers): string {
  return `${phrase(instead)} instead of ${phrase(missing)}`
}

/** The flowers that are missing, in the middle of a sentence. */
export function missingFlowers({ missing }: Pick<Flowers, 'missing'>): string {
  return phrase(missing)
}

/** Says until when the buyer can answer, to the florist who waits for it. @param zone IANA */
export function answerLimitText(expiresAt: string, zone: string): string {
  const limit = formatMarketTime(new Date(expiresAt), zone, 'shortTime', ANY_READER)
  return `They can answer until ${limit}. No answer by then: go ahead with yours.`
}
