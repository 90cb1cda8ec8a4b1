import { BYTE_ORDER_MARK, csv, csvAmount } from '#api/platform/csv.ts'
import { statusLabel } from '#domain/order-status.ts'
import { isoDate } from '#domain/zoned-time.ts'
import { AMOUNTS, type Amounts, type Statement } from './service.ts'

const HEADINGS = [
  'Date',
  'Order',
  'What',
  'Status',
  'Order total',
  'Platform fee',
  'Shop cost',
  'Correction',
  'Due',
  'Paid',
  'Unpaid',
  'Reason',
  'Payment reference',
]

/** A statement as CSV (RFC 4180, UTF-8): days of the market's time zone, amounts in dollars, the totals last. */
export function statementCsv({ lines, timeZone, totals }: Statement): string {
  const rows = lines.map((line) => [
    isoDate(new Date(line.at), timeZone),
    line.orderReference,
    line.kind === 'order' ? 'Order' : 'Correction',
    line.withdrawn ? 'Withdrawn' : statusLabel(line.status),
    ...amounts(line),
    line.reason ?? '',
    line.paymentReference ?? '',
  ])
  return BYTE_ORDER_MARK + csv([HEADINGS, ...rows, ['Total', '', '', '', ...amounts(totals), '', '']])
}

function amounts(of: Amounts): string[] {
  return AMOUNTS.map((name) => csvAmount(of[name]))
}
