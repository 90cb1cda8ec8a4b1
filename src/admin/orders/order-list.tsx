import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { PageInfo } from '#api/http/page-schema.ts'
import { CsvButton } from '#src/admin/ui/csv-button.tsx'
import { ListPage } from '#src/admin/ui/list-page.tsx'
import { ListMenu } from './list-menu.tsx'
import { orderColumns } from './order-columns.tsx'
import { OrderFilters } from './order-filters.tsx'
import { downloadOrders, ordersCountQuery, ordersQuery } from './queries.ts'

const route = getRouteApi('/admin/orders')

/** §2, Orders list. */
export function OrderList() {
  const { split, page, ...search } = route.useSearch()
  const { sort, direction, ...filter } = search
  const query = useQuery(ordersQuery({ ...search, page }))
  // A search is counted to 500 with its first page; what it really finds comes a moment later.
  const counting = useQuery({
    ...ordersCountQuery(filter),
    enabled: Boolean(filter.q) && query.data?.info.capped === true,
  })
  const info = query.data && { ...query.data.info, ...counting.data }
  const data = query.data && info && { ...query.data, info }
  const tooMany = sort === 'promised' && data?.sort === 'created'
  return (
    <ListPage
      title="Orders"
      lead={info && !query.isPlaceholderData ? told(info, tooMany) : 'What customers bought.'}
      actions={
        <>
          <CsvButton load={() => downloadOrders(filter)} failure="Failed to export the orders" />
          <ListMenu />
        </>
      }
      search={{ label: 'Search orders', q: filter.q }}
      filters={<OrderFilters />}
      filterNames={['assignment', 'status', 'payment']}
      query={{ ...query, data } as typeof query}
      failure="Failed to load orders"
      columns={orderColumns(split === 'yes')}
      dense
      rowKey={({ id }) => id}
      rowLink={({ id }) => ({ to: '/admin/orders/$id', params: { id } })}
      linkColumn="reference"
      empty={{
        title: 'No orders found',
        children: (
          <p className="text-muted">The first one arrives by itself. Until then, try a sample order.</p>
        ),
      }}
    />
  )
}

/** `1,234 orders`, and why they come in another order than was asked for. */
function told({ total, capped }: PageInfo, tooMany: boolean): string {
  if (total === 0) return 'No orders to show'
  const count = `${total.toLocaleString('en-US')}${capped ? '+' : ''} ${total === 1 ? 'order' : 'orders'}`
  return tooMany ? `${count}: too many to sort by promised time, so the newest come first.` : count
}
