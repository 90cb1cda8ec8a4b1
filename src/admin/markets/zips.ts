import { cutText, narrowText, normaliseText } from '#domain/text.ts'
import { zipArea } from '#domain/zip-area.ts'
import type { ZipCheck } from './queries.ts'

/** ZIP codes in their order, by the borough or other area in which people look for them. */
export function zipGroups(zips: readonly string[]): Map<string, string[]> {
  return Map.groupBy(zips.toSorted(), zipArea)
}

/** From here on the groups are folded, and there is a box to find a code. */
export const FOLDED_FROM = 30

const SHOWN_MAX = 40

/** The pieces of a pasted list, whatever stands between them; a hyphen stands within one. */
export function splitZips(text: string): string[] {
  const plain = narrowText(normaliseText(text))
  return plain.split(/[^\p{L}\p{N}-]+/u).filter((piece) => /[^-]/.test(piece))
}

/** The effect of a pasted list: the codes that it adds, and what became of each of its pieces, in lines. */
export type ZipReport = { added: string[]; lines: { term: string; text: string }[] }

const ADDED = 'Added'

/** @param present the codes as the form has them now, saved or not: what was taken out there can be put in again */
export function zipReport({ zipCodes }: ZipCheck, present: readonly string[]): ZipReport {
  const fateOf = ({ zip, result, marketName }: ZipCheck['zipCodes'][number]) => {
    if (result === 'wrong') return 'Not a ZIP code'
    if (present.includes(zip)) return 'Already in this market'
    return result === 'taken' ? `Already in ${marketName ?? 'another market'}` : ADDED
  }
  const fates = new Map([[ADDED, []], ...Map.groupBy(zipCodes, fateOf)])
  const lines = [...fates].map(([fate, pieces]) =>
    lineOf(
      fate,
      pieces.map(({ zip }) => shortened(zip)),
    ),
  )
  const twice = zipCodes.filter(({ times }) => times > 1)
  if (twice.length > 0) {
    lines.push(
      lineOf(
        'Listed more than once',
        twice.map(({ zip, times }) => `${shortened(zip)} (${times} times)`),
      ),
    )
  }
  return { added: (fates.get(ADDED) ?? []).map(({ zip }) => zip), lines }
}

function lineOf(term: string, items: readonly string[]) {
  return { term: `${term} (${items.length.toLocaleString('en-US')})`, text: items.join(', ') || 'none' }
}

/** The beginning of a pasted text: it may be very long. */
function shortened(text: string): string {
  return text.length > SHOWN_MAX ? `${cutText(text, SHOWN_MAX)}…` : text
}
