import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CURRENCY, priceOrder, TAX_BASIS_POINTS } from '#domain/pricing.ts'
import { runs } from '#tests/support/soak.ts'

const amount = fc.integer({ min: 0, max: 1_000_000_000 })

test('sales tax is 6 %, in US dollars', () => {
  expect(TAX_BASIS_POINTS).toBe(600)
  expect(CURRENCY).toBe('usd')
})

// Worked out on paper: 6 % of the sum of price and fee.
test.each([
  { subtotal: 4999, fee: 1999, tax: 420, total: 7418 },
  { subtotal: 4999, fee: 1499, tax: 390, total: 6888 },
  { subtotal: 4999, fee: 999, tax: 360, total: 6358 },
  { subtotal: 4999, fee: 0, tax: 300, total: 5299 },
  { subtotal: 8999, fee: 1999, tax: 660, total: 11_658 },
  { subtotal: 13_999, fee: 1999, tax: 960, total: 16_958 },
  { subtotal: 0, fee: 0, tax: 0, total: 0 },
  { subtotal: 8, fee: 0, tax: 0, total: 8 },
  { subtotal: 25, fee: 0, tax: 2, total: 27 },
  { subtotal: 75, fee: 0, tax: 5, total: 80 },
])('tax on subtotal and fee: $subtotal + $fee + $tax makes $total', ({ subtotal, fee, tax, total }) => {
  expect(priceOrder({ subtotalCents: subtotal, deliveryFeeCents: fee })).toEqual({
    subtotalCents: subtotal,
    deliveryFeeCents: fee,
    taxCents: tax,
    discountCents: 0,
    totalCents: total,
  })
})

test('a discount comes off after tax', () => {
  const price = priceOrder({ subtotalCents: 4999, deliveryFeeCents: 0, discountCents: 1000 })
  expect(price).toMatchObject({ taxCents: 300, discountCents: 1000, totalCents: 4299 })
})

test('the parts add up to the total, which is never negative; tax is within half a cent of 6 %', () => {
  fc.assert(
    fc.property(amount, amount, amount, (subtotalCents, deliveryFeeCents, anyDiscount) => {
      const discountCents = anyDiscount % (subtotalCents + deliveryFeeCents + 1)
      const price = priceOrder({ subtotalCents, deliveryFeeCents, discountCents })
      const { taxCents, totalCents } = price
      expect(price.subtotalCents + price.deliveryFeeCents + taxCents - price.discountCents).toBe(totalCents)
      expect(Number.isSafeInteger(totalCents) && totalCents >= 0).toBe(true)
      const offBy = BigInt(taxCents) * 100n - BigInt(subtotalCents + deliveryFeeCents) * 6n
      expect(offBy > -50n && offBy <= 50n).toBe(true)
    }),
    { numRuns: runs(500) },
  )
})

test('a discount may equal the total and not exceed it', () => {
  const whole = { subtotalCents: 4999, deliveryFeeCents: 1999 }
  expect(priceOrder({ ...whole, discountCents: 7418 }).totalCents).toBe(0)
  expect(() => priceOrder({ ...whole, discountCents: 7419 })).toThrow(
    new RangeError('The total must be a whole number of cents, zero or more, not -1'),
  )
})

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is refused everywhere', (bad) => {
  const refused = (what: string) =>
    new RangeError(`${what} must be a whole number of cents, zero or more, not ${bad}`)
  expect(() => priceOrder({ subtotalCents: bad, deliveryFeeCents: 0 })).toThrow(refused('The subtotal'))
  expect(() => priceOrder({ subtotalCents: 0, deliveryFeeCents: bad })).toThrow(refused('The delivery fee'))
  expect(() => priceOrder({ subtotalCents: 100, deliveryFeeCents: 0, discountCents: bad })).toThrow(
    refused('The discount'),
  )
})
