import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSamePlace, type PlaceKey, placeKey } from '#domain/matching/place.ts'
import { ADDRESSES } from '#tests/support/address-lines.ts'
import { anyCharacter } from '#tests/support/any-text.ts'
import { runs } from '#tests/support/soak.ts'

// Addresses as people wrote them, or might. In each line the unit's own field stands behind the bar.

const NEW_YORK = { city: 'New York', state: 'NY' }

/** @param line the address line, and the unit behind a bar */
function keyOf(line: string, zip: string, place: { city: string; state: string } = NEW_YORK): PlaceKey {
  const [address = '', unit = null] = line.split('|')
  return placeKey({ address, unit, zip, ...place })
}

const SPELLINGS = ADDRESSES.flatMap(({ blocked, zip, city = 'New York', state = 'NY', spellings }) =>
  spellings.map((spelling) => ({ blocked, spelling, zip, place: { city, state } })),
)

test('the table of spellings has 150 lines', () => {
  expect(SPELLINGS.length).toBeGreaterThanOrEqual(150)
})

test.each(SPELLINGS)('takes $spelling for $blocked', ({ blocked, spelling, zip, place }) => {
  const [one, other] = [keyOf(blocked, zip, place), keyOf(spelling, zip, place)]
  expect(other.house).toBe(one.house)
  expect(isSamePlace(one, other), JSON.stringify([one, other])).toBe(true)
})

test.each([
  ['350 5th Ave|4B', '350 5th St|4B'],
  ['350 5th Ave|4B', '350 5th Ave|4C'],
  ['350 5th Ave|4B', '350 5th Ave|14B'],
  ['350 5th Ave|4B', '350 5th Ave|B4'],
  ['350 5th Ave|4B', '350 6th Ave|4B'],
  ['350 5th Ave|4B', '352 5th Ave|4B'],
  ['350 5th Ave|4B', '3505 5th Ave|4B'],
  ['350 5th Ave|4B', '350 15th Ave|4B'],
  ['350 5th Ave', '350 1/2 5th Ave'],
  ['12 E 4th St|3', '12 W 4th St|3'],
  ['12 E 4th St|3', '12 E 14th St|3'],
  ['12 N 7th St|3', '12 S 7th St|3'],
  ['12 NE 7th St|3', '12 NW 7th St|3'],
  ['250 Greenwich St|2', '250 Greenwich Ave|2'],
  ['395 Broadway|3', '395 West Broadway|3'],
  ['395 East Broadway|3', '395 West Broadway|3'],
  ['10 Avenue A|2', '10 Avenue B|2'],
  ['10 Avenue E|2', '10 Avenue N|2'],
  ['10 Central Park West|2', '10 Central Park South|2'],
  ['10 Park Avenue|2', '10 Park Place|2'],
  ['10 Park Ave|3D', '10 Park Ave|3'],
  ['10 Park Ave|2D', '10 Park Ave|2nd floor'],
  ['10 Clark St|2', '10 Clarkson St|2'],
  ['10 Clay St|2', '10 Cole St|2'],
  ['10 Bond St|2', '10 Bank St|2'],
  ['10 Mott St|2', '10 Mercer St|2'],
  ['12A Bond St', '12B Bond St'],
  ['12 Bond St|PHA', '12 Bond St|PHB'],
  ['12 Bond St|Basement', '12 Bond St|Garden'],
  ['12 Bond St|3F', '12 Bond St|3rd floor rear'],
  ['100 Front St|2', '100 Water St|2'],
  ['100 State Route 9', '100 State Route 12'],
  ['57 St Marks Pl|2', '57 St Marks Ave|2'],
  ['57 St Marks Pl|2', '57 St Johns Pl|2'],
  ['200 E 10th St|6R', '200 E 10th St|6F'],
])('keeps %s and %s apart', (one, other) => {
  expect(isSamePlace(keyOf(one, '10012'), keyOf(other, '10012'))).toBe(false)
})

test('keeps the same street of another ZIP apart', () => {
  expect(isSamePlace(keyOf('350 5th Ave|4B', '10001'), keyOf('350 5th Ave|4B', '11215'))).toBe(false)
})

test('takes a number with a hyphen for a range outside Queens only, and for a narrow one only', () => {
  expect(keyOf('37-20 82nd St', '11372').house).toBe('3720 82 11372')
  expect(keyOf('350-352 5th Ave', '10001').house).toBe('350 5 10001')
  expect(keyOf('12-34 Saddle River Rd', '07410').house).toBe('12-34 SDLRVR 07410')
})

test('takes the ZIP of a building for the one around it', () => {
  expect(isSamePlace(keyOf('350 5th Ave|4B', '10118'), keyOf('350 5th Ave|4B', '10001'))).toBe(true)
})

describe('what one side leaves out', () => {
  test.each([
    ['the unit', '350 W 42nd St|4B', '350 W 42nd St'],
    ['the direction', '350 W 42nd St|4B', '350 42nd St|4B'],
    ['the kind of street', '350 W 42nd St|4B', '350 W 42nd|4B'],
  ])('may be any: %s', (_, one, other) => {
    expect(isSamePlace(keyOf(one, '10036'), keyOf(other, '10036'))).toBe(true)
    expect(isSamePlace(keyOf(other, '10036'), keyOf(one, '10036'))).toBe(true)
  })

  test('takes two units that contradict each other for none, so that a false one in the second field does not let it pass', () => {
    expect(keyOf('350 5th Ave Apt 4B|Apt 12', '10001').unit).toBeNull()
    expect(keyOf('350 5th Ave Apt 4B|Fl 12', '10001').unit).toBe('4B')
  })
})

test.each([
  ['the street in the second field', 'Apt 4B|350 5th Ave'],
  ['the number alone in the first', '350|5th Ave'],
])('finds %s', (_, line) => {
  expect(isSamePlace(keyOf(line, '10001'), keyOf('350 5th Ave|4B', '10001'))).toBe(true)
})

test('does not let a false city take away a part of the street', () => {
  const falseCity = keyOf('225 Central Park West', '10024', { city: 'Park West', state: 'NY' })
  expect(falseCity).toEqual(keyOf('225 Central Park West', '10024'))
})

test('takes an address without a word that can be read for no other one', () => {
  expect(isSamePlace(keyOf('第五大道', '10001'), keyOf('百老汇', '10001'))).toBe(false)
  expect(isSamePlace(keyOf('第五大道', '10001'), keyOf(' 第五大道', '10001'))).toBe(true)
})

// Hashes of these texts are stored. Who changes a rule so that one of them changes has to hash what is stored anew.
test.each([
  [
    '350 Fifth Avenue|Apt 4-B',
    '10001',
    { house: '350 5 10001', suffix: 'AVENUE', direction: null, unit: '4B' },
  ],
  [
    '412 W. 4th St|3rd fl rear',
    '10014',
    { house: '412 4 10014', suffix: 'STREET', direction: 'W', unit: '3R' },
  ],
  [
    "57 St. Mark's Pl|#2F",
    '10003',
    { house: '57 SNTMRK 10003', suffix: 'PLACE', direction: null, unit: '2F' },
  ],
  [
    '225 Central Pk W|PH A',
    '10024',
    { house: '225 CNTRLPRK 10024', suffix: null, direction: 'W', unit: 'PHA' },
  ],
  ['37-20 82nd St|5J', '11372', { house: '3720 82 11372', suffix: 'STREET', direction: null, unit: '5J' }],
  [
    '1325 Ave of the Americas',
    '10019',
    { house: '1325 6 10019', suffix: 'AVENUE', direction: null, unit: null },
  ],
  ['395 W Broadway|3', '10012', { house: '395 WBRDWY 10012', suffix: null, direction: null, unit: '3' }],
])('reads %s as the text whose hash is stored', (line, zip, key) => {
  expect(keyOf(line, zip)).toEqual(key)
})

test('never throws, answers the same twice, and reads its own words as it wrote them', () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 80 })
  const words = fc
    .array(
      fc.constantFrom(
        ...[
          '350',
          '37-20',
          '4B',
          '5th',
          'W',
          'No',
          '#',
          'Apt',
          'Fl',
          ',',
          'St',
          'Ave',
          'Park',
          'The',
          'of',
          'Fifth',
          'Twenty',
          'hundred',
          'PH',
          '1/2',
          '-',
          'c/o',
          'NY',
        ],
      ),
      { maxLength: 12 },
    )
    .map((all) => all.join(' '))
  const field = fc.oneof(text, words)
  fc.assert(
    fc.property(
      field,
      fc.option(field),
      field,
      fc.constantFrom('10001', '11372', ''),
      (address, unit, city, zip) => {
        const typed = { address, unit, city, state: 'NY', zip }
        const key = placeKey(typed)
        expect(placeKey({ ...typed })).toEqual(key)
        expect(typed).toEqual({ address, unit, city, state: 'NY', zip })
        expect(isSamePlace(key, key)).toBe(true)
        // A unit that was read is one that is read again.
        if (key.unit !== null && unit !== null)
          expect(placeKey({ ...typed, address: '1 Main St', unit: key.unit }).unit).toBe(key.unit)
      },
    ),
    { numRuns: runs(500) },
  )
})
