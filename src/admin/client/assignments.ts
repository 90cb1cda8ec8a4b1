import type { hc } from 'hono/client'
import type { AdminAssignOrdersRoutes } from '#api/shop-orders/assignment-routes.ts'
import type {
  AssignAnswer,
  AssignmentChoices,
  AssignmentPage,
  AssignRequestInput,
} from '#api/shop-orders/assignment-schema.ts'
import { read } from '#src/lib/api.ts'
import { client, type Fetch } from '#src/lib/client.ts'

/** The calls of the assign screens. They throw `ApiError` for failures the API names. */
export interface AssignmentsApi {
  /** Orders that await a shop, promised first at the top. @param query.page from 1 */
  list(query: { page?: number; includeUnpaid?: boolean }): Promise<AssignmentPage>
  /** What select and confirm show of an order: itself, suggested market, markets with active shops, who had it before. */
  choices(orderId: string): Promise<AssignmentChoices>
  /** Assigns; with `replaces` (a shop order's id) reassigns. `already_assigned` says to whom, by whom and when. */
  assign(request: AssignRequestInput): Promise<AssignAnswer>
}

/**
 * The typed client of the assign screens.
 * @param fetch how to reach the API; the session's cookies go along by themselves
 */
export function createAssignmentsApi(fetch: Fetch): AssignmentsApi {
  const { assignments } = (client('/api', fetch) as ReturnType<typeof hc<AdminAssignOrdersRoutes>>).admin
  return {
    list: async ({ page, includeUnpaid }) => {
      const query = {
        ...(page && { page: String(page) }),
        ...(includeUnpaid && { includeUnpaid: 'true' as const }),
      }
      return read(await assignments.$get({ query }))
    },
    choices: async (id) => read(await assignments[':id'].$get({ param: { id } })),
    assign: async (json) => read(await assignments.$post({ json })),
  }
}
