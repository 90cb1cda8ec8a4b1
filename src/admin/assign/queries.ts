import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createAssignmentsApi } from '#src/admin/client/assignments.ts'
import { staffFetch } from '#src/admin/client/call.ts'
import { LIVE } from '#src/admin/ui/live.ts'

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
