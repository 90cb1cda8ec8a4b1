import type { InferResponseType } from 'hono/client'
import type { UsersRoutes } from '#api/staff/routes.ts'
import { API, apiClient, byId, withSession } from '#src/admin/client/api.ts'
import { recordQueries } from '#src/admin/client/record-queries.ts'
import { answerOf } from '#src/lib/api.ts'

const { users } = apiClient<UsersRoutes>(API, withSession).admin
const user = users[':id']

export type UserRow = InferResponseType<typeof users.$get>['rows'][number]
export type UserDetail = InferResponseType<typeof user.$get>

/** Everything the cache holds about people who can sign in. */
export const USERS = ['users'] as const

/** Creating one sends a link, also to somebody who was invited before; updating changes the role. */
export const userQueries = recordQueries(USERS, users)

export const deactivateUser = (id: string) => answerOf(user.deactivate.$post(byId(id)))

export const reactivateUser = (id: string) => answerOf(user.reactivate.$post(byId(id)))

export const removeSecondFactor = (id: string) => answerOf(user['remove-second-factor'].$post(byId(id)))
