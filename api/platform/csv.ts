import Papa from 'papaparse'
import type { Cents } from '#domain/money.ts'

/** Without it spreadsheets take the text for something older than UTF-8. */
export const BYTE_ORDER_MARK = '\u{FEFF}'

// The library's own pattern lets a formula with a line break through (its `.` stops there), and knows neither white
// space before the sign nor the wide signs that some spreadsheets take for it. An amount below zero is none.
const FORMULA = /^(?!-\d+\.\d\d$)(?:\s*[=+\-@|%＝＋－＠]|[\t\r\n])/

/** Rows as CSV (RFC 4180). No cell is a formula to a spreadsheet; such a text gets an apostrophe. */
export function csv(rows: string[][]): string {
  return rows.length === 0 ? '' : `${Papa.unparse(rows, { quotes: true, escapeFormulae: FORMULA })}\r\n`
}

/** An amount as spreadsheets read it: `1234.50`, `-5.00`. */
export function csvAmount(cents: Cents): string {
  const amount = Math.abs(cents)
  return `${cents < 0 ? '-' : ''}${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
}
