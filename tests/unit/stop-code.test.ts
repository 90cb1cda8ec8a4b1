import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analyticsAddress } from '#domain/analytics-address.ts'
import { pathForLog } from '#domain/log-path.ts'
import { redact } from '#domain/redact.ts'
import { CROCKFORD } from '#domain/reference.ts'
import { readStopCode, STOP_CODE_BYTES, stopCode } from '#domain/stop-code.ts'
import { runs } from '#tests/support/soak.ts'

const CODE = 'K7QF-2M9X-04T1-W3HD'
const anyCode = fc
  .uint8Array({ minLength: STOP_CODE_BYTES, maxLength: STOP_CODE_BYTES })
  .map((bytes) => stopCode(bytes))

test('a code is all of 80 bits, in four groups of four symbols', () => {
  const bytes = fc.uint8Array({ minLength: STOP_CODE_BYTES, maxLength: STOP_CODE_BYTES })
  fc.assert(
    fc.property(bytes, (tenBytes) => {
      const code = stopCode(tenBytes)
      expect(code).toMatch(new RegExp(`^([${CROCKFORD}]{4}-){3}[${CROCKFORD}]{4}$`))
      const symbols = code.replaceAll('-', '')
      const number = [...symbols].reduce((sum, symbol) => sum * 32n + BigInt(CROCKFORD.indexOf(symbol)), 0n)
      expect(number).toBe(tenBytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n))
    }),
    { numRuns: runs(200) },
  )
  expect(STOP_CODE_BYTES * 8).toBe(80)
  expect(() => stopCode(new Uint8Array(9))).toThrow(RangeError)
})

test.each([
  ['as it is printed', CODE],
  ['in small letters', 'k7qf-2m9x-04t1-w3hd'],
  ['without hyphens', 'K7QF2M9X04T1W3HD'],
  ['with spaces', ' k7qf 2m9x  04t1 w3hd '],
  ['with dashes of a phone', 'K7QF–2M9X—04T1‑W3HD'],
  ['with dots and slashes', 'K7QF.2M9X/04T1_W3HD.'],
  ['with O for 0 and I for 1', 'K7QF-2M9X-O4TI-W3HD'],
  ['with l for 1', 'k7qf-2m9x-o4tl-w3hd'],
  ['in full-width signs', 'Ｋ７ＱＦ－２Ｍ９Ｘ－０４Ｔ１－Ｗ３ＨＤ'],
  ['with invisible signs', '\uFEFFK7QF\u00AD-2M9X\u200B-04T1\u2060-W3HD\u200E'],
  ['on two lines', 'K7QF-2M9X-\r\n04T1-W3HD'],
  ['in quotation marks', '“K7QF-2M9X-04T1-W3HD”'],
])('reads a code %s', (_, typed) => {
  expect(readStopCode(typed)).toBe(CODE)
})

test.each([
  ['nothing', ''],
  ['a symbol too few', 'K7QF-2M9X-04T1-W3H'],
  ['a symbol too many', `${CODE}0`],
  ['a U, which no code has', 'U7QF-2M9X-04T1-W3HD'],
  ['an accent', 'É7QF-2M9X-04T1-W3HD'],
  ['an order reference', 'ORD-7K3M9QXZ'],
])('reads no code in %s', (_, typed) => {
  expect(readStopCode(typed)).toBeNull()
})

test('every code is read as itself, and stands in no log and no address that is counted', () => {
  fc.assert(
    fc.property(anyCode, fc.constantFrom('', '-', '.', '–'), fc.boolean(), (code, between, isSmall) => {
      const spaced = code.replaceAll('-', between)
      const typed = isSmall ? spaced.toLowerCase() : spaced
      expect(readStopCode(typed)).toBe(code)
      // A code without letters is a number, one without digits and in small letters a word: one in 120 million, and one in 400.
      fc.pre(/[A-Z]/.test(code) && (/\d/.test(code) || !isSmall))
      expect(pathForLog(`/stop/${encodeURIComponent(typed)}`)).toBe('/stop/[code]')
      expect(redact(`No order has ${typed} on its card`)).toBe('No order has [code] on its card')
      expect(analyticsAddress(`/stop?${new URLSearchParams({ code: typed })}`)).toBe('/stop')
    }),
    { numRuns: runs(300) },
  )
})

test.each(['/learn/what-they-meant-then', '/2026-1121-0000', '/responsibilities'])(
  '%s is no code',
  (path) => {
    expect(pathForLog(path)).not.toContain('[code]')
  },
)
