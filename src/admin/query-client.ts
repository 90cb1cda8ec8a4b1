import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#src/lib/api.ts'

/** The app's cache. What the API refused it refuses again, so only a lost connection is tried once more by itself. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => !(error instanceof ApiError) && failures < 1,
        retryDelay: 400,
      },
      mutations: { retry: false },
    },
  })
}

/** Of queries whose data others change, florists above all: refetched while the page is visible. */
export const pollingOptions = { refetchInterval: 20_000 } as const

/** Markets and shops show each other, so a change of one invalidates both. */
export const marketsAndShopsKey = ['places'] as const
