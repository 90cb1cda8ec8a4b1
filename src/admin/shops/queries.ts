import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { staffFetch } from '#src/admin/client/call.ts'
import { createShopsApi } from '#src/admin/client/shops.ts'
import { PLACES } from '#src/admin/ui/places.ts'

export const shopsApi = createShopsApi(staffFetch)

const SHOPS = [...PLACES, 'shops'] as const

export const shopsQuery = (search: { q?: string | undefined; page?: number | undefined }) => {
  const { q = '', page = 1 } = search
  return queryOptions({
    queryKey: [...SHOPS, 'list', q, page],
    queryFn: () => shopsApi.list({ q, page }),
    placeholderData: keepPreviousData,
  })
}

export const shopQuery = (id: string) =>
  queryOptions({
    queryKey: [...SHOPS, 'one', id],
    queryFn: () => shopsApi.get(id),
  })

/** The orders that a shop was given, five a page (§2). */
export const ordersOfShopQuery = (id: string, page = 1) =>
  queryOptions({
    queryKey: [...SHOPS, 'orders', id, page],
    queryFn: () => shopsApi.orders(id, page),
    placeholderData: (previous, query) => (query?.queryKey.includes(id) ? previous : undefined),
  })

/** What the form's selects offer. */
export const shopChoicesQuery = queryOptions({
  queryKey: [...SHOPS, 'choices'],
  queryFn: () => shopsApi.choices(),
})
