import type Stripe from 'stripe'
import * as z from 'zod'
import { expand, integer, text } from './params.ts'
import { noSuch } from './problems.ts'
import type { Provider } from './provider.ts'
import type { Condition, Kind, Objects } from './store.ts'

const RANGE = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** Parameters of every list; default ten entries, newest first. */
export const listParams = z.strictObject({
  limit: integer.pipe(z.number().min(1).max(100)).default(10),
  starting_after: text.optional(),
  ending_before: text.optional(),
  expand,
})

export const created = z
  .union([
    integer,
    z.strictObject({
      gt: integer.optional(),
      gte: integer.optional(),
      lt: integer.optional(),
      lte: integer.optional(),
    }),
  ])
  .optional()

export type ListParams = z.output<typeof listParams>

/** A page in Stripe's shape. Throws StripeProblem when the cursor is no object of this kind. */
export function listObjects<K extends Kind>(
  provider: Provider,
  kind: K,
  url: string,
  params: ListParams,
  where: Condition[],
): Stripe.ApiList<Objects[K]> {
  const { starting_after: after, ending_before: before, limit } = params
  for (const [param, id] of Object.entries({ starting_after: after, ending_before: before })) {
    if (id !== undefined && !provider.store.get(kind, id)) throw noSuch(kind, id, param)
  }
  const { data, hasMore } = provider.store.list(kind, { where, limit, after, before })
  return { object: 'list', data, has_more: hasMore, url }
}

/** `created=…` or `created[gte]=…` as conditions. */
export function createdConditions(range: z.output<typeof created>): Condition[] {
  if (range === undefined) return []
  if (typeof range === 'number') return [{ field: 'created', is: '=', value: range }]
  return Object.entries(RANGE).flatMap(([name, is]) => {
    const value = range[name as keyof typeof RANGE]
    return value === undefined ? [] : [{ field: 'created', is, value }]
  })
}

/** An exact match for every filter that was given. */
export function equalConditions(filters: Record<string, string | undefined>): Condition[] {
  return Object.entries(filters).flatMap(([field, value]) =>
    value === undefined ? [] : [{ field, is: '=' as const, value }],
  )
}
