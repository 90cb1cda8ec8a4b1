import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { AdminOrdersRoutes } from '#api/orders/routes.ts'
import type { OrderFilter, OrderListInput } from '#api/orders/schema.ts'
import type { AdminPhotosRoutes } from '#api/photos/routes.ts'
import type { AdminChoicesRoutes } from '#api/questions/routes.ts'
import type { AdminRefundsRoutes } from '#api/refunds/routes.ts'
import { API, apiClient, byId, fileOf, onRecord, withSession } from '#src/admin/client/api.ts'
import { type ListSearch, listQuery, pollingOptions } from '#src/admin/query-client.ts'
import { answerOf } from '#src/lib/api.ts'

const { orders } = apiClient<AdminOrdersRoutes>(API, withSession).admin
const { refunds } = apiClient<AdminRefundsRoutes>(API, withSession).admin.orders[':id']
const { choice } = apiClient<AdminChoicesRoutes>(API, withSession).admin.orders[':id']
const { photos } = apiClient<AdminPhotosRoutes>(API, withSession).admin
const order = orders[':id']

export type OrderRow = InferResponseType<typeof orders.$get>['rows'][number]
/** The platform whose agent prepared an order. */
export type Platform = NonNullable<OrderRow['platform']>
export type OrderDetail = InferResponseType<typeof order.$get>
export type Refund = InferResponseType<typeof refunds.$post>

/** Everything the cache holds about orders. */
export const ORDERS = ['orders'] as const

type Search = OrderFilter & Pick<OrderListInput, 'sort' | 'direction'> & ListSearch

export const ordersQuery = ({ sort = 'created', ...search }: Search) => ({
  ...listQuery(ORDERS, { ...search, sort }, (query) => answerOf(orders.$get({ query }))),
  ...pollingOptions,
})

/** The number of hits of a search, counted to the end: the list itself counts to 250. */
export const ordersCountQuery = (filter: OrderFilter) => {
  const query = filterQuery(filter)
  return queryOptions({
    queryKey: [...ORDERS, 'count', query],
    queryFn: () => answerOf(orders.count.$get({ query })),
  })
}

const PENDING_REFUND_MS = 5_000

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: [...ORDERS, 'one', id],
    queryFn: () => readOrder(id),
    // Until the provider has decided about a refund, look more often.
    refetchInterval: ({ state }) =>
      state.data?.refunds.some(({ status }) => status === 'pending')
        ? PENDING_REFUND_MS
        : pollingOptions.refetchInterval,
  })

/** A change of an order can show anywhere: in lists, at its shop, on the dashboard. */
export function orderChanged(cache: QueryClient): Promise<void> {
  return cache.invalidateQueries()
}

export const readOrder = (id: string) => answerOf(order.$get(byId(id)))

export const createSampleOrder = () => answerOf(orders.sample.$post())

export const setOrderStatus = onRecord(order.status.$put)
export const correctOrder = onRecord(order.$put)

export const resolveFlag = (id: string, flagId: string) =>
  answerOf(order.flags[':flagId'].resolve.$post({ param: { ...byId(id).param, flagId } }))

/** `waitUntil`: a new time by the market's clock; null: waiting is no choice. */
export const askBuyer = onRecord(choice.$post)

export const endBuyerLinks = onRecord(order['end-buyer-links'].$post)

export const stopTexts = (id: string) => answerOf(order['stop-texts'].$post(byId(id)))

/** `key`: a UUID made once per filled-in note: a second click adds nothing. */
export const addOrderNote = onRecord(order.notes.$post)

export const deletePhoto = (id: string, photoId: string) =>
  answerOf(order.photos[':photoId'].$delete({ param: { ...byId(id).param, photoId } }))

/** Hides a photograph of a bouquet from shoppers, or shows it again. */
export const hidePhoto = onRecord(photos[':id'].hidden.$put)

export const deleteOrder = (id: string) => answerOf(order.$delete(byId(id)))

/** `key` is made once per opened form: the same key is the same refund. */
export const refundOrder = onRecord(refunds.$post)

/** An export of 100,000 orders takes longer than other calls may. */
const CSV_TIMEOUT_MS = 10 * 60_000

/** Everything that the filter finds, as a file. */
export const downloadOrders = (filter: OrderFilter) => {
  const init = { signal: AbortSignal.timeout(CSV_TIMEOUT_MS) }
  return fileOf(orders.csv.$get({ query: filterQuery(filter) }, { init }))
}

function filterQuery({ q, assignment, status, payment, source }: OrderFilter) {
  return { q: q || undefined, assignment, status, payment, source }
}
