import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { AdminProductsRoutes } from '#api/products/routes.ts'
import type { ProductFormInput, ProductUpdateInput } from '#api/products/schema.ts'
import { API, answerOf, apiClient, byId, withSession } from '#src/admin/client/api.ts'
import { type ListSearch, listQuery } from '#src/admin/query-client.ts'

const { products } = apiClient<AdminProductsRoutes>(API, withSession).admin
const product = products[':id']

export type ProductRow = InferResponseType<typeof products.$get>['rows'][number]
export type ProductDetail = InferResponseType<typeof product.$get>

/** Everything the cache holds about products. */
export const PRODUCTS = ['products'] as const

export const productsQuery = (search: ListSearch) =>
  listQuery(PRODUCTS, search, (query) => answerOf(products.$get({ query })))

export const productQuery = (id: string) =>
  queryOptions({
    queryKey: [...PRODUCTS, 'one', id],
    queryFn: () => readProduct(id),
  })

export const readProduct = (id: string) => answerOf(product.$get(byId(id)))

export const createProduct = (json: ProductFormInput) => answerOf(products.$post({ json }))

export const updateProduct = (id: string, json: ProductUpdateInput) =>
  answerOf(product.$put({ ...byId(id), json }))

/** @param confirmOnSale the person has confirmed that the storefront sells it */
export const deleteProduct = (id: string, confirmOnSale: boolean) =>
  answerOf(product.$delete({ ...byId(id), query: { confirmOnSale: confirmOnSale ? 'true' : undefined } }))
