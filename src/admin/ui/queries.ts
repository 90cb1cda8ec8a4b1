import type { AdminDashboardRoutes } from '#api/dashboard/routes.ts'
import { API, apiClient, byId, withSession } from '#src/admin/client/api.ts'
import { answerOf } from '#src/lib/api.ts'

const message = apiClient<AdminDashboardRoutes>(API, withSession).admin.outbox[':id']

/** @param id of a message that failed (`send-again`), or that waits for another try (`send-now`) */
export const sendMessage = (id: string, way: 'send-again' | 'send-now') =>
  answerOf(message[way].$post(byId(id)))
