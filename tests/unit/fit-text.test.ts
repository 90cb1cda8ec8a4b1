import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitText } from '#src/admin/shop-orders/fit-text.ts'

const CARD = { widthMm: 118, heightMm: 78, largest: 20 }

test('a short note is set large, a full note smaller in one column', () => {
  expect(fitText('I was wrong about the dishwasher.', CARD)).toEqual({ points: 20, columns: 1 })
  const full = 'I was wrong about the dishwasher. '.repeat(9).slice(0, 300)
  expect(fitText(full, CARD)).toMatchObject({ columns: 1 })
  expect(fitText(full, CARD).points).toBeGreaterThanOrEqual(12.5)
})

test.each([
  ['line breaks', 'a\n'.repeat(150), 0.6],
  ['pictures', '💐'.repeat(150), 1.3],
  ['capitals', 'SORRY '.repeat(50), 0.8],
  ['one word', 'w'.repeat(300), 0.9],
])('300 characters of %s have room in the reckoning', (_, note, em) => {
  const { points, columns } = fitText(note, CARD)
  const lines = Math.floor(CARD.heightMm / (points * 0.3528 * 1.35)) * columns
  expect(lines).toBeGreaterThanOrEqual(note.split('\n').length)
  const wide = [...note].length * (points * 0.3528) * em
  expect(wide).toBeLessThan(lines * ((CARD.widthMm - (columns - 1) * 6) / columns))
})

test('longer text is never set larger', () => {
  const note = fc.string({ unit: fc.constantFrom('a', 'W', ' ', '\n', '💐'), maxLength: 300 })
  fc.assert(
    fc.property(note, note, (one, two) => {
      const area = (text: string) => {
        const { points, columns } = fitText(text, CARD)
        return points / columns
      }
      expect(area(`${one}${two}`)).toBeLessThanOrEqual(area(one))
    }),
  )
})
