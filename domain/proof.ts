import { RECENT_DAYS } from './dashboard-days.ts'

/** An active shop, and the market it delivers in. */
export type Florist = { name: string; market: string }

/** The promises that fell due in the last days, and how many of them were kept. */
export type Promised = { due: number; onTime: number }

/** Two lines of small text on a phone of 390 px. */
const LONGEST = 96
/** A rate of so few promises, or fewer, says little: it is not shown. */
const FEW_PROMISES = 30

/**
 * Who makes the flowers, by name as far as two lines of a phone go: `Made by Bloom & Co, Iris & Daughters and 4 more florists in San
 * Francisco`; those of several markets without the place. Null without florists.
 */
export function madeBy(florists: readonly Florist[]): string | null {
  const names = florists.map(({ name }) => name)
  const [market, ...others] = new Set(florists.map(({ market }) => market))
  const place = others.length === 0 ? ` in ${market}` : ''
  const text = (shown: readonly string[]) => {
    const rest = names.length - shown.length
    const more = shown.length > 0 ? ' more' : ''
    const counted = rest === 1 ? [`${more ? 'one more' : 'a'} florist`] : [`${rest}${more} florists`]
    return `Made by ${list([...shown, ...(rest > 0 ? counted : [])])}${place}`
  }
  if (names.length === 0) return null
  if (text(names).length <= LONGEST) return text(names)
  // A name that is too long gives way to the next one.
  const shown: string[] = []
  for (const name of names) if (text([...shown, name]).length <= LONGEST) shown.push(name)
  return text(shown)
}

/** The share of promises that were kept, in whole percent, never rounded up; null before the first was due. */
export function onTimePercent({ due, onTime }: Promised): number | null {
  return due === 0 ? null : Math.floor((100 * onTime) / due)
}

/** The same for shoppers; null where too few promises were due to say anything. */
export function onTimeText(promised: Promised): string | null {
  if (promised.due <= FEW_PROMISES) return null
  return `On time, last ${RECENT_DAYS} days: ${onTimePercent(promised)}%`
}

/** `A`, `A and B`, `A, B and C`. */
function list(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' and ')
}
