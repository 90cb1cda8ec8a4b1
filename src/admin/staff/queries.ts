import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { UsersRoutes } from '#api/staff/routes.ts'
import type { InviteUserRequest, UpdateUserRequest } from '#api/staff/schema.ts'
import { API, answerOf, apiClient, byId, withSession } from '#src/admin/client/api.ts'
import { type ListSearch, listQuery } from '#src/admin/query-client.ts'

const { users } = apiClient<UsersRoutes>(API, withSession).admin
const user = users[':id']

export type UserRow = InferResponseType<typeof users.$get>['rows'][number]
export type UserDetail = InferResponseType<typeof user.$get>

/** Everything the cache holds about people who can sign in. */
export const USERS = ['users'] as const

export const usersQuery = (search: ListSearch) =>
  listQuery(USERS, search, (query) => answerOf(users.$get({ query })))

export const userQuery = (id: string) =>
  queryOptions({ queryKey: [...USERS, 'one', id], queryFn: () => answerOf(user.$get(byId(id))) })

/** Sends a new link to somebody who was invited before. */
export const inviteUser = (json: InviteUserRequest) => answerOf(users.$post({ json }))

export const changeRole = (id: string, json: UpdateUserRequest) => answerOf(user.$put({ ...byId(id), json }))

export const deactivateUser = (id: string) => answerOf(user.deactivate.$post(byId(id)))

export const reactivateUser = (id: string) => answerOf(user.reactivate.$post(byId(id)))

export const removeSecondFactor = (id: string) => answerOf(user['remove-second-factor'].$post(byId(id)))
