import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { AdminAssignOrdersRoutes } from '#api/shop-orders/assignment-routes.ts'
import type { AssignRequestInput } from '#api/shop-orders/assignment-schema.ts'
import { API, answerOf, apiClient, byId, withSession } from '#src/admin/client/api.ts'
import { pollingOptions } from '#src/admin/query-client.ts'

const { assignments } = apiClient<AdminAssignOrdersRoutes>(API, withSession).admin
const assignment = assignments[':id']

export type AssignmentRow = InferResponseType<typeof assignments.$get>['rows'][number]
export type AssignmentChoices = InferResponseType<typeof assignment.$get>
export type Assigned = InferResponseType<typeof assignments.$post>

const ASSIGN = ['assign'] as const

export const awaitingQuery = (search: { page?: number | undefined; unpaid?: 'yes' | undefined }) => {
  const { page = 1, unpaid } = search
  const includeUnpaid = unpaid === 'yes' ? 'true' : undefined
  return queryOptions({
    queryKey: [...ASSIGN, 'list', page, unpaid],
    queryFn: () => answerOf(assignments.$get({ query: { page: String(page), includeUnpaid } })),
    ...pollingOptions,
    placeholderData: keepPreviousData,
  })
}

/** The order and the shops for select and confirm. */
export const choicesQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...ASSIGN, 'one', orderId],
    queryFn: () => answerOf(assignment.$get(byId(orderId))),
  })

/** With `replaces` (a shop order's id) it reassigns. `already_assigned` says to whom, by whom and when. */
export const assignOrder = (json: AssignRequestInput) => answerOf(assignments.$post({ json }))

type BulkAssign = Parameters<(typeof assignments.bulk)['$post']>[0]['json']

/** Assigns several orders to one shop; says of each why it was left out, if it was. */
export const assignOrders = (json: BulkAssign) => answerOf(assignments.bulk.$post({ json }))
