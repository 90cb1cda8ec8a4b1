import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  allocation,
  DEFAULT_SHOP_PERCENT,
  presetsWith,
  remainder,
  SPLIT_PRESETS,
  shopPercent,
  splitByPercent,
} from '#domain/cost-split.ts'
import { parseMoney } from '#domain/money.ts'
import { runs } from '#tests/support/soak.ts'

const total = fc.integer({ min: 0, max: 100_000_000 })
const hundredths = fc.integer({ min: 0, max: 10_000 })

test('the default is the first preset, and every preset adds up to 100 %', () => {
  expect(SPLIT_PRESETS).toEqual([
    [80, 20],
    [75, 25],
    [70, 30],
  ])
  expect(DEFAULT_SHOP_PERCENT).toBe(80)
  expect(SPLIT_PRESETS.every(([shop, platform]) => shop + platform === 100)).toBe(true)
})

test('a shop’s usual share is among the presets, once and in its place', () => {
  const labels = (percent: number) => presetsWith(percent).map(({ label }) => label)
  expect(labels(80)).toEqual(['80/20', '75/25', '70/30'])
  expect(labels(72)).toEqual(['80/20', '75/25', '72/28', '70/30'])
  expect(labels(100)).toEqual(['100/0', '80/20', '75/25', '70/30'])
})

test.each([
  [7418, 80, 5934, 1484],
  [1, 50, 1, 0],
  [0, 80, 0, 0],
  [10_000, 33.33, 3333, 6667],
])(
  '%d at %d percent: %d for the shop, %d for the platform',
  (totalCents, percent, shopCostCents, platformFeeCents) => {
    expect(splitByPercent(totalCents, percent)).toEqual({ shopCostCents, platformFeeCents })
  },
)

test('the parts of any split add up, are never negative and match the percentage to the cent', () => {
  fc.assert(
    fc.property(total, hundredths, (totalCents, basisPoints) => {
      const { shopCostCents, platformFeeCents } = splitByPercent(totalCents, basisPoints / 100)
      expect(shopCostCents + platformFeeCents).toBe(totalCents)
      expect(shopCostCents >= 0 && platformFeeCents >= 0).toBe(true)
      const offBy = BigInt(shopCostCents) * 10_000n - BigInt(totalCents) * BigInt(basisPoints)
      expect(offBy > -5000n && offBy <= 5000n).toBe(true)
      expect(allocation(totalCents, shopCostCents, platformFeeCents).state).toBe('exact')
    }),
    { numRuns: runs(500) },
  )
})

test.each([
  [100, -1, 'Not a percentage: -1'],
  [100, 100.01, 'Not a percentage: 100.01'],
  [100, Number.NaN, 'Not a percentage: NaN'],
  [-1, 80, 'A total cannot be negative: -1'],
  [0.5, 80, 'An amount in cents must be a whole number, not 0.5'],
])('%d cents at %d percent is refused', (totalCents, percent, words) => {
  expect(() => splitByPercent(totalCents, percent)).toThrow(new RangeError(words))
})

test('changing one amount sets the other to the difference, never below zero', () => {
  fc.assert(
    fc.property(total, total, (totalCents, amountCents) => {
      const other = remainder(totalCents, amountCents)
      expect(other).toBeGreaterThanOrEqual(0)
      const { state } = allocation(totalCents, amountCents, other)
      expect(state).toBe(amountCents > totalCents ? 'over-allocated' : 'exact')
    }),
  )
})

test.each([
  [10_000, 8000, 2000, { state: 'exact', differenceCents: 0, mismatch: false }],
  [10_000, 8000, 1999, { state: 'unallocated', differenceCents: 1, mismatch: false }],
  [10_000, 8000, 1998, { state: 'unallocated', differenceCents: 2, mismatch: true }],
  [10_000, 8000, 2001, { state: 'over-allocated', differenceCents: 1, mismatch: false }],
  [10_000, 8000, 2002, { state: 'over-allocated', differenceCents: 2, mismatch: true }],
  [10_000, 0, 0, { state: 'unallocated', differenceCents: 10_000, mismatch: true }],
])('of %d, %d and %d', (totalCents, shopCostCents, platformFeeCents, expected) => {
  expect(allocation(totalCents, shopCostCents, platformFeeCents)).toEqual(expected)
})

test.each([
  [10_000, 7250, 72.5],
  [3, 1, 33.3],
  [3, 2, 66.7],
  [0, 0, 0],
])('of %d, %d is %d percent', (totalCents, shopCostCents, percent) => {
  expect(shopPercent(totalCents, shopCostCents)).toBe(percent)
})

/** Texts that somebody may type as an amount: dollars with and without cents, signs and commas, and things that are none. */
const typed = fc
  .tuple(fc.oneof(fc.nat(199), fc.nat(19_999)), fc.nat(99), fc.nat(7))
  .map(([dollars, cents, form]) => {
    const withCents = (text: string) => `${text}.${String(cents).padStart(2, '0')}`
    return [
      withCents(String(dollars)),
      withCents(`$${dollars.toLocaleString('en-US')}`),
      `${dollars}`,
      ` ${dollars}.${cents % 10} `,
      `-${dollars}`,
      `${dollars}.${cents}5`,
      '',
      'forty',
    ][form]
  })
const percentage = fc.oneof(
  fc.constantFrom(...SPLIT_PRESETS.map(([shop]) => shop)),
  hundredths.map((basisPoints) => basisPoints / 100),
)
const input = fc.oneof(
  percentage.map((percent) => ({ percent })),
  fc.record({ amount: typed, of: fc.constantFrom('shop', 'platform') }),
)

test('any sequence of inputs gives whole parts, and only exact splits can be submitted', () => {
  const inputs = fc.array(input, { minLength: 5, maxLength: 5 })
  fc.assert(
    fc.property(fc.nat(1_500_000), inputs, (totalCents, steps) => {
      let now = splitByPercent(totalCents, DEFAULT_SHOP_PERCENT)
      for (const step of steps) {
        if ('percent' in step) now = splitByPercent(totalCents, step.percent)
        else {
          const cents = parseMoney(step.amount ?? '')
          if (cents === null) continue
          const other = remainder(totalCents, cents)
          now =
            step.of === 'shop'
              ? { shopCostCents: cents, platformFeeCents: other }
              : { shopCostCents: other, platformFeeCents: cents }
        }
        const { shopCostCents: shop, platformFeeCents: platform } = now
        expect([shop, platform].every((cents) => Number.isSafeInteger(cents) && cents >= 0)).toBe(true)
        const { state, differenceCents, mismatch } = allocation(totalCents, shop, platform)
        // One amount always leaves the other the rest; too much of one is the only way to miss the total, and is told.
        const excess = shop + platform - totalCents
        expect({ state, excess }).toEqual({
          state: excess > 0 ? 'over-allocated' : 'exact',
          excess: differenceCents,
        })
        expect(mismatch).toBe(differenceCents > 1)
      }
    }),
    { numRuns: runs(300) },
  )
})
