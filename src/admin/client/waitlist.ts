import type { hc } from 'hono/client'
import type { AdminWaitlistRoutes } from '#api/waitlist/routes.ts'
import type { DemandAnswer, WaitlistDetail, WaitlistFilter, WaitlistPage } from '#api/waitlist/schema.ts'
import { read } from '#src/lib/api.ts'
import { client, type Fetch } from '#src/lib/client.ts'

/** The waitlist's calls in the back office. They throw `ApiError` for failures the API names. */
export interface WaitlistApi {
  /** @param query.page from 1 */
  list(query: WaitlistFilter & { page?: number }): Promise<WaitlistPage>
  get(id: string): Promise<WaitlistDetail>
  setContacted(id: string, contacted: boolean): Promise<{ contacted: boolean }>
  demand(): Promise<DemandAnswer>
  /** @returns to how many people a message goes out */
  notify(zipCodes: string[]): Promise<{ notified: number }>
  /** The whole of what the filter lets through, as a file, with the name it goes by. */
  csv(filter: WaitlistFilter): Promise<{ file: Blob; name: string }>
}

/**
 * The typed client of the waitlist's calls.
 * @param fetch how to reach the API; the session's cookies go along by themselves
 */
export function createWaitlistApi(fetch: Fetch): WaitlistApi {
  const { waitlist } = (client('/api', fetch) as ReturnType<typeof hc<AdminWaitlistRoutes>>).admin
  return {
    list: async ({ page, ...filter }) =>
      read(await waitlist.$get({ query: { ...given(filter), ...(page && { page: String(page) }) } })),
    get: async (id) => read(await waitlist[':id'].$get({ param: { id } })),
    setContacted: async (id, contacted) =>
      read(await waitlist[':id'].contacted.$put({ param: { id }, json: { contacted } })),
    demand: async () => read(await waitlist.demand.$get()),
    notify: async (zipCodes) => read(await waitlist.notify.$post({ json: { zipCodes } })),
    csv: async (filter) => {
      const response = await waitlist.csv.$get({ query: given(filter) })
      // A refusal is read as what it says, in JSON.
      if (!response.ok) await read<unknown>(response)
      const name = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
      return { file: await response.blob(), name: name ?? 'waitlist.csv' }
    },
  }
}

function given({ q, contacted }: WaitlistFilter): WaitlistFilter {
  return { ...(q && { q }), ...(contacted && { contacted }) }
}
