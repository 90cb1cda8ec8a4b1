import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ReactNode, useMemo } from 'react'
import { formatDate } from '#domain/dates.ts'
import { type Cents, formatMoney } from '#domain/money.ts'
import { statusLabel } from '#domain/order-status.ts'
import { addMonths, monthName } from '#domain/statement.ts'
import { CsvButton } from '#src/admin/ui/action-button.tsx'
import { DataTable } from '#src/admin/ui/data-table.tsx'
import { NoRecord } from '#src/admin/ui/detail-page.tsx'
import { EmptyState } from '#src/admin/ui/empty-state.tsx'
import { QueryError } from '#src/admin/ui/error-banner.tsx'
import { IgnoredNotice } from '#src/admin/ui/ignored-notice.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { Numbers } from '#src/admin/ui/numbers.tsx'
import { PageHeader } from '#src/admin/ui/page-header.tsx'
import type { Column, TwoLines } from '#src/admin/ui/table-cells.tsx'
import { Truncate } from '#src/admin/ui/truncate.tsx'
import { ApiError } from '#src/lib/api.ts'
import { downloadStatement, type Statement, statementQuery, thisMonth } from './queries.ts'

const SHOPS = { label: 'Shops', to: '/admin/shops' } as const

const route = getRouteApi('/admin/shops/$id/statement')

/** A shop's month: its orders, its share, what is paid and what is not; on screen and as CSV. */
export function StatementScreen() {
  const { id } = route.useParams()
  const now = thisMonth()
  const { month = now } = route.useSearch()
  const query = useQuery(statementQuery(id, month))
  const { data } = query
  const shop = { label: data?.shop.name ?? 'Shop', to: '/admin/shops/$id', params: { id } } as const
  if (query.error instanceof ApiError && query.error.status === 404)
    return <NoRecord list={SHOPS} query={query} missing="Shop not found" />

  return (
    <>
      <PageHeader
        title="Statement"
        lead={data ? `${data.shop.name}, ${monthName(month)}` : monthName(month)}
        crumbs={[SHOPS, shop]}
      >
        <CsvButton load={() => downloadStatement(id, month)} failure="Failed to export the statement" />
      </PageHeader>
      <MonthChoice month={month} now={now} />
      <QueryError query={query} fallback="Failed to load the statement" />
      {(data || !query.isError) && (
        <Lines statement={query.isPlaceholderData ? undefined : data} month={month} />
      )}
    </>
  )
}

function Lines({ statement, month }: { statement: Statement | undefined; month: string }) {
  const zone = statement?.timeZone
  const totals = statement?.totals
  const amount = (key: 'dueCents' | 'paidCents' | 'unpaidCents') => totals && formatMoney(totals[key])
  const columns = useMemo(() => statementColumns(zone ?? 'UTC'), [zone])
  return (
    <div className="flex flex-col gap-5">
      <IgnoredNotice />
      <Numbers
        numbers={[
          {
            term: 'Due',
            value: amount('dueCents'),
            unit: totals ? ordersText(totals.orders) : 'to this shop',
          },
          { term: 'Paid', value: amount('paidCents'), unit: 'so far' },
          { term: 'Unpaid', value: amount('unpaidCents'), unit: 'still open' },
        ]}
      />
      <DataTable
        label={`Statement for ${monthName(month)}`}
        columns={columns}
        rows={statement?.lines}
        rowKey={({ kind, shopOrderId, at }) => `${kind} ${shopOrderId} ${at}`}
        rowLink={({ shopOrderId }) => ({ to: '/admin/shop-orders/$id', params: { id: shopOrderId } })}
        linkColumn="order"
        lines={LINES}
        sums={totals && statementSums(totals)}
        empty={
          <EmptyState title={`No orders in ${monthName(month)}`}>
            <p className="text-muted">Orders are listed in the month they were assigned.</p>
          </EmptyState>
        }
      />
    </div>
  )
}

function ordersText(orders: number): string {
  return orders === 1 ? 'for one order' : `for ${orders.toLocaleString('en-US')} orders`
}

/** The number of months in the list; older ones have their address. */
const OFFERED = 24

/** The month, one back, one on, or any of the last two years. @param month `YYYY-MM` */
function MonthChoice({ month, now }: { month: string; now: string }) {
  const navigate = useNavigate()
  const latest = Array.from({ length: OFFERED }, (_, at) => addMonths(now, -at))
  const months = latest.includes(month) ? latest : [month, ...latest].toSorted().toReversed()
  return (
    <nav className="mb-4 flex flex-wrap items-center gap-3" aria-label="Months">
      <Step month={addMonths(month, -1)}>
        <ChevronLeft aria-hidden />
      </Step>
      <select
        className="control w-auto tabular-nums"
        aria-label="Month"
        value={month}
        onChange={({ target }) => navigate({ to: '.', search: { month: target.value } })}
      >
        {months.map((each) => (
          <option key={each} value={each}>
            {monthName(each)}
          </option>
        ))}
      </select>
      {month < now && (
        <Step month={addMonths(month, 1)}>
          <ChevronRight aria-hidden />
        </Step>
      )}
    </nav>
  )
}

function Step({ month, children }: { month: string; children: ReactNode }) {
  return (
    <LinkButton to="." search={{ month }} look="quiet" className="px-2.5" aria-label={monthName(month)}>
      {children}
    </LinkButton>
  )
}

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
function statementColumns(zone: string): readonly Column<Line>[] {
  return [
    {
      id: 'date',
      header: 'Date',
      width: 'date',
      phone: 'bottomStart',
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
      return {
        id,
        header,
        align: 'end',
        width: 'amount',
        phone: id === 'dueCents' ? 'bottomEnd' : 'folded',
        cell: (line) => <Amount cents={line[id]} />,
      }
    }),
  ]
}

/** The places of the columns where rows have two lines. */
const LINES: TwoLines = {
  tracks: 'md:grid-cols-[7.25rem_minmax(0,1fr)_6.75rem_6.75rem_6.75rem_6.5rem]',
  places: {
    date: 'md:row-span-2 md:col-start-1',
    order: 'md:row-span-2 md:col-start-2',
    orderTotalCents: 'md:[grid-area:1/3]',
    platformFeeCents: 'md:[grid-area:2/3]',
    shopCostCents: 'md:[grid-area:1/4]',
    correctionCents: 'md:[grid-area:2/4]',
    dueCents: 'md:row-span-2 md:col-start-5',
    paidCents: 'md:[grid-area:1/6] two-lines:pr-3',
    unpaidCents: 'md:[grid-area:2/6]',
  },
}

/** The last row of a statement. */
function statementSums(totals: Statement['totals']) {
  const amounts = AMOUNTS.map(([id]) => [id, <Amount key={id} cents={totals[id]} />] as const)
  return { date: 'Total', ...Object.fromEntries(amounts) }
}

function What({ kind, status, withdrawn, reason, paymentReference }: Omit<Line, 'orderReference'>) {
  const notes = [reason, paymentReference && `Paid by ${paymentReference}`].filter(Boolean)
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 md:flex-nowrap">
      <span>{kind === 'correction' ? 'Correction' : withdrawn ? 'Withdrawn' : statusLabel(status)}</span>
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
