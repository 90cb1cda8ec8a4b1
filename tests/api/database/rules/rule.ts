import type { InValue } from '@libsql/client'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

// Types for the rules of the database. Values are as they reach the database, by the names of the schema:
// here a text may stand in a number's column, since that is what a rule has to refuse.

export type Values = Record<string, InValue>
type ValuesOf<T extends SQLiteTable> = { [Field in keyof T['$inferSelect']]?: InValue }

/** A CHECK: what must be refused and what next to it must be taken, each a change of a valid row. */
export type CheckRule = {
  rule: string
  table: SQLiteTable
  refuses: Record<string, Values>
  allows: Record<string, Values>
}

/** Two rows: changes of the first, and of the second, which may look at the first. */
export type Pair = [first: Values, second: Values | ((first: Values) => Values)]

/** A UNIQUE rule or a primary key: pairs of rows that cannot both be, and pairs that can. */
export type UniqueRule = {
  rule: string
  table: SQLiteTable
  refuses: Record<string, Pair>
  allows: Record<string, Pair>
}

type Written<Case> = Record<string, { refuses: Record<string, Case>; allows: Record<string, Case> }>
type PairOf<T extends SQLiteTable> = [
  first: ValuesOf<T>,
  second: ValuesOf<T> | ((first: Values) => ValuesOf<T>),
]

/** The CHECKs of a table, by their names in the database. */
export function checks<T extends SQLiteTable>(table: T, rules: Written<ValuesOf<T>>): CheckRule[] {
  return Object.entries(rules as Written<Values>).map(([rule, cases]) => ({ rule, table, ...cases }))
}

/** The unique indexes of a table, by their names in the database. */
export function uniques<T extends SQLiteTable>(table: T, rules: Written<PairOf<T>>): UniqueRule[] {
  return Object.entries(rules as Written<Pair>).map(([rule, cases]) => ({ rule, table, ...cases }))
}

/** Two rows that have the same values in these fields and both have `also`. */
export function same<Field extends string>(
  fields: Field[],
  also: Values = {},
): [Values, (first: Values) => Record<Field, InValue>] {
  return [
    also,
    (first) =>
      ({ ...also, ...Object.fromEntries(fields.map((field) => [field, first[field] ?? null])) }) as Record<
        Field,
        InValue
      >,
  ]
}

/** Two rows that both have these values. */
export function both<V extends Values>(values: V): [V, V] {
  return [values, values]
}

/** Two different rows, nothing changed. */
export const DIFFERENT: [Values, Values] = [{}, {}]

/** A text column that takes these values and no others: not in other letters, not empty, not `refused`. */
export function oneOf<Field extends string>(field: Field, allowed: readonly string[], ...refused: string[]) {
  const others = [
    ...refused,
    '',
    ...allowed.slice(0, 1).flatMap((value) => [value.toUpperCase(), ` ${value}`]),
  ]
  return {
    refuses: each(field, ...others),
    allows: each(field, ...allowed),
  }
}

/** One case for every value of a field. */
export function each<Field extends string>(
  field: Field,
  ...values: InValue[]
): Record<string, Record<Field, InValue>> {
  return Object.fromEntries(
    values.map((value) => [`${field} ${inWords(value)}`, { [field]: value } as Record<Field, InValue>]),
  )
}

/** Nothing to read: the last has every kind of white space that people get into a field. */
const BLANK = ['', '   ', '\t', '\n', '\u00a0', ' \t\n\v\f\r\u00a0']

/** A text column in which something must be. */
export function filled<Field extends string>(field: Field) {
  return { refuses: each(field, ...BLANK), allows: each(field, 'x', ' x ', '🌹') }
}

/** A text column of at most `max` characters; with `min` 1, white space alone is not enough. */
export function textOf<Field extends string>(field: Field, min: 0 | 1, max: number) {
  const blank = min === 0 ? [] : BLANK
  const shortest = min === 0 ? '' : 'x'
  return {
    refuses: each(field, 'x'.repeat(max + 1), ...blank),
    // Characters, not bytes: a note may be all roses.
    allows: each(field, 'x'.repeat(max), '🌹'.repeat(max), shortest),
  }
}

/** Values that are no whole numbers, though SQLite would keep them in an integer column. */
export function notWhole<Field extends string>(...fields: Field[]): Record<string, Record<Field, InValue>> {
  return Object.assign({}, ...fields.map((field) => each(field, 1.5, 'a lot', '12 dollars', 1e300)))
}

/** A whole number from 1 up. */
export function counting<Field extends string>(field: Field) {
  return { refuses: { ...each(field, 0, -1), ...notWhole(field) }, allows: each(field, 1, 2, 1_000_000) }
}

/** A whole number from 0 up, or nothing. */
export function wholeOrNull<Field extends string>(field: Field) {
  return { refuses: { ...each(field, -1), ...notWhole(field) }, allows: each(field, 0, 1, 1_000_000, null) }
}

/** Cases that all have these values, too. */
export function withAll<Also extends Values, Case extends Values>(
  also: Also,
  cases: Record<string, Case>,
): Record<string, Also & Case> {
  return Object.fromEntries(Object.entries(cases).map(([name, values]) => [name, { ...also, ...values }]))
}

/** A date of the calendar: `2026-12-25`. */
export function calendarDate<Field extends string>(field: Field) {
  return {
    refuses: {
      ...each(field, '2026-02-30', '2027-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-12-00'),
      ...each(field, '', 'Christmas', '2026-2-3', '25.12.2026', '12/25/2026', '20261225', '2026-12'),
      ...each(field, '2026-12-25T00:00:00.000Z', '2026-12-25 ', ' 2026-12-25', '12:00', 2_461_000.5),
    },
    allows: each(field, '2026-02-28', '2028-02-29', '2026-12-31'),
  }
}

/** An ISO instant in UTC with milliseconds, on a day and at a time that exist. */
export function isoInstant<Field extends string>(field: Field) {
  return {
    refuses: each(
      field,
      '',
      'now',
      '2026-06-04',
      '2026-06-04T19:05:00Z',
      '2026-06-04T19:05:00.000',
      '2026-06-04T19:05:00.000+00:00',
      '2026-06-04 19:05:00.000',
      '2026-06-04T19:05:00.000000Z',
      '2026-06-04t19:05:00.000z',
      ' 2026-06-04T19:05:00.000Z',
      '2026-06-04T19:05:00.000Z\n',
      '2026-6-4T19:05:00.000Z',
      '+002026-06-04T19:05:00.000Z',
      'Thu Jun 04 2026 19:05:00 GMT',
      '2026-13-04T19:05:00.000Z',
      '2026-02-30T19:05:00.000Z',
      '2026-06-04T24:00:00.000Z',
      '2026-06-04T19:60:00.000Z',
      '2026-06-04T19:05:60.000Z',
      1_780_599_900_000,
      2_461_196.3,
    ),
    allows: each(field, '2026-06-04T19:05:00.001Z', '2028-02-29T00:00:00.000Z', '2026-12-31T23:59:59.999Z'),
  }
}

/** An IANA zone with a place in it. */
export function zone<Field extends string>(field: Field) {
  return {
    refuses: each(field, '', 'UTC', 'EST', '/New_York', 'America/', 'America New York'),
    allows: each(field, 'America/New_York', 'America/Los_Angeles', 'America/Indiana/Knox'),
  }
}

const ZIP5_REFUSED = [
  '',
  '1000',
  '100011',
  '1000A',
  'ABCDE',
  ' 10001',
  '10001 ',
  '10001\n',
  '１０００１',
  '-1000',
]
const ZIP9_REFUSED = ['10001-', '10001-123', '10001-12345', '10001-12a4', '100011234', '10001 1234']

/** Five digits. */
export function zip5<Field extends string>(field: Field) {
  return {
    refuses: each(field, ...ZIP5_REFUSED, ...ZIP9_REFUSED, '10001-1234'),
    allows: each(field, '10001', '00501', '99999'),
  }
}

/** Five digits, or five and four. */
export function zip5or9<Field extends string>(field: Field) {
  return {
    refuses: each(field, ...ZIP5_REFUSED, ...ZIP9_REFUSED),
    allows: each(field, '10001', '00501', '10001-1234'),
  }
}

/** Something, an at sign, something; 254 characters at most. */
export function email<Field extends string>(field: Field) {
  const end = '@example.com'
  return {
    refuses: each(field, '', 'sam', '@example.com', 'sam@', '@', 'x'.repeat(255 - end.length) + end),
    allows: each(field, 'sam@example.com', 'x'.repeat(254 - end.length) + end),
  }
}

/** A yes or no, kept as 1 or 0. */
export function flag<Field extends string>(field: Field) {
  return { refuses: each(field, 2, -1, 0.5, 'yes', ''), allows: each(field, 0, 1) }
}

/** A text that is a JSON object. */
export function jsonObject<Field extends string>(field: Field) {
  return {
    refuses: {
      ...each(field, '', '{', 'roses', "{'n': 1}", '{"n": 1', '{n: 1}'),
      ...each(field, 'null', '[]', '[{}]', '"roses"', '1', 'true', 1),
    },
    allows: each(field, '{}', '{"n": [1, null, "a"]}'),
  }
}

function inWords(value: InValue): string {
  if (typeof value !== 'string') return String(value)
  return value.length > 40 ? `of ${[...value].length} characters` : JSON.stringify(value)
}
