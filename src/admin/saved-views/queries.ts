import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { AdminSavedViewsRoutes } from '#api/saved-views/routes.ts'
import type { SavedViewRequest } from '#api/saved-views/schema.ts'
import { API, apiClient, byId, withSession } from '#src/admin/client/api.ts'
import { answerOf } from '#src/lib/api.ts'

const views = apiClient<AdminSavedViewsRoutes>(API, withSession).admin['saved-views']

export type SavedView = InferResponseType<typeof views.$get>['views'][number]

export const savedViewsQuery = queryOptions({
  queryKey: ['saved-views'],
  queryFn: () => answerOf(views.$get()),
})

export const saveView = (json: SavedViewRequest) => answerOf(views.$post({ json }))
export const deleteView = (id: string) => answerOf(views[':id'].$delete(byId(id)))
