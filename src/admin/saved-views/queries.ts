import { queryOptions } from '@tanstack/react-query'
import { hc, type InferResponseType } from 'hono/client'
import type { AdminSavedViewsRoutes } from '#api/saved-views/routes.ts'
import type { SavedViewRequest } from '#api/saved-views/schema.ts'
import { API, answerOf, byId, withSession } from '#src/admin/client/api.ts'

const views = hc<AdminSavedViewsRoutes>(API, withSession).admin['saved-views']

export type SavedView = InferResponseType<typeof views.$get>['views'][number]

export const savedViewsQuery = queryOptions({
  queryKey: ['saved-views'],
  queryFn: () => answerOf(views.$get()),
})

export const saveView = (json: SavedViewRequest) => answerOf(views.$post({ json }))
export const deleteView = (id: string) => answerOf(views[':id'].$delete(byId(id)))
