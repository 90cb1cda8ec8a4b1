import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { OrderFilter, OrderListInput } from '#api/orders/schema.ts'
import { staffFetch } from '#src/admin/client/call.ts'
import { createOrdersApi } from '#src/admin/client/orders.ts'
import { LIVE } from '#src/admin/ui/live.ts'

export const ordersApi = createOrdersApi(staffFetch)

/** Everything the cache holds about orders. */
export const ORDERS = ['orders'] as const

type ListSearch = OrderFilter & Pick<OrderListInput, 'sort' | 'direction'> & { page?: number | undefined }

export const ordersQuery = (search: ListSearch) => {
  const { q = '', assignment, status, payment, sort = 'created', direction, page = 1 } = search
  return queryOptions({
    queryKey: [...ORDERS, 'list', { q, assignment, status, payment, sort, direction, page }],
    queryFn: () => ordersApi.list({ q, assignment, status, payment, sort, direction, page }),
    ...LIVE,
    placeholderData: keepPreviousData,
  })
}

/** What a search finds, counted to the end: the list itself counts to 500. */
export const ordersCountQuery = ({ q, assignment, status, payment }: OrderFilter) =>
  queryOptions({
    queryKey: [...ORDERS, 'count', { q, assignment, status, payment }],
    queryFn: () => ordersApi.count({ q, assignment, status, payment }),
  })

const PENDING_REFUND_MS = 5_000

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: [...ORDERS, 'one', id],
    queryFn: () => ordersApi.get(id),
    // The provider has not said yet what became of a refund: whoever waits for it need not reload.
    refetchInterval: ({ state }) =>
      state.data?.refunds.some(({ status }) => status === 'pending')
        ? PENDING_REFUND_MS
        : LIVE.refetchInterval,
  })

/** Whatever is done with an order can show anywhere: in lists, at its shop, on the dashboard. */
export function orderChanged(cache: QueryClient): Promise<void> {
  return cache.invalidateQueries()
}
