import { expect, test } from 'vitest'
import { averageOf, type Day, dollars, meanCount, summaryOf } from '#src/admin/dashboard/sales-labels.ts'

const days = (...sold: readonly [orders: number, revenueCents: number][]): Day[] =>
  sold.map(([orders, revenueCents], at) => ({ date: `2026-06-0${at + 1}`, orders, revenueCents }))

test('the average is that of whole days: today has only begun', () => {
  expect(averageOf(days([2, 20_000], [4, 40_000], [0, 0], [50, 900_000]))).toEqual({
    orders: 2,
    revenueCents: 20_000,
  })
  expect(averageOf(days([3, 30_000]))).toEqual({ orders: 0, revenueCents: 0 })
  expect(averageOf([])).toEqual({ orders: 0, revenueCents: 0 })
})

test.each([
  [0.25, '0.3'],
  [3.14, '3.1'],
  [12.3, '12'],
  [1234.5, '1,235'],
])('a mean of %d orders is written as %s', (mean, text) => {
  expect(meanCount(mean)).toBe(text)
})

test('a mean amount is written in whole dollars', () => {
  expect([0, 112_360, 49].map(dollars)).toEqual(['$0', '$1,124', '$0'])
})

test('the summary says the average line for those who do not see it', () => {
  expect(summaryOf(days([2, 20_000], [4, 40_000], [1, 5_000]))).toBe(
    '7 orders, $650.00. Best day: Tue Jun 2, with 4 orders, $400.00. Before today, an average day had 3 orders and $300.',
  )
})
