import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printable } from '#domain/text.ts'
import { anyCharacter } from '#tests/support/any-text.ts'

test.each([
  ['plain text stays', 'plain text stays'],
  ['tabs\tand\nbreaks stay', 'tabs\tand\nbreaks stay'],
  ['a\r\nb\rc\n', 'a\nb\nc\n'],
  ['nul\u0000 bell\u0007 delete\u007f c1\u0085', 'nul bell delete c1'],
  ['half \ud83c', 'half \ufffd'],
  ['whole 🌹', 'whole 🌹'],
])('%j becomes %j', (text, expected) => {
  expect(printable(text)).toBe(expected)
})

// Halves of characters too.
const unit = fc.oneof(anyCharacter, fc.constantFrom('\ud83c', '\udf39', '\r', '\u0007', '\u0085'))

test('the output is well formed, has no control character and is a fixed point', () => {
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      const once = printable(text)
      expect(once.isWellFormed()).toBe(true)
      expect(/(?![\n\t])\p{Cc}/u.test(once)).toBe(false)
      expect(printable(once)).toBe(once)
    }),
  )
})
