import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ShopOrderRow } from '#src/contracts/admin/shop-orders.ts'
import { formatMoney } from '#src/domain/money.ts'
import { PAYMENT_STATUS_COLOURS, statusLabel } from '#src/domain/order-status.ts'
import { SHOP_ORDER_FILTERS, type ShopOrderFilter } from '#src/domain/shop-order-filters.ts'
import { ChoiceMenu } from '#src/features/admin/shared/choice-menu.tsx'
import type { Column } from '#src/features/admin/shared/data-table.tsx'
import { ListPage } from '#src/features/admin/shared/list-page.tsx'
import { StatusBadge } from '#src/features/admin/shared/status-badge.tsx'
import { When } from '#src/features/admin/shared/when.tsx'
import { shopOrdersQuery } from './queries.ts'
import { ShopOrderStatus } from './shop-order-status.tsx'
import { shortId } from './short-id.ts'

const route = getRouteApi('/admin/shop-orders')

const OTHER_WORDS: Partial<Record<ShopOrderFilter, string>> = {
  withdrawn: 'Taken back',
  'to-pay': 'Delivered, not paid',
  paid: 'Paid',
}

const FILTERS = [
  { value: undefined, label: 'All Shop Orders' },
  ...SHOP_ORDER_FILTERS.map((value) => ({ value, label: OTHER_WORDS[value] ?? statusLabel(value) })),
]

const columns: readonly Column<ShopOrderRow>[] = [
  { id: 'id', header: 'ID', cell: ({ id }) => <code className="reference">{shortId(id)}</code> },
  { id: 'shop', header: 'Shop', cell: ({ shop }) => shop },
  {
    id: 'order',
    header: 'Order #',
    cell: ({ orderReference, isSample }) => (
      <span className="badges">
        <span className="reference">{orderReference}</span>
        {isSample && <StatusBadge status="sample" />}
      </span>
    ),
  },
  { id: 'status', header: 'Status', cell: (row) => <ShopOrderStatus {...row} /> },
  {
    id: 'payment',
    header: 'Payment',
    cell: ({ paymentStatus }) => <StatusBadge status={paymentStatus} palette={PAYMENT_STATUS_COLOURS} />,
  },
  { id: 'cost', header: 'Shop cost', align: 'end', cell: ({ shopCostCents }) => formatMoney(shopCostCents) },
  { id: 'created', header: 'Created', cell: ({ createdAt }) => <When at={createdAt} /> },
]

/** §2, Shop order list. */
export function ShopOrderList() {
  const { q, show, page } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <ListPage
      title="Shop Orders"
      lead="Orders at their florists, newest first."
      search={{ label: 'Search ID, order or shop', q }}
      filters={
        <ChoiceMenu
          label="Show"
          options={FILTERS}
          value={show}
          onChange={(next) =>
            navigate({ search: (now) => ({ ...now, show: next, page: undefined }), resetScroll: false })
          }
        />
      }
      filterNames={['show']}
      query={useQuery(shopOrdersQuery({ q, show, page }))}
      failure="Failed to load shop orders"
      columns={columns}
      rowKey={({ id }) => id}
      rowLink={({ id }) => ({ to: '/admin/shop-orders/$id', params: { id } })}
      linkColumn="id"
      empty={{
        title: 'No shop orders found',
        children: <p className="text-muted">An order that is assigned to a florist is a shop order.</p>,
      }}
    />
  )
}
