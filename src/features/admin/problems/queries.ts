import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ProblemSource } from '#src/domain/problems.ts'
import { staffFetch } from '#src/lib/admin/call.ts'
import { createProblemsApi } from '#src/lib/admin/problems.ts'

const problemsApi = createProblemsApi(staffFetch)

/** @param source null for both */
export const problemsQuery = (source: ProblemSource | null) =>
  queryOptions({
    queryKey: ['problems', source],
    queryFn: () => problemsApi.list(source),
    placeholderData: keepPreviousData,
  })
