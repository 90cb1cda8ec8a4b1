import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Direction } from '#domain/order-sorts.ts'
import type { ShopOrderFilter } from '#domain/shop-order-filters.ts'
import type { ShopOrderSort } from '#domain/shop-order-sorts.ts'
import { staffFetch } from '#src/admin/client/call.ts'
import { createShopOrdersApi } from '#src/admin/client/shop-orders.ts'
import { LIVE } from '#src/admin/ui/live.ts'

export const shopOrdersApi = createShopOrdersApi(staffFetch)

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
    queryFn: () => shopOrdersApi.list({ q, show, sort, direction, page }),
    ...LIVE,
    placeholderData: keepPreviousData,
  })

export const shopOrderQuery = (id: string) =>
  queryOptions({
    queryKey: [...SHOP_ORDERS, 'one', id],
    queryFn: () => shopOrdersApi.get(id),
    ...LIVE,
  })
