import { queryOptions } from '@tanstack/react-query'
import { createAuthApi } from '#src/lib/admin/auth.ts'
import { staffFetch } from '#src/lib/admin/call.ts'

export const accountApi = createAuthApi(staffFetch)

export const ownSessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: () => accountApi.sessions(),
})

export const activityQuery = queryOptions({
  queryKey: ['account', 'activity'],
  queryFn: () => accountApi.activity(),
})

export const secondFactorQuery = queryOptions({
  queryKey: ['account', 'second-factor'],
  queryFn: () => accountApi.secondFactor(),
})
