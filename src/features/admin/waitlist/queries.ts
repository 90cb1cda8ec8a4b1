import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { WaitlistFilter } from '#src/contracts/admin/waitlist.ts'
import { staffFetch } from '#src/lib/admin/call.ts'
import { createWaitlistApi } from '#src/lib/admin/waitlist.ts'

export const waitlistApi = createWaitlistApi(staffFetch)

/** Everything the cache holds about the waitlist. */
export const WAITLIST = ['waitlist'] as const

export const waitlistQuery = ({ q, contacted, page = 1 }: WaitlistFilter & { page?: number | undefined }) =>
  queryOptions({
    queryKey: [...WAITLIST, 'list', q ?? '', contacted ?? '', page],
    queryFn: () => waitlistApi.list({ q, contacted, page }),
    placeholderData: keepPreviousData,
  })

export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: [...WAITLIST, 'one', id],
    queryFn: () => waitlistApi.get(id),
  })

export const demandQuery = queryOptions({
  queryKey: [...WAITLIST, 'demand'],
  queryFn: () => waitlistApi.demand(),
})
