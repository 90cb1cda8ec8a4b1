import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { AdminPlatformsRoutes } from '#api/agent-platforms/routes.ts'
import { API, apiClient, byId, withSession } from '#src/admin/client/api.ts'
import { answerOf } from '#src/lib/api.ts'

const { platforms } = apiClient<AdminPlatformsRoutes>(API, withSession).admin
const platform = platforms[':id']

export type ListedPlatform = InferResponseType<typeof platforms.$get>['rows'][number]

export const platformsQuery = queryOptions({
  queryKey: ['platforms'],
  queryFn: () => answerOf(platforms.$get()),
})

export const blockPlatform = (id: string) => answerOf(platform.block.$post(byId(id)))

export const unblockPlatform = (id: string) => answerOf(platform.unblock.$post(byId(id)))
