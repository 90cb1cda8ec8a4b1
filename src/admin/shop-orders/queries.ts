import { queryOptions } from '@tanstack/react-query'
import type { InferRequestType, InferResponseType } from 'hono/client'
import type { AdminShopOrdersRoutes } from '#api/shop-orders/routes.ts'
import type { Direction, ShopOrderFilter, ShopOrderSort } from '#domain/admin-lists.ts'
import { API, apiClient, byId, onRecord, withSession } from '#src/admin/client/api.ts'
import { type ListSearch, listQuery, pollingOptions } from '#src/admin/query-client.ts'
import { answerOf } from '#src/lib/api.ts'

const { 'shop-orders': shopOrders } = apiClient<AdminShopOrdersRoutes>(API, withSession).admin
const shopOrder = shopOrders[':id']

export type ShopOrderRow = InferResponseType<typeof shopOrders.$get>['rows'][number]
export type ShopOrderDetail = InferResponseType<typeof shopOrder.$get>
export type ShopSheets = InferResponseType<typeof shopOrders.print.$get>['shops'][number]

const SHOP_ORDERS = ['shop-orders'] as const

type Search = ListSearch & {
  show?: ShopOrderFilter | undefined
  sort?: ShopOrderSort | undefined
  direction?: Direction | undefined
}

export const shopOrdersQuery = (search: Search) => ({
  ...listQuery(SHOP_ORDERS, search, (query) => answerOf(shopOrders.$get({ query }))),
  ...pollingOptions,
})

export const shopOrderQuery = (id: string) =>
  queryOptions({
    queryKey: [...SHOP_ORDERS, 'one', id],
    queryFn: () => answerOf(shopOrder.$get(byId(id))),
    ...pollingOptions,
  })

export const todaysSheetsQuery = queryOptions({
  queryKey: [...SHOP_ORDERS, 'print'],
  queryFn: () => answerOf(shopOrders.print.$get()),
  ...pollingOptions,
})

// Each of these names the version it was made from: `edit_conflict` says who was faster, and when.

export const setShopOrderStatus = onRecord(shopOrder.status.$put)
export const setShopOrderPayment = onRecord(shopOrder.payment.$put)
export const setShopNotes = onRecord(shopOrder.notes.$put)

/** `key`: a UUID made once per filled-in note: a second click adds nothing. */
export const addContact = onRecord(shopOrder.contacts.$post)

/** Takes the order back from the shop. */
export const unassignShop = onRecord(shopOrder.unassign.$post)

/** Sends the florist a new link; the one they had ends. */
export const sendFloristLink = (id: string) => answerOf(shopOrder.link.$post(byId(id)))

export const revokeFloristLink = (id: string) => answerOf(shopOrder.link.$delete(byId(id)))

/** Sets whether the shops of several were paid; says of each why it was left as it is, if it was. */
export const setShopOrderPayments = (json: InferRequestType<typeof shopOrders.payments.$put>['json']) =>
  answerOf(shopOrders.payments.$put({ json }))
