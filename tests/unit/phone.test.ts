import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPhone, isPhone, phoneDigits } from '#domain/phone.ts'
import { runs } from '#tests/support/soak.ts'

const MASK_LENGTH = '(212) 555-0100'.length

test.each([
  ['', ''],
  ['abc', ''],
  ['(', ''],
  ['1', '(1'],
  ['123', '(123'],
  ['1234', '(123) 4'],
  ['123456', '(123) 456'],
  ['1234567', '(123) 456-7'],
  ['1234567890', '(123) 456-7890'],
  ['(123) 456-7890', '(123) 456-7890'],
  ['123.456.7890', '(123) 456-7890'],
  ['+1 (212) 555-0100', '(212) 555-0100'],
  ['12125550100', '(212) 555-0100'],
  ['1-212-555-0100', '(212) 555-0100'],
  ['21255501009', '(212) 555-0100'],
])('%j is shown as %j', (text, shown) => {
  expect(formatPhone(text)).toBe(shown)
})

test('a complete number has the length of the mask', () => {
  expect(formatPhone('2125550100')).toHaveLength(MASK_LENGTH)
})

test('typing a number with its country code key by key gives the number without it', () => {
  let field = ''
  for (const key of '12125550100') field = formatPhone(field + key)
  expect(field).toBe('(212) 555-0100')
})

test('ten backspaces empty a complete number', () => {
  let field = formatPhone('2125550100')
  for (let presses = 0; presses < 10; presses++) field = formatPhone(field.slice(0, -1))
  expect(field).toBe('')
})

const typed = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...'0123456789+-() .') }),
)

test('the mask is idempotent, never exceeds its length and keeps every digit', () => {
  fc.assert(
    fc.property(typed, (text) => {
      const shown = formatPhone(text)
      expect(formatPhone(shown)).toBe(shown)
      expect(shown.length).toBeLessThanOrEqual(MASK_LENGTH)
      expect(shown).toMatch(/^(\(\d{1,3}(\) \d{1,3}(-\d{1,4})?)?)?$/)
      expect(shown.replace(/[() -]/g, '')).toBe(phoneDigits(text))
      expect(phoneDigits(text)).toMatch(/^[0-9]{0,10}$/)
    }),
    { numRuns: runs(300) },
  )
})

test.each(['(123) 456-7890', '1234567890', '+1 212 555 0100', '1-212-555-0100', '212.555.0100'])(
  '%j is a number',
  (text) => {
    expect(isPhone(text)).toBe(true)
  },
)

test.each([
  '',
  '(123) 456-789',
  '123456789',
  '22125550100',
  '121255501000',
  '2125550100 ext 5',
  '212555010O',
  'call me: 2125550100',
  '+44 20 7946 0958',
])('%j is none', (text) => {
  expect(isPhone(text)).toBe(false)
})
