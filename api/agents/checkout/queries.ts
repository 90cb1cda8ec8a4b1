import { and, eq, isNull, sql } from 'drizzle-orm'
import { placesHeldBy } from '#api/checkout/queries.ts'
import type { Db, Deps } from '#api/deps.ts'
import { isNotNullViolation } from '#api/platform/database/constraint.ts'
import { openCheckoutsOf } from '#api/prepared-checkouts/open-queries.ts'
import { selectOrderOf, selectPrepared, toOrderOf } from '#api/prepared-checkouts/queries.ts'
import {
  marketRows,
  type ProductRow,
  productsOnSale,
  type ServingMarket,
  servingMarket,
} from '#api/storefront/queries.ts'
import { agentPlatforms, agentReplies, preparedCheckouts } from '#drizzle/schema/agents.ts'

export type ReplyRow = typeof agentReplies.$inferSelect
export type NewPrepared = Omit<typeof preparedCheckouts.$inferInsert, 'platformId'>

/** Every answer about a checkout depends on these. */
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
  const own = sql`(select json_extract(content, '$.fields.zip') from prepared_checkouts where id = ${id})`
  const [[reply], [found], ordered, onSale, rows] = await db.batch([
    replyOf(db, keyHash),
    selectPrepared(db, { id }),
    selectOrderOf(db, { id }),
    productsOnSale(db),
    marketRows(db, zip ?? own, now),
  ])
  const placed = toOrderOf(ordered)
  const stored = found && { ...found.checkout, platform: found.platform, placed }
  // The place that its buyer holds is sold out to others only.
  const held = placed ? placesHeldBy(placed, rows[0]?.id) : []
  return { reply, stored: stored ?? null, onSale, market: servingMarket(rows, now, held) }
}

// Everything below is statements for batches.

/** The answer that was given under a key. */
export function replyOf(db: Db, keyHash: string | null) {
  return db
    .select()
    .from(agentReplies)
    .where(eq(agentReplies.keyHash, keyHash ?? ''))
}

/** The number of a platform's checkouts that can still be continued. */
export function openCheckouts(db: Db, profileUrl: string, now: Date) {
  return db.all<{ open: number }>(sql`
    select (select count(*) ${openCheckoutsOf(sql`p`, now)}) as open from ${agentPlatforms} p
    where p.profile_url = ${profileUrl}`)
}

/** A new checkout, and its platform, whose name is what it claims now. */
export function insertPrepared(
  db: Db,
  { profileUrl, name }: { profileUrl: string; name: string },
  row: NewPrepared,
) {
  const { createdAt } = row
  return [
    db
      .insert(agentPlatforms)
      .values({ id: crypto.randomUUID(), profileUrl, name, createdAt, updatedAt: createdAt })
      .onConflictDoUpdate({ target: agentPlatforms.profileUrl, set: { name, updatedAt: createdAt } }),
    db.insert(preparedCheckouts).values({
      ...row,
      platformId: sql`(select id from ${agentPlatforms} where profile_url = ${profileUrl})`,
    }),
  ] as const
}

/**
 * Replaces what a checkout holds, and gives it its full time again.
 * @throws NOT NULL violation ({@link wasCanceled}) if it was canceled meanwhile: then nothing of the batch counts
 */
export function replacePrepared(
  db: Db,
  id: string,
  { content, memo, expiresAt, updatedAt }: Pick<NewPrepared, 'content' | 'memo' | 'expiresAt' | 'updatedAt'>,
) {
  const unlessCanceled = sql`case when canceled_at is null then ${JSON.stringify(memo)} end`
  return db
    .update(preparedCheckouts)
    .set({ content, memo: unlessCanceled, expiresAt, updatedAt, version: sql`version + 1` })
    .where(eq(preparedCheckouts.id, id))
}

/** True for the error with which {@link replacePrepared} meets a cancel. */
export function wasCanceled(error: unknown): boolean {
  return isNotNullViolation(error, 'prepared_checkouts.memo')
}

/** Ends a checkout; canceled before, it keeps its first instant. */
export function cancelPrepared(db: Db, id: string, at: string) {
  return db
    .update(preparedCheckouts)
    .set({ canceledAt: at, updatedAt: at })
    .where(and(eq(preparedCheckouts.id, id), isNull(preparedCheckouts.canceledAt)))
}

/** @throws UNIQUE violation when a request with the same key was faster: then nothing of the batch counts */
export function insertReply(db: Db, row: ReplyRow) {
  return db.insert(agentReplies).values(row)
}
