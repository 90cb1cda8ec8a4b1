import type { hc } from 'hono/client'
import type { AdminProductsRoutes } from '#api/products/routes.ts'
import type {
  ProductDetail,
  ProductFormInput,
  ProductPage,
  ProductUpdateInput,
} from '#api/products/schema.ts'
import { read } from '#src/lib/api.ts'
import { client, type Fetch } from '#src/lib/client.ts'

/** The product calls of the back office. They throw `ApiError` for failures the API names. */
export interface ProductsApi {
  /** @param query.page from 1 */
  list(query: { q?: string; page?: number }): Promise<ProductPage>
  get(id: string): Promise<ProductDetail>
  create(form: ProductFormInput): Promise<{ id: string }>
  update(id: string, form: ProductUpdateInput): Promise<{ version: number }>
  /** @param confirmOnSale the person was told that the storefront sells it */
  remove(id: string, confirmOnSale?: boolean): Promise<void>
}

/**
 * The typed client of the product calls.
 * @param fetch how to reach the API; the session's cookies go along by themselves
 */
export function createProductsApi(fetch: Fetch): ProductsApi {
  const { products } = (client('/api', fetch) as ReturnType<typeof hc<AdminProductsRoutes>>).admin
  return {
    list: async ({ q, page }) =>
      read(await products.$get({ query: { ...(q && { q }), ...(page && { page: String(page) }) } })),
    get: async (id) => read(await products[':id'].$get({ param: { id } })),
    create: async (json) => read(await products.$post({ json })),
    update: async (id, json) => read(await products[':id'].$put({ param: { id }, json })),
    remove: async (id, confirmOnSale = false) => {
      const query = confirmOnSale ? { confirmOnSale: 'true' as const } : {}
      await read(await products[':id'].$delete({ param: { id }, query }))
    },
  }
}
