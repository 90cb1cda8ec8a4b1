import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { AdminMarketsRoutes } from '#api/markets/routes.ts'
import type { ZipCheckRequest } from '#api/markets/schema.ts'
import { API, apiClient, byId, withSession } from '#src/admin/client/api.ts'
import { recordQueries } from '#src/admin/client/record-queries.ts'
import { marketsAndShopsKey } from '#src/admin/query-client.ts'
import { answerOf } from '#src/lib/api.ts'

const { markets } = apiClient<AdminMarketsRoutes>(API, withSession).admin
const market = markets[':id']

export type MarketRow = InferResponseType<typeof markets.$get>['rows'][number]
export type MarketDetail = InferResponseType<typeof market.$get>
export type MarketDay = InferResponseType<typeof market.days.$get>['days'][number]
export type ZipCheck = InferResponseType<(typeof markets)['zip-check']['$post']>

const MARKETS = [...marketsAndShopsKey, 'markets'] as const

export const marketQueries = recordQueries(MARKETS, markets)

/** Places sold, held and left; asked again while somebody looks at them. */
export const marketDaysQuery = (id: string) =>
  queryOptions({
    queryKey: [...MARKETS, 'days', id],
    queryFn: () => answerOf(market.days.$get(byId(id))),
    refetchInterval: 60_000,
  })

export const deleteMarket = (id: string) => answerOf(market.$delete(byId(id)))

/** Checks each piece of a pasted list; nothing is stored. */
export const checkZips = (json: ZipCheckRequest) => answerOf(markets['zip-check'].$post({ json }))
