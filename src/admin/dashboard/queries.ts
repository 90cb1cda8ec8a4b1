import { queryOptions } from '@tanstack/react-query'
import { staffFetch } from '#src/admin/client/call.ts'
import { createDashboardApi } from '#src/admin/client/dashboard.ts'

const EVERY_MINUTE = 60_000

export const dashboardApi = createDashboardApi(staffFetch)

/** Asked again every minute, and not while nobody looks. */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: () => dashboardApi.get(),
  refetchInterval: EVERY_MINUTE,
})
