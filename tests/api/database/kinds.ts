import type { InValue } from '@libsql/client'
import { CROCKFORD } from '#domain/reference.ts'
import * as conditions from '#drizzle/schema/columns.ts'
import { type Check, type Column, tableOf } from './schema.ts'

// The kinds of conditions that a CHECK puts on one column, each with values that it must refuse and take. A CHECK is
// known by its text, so that a new one of a known kind is tested without a line here.

export type Values = Record<string, InValue>
/** A part of a CHECK that is about one column. */
export type Part = {
  column: Column
  words: string
  refuses: InValue[]
  allows: InValue[]
  /** The n-th value of a valid row. */
  sample: (n: number) => InValue
}
type Cases = Pick<Part, 'words' | 'refuses' | 'allows'> & Partial<Part>
type Kind = {
  /** The condition of the column COLUMN, in which LOW and HIGH stand for any numbers. */
  condition: string
  cases: (low: number, high: number) => Cases
}

const COLUMN = 'the_column'
const [LOW, HIGH] = [11_111, 22_222]

/** Texts of every kind of white space that people get into a field. */
const BLANK = ['', '   ', ...'\t\n\v\f\r \u00a0', ' \t\n\v\f\r\u00a0']
/** SQLite would keep these in an integer column. */
export const NOT_WHOLE = [1.5, 'a lot', '12 dollars', 1e300]
export const NOT_JSON_OBJECTS = [
  ...['', '{', 'roses', "{'n': 1}", '{"n": 1', '{n: 1}'],
  ...['null', '[]', '[{}]', '"roses"', '1', 'true', 1],
]
export const NOT_FLAGS = [2, -1, 0.5, 'yes', '']

const NOT_FIVE = [
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
const NOT_NINE = ['10001-', '10001-123', '10001-12345', '10001-12a4', '100011234', '10001 1234']
const NOT_INSTANTS = [
  ...['', 'now', '2026-06-04', '2026-06-04T19:05:00Z', '2026-06-04T19:05:00.000', '2026-06-04 19:05:00.000'],
  ...['2026-06-04T19:05:00.000+00:00', '2026-06-04T19:05:00.000000Z', '2026-06-04t19:05:00.000z'],
  ...[' 2026-06-04T19:05:00.000Z', '2026-06-04T19:05:00.000Z\n', '2026-6-4T19:05:00.000Z'],
  ...['+002026-06-04T19:05:00.000Z', 'Thu Jun 04 2026 19:05:00 GMT', '2026-13-04T19:05:00.000Z'],
  ...['2026-02-30T19:05:00.000Z', '2026-06-04T24:00:00.000Z', '2026-06-04T19:60:00.000Z'],
  ...['2026-06-04T19:05:60.000Z', 1_780_599_900_000, 2_461_196.3],
]
const NOT_DATES = [
  ...['2026-02-30', '2027-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-12-00', '', 'Christmas'],
  ...['2026-2-3', '25.12.2026', '12/25/2026', '20261225', '2026-12', '2026-12-25T00:00:00.000Z', '12:00'],
  ...['2026-12-25 ', ' 2026-12-25', 2_461_000.5, 'now', 'today', 'start of day'],
]
const NOT_REFERENCES = [
  ...['', 'ORD-', 'ORD-1234', '12345678', 'FLW-12345678', 'ORD12345678', ' ORD-12345', 'ORD-12345 '],
  ...['ORD-12345\n', 'ord-12345', 'ORD-1234A', 'ORD-123456', 'ORD-1234567', 'ORD-123456789', 'ORD-7k2m9qxz'],
  // Four letters that people take for others, or would rather not read.
  ...['ORD-1234567I', 'ORD-L2345678', 'ORD-1234O678', 'ORD-12U45678', 'ORD-1234-678', 'ORD-1234567É'],
]
const REFERENCES = ['ORD-12345', 'ORD-00000', 'ORD-7K2M9QXZ', 'ORD-ABCDEFGH', 'ORD-JKMNPQRS', 'ORD-TVWXYZ09']
const HASH = 'a'.repeat(64)
const NOT_HASHES = [
  HASH.slice(1),
  `${HASH}a`,
  `A${HASH.slice(1)}`,
  `g${HASH.slice(1)}`,
  `${HASH.slice(1)}G`,
  `../${HASH.slice(3)}`,
]

const digits = (n: number, count: number) => String(n).padStart(count, '0')

const KINDS: Kind[] = [
  kind(conditions.countingNumber(COLUMN), () => ({
    words: 'a whole number from 1',
    refuses: [0, -1, ...NOT_WHOLE],
    allows: [1, 2, 1_000_000],
  })),
  kind(conditions.wholeAmount(COLUMN), () => ({
    words: 'a whole number from 0',
    refuses: [-1, ...NOT_WHOLE],
    allows: [0, 1, 1_000_000],
  })),
  kind(conditions.wholeAmountOrNull(COLUMN), () => ({
    words: 'a whole number from 0, or null',
    refuses: [-1, ...NOT_WHOLE],
    allows: [0, 1, 1_000_000],
  })),
  kind(conditions.countUpToOrNull(COLUMN, LOW), (max) => ({
    words: `a whole number from 1 to ${max}, or null`,
    refuses: [0, -1, max + 1, ...NOT_WHOLE],
    allows: [1, max],
  })),
  kind(conditions.percentage(COLUMN), () => ({
    words: 'a whole number from 0 to 100',
    refuses: [-1, 101, ...NOT_WHOLE],
    allows: [0, 80, 100],
  })),
  kind(`typeof(${COLUMN}) = 'integer' and ${COLUMN} > 0 and ${COLUMN} <= ${LOW}`, (max) => ({
    words: `a whole number from 1 to ${max}`,
    refuses: [0, -1, max + 1, ...NOT_WHOLE],
    allows: [1, max],
  })),
  kind(`typeof(${COLUMN}) = 'integer' and ${COLUMN} <> 0`, () => ({
    words: 'a whole number, but not 0',
    refuses: [0, ...NOT_WHOLE],
    allows: [1, -1, -6358],
  })),
  kind(`${COLUMN} in (0, 1)`, () => ({ words: '0 or 1', refuses: NOT_FLAGS, allows: [0, 1] })),
  kind(conditions.length(COLUMN, LOW, HIGH), (min, max) => ({
    words: `${min} to ${max} characters that are not all white space`,
    refuses: [...BLANK.map((white) => white + 'x'.repeat(min - 1)), 'x'.repeat(max + 1)],
    // Characters, not bytes: a note may be all roses.
    allows: ['x'.repeat(min), 'x'.repeat(max), '🌹'.repeat(max)],
    sample: (n) => digits(n, min),
  })),
  kind(`length(${COLUMN}) <= ${LOW}`, (max) => ({
    words: `up to ${max} characters`,
    refuses: ['x'.repeat(max + 1)],
    allows: ['', 'x'.repeat(max), '🌹'.repeat(max)],
  })),
  kind(conditions.notEmpty(COLUMN), () => ({
    words: 'not only white space',
    refuses: BLANK,
    allows: ['x', ' x ', '🌹'],
  })),
  kind(conditions.isTrimmed(COLUMN), () => ({
    words: 'no white space around it',
    refuses: [...' \t\n\v\f\r\u00a0'].flatMap((space) => [`${space}Boston`, `Boston${space}`]),
    allows: ['Boston', 'New York City'],
    sample: (n) => `Boston ${n}`,
  })),
  kind(conditions.fiveDigits(COLUMN), () => ({
    words: 'five digits',
    refuses: [...NOT_FIVE, ...NOT_NINE, '10001-1234'],
    allows: ['10001', '00501', '99999'],
    sample: (n) => digits(n, 5),
  })),
  kind(conditions.fiveOrNineDigits(COLUMN), () => ({
    words: 'five digits, or five and four',
    refuses: [...NOT_FIVE, ...NOT_NINE],
    allows: ['10001', '00501', '10001-1234'],
    sample: (n) => digits(n, 5),
  })),
  kind(conditions.isoInstants(COLUMN), () => ({
    words: 'an ISO instant',
    refuses: NOT_INSTANTS,
    allows: ['2026-06-04T19:05:00.001Z', '2028-02-29T00:00:00.000Z', '2026-12-31T23:59:59.999Z'],
    sample: (n) => new Date(Date.UTC(2026, 0) + n).toISOString(),
  })),
  kind(`date(${COLUMN}) is not null and date(${COLUMN}) = ${COLUMN}`, () => ({
    words: 'a date of the calendar',
    refuses: NOT_DATES,
    allows: ['2026-02-28', '2028-02-29', '2026-12-31'],
    sample: (n) => new Date(Date.UTC(2026, 0, n)).toISOString().slice(0, 10),
  })),
  kind(conditions.zoneShape(COLUMN), () => ({
    words: 'a time zone with a place',
    refuses: ['', 'UTC', 'EST', '/New_York', 'America/', 'America New York'],
    allows: ['America/New_York', 'America/Los_Angeles', 'America/Indiana/Knox', 'a/b'],
  })),
  kind(conditions.jsonObject(COLUMN), () => ({
    words: 'a JSON object',
    refuses: NOT_JSON_OBJECTS,
    allows: ['{}', '{"n": [1, null, "a"]}'],
  })),
  kind(conditions.emailShape(COLUMN), () => ({
    words: 'an email address of up to 254 characters',
    refuses: ['', 'sam', '@example.com', 'sam@', '@', `${'x'.repeat(243)}@example.com`],
    allows: ['a@b', `${'x'.repeat(242)}@example.com`],
    sample: (n) => `${digits(n, 4)}@example.com`,
  })),
  kind(`${COLUMN} glob '[A-Z][A-Z]'`, () => ({
    words: 'two capital letters',
    refuses: ['', 'ny', 'Ny', 'nY', 'N', 'NYC', 'N1', '1N', 'ÉT', ' N', 'California'],
    allows: ['NY', 'AA', 'ZZ'],
    // No real state's, which a seeded database has.
    sample: (n) => 'BEJQXYZ'.charAt(Math.floor(n / 26) % 7) + String.fromCharCode(65 + (n % 26)),
  })),
  kind(
    `${COLUMN} glob 'ORD-${`[${CROCKFORD}]`.repeat(8)}' or ${COLUMN} glob 'ORD-${'[0-9]'.repeat(5)}'`,
    () => ({
      words: 'ORD- and eight symbols, or five digits',
      refuses: NOT_REFERENCES,
      allows: REFERENCES,
      sample: (n) => `ORD-${digits(n, 8)}`,
    }),
  ),
  kind(`length(${COLUMN}) = 64 and ${COLUMN} not glob '*[^0-9a-f]*'`, () => ({
    words: '64 hexadecimal digits',
    refuses: NOT_HASHES,
    allows: [HASH, '0'.repeat(64), 'f'.repeat(64)],
  })),
]

function kind(condition: string, cases: Kind['cases']): Kind {
  return { condition, cases }
}

/** Reads a CHECK of a list. What must be taken is the list of the column, not that of the CHECK. */
function readList({ condition, table }: Check): Part | null {
  const [, name, list] = /^(\w+) (?:in \(('[^()]+')\)|= '[^']+')$/.exec(condition) ?? []
  const column = tableOf(table).columns.find((one) => one.name === name)
  if (!column) return null
  const own = column.source.enumValues ?? [String(column.source.default)]
  const listed = (list ?? '').split("', '").map((value) => value.replace(/^'|'$/g, ''))
  return {
    column,
    words: `one of ${own.join(', ')}`,
    refuses: [...otherThan(own), ...listed.filter((value) => !own.includes(value))],
    allows: [...own],
    sample: (n) => own[n % own.length] ?? null,
  }
}

/** Values that a column with a list does not take. */
export function otherThan(list: readonly string[]): string[] {
  const near = list.flatMap((value) => [value.toUpperCase(), ` ${value}`, `${value} `])
  return ['', 'no such value', ...near]
}

/** @returns the conditions on single columns that a CHECK consists of; null: it is of no known kind */
export function partsOf(check: Check): Part[] | null {
  const known = read.get(check)
  if (known !== undefined) return known
  const list = readList(check)
  const parts = list ? [list] : readParts(check.condition, check.table)
  read.set(check, parts)
  return parts
}

const read = new Map<Check, Part[] | null>()

function readParts(condition: string, table: string): Part[] | null {
  for (const { pattern, cases } of PATTERNS) {
    const found = pattern.exec(condition)
    const column = tableOf(table).columns.find(({ name }) => name === found?.groups?.['column'])
    if (!found || !column) continue
    const numbers = found.slice(2).map(Number)
    const part = cases(numbers[0] ?? 0, numbers[1] ?? 0)
    const { allows } = part
    const own = { sample: () => allows[0] ?? null, ...part, column }
    const rest = condition.slice(found[0].length)
    if (rest === '') return [own]
    const further = rest.startsWith(' and ') ? readParts(rest.slice(' and '.length), table) : null
    if (further) return [own, ...further]
  }
  return null
}

const PATTERNS = KINDS.map(({ condition, cases }) => ({
  cases,
  pattern: new RegExp(
    `^${condition
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(COLUMN, '(?<column>\\w+)')
      .replaceAll(COLUMN, '\\k<column>')
      .replaceAll(/\b(11111|22222)\b/g, '(\\d+)')}`,
  ),
}))
