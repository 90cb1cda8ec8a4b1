import { readNumberWords } from './number-words.ts'
import { BREAK } from './plain-words.ts'
import { directionOf, endingOf, misspelledEnding, nameWordOf } from './street-words.ts'
import { beginsUnit } from './unit.ts'

/** A street as it is read: the words of its name, its kind (`AVENUE`), its directions (`W`), and the index behind it. */
export type Street = { name: string[]; suffix: string | null; direction: string | null; next: number }

/** They have no suffix, so what follows belongs to something else. */
const WITHOUT_SUFFIX: ReadonlySet<string> = new Set(['BROADWAY', 'BOWERY', 'EMBARCADERO', 'CONCOURSE'])
/** Words that lead from a street to what is near it. */
const NEAR: ReadonlySet<string> = new Set(
  'NEAR NR BTW BTWN BTWEEN BETWEEN BET AT CORNER COR OFF OPP OPPOSITE BEHIND ACROSS ATTN AND NEXT'.split(' '),
)
/** A street's kind stands in front of its name here: Avenue A, Highway 9. */
const IN_FRONT: ReadonlySet<string> = new Set(['AVENUE', 'HIGHWAY', 'ROUTE'])
/** A number behind them is a road's. */
const ROUTES = /^(?:COUNTY|STATE|US|CO|SR|CR)$/
const ARTICLES: ReadonlySet<string> = new Set(['THE', 'OF'])

const ORDINAL = /^(\d{1,3})(?:ST|ND|RD|TH)$/
/** 3d Ave is 3rd Ave; 3D behind a street is a unit. */
const SHORT_ORDINAL = /^(\d{0,2}[23])D$/
const GLUED_ORDINAL = /^(\d{1,3})(ST|ND|RD|TH)([A-Z]{2,})$/
const GLUED_NUMBER = /^(\d{1,3})(STREET|AVENUE|AVE|ST|AV)$/
const GLUED_DIRECTION = /^(NORTH|SOUTH|EAST|WEST|[NSEW])(\d{1,3}(?:[A-Z]{2,})?)$/

/** A part of a line with numbers in digits (`FIFTH` and `5TH` are 5), and what was written as one word apart. */
function streetWords(part: readonly string[]): string[] {
  const apart = part.flatMap((typed, index) => {
    const [, direction, number] = (index === 0 && GLUED_DIRECTION.exec(typed)) || []
    const word = number ?? typed
    const [, digits = '', ending = '', rest = ''] = GLUED_ORDINAL.exec(word) ?? []
    // 42ST has no ordinal: the ending is the street's.
    const split = digits ? [digits + ending, rest] : (GLUED_NUMBER.exec(word)?.slice(1) ?? [word])
    const isOrdinal = split.length > 1 && ORDINAL.test(word)
    return [...(direction ? [direction] : []), ...(isOrdinal ? [word] : split)]
  })
  const words: string[] = []
  for (let at = 0; at < apart.length; ) {
    const number = readNumberWords(apart, at)
    const word = apart[at] ?? ''
    const isBeforeEnding = endingOf(apart[at + 1] ?? '') !== null
    const digits = ORDINAL.exec(word)?.[1] ?? (isBeforeEnding ? SHORT_ORDINAL.exec(word)?.[1] : undefined)
    words.push(number ? String(number.value) : (digits ?? word))
    at = number?.next ?? at + 1
    // 5 TH AVE, but 4 RD is a road.
    if (/^\d+ TH$|2 ND$|3 RD$/.test(`${word} ${apart[at] ?? ''}`)) at++
  }
  return words
}

/** The direction from `at` in one or two words (`SOUTH WEST`), and the index behind it. */
function readDirection(words: readonly string[], at: number): { letters: string; next: number } | null {
  const first = directionOf(words[at] ?? '')
  if (first === null) return null
  const second = directionOf(words[at + 1] ?? '')
  const isPair = (first === 'N' || first === 'S') && (second === 'E' || second === 'W')
  return isPair ? { letters: first + second, next: at + 2 } : { letters: first, next: at + 1 }
}

/** The directions in front of a name and behind it: `4th St W` is `W 4th St`. */
function directions(leading: string | null, behind: string | null): string | null {
  return leading === behind ? leading : [leading ?? '', behind ?? ''].toSorted().join('')
}

/** Reads a street from the beginning of a part of an address line. */
export function readStreet(typed: readonly string[]): Street & { rest: string[] } {
  const end = typed.indexOf(BREAK)
  const words = streetWords(end < 0 ? typed : typed.slice(0, end))
  const behind = end < 0 ? [] : typed.slice(end)
  const street = streetOf(words)
  return { ...street, rest: [...words.slice(street.next), ...behind] }
}

/** True if a street's name has to end before `at`. */
function endsBefore(words: readonly string[], at: number): boolean {
  return at >= words.length || NEAR.has(words[at] ?? '') || beginsUnit(words, at)
}

/** True if a word can only be the number of a unit when it follows a name. */
function isUnitNumber(word: string): boolean {
  return /^(?=.{1,6}$)[A-Z]{0,2}\d+[A-Z]{0,2}$/.test(word)
}

function streetOf(words: readonly string[]): Street {
  let at = 0
  while (ARTICLES.has(words[at] ?? '')) at++
  const before = readDirection(words, at)
  // In `West St` and `North Ave` the direction is the name; `West End Ave` and `W 4th St` have another one.
  const isName =
    before &&
    (endsBefore(words, before.next) ||
      (endingOf(words[before.next] ?? '') !== null && endsBefore(words, before.next + 1)))
  const leading = before && !isName ? before.letters : null
  if (leading && before) at = before.next

  const kindInFront = endingOf(words[at] ?? '')
  if (kindInFront && IN_FRONT.has(kindInFront) && !endsBefore(words, at + 1)) {
    const named = nameFrom(words, at + 1, true)
    if (named.suffix === null && named.name.length > 0) {
      return { ...named, suffix: kindInFront, direction: directions(leading, named.direction) }
    }
  }
  const named = nameFrom(words, at)
  return { ...named, direction: directions(leading, named.direction) }
}

/**
 * The words of a name from `start`, up to its suffix and the direction behind that.
 * @param isInFront true if its kind stands in front of it, as in Avenue A
 */
function nameFrom(words: readonly string[], start: number, isInFront = false): Street {
  const name: string[] = []
  let suffix: string | null = null
  let at = start
  for (; !(name.length > 0 && endsBefore(words, at)) && at < words.length; at++) {
    const word = words[at] ?? ''
    const next = words[at + 1] ?? ''
    if (ARTICLES.has(word)) continue
    const isLast = at + 1 >= words.length || endsBefore(words, at + 1)
    const isBeforeDirection =
      directionOf(next) !== null && (at + 2 >= words.length || endsBefore(words, at + 2))
    const ending = endingOf(word) ?? (isLast || isBeforeDirection ? misspelledEnding(word) : null)
    if (name.length > 0 && ending) {
      const another = endingOf(next)
      const continues =
        another !== null && (another === 'EXTENSION' || at + 2 >= words.length || endsBefore(words, at + 2))
      if (!continues) {
        suffix = ending
        at++
        // State Route 9, County Road 12
        if (/^\d+$/.test(next) && (ending === 'ROUTE' || ROUTES.test(name.at(-1) ?? ''))) {
          name.push(next)
          at++
        }
        break
      }
      // 1 ST AVE: the letters belong to the number.
      if (!(word === 'ST' && name.length === 1 && /^\d+$/.test(name[0] ?? ''))) name.push(word)
      continue
    }
    // 1450 9 San Francisco, 30 Ave A New York
    if (name.length === 1 && /^(?:\d+|[A-Z])$/.test(name[0] ?? '') && (isInFront || /\d/.test(name[0] ?? '')))
      break
    if (name.length > 0 && isUnitNumber(word) && !ROUTES.test(name.at(-1) ?? '')) break
    name.push(word)
    if (WITHOUT_SUFFIX.has(nameWordOf(word)) && endingOf(next) === null) {
      at++
      break
    }
  }
  return withDirectionBehind(words, { name, suffix, at })
}

function withDirectionBehind(
  words: readonly string[],
  { name, suffix, at }: { name: string[]; suffix: string | null; at: number },
): Street {
  if (suffix !== null || WITHOUT_SUFFIX.has(nameWordOf(name.at(-1) ?? ''))) {
    // In `Main St No 4` it is none.
    const behind = beginsUnit(words, at) ? null : readDirection(words, at)
    return { name, suffix, direction: behind?.letters ?? null, next: behind?.next ?? at }
  }
  // Central Park West
  const last = name.length > 1 ? directionOf(name.at(-1) ?? '') : null
  const beforeLast =
    last && (last === 'E' || last === 'W') && name.length > 2 ? directionOf(name.at(-2) ?? '') : null
  const pair = beforeLast === 'N' || beforeLast === 'S' ? beforeLast : ''
  return {
    name: last ? name.slice(0, pair ? -2 : -1) : name,
    suffix: null,
    direction: last ? pair + last : null,
    next: at,
  }
}

/** The words of a name as one text: abbreviations in full, without spaces, so that `Mac Dougal` is `MACDOUGAL`. */
export function joinedName(name: readonly string[]): string {
  const titles = name.length > 2 && /^(?:DR|DOCTOR|REV|REVEREND|HON|HONORABLE)$/.test(name[0] ?? '') ? 1 : 0
  const words = name
    .slice(titles)
    .filter((word, _, all) => all.length === 1 || !/^(?:JR|JUNIOR|SR|SENIOR)$/.test(word))
  // `East Ave` is `E Ave`.
  return words.length === 1
    ? (directionOf(words[0] ?? '') ?? nameWordOf(words[0] ?? ''))
    : words.map(nameWordOf).join('')
}
