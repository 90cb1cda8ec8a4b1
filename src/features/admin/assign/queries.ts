import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { LIVE } from '#src/features/admin/shared/live.ts'
import { createAssignmentsApi } from '#src/lib/admin/assignments.ts'
import { staffFetch } from '#src/lib/admin/call.ts'

export const assignmentsApi = createAssignmentsApi(staffFetch)

const ASSIGN = ['assign'] as const

export const awaitingQuery = (search: { page?: number | undefined; unpaid?: 'yes' | undefined }) => {
  const { page = 1, unpaid } = search
  return queryOptions({
    queryKey: [...ASSIGN, 'list', page, unpaid],
    queryFn: () => assignmentsApi.list({ page, includeUnpaid: unpaid === 'yes' }),
    ...LIVE,
    placeholderData: keepPreviousData,
  })
}

/** What select and confirm show of an order. */
export const choicesQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...ASSIGN, 'one', orderId],
    queryFn: () => assignmentsApi.choices(orderId),
  })
