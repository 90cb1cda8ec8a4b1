import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSamePlace, type PlaceKey, placeKey } from '#domain/matching/place.ts'
import { anyCharacter } from '#tests/support/any-text.ts'
import { runs } from '#tests/support/soak.ts'

// Addresses as people wrote them, or might. In each line the unit's own field stands behind the bar.

const NEW_YORK = { city: 'New York', state: 'NY' }

/** @param line the address line, and the unit behind a bar */
function keyOf(line: string, zip: string, place: { city: string; state: string } = NEW_YORK): PlaceKey {
  const [address = '', unit = null] = line.split('|')
  return placeKey({ address, unit, zip, ...place })
}

const SAME: readonly {
  blocked: string
  zip: string
  city?: string
  state?: string
  spellings: readonly string[]
}[] = [
  {
    blocked: '350 5th Avenue|Apt 4B',
    zip: '10001',
    spellings: [
      '350 5th Ave|4B',
      '350 Fifth Ave.|4-B',
      '350 FIFTH AVENUE APARTMENT 4B',
      '350 fifth av #4b',
      '350 5 Ave Apt. 4 B',
      '350 5thAve|apt4b',
      '350, 5th Avenue, 4B',
      'No. 350 Fifth Avenue|No. 4B',
      '#350 5th Ave|# 4 B',
      '350 5th Ave, Apt 04B',
      '350 5th Ave Unit 4b, New York, NY 10001-0110, USA',
      'Empire State Building, 350 5th Ave|4th floor, Apt 4B',
      'c/o Maria Lopez, 350 5th Ave, Apt 4B',
      'Maria Lopez\n350 Fifth Avenue\nApartment 4-B\nNew York, NY',
      'Apt 4B, 350 5th Ave',
      '４Ｂ, ３５０ ５ｔｈ Ａｖｅ',
      '350 5th Ave (Apt 4B)',
      '350 5th Ave - 4B',
      '350 5th Ave; 4B; doorbell Lopez',
      '350 5th Ave|4B (buzzer 12)',
      '350 5th Ave btwn 33rd & 34th|4B',
      '350 5th Ave @ 34th St|4B',
      '350 5th Avenue|Apt. #4B, ring twice',
      '350  5TH   AVE .|  Apt  4B  ',
      '350 5\u200bth A\u00adve|4\u200bB',
      '350 5th \u0410v\u0435|4\u0412',
      '350 5th Ávenue|4B',
      '350 5th Aveneu|4B',
      '350 5th Avemue|4B',
      '350 5th Avenues|4B',
      '350 5TH AVE APT FOUR B',
      '350-352 5th Ave|4B',
      '350 – 352 5th Ave|4B',
      '350 5th|4B',
      '350 5th Ave',
      '350 5th Ave|Doorman',
      '350 5th Ave|n/a',
      '35O 5th Ave|4B',
      '350 Fifth Avenue',
      '350 5 th Ave|4B',
      '350 Fith Avenue|4B',
      'Fifth Avenue 350|4B',
      '350 Ｆｉｆｔｈ　Ａｖｅｎｕｅ|４Ｂ',
      '350 5º Ave|4B',
      '350 𝟓th 𝐀ve|4B',
      '350 5th Ave, Manhattan|4B',
      '350 5th Ave NYC|4B',
      '350 5th Ave Apt 4B Floor 4',
      '350 5th Ave|Tower 2 Apt 4B',
      '350 5th Ave|4/B',
      '350 5th Ave|4.B',
      'Deliver to: Lopez, 350 5th Ave, #4B',
    ],
  },
  {
    blocked: '412 West 4th Street|3R',
    zip: '10014',
    spellings: [
      '412 W 4th St|3R',
      '412 W. Fourth St.|3-R',
      '412 w4th st|3rd floor rear',
      '412 W4 St|3 rear',
      '412 4th St W|3R',
      '412 West 4 Street|Third Floor Rear',
      '412W 4th St|3R',
      '412 WEST FOURTH STREET APT 3R',
      '412 W 4th Steet|3R',
      '412 W 4th Stret #3R',
      '412 W 4th Strete|3r',
      '412 W 4th|3R',
      '412 4th Street|3R',
      '412 W. 4 th St.|3R',
      '412 West Fourth Street',
    ],
  },
  {
    blocked: '1271 Avenue of the Americas|Suite 400',
    zip: '10020',
    spellings: [
      '1271 6th Ave|Ste 400',
      '1271 Sixth Avenue|#400',
      '1271 Ave of the Americas Ste. 400',
      '1271 Ave. of Americas|Rm 400',
      '1271 AVENUE OF THE AMERICAS, SUITE 0400',
      '1271 6 Av|400',
    ],
  },
  {
    blocked: '57 St. Marks Place|2F',
    zip: '10003',
    spellings: [
      '57 Saint Marks Pl|2F',
      "57 St. Mark's Place|2nd floor front",
      '57 St Mark’s Pl.|2-F',
      '57 ST.MARKS PL APT 2F',
      '57 Saint Mark`s Plce|2F',
      '57 St Marks|2 front',
    ],
  },
  {
    blocked: '37-20 82nd Street|5J',
    zip: '11372',
    city: 'Jackson Heights',
    spellings: [
      '3720 82nd St|5J',
      '37 20 82nd St|5-J',
      '37 - 20 82 St|5J',
      '37‑20 Eighty-Second Street|5J',
      '37–20 eighty second st, Jackson Heights, NY 11372|5J',
      '37-20 82nd St, Flushing|5J',
      'Hale, 37-20 82nd St|5J',
    ],
  },
  {
    blocked: '225 Central Park West|PH-A',
    zip: '10024',
    spellings: [
      '225 Central Park W|Penthouse A',
      '225 Central Pk West|PHA',
      '225 Central Park W.|PH A',
      '225 CENTRAL PARK WEST, PENTHOUSE A',
      '225 Central Prk W Apt PH-A New York NY',
      '225 Central Park|PHA',
    ],
  },
  {
    blocked: '2230 Adam Clayton Powell Jr Boulevard|6D',
    zip: '10027',
    spellings: [
      '2230 7th Ave|6D',
      '2230 Seventh Avenue|6-D',
      '2230 Adam Clayton Powell, Jr. Blvd|6D',
      '2230 Adam C. Powell Blvd.|6D',
      '2230 Adam Clayton Powell Junior Blvd',
    ],
  },
  {
    blocked: '100 Dr. Martin Luther King Jr. Blvd|2',
    zip: '94103',
    city: 'San Francisco',
    state: 'CA',
    spellings: [
      '100 Martin Luther King Boulevard|2',
      '100 Doctor Martin Luther King Junior Blvd|2',
      '100 MARTIN LUTHER KING JR BLVD|2',
      '100 Rev. Martin Luther King Blvd|2nd Floor',
    ],
  },
  {
    blocked: '122 MacDougal Street|5',
    zip: '10012',
    spellings: [
      '122 Mac Dougal St|5',
      '122 Macdougall St|Fl 5',
      '122 McDougal Street|5th floor',
      '122 MACDOUGAL|Apt Five',
      '122 MacDougal St near Bleecker|5',
      '122 MacDougal St.|5FL',
    ],
  },
  {
    blocked: '60 LaGuardia Place|Basement',
    zip: '10012',
    spellings: [
      '60 La Guardia Pl|bsmt',
      '60 Laguardia Pl Basement',
      '60 La Guardia Place, Bsmt apt',
      '60 LAGUARDIA PL. BASEMENT APT',
    ],
  },
  {
    blocked: '85 Fort Washington Avenue|51',
    zip: '10032',
    spellings: [
      '85 Ft Washington Ave|51',
      '85 Ft. Wash Ave|#51',
      '85 Fort Washingtn Av|5-1',
      '85 FORT WASHINGTON AVE APT 51 NEW YORK NY 10032',
    ],
  },
  {
    blocked: "333 O'Farrell Street|1102",
    zip: '94102',
    city: 'San Francisco',
    state: 'CA',
    spellings: [
      '333 OFarrell St|1102',
      '333 O Farrell St|#1102',
      "333 O'Farell Street|11-02",
      '333 O’Farrell St, SF|1102',
      '333 OʼFARRELL, San Francisco CA|1102',
    ],
  },
  {
    blocked: '2101 Divisadero Street|304',
    zip: '94115',
    city: 'San Francisco',
    state: 'CA',
    spellings: [
      '2101 Divisidero St|304',
      '2101 Divisadaro|#304',
      '2101 DIVISADERO ST SAN FRAN CA|304',
      '2101 Divisidero Steet apt 304',
    ],
  },
  {
    blocked: '12A Bond Street',
    zip: '10012',
    spellings: [
      '12-A Bond St',
      '12 Bond St|A',
      '12 Bond Street #A',
      '12 bond st apt. a',
      '12a BOND ST.',
      '12 Bond St',
    ],
  },
  {
    blocked: '350 1/2 Capp Street',
    zip: '94110',
    city: 'San Francisco',
    state: 'CA',
    spellings: ['350½ Capp St', '350-1/2 Capp St.', '350 ½ CAPP STREET', '350 1⁄2 Capp St'],
  },
  {
    blocked: '1 Penn Plaza|250',
    zip: '10119',
    spellings: ['One Penn Plaza|Suite 250', '1 Pennsylvania Plz Ste 250', 'ONE PENN PLZ, 250'],
  },
  {
    blocked: '1502 Avenue U|2A',
    zip: '11229',
    city: 'Brooklyn',
    spellings: ['1502 Ave U|2A', '1502 Ave. U, Brooklyn NY|2-A', '1502 av u apt 2a bklyn'],
  },
  {
    blocked: '501 Avenue N|3',
    zip: '11230',
    city: 'Brooklyn',
    spellings: ['501 Ave N|3', '501 Ave. N, Apt 3', '501 avenue n brooklyn|#3'],
  },
  {
    blocked: '185 Prospect Park Southwest|4',
    zip: '11218',
    city: 'Brooklyn',
    spellings: ['185 Prospect Park SW|4', '185 Prospect Pk S.W.|4', '185 Prospect Park South West|#4'],
  },
  {
    blocked: '88 South Van Ness Avenue|409',
    zip: '94103',
    city: 'San Francisco',
    state: 'CA',
    spellings: [
      '88 So. Van Ness|409',
      '88 S VanNess Ave|#409',
      '88 S. Van Ness Av., SF|4-09',
      '88 south van ness avenue unit 409',
    ],
  },
  {
    blocked: '10 West Street|22C',
    zip: '10004',
    spellings: ['10 West St|22-C', '10 W Street|22C', '10 WEST ST. APT 22 C'],
  },
  {
    blocked: '641 Lexington Avenue|18',
    zip: '10022',
    spellings: [
      '641 Lexingtn Ave|18',
      '641 Lexington Ave, 18th Floor',
      '641 Lexingten Av|Fl 18',
      '641 Lexington|eighteenth floor',
    ],
  },
  {
    blocked: '160 Bleecker Street|9AE',
    zip: '10012',
    spellings: ['160 Bleeker St|9AE', '160 Blecker St|9-AE', '160 Bleecker Str. Apt 9AE'],
  },
  {
    blocked: '240 Northwest 1st Court|7',
    zip: '33128',
    city: 'Miami',
    state: 'FL',
    spellings: ['240 NW 1st Ct|7', '240 N.W. First Ct.|#7', '240 NW 1 Court Apt 7 Miami FL 33128'],
  },
  {
    blocked: '405 Lexington Avenue|26th Floor',
    zip: '10174',
    spellings: [
      'Chrysler Building, 405 Lexington Ave, 26th fl',
      '405 Lexington Ave Twenty-Sixth Floor',
      '405 Lexington Ave|26',
    ],
  },
]

const SPELLINGS = SAME.flatMap(({ blocked, zip, city = 'New York', state = 'NY', spellings }) =>
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
    { house: '57 SNTMRKS 10003', suffix: 'PLACE', direction: null, unit: '2F' },
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
