import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { csv, csvAmount } from '#api/platform/csv.ts'

/** A cell as a reader of CSV gets it. */
function cell(text: string): string | undefined {
  return Papa.parse<string[]>(csv([[text, 'x']])).data[0]?.[0]
}

describe('a cell that a spreadsheet would change begins with an apostrophe', () => {
  test.each([
    ...['02134', '00501', '000123', '1E5', '1e5', '12345e67', '2.5E10', '1e-3', '4111111111111111'],
    ...['3/4', '12-5', '1/2/26', '10-2026', 'Jun-26', 'june 2026', 'MAR1', '3 Mar', '1-Apr-26'],
    ...['+12125550134', '=1+1', '-2', '@x', ' =1', '\t1'],
  ])('%j', (text) => {
    expect(cell(text)).toBe(`'${text}`)
  })
})

describe('any other is as it is', () => {
  test.each([
    ...['10001', '94103-1234', '02134-1234', '0', '0.50', csvAmount(-500), csvAmount(1_234_50)],
    ...['2026-06-04', '2026-06-04T19:05:00.000Z', '(212) 555-0134', 'ORD-1E500000', 'ORD-00042'],
    ...['5b', '23 W 10th St', '12 March Street', 'May', 'Jude 5', 'Marvin 5', 'Marge Simpson', 'e5', ''],
  ])('%j', (text) => {
    expect(cell(text)).toBe(text)
  })
})
