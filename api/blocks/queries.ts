import { and, desc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import type { StopWish } from '#domain/blocks.ts'
import { ORDER_STATUSES } from '#domain/order-status.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { blocks } from '#drizzle/schema/blocks.ts'
import { orders } from '#drizzle/schema/orders.ts'
import type { BlockHashes } from './keys.ts'

export type BlockRow = typeof blocks.$inferSelect

/** Statement: the blocks at the house of an order, which `isRefusedBy` judges. @param hashes of the order, by each of our keys */
export function blocksAt(db: Db, hashes: readonly BlockHashes[]) {
  const houses = hashes.map(({ houseHash }) => houseHash)
  return db
    .select()
    .from(blocks)
    .where(and(isNull(blocks.liftedAt), inArray(blocks.houseHash, houses)))
}

/** Statement: keeps the wish of whoever has the card of an order; the second time it changes nothing. */
export function addWish(
  db: Db,
  { orderId, kind, hashes }: { orderId: string; kind: StopWish; hashes: BlockHashes },
  at: string,
) {
  const row = { id: crypto.randomUUID(), kind, orderId, ...hashes, createdAt: at }
  return db.insert(blocks).values(row).onConflictDoNothing()
}

/** Orders in a state that may still be delivered: from before a promise that is days old none is. @param promisedAfter ISO instant */
export async function openOrdersIn(db: Db, state: string, promisedAfter: string) {
  const open = ORDER_STATUSES.filter((status) => !['delivered', 'completed', 'cancelled'].includes(status))
  return db
    .select()
    .from(orders)
    .where(
      and(
        gt(orders.promisedBy, promisedAfter),
        eq(orders.deliveryState, state),
        inArray(orders.status, open),
      ),
    )
}

/** Counts an order that blocks have refused. */
export async function countAttempt(db: Db, ids: readonly string[], at: string): Promise<void> {
  await db
    .update(blocks)
    .set({ attempts: sql`${blocks.attempts} + 1`, lastAttemptAt: at })
    .where(inArray(blocks.id, [...ids]))
}

/** Blocks of cards that have refused so many orders more than their order's flag tells. */
export function blocksTriedAgain(db: Db, more: number, limit: number) {
  const orderId = sql<string>`${blocks.orderId}`.as('order_id')
  return db
    .select({ id: blocks.id, orderId, attempts: blocks.attempts })
    .from(blocks)
    .innerJoin(orders, eq(orders.id, blocks.orderId))
    .where(sql`${blocks.attempts} >= ${blocks.flaggedAttempts} + ${more}`)
    .limit(limit)
}

/** Keeps how many attempts an order's flag tells of. */
export async function noteFlagged(db: Db, id: string, flaggedAttempts: number): Promise<void> {
  await db.update(blocks).set({ flaggedAttempts }).where(eq(blocks.id, id))
}

/** Statement: keeps that nothing can be delivered to an address. */
export function addPlace(
  db: Db,
  { hashes, note, createdBy }: { hashes: BlockHashes; note: string; createdBy: string },
  at: string,
) {
  const place = { ...hashes, firstNameHash: null, mailboxHash: null, phoneHash: null }
  const row = { id: crypto.randomUUID(), kind: 'place', orderId: null, ...place } as const
  return db.insert(blocks).values({ ...row, note, createdBy, createdAt: at })
}

/** Lifts a block that counts. @returns whether there is such a block, lifted before or now */
export async function liftBlock(
  db: Db,
  id: string,
  by: { userId: string; reason: string },
  at: string,
): Promise<boolean> {
  const [, known] = await db.batch([
    db
      .update(blocks)
      .set({ liftedAt: at, liftedBy: by.userId, liftReason: by.reason })
      .where(and(eq(blocks.id, id), isNull(blocks.liftedAt))),
    db.select({ id: blocks.id }).from(blocks).where(eq(blocks.id, id)),
  ])
  return known.length > 0
}

/** The columns that staff may see: no hash. */
const SHOWN = {
  id: blocks.id,
  kind: blocks.kind,
  orderId: orders.id,
  reference: orders.orderReference,
  attempts: blocks.attempts,
  lastAttemptAt: blocks.lastAttemptAt,
  createdAt: blocks.createdAt,
  note: blocks.note,
  liftedAt: blocks.liftedAt,
  liftReason: blocks.liftReason,
  liftedByEmail: users.email,
}

/** Blocks, those that count first, then the newest first. */
export function listBlocks(db: Db, limit: number) {
  return db
    .select(SHOWN)
    .from(blocks)
    .leftJoin(orders, eq(orders.id, blocks.orderId))
    .leftJoin(users, eq(users.id, blocks.liftedBy))
    .orderBy(sql`${blocks.liftedAt} is not null`, desc(blocks.createdAt))
    .limit(limit)
}

/** Blocks of older keys whose order is still there, so that they can be hashed anew. */
export function blocksOfOlderKeys(db: Db, newestKeyId: string, limit: number) {
  return db
    .select({ block: blocks, order: orders })
    .from(blocks)
    .innerJoin(orders, eq(orders.id, blocks.orderId))
    .where(and(ne(blocks.keyId, newestKeyId), isNull(blocks.liftedAt)))
    .limit(limit)
}

/** Statement: stores the hashes of a newer key. */
export function setHashes(db: Db, id: string, hashes: BlockHashes) {
  return db.update(blocks).set(hashes).where(eq(blocks.id, id))
}
