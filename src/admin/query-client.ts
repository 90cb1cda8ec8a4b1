import { type DefaultOptions, keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
import type { PageSize } from '#domain/admin-lists.ts'
import { ApiError } from '#src/lib/api.ts'

/** The app's cache, as the first screen needs it: a failure that the page brought is shown, not tried again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({ defaultOptions: queryDefaults({ retryOnMount: false }) })
}

/** Options of all queries. The API refuses again what it refused once, so only a lost connection is tried once more by itself. */
export function queryDefaults({ retryOnMount }: { retryOnMount: boolean }): DefaultOptions {
  return {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => !(error instanceof ApiError) && failures < 1,
      retryDelay: 400,
      retryOnMount,
    },
    mutations: { retry: false },
  }
}

/** Others change the data of such a query, florists above all: it is fetched again while the page is visible. */
export const pollingOptions = { refetchInterval: 20_000 } as const

/** Markets and shops show each other, so a change of one invalidates both. */
export const marketsAndShopsKey = ['places'] as const

/** The search parameters of a list's address. */
export type ListSearch = { q?: string | undefined; page?: number | undefined; size?: PageSize | undefined }

type Call = { q: string | undefined; page: string; size?: string }

/** A page of a list. @param key everything the cache holds about these records */
export function listQuery<Page, Filter extends object>(
  key: readonly string[],
  { q, page = 1, size, ...filter }: ListSearch & Filter,
  read: (query: Omit<ListSearch & Filter, keyof ListSearch> & Call) => Promise<Page>,
) {
  const query = { ...filter, q: q || undefined, page: String(page), ...(size && { size: String(size) }) }
  return queryOptions({
    queryKey: [...key, 'list', query],
    queryFn: () => read(query),
    placeholderData: keepPreviousData,
  })
}
