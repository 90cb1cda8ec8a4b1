import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyBasisPoints, divideHalfUp, formatMoney, parseMoney } from '#domain/money.ts'
import { runs } from '#tests/support/soak.ts'

const anyWhole = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -1000, max: 1000 }))
const anyDivisor = fc.oneof(
  fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  fc.integer({ min: 1, max: 20 }),
)

/** Rounds down after adding a half, on integers without limit. */
function halfUp(numerator: bigint, denominator: bigint): bigint {
  const doubled = 2n * numerator + denominator
  const floor = doubled / (2n * denominator)
  return doubled < 0n && doubled % (2n * denominator) !== 0n ? floor - 1n : floor
}

test.each([
  [0, '$0.00'],
  [-0, '$0.00'],
  [123_450, '$1,234.50'],
  [-500, '-$5.00'],
  [Number.MAX_SAFE_INTEGER, '$90,071,992,547,409.91'],
])('%d cents read %s', (cents, text) => {
  expect(formatMoney(cents)).toBe(text)
})

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is no amount in cents', (cents) => {
  expect(() => formatMoney(cents)).toThrow(
    new RangeError(`An amount in cents must be a whole number, not ${cents}`),
  )
})

test.each([
  ['$49.99', 4999],
  ['1,234.5', 123_450],
  [' 40 ', 4000],
  ['007', 700],
  ['90071992547409.91', Number.MAX_SAFE_INTEGER],
])('"%s" means %d cents', (text, cents) => {
  expect(parseMoney(text)).toBe(cents)
})

test.each(['', '.5', '5.', '-5', '1.999', '1,23', '$ 5', '1e3', '٥', '5\n6', '90071992547409.92'])(
  '%j is no amount',
  (text) => {
    expect(parseMoney(text)).toBeNull()
  },
)

test('a formatted amount can be parsed', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (cents) => {
      expect(parseMoney(formatMoney(cents))).toBe(cents)
    }),
    { numRuns: runs(200) },
  )
})

test('any input parses to null or to an exact amount of at least zero', () => {
  const typed = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789.,$- ') }))
  fc.assert(
    fc.property(typed, (text) => {
      const cents = parseMoney(text)
      expect(cents === null || (Number.isSafeInteger(cents) && cents >= 0)).toBe(true)
    }),
    { numRuns: runs(500) },
  )
})

test('division rounds as with BigInt', () => {
  fc.assert(
    fc.property(anyWhole, anyDivisor, (numerator, denominator) => {
      const expected = halfUp(BigInt(numerator), BigInt(denominator))
      expect(BigInt(divideHalfUp(numerator, denominator))).toBe(expected)
    }),
    { numRuns: runs(500) },
  )
})

test('exact halves round up, also beyond floating-point precision', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(2 ** 51), max: 2 ** 51 }), (half) => {
      expect(divideHalfUp(2 * half + 1, 2)).toBe(half + 1)
    }),
  )
})

test.each([
  [1.5, 2, 'The numerator must be a whole number, not 1.5'],
  [1, 0, 'The denominator must be above zero'],
  [1, -2, 'The denominator must be above zero'],
  [1, 0.5, 'The denominator must be a whole number, not 0.5'],
  [2 ** 53, 2, `The numerator must be a whole number, not ${2 ** 53}`],
  [Number.NaN, 2, 'The numerator must be a whole number, not NaN'],
])('%d / %d is refused', (numerator, denominator, words) => {
  expect(() => divideHalfUp(numerator, denominator)).toThrow(new RangeError(words))
})

test('a share is rounded once from the exact product', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e11 }),
      fc.integer({ min: 0, max: 10_000 }),
      (cents, basisPoints) => {
        const expected = halfUp(BigInt(cents) * BigInt(basisPoints), 10_000n)
        expect(BigInt(applyBasisPoints(cents, basisPoints))).toBe(expected)
      },
    ),
    { numRuns: runs(500) },
  )
})

test.each([
  [Number.MAX_SAFE_INTEGER, 600, 'The numerator'],
  [0.5, 8000, 'An amount in cents'],
  [8000, 0.5, 'A share in basis points'],
])('a share of %d at %d basis points is refused', (cents, basisPoints, what) => {
  expect(() => applyBasisPoints(cents, basisPoints)).toThrow(RangeError)
  expect(() => applyBasisPoints(cents, basisPoints)).toThrow(`${what} must be a whole number`)
})
