import type { hc } from 'hono/client'
import type { UsersRoutes } from '#api/staff/routes.ts'
import type { InviteUserRequest, UpdateUserRequest, UserDetail, UsersPage } from '#api/staff/schema.ts'
import { read } from '#src/lib/api.ts'
import { client, type Fetch } from '#src/lib/client.ts'

/** The calls about people who can sign in. Each throws `ApiError` for a failure the API names. */
export interface UsersApi {
  /** @param page from 1 */
  list(query: { q?: string | undefined; page?: number | undefined }): Promise<UsersPage>
  get(id: string): Promise<UserDetail>
  /** Also sends a new link to somebody who was invited before. @returns the person's id */
  invite(request: InviteUserRequest): Promise<string>
  /** These return the person's version afterwards. */
  changeRole(id: string, request: UpdateUserRequest): Promise<number>
  deactivate(id: string): Promise<number>
  reactivate(id: string): Promise<number>
  removeSecondFactor(id: string): Promise<number>
}

/**
 * The typed client of /admin/users.
 * @param fetch how to reach the API
 */
export function createUsersApi(fetch: Fetch): UsersApi {
  const { users } = (client('/api', fetch) as ReturnType<typeof hc<UsersRoutes>>).admin
  return {
    list: async ({ q, page }) =>
      read(await users.$get({ query: { ...(q && { q }), ...(page && { page: String(page) }) } })),
    get: async (id) => read(await users[':id'].$get({ param: { id } })),
    invite: async (json) => (await read(await users.$post({ json }))).id,
    changeRole: async (id, json) => (await read(await users[':id'].$put({ param: { id }, json }))).version,
    deactivate: async (id) => (await read(await users[':id'].deactivate.$post({ param: { id } }))).version,
    removeSecondFactor: async (id) =>
      (await read(await users[':id']['remove-second-factor'].$post({ param: { id } }))).version,
    reactivate: async (id) => (await read(await users[':id'].reactivate.$post({ param: { id } }))).version,
  }
}
