import { expect, test } from 'vitest'
import { sizeText } from '#domain/catalogue.ts'

test.each([
  [
    'all of it',
    { heightInches: 14, stems: 9, container: 'wrap' },
    'About 14 inches tall, about 9 stems, in a wrap',
  ],
  [
    'one of each',
    { heightInches: 1, stems: 1, container: 'vase' },
    'About 1 inch tall, about 1 stem, in a vase',
  ],
  ['only its stems', { heightInches: null, stems: 24, container: null }, 'About 24 stems'],
  ['only what it comes in', { heightInches: null, stems: null, container: 'vase' }, 'In a vase'],
  ['nothing', { heightInches: null, stems: null, container: null }, ''],
] as const)('a bouquet of which %s is known', (_, size, expected) => {
  expect(sizeText(size)).toBe(expected)
})
