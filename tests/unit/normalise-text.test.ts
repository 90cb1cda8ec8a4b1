import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainText } from '#api/http/field-schema.ts'
import { countCharacters, countTyped, cutText, narrowText, normaliseText } from '#domain/text.ts'
import { anyCharacter } from '#tests/support/any-text.ts'

test.each([
  ['plain text stays', 'plain text stays'],
  ['tabs\tand\nbreaks stay', 'tabs\tand\nbreaks stay'],
  ['a\r\nb\rc\n', 'a\nb\nc\n'],
  ['a\vb\fc\u0085d\u2028e\u2029f', 'a\nb\nc\nd\ne\nf'],
  ['nul\u0000 bell\u0007 delete\u007f c1\u0086', 'nul bell delete c1'],
  ['half \ud83c', 'half \ufffd'],
  ['zero\u200bwidth\u2060 and \ufeffmark', 'zerowidth and mark'],
  ['soft\u00adhyphen', 'softhyphen'],
  ['\u202e\u2066gnorw\u2069\u202c \u200eleft\u200f\u061c', 'gnorw left'],
  ['\u3164\u115f\u1160\uffa0\u17b4\u034f', ''],
  ['\u2800', ' '],
  ['dictated\ufffc', 'dictated'],
  ['\ufdd0\uffff\u{1fffe}', ''],
  ['Zoe\u0308', 'Zo\u00eb'],
  // Hidden signs between two parts of a character do not keep them apart.
  ['Zoe\u00ad\u0308', 'Zo\u00eb'],
  ['\uff21\uff22\uff13 stay wide', '\uff21\uff22\uff13 stay wide'],
])('%j becomes %j', (text, expected) => {
  expect(normaliseText(text)).toBe(expected)
})

describe('what is seen stays', () => {
  test.each([
    '🌹',
    '❤️',
    '❤︎',
    '❤️‍🔥',
    '👩‍👩‍👧‍👦',
    '🏳️‍🌈',
    '1️⃣',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}',
    '🇺🇸',
    // Persian and Sinhala write with joiners.
    'می\u200cخواهم',
    'ශ්\u200dරී',
  ])('%s', (text) => {
    expect(normaliseText(`I was ${text} wrong`)).toBe(`I was ${text} wrong`)
  })

  test.each([
    ['a\u200db', 'ab'],
    ['a\ufe0f', 'a'],
    ['1\ufe0f', '1'],
    ['👩\u200d', '👩'],
    ['\u200d👩', '👩'],
    ['❤\u{e0061}\u{e0062}\u{e0063}', '❤'],
    ['م\u200c', 'م'],
    ['葛\u{e0100}', '葛'],
  ])('%j, whose last part belongs to nothing, becomes %j', (text, expected) => {
    expect(normaliseText(text)).toBe(expected)
  })
})

// Halves of characters too, and what is kept in some places only.
const unit = fc.oneof(
  anyCharacter,
  fc.constantFrom('\ud83c', '\udf39', '\r', '\u0007', '\u0085', '\u200d', '\ufe0f', '\u034f'),
  fc.constantFrom('👩', '❤', '1', '\u20e3', '\u{1f3f4}', '\u{e0067}', '\u{e007f}', 'م', 'e', '\u0301'),
)

test('the output is well formed and composed, has no control or direction character and is a fixed point', () => {
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      const once = normaliseText(text)
      expect(once.isWellFormed()).toBe(true)
      expect(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u.test(once)).toBe(false)
      expect(once.normalize('NFC')).toBe(once)
      expect(normaliseText(once)).toBe(once)
    }),
  )
})

test('a long text takes no longer for each of its characters', () => {
  for (const part of ['م', '👩\u200d', '1\ufe0f', '\u202e', 'e\u0301', '\u{1f3f4}\u{e0067}'])
    expect(countCharacters(normaliseText(part.repeat(100_000)))).toBeLessThanOrEqual(200_000)
})

test.each([
  ['１０００１', '10001'],
  ['ＯＲＤ－１２３', 'ORD-123'],
  ['ｓａｍ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'sam@example.com'],
  ['（２１２）５５５－０１００', '(212)555-0100'],
  // Other scripts' digits are no wide forms.
  ['١٢٣', '١٢٣'],
  ['カﬁ①', 'カﬁ①'],
])('%j is narrow as %j', (text, expected) => {
  expect(narrowText(text)).toBe(expected)
})

test.each([
  ['', 0],
  ['abc', 3],
  ['𝓈𝑜𝓇𝓇𝓎', 5],
  ['❤️', 2],
  ['👩‍👧', 3],
])('%s has %d characters', (text, count) => {
  expect(countCharacters(text)).toBe(count)
})

test.each([
  ['  I was wrong.\r\n', 12],
  ['\u202asorry\u202c', 5],
  ['𝓈𝑜𝓇𝓇𝓎', 5],
  [' \u200b ', 0],
])('%j takes %d characters of a limit', (typed, count) => {
  expect(countTyped(typed)).toBe(count)
})

test('a text is cut between characters', () => {
  expect(cutText('𝓈𝑜𝓇𝓇𝓎', 3)).toBe('𝓈𝑜𝓇')
  expect(cutText('sorry', 9)).toBe('sorry')
})

test('a wide letter and its accent become one plain letter', () => {
  expect(plainText().parse('ｅ\u0301')).toBe('\u00e9')
})
