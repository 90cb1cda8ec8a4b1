import { readNumberWords } from './number-words.ts'
import { BREAK } from './plain-words.ts'
import { directionOf, endingOf } from './street-words.ts'
import { beginsUnit } from './unit.ts'

/** The number of a house, the letter behind it (`12A`), and the index behind both. */
export type HouseNumber = { number: string; letter: string | null; next: number }

// In Queens 37-20 is one number, which people write as 3720, too.
const QUEENS = /^(?:110|111|113|114|116)/
const TYPED = /^(\d{1,6})(?:-(\d{1,4}))?([A-Z])?$/
const FRACTION = /^\d\/\d$/
/** A range is never wider than a few doors; 12-34 outside Queens is a number with a hyphen. */
const RANGE_MAX = 20

/** The capital O is typed for a zero: `35O`. */
function withZeros(word: string): string {
  return /^\d[\dO]+$/.test(word) ? word.replaceAll('O', '0') : word
}

/** A number in words as it is spoken: `TWO FIFTEEN` is 215. */
function spokenNumber(
  words: readonly string[],
  { value, next }: { value: number; next: number },
): HouseNumber {
  const second = value < 10 ? readNumberWords(words, next) : null
  const isOne = second !== null && !second.isOrdinal && second.value >= 10 && second.value < 100
  return isOne
    ? { number: `${value}${second.value}`, letter: null, next: second.next }
    : { number: `${value}`, letter: null, next }
}

function readNumber(words: readonly string[], at: number, zip: string): HouseNumber | null {
  const inWords = readNumberWords(words, at)
  if (inWords) return inWords.isOrdinal ? null : spokenNumber(words, inWords)
  const [, first, second, letter = null] = TYPED.exec(withZeros(words[at] ?? '')) ?? []
  if (first === undefined) return null
  let number = first.replace(/^0+(?=.)/, '')
  let next = at + 1
  const apart = words[next] ?? ''
  if (second !== undefined) {
    const width = Number(second) - Number(first)
    if (QUEENS.test(zip)) number += second
    else if (second.length !== first.length || width < 0 || width > RANGE_MAX) number += `-${second}`
  } else if (QUEENS.test(zip) && /^\d\d$/.test(apart) && first.length < 4) {
    // 37 20 82 St: three numbers, or a word behind the second, which then is none of a street.
    const behind = words[next + 1] ?? BREAK
    if (behind !== BREAK && endingOf(behind) === null && directionOf(behind) === null) {
      number += apart
      next++
    }
  }
  if (FRACTION.test(words[next] ?? '')) {
    number += ` ${words[next]}`
    next++
  }
  return { number, letter, next }
}

/** True if a house's number and the name of its street begin at `at`. */
function startsHouse(words: readonly string[], at: number): boolean {
  return /^\d{1,6}$/.test(words[at] ?? '') && words.length > at + 1 && endingOf(words[at + 1] ?? '') === null
}

/** The house's number that stands at `at`, with a street behind it. */
function houseAt(words: readonly string[], at: number, zip: string): HouseNumber | null {
  let start = at
  const isSigned = words[start] === '#'
  if (isSigned || /^(?:NO|NUM|NUMBER)$/.test(words[start] ?? '')) start++
  const read = readNumber(words, start, zip)
  if (!read) return null
  const isCut = words[read.next] === BREAK
  const next = isCut ? read.next + 1 : read.next
  // In `141 No. 7th St` the word is North.
  const isUnit = words[next] !== 'NO' && beginsUnit(words, next)
  if (next >= words.length || words[next] === BREAK || isUnit) return null
  // In `4B, 350 5th Ave` the first is a unit.
  if ((isCut || isSigned || read.letter !== null) && startsHouse(words, next)) return null
  const isDirection = read.letter !== null && directionOf(read.letter) !== null
  return { ...read, letter: isDirection ? null : read.letter, next }
}

/** An address line in three: what is in front of the house's number, the number, and what is behind it. */
export type SplitLine = { before: string[]; house: HouseNumber | null; behind: string[] }

function splitAt(words: readonly string[], at: number, house: HouseNumber): SplitLine {
  return { before: words.slice(0, at), house, behind: words.slice(house.next) }
}

/** Finds the number of the house: names, companies and units may stand in front of it, and the number behind its street. */
export function splitLine(words: readonly string[], zip: string): SplitLine {
  for (const isInside of [false, true]) {
    for (let at = 0; at < words.length; at++) {
      const isStart = at === 0 || words[at - 1] === BREAK
      if (isInside ? isStart || readNumberWords(words, at) : !isStart) continue
      const house = houseAt(words, at, zip)
      if (!house) continue
      const isNamed =
        !/^\d+[A-Z]?$/.test(words[house.next] ?? '') || endingOf(words[house.next + 1] ?? '') !== null
      if (isInside && (beginsUnit(words, at - 1) || !isNamed)) continue
      return splitAt(words, at, house)
    }
  }
  // Broadway 350
  const end = words.indexOf(BREAK)
  const part = end < 0 ? words : words.slice(0, end)
  const last =
    part.length > 1 && !beginsUnit(part, part.length - 2) ? readNumber(part, part.length - 1, zip) : null
  if (last === null) return { before: [], house: null, behind: [...words] }
  return { before: [], house: last, behind: [...part.slice(0, -1), ...words.slice(part.length)] }
}
