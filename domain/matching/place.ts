import { digits, ZIP_LENGTH } from '#domain/zip.ts'
import { splitLine } from './house-number.ts'
import { addressWords, BREAK, plainCapitals } from './plain-words.ts'
import { streetAlias, zipAround } from './second-names.ts'
import { joinedName, readStreet } from './street.ts'
import { directionOf, isStreetWord, nameWordOf } from './street-words.ts'
import { unitNumbers, unitOf } from './unit.ts'

/** An order's address as it was typed. */
export type TypedAddress = { address: string; unit: string | null; city: string; state: string; zip: string }

/**
 * A place as it is recognized, however it is spelled. Its texts are for hashing; nothing is sent there. Null is left out by
 * whoever typed it, and may be any: see {@link isSamePlace}.
 */
export type PlaceKey = {
  /** Number, name of the street and ZIP: `350 5 10001`. */
  house: string
  /** The street's kind: `AVENUE`. */
  suffix: string | null
  /** `W`, in front of the name or behind it. */
  direction: string | null
  /** `4B`. */
  unit: string | null
}

const VOWELS = /(?<=.)[AEIOU]/g

/**
 * A name without what is most often misspelled: vowels behind the first letter, doubled letters, and an `s` at the end. Short
 * names stay.
 */
function withoutMisspellings(name: string): string {
  if (name.length <= 4 || /^\d/.test(name)) return name
  return name
    .replace(/CK/g, 'K')
    .replace(VOWELS, '')
    .replace(/(.)\1+/g, '$1')
    .replace(/S$/, '')
}

const COUNTRY = ['USA', 'US', 'U S A', 'UNITED STATES', 'UNITED STATES OF AMERICA', 'AMERICA', 'EEUU']
const CITIES: Readonly<Record<string, readonly string[]>> = {
  NY: [
    'NEW YORK CITY',
    'NEW YORK',
    'NYC',
    'MANHATTAN',
    'BROOKLYN',
    'BKLYN',
    'THE BRONX',
    'BRONX',
    'QUEENS',
    'STATEN ISLAND',
  ],
  CA: ['SAN FRANCISCO', 'SAN FRAN', 'SF', 'CALIFORNIA', 'CALIF'],
}

/** `words` without ZIP, state, city and country at their end, which the line repeats. */
function withoutCity(words: readonly string[], { city, state, zip }: TypedAddress): string[] {
  const cityWords = addressWords(city).filter((word) => word !== BREAK)
  const tails = [...COUNTRY, state.toUpperCase(), ...(CITIES[state.toUpperCase()] ?? [])].map((tail) =>
    tail.split(' '),
  )
  // `Park West` as a city would take the street's name away.
  const isOfStreets = (word: string) => /\d/.test(word) || nameWordOf(word) !== word || isStreetWord(word)
  if (cityWords.length > 0 && !cityWords.some(isOfStreets)) tails.push(cityWords)
  let end = words.length
  for (let before = -1; before !== end; ) {
    before = end
    if (words[end - 1] === BREAK) end--
    else if (/^\d{5}(?:-?\d{4})?$/.test(words[end - 1] ?? '') && words[end - 1]?.startsWith(zip)) end--
    else {
      const found = tails.find(
        (tail) => tail.length < end && tail.every((word, at) => words[end - tail.length + at] === word),
      )
      const left = found ? words.slice(Math.max(0, end - found.length - 3), end - found.length) : []
      const hasName = left.some((word) => /[A-Z]{3}|\d[A-Z]/.test(word) && directionOf(word) === null)
      if (found && (hasName || left.length > 2 || left.at(-1) === BREAK)) end -= found.length
    }
  }
  return words.slice(0, end)
}

/** The place that an address means. It throws for no text, and twice the same text is the same place. */
export function placeKey(typed: TypedAddress): PlaceKey {
  const zip = digits(typed.zip, ZIP_LENGTH)
  const line = withoutCity(addressWords(typed.address), { ...typed, zip })
  const unit = addressWords(typed.unit ?? '')
  const inLine = splitLine(line, zip)
  // Some write `Apt 4B` into the first field and the street into the second, or the number alone.
  const isInBoth = inLine.house === null && unit.length > 0
  const { before, house, behind } = isInBoth ? splitLine([...line, BREAK, ...unit], zip) : inLine
  const street = readStreet(behind)
  const known = streetAlias({
    name: joinedName(street.name),
    suffix: street.suffix,
    direction: street.direction,
    zip,
  })
  const units = [
    unitNumbers(before, 'nowhere'),
    unitNumbers(street.rest, 'first'),
    unitNumbers(isInBoth ? [] : unit, 'anywhere'),
  ]
  return {
    // An address without a word that can be read is only the same as itself.
    house: [
      house?.number ?? '',
      withoutMisspellings(known.name) || plainCapitals(typed.address).replace(/\s+/g, ''),
      zipAround(zip),
    ].join(' '),
    suffix: known.suffix,
    direction: known.direction,
    unit: unitOf(units) ?? house?.letter ?? null,
  }
}

/** True if two parts of a place may be one: equal, or left out on one side. */
export function mayBeSame(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other
}

/** True if flowers to the one place may arrive at the other. It takes keys, or their hashes. */
export function isSamePlace(one: PlaceKey, other: PlaceKey): boolean {
  return (
    one.house === other.house &&
    mayBeSame(one.suffix, other.suffix) &&
    mayBeSame(one.direction, other.direction) &&
    mayBeSame(one.unit, other.unit)
  )
}
