import { queryOptions } from '@tanstack/react-query'
import { createAuthApi } from '#src/admin/client/auth.ts'
import { staffFetch } from '#src/admin/client/call.ts'

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
