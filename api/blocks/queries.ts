import { and, desc, eq, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import type { StopWish } from '#domain/blocks.ts'
import { ORDER_STATUSES } from '#domain/order-status.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { blocks } from '#drizzle/schema/blocks.ts'
import { orders } from '#drizzle/schema/orders.ts'
import type { BlockHashes } from './keys.ts'

export type BlockRow = typeof blocks.$inferSelect

const anyOf = (column: SQL, hashes: readonly (string | null)[]) =>
  sql`${column} in (select value from json_each(${JSON.stringify(hashes)}))`

/**
 * Statement: the blocks that an order meets. A missing unit, on either side, is any: whoever leaves it out would reach the same door.
 * A missing name is any, too.
 * @param hashes of the order, by each of our keys
 */
export function blocksOf(db: Db, hashes: readonly BlockHashes[]) {
  const [{ unitHash = null, nameHash = null } = {}] = hashes
  const of = <Name extends keyof BlockHashes>(name: Name) => hashes.map((each) => each[name])
  const isSameUnit = unitHash === null ? sql`true` : sql`(unit_hash is null or ${anyOf(sql`unit_hash`, of('unitHash'))})`
  const isSameName = nameHash === null ? sql`true` : sql`(name_hash is null or ${anyOf(sql`name_hash`, of('nameHash'))})`
  const isSameSender = sql`(${anyOf(sql`email_hash`, of('emailHash'))} or ${anyOf(sql`phone_hash`, of('phoneHash'))})`
  return db.all<{ id: string }>(sql`
    select id from ${blocks}
    where lifted_at is null and ${anyOf(sql`house_hash`, of('houseHash'))} and ${isSameUnit}
      and case kind when 'sender' then ${isSameSender} when 'recipient' then ${isSameName} else true end`)
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

/** Orders of a ZIP that may still be delivered: from before a promise that is days old none is. @param promisedAfter ISO instant */
export async function openOrdersOf(db: Db, zip: string, promisedAfter: string) {
  const open = ORDER_STATUSES.filter((status) => !['delivered', 'completed', 'cancelled'].includes(status))
  return db
    .select()
    .from(orders)
    .where(
      and(
        sql`${orders.promisedBy} > ${promisedAfter}`,
        eq(orders.deliveryZip, zip),
        sql`${orders.status} in (select value from json_each(${JSON.stringify(open)}))`,
      ),
    )
}

/** Counts an order that blocks have refused. @returns how many each has refused now, and by whose card it was made */
export function countAttempt(db: Db, ids: readonly string[], at: string) {
  return db
    .update(blocks)
    .set({ attempts: sql`${blocks.attempts} + 1`, lastAttemptAt: at })
    .where(anyOf(sql`${blocks.id}`, ids))
    .returning({ attempts: blocks.attempts, orderId: blocks.orderId })
}

/** Statement: keeps that nothing can be delivered to an address. */
export function addPlace(
  db: Db,
  { hashes, note, createdBy }: { hashes: BlockHashes; note: string; createdBy: string },
  at: string,
) {
  const { keyId, houseHash, unitHash } = hashes
  const row = { id: crypto.randomUUID(), kind: 'place', orderId: null, keyId, houseHash, unitHash } as const
  return db.insert(blocks).values({ ...row, note, createdBy, createdAt: at })
}

/** Lifts a block. @returns one row, or none when it was lifted before, or is not there */
export function liftBlock(db: Db, id: string, by: { userId: string; reason: string }, at: string) {
  return db
    .update(blocks)
    .set({ liftedAt: at, liftedBy: by.userId, liftReason: by.reason })
    .where(and(eq(blocks.id, id), isNull(blocks.liftedAt)))
    .returning({ id: blocks.id })
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

/** A page of blocks, the newest first. @param before ISO instant; absent: the first page */
export function listBlocks(db: Db, { before, limit }: { before?: string | undefined; limit: number }) {
  return db
    .select(SHOWN)
    .from(blocks)
    .leftJoin(orders, eq(orders.id, blocks.orderId))
    .leftJoin(users, eq(users.id, blocks.liftedBy))
    .where(before === undefined ? undefined : lt(blocks.createdAt, before))
    .orderBy(desc(blocks.createdAt))
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
