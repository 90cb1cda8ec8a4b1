import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { PLACES } from '#src/features/admin/shared/places.ts'
import { staffFetch } from '#src/lib/admin/call.ts'
import { createMarketsApi } from '#src/lib/admin/markets.ts'

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
