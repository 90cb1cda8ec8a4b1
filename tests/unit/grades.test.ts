import { expect, test } from 'vitest'
import { formatRange, GRADES, gradeOf, leavesGrade } from '#domain/grades.ts'

test('the public ranges are $40-$60, $70-$100 and $120+', () => {
  expect(Object.values(GRADES).map((grade) => [grade.name, formatRange(grade)])).toEqual([
    ['Really Bad', '$40-$60'],
    ['Extremely Bad', '$70-$100'],
    ['Nuclear Bad', '$120+'],
  ])
})

test('formats cents, and a range of one amount as that amount', () => {
  expect(formatRange({ minCents: 4240, maxCents: 6360 })).toBe('$42.40-$63.60')
  expect(formatRange({ minCents: 14839, maxCents: null })).toBe('$148.39+')
  expect(formatRange({ minCents: 5000, maxCents: 5000 })).toBe('$50.00')
})

test('a SKU that is not sold on the storefront has no grade', () => {
  expect(gradeOf('FLOWER-004')).toBeNull()
  expect(gradeOf('toString')).toBeNull()
})

test.each([
  ['FLOWER-001', 3999, true],
  ['FLOWER-001', 4000, false],
  ['FLOWER-001', 6000, false],
  ['FLOWER-001', 6001, true],
  ['FLOWER-002', 7000, false],
  ['FLOWER-002', 10_001, true],
  ['FLOWER-003', 11_999, true],
  ['FLOWER-003', 999_999, false],
  ['TEST-1', 1, false],
])('%s at %i cents leaves its range: %s', (sku, cents, leaves) => {
  expect(leavesGrade(sku, cents)).toBe(leaves)
})
