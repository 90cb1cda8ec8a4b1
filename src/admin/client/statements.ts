import type { hc } from 'hono/client'
import type { AdminStatementsRoutes } from '#api/statements/routes.ts'
import type { Statement } from '#api/statements/schema.ts'
import { read } from '#src/lib/api.ts'
import { client, type Fetch } from '#src/lib/client.ts'

/** The statement calls. They throw `ApiError` for failures the API names. @param month `YYYY-MM` */
export interface StatementsApi {
  get(shopId: string, month: string): Promise<Statement>
  /** The same as a file, with the name it goes by. */
  csv(shopId: string, month: string): Promise<{ file: Blob; name: string }>
}

/**
 * The typed client of the statement calls.
 * @param fetch how to reach the API; the session's cookies go along by themselves
 */
export function createStatementsApi(fetch: Fetch): StatementsApi {
  const { admin } = client('/api', fetch) as ReturnType<typeof hc<AdminStatementsRoutes>>
  const { statement } = admin.shops[':id']
  return {
    get: async (id, month) => read(await statement.$get({ param: { id }, query: { month } })),
    csv: async (id, month) => {
      const response = await statement.csv.$get({ param: { id }, query: { month } })
      // A refusal is read as what it says, in JSON.
      if (!response.ok) await read<unknown>(response)
      return { file: await response.blob(), name: `statement-${month}.csv` }
    },
  }
}
