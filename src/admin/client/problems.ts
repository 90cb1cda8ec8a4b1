import type { hc } from 'hono/client'
import type { AdminProblemsRoutes } from '#api/problems/routes.ts'
import type { ProblemsAnswer } from '#api/problems/schema.ts'
import type { ProblemSource } from '#domain/problems.ts'
import { read } from '#src/lib/api.ts'
import { client, type Fetch } from '#src/lib/client.ts'

/** The call about what has gone wrong. It throws `ApiError` for failures the API names. */
export interface ProblemsApi {
  /** @param source null for both */
  list(source: ProblemSource | null): Promise<ProblemsAnswer>
}

/**
 * The typed client of /admin/problems.
 * @param fetch how to reach the API
 */
export function createProblemsApi(fetch: Fetch): ProblemsApi {
  const { problems } = (client('/api', fetch) as ReturnType<typeof hc<AdminProblemsRoutes>>).admin
  return { list: async (source) => read(await problems.$get({ query: { ...(source && { source }) } })) }
}
