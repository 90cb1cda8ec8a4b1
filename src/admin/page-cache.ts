import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query'
import type { ErrorBody } from '#api/http/error-schema.ts'
import { ApiError } from '#src/lib/api.ts'

// The server's cache travels in the page as JSON: data, and the failures that the screen shows.

/** A failure as JSON; null: one without a message of its own. */
type WrittenError = (ErrorBody['error'] & { status: number }) | null

/** The content of a cache, for the page. */
export function writeCache(queryClient: QueryClient): DehydratedState {
  const cache = dehydrate(queryClient, {
    shouldDehydrateQuery: ({ state }) => state.status !== 'pending',
  })
  return {
    ...cache,
    queries: cache.queries.map((query) => ({
      ...query,
      state: {
        ...query.state,
        error: writeError(query.state.error) as Error | null,
        fetchFailureReason: null,
      },
    })),
  }
}

/** Fills a cache with what the page brought: it counts as read now, whatever the clocks say. */
export function fillCache(queryClient: QueryClient, { mutations, queries }: DehydratedState): void {
  const now = Date.now()
  hydrate(queryClient, {
    mutations,
    queries: queries.map((query) => ({
      ...query,
      state: {
        ...query.state,
        dataUpdatedAt: query.state.dataUpdatedAt && now,
        error:
          query.state.status === 'error' ? readError(query.state.error as unknown as WrittenError) : null,
      },
    })),
  })
}

function writeError(error: Error | null): WrittenError {
  return error instanceof ApiError ? { ...error, issues: [...error.issues], message: error.message } : null
}

function readError(written: WrittenError): Error {
  return written ? new ApiError(written.status, { error: written }) : new Error('No answer')
}
