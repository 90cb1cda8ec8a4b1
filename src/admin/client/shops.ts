import type { hc } from 'hono/client'
import type { AdminShopsRoutes } from '#api/shops/routes.ts'
import type {
  OrdersOfShopPage,
  ShopChoices,
  ShopDetail,
  ShopFormInput,
  ShopPage,
  ShopUpdateInput,
} from '#api/shops/schema.ts'
import { read } from '#src/lib/api.ts'
import { client, type Fetch } from '#src/lib/client.ts'

/** The shop calls of the back office. They throw `ApiError` for failures the API names. */
export interface ShopsApi {
  /** @param query.page from 1 */
  list(query: { q?: string; page?: number }): Promise<ShopPage>
  get(id: string): Promise<ShopDetail>
  /** The orders that a shop was given, five a page. @param page from 1 */
  orders(id: string, page: number): Promise<OrdersOfShopPage>
  /** What the form's selects offer. */
  choices(): Promise<ShopChoices>
  create(form: ShopFormInput): Promise<{ id: string }>
  update(id: string, form: ShopUpdateInput): Promise<{ version: number }>
  remove(id: string): Promise<void>
}

/**
 * The typed client of the shop calls.
 * @param fetch how to reach the API; the session's cookies go along by themselves
 */
export function createShopsApi(fetch: Fetch): ShopsApi {
  const { admin } = client('/api', fetch) as ReturnType<typeof hc<AdminShopsRoutes>>
  const shop = admin.shops[':id']
  return {
    list: async ({ q, page }) =>
      read(await admin.shops.$get({ query: { ...(q && { q }), ...(page && { page: String(page) }) } })),
    get: async (id) => read(await shop.$get({ param: { id } })),
    orders: async (id, page) =>
      read(await shop.orders.$get({ param: { id }, query: { page: String(page) } })),
    choices: async () => read(await admin['shop-choices'].$get()),
    create: async (json) => read(await admin.shops.$post({ json })),
    update: async (id, json) => read(await shop.$put({ param: { id }, json })),
    remove: async (id) => {
      await read(await shop.$delete({ param: { id } }))
    },
  }
}
