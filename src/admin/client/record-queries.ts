import { queryOptions } from '@tanstack/react-query'
import { type ListSearch, listQuery } from '#src/admin/query-client.ts'
import { answerOf, type Reply } from '#src/lib/api.ts'
import { byId } from './api.ts'

type Call<Answer> = Promise<Reply<Answer>>
type Id = { param: { id: string } }

/** The routes that every kind of record has, as the typed client calls them. */
type RecordRoutes<Page, Detail, New, Made, Changed, Saved> = {
  $get(call: { query: { q: string | undefined; page: string; size?: string } }): Call<Page>
  $post(call: { json: New }): Call<Made>
  ':id': { $get(call: Id): Call<Detail>; $put(call: Id & { json: Changed }): Call<Saved> }
}

/**
 * Reads and writes a kind of record.
 * @param key everything the cache holds about these records
 */
export function recordQueries<Page, Detail, New, Made, Changed, Saved>(
  key: readonly string[],
  routes: RecordRoutes<Page, Detail, New, Made, Changed, Saved>,
) {
  const one = routes[':id']
  const read = (id: string) => answerOf(one.$get(byId(id)))
  return {
    list: (search: ListSearch) => listQuery(key, search, (query) => answerOf(routes.$get({ query }))),
    one: (id: string) => queryOptions({ queryKey: [...key, 'one', id], queryFn: () => read(id) }),
    read,
    create: (json: New) => answerOf(routes.$post({ json })),
    update: (id: string, json: Changed) => answerOf(one.$put({ ...byId(id), json })),
  }
}
