import type { hc } from 'hono/client'
import type { AdminDashboardRoutes } from '#api/dashboard/routes.ts'
import type { DashboardAnswer, DismissAnswer, SendAgainAnswer } from '#api/dashboard/schema.ts'
import { read } from '#src/lib/api.ts'
import { client, type Fetch } from '#src/lib/client.ts'

/** The dashboard's calls. They throw `ApiError` for failures the API names. */
export interface DashboardApi {
  get(): Promise<DashboardAnswer>
  /** @param id of the message that failed */
  sendAgain(id: string): Promise<SendAgainAnswer>
  /** @param id of the message that failed or did not arrive */
  dismiss(id: string): Promise<DismissAnswer>
}

/**
 * The typed client of the dashboard's calls.
 * @param fetch how to reach the API; the session's cookies go along by themselves
 */
export function createDashboardApi(fetch: Fetch): DashboardApi {
  const { admin } = client('/api', fetch) as ReturnType<typeof hc<AdminDashboardRoutes>>
  return {
    get: async () => read(await admin.dashboard.$get()),
    sendAgain: async (id) => read(await admin.outbox[':id']['send-again'].$post({ param: { id } })),
    dismiss: async (id) => read(await admin.outbox[':id'].dismiss.$post({ param: { id } })),
  }
}
