import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { InferRequestType, InferResponseType } from 'hono/client'
import type { AdminShopOrdersRoutes } from '#api/shop-orders/routes.ts'
import type { Direction, ShopOrderFilter, ShopOrderSort } from '#domain/admin-lists.ts'
import { API, answerOf, apiClient, byId, withSession } from '#src/admin/client/api.ts'
import { pollingOptions } from '#src/admin/query-client.ts'

const { 'shop-orders': shopOrders } = apiClient<AdminShopOrdersRoutes>(API, withSession).admin
const shopOrder = shopOrders[':id']

export type ShopOrderRow = InferResponseType<typeof shopOrders.$get>['rows'][number]
export type ShopOrderDetail = InferResponseType<typeof shopOrder.$get>

const SHOP_ORDERS = ['shop-orders'] as const

type Search = {
  q?: string | undefined
  show?: ShopOrderFilter | undefined
  sort?: ShopOrderSort | undefined
  direction?: Direction | undefined
  page?: number | undefined
}

export const shopOrdersQuery = ({ q = '', show, sort, direction, page = 1 }: Search) =>
  queryOptions({
    queryKey: [...SHOP_ORDERS, 'list', { q, show, sort, direction, page }],
    queryFn: () =>
      answerOf(shopOrders.$get({ query: { q: q || undefined, show, sort, direction, page: String(page) } })),
    ...pollingOptions,
    placeholderData: keepPreviousData,
  })

export const shopOrderQuery = (id: string) =>
  queryOptions({
    queryKey: [...SHOP_ORDERS, 'one', id],
    queryFn: () => answerOf(shopOrder.$get(byId(id))),
    ...pollingOptions,
  })

// Every change names the version it was made from: `edit_conflict` says who was faster, and when.

type Json<Call> = InferRequestType<Call> extends { json: infer Body } ? Body : never

export const setShopOrderStatus = (id: string, json: Json<typeof shopOrder.status.$put>) =>
  answerOf(shopOrder.status.$put({ ...byId(id), json }))

export const setShopOrderPayment = (id: string, json: Json<typeof shopOrder.payment.$put>) =>
  answerOf(shopOrder.payment.$put({ ...byId(id), json }))

export const setShopNotes = (id: string, json: Json<typeof shopOrder.notes.$put>) =>
  answerOf(shopOrder.notes.$put({ ...byId(id), json }))

export const setShopOrderDetails = (id: string, json: Json<typeof shopOrder.details.$put>) =>
  answerOf(shopOrder.details.$put({ ...byId(id), json }))

/** @param json.key a UUID made once per filled-in note: a second click adds nothing */
export const addContact = (id: string, json: Json<typeof shopOrder.contacts.$post>) =>
  answerOf(shopOrder.contacts.$post({ ...byId(id), json }))

/** Takes the order back from the shop. */
export const unassignShop = (id: string, version: number) =>
  answerOf(shopOrder.unassign.$post({ ...byId(id), json: { version } }))

/** Sends the florist a new link; the one they had ends. */
export const sendFloristLink = (id: string) => answerOf(shopOrder.link.$post(byId(id)))

export const revokeFloristLink = (id: string) => answerOf(shopOrder.link.$delete(byId(id)))

/** Sets whether the shops of several were paid; says of each why it was left as it is, if it was. */
export const setShopOrderPayments = (json: Json<typeof shopOrders.payments.$put>) =>
  answerOf(shopOrders.payments.$put({ json }))
