import { queryOptions } from '@tanstack/react-query'
import type { InferRequestType, InferResponseType } from 'hono/client'
import type { AdminBlocksRoutes } from '#api/stop/admin-routes.ts'
import { API, apiClient, withSession } from '#src/admin/client/api.ts'
import { answerOf } from '#src/lib/api.ts'

const { blocks } = apiClient<AdminBlocksRoutes>(API, withSession).admin

export type Block = InferResponseType<typeof blocks.$get>['rows'][number]

export const blocksQuery = queryOptions({ queryKey: ['blocks'], queryFn: () => answerOf(blocks.$get()) })

export const refusePlace = (json: InferRequestType<typeof blocks.$post>['json']) =>
  answerOf(blocks.$post({ json }))

export const liftBlock = (id: string, reason: string) =>
  answerOf(blocks[':id'].lift.$post({ param: { id }, json: { reason } }))
