import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { PageInfo } from '#api/platform/database/paging-schema.ts'
import { ORDER_STATUS_COLOURS } from '#domain/order-status.ts'
import { promisedColumn, referenceColumn, totalColumn } from '#src/admin/orders/columns.tsx'
import { CheckLabel } from '#src/admin/ui/form-layout.tsx'
import { Truncate } from '#src/admin/ui/full-text.tsx'
import { ListPage } from '#src/admin/ui/list-page.tsx'
import { StatusBadge, Tag } from '#src/admin/ui/status-badge.tsx'
import type { Column } from '#src/admin/ui/table-cells.tsx'
import { type AssignmentRow, awaitingQuery } from './queries.ts'

const route = getRouteApi('/admin/assign-orders')

const columns: readonly Column<AssignmentRow>[] = [
  referenceColumn,
  { ...promisedColumn, header: 'Promised by' },
  {
    id: 'what',
    header: 'Bouquet',
    cell: ({ bouquet, customerName }) => (
      <>
        <Truncate>{bouquet}</Truncate>
        <Truncate className="text-muted">{`from ${customerName}`}</Truncate>
      </>
    ),
  },
  {
    id: 'where',
    header: 'Deliver to',
    cell: ({ city, zip }) => (
      <>
        <Truncate>{city}</Truncate>
        <Truncate className="text-muted tabular-nums">{zip}</Truncate>
      </>
    ),
  },
  { id: 'standing', header: 'Status', cell: (row) => <Standing {...row} /> },
  totalColumn,
]

export function AssignList() {
  const { page, unpaid } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(awaitingQuery({ page, unpaid }))
  return (
    <ListPage
      title="Assign Orders"
      lead={query.data ? countText(query.data.info) : 'Orders that still need a florist.'}
      filters={
        <CheckLabel>
          <input
            type="checkbox"
            checked={unpaid === 'yes'}
            onChange={({ target }) =>
              navigate({ search: { unpaid: target.checked ? 'yes' : undefined }, resetScroll: false })
            }
          />
          Include unpaid
        </CheckLabel>
      }
      query={query}
      failure="Failed to load orders awaiting assignment"
      columns={columns}
      scrolls="medium"
      rowLink={({ id }) => ({ to: '/admin/assign-orders/select-shop/$orderId', params: { orderId: id } })}
      linkColumn="reference"
      empty={{
        title: 'No Orders Awaiting Assignment',
        children: (
          <p className="text-muted">
            {unpaid ? 'Every order has a florist.' : 'Every paid order has a florist.'}
          </p>
        ),
      }}
    />
  )
}

/** `N order(s) pending`. */
function countText({ total, capped }: PageInfo) {
  return `${total.toLocaleString('en-US')}${capped ? '+' : ''} order(s) pending`
}

/** Its status, whether it is paid, and who has said no to it. */
function Standing({ status, paymentStatus, rejectedBy }: AssignmentRow) {
  return (
    <>
      <Truncate>
        <StatusBadge status={status} palette={ORDER_STATUS_COLOURS} />
        {paymentStatus !== 'paid' && (
          <span>
            {' '}
            <Tag className="">{paymentStatus === 'pending' ? 'Unpaid' : 'Payment failed'}</Tag>
          </span>
        )}
      </Truncate>
      {rejectedBy && (
        <Truncate className="text-label leading-[1.3]">
          <b className="font-semibold text-tone-red">{`Rejected by ${rejectedBy.shop} `}</b>
          {rejectedBy.reason && <q className="text-muted max-md:line-clamp-2">{rejectedBy.reason}</q>}
        </Truncate>
      )}
    </>
  )
}
