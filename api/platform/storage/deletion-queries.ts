import { and, asc, inArray, lte, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { photoKey } from '#domain/photos.ts'
import { objectsToDelete, orderPhotos } from '#drizzle/schema/photos.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'

// The objects of the bucket that are to be deleted, as rows: whoever deletes a picture writes one in the same transaction, and the job of
// every minute does it, again and again until the bucket has answered.

/** Value: the key of the picture of an `order_photos` row. */
const KEY = sql`'photos/' || shop_order_id || '/' || hash || '.jpg'`
const KEPT = sql`deleted_at is null`

/** Deletes the pictures of an order, as a statement for a batch, before its rows. */
export function deleteObjectsOf(db: Db, orderId: string, at: string) {
  return db.run(sql`insert into ${objectsToDelete} (key, due_at)
    select distinct ${KEY}, ${at} from ${orderPhotos}
    where shop_order_id in (select id from ${shopOrders} where order_id = ${orderId}) and ${KEPT}
    on conflict (key) do update set due_at = excluded.due_at`)
}

/** Deletes a picture that no photograph of its shop order has any more, as a statement for a batch, after its row. */
export function deleteUnusedObject(
  db: Db,
  { shopOrderId, hash }: { shopOrderId: string; hash: string },
  at: string,
) {
  return db.run(sql`insert into ${objectsToDelete} (key, due_at)
    select ${photoKey(shopOrderId, hash)}, ${at}
    where not exists (select 1 from ${orderPhotos}
      where shop_order_id = ${shopOrderId} and hash = ${hash} and ${KEPT})
    on conflict (key) do update set due_at = excluded.due_at`)
}

/**
 * Deletes an object at `dueAt` unless its upload has come to its row by then.
 * @returns a row; none while the object is being deleted: it may go after it was stored again
 */
export function expectObject(db: Db, key: string, { at, dueAt }: { at: string; dueAt: string }) {
  return db
    .insert(objectsToDelete)
    .values({ key, dueAt })
    .onConflictDoUpdate({
      target: objectsToDelete.key,
      set: { dueAt },
      setWhere: sql`${objectsToDelete.dueAt} > ${at}`,
    })
    .returning({ key: objectsToDelete.key })
}

/** Takes back what is due of pictures that a photograph has: the same picture was uploaded again. */
export function keepUsedObjects(db: Db, at: string) {
  // `photos/` and the id of the shop order, by which the photographs have an index.
  const shopOrderId = sql`substr(key, 8, instr(substr(key, 8), '/') - 1)`
  return db.run(sql`delete from ${objectsToDelete} where due_at <= ${at} and exists (
    select 1 from ${orderPhotos} where shop_order_id = ${shopOrderId} and ${KEY} = key and ${KEPT})`)
}

/** The objects to delete at `at`, those that wait longest first. */
export function selectDueObjects(db: Db, at: string, limit: number) {
  return db
    .select({ key: objectsToDelete.key })
    .from(objectsToDelete)
    .where(lte(objectsToDelete.dueAt, at))
    .orderBy(asc(objectsToDelete.dueAt))
    .limit(limit)
}

/** Notes that objects are deleted. Those that an upload expects again meanwhile stay. */
export function forgetDeleted(db: Db, keys: readonly string[], at: string) {
  return db
    .delete(objectsToDelete)
    .where(and(inArray(objectsToDelete.key, [...keys]), lte(objectsToDelete.dueAt, at)))
}

/** Statements for a batch that delete the pictures of photographs taken before an instant (ISO), so many at most. */
export function deleteOldPhotos(
  db: Db,
  { before, at, limit }: { before: string; at: string; limit: number },
) {
  const old = sql`select id from ${orderPhotos} where ${KEPT} and created_at < ${before} order by created_at limit ${limit}`
  return [
    db.run(sql`insert into ${objectsToDelete} (key, due_at)
      select distinct ${KEY}, ${at} from ${orderPhotos} p where id in (${old})
        and not exists (select 1 from ${orderPhotos} other
          where other.shop_order_id = p.shop_order_id and other.hash = p.hash and other.deleted_at is null and other.created_at >= ${before})
      on conflict (key) do update set due_at = excluded.due_at`),
    db.run(sql`update ${orderPhotos} set deleted_at = ${at} where id in (${old})`),
  ] as const
}
