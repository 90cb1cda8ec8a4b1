import { expect, test } from 'vitest'
import { markdown } from './report.ts'
import { median, quantile, ratio } from './statistics.ts'

test('the middle of some numbers, in whatever order they come', () => {
  expect(median([5, 1, 3])).toBe(3)
  expect(median([4, 1, 3, 2])).toBe(3)
  expect(median([])).toBeNaN()
})

test('the 99th percentile of a hundred is the slowest, of a thousand it is not', () => {
  const upTo = (n: number) => Array.from({ length: n }, (_, at) => n - at)
  expect(quantile(upTo(100), 0.99)).toBe(100)
  expect(quantile(upTo(1_000), 0.99)).toBe(991)
  expect(quantile([7], 0.99)).toBe(7)
})

test('a ratio is that of each round: what slows the machine down for a while is in both sides', () => {
  expect(ratio([2, 20, 2], [1, 10, 1])).toBe(2)
})

test('a section is a table with its targets above it, and says which are missed', () => {
  const text = markdown([
    {
      title: 'Speed',
      how: 'Measured.',
      head: ['what', 'ms'],
      rows: [['a read', '3']],
      targets: [
        { text: 'quick', met: true },
        { text: 'quicker', met: false },
      ],
    },
  ])
  expect(text).toBe(
    '## Speed\n\nMeasured.\n\n- met: quick\n- **missed**: quicker\n\n| what | ms |\n|---|---|\n| a read | 3 |\n',
  )
})
