import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { AdminPhotosRoutes } from '#api/photos/routes.ts'
import type { AdminProductsRoutes } from '#api/products/routes.ts'
import { API, apiClient, byId, withSession } from '#src/admin/client/api.ts'
import { recordQueries } from '#src/admin/client/record-queries.ts'
import { answerOf } from '#src/lib/api.ts'

const { products } = apiClient<AdminProductsRoutes>(API, withSession).admin
const product = products[':id']
const made = apiClient<AdminPhotosRoutes>(API, withSession).admin.products[':id']['made-this-week']

export type ProductRow = InferResponseType<typeof products.$get>['rows'][number]
export type ProductDetail = InferResponseType<typeof product.$get>
export type MadePhoto = InferResponseType<typeof made.$get>['photos'][number]

/** Everything the cache holds about products. */
export const PRODUCTS = ['products'] as const

export const productQueries = recordQueries(PRODUCTS, products)

/** The photographs of the week that shoppers see of a product, or would see. */
export const madeQuery = (id: string) =>
  queryOptions({ queryKey: [...PRODUCTS, 'made', id], queryFn: () => answerOf(made.$get(byId(id))) })

/** @param confirmOnSale the person has confirmed that the storefront sells it */
export const deleteProduct = (id: string, confirmOnSale: boolean) =>
  answerOf(product.$delete({ ...byId(id), query: { confirmOnSale: confirmOnSale ? 'true' : undefined } }))
