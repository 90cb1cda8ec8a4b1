import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { staffFetch } from '#src/admin/client/call.ts'
import { createMarketsApi } from '#src/admin/client/markets.ts'
import { PLACES } from '#src/admin/ui/places.ts'

export const marketsApi = createMarketsApi(staffFetch)

const MARKETS = [...PLACES, 'markets'] as const

export const marketsQuery = (search: { q?: string | undefined; page?: number | undefined }) => {
  const { q = '', page = 1 } = search
  return queryOptions({
    queryKey: [...MARKETS, 'list', q, page],
    queryFn: () => marketsApi.list({ q, page }),
    placeholderData: keepPreviousData,
  })
}

export const marketQuery = (id: string) =>
  queryOptions({
    queryKey: [...MARKETS, 'one', id],
    queryFn: () => marketsApi.get(id),
  })
