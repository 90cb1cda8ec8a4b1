import type { Home } from './known-addresses.ts'
import { pick, type Rng } from './prng.ts'

// Ways in which people write an address. The tables are the tests' own, so that a mistake of the domain's is not made twice.

/** An order's fields as somebody typed them. */
export type Typed = {
  address: string
  unit: string | null
  city: string
  state: string
  zip: string
  recipientName: string | null
}

const KINDS: Readonly<Record<string, readonly string[]>> = {
  Street: ['Street', 'St', 'St.', 'Str', 'street', 'ST', 'Stret', 'Steet', 'Streeet', 'Sreet'],
  Avenue: ['Avenue', 'Ave', 'Ave.', 'Av', 'Av.', 'avenue', 'AVE', 'Avenu', 'Avnue', 'Aveune'],
  Boulevard: ['Boulevard', 'Blvd', 'Blvd.', 'Boul', 'BLVD', 'Bvd', 'Boulevrd'],
  Place: ['Place', 'Pl', 'Pl.', 'place', 'PL'],
  Plaza: ['Plaza', 'Plz', 'Plza', 'PLAZA'],
  Parkway: ['Parkway', 'Pkwy', 'Pkwy.', 'Pky', 'Parkwy', 'Pkway'],
  Highway: ['Highway', 'Hwy', 'Hwy.', 'Hiway', 'HWY', 'Highwy'],
  Road: ['Road', 'Rd', 'Rd.', 'ROAD'],
  Terrace: ['Terrace', 'Ter', 'Terr', 'Ter.'],
  Court: ['Court', 'Ct', 'Ct.', 'Crt'],
}

const DIRECTIONS: Readonly<Record<string, readonly string[]>> = {
  North: ['North', 'N', 'N.', 'north', 'No.'],
  South: ['South', 'S', 'S.', 'SOUTH', 'So.'],
  East: ['East', 'E', 'E.', 'east'],
  West: ['West', 'W', 'W.', 'WEST', 'w'],
}

const ONES = [
  '',
  'First',
  'Second',
  'Third',
  'Fourth',
  'Fifth',
  'Sixth',
  'Seventh',
  'Eighth',
  'Ninth',
  'Tenth',
]
const TENS: Readonly<Record<number, string>> = { 3: 'Thirty', 4: 'Forty', 8: 'Eighty' }

/** A numbered street's name: `42nd`, `42`, `Forty-Second`. */
function numberedNames(number: number): readonly string[] {
  const tail = number % 10
  const ending = number > 10 && number < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][tail] ?? 'th')
  const inDigits = [
    `${number}${ending}`,
    `${number}`,
    `${number}${ending.toUpperCase()}`,
    `${number} ${ending}`,
  ]
  const tens = TENS[Math.floor(number / 10)]
  const words =
    number <= 10
      ? [ONES[number] ?? '']
      : tens
        ? [
            `${tens}-${ONES[tail]}`,
            `${tens} ${ONES[tail]}`,
            `${tens.toLowerCase()}${ONES[tail]?.toLowerCase()}`,
          ]
        : []
  return [...(ending === 'st' ? inDigits.slice(0, 3) : inDigits), ...words]
}

/** A unit's forms: for its own field, and behind a street. */
function unitForms(unit: string): readonly string[] {
  if (unit === 'PH') return ['PH', 'Penthouse', 'penthouse', 'Ph', 'Apt PH', 'Unit PH', '#PH']
  if (unit === 'GARDEN') return ['Garden apt', 'Garden level', 'garden', 'Garden Apartment', 'Apt Garden']
  const apart = unit.replace(/^(\d+)([A-Z])$/, '$1-$2')
  const spaced = unit.replace(/^(\d+)([A-Z])$/, '$1 $2').replace(/^([A-Z])(\d+)$/, '$1-$2')
  const forms = [unit, apart, spaced, unit.toLowerCase()].flatMap((value) => [
    `Apt ${value}`,
    `Apt. ${value}`,
    `apt ${value}`,
    `#${value}`,
    `# ${value}`,
    `Unit ${value}`,
    `Apartment ${value}`,
    `Apt #${value}`,
    `No. ${value}`,
    `Apt. No. ${value}`,
    `Suite ${value}`,
    `Ste. ${value}`,
    `Rm ${value}`,
    `APT ${value}`,
    `Apt: ${value}`,
    `(Apt ${value})`,
  ])
  const floors = /^\d$/.test(unit)
    ? [`Floor ${unit}`, `Fl ${unit}`, `${ONES[Number(unit)]} Floor`, `${unit}FL`, `Apt 0${unit}`]
    : []
  const rear = /^\dR$/.test(unit)
    ? [`Apt ${unit.charAt(0)} rear`, `${ONES[Number(unit.charAt(0))]} floor rear`]
    : []
  return [...forms, ...floors, ...rear, `APT${unit}`, `Apt ${unit}, ring twice`, `Apt ${unit} (blue door)`]
}

/** Ways to type a letter that nobody sees, or that looks the same. */
const CHARACTERS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text,
  (text) => text,
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.replaceAll(' ', '  '),
  (text) => text.replaceAll(' ', '\u00a0'),
  (text) => `  ${text}\t`,
  (text) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  (text) => text.replace(/(?<=\p{L})(?=\p{L})/u, '\u200b'),
  (text) => text.replace(/[aeou](?=\p{L})/u, (vowel) => `${vowel}\u0301`),
  (text) => text.replaceAll('A', '\u0410').replaceAll('o', '\u043e'),
  (text) => text.replaceAll('-', '\u2011').replaceAll(',', ' ,'),
]

const NAMES_IN_FRONT = [
  'c/o Sam Hale, ',
  'Attn: Sam Hale\n',
  'Sam Hale, ',
  'Hale Florists - ',
  'C/O S. Hale; ',
]

function namesOf(first: string): readonly (string | null)[] {
  const bare = first.normalize('NFD').replace(/\p{M}/gu, '')
  const named = [
    first,
    bare,
    bare.toUpperCase(),
    ` ${bare.toLowerCase()} `,
    `${first} Hale`,
    `Ms. ${bare} Hale`,
    `${first}-Lee Hale`,
    `To ${first}`,
  ]
  return [...named, ...named, null, 'Mrs. Hale', `${bare.charAt(0)}. Hale`, `${bare} & Sam`]
}

/** Where a home's street is written: number, directions, name and kind. */
export function streetForm(rng: Rng, home: Home, { mayLeaveOut }: { mayLeaveOut: boolean }): string {
  const isLeftOut = () => mayLeaveOut && rng() < 0.06
  const before = home.before && !isLeftOut() ? `${pick(rng, DIRECTIONS[home.before] ?? [])} ` : ''
  const name = typeof home.name === 'number' ? pick(rng, numberedNames(home.name)) : pick(rng, home.name)
  const kind = home.kind && !isLeftOut() ? ` ${pick(rng, KINDS[home.kind] ?? [home.kind])}` : ''
  const behind = home.behind ? ` ${pick(rng, DIRECTIONS[home.behind]?.slice(0, 2) ?? [])}` : ''
  const number = pick(
    rng,
    /-/.test(home.number)
      ? [home.number, home.number.replace('-', ''), home.number.replace('-', ' - ')]
      : [home.number],
  )
  return `${number} ${before}${name}${kind}${behind}`
}

/** A home as somebody writes it for an order. @param mayLeaveOut the unit, the street's kind or direction, now and then */
export function spelled(rng: Rng, home: Home, { mayLeaveOut }: { mayLeaveOut: boolean }): Typed {
  const street = streetForm(rng, home, { mayLeaveOut })
  const hasUnit = home.unit !== undefined && !(mayLeaveOut && rng() < 0.08)
  const unit = hasUnit && home.unit ? pick(rng, unitForms(home.unit)) : null
  const isInLine = unit !== null && rng() < 0.45
  const tail = pick(rng, [
    ...[
      '',
      '',
      '',
      '',
      `, ${home.city}`,
      `, ${home.city}, ${home.state}`,
      `, ${home.city}, ${home.state} ${home.zip}`,
    ],
    ...[
      ` ${home.city} ${home.state}`,
      `, ${home.city}, ${home.state} ${home.zip}-1234, USA`,
      `\n${home.city} ${home.zip}`,
      ', USA',
    ],
  ])
  const front = rng() < 0.12 ? pick(rng, NAMES_IN_FRONT) : ''
  const line = isInLine ? `${street}${pick(rng, [', ', ' ', '\n', ' - '])}${unit}` : street
  const characters = pick(rng, CHARACTERS)
  return {
    address: characters(`${front}${line}${tail}`),
    unit: isInLine || unit === null ? pick(rng, [null, null, 'n/a', unit]) : characters(unit),
    city: pick(rng, [home.city, home.city.toUpperCase(), ` ${home.city.toLowerCase()}`]),
    state: home.state,
    zip: pick(rng, [home.zip, home.zip, `${home.zip}-1234`]),
    recipientName: pick(rng, namesOf(home.first)),
  }
}
