import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { AdminStatementsRoutes } from '#api/statements/routes.ts'
import { monthOf } from '#domain/statement.ts'
import { REPORTING_TIME_ZONE } from '#domain/zoned-time.ts'
import { API, apiClient, byId, fileOf, withSession } from '#src/admin/client/api.ts'
import { answerOf } from '#src/lib/api.ts'
import { serverNow } from '#src/lib/server-clock.ts'

const { statement } = apiClient<AdminStatementsRoutes>(API, withSession).admin.shops[':id']

export type Statement = InferResponseType<typeof statement.$get>

/** The current month (`YYYY-MM`): the one that is shown until another is asked for. */
export function thisMonth(): string {
  return monthOf(new Date(serverNow()), REPORTING_TIME_ZONE)
}

/** A shop’s month. @param month `YYYY-MM` */
export const statementQuery = (shopId: string, month: string) =>
  queryOptions({
    queryKey: ['statements', shopId, month],
    queryFn: () => answerOf(statement.$get({ ...byId(shopId), query: { month } })),
    // Another month of the same shop: its name stays, its lines are gone.
    placeholderData: (previous) =>
      previous?.shop.id === shopId ? { ...previous, month, lines: [] } : undefined,
  })

/** @param month `YYYY-MM` */
export const downloadStatement = (shopId: string, month: string) =>
  fileOf(statement.csv.$get({ ...byId(shopId), query: { month } }))
