import type { AdminDashboardRoutes } from '#api/dashboard/routes.ts'
import { API, answerOf, apiClient, byId, withSession } from '#src/admin/client/api.ts'

const { outbox } = apiClient<AdminDashboardRoutes>(API, withSession).admin

/** @param id of a message that waits for another try */
export const sendMessageNow = (id: string) => answerOf(outbox[':id']['send-now'].$post(byId(id)))
