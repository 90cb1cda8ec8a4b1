type NamedStreet = { name: string; suffix: string | null; direction: string | null }
/** Its `from` is read against the name without spaces, and the kind if it was typed. */
type SecondName = { from: RegExp; zips: RegExp; to: Partial<NamedStreet> }

const MANHATTAN = /^10[0-2]/
const HARLEM = /^100(?:2[5-7]|3[0-9])/
const SAN_FRANCISCO = /^941/

// Streets of our cities with two names on their signs or in the Postal Service's list, with the same numbers. A name that only
// honors somebody, on a second sign, is left out: nobody addresses mail to it.
const SECOND_NAMES: readonly SecondName[] = [
  { from: /^AMERICAS? (?:AVENUE)?$/, zips: MANHATTAN, to: { name: '6', suffix: 'AVENUE' } },
  { from: /^FASHION (?:AVENUE)?$/, zips: MANHATTAN, to: { name: '7' } },
  {
    from: /^ADAM(?:CLAYTON|C)?POWELL (?:BOULEVARD|AVENUE)?$/,
    zips: HARLEM,
    to: { name: '7', suffix: 'AVENUE' },
  },
  { from: /^FREDERICKDOUGLAS+ (?:BOULEVARD|AVENUE)?$/, zips: HARLEM, to: { name: '8', suffix: 'AVENUE' } },
  { from: /^MALCOLMX (?:BOULEVARD|AVENUE)?$/, zips: HARLEM, to: { name: 'LENOX', suffix: 'AVENUE' } },
  { from: /^(?:MARTINLUTHERKING|MLK) (?:BOULEVARD)?$/, zips: HARLEM, to: { name: '125', suffix: 'STREET' } },
  { from: /^CATHEDRAL (?:PARKWAY)?$/, zips: HARLEM, to: { name: '110', suffix: 'STREET', direction: 'W' } },
  {
    from: /^DUKEELLINGTON (?:BOULEVARD)?$/,
    zips: HARLEM,
    to: { name: '106', suffix: 'STREET', direction: 'W' },
  },
  { from: /^LOISAIDA (?:AVENUE)?$/, zips: MANHATTAN, to: { name: 'C', suffix: 'AVENUE' } },
  { from: /^FRANKLIND(?:ELANO)?ROOSEVELT (?:DRIVE)?$/, zips: MANHATTAN, to: { name: 'FDR' } },
  {
    from: /^JOEDIMAGGIO (?:HIGHWAY)?$/,
    zips: MANHATTAN,
    to: { name: 'SIDE', suffix: 'HIGHWAY', direction: 'W' },
  },
  { from: /^PUERTORICO (?:AVENUE)?$/, zips: /^112/, to: { name: 'GRAHAM', suffix: 'AVENUE' } },
  { from: /^MALCOLMX (?:BOULEVARD)?$/, zips: /^112/, to: { name: 'REID', suffix: 'AVENUE' } },
  { from: /^ARMY (?:STREET)?$/, zips: SAN_FRANCISCO, to: { name: 'CESARCHAVEZ' } },
  { from: /^PHELAN (?:AVENUE)?$/, zips: SAN_FRANCISCO, to: { name: 'FRIDAKAHLO', suffix: 'WAY' } },
  { from: /^HERBCAEN (?:WAY)?$/, zips: SAN_FRANCISCO, to: { name: 'EMBARCADERO', suffix: null } },
]

// Another street than the one without the direction, in the same ZIP: here the direction is a part of the name.
const WITH_DIRECTION = { name: 'BROADWAY', zips: MANHATTAN }

/** A street by the first of its names. */
export function streetAlias({ zip, ...street }: NamedStreet & { zip: string }): NamedStreet {
  const second = SECOND_NAMES.find(
    ({ from, zips }) => from.test(`${street.name} ${street.suffix ?? ''}`) && zips.test(zip),
  )
  if (second) return { ...street, ...second.to }
  const { name, zips } = WITH_DIRECTION
  return street.name === name && zips.test(zip) && street.direction !== null
    ? { ...street, name: `${street.direction}${name}`, direction: null }
    : street
}

// Buildings with a ZIP of their own, and the one around them, which people write as well.
const BUILDINGS = `
  10103 10019  10104 10019  10105 10019  10106 10019  10107 10019  10110 10036  10111 10020  10112 10020  10115 10027  10118 10001
  10119 10001  10120 10001  10121 10001  10122 10001  10123 10001  10151 10022  10152 10022  10153 10022  10154 10022  10155 10022
  10165 10017  10166 10017  10167 10017  10168 10017  10169 10017  10170 10017  10171 10017  10172 10017  10173 10017  10174 10017
  10175 10017  10176 10017  10177 10017  10178 10017  10270 10005  10271 10005  10278 10007  10279 10007`

const AROUND: ReadonlyMap<string, string> = new Map(
  [...BUILDINGS.matchAll(/(\d{5}) (\d{5})/g)].map(([, zip = '', around = '']) => [zip, around]),
)

/** The ZIP in which a building lies that has one of its own; any other ZIP as it is. */
export function zipAround(zip: string): string {
  return AROUND.get(zip) ?? zip
}
