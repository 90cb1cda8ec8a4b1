import { readNumberWords } from './number-words.ts'
import { BREAK } from './plain-words.ts'

/** The kinds of a unit's number, from the one that tells a door to the one that tells least. */
type Rank = 'door' | 'room' | 'floor' | 'part' | 'building'
const RANKS: readonly Rank[] = ['door', 'room', 'floor', 'part', 'building']

function ranked(rank: Rank, words: string): [string, Rank][] {
  return words.split(/\s+/).map((word) => [word, rank])
}

// The designators of USPS Publication 28 (Appendix C2), and what people write besides.
const DESIGNATORS: ReadonlyMap<string, Rank> = new Map([
  ...ranked(
    'door',
    `# APT APARTMENT APPARTMENT APARTMENTS APARMENT APTMT APPT APTO DEPTO UNIT UNT STE SUITE SUIT SUTE
    STUDIO CONDO LOFT LOT SPC SPACE TRLR TRAILER PENTHOUSE PH DOOR TOWNHOUSE COTTAGE`,
  ),
  ...ranked('room', 'RM ROOM DEPT DEPARTMENT OFC OFFICE DORM HNGR HANGAR KEY STOP'),
  ...ranked('floor', 'FL FLR FLOOR FLOR LEVEL LVL PISO'),
  ...ranked('building', 'BLDG BUILDING BLD TOWER TWR WING ENTRANCE ENT STAIRCASE'),
])

/** These count only with a number behind them: `No` is north in `12 No Main St`. */
const NUMBER_SIGNS: ReadonlySet<string> = new Set(['NO', 'NUM', 'NUMBER', 'NR', 'NBR'])

/** Their number is none of a door. */
const OTHER_NUMBERS: ReadonlySet<string> = new Set(
  'BUZZ BUZZER BELL DOORBELL RING CODE GATE INTERCOM CALL TEL PHONE CELL PIN KEYPAD PRESS DIAL'.split(' '),
)

/** Parts of a house, as one letter behind a number: `3rd floor rear` is 3R. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ...['REAR', 'BACK', 'RIGHT', 'RT', 'RGT'].map((word): [string, string] => [word, 'R']),
  ...['FRONT', 'FRNT', 'FRT'].map((word): [string, string] => [word, 'F']),
  ...['LEFT', 'LFT'].map((word): [string, string] => [word, 'L']),
  ...['BSMT', 'BASEMENT', 'BASMENT', 'CELLAR'].map((word): [string, string] => [word, 'BSMT']),
  ...['GARDEN', 'GDN', 'GRDN'].map((word): [string, string] => [word, 'GDN']),
  ...['GROUND', 'GRND', 'GRD'].map((word): [string, string] => [word, 'GRND']),
  ...['LOBBY', 'LBBY'].map((word): [string, string] => [word, 'LBBY']),
  ...['UPPER', 'UPPR', 'UPSTAIRS'].map((word): [string, string] => [word, 'UPPR']),
  ...['LOWER', 'LOWR', 'DOWNSTAIRS'].map((word): [string, string] => [word, 'LOWR']),
  ['PARLOR', 'PARLOR'],
  ['PENTHOUSE', 'PH'],
])

const GLUED =
  /^(APT|APARTMENT|UNIT|STE|SUITE|RM|ROOM|FLR|FLOOR|FL|PH|BLDG)([A-Z]?\d[A-Z\d-]*)$|^(APT)([A-Z])$/
const GLUED_PENTHOUSE = /^PH([A-Z])$/
const GLUED_FLOOR = /^(\d{1,3})(?:ST|ND|RD|TH)?(FLR|FLOOR|FL)$/
const ORDINAL = /^(\d{1,3})(?:ST|ND|RD|TH)$/
/** `4B`, `B4`, `12-3`, `PH2`; a word of letters only is none. Five digits alone are a ZIP code. */
const VALUE = /^(?=.{1,8}$)(?!\d{5}$)[A-Z\d-]*\d[A-Z\d-]*$/

/** True if a word begins what belongs to a unit, with the words behind it. */
export function beginsUnit(words: readonly string[], at: number): boolean {
  const [word = '', next = ''] = [words[at], words[at + 1]]
  if (NUMBER_SIGNS.has(word)) return VALUE.test(next)
  if (OTHER_NUMBERS.has(word)) return VALUE.test(next) || next === '#'
  if (GLUED.test(word) || GLUED_PENTHOUSE.test(word) || GLUED_FLOOR.test(word)) return true
  const number = readNumberWords(words, at)
  const behind = number ? (words[number.next] ?? '') : next
  if ((ORDINAL.test(word) || number) && DESIGNATORS.get(behind) === 'floor') return true
  if (word === 'GARDEN' && at + 1 >= words.length) return true
  if (/^(?:REAR|BSMT|BASEMENT|PENTHOUSE|PH|#)$/.test(word)) return true
  if (/^(?:FRONT|GARDEN|GROUND|PARLOR|UPPER|LOWER)$/.test(word) && DESIGNATORS.has(behind)) return true
  // Lot, Key, Stop, Space and the like are words of names, too.
  return (
    DESIGNATORS.has(word) &&
    (VALUE.test(next) ||
      /^[A-Z]$/.test(next) ||
      DESIGNATORS.has(next) ||
      PARTS.has(next) ||
      isDesignatorOnly(word))
  )
}

function isDesignatorOnly(word: string): boolean {
  return /^(?:APT|APARTMENT|APPARTMENT|UNIT|SUITE|STE|RM|BLDG|FLR)$/.test(word)
}

/** `Apt AE`, but no word of two letters that goes on. */
const LETTERS = /^(?!OF|AT|IN|ON|TO|BY|IS|NY|CA|ST|RD|DR)[A-Z]{1,2}$/

/** `4-B`, `04B` and `4TH` as 4B, 4B and 4. */
function plainValue(word: string): string {
  return (ORDINAL.exec(word)?.[1] ?? word).replaceAll('-', '').replace(/^0+(?=.)/, '')
}

type Read = { value: string; next: number }

/** The letters and numbers of one value from `at`: `4 B`, `B 4`, `3 REAR`, `FOUR B`. */
function readValue(words: readonly string[], at: number): Read | null {
  const number = readNumberWords(words, at)
  const word = number ? String(number.value) : (words[at] ?? '')
  const isLetter = LETTERS.test(word)
  if (!(isLetter || VALUE.test(word))) return null
  let value = plainValue(word)
  let next = number?.next ?? at + 1
  const behind = words[next] ?? ''
  if ((/^\d+$/.test(value) && /^[A-Z]$/.test(behind)) || (isLetter && /^\d{1,4}$/.test(behind))) {
    value += plainValue(behind)
    next++
  }
  const part = PARTS.get(words[next] ?? '')
  if (part?.length === 1 && /^\d+$/.test(value)) {
    value += part
    next++
  }
  return { value, next }
}

/** Words apart that were written as one: `APT4B`, `PHA`, `3FL`. */
function ungluedWords(words: readonly string[]): string[] {
  return words.flatMap((word) => {
    const glued = GLUED.exec(word)
    if (glued) return [glued[1] ?? glued[3] ?? '', glued[2] ?? glued[4] ?? '']
    const penthouse = GLUED_PENTHOUSE.exec(word)
    if (penthouse) return ['PH', penthouse[1] ?? '']
    const floor = GLUED_FLOOR.exec(word)
    return floor ? [floor[1] ?? '', 'FL'] : [word]
  })
}

/** The numbers of a unit, by what they tell. */
export type UnitNumbers = Readonly<Record<Rank, ReadonlySet<string>>>

/**
 * The numbers that tell a unit in words behind a street, in front of it, or of the unit's own field.
 * @param bare where a number counts without a designator: nowhere, at the beginning of a part, or anywhere
 */
export function unitNumbers(typed: readonly string[], bare: 'nowhere' | 'first' | 'anywhere'): UnitNumbers {
  const found = {
    door: new Set<string>(),
    room: new Set<string>(),
    floor: new Set<string>(),
    part: new Set<string>(),
    building: new Set<string>(),
  }
  const words = ungluedWords(typed)
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? ''
    const isFirst = at === 0 || words[at - 1] === BREAK
    if (OTHER_NUMBERS.has(word)) {
      at++
      while (words[at] === '#' || NUMBER_SIGNS.has(words[at] ?? '') || DESIGNATORS.has(words[at] ?? '')) at++
      if (VALUE.test(words[at] ?? '')) at++
      continue
    }
    const ordinal = ORDINAL.test(word) || readNumberWords(words, at) ? readValue(words, at) : null
    const floorValue = ordinal ?? (VALUE.test(word) ? { value: plainValue(word), next: at + 1 } : null)
    if (floorValue && DESIGNATORS.get(words[floorValue.next] ?? '') === 'floor') {
      const part = PARTS.get(words[floorValue.next + 1] ?? '')
      const letter = part?.length === 1 ? part : ''
      found.floor.add(floorValue.value + letter)
      at = floorValue.next + (letter ? 2 : 1)
      // 6th floor F
      const door = words[at] ?? ''
      if (/^[A-Z]$/.test(door)) {
        found.door.add(door)
        at++
      }
      continue
    }
    const rank = DESIGNATORS.get(word) ?? (NUMBER_SIGNS.has(word) ? 'door' : undefined)
    if (rank) {
      let start = at + 1
      let best = rank
      while (DESIGNATORS.has(words[start] ?? '') || NUMBER_SIGNS.has(words[start] ?? '')) {
        const other = DESIGNATORS.get(words[start] ?? '') ?? 'door'
        // A floor that is followed by another designator has no number: `Floor Apt 4`.
        best = other === 'door' && words[start] === '#' ? best : other
        start++
      }
      const isPenthouse = words.slice(at, start).some((one) => one === 'PH' || one === 'PENTHOUSE')
      const mayBeValue = !isPenthouse || /^(?:[A-Z]|.*\d.*)$/.test(words[start] ?? '')
      const read = mayBeValue ? readValue(words, start) : null
      // A penthouse with a number of its own in the house, as `PH 1401`, is known by that.
      const isNumbered = /^\d{3}/.test(read?.value ?? '')
      if (isPenthouse) found.door.add(`${isNumbered ? '' : 'PH'}${read?.value ?? ''}`)
      else if (read) found[best].add(read.value)
      at = read?.next ?? start
      continue
    }
    const part = PARTS.get(word)
    if (part) {
      found.part.add(part)
      at++
      continue
    }
    const read = readValue(words, at)
    const isAlone = words.length === 1 || (words.length === 2 && read?.next === 2)
    const counts = bare === 'anywhere' || (bare === 'first' && isFirst)
    if (read && counts && (/\d/.test(read.value) || (bare === 'anywhere' && isAlone))) {
      if (!(bare === 'first' && ORDINAL.test(word))) found.door.add(read.value)
      at = read.next
    } else at++
  }
  return found
}

/**
 * The one number that tells the unit best, or null where there is none, or two that contradict each other: then nobody knows
 * which door is meant.
 */
export function unitOf(numbers: readonly UnitNumbers[]): string | null {
  const valuesOf = (rank: Rank) => [...new Set(numbers.flatMap((found) => [...found[rank]]))]
  for (const rank of RANKS) {
    const [value, another] = valuesOf(rank)
    if (value === undefined) continue
    if (another !== undefined) return null
    // 17th floor, Apt K
    const [floor = '', otherFloor] = valuesOf('floor')
    const isOnFloor =
      rank === 'door' && /^[A-Z]$/.test(value) && /^\d+$/.test(floor) && otherFloor === undefined
    return isOnFloor ? floor + value : value
  }
  return null
}
