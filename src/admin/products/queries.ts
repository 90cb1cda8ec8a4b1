import type { InferResponseType } from 'hono/client'
import type { AdminProductsRoutes } from '#api/products/routes.ts'
import { API, apiClient, byId, withSession } from '#src/admin/client/api.ts'
import { recordQueries } from '#src/admin/client/record-queries.ts'
import { answerOf } from '#src/lib/api.ts'

const { products } = apiClient<AdminProductsRoutes>(API, withSession).admin
const product = products[':id']

export type ProductRow = InferResponseType<typeof products.$get>['rows'][number]
export type ProductDetail = InferResponseType<typeof product.$get>

/** Everything the cache holds about products. */
export const PRODUCTS = ['products'] as const

export const productQueries = recordQueries(PRODUCTS, products)

/** @param confirmOnSale the person has confirmed that the storefront sells it */
export const deleteProduct = (id: string, confirmOnSale: boolean) =>
  answerOf(product.$delete({ ...byId(id), query: { confirmOnSale: confirmOnSale ? 'true' : undefined } }))
