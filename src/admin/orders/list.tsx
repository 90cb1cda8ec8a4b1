import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import Ellipsis from 'lucide-react/icons/ellipsis'
import FlaskConical from 'lucide-react/icons/flask-conical'
import { useRef } from 'react'
import type { PageInfo } from '#api/platform/database/paging-schema.ts'
import type { OrderSort } from '#domain/admin-lists.ts'
import { platformText } from '#domain/agent-platforms.ts'
import { ORDER_STATUSES, PAYMENT_STATUSES, statusLabel } from '#domain/order-status.ts'
import { SavedViews } from '#src/admin/saved-views/saved-views.tsx'
import { CsvButton } from '#src/admin/ui/action-button.tsx'
import { ChoiceMenu } from '#src/admin/ui/choice-menu.tsx'
import { ListPage } from '#src/admin/ui/list-page.tsx'
import { MenuButton } from '#src/admin/ui/menu-button.tsx'
import { useSelection } from '#src/admin/ui/selection.tsx'
import { attempt, notify } from '#src/admin/ui/toasts.tsx'
import { AssignSelected } from './assign-selected.tsx'
import { orderColumns, orderLines } from './columns.tsx'
import { LeadWithNewOrders } from './new-orders.tsx'
import {
  createSampleOrder,
  downloadOrders,
  orderChanged,
  ordersCountQuery,
  ordersQuery,
  type Platform,
} from './queries.ts'

const route = getRouteApi('/admin/orders')

const ASSIGNMENTS = [
  { assignment: undefined, label: 'All Orders' },
  { assignment: 'assigned', label: 'Assigned Only' },
  { assignment: 'unassigned', label: 'Unassigned Only' },
]

const STATUSES = [
  { status: undefined, label: 'Any status' },
  ...ORDER_STATUSES.map((status) => ({ status, label: statusLabel(status) })),
]

const PAYMENTS = [
  { payment: undefined, label: 'Any payment' },
  ...PAYMENT_STATUSES.map((payment) => ({ payment, label: statusLabel(payment) })),
]

const SOURCES = [
  { source: undefined, label: 'Any source' },
  { source: 'buyer', label: 'Buyers themselves' },
  { source: 'agent', label: 'Through agents' },
]

const SORTS = [
  { sort: undefined, direction: undefined, label: 'Newest first' },
  { sort: undefined, direction: 'asc', label: 'Oldest first' },
  { sort: 'late', direction: undefined, label: 'Late first' },
  { sort: 'promised', direction: undefined, label: 'Promised soonest first' },
  { sort: 'promised', direction: 'desc', label: 'Promised latest first' },
]

export function OrderList() {
  const { split, page, size, ...search } = route.useSearch()
  const { sort, direction, ...filter } = search
  const query = useQuery(ordersQuery({ ...search, page, size }))
  // A search, and a list of one source, is counted to 250 with its first page; what it really finds comes a moment later.
  const counting = useQuery({
    ...ordersCountQuery(filter),
    enabled: Boolean(filter.q || filter.source) && query.data?.info.capped === true,
  })
  const info = query.data && { ...query.data.info, ...counting.data }
  const data = query.data && info && { ...query.data, info }
  const platforms = query.data?.platforms ?? []
  const selection = useSelection(data?.rows, ({ reference }) => reference)
  const tooMany = sort !== 'created' && data?.sort === 'created' ? sort : undefined
  return (
    <ListPage
      title="Orders"
      lead={
        <LeadWithNewOrders recent={query.data?.recentOrders}>
          {info && !query.isPlaceholderData ? countText(info, tooMany) : 'What customers bought.'}
        </LeadWithNewOrders>
      }
      actions={
        <>
          <CsvButton load={() => downloadOrders(filter)} failure="Failed to export the orders" />
          <ListMenu />
        </>
      }
      search={{ label: 'Search orders', q: filter.q }}
      filters={
        <div className="flex flex-wrap gap-2">
          <ChoiceMenu
            label="Filter"
            options={ASSIGNMENTS}
            toggle={{ label: 'Show financial split', name: 'split' }}
          />
          <ChoiceMenu label="Status" options={STATUSES} />
          <ChoiceMenu label="Payment" options={PAYMENTS} />
          {(platforms.length > 0 || filter.source) && (
            <ChoiceMenu label="Source" options={sourceOptions(platforms, filter.source)} />
          )}
          <ChoiceMenu label="Sort" options={SORTS} />
          <SavedViews list="orders" />
        </div>
      }
      filterNames={['assignment', 'status', 'payment', 'source']}
      query={{ ...query, data } as typeof query}
      failure="Failed to load orders"
      columns={[selection.column, ...orderColumns(split === 'yes')]}
      selectionBar={<AssignSelected selection={selection} />}
      lines={orderLines(split === 'yes')}
      rowLink={({ id }) => ({ to: '/admin/orders/$id', params: { id } })}
      linkColumn="reference"
      empty={{
        title: 'No orders found',
        children: (
          <p className="text-muted">Orders show up here by themselves. Until then, try a sample order.</p>
        ),
      }}
    />
  )
}

/** The sources to choose from. @param chosen may be a platform that is not among them */
function sourceOptions(platforms: readonly Platform[], chosen: string | undefined) {
  const options = [
    ...SOURCES,
    ...platforms.map(({ id, ...platform }) => ({ source: id, label: platformText(platform) })),
  ]
  const isThere = options.some(({ source }) => source === chosen)
  return isThere ? options : [...options, { source: chosen, label: 'One platform' }]
}

/** `1,234 orders`, and why they come in another order than was asked for. */
function countText({ total, capped }: PageInfo, tooMany: OrderSort | undefined): string {
  if (total === 0) return 'No orders to show'
  const count = `${total.toLocaleString('en-US')}${capped ? '+' : ''} ${total === 1 ? 'order' : 'orders'}`
  if (!tooMany) return count
  const otherwise = tooMany === 'late' ? 'to put late ones first' : 'to sort by promised time'
  return `${count}: too many ${otherwise}, so the newest come first.`
}

/** Rare actions of the list: creating a sample order. */
function ListMenu() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const busy = useRef(false)
  const create = async () => {
    if (busy.current) return
    busy.current = true
    await attempt(async () => {
      const { id } = await createSampleOrder()
      notify.success('Sample order created successfully')
      await navigate({ to: '/admin/orders/$id', params: { id } })
      await orderChanged(cache)
    }, 'Failed to create sample order')
    busy.current = false
  }
  return (
    <MenuButton
      className="button button-quiet px-2.75"
      label="More"
      menu={[
        {
          kind: 'action',
          label: 'Create sample order',
          icon: <FlaskConical aria-hidden />,
          onChoose: () => void create(),
        },
      ]}
    >
      <Ellipsis aria-hidden />
    </MenuButton>
  )
}
