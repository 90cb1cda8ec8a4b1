import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digits, isZip5, isZip5Or9 } from '#domain/zip.ts'
import { runs } from '#tests/support/soak.ts'

test.each([
  ['10001', true, true],
  ['00501', true, true],
  ['94102-1234', false, true],
  ['', false, false],
  ['1000', false, false],
  ['100011', false, false],
  ['10001 ', false, false],
  [' 10001', false, false],
  ['10001\n', false, false],
  ['1000a', false, false],
  ['١٢٣٤٥', false, false],
  ['941021234', false, false],
  ['94102-123', false, false],
  ['94102-12345', false, false],
  ['94102 1234', false, false],
])('%j: five digits %s, five or nine %s', (text, five, fiveOrNine) => {
  expect(isZip5(text)).toBe(five)
  expect(isZip5Or9(text)).toBe(fiveOrNine)
})

const typed = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...'0123456789- ab') }),
)

test('the mask keeps at most the given number of digits in their order and is idempotent', () => {
  fc.assert(
    fc.property(typed, fc.nat({ max: 20 }), (text, max) => {
      const masked = digits(text, max)
      expect(masked).toMatch(/^[0-9]*$/)
      expect(masked).toBe(
        [...text]
          .filter((char) => char >= '0' && char <= '9')
          .slice(0, max)
          .join(''),
      )
      expect(digits(masked, max)).toBe(masked)
    }),
    { numRuns: runs(200) },
  )
})
