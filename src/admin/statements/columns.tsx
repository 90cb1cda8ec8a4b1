import { formatDate } from '#domain/dates.ts'
import { type Cents, formatMoney } from '#domain/money.ts'
import { SHOP_ORDER_STATUS_COLOURS, statusLabel } from '#domain/order-status.ts'
import { Truncate } from '#src/admin/ui/full-text.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import type { Column } from '#src/admin/ui/table-cells.tsx'
import type { Statement } from './queries.ts'

type Line = Statement['lines'][number]

const AMOUNTS = [
  ['orderTotalCents', 'Order total'],
  ['platformFeeCents', 'Platform fee'],
  ['shopCostCents', 'Shop cost'],
  ['correctionCents', 'Correction'],
  ['dueCents', 'Due'],
  ['paidCents', 'Paid'],
  ['unpaidCents', 'Unpaid'],
] as const

/** The columns of a statement. @param zone the market's (IANA): the month's days are its days */
export function statementColumns(zone: string): readonly Column<Line>[] {
  return [
    {
      id: 'date',
      header: 'Date',
      width: 'date',
      cell: ({ at }) => (
        <time dateTime={at} className="tabular-nums">
          {formatDate(new Date(at), zone)}
        </time>
      ),
    },
    {
      id: 'order',
      header: 'Order',
      cell: ({ orderReference, ...line }) => (
        <>
          <Truncate className="tabular-nums">{orderReference}</Truncate>
          <What {...line} />
        </>
      ),
    },
    ...AMOUNTS.map(([id, header]): Column<Line> => {
      return { id, header, align: 'end', width: 'amount', cell: (line) => <Amount cents={line[id]} /> }
    }),
  ]
}

/** The last row of a statement. */
export function statementSums(totals: Statement['totals']) {
  const amounts = AMOUNTS.map(([id]) => [id, <Amount key={id} cents={totals[id]} />] as const)
  return { date: 'Total', ...Object.fromEntries(amounts) }
}

function What({ kind, status, withdrawn, reason, paymentReference }: Omit<Line, 'orderReference'>) {
  const notes = [reason, paymentReference && `Paid by ${paymentReference}`].filter(Boolean)
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 md:flex-nowrap">
      {kind === 'correction' ? (
        <StatusBadge status="correction">Correction</StatusBadge>
      ) : (
        <StatusBadge status={status} palette={SHOP_ORDER_STATUS_COLOURS}>
          {withdrawn ? 'Withdrawn' : statusLabel(status)}
        </StatusBadge>
      )}
      {notes.length > 0 && <Truncate className="font-normal text-muted">{notes.join(', ')}</Truncate>}
    </span>
  )
}

/** Nothing is a dash, so that amounts stand out. */
function Amount({ cents }: { cents: Cents }) {
  if (cents !== 0) return formatMoney(cents)
  return (
    <span data-nothing className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{formatMoney(0)}</span>
    </span>
  )
}
