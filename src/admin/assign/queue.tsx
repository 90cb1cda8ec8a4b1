import { Link } from '@tanstack/react-router'
import { EmptyState } from '#src/admin/ui/empty-state.tsx'
import { Pagination } from '#src/admin/ui/pagination.tsx'
import { Tag } from '#src/admin/ui/status-badge.tsx'
import { TimeLeft } from '#src/admin/ui/time-left.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { type AssignmentRow, assigner, type TakenOrder, type Waiting } from './queries.ts'

type QueueProps = {
  page: Waiting | undefined
  stale: boolean
  /** The order on the desk. */
  current: string | undefined
  unpaid: boolean
  /** Orders that stood here and that somebody else has given to a shop. */
  taken: readonly TakenOrder[]
}

/** The orders that wait for a shop, the most urgent first. */
export function Queue({ page, stale, current, unpaid, taken }: QueueProps) {
  if (page?.rows.length === 0) {
    return (
      <EmptyState title="No Orders Awaiting Assignment">
        <p className="text-muted">
          {unpaid ? 'Every order has a florist.' : 'Every paid order has a florist.'}
        </p>
      </EmptyState>
    )
  }
  return (
    <>
      <ol
        aria-label="Orders that wait"
        aria-busy={page === undefined || stale || undefined}
        className="overflow-clip rounded-card border border-line bg-card aria-busy:opacity-60"
      >
        {page
          ? page.rows.map((row) => <Waits key={row.id} row={row} isCurrent={row.id === current} />)
          : Array.from({ length: 5 }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
              <li key={row} className="flex flex-col gap-2 border-t border-line px-4 py-3 first:border-t-0">
                <span className="skeleton h-4 w-28" />
                <span className="skeleton h-4 w-48 max-w-full" />
              </li>
            ))}
      </ol>
      <ul role="status" className="mt-2 flex flex-col gap-1 text-small text-muted empty:hidden">
        {taken.map(({ id, reference, shop, by }) => (
          <li key={id} className="wrap-anywhere">
            <b className="font-semibold tabular-nums">{reference}</b>
            <span>{` left: ${shop} has it, assigned by ${assigner(by)}.`}</span>
          </li>
        ))}
      </ul>
      {page && <Pagination info={page.info} stale={stale} />}
    </>
  )
}

function Waits({ row, isCurrent }: { row: AssignmentRow; isCurrent: boolean }) {
  const { id, reference, bouquet, customerName, city, zip, situation, rejectedBy, paymentStatus } = row
  return (
    <li className="relative border-t border-line px-4 py-2.5 first:border-t-0 hover:bg-ink/3 xl:has-[[aria-current]]:bg-blush forced-colors:xl:has-[[aria-current]]:outline-3 forced-colors:xl:has-[[aria-current]]:-outline-offset-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <TimeLeft {...row} />
        <span className="text-label text-muted">
          <When at={row.promisedBy} zone={row.timeZone} />
        </span>
      </p>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Link
          className="min-h-6 min-w-0 rounded-sm font-semibold wrap-anywhere after:absolute after:inset-0 hover:text-rose-deep focus-visible:outline-none focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-3 focus-visible:after:outline-rose-deep"
          to="/admin/assign-orders/select-shop/$orderId"
          params={{ orderId: id }}
          search={({ page, unpaid }) => ({ page, unpaid })}
          aria-current={isCurrent || undefined}
          data-queued={id}
        >
          {bouquet}
        </Link>
        <span className="min-w-0 text-label wrap-anywhere">
          <span className="text-muted">{`${city} `}</span>
          <span className="tabular-nums">{zip}</span>
        </span>
      </p>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-label text-muted">
        <span className="min-w-0 wrap-anywhere">{`from ${customerName}`}</span>
        <span className="whitespace-nowrap tabular-nums">{reference}</span>
      </p>
      {(row.isSample || paymentStatus !== 'paid') && (
        <p className="flex flex-wrap gap-x-2 text-label">
          {row.isSample && <Tag className="">Sample</Tag>}
          {paymentStatus !== 'paid' && (
            <Tag className="">{paymentStatus === 'pending' ? 'Unpaid' : 'Payment failed'}</Tag>
          )}
        </p>
      )}
      {situation.look === 'red' && (
        <p className="text-label leading-[1.3] font-semibold text-tone-red">{situation.sentence}</p>
      )}
      {rejectedBy && (
        <p className="text-label leading-[1.3] wrap-anywhere">
          <b className="font-semibold text-tone-red">{`Rejected by ${rejectedBy.shop} `}</b>
          {rejectedBy.reason && <q className="line-clamp-2 text-muted">{rejectedBy.reason}</q>}
        </p>
      )}
    </li>
  )
}
