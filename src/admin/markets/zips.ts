import { cutText, narrowText, normaliseText } from '#domain/text.ts'
import type { ZipCheck } from './queries.ts'

/** ZIP codes in their order, by their first three digits: the post's own districts, in which people look for them. */
export function zipGroups(zips: readonly string[]): Map<string, string[]> {
  return Map.groupBy(zips.toSorted(), (zip) => zip.slice(0, 3))
}

const SHOWN_MAX = 40

/** The pieces of a pasted list, whatever stands between them; a hyphen stands within one. */
export function splitZips(text: string): string[] {
  const plain = narrowText(normaliseText(text))
  return plain.split(/[^\p{L}\p{N}-]+/u).filter((piece) => /[^-]/.test(piece))
}

type Pieces = ZipCheck['zipCodes']

/** The pieces of a pasted list by what became of them, in words; and those that the list has more than once. */
export type ZipReport = { fates: ReadonlyMap<string, Pieces>; twice: Pieces }

const [ADDED, DUPLICATE, WRONG] = ['Added', 'Already in this market', 'Not a ZIP code'] as const

/**
 * The effect of a pasted list on the codes of a form.
 * @param present the codes as the form has them now, saved or not: what was taken out there can be put in again
 */
export function zipReport({ zipCodes }: ZipCheck, present: ReadonlySet<string>): ZipReport {
  const fateOf = ({ zip, result, marketName }: Pieces[number]) => {
    if (result === 'wrong') return WRONG
    if (present.has(zip)) return DUPLICATE
    return result === 'taken' ? `Already in ${marketName ?? 'another market'}` : ADDED
  }
  return { fates: Map.groupBy(zipCodes, fateOf), twice: zipCodes.filter(({ times }) => times > 1) }
}

/** The pieces that become codes of the market. */
export function addedZips({ fates }: ZipReport): string[] {
  return (fates.get(ADDED) ?? []).map(({ zip }) => zip)
}

/** A report in lines, each with what it is about; those about nothing are left out, except for what was added. */
export function reportLines({ fates, twice }: ZipReport): { term: string; text: string }[] {
  const line = (term: string, items: readonly string[]) =>
    items.length > 0
      ? [{ term: `${term} (${items.length.toLocaleString('en-US')})`, text: items.join(', ') }]
      : []
  const terms = new Set([ADDED, DUPLICATE, WRONG, ...fates.keys()])
  return [
    ...(fates.has(ADDED) ? [] : [{ term: ADDED, text: 'none' }]),
    ...[...terms].flatMap((term) =>
      line(
        term,
        (fates.get(term) ?? []).map(({ zip }) => shortened(zip)),
      ),
    ),
    ...line(
      'Listed more than once',
      twice.map(({ zip, times }) => `${shortened(zip)} (${times} times)`),
    ),
  ]
}

/** The beginning of a pasted text: it may be very long. */
function shortened(text: string): string {
  return text.length > SHOWN_MAX ? `${cutText(text, SHOWN_MAX)}…` : text
}
