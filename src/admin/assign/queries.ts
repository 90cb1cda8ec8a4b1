import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { AdminAssignOrdersRoutes } from '#api/shop-orders/assignment-routes.ts'
import type { AssignRequestInput } from '#api/shop-orders/assignment-schema.ts'
import { API, apiClient, byId, withSession } from '#src/admin/client/api.ts'
import { listQuery, pollingOptions } from '#src/admin/query-client.ts'
import type { Target } from '#src/admin/ui/link-button.tsx'
import { answerOf } from '#src/lib/api.ts'

const { assignments } = apiClient<AdminAssignOrdersRoutes>(API, withSession).admin
const assignment = assignments[':id']

export type Waiting = InferResponseType<typeof assignments.$get>
export type AssignmentRow = Waiting['rows'][number]
export type TakenOrder = Waiting['taken'][number]
export type AssignmentChoices = InferResponseType<typeof assignment.$get>
export type BulkChoices = InferResponseType<typeof assignments.bulk.$get>
export type ShopChoice = AssignmentChoices['markets'][number]['shops'][number]
export type Assigned = InferResponseType<typeof assignments.$post>

const ASSIGN = ['assign'] as const
/** The lists of orders that wait. */
export const WAITING = [...ASSIGN, 'list'] as const

export const awaitingQuery = ({
  page,
  unpaid,
}: {
  page?: number | undefined
  unpaid?: 'yes' | undefined
}) => {
  const search = { page, includeUnpaid: unpaid === 'yes' ? ('true' as const) : undefined }
  return {
    ...listQuery(ASSIGN, search, (query) => answerOf(assignments.$get({ query }))),
    ...pollingOptions,
  }
}

/** The order on the desk, and the shops for it. */
export const choicesQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...ASSIGN, 'one', orderId],
    queryFn: () => answerOf(assignment.$get(byId(orderId))),
    ...pollingOptions,
  })

/** The shops for several orders at once. */
export const bulkChoicesQuery = (orderIds: readonly string[]) =>
  queryOptions({
    queryKey: [...ASSIGN, 'bulk', orderIds],
    queryFn: () => answerOf(assignments.bulk.$get({ query: { ids: orderIds.join(',') } })),
    enabled: orderIds.length > 0,
  })

/** With `replaces` (a shop order's id) it reassigns. `already_assigned` says to whom, by whom and when. */
export const assignOrder = (json: AssignRequestInput) => answerOf(assignments.$post({ json }))

type BulkAssign = Parameters<(typeof assignments.bulk)['$post']>[0]['json']

/** Assigns several orders to one shop; says of each why it was left out, if it was. */
export const assignOrders = (json: BulkAssign) => answerOf(assignments.bulk.$post({ json }))

/** Who gave an order to a shop, as the API says it, in words. */
export function assigner(by: string | null): string {
  if (by === 'system') return 'the system'
  return by === null || by === 'admin' ? 'a former user' : by
}

/** Where a shop is chosen for an order. @param replaces the shop order that is taken back in the same step */
export const assignTarget = (orderId: string, replaces?: string): Target => ({
  to: '/admin/assign-orders/select-shop/$orderId',
  params: { orderId },
  search: { replaces },
})
