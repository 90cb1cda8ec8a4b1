import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { AdminDashboardRoutes } from '#api/dashboard/routes.ts'
import { API, apiClient, byId, withSession } from '#src/admin/client/api.ts'
import { pollingOptions } from '#src/admin/query-client.ts'
import { answerOf } from '#src/lib/api.ts'

const { dashboard, waiting, outbox } = apiClient<AdminDashboardRoutes>(API, withSession).admin
const message = outbox[':id']

export type Dashboard = InferResponseType<typeof dashboard.$get>
export type Waiting = InferResponseType<typeof waiting.$get>

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: () => answerOf(dashboard.$get()),
  ...pollingOptions,
})

/** The numbers beside the screens of the sidebar; every change of a record reads them again. */
export const waitingQuery = queryOptions({
  queryKey: ['waiting'],
  queryFn: () => answerOf(waiting.$get()),
  ...pollingOptions,
})

/** Tries all messages now that wait for another try. */
export const sendWaitingNow = () => answerOf(outbox['send-now'].$post())

/** @param id of a message that failed or did not arrive */
export const dismissMessage = (id: string) => answerOf(message.dismiss.$post(byId(id)))
