import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { line, paragraphs, plainLine, textOrNull } from '#api/http/field-schema.ts'
import { analyticsAddress } from '#domain/analytics-address.ts'
import { OUTSIDE_TEXT } from '#tests/support/outside-text.ts'

// Texts from outside come at any length. A function whose work grows faster than its text cuts first; the soak measures them all
// (tests/worker/long-texts.soak.ts), and the Worker.

/** They read parts of an address, and are measured with the whole of it: `domain/matching/place.ts`. */
const PARTS_OF_A_PLACE = [
  'house-number',
  'number-words',
  'plain-words',
  'second-names',
  'street',
  'street-words',
  'unit',
].map((name) => `domain/matching/${name}.ts`)

/** Fields whose texts are ours, or were limited by a schema: lists, dates, ZIP codes of five digits, what florists may write. */
const LIMITED = [
  // They look at the text that check.ts has cut.
  'domain/apology/steps.ts',
  'domain/availability.ts',
  'domain/calendar.ts',
  'domain/dashboard-days.ts',
  'domain/grades.ts',
  ...PARTS_OF_A_PLACE,
  'domain/opening-hours.ts',
  'domain/order/substitution-messages.ts',
  'domain/postal-address.ts',
  'domain/zip-distance.ts',
  'domain/refunds.ts',
]

test('every file of the domain that searches in texts is measured, or says whose they are', () => {
  const searching = globSync('domain/**/*.ts').filter((file) =>
    /\.(replace|replaceAll|match|matchAll|test|exec|search|split)\(/.test(readFileSync(file, 'utf8')),
  )
  expect(searching.toSorted()).toEqual([...Object.keys(OUTSIDE_TEXT), ...LIMITED].toSorted())
})

test.each([
  ['a line', line('Missing', 100)],
  ['a line of plain signs', plainLine('Missing', 100)],
  ['paragraphs', paragraphs('Missing', 100)],
  ['a text that may be missing', textOrNull(100)],
])('%s is not normalized when it is longer than any field may be', (_, field) => {
  const messagesFor = (text: string) => field.safeParse(text).error?.issues.map(({ message }) => message)
  // Nobody sees these: normalized, none of them is left.
  const long = messagesFor('\u200b'.repeat(100_000))
  expect(long).toEqual(['Please keep this to 100 characters'])
  expect(messagesFor('\u200b'.repeat(1_000))).not.toEqual(long)
  expect(messagesFor(`x${'\u200b'.repeat(1_000)}`)).toBeUndefined()
})

test('an address inside an address inside an address is not counted, since each would be encoded once more', () => {
  expect(analyticsAddress('/login?from=/admin?tab=a')).toBe('/login?from=%2Fadmin%3Ftab%3Da')
  expect(analyticsAddress('/login?from=/admin?tab=/home')).toBe('/login?from=%2Fadmin')
  expect(analyticsAddress('/?a='.repeat(500))).toBe('/?a=%2F')
})
