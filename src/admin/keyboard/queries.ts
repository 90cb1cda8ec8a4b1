import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { AdminSearchRoutes } from '#api/search/routes.ts'
import { API, apiClient, withSession } from '#src/admin/client/api.ts'
import { answerOf } from '#src/lib/api.ts'

const { search } = apiClient<AdminSearchRoutes>(API, withSession).admin

export type FoundRecords = InferResponseType<typeof search.$get>

/** Without a key for this long, typing has paused. */
const PAUSE_MS = 200

/** Orders, shops and markets that a text names, once typing pauses; nothing is asked for while it is empty. */
export const recordsQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: async ({ signal }) => {
      await new Promise((over) => setTimeout(over, PAUSE_MS))
      // The next key has asked for another text by then.
      signal.throwIfAborted()
      return answerOf(search.$get({ query: { q } }, { init: { signal } }))
    },
    enabled: q !== '',
  })
