import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ProblemSource } from '#domain/problems.ts'
import { staffFetch } from '#src/admin/client/call.ts'
import { createProblemsApi } from '#src/admin/client/problems.ts'

const problemsApi = createProblemsApi(staffFetch)

/** @param source null for both */
export const problemsQuery = (source: ProblemSource | null) =>
  queryOptions({
    queryKey: ['problems', source],
    queryFn: () => problemsApi.list(source),
    placeholderData: keepPreviousData,
  })
