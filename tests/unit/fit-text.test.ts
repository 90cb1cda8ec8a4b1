import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitText } from '#src/admin/shop-orders/fit-text.ts'

const INSTRUCTIONS = { widthMm: 168, heightMm: 62 }

test('a short instruction is set large, a full one smaller, the longest as small as is allowed', () => {
  expect(fitText('Ring twice.', INSTRUCTIONS)).toBe(28)
  expect(fitText('Ring twice. '.repeat(15), INSTRUCTIONS)).toBe(20)
  expect(fitText('White ribbon, no lilies. '.repeat(60), INSTRUCTIONS)).toBe(14.5)
})

test.each([
  ['line breaks', 'a\n'.repeat(7), 0.6],
  ['pictures', '💐'.repeat(60), 1.3],
  ['capitals', 'SORRY '.repeat(20), 0.8],
  ['one word', 'w'.repeat(150), 0.9],
])('%s have room in the reckoning', (_, text, em) => {
  const points = fitText(text, INSTRUCTIONS)
  const lines = Math.floor(INSTRUCTIONS.heightMm / (points * 0.3528 * 1.35))
  expect(lines).toBeGreaterThanOrEqual(text.trim().split('\n').length)
  const wide = [...text].length * (points * 0.3528) * em
  expect(wide).toBeLessThan(lines * INSTRUCTIONS.widthMm)
})

test('longer text is never set larger', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'W', ' ', '\n', '💐'), maxLength: 300 })
  fc.assert(
    fc.property(text, text, (one, two) => {
      expect(fitText(`${one}${two}`, INSTRUCTIONS)).toBeLessThanOrEqual(fitText(one, INSTRUCTIONS))
    }),
  )
})
