import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { BYTE_ORDER_MARK, csv, csvAmount } from '#api/platform/csv.ts'
import type { Cents } from '#domain/money.ts'
import { shopOrderIsLive, statusLabel } from '#domain/order-status.ts'
import { monthRange, owed } from '#domain/statement.ts'
import { isoDate } from '#domain/zoned-time.ts'
import { type StatementRows, statementRows } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const isoAfter = (instant: Date, ms: number) => new Date(instant.getTime() + ms).toISOString()

/**
 * A shop's month: the orders assigned to it and the corrections made in that month, by the days of its market. No later
 * change moves a line into another month.
 * @param month `YYYY-MM`
 * @throws AppError `shop_not_found`
 */
export async function shopStatement({ db }: Pick<Deps, 'db'>, shopId: string, month: string) {
  // The zone comes with the rows only: the month of any zone lies within these days.
  const wide = monthRange(month, 'UTC')
  const [first, last] = [isoAfter(wide.from, -DAY_MS), isoAfter(wide.to, DAY_MS)]
  const { shop, assigned, corrected } = await statementRows(db, shopId, first, last)
  if (!shop) throw new AppError('shop_not_found')
  const { id, name, timeZone } = shop
  const range = monthRange(month, timeZone)
  const [from, to] = [range.from.toISOString(), range.to.toISOString()]
  const lines = [...assigned, ...corrected]
    .map(lineOf)
    .filter(({ at }) => from <= at && at < to)
    // Rejected and withdrawn orders are listed only when money is open or was paid for them.
    .filter(({ dueCents, paidCents, status, withdrawn }) => {
      return shopOrderIsLive({ status, withdrawnAt: withdrawn ? '' : null }) || dueCents !== paidCents
    })
    .sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))
  return { shop: { id, name }, month, timeZone, lines, totals: totalsOf(lines) }
}

export type Statement = Awaited<ReturnType<typeof shopStatement>>
type StatementLine = ReturnType<typeof lineOf>

type Row = StatementRows['assigned'][number] & Partial<Pick<StatementRows['corrected'][number], 'correction'>>
type ShopOrder = Row['shopOrder']

/** The line of an order, or of a correction of the shop's share. */
function lineOf({ shopOrder, reference, correction }: Row) {
  const live = shopOrderIsLive(shopOrder)
  const { createdAt: at } = correction ?? shopOrder
  const ofOrder = (cents: Cents) => (live && !correction ? cents : 0)
  return {
    shopOrderId: shopOrder.id,
    orderId: shopOrder.orderId,
    orderReference: reference,
    status: shopOrder.status,
    withdrawn: shopOrder.withdrawnAt !== null,
    paymentReference: shopOrder.paymentReference,
    kind: correction ? ('correction' as const) : ('order' as const),
    at,
    orderTotalCents: ofOrder(shopOrder.orderTotalCents),
    platformFeeCents: ofOrder(shopOrder.platformFeeCents),
    shopCostCents: ofOrder(shopOrder.shopCostCents),
    correctionCents: live ? (correction?.amountCents ?? 0) : 0,
    reason: correction?.reason ?? null,
    ...owed(correction?.amountCents ?? shopOrder.shopCostCents, { live, paidAt: paidAt(shopOrder) }, at),
  }
}

function paidAt({ paymentStatus, paymentUpdatedAt }: ShopOrder): string | null {
  return paymentStatus === 'paid' ? paymentUpdatedAt : null
}

/** The amounts of a line, in the order of the export. */
const AMOUNTS = [
  'orderTotalCents',
  'platformFeeCents',
  'shopCostCents',
  'correctionCents',
  'dueCents',
  'paidCents',
  'unpaidCents',
] as const

type Amounts = Record<(typeof AMOUNTS)[number], Cents>

function totalsOf(lines: readonly StatementLine[]) {
  const sums = AMOUNTS.map((name) => [name, lines.reduce((total, line) => total + line[name], 0)])
  return {
    orders: lines.filter(({ kind, orderTotalCents }) => kind === 'order' && orderTotalCents > 0).length,
    ...(Object.fromEntries(sums) as Amounts),
  }
}

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
