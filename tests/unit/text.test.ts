import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstName, isEmail, normaliseSpaces } from '#domain/text.ts'
import { runs } from '#tests/support/soak.ts'

test.each([
  'sorry@example.com',
  'first.last+flowers@mail.example.co.uk',
  "o'brien@example.org",
  'a@b.c',
  "!#$%&'*+/=?^_`{|}~-@example.com",
  'a@1-b.example',
  'sam@xn--mller-kva.de',
  `${'a'.repeat(242)}@example.com`,
])('%s is an address', (text) => {
  expect(isEmail(text)).toBe(true)
})

test.each([
  '',
  'a@',
  'a@b',
  'a@.com',
  'a@b.',
  'a@b..com',
  'a@@b.com',
  'a@b@c.com',
  'a@b.com ',
  'a@b.com\n',
  'a@b.com\r\nBcc: all@example.com',
  'Bob <bob@b.com>',
  'a\u200b@b.com',
  'a..b@c.com',
  '.a@b.com',
  'a.@b.com',
  'ü@x.de',
  'sam@müller.de',
  'a@-b.com',
  'a@b-.com',
  'a@b.-com',
  'a@b_c.com',
  `a@${'b'.repeat(64)}.com`,
  'a@127.0.0.1',
  `${'a'.repeat(243)}@example.com`,
])('%j is none', (text) => {
  expect(isEmail(text)).toBe(false)
})

// A check that backtracks would not end within the test's time limit.
test('terminates on hostile email addresses of any length', () => {
  const hostile = [
    'a@'.repeat(127),
    `a@${'b.'.repeat(126)}`,
    `${'a'.repeat(120)}@${'b.c'.repeat(40)}@`,
    'a@b.'.repeat(100_000),
  ]
  for (const text of hostile) expect(isEmail(text)).toBe(false)
})

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...'ab \t\n\u00a0') }),
)

test('normalization is idempotent', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const clean = normaliseSpaces(text)
      expect(normaliseSpaces(clean)).toBe(clean)
      expect(clean).not.toMatch(/^\s|\s$|\s\s|[\t\n]/)
      expect(clean.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
    }),
    { numRuns: runs(200) },
  )
})

test.each([
  ['Ada Lovelace', 'Ada'],
  ['  Ada\u00a0 King Lovelace', 'Ada'],
  ['Ada', 'Ada'],
  ['', ''],
  ['   ', ''],
])('%j is called %j', (fullName, name) => {
  expect(firstName(fullName)).toBe(name)
})
