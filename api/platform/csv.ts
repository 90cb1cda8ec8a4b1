import Papa from 'papaparse'
import type { Cents } from '#domain/money.ts'
import { logFailure } from './failure.ts'

/** Without it spreadsheets take the text for something older than UTF-8. */
export const BYTE_ORDER_MARK = '\u{FEFF}'

// The library's own pattern lets a formula with a line break through (its `.` stops there), and knows neither white
// space before the sign nor the wide signs that some spreadsheets take for it. An amount below zero is none.
const FORMULA = /(?!-\d+\.\d\d$)(?:\s*[=+\-@|%＝＋－＠]|[\t\r\n])/
// Leading zeros (ZIP codes), powers of ten, and more digits than a number keeps.
const NUMBER = /\s*(?:0\d+|\d+(?:\.\d*)?e[+-]?\d+|\d{16,})\s*$/i
// `3/4` and `Jun-26`; a date in ISO's order is meant as one.
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const DATE = new RegExp(
  String.raw`\s*(?:\d{1,2}[-/]\d{1,4}(?:[-/]\d{1,4})?|(?:\d{1,2}[-/ ]?)?${MONTH}[-/ ,.]*\d{1,4}|\d{1,2}[-/ ]?${MONTH})\s*$`,
)
const CHANGED = new RegExp(`^(?:${[FORMULA, NUMBER, DATE].map(({ source }) => source).join('|')})`, 'i')

/**
 * Rows as CSV (RFC 4180). A cell that a spreadsheet would take for a formula, or would change (`02134`, `1E5`, `3/4`), gets an
 * apostrophe (docs/decisions/0070-text-as-it-comes-in.md).
 */
export function csv(rows: string[][]): string {
  return rows.length === 0 ? '' : `${Papa.unparse(rows, { quotes: true, escapeFormulae: CHANGED })}\r\n`
}

type Columns<Row> = readonly (readonly [heading: string, cell: (row: Row) => string])[]

/**
 * A list as a CSV file in UTF-8, read page by page as fast as the client takes it.
 * @param next the rows that follow after one, or the first ones
 * @returns once the first page was read, so that an unavailable database gives an error instead of an incomplete file
 */
export async function csvStream<Row>(
  deps: Parameters<typeof logFailure>[0],
  columns: Columns<Row>,
  pageSize: number,
  next: (after: Row | null) => Promise<Row[]>,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  let page = await next(null)
  let begin = BYTE_ORDER_MARK + csv([columns.map(([heading]) => heading)])
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      controller.enqueue(encoder.encode(begin + csv(page.map((row) => columns.map(([, cell]) => cell(row))))))
      begin = ''
      const last = page.at(-1)
      if (!last || page.length < pageSize) return controller.close()
      try {
        page = await next(last)
      } catch (error) {
        // Breaks the download off, so that an incomplete file is not mistaken for a complete one.
        logFailure(deps, 'export_failed', error)
        throw error
      }
    },
  })
}

/** An amount as spreadsheets read it: `1234.50`, `-5.00`. */
export function csvAmount(cents: Cents): string {
  return (cents / 100).toFixed(2)
}
