import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  allocation,
  DEFAULT_SHOP_PERCENT,
  remainder,
  SPLIT_PRESETS,
  shopPercent,
  splitByPercent,
} from '#src/domain/cost-split.ts'

const total = fc.integer({ min: 0, max: 100_000_000 })
const hundredths = fc.integer({ min: 0, max: 10_000 })

test('the default is the first preset, and every preset is a whole', () => {
  expect(SPLIT_PRESETS).toEqual([
    [80, 20],
    [75, 25],
    [70, 30],
  ])
  expect(DEFAULT_SHOP_PERCENT).toBe(80)
  expect(SPLIT_PRESETS.every(([shop, platform]) => shop + platform === 100)).toBe(true)
})

test.each([
  [7418, 80, 5934, 1484],
  [5299, 80, 4239, 1060],
  [5299, 75, 3974, 1325],
  [5299, 70, 3709, 1590],
  [1, 50, 1, 0],
  [3, 50, 2, 1],
  [100, 0, 0, 100],
  [100, 100, 100, 0],
  [0, 80, 0, 0],
  [10_000, 33.33, 3333, 6667],
])(
  '%d at %d percent: %d for the shop, %d for the platform',
  (totalCents, percent, shopCostCents, platformFeeCents) => {
    expect(splitByPercent(totalCents, percent)).toEqual({ shopCostCents, platformFeeCents })
  },
)

test('the parts of any split are exact, never negative, and nearest to the percentage', () => {
  fc.assert(
    fc.property(total, hundredths, (totalCents, basisPoints) => {
      const { shopCostCents, platformFeeCents } = splitByPercent(totalCents, basisPoints / 100)
      expect(shopCostCents + platformFeeCents).toBe(totalCents)
      expect(shopCostCents >= 0 && platformFeeCents >= 0).toBe(true)
      const offBy = BigInt(shopCostCents) * 10_000n - BigInt(totalCents) * BigInt(basisPoints)
      expect(offBy > -5000n && offBy <= 5000n).toBe(true)
      expect(allocation(totalCents, shopCostCents, platformFeeCents).state).toBe('exact')
    }),
    { numRuns: 20_000 },
  )
})

test.each([
  [100, -1],
  [100, 100.01],
  [100, Number.NaN],
  [-1, 80],
  [0.5, 80],
])('%d cents at %d percent is refused', (totalCents, percent) => {
  expect(() => splitByPercent(totalCents, percent)).toThrow(RangeError)
})

test('one amount leaves the other the rest, never below zero', () => {
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
  [0, 0, 0, { state: 'exact', differenceCents: 0, mismatch: false }],
])('of %d, %d and %d', (totalCents, shopCostCents, platformFeeCents, expected) => {
  expect(allocation(totalCents, shopCostCents, platformFeeCents)).toEqual(expected)
})

test.each([
  [5299, 4239, 80],
  [10_000, 7250, 72.5],
  [3, 1, 33.3],
  [3, 2, 66.7],
  [100, 0, 0],
  [100, 100, 100],
  [0, 0, 0],
])('of %d, %d is %d percent', (totalCents, shopCostCents, percent) => {
  expect(shopPercent(totalCents, shopCostCents)).toBe(percent)
})
