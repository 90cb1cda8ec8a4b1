import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { staffFetch } from '#src/admin/client/call.ts'
import { createUsersApi } from '#src/admin/client/users.ts'

export const usersApi = createUsersApi(staffFetch)

/** Everything the cache holds about people who can sign in. */
export const USERS = ['users'] as const

export const usersQuery = (search: { q?: string | undefined; page?: number | undefined }) => {
  const { q = '', page = 1 } = search
  return queryOptions({
    queryKey: [...USERS, 'list', q, page],
    queryFn: () => usersApi.list({ q, page }),
    placeholderData: keepPreviousData,
  })
}

export const userQuery = (id: string) =>
  queryOptions({ queryKey: [...USERS, 'one', id], queryFn: () => usersApi.get(id) })
