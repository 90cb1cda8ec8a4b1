import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { WaitlistFilter } from '#api/waitlist/schema.ts'
import { staffFetch } from '#src/admin/client/call.ts'
import { createWaitlistApi } from '#src/admin/client/waitlist.ts'

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
