import { type DefaultOptions, keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
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

/** Of queries whose data others change, florists above all: refetched while the page is visible. */
export const pollingOptions = { refetchInterval: 20_000 } as const

/** Markets and shops show each other, so a change of one invalidates both. */
export const marketsAndShopsKey = ['places'] as const

/** The search parameters of a list's address. */
export type ListSearch = { q?: string | undefined; page?: number | undefined }

/** A page of a list that is searched. @param key everything the cache holds about these records */
export function listQuery<Page>(
  key: readonly string[],
  { q = '', page = 1 }: ListSearch,
  read: (query: { q: string | undefined; page: string }) => Promise<Page>,
) {
  return queryOptions({
    queryKey: [...key, 'list', q, page],
    queryFn: () => read({ q: q || undefined, page: String(page) }),
    placeholderData: keepPreviousData,
  })
}
