import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { AdminProblemsRoutes } from '#api/problems/routes.ts'
import type { ProblemSource } from '#domain/problems.ts'
import { API, apiClient, withSession } from '#src/admin/client/api.ts'
import { answerOf } from '#src/lib/api.ts'

const { problems } = apiClient<AdminProblemsRoutes>(API, withSession).admin

export type Problem = InferResponseType<typeof problems.$get>['rows'][number]

/** @param source undefined for both */
export const problemsQuery = (source: ProblemSource | undefined) =>
  queryOptions({
    queryKey: ['problems', source],
    queryFn: () => answerOf(problems.$get({ query: { source } })),
    placeholderData: keepPreviousData,
  })
