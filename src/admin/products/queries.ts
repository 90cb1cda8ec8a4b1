import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { staffFetch } from '#src/admin/client/call.ts'
import { createProductsApi } from '#src/admin/client/products.ts'

export const productsApi = createProductsApi(staffFetch)

/** Everything the cache holds about products. */
export const PRODUCTS = ['products'] as const

export const productsQuery = (search: { q?: string | undefined; page?: number | undefined }) => {
  const { q = '', page = 1 } = search
  return queryOptions({
    queryKey: [...PRODUCTS, 'list', q, page],
    queryFn: () => productsApi.list({ q, page }),
    placeholderData: keepPreviousData,
  })
}

export const productQuery = (id: string) =>
  queryOptions({
    queryKey: [...PRODUCTS, 'one', id],
    queryFn: () => productsApi.get(id),
  })
