import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ReactNode, useMemo } from 'react'
import { formatMoney } from '#domain/money.ts'
import { addMonths, monthName } from '#domain/statement.ts'
import { CsvButton } from '#src/admin/ui/action-button.tsx'
import { DataTable } from '#src/admin/ui/data-table.tsx'
import { EmptyCard, EmptyState } from '#src/admin/ui/empty-state.tsx'
import { QueryError } from '#src/admin/ui/error-banner.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { NumberOf, Numbers } from '#src/admin/ui/numbers.tsx'
import { PageHeader } from '#src/admin/ui/page-header.tsx'
import { ApiError } from '#src/lib/api.ts'
import { statementColumns, statementSums } from './columns.tsx'
import { downloadStatement, type Statement, statementQuery, thisMonth } from './queries.ts'

const route = getRouteApi('/admin/shops/$id/statement')

/** A shop's month: its orders, its share, what is paid and what is not; on screen and as CSV. */
export function StatementScreen() {
  const { id } = route.useParams()
  const now = thisMonth()
  const { month = now } = route.useSearch()
  const query = useQuery(statementQuery(id, month))
  const { data } = query
  const shop = { label: data?.shop.name ?? 'Shop', to: '/admin/shops/$id', params: { id } } as const
  if (query.error instanceof ApiError && query.error.status === 404) return <Missing />

  return (
    <>
      <PageHeader
        title="Statement"
        lead={data ? `${data.shop.name}, ${monthName(month)}` : monthName(month)}
        crumbs={[{ label: 'Shops', to: '/admin/shops' }, shop]}
        fullWidth
      >
        <CsvButton load={() => downloadStatement(id, month)} failure="Failed to export the statement" />
      </PageHeader>
      <MonthChoice shopId={id} month={month} now={now} />
      <QueryError query={query} fallback="Failed to load the statement" />
      {(data || !query.isError) && (
        <Lines statement={query.isPlaceholderData ? undefined : data} month={month} />
      )}
    </>
  )
}

function Lines({ statement, month }: { statement: Statement | undefined; month: string }) {
  const zone = statement?.timeZone
  const columns = useMemo(() => statementColumns(zone ?? 'UTC'), [zone])
  return (
    <div className="flex flex-col gap-5">
      <Totals totals={statement?.totals} />
      <DataTable
        label={`Statement for ${monthName(month)}`}
        columns={columns}
        rows={statement?.lines}
        rowKey={({ kind, shopOrderId, at }) => `${kind} ${shopOrderId} ${at}`}
        rowLink={({ shopOrderId }) => ({ to: '/admin/shop-orders/$id', params: { id: shopOrderId } })}
        linkColumn="order"
        scrolls="medium"
        sums={statement && statementSums(statement.totals)}
        empty={
          <EmptyState title={`No orders in ${monthName(month)}`}>
            <p className="text-muted">Orders are listed in the month they were assigned.</p>
          </EmptyState>
        }
      />
    </div>
  )
}

const NUMBERS = [
  ['dueCents', 'Due', 'to this shop'],
  ['paidCents', 'Paid', 'so far'],
  ['unpaidCents', 'Unpaid', 'still open'],
] as const

function Totals({ totals }: { totals: Statement['totals'] | undefined }) {
  return (
    <Numbers busy={totals === undefined}>
      {NUMBERS.map(([key, label, unit]) => (
        <NumberOf
          key={key}
          term={label}
          value={totals && formatMoney(totals[key])}
          unit={totals && key === 'dueCents' ? ordersText(totals.orders) : unit}
        />
      ))}
    </Numbers>
  )
}

function ordersText(orders: number): string {
  return orders === 1 ? 'for one order' : `for ${orders.toLocaleString('en-US')} orders`
}

function Missing() {
  return (
    <>
      <PageHeader title="Statement" crumbs={[{ label: 'Shops', to: '/admin/shops' }]} />
      <EmptyCard>
        <EmptyState title="Shop not found">
          <LinkButton to="/admin/shops" look="quiet">
            Back to List
          </LinkButton>
        </EmptyState>
      </EmptyCard>
    </>
  )
}

/** The number of months in the list; older ones have their address. */
const OFFERED = 24

/** The month, one back, one on, or any of the last two years. @param month `YYYY-MM` */
function MonthChoice({ shopId, month, now }: { shopId: string; month: string; now: string }) {
  const navigate = useNavigate()
  const latest = Array.from({ length: OFFERED }, (_, at) => addMonths(now, -at))
  const months = latest.includes(month) ? latest : [month, ...latest].toSorted().toReversed()
  return (
    <nav className="mb-4 flex flex-wrap items-center gap-3" aria-label="Months">
      <Step shopId={shopId} month={addMonths(month, -1)}>
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
        <Step shopId={shopId} month={addMonths(month, 1)}>
          <ChevronRight aria-hidden />
        </Step>
      )}
    </nav>
  )
}

function Step({ shopId, month, children }: { shopId: string; month: string; children: ReactNode }) {
  return (
    <LinkButton
      to="/admin/shops/$id/statement"
      params={{ id: shopId }}
      search={{ month }}
      look="quiet"
      className="px-2.5"
      aria-label={monthName(month)}
    >
      {children}
    </LinkButton>
  )
}
