import { narrowText, normaliseText } from './text.ts'

/** An amount of money in whole US cents. Dollars exist only where a person reads or types them. */
export type Cents = number

const MONEY_TEXT = /^\$?(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Throws RangeError unless `value` is a whole number that arithmetic keeps exact. */
function requireWhole(value: number, what: string): void {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${what} must be a whole number, not ${value}`)
}

/** Cents as people read them: `$1,234.50`, `-$5.00`. Throws RangeError on fractions of a cent. */
export function formatMoney(cents: Cents): string {
  requireWhole(cents, 'An amount in cents')
  // A text, since a number of dollars would not be exact.
  return DOLLARS.format(`${cents}E-2` as Intl.StringNumericLiteral)
}

/**
 * Dollars as people type them (`49.99`, `$49.99`, `1,234.5`, ` 40 `), in cents.
 * Returns null for anything else: negatives, more than two decimals, amounts too large to be exact.
 */
export function parseMoney(text: string): Cents | null {
  const match = MONEY_TEXT.exec(narrowText(normaliseText(text)).trim())
  if (!match) return null
  const [, dollars = '', decimals = ''] = match
  const cents = Number(dollars.replaceAll(',', '')) * 100 + Number(decimals.padEnd(2, '0'))
  return Number.isSafeInteger(cents) ? cents : null
}

/**
 * `numerator / denominator` rounded to a whole number, halves upwards (2.5 → 3, -2.5 → -2), exactly:
 * no fraction is ever held in a floating point number.
 * Throws RangeError unless both are whole and the denominator is above zero.
 */
export function divideHalfUp(numerator: number, denominator: number): number {
  requireWhole(numerator, 'The numerator')
  requireWhole(denominator, 'The denominator')
  if (denominator <= 0) throw new RangeError('The denominator must be above zero')
  const rest = numerator % denominator
  const towardsZero = (numerator - rest) / denominator
  if (rest >= 0) return rest >= denominator - rest ? towardsZero + 1 : towardsZero
  return -rest > denominator + rest ? towardsZero - 1 : towardsZero
}

/**
 * A share of an amount, in hundredths of a percent (600 = 6 %), rounded half up to a cent.
 * Throws RangeError unless both are whole and their product is small enough to be exact.
 */
export function applyBasisPoints(cents: Cents, basisPoints: number): Cents {
  requireWhole(cents, 'An amount in cents')
  requireWhole(basisPoints, 'A share in basis points')
  return divideHalfUp(cents * basisPoints, 10_000)
}
