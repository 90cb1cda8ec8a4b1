import { type SQL, sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { selectOrderOf, selectPrepared, toOrderOf } from '#api/prepared-checkouts/queries.ts'
import {
  marketRows,
  type ProductRow,
  productsOnSale,
  type ServingMarket,
  servingMarket,
} from '#api/storefront/queries.ts'
import { openCheckouts, type ReplyRow, replyOf } from './queries.ts'

/** What every answer about a checkout depends on. */
export type Offer = { onSale: readonly ProductRow[]; market: ServingMarket | null }

/** A checkout as it is stored, with what its buyer has made of it. */
export type Stored = NonNullable<Awaited<ReturnType<typeof readStored>>['stored']>

/** All that a new checkout depends on, in one round trip. @param zip empty: none was sent */
export async function readForCreate(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  profileUrl: string,
  keyHash: string | null,
  zip: string,
): Promise<Offer & { reply: ReplyRow | undefined; open: number }> {
  const now = clock.now()
  const [[reply], onSale, rows, [counted]] = await db.batch([
    replyOf(db, keyHash),
    productsOnSale(db),
    marketRows(db, zip, now),
    openCheckouts(db, profileUrl, now),
  ])
  return { reply, onSale, market: servingMarket(rows, now), open: counted?.open ?? 0 }
}

/**
 * All that an operation on a checkout depends on, in one round trip.
 * @param zip that was sent for it; null: its own
 */
export async function readStored(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
  keyHash: string | null,
  zip: string | null,
) {
  const now = clock.now()
  const own: SQL = sql`(select json_extract(content, '$.fields.zip') from prepared_checkouts where id = ${id})`
  const [[reply], [found], ordered, onSale, rows] = await db.batch([
    replyOf(db, keyHash),
    selectPrepared(db, { id }),
    selectOrderOf(db, { id }),
    productsOnSale(db),
    marketRows(db, zip ?? own, now),
  ])
  const stored = found && { ...found.checkout, platform: found.platform, placed: toOrderOf(ordered) }
  return { reply, stored: stored ?? null, onSale, market: servingMarket(rows, now) }
}
