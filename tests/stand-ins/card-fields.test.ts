import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatCardNumber,
  formatCvv,
  formatExpiry,
  isExpiryValid,
  isLuhnValid,
} from '#local/payments/cards.ts'
import { runs } from '#tests/support/soak.ts'

const typed = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...'0123456789/ -') }),
)

test.each([
  ['', ''],
  ['4242', '4242'],
  ['42424', '4242 4'],
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242-4242-4242-4242-99', '4242 4242 4242 4242'],
])('card number %j is shown as %j', (text, shown) => {
  expect(formatCardNumber(text)).toBe(shown)
})

test.each([
  ['', ''],
  ['1', '1'],
  ['123', '12/3'],
  ['1230', '12/30'],
  ['12/30', '12/30'],
  ['1/30', '01/30'],
  ['12/2030', '12/30'],
  ['1122030', '11/22'],
  ['x', ''],
])('expiry %j is shown as %j', (text, shown) => {
  expect(formatExpiry(text)).toBe(shown)
})

test('the masks are idempotent and keep their shapes', () => {
  fc.assert(
    fc.property(typed, (text) => {
      for (const mask of [formatCardNumber, formatExpiry, formatCvv])
        expect(mask(mask(text))).toBe(mask(text))
      expect(formatCardNumber(text)).toMatch(/^(\d{4} ){0,3}\d{0,4}$/)
      expect(formatExpiry(text)).toMatch(/^(\d{0,2}|\d{2}\/\d{1,2})$/)
      expect(formatCvv(text)).toMatch(/^\d{0,4}$/)
    }),
    { numRuns: runs(300) },
  )
})

test.each(['', '4242424242424241', '42', '0', '4'.repeat(20)])('%j does not pass', (number) => {
  expect(isLuhnValid(number)).toBe(false)
})

test('exactly one check digit is valid, and a single wrong digit is always detected', () => {
  const fifteen = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 15, maxLength: 15 })
  fc.assert(
    fc.property(fifteen, fc.nat({ max: 15 }), fc.integer({ min: 1, max: 9 }), (start, place, change) => {
      const valid = [...'0123456789'].map((last) => start + last).filter(isLuhnValid)
      expect(valid).toHaveLength(1)
      const number = valid[0] ?? ''
      const wrong = (Number(number[place]) + change) % 10
      expect(isLuhnValid(number.slice(0, place) + wrong + number.slice(place + 1))).toBe(false)
    }),
  )
})

test.each([
  ['06/26', '2026-06-15T12:00:00Z', true],
  ['05/26', '2026-06-15T12:00:00Z', false],
  ['01/27', '2026-06-15T12:00:00Z', true],
  ['06/26', '2026-07-01T11:59:59Z', true],
  ['06/26', '2026-07-01T12:00:00Z', false],
  ['12/26', '2027-01-01T03:00:00Z', true],
  ['12/26', '2027-01-02T00:00:00Z', false],
  ['00/30', '2026-06-15T12:00:00Z', false],
  ['13/30', '2026-06-15T12:00:00Z', false],
  ['06/2030', '2026-06-15T12:00:00Z', false],
  ['', '2026-06-15T12:00:00Z', false],
])('expiry %j at %s: %s', (text, now, valid) => {
  expect(isExpiryValid(text, new Date(now))).toBe(valid)
})
