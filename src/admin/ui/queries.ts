import type { AdminDashboardRoutes } from '#api/dashboard/routes.ts'
import { API, answerOf, apiClient, byId, withSession } from '#src/admin/client/api.ts'

const { outbox } = apiClient<AdminDashboardRoutes>(API, withSession).admin
const message = outbox[':id']

/** @param id of a message that failed */
export const sendMessageAgain = (id: string) => answerOf(message['send-again'].$post(byId(id)))

/** @param id of a message that waits for another try */
export const sendMessageNow = (id: string) => answerOf(message['send-now'].$post(byId(id)))
