import { queryOptions } from '@tanstack/react-query'
import { BOOKS_ZONE } from '#domain/books.ts'
import { monthOf } from '#domain/statement.ts'
import { staffFetch } from '#src/admin/client/call.ts'
import { createStatementsApi } from '#src/admin/client/statements.ts'

export const statementsApi = createStatementsApi(staffFetch)

/** The month that runs (`YYYY-MM`): the one that is shown until another is asked for. */
export function thisMonth(): string {
  return monthOf(new Date(), BOOKS_ZONE)
}

/** A shop's month; always asked anew, since orders and payments change it elsewhere. @param month `YYYY-MM` */
export const statementQuery = (shopId: string, month: string) =>
  queryOptions({
    queryKey: ['statements', shopId, month],
    queryFn: () => statementsApi.get(shopId, month),
    staleTime: 0,
    // Another month of the same shop: its name stays, its lines are gone.
    placeholderData: (previous) =>
      previous?.shop.id === shopId ? { ...previous, month, lines: [] } : undefined,
  })
