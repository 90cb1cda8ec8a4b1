import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { AdminSearchRoutes } from '#api/search/routes.ts'
import { API, apiClient, withSession } from '#src/admin/client/api.ts'
import { answerOf } from '#src/lib/api.ts'

const { search } = apiClient<AdminSearchRoutes>(API, withSession).admin

export type FoundRecords = InferResponseType<typeof search.$get>

/** Orders, shops and markets that a text names; nothing is asked for while it is empty. */
export const recordsQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => answerOf(search.$get({ query: { q } }, { init: { signal } })),
    enabled: q !== '',
  })
