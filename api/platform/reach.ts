import { type SQL, sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'

/** The ways besides email on which florists can be asked here: those whose settings are there. */
export type RingsBy = { push: boolean; texts: boolean }

export const ringsByOf = ({ push, texts }: Pick<Deps, 'push' | 'texts'>): RingsBy => ({
  push: push !== null,
  texts: texts !== null,
})

/**
 * Value: 1 for a shop that only email reaches though there are other ways; 0 where there are none.
 * @param shop the table of the shop, as the statement calls it
 */
export function isEmailOnly({ push, texts }: RingsBy, shop: SQL): SQL {
  const ways = [
    ...(push ? [sql`exists (select 1 from florist_devices d where d.shop_id = ${shop}.id)`] : []),
    ...(texts ? [sql`(${shop}.takes_texts = 1 and ${shop}.phone is not null)`] : []),
  ]
  return ways.length === 0 ? sql`0` : sql`not (${sql.join(ways, sql` or `)})`
}
