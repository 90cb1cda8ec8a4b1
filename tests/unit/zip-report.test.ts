import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ZipCheck } from '#src/admin/markets/queries.ts'
import { splitZips, zipReport } from '#src/admin/markets/zips.ts'

test.each([
  ['02108, 02109;02110', ['02108', '02109', '02110']],
  ['02108\t02109\r\n02110\n\n', ['02108', '02109', '02110']],
  ['"02108"|#02109/(02110).', ['02108', '02109', '02110']],
  ['02108 – 02110 - 02111', ['02108', '02110', '02111']],
  ['02116-1234 hello 2115', ['02116-1234', 'hello', '2115']],
  ['０２１０８ \u202a02\u00ad109\u202c', ['02108', '02109']],
  [' ,;- ', []],
])('%j is %j', (text, pieces) => {
  expect(splitZips(text)).toEqual(pieces)
})

const answered = (...zipCodes: ZipCheck['zipCodes']) => ({ zipCodes })
const ok = (zip: string, times = 1) => ({ zip, result: 'ok' as const, marketName: null, times })

test('a report lists ZIP codes added, already present, invalid, and held by which market', () => {
  const report = zipReport(
    answered(
      ok('02108', 3),
      ok('02109'),
      { zip: '02110', result: 'duplicate', marketName: 'Boston', times: 1 },
      { zip: 'hello', result: 'wrong', marketName: null, times: 1 },
      { zip: '10001', result: 'taken', marketName: 'New York City', times: 1 },
      { zip: '10002', result: 'taken', marketName: 'New York City', times: 1 },
    ),
    ['02109', '02110'],
  )
  expect(report.lines).toEqual([
    { term: 'Added (1)', text: '02108' },
    { term: 'Already in this market (2)', text: '02109, 02110' },
    { term: 'Not a ZIP code (1)', text: 'hello' },
    { term: 'Already in New York City (2)', text: '10001, 10002' },
    { term: 'Listed more than once (1)', text: '02108 (3 times)' },
  ])
})

test('a code removed from the form and not saved can be added again', () => {
  const stored = { zip: '02110', result: 'duplicate' as const, marketName: 'Boston', times: 1 }
  expect(zipReport(answered(stored), []).added).toEqual(['02110'])
})

const isNew = (result: ZipCheck['zipCodes'][number]['result']) => result === 'ok' || result === 'duplicate'

test('counts every pasted piece once in the report, for any answer', () => {
  const piece = fc.record({
    zip: fc.string(),
    result: fc.constantFrom('ok' as const, 'duplicate' as const, 'wrong' as const, 'taken' as const),
    marketName: fc.option(fc.constantFrom('A', 'B')),
    times: fc.integer({ min: 1, max: 3 }),
  })
  fc.assert(
    fc.property(fc.uniqueArray(piece, { selector: ({ zip }) => zip }), fc.array(fc.string()), (zips, has) => {
      const { added, lines } = zipReport({ zipCodes: zips }, has)
      expect(added).toEqual(
        zips.filter(({ zip, result }) => isNew(result) && !has.includes(zip)).map(({ zip }) => zip),
      )
      const counted = lines
        .filter(({ term }) => !term.startsWith('Listed'))
        .map(({ term }) => Number(/\((\d+)\)$/.exec(term)?.[1]))
      expect(counted.reduce((a, b) => a + b)).toBe(zips.length)
    }),
  )
})
