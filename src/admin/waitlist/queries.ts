import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { AdminWaitlistRoutes } from '#api/waitlist/routes.ts'
import type { WaitlistFilter } from '#api/waitlist/schema.ts'
import { API, apiClient, byId, fileOf, onRecord, withSession } from '#src/admin/client/api.ts'
import { type ListSearch, listQuery } from '#src/admin/query-client.ts'
import { answerOf } from '#src/lib/api.ts'

const { waitlist } = apiClient<AdminWaitlistRoutes>(API, withSession).admin
const entry = waitlist[':id']

export type WaitlistRow = InferResponseType<typeof waitlist.$get>['rows'][number]
export type WaitlistEntry = InferResponseType<typeof entry.$get>
export type WaitlistDemand = InferResponseType<typeof waitlist.demand.$get>

/** Everything the cache holds about the waitlist. */
export const WAITLIST = ['waitlist'] as const

export const waitlistQuery = (search: WaitlistFilter & ListSearch) =>
  listQuery(WAITLIST, search, (query) => answerOf(waitlist.$get({ query })))

export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: [...WAITLIST, 'one', id],
    queryFn: () => answerOf(entry.$get(byId(id))),
  })

export const demandQuery = queryOptions({
  queryKey: [...WAITLIST, 'demand'],
  queryFn: () => answerOf(waitlist.demand.$get()),
})

export const setContacted = onRecord(entry.contacted.$put)

/** @returns to how many people a message goes out */
export const notifyWaiting = (zipCodes: string[]) => answerOf(waitlist.notify.$post({ json: { zipCodes } }))

/** Everything that the filter finds, as a file. */
export const downloadWaitlist = ({ q, contacted }: WaitlistFilter) =>
  fileOf(waitlist.csv.$get({ query: { q: q || undefined, contacted } }))
