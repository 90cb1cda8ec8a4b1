import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { AdminMarketsRoutes } from '#api/markets/routes.ts'
import type { MarketFormInput, MarketUpdateInput, ZipCheckRequest } from '#api/markets/schema.ts'
import { API, answerOf, apiClient, byId, withSession } from '#src/admin/client/api.ts'
import { type ListSearch, listQuery, marketsAndShopsKey } from '#src/admin/query-client.ts'

const { markets } = apiClient<AdminMarketsRoutes>(API, withSession).admin
const market = markets[':id']

export type MarketRow = InferResponseType<typeof markets.$get>['rows'][number]
export type MarketDetail = InferResponseType<typeof market.$get>
export type MarketDay = InferResponseType<typeof market.days.$get>['days'][number]
export type Waiting = InferResponseType<typeof market.$put>['waiting']
export type ZipCheck = InferResponseType<(typeof markets)['zip-check']['$post']>

const MARKETS = [...marketsAndShopsKey, 'markets'] as const

export const marketsQuery = (search: ListSearch) =>
  listQuery(MARKETS, search, (query) => answerOf(markets.$get({ query })))

export const marketQuery = (id: string) =>
  queryOptions({
    queryKey: [...MARKETS, 'one', id],
    queryFn: () => readMarket(id),
  })

/** Places sold, held and left; asked again while somebody looks at them. */
export const marketDaysQuery = (id: string) =>
  queryOptions({
    queryKey: [...MARKETS, 'days', id],
    queryFn: () => answerOf(market.days.$get(byId(id))),
    refetchInterval: 60_000,
  })

export const readMarket = (id: string) => answerOf(market.$get(byId(id)))

export const createMarket = (json: MarketFormInput) => answerOf(markets.$post({ json }))

export const updateMarket = (id: string, json: MarketUpdateInput) =>
  answerOf(market.$put({ ...byId(id), json }))

export const deleteMarket = (id: string) => answerOf(market.$delete(byId(id)))

/** Checks each piece of a pasted list; nothing is stored. */
export const checkZips = (json: ZipCheckRequest) => answerOf(markets['zip-check'].$post({ json }))
