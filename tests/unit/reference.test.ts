import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CROCKFORD,
  orderReference,
  readReference,
  referenceSearch,
  sampleReference,
  trackingToken,
} from '#domain/reference.ts'
import { runs } from '#tests/support/soak.ts'

test('the alphabet has 32 different symbols and none that is mistaken for another', () => {
  expect(new Set(CROCKFORD).size).toBe(32)
  expect(CROCKFORD).toMatch(/^[0-9A-Z]+$/)
  expect(CROCKFORD).not.toMatch(/[ILOU]/)
})

test.each([
  [[255, 255, 255, 255, 255], 'ORD-ZZZZZZZZ'],
  [[0b00001_000, 0b10_00011_0, 0b0100_0010, 0b1_00110_00, 0b111_01000], 'ORD-12345678'],
  [[0, 0, 0, 0, 1, 255], 'ORD-00000001'],
])('%j gives %s', (bytes, reference) => {
  expect(orderReference(Uint8Array.from(bytes))).toBe(reference)
})

test('a reference read as a base-32 number gives the five input bytes', () => {
  const fiveBytes = fc.uint8Array({ minLength: 5, maxLength: 5 })
  fc.assert(
    fc.property(fiveBytes, (bytes) => {
      const reference = orderReference(bytes)
      const number = [...reference.slice(4)].reduce((sum, symbol) => sum * 32 + CROCKFORD.indexOf(symbol), 0)
      const expected = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
      expect(number).toBe(expected)
    }),
    { numRuns: runs(300) },
  )
})

test('fewer than five bytes are refused', () => {
  expect(() => orderReference(new Uint8Array(4))).toThrow(new RangeError('8 symbols need 5 random bytes'))
})

test.each([
  [0, 'ORD-00000'],
  [99_999, 'ORD-99999'],
])('sample %d is %s', (n, reference) => {
  expect(sampleReference(n)).toBe(reference)
})

test.each([-1, 100_000, 1.5, Number.NaN])('sample %d is refused', (n) => {
  expect(() => sampleReference(n)).toThrow(new RangeError(`Not a five-digit number: ${n}`))
})

test('a tracking token is all of sixteen bytes', () => {
  expect(trackingToken(Uint8Array.from({ length: 20 }, (_, n) => n * 17))).toBe(
    '00112233445566778899aabbccddeeff',
  )
  expect(() => trackingToken(new Uint8Array(15))).toThrow(
    new RangeError('A tracking token needs 16 random bytes'),
  )
})

test.each([
  [' ord-7k2m9qxa ', 'ORD-7K2M9QXA'],
  ['7K2M9QXA', 'ORD-7K2M9QXA'],
  ['ORD – 7K2M 9QXA', 'ORD-7K2M9QXA'],
  ['# ord 7k2m9qxa.', 'ORD-7K2M9QXA'],
  ['ord7k2m9qxo', 'ORD-7K2M9QX0'],
  ['ORD-IL2M9QXA', 'ORD-112M9QXA'],
  ['ORD-7K2M9QX', null],
  ['ORD-7K2M9QXAA', null],
  ['ORD-7K2M9QXU', null],
  ['ORD-12345', null],
])('the reference typed as %j is %j', (typed, reference) => {
  expect(readReference(typed)).toBe(reference)
})

test('a reference that is a word of its own prefix is read whole', () => {
  expect(readReference('0RD0RD00')).toBe('ORD-0RD0RD00')
})

test.each([
  ['#ORD-7k2', 'ORD-7K2'],
  ['ord 7K2M', 'ORD-7K2M'],
  ['ordo', 'ORD-0'],
  ['# 7k2m', '7K2M'],
  ['7K2M 9QXA', 'ORD-7K2M9QXA'],
  ['#ORD-12345', 'ORD-12345'],
  ['7k2m', null],
  ['Rose', null],
  ['', null],
])('a search for %j may mean the reference %j', (typed, reference) => {
  expect(referenceSearch(typed)).toBe(reference)
})
