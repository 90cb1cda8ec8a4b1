import { HOMES, type Home } from './known-addresses.ts'
import { pick, type Rng } from './prng.ts'

/** Other homes than one of `HOMES`, as near to it as they come. */

const UNITS =
  `1A 1B 1C 1R 2A 2B 2C 2D 2F 2R 3A 3B 3C 3D 3E 3F 3L 3R 4A 4B 4C 4D 4E 4L 5A 5B 5F 5J 6A 6C 6D 6R 7B 7F 8A
  8C 9A 9D 10A 10F 11B 12C 14D PH B12 B1204 B1205 1 2 3 4 5 6 7 8 9 10 11 12 14 15 21 22 51 52 101 102 201
  250 304 305 308 309 409 410 803 1102 1411 1412 2700 2701 GARDEN`.split(/\s+/)

// Streets side by side, those with a name that resembles another's among them.
const STREETS: Readonly<Record<string, readonly string[]>> = {
  NY: `Bleecker, Beekman, Broome, Bond, Bank, Barrow, Baxter, Bayard, Bedford, Bethune, Bogart, Canal,
    Carmine, Catherine, Centre, Chambers, Charles, Charlton, Cherry, Christopher, Chrystie, Clarkson,
    Clinton, Cliff, Columbia, Commerce, Cornelia, Cortlandt, Crosby, Delancey, Desbrosses, Division,
    Dominick, Downing, Duane, Eldridge, Elizabeth, Essex, Forsyth, Franklin, Front, Fulton, Gansevoort,
    Gay, Gold, Grand, Great Jones, Greene, Greenwich, Grove, Hanover, Harrison, Henry, Hester, Horatio,
    Houston, Howard, Hubert, Hudson, Irving, Jane, Jay, John, Jones, Kenmare, King, Lafayette, Laight,
    Lenox, Leonard, Leroy, Lewis, Liberty, Lispenard, Ludlow, Madison, Maiden, Mercer, Minetta, Monroe,
    Moore, Morton, Mott, Mulberry, Murray, Nassau, Norfolk, Oliver, Orchard, Park, Pearl, Pell, Perry,
    Pike, Pine, Pitt, Prince, Reade, Rector, Ridge, Rivington, Rutgers, Spring, Stanton, State, Stone,
    Suffolk, Sullivan, Thames, Thomas, Thompson, Varick, Vandam, Vesey, Walker, Wall, Warren, Washington,
    Water, Watts, Waverly, White, William, Wooster, Worth, York, Clark, Clarke, Dean, Degraw, Pacific,
    Bergen, Baltic, Butler, Douglass, Sackett, Union, President, Carroll, Garfield, Berkeley, Lincoln`.split(
    /,\s+/,
  ),
  CA: `Mission, Market, Minna, Natoma, Howard, Folsom, Harrison, Bryant, Brannan, Townsend, Valencia,
    Guerrero, Dolores, Church, Sanchez, Noe, Castro, Diamond, Eureka, Hoffman, Clay, Cole, Clayton,
    Ashbury, Masonic, Haight, Page, Oak, Fell, Hayes, Grove, Fulton, McAllister, Golden Gate, Turk, Eddy,
    Ellis, O'Farrell, Geary, Post, Sutter, Bush, Pine, California, Sacramento, Washington, Jackson,
    Pacific, Broadway, Vallejo, Green, Union, Filbert, Greenwich, Lombard, Chestnut, Francisco, Bay,
    Beach, Jefferson, Taylor, Jones, Leavenworth, Hyde, Larkin, Polk, Gough, Octavia, Laguna, Buchanan,
    Webster, Fillmore, Steiner, Pierce, Scott, Divisadero, Broderick, Baker, Lyon, Presidio, Judah,
    Irving, Kirkham, Lawton, Moraga, Noriega, Ortega, Pacheco, Quintara, Rivera, Santiago, Taraval,
    Ulloa, Vicente, Wawona, Capp, Shotwell, Alabama, Florida`.split(/,\s+/),
}

const ZIPS: Readonly<Record<string, readonly string[]>> = {
  NY: [
    '10002',
    '10003',
    '10009',
    '10011',
    '10012',
    '10014',
    '10016',
    '10025',
    '10040',
    '11201',
    '11215',
    '11226',
  ],
  CA: ['94103', '94108', '94109', '94114', '94118', '94121', '94131', '94133'],
}

const NAMES =
  `Emma Noah Olivia Liam Ava Mason Sofia Ethan Camila Lucas Hannah Diego Fatima Kevin Rachel Marcus Yuki
  Andre Bianca Chen Deepa Elias Farah George Helga Isaac Joan Karl Lydia Miriam Nadia Oscar Petra Quinn
  Ramona Stella Trevor Ursula Victor Wendy Xavier Yvonne Zelda Anika Bruno Celia Dmitri Elena Felix Gloria
  Hector Irene Jorge Keiko Leila Mateo Nora Otto Paula Rafael`.split(/\s+/)

const OTHER_WAY: Readonly<Record<string, string>> = {
  East: 'West',
  West: 'East',
  North: 'South',
  South: 'North',
}
const OTHER_KINDS = ['Street', 'Avenue', 'Place', 'Road', 'Court', 'Terrace']

const unlike = <T>(rng: Rng, items: readonly T[], one: T): T => {
  for (;;) {
    const other = pick(rng, items)
    if (other !== one) return other
  }
}

const NEIGHBORS: readonly ((rng: Rng, home: Home) => Home)[] = [
  // In the same building.
  (rng, home) => ({ ...home, unit: unlike(rng, UNITS, home.unit ?? '') }),
  (rng, home) => ({ ...home, unit: unlike(rng, UNITS, home.unit ?? '') }),
  // Next door.
  (rng, home) => {
    const step = 2 * (1 + Math.floor(rng() * 20)) * (rng() < 0.5 ? -1 : 1)
    const [first = '', second] = home.number.split('-')
    return {
      ...home,
      number: second
        ? `${first}-${Number(second) + Math.abs(step)}`
        : String(Math.max(1, Number(first) + step) + (Number(first) + step < 1 ? 100 : 0)),
    }
  },
  // The same number in another street.
  (rng, home) => {
    const name = pick(rng, STREETS[home.state] ?? [])
    const { before: _, behind: __, ...rest } = home
    return {
      ...rest,
      name: [name],
      kind: name === 'Broadway' ? 'Street' : pick(rng, ['Street', 'Avenue', 'Place']),
    }
  },
  (rng, home) => ({
    ...home,
    name: unlike(
      rng,
      [1, 2, 3, 5, 6, 7, 8, 9, 10, 32, 33, 34, 35, 41, 43, 44, 45, 46, 81, 83, 84],
      typeof home.name === 'number' ? home.name : 0,
    ),
    kind: home.kind ?? 'Street',
  }),
  // Another kind of street, or the same one on the other side.
  (rng, home) =>
    typeof home.name === 'number' || home.kind
      ? { ...home, kind: unlike(rng, OTHER_KINDS, home.kind ?? '') }
      : { ...home, zip: unlike(rng, ZIPS[home.state] ?? [], home.zip) },
  (rng, home) =>
    (home.before
      ? { ...home, before: OTHER_WAY[home.before] }
      : home.behind
        ? { ...home, behind: OTHER_WAY[home.behind] }
        : { ...home, zip: unlike(rng, ZIPS[home.state] ?? [], home.zip) }) as Home,
  // In another ZIP.
  (rng, home) => ({ ...home, zip: unlike(rng, ZIPS[home.state] ?? [], home.zip) }),
]

/** So many homes beside each of `HOMES`, all of them other ones. One of ten recipients has the same first name. */
export function neighborsOf(rng: Rng, home: Home, count: number): Home[] {
  return Array.from({ length: count }, (_, index) => {
    const neighbor = NEIGHBORS[index % NEIGHBORS.length]
    if (!neighbor) throw new Error('No rule')
    const other = neighbor(rng, home.unit ? home : { ...home, unit: pick(rng, UNITS) })
    return { ...other, first: rng() < 0.1 ? home.first : unlike(rng, NAMES, home.first) }
  })
}

/** Neighbors that live in the building of a home without a unit are no other homes. */
export const HOMES_WITH_NEIGHBORS: readonly Home[] = HOMES.filter(({ unit }) => unit !== undefined)
