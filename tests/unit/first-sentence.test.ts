import { expect, test } from 'vitest'
import { firstSentence } from '#src/storefront/learn/first-sentence.ts'

test.each([
  ['The apology took one evening. This is about the Tuesdays after it.', 'The apology took one evening.'],
  ['Order before 2.30 PM, then wait. Really.', 'Order before 2.30 PM, then wait.'],
  ['“Who died?” She laughed.', '“Who died?”'],
  ['Only one.', 'Only one.'],
  ['No mark at all', 'No mark at all'],
])('%s', (text, first) => {
  expect(firstSentence(text)).toBe(first)
})
