import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CARD_SIZES, isUnsigned, layOutCard, signed } from '#domain/card.ts'
import { NOTE_MAX } from '#domain/limits.ts'
import { normaliseText } from '#domain/text.ts'
import { anyNote } from '#tests/support/notes.ts'
import { runs } from '#tests/support/soak.ts'

const SORRY = 'I am so sorry that I forgot our anniversary. You deserve better, and I will do better. '

test.each([
  ['words move on whole', 'I was wrong about the dishwasher.', ['I was wrong about the', 'dishwasher.']],
  ['line breaks stay, empty lines too', 'Sorry.\n\nSam', ['Sorry.', '', 'Sam']],
  ['pasted line breaks are line breaks', 'Sorry.\r\nSam\u2028Again', ['Sorry.', 'Sam', 'Again']],
  ['white space around a note takes no line', '\n\n  Sorry. \n', ['Sorry.']],
  ['spaces inside and at the start of a line stay', 'a  b\n   c', ['a  b', '   c']],
  ['a word that is too long is broken', 'w'.repeat(20), ['w'.repeat(18), 'ww']],
  [
    'a line may end after a hyphen or a dash',
    'Your mother-in-law/father-in-law—all',
    ['Your mother-in-law/father-in-', 'law—all'],
  ],
  ['accents are as wide as their letters', 'é'.repeat(29), ['é'.repeat(28), 'é']],
  ['a family is one character', '👩‍👩‍👧‍👦'.repeat(11), ['👩‍👩‍👧‍👦'.repeat(10), '👩‍👩‍👧‍👦']],
  [
    'Chinese breaks between characters, and no line begins with a full stop',
    `${'对'.repeat(15)}。${'不'.repeat(3)}`,
    ['对'.repeat(14), '对。不不不'],
  ],
  ['an opening bracket moves on with its word', `${'对'.repeat(14)}「不起」`, ['对'.repeat(14), '「不起」']],
  ['letters of other scripts get more room', 'Ж'.repeat(16), ['Ж'.repeat(15), 'Ж']],
  ['a no-break space holds its words together', `${'w'.repeat(17)} a\u00a0a`, ['w'.repeat(17), 'a\u00a0a']],
])('%s', (_, note, lines) => {
  expect(layOutCard(note)).toEqual({ size: 0, lines, rest: '' })
})

test('a card without a note has no lines', () => {
  expect(layOutCard(' \n ')).toEqual({ size: 0, lines: [], rest: '' })
})

test.each([
  ['200 letters of English', SORRY.repeat(3).slice(0, 200), 0],
  ['8 lines', 'a\n'.repeat(8), 0],
  ['9 lines', 'a\n'.repeat(9), 1],
  [`${NOTE_MAX} letters of English`, SORRY.repeat(4).slice(0, NOTE_MAX), 1],
  ['11 lines', 'a\n'.repeat(11), 2],
  [`${NOTE_MAX} letters of Chinese`, '对'.repeat(NOTE_MAX), 2],
  [`one word of ${NOTE_MAX} letters`, 'w'.repeat(NOTE_MAX), 2],
])('%s have the room of the card in letters of the size %#', (_, note, size) => {
  expect(layOutCard(note)).toMatchObject({ size, rest: '' })
})

test.each([
  ['14 lines', 'a\n'.repeat(14), 'a'],
  [`${NOTE_MAX} pictures`, '💐'.repeat(NOTE_MAX), '💐'.repeat(NOTE_MAX - 13 * 17)],
  [`${NOTE_MAX} wide capitals`, 'W'.repeat(NOTE_MAX), 'W'.repeat(NOTE_MAX - 13 * 22)],
])('%s are too much for the card, and what is left is known', (_, note, rest) => {
  expect(layOutCard(note)).toMatchObject({ size: 2, rest })
})

test('nothing of a note is lost, added or moved, whatever somebody types', () => {
  fc.assert(
    fc.property(anyNote, (note) => {
      const { lines, rest, size } = layOutCard(note)
      const letters = (text: string) => text.replace(/\s/g, '')
      expect(letters(lines.join('') + rest)).toBe(letters(normaliseText(note)))
      expect(lines.length).toBeLessThanOrEqual(CARD_SIZES[size]?.lines ?? 0)
      // What fits is not set smaller than it has to be.
      if (rest) expect(size).toBe(CARD_SIZES.length - 1)
      // As it is stored, and as it was typed.
      expect(layOutCard(normaliseText(note).trim())).toEqual({ lines, rest, size })
    }),
    { numRuns: runs(500) },
  )
})

test('100,000 characters fill the card, and no line of them is longer than one of a short note', () => {
  for (const unit of ['a', 'a ', 'a\n', '💐', '对', '\u200b', ' ']) {
    const { lines, rest } = layOutCard(`x${unit.repeat(100_000 / unit.length)}x`)
    expect(lines.length).toBeLessThanOrEqual(13)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(150)
    expect(rest.length).toBeLessThan(100_001)
  }
})

test('the style sheet draws the sizes of the card', () => {
  const sheet = readFileSync('src/styles/parts/note-card.css', 'utf8')
  expect([...sheet.matchAll(/--ems: (\d+);/g)].map(([, ems]) => Number(ems))).toEqual(
    CARD_SIZES.map(({ ems }) => ems),
  )
  // The card is 5 by 4, with 87 of 100 parts for a line and 4 of padding above and below.
  const lineHeight = Number(/line-height: ([\d.]+);/.exec(sheet)?.[1])
  for (const { ems, lines } of CARD_SIZES) expect((lines * lineHeight * 87) / ems).toBeLessThanOrEqual(80 - 8)
})

test.each([
  ['Sorry.\nSam', 'Sam Sorry', false],
  ['Sorry.\nLove, SAM.', 'Sam Sorry', false],
  ['Sorry.\n— Zoe', 'Zoë  Wronged', false],
  ['Sorry, love, Anne-Marie', 'Anne-Marie Wronged', false],
  ['', 'Sam', false],
  [' \n', 'Sam', false],
  ['Sorry.', '', false],
  ['Sorry.', 'Sam', true],
  ['Sam is sorry.\nVery.', 'Sam', true],
  ['The same again.', 'Sam', true],
  ['Sorry.\nSam\n\n', 'Sam', false],
])('of %j by %j, unsigned is %s', (note, sender, unsigned) => {
  expect(isUnsigned(note, sender)).toBe(unsigned)
})

test('a signed note is not asked about again', () => {
  expect(signed('Sorry. \n', ' Sam  Sorry')).toBe('Sorry.\nSam')
  for (const name of ['Sam', 'Zoë', 'Anne-Marie', 'D’Arcy', '太郎', "O'Neil x"]) {
    expect(isUnsigned(signed('Sorry.', name), name)).toBe(false)
  }
})
