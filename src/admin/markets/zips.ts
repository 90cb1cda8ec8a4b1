import { cutText, narrowText, normaliseText } from '#domain/text.ts'
import type { ZipCheck } from './queries.ts'

type ZipGroup = { prefix: string; zips: string[] }

/** ZIP codes in their order, by their first three digits: the post's own districts, in which people look for them. */
export function zipGroups(zips: readonly string[]): ZipGroup[] {
  const groups = new Map<string, string[]>()
  for (const zip of zips.toSorted()) {
    const prefix = zip.slice(0, 3)
    const group = groups.get(prefix)
    if (group) group.push(zip)
    else groups.set(prefix, [zip])
  }
  return [...groups].map(([prefix, zips]) => ({ prefix, zips }))
}

/** The fate of each piece of a pasted list; every piece is in exactly one of the lists, `twice` aside. */
export type ZipReport = {
  added: string[]
  /** On the list of this market before. */
  duplicate: string[]
  wrong: string[]
  taken: { marketName: string; zips: string[] }[]
  /** Pieces that the pasted list has more than once, and how often. */
  twice: { zip: string; times: number }[]
}

const SHOWN_MAX = 40

/** The pieces of a pasted list, whatever stands between them; a hyphen stands within one. */
export function splitZips(text: string): string[] {
  const plain = narrowText(normaliseText(text))
  return plain.split(/[^\p{L}\p{N}-]+/u).filter((piece) => /[^-]/.test(piece))
}

/**
 * The effect of a pasted list on the codes of a form.
 * @param present the codes as the form has them now, saved or not: what was taken out there can be put in again
 */
export function zipReport(answer: ZipCheck, present: ReadonlySet<string>): ZipReport {
  const report: ZipReport = { added: [], duplicate: [], wrong: [], taken: [], twice: [] }
  for (const { zip, result, marketName, times } of answer.zipCodes) {
    if (times > 1) report.twice.push({ zip, times })
    if (result === 'wrong') report.wrong.push(zip)
    else if (present.has(zip)) report.duplicate.push(zip)
    else if (result === 'taken') taker(report, marketName ?? 'another market').zips.push(zip)
    else report.added.push(zip)
  }
  return report
}

function taker({ taken }: ZipReport, marketName: string): ZipReport['taken'][number] {
  const known = taken.find((market) => market.marketName === marketName)
  if (known) return known
  const market = { marketName, zips: [] }
  taken.push(market)
  return market
}

/** A report in lines, each with what it is about; those about nothing are left out, except for what was added. */
export function reportLines(report: ZipReport): { term: string; text: string }[] {
  const { added, duplicate, wrong, taken, twice } = report
  const line = (term: string, items: readonly string[]) =>
    items.length > 0
      ? [{ term: `${term} (${items.length.toLocaleString('en-US')})`, text: items.join(', ') }]
      : []
  return [
    ...(added.length > 0 ? line('Added', added) : [{ term: 'Added', text: 'none' }]),
    ...line('Already in this market', duplicate),
    ...line('Not a ZIP code', wrong.map(shortened)),
    ...taken.flatMap(({ marketName, zips }) => line(`Already in ${marketName}`, zips)),
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
