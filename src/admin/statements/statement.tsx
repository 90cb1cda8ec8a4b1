import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import Download from 'lucide-react/icons/download'
import { useMemo } from 'react'
import { formatMoney } from '#domain/money.ts'
import { monthName } from '#domain/statement.ts'
import { ActionButton } from '#src/admin/ui/action-button.tsx'
import { DataTable } from '#src/admin/ui/data-table.tsx'
import { EmptyState } from '#src/admin/ui/empty-state.tsx'
import { ErrorBanner } from '#src/admin/ui/error-banner.tsx'
import { keepFile } from '#src/admin/ui/keep-file.ts'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { PageHeader } from '#src/admin/ui/page-header.tsx'
import { ApiError } from '#src/lib/api.ts'
import { statementColumns, statementSums } from './columns.tsx'
import { MonthChoice } from './month-choice.tsx'
import { downloadStatement, type Statement, statementQuery, thisMonth } from './queries.ts'

const route = getRouteApi('/admin/shops/$id/statement')

/** A shop's month: its orders, its share, what is paid and what is not; on screen and as CSV (issue 6). */
export function StatementScreen() {
  const { id } = route.useParams()
  const now = thisMonth()
  const { month = now } = route.useSearch()
  const query = useQuery(statementQuery(id, month))
  const { data } = query
  const shop = { label: data?.shop.name ?? 'Shop', to: '/admin/shops/$id', params: { id } } as const
  if (query.error instanceof ApiError && query.error.status === 404) return <Missing />

  const download = async () => {
    const { file, name } = await downloadStatement(id, month)
    keepFile(file, name)
  }
  return (
    <>
      <PageHeader
        title="Statement"
        lead={data ? `${data.shop.name}, ${monthName(month)}` : monthName(month)}
        crumbs={[{ label: 'Shops', to: '/admin/shops' }, shop]}
      >
        <ActionButton look="quiet" run={download} failure="Failed to export the statement">
          <Download aria-hidden />
          Download CSV
        </ActionButton>
      </PageHeader>
      <MonthChoice shopId={id} month={month} now={now} />
      {query.isError && (
        <ErrorBanner
          error={query.error}
          fallback="Failed to load the statement"
          busy={query.isFetching}
          onRetry={() => query.refetch()}
        />
      )}
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
      <Numbers totals={statement?.totals} />
      <DataTable
        label={`Statement of ${monthName(month)}`}
        columns={columns}
        rows={statement?.lines}
        rowKey={({ kind, shopOrderId, at }) => `${kind} ${shopOrderId} ${at}`}
        rowLink={({ shopOrderId }) => ({ to: '/admin/shop-orders/$id', params: { id: shopOrderId } })}
        linkColumn="order"
        tight
        sums={statement && statementSums(statement.totals)}
        empty={
          <EmptyState title={`Nothing in ${monthName(month)}`}>
            <p className="text-muted">Orders are listed in the month in which the shop was given them.</p>
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

function Numbers({ totals }: { totals: Statement['totals'] | undefined }) {
  return (
    <dl className="numbers" aria-busy={totals === undefined || undefined}>
      {NUMBERS.map(([key, label, words]) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>
            {totals ? <b>{formatMoney(totals[key])}</b> : <span className="skeleton inline-block h-7 w-24" />}{' '}
            <span>{totals && key === 'dueCents' ? ordersText(totals.orders) : words}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function ordersText(orders: number): string {
  return orders === 1 ? 'for one order' : `for ${orders.toLocaleString('en-US')} orders`
}

function Missing() {
  return (
    <>
      <PageHeader title="Statement" crumbs={[{ label: 'Shops', to: '/admin/shops' }]} />
      <div className="sheet empty-state">
        <EmptyState title="Shop not found">
          <LinkButton to="/admin/shops" look="quiet">
            Back to List
          </LinkButton>
        </EmptyState>
      </div>
    </>
  )
}
