import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { AdminFloristDeviceRoutes } from '#api/florist-devices/routes.ts'
import type { AdminShopsRoutes } from '#api/shops/routes.ts'
import type { WithoutFlorist } from '#domain/market-orders.ts'
import { API, apiClient, byId, withSession } from '#src/admin/client/api.ts'
import { recordQueries } from '#src/admin/client/record-queries.ts'
import { marketsAndShopsKey } from '#src/admin/query-client.ts'
import { answerOf } from '#src/lib/api.ts'

const { shops, 'shop-choices': choices } = apiClient<AdminShopsRoutes>(API, withSession).admin
const shop = shops[':id']
const { devices } = apiClient<AdminFloristDeviceRoutes>(API, withSession).admin.shops[':id']

export type ShopRow = InferResponseType<typeof shops.$get>['rows'][number]
export type ShopDetail = InferResponseType<typeof shop.$get>
export type OrderOfShop = InferResponseType<typeof shop.orders.$get>['rows'][number]
export type ShopChoices = InferResponseType<typeof choices.$get>

const SHOPS = [...marketsAndShopsKey, 'shops'] as const

export const shopQueries = recordQueries(SHOPS, shops)

/** The orders that a shop was given, five a page. */
export const ordersOfShopQuery = (id: string, page = 1) =>
  queryOptions({
    queryKey: [...SHOPS, 'orders', id, page],
    queryFn: () => answerOf(shop.orders.$get({ ...byId(id), query: { page: String(page) } })),
    placeholderData: (previous, query) => (query?.queryKey.includes(id) ? previous : undefined),
  })

/** Has a phone ring no more; one that is gone is no failure. */
export const removeDevice = (id: string, deviceId: string) =>
  answerOf(devices[':deviceId'].$delete({ param: { id, deviceId } }))

/** The options of the form's selects. */
export const shopChoicesQuery = queryOptions({
  queryKey: [...SHOPS, 'choices'],
  queryFn: () => answerOf(choices.$get()),
})

/** @param withoutFlorist what the person has confirmed that its market does without it */
export const deleteShop = (id: string, withoutFlorist?: WithoutFlorist) =>
  answerOf(shop.$delete({ ...byId(id), query: { withoutFlorist } }))
