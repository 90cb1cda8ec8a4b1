import type { hc } from 'hono/client'
import type { AdminMarketsRoutes } from '#api/markets/routes.ts'
import type {
  MarketCreated,
  MarketDetail,
  MarketFormInput,
  MarketPage,
  MarketUpdated,
  MarketUpdateInput,
  ZipCheckAnswer,
  ZipCheckRequest,
} from '#api/markets/schema.ts'
import { read } from '#src/lib/api.ts'
import { client, type Fetch } from '#src/lib/client.ts'

/** The market calls of the back office. They throw `ApiError` for failures the API names. */
export interface MarketsApi {
  /** @param query.page from 1 */
  list(query: { q?: string; page?: number }): Promise<MarketPage>
  get(id: string): Promise<MarketDetail>
  create(form: MarketFormInput): Promise<MarketCreated>
  update(id: string, form: MarketUpdateInput): Promise<MarketUpdated>
  remove(id: string): Promise<void>
  /** What each piece of a pasted list is; nothing is stored. */
  checkZips(request: ZipCheckRequest): Promise<ZipCheckAnswer>
}

/**
 * The typed client of the market calls.
 * @param fetch how to reach the API; the session's cookies go along by themselves
 */
export function createMarketsApi(fetch: Fetch): MarketsApi {
  const { markets } = (client('/api', fetch) as ReturnType<typeof hc<AdminMarketsRoutes>>).admin
  const market = markets[':id']
  return {
    list: async ({ q, page }) =>
      read(await markets.$get({ query: { ...(q && { q }), ...(page && { page: String(page) }) } })),
    get: async (id) => read(await market.$get({ param: { id } })),
    create: async (json) => read(await markets.$post({ json })),
    update: async (id, json) => read(await market.$put({ param: { id }, json })),
    remove: async (id) => {
      await read(await market.$delete({ param: { id } }))
    },
    checkZips: async (json) => read(await markets['zip-check'].$post({ json })),
  }
}
