import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { type Counter, incrementCounter, isBelowLimit } from '#api/platform/rate-counters.ts'
import { photoKey, UPLOADS_AT_ONCE } from '#domain/photos.ts'
import { objectsToDelete, orderPhotos } from '#drizzle/schema/photos.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'

// The objects of the bucket that are to be deleted, as rows: whoever deletes a picture writes one in the same transaction, and the job of
// every minute does it, again and again until the bucket has answered. An upload has one, too, until its photograph has its row.

/** The longest that an upload takes; one that was cut off counts for as long as under way. */
export const UPLOAD_MS = 5 * 60 * 1000
/**
 * So long after an upload its object is deleted unless it has its photograph. By then no call of it is on its way any more: not
 * to the bucket, which would bring the object back, and not to the database, which would give a photograph to what is gone.
 */
const GRACE_MS = 30 * 60 * 1000

/** Value: the key of the picture of an `order_photos` row. */
const KEY = sql`'photos/' || shop_order_id || '/' || coalesce(object, hash) || '.jpg'`
const KEPT = sql`deleted_at is null`

const after = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString()

/** Deletes the pictures of an order, as a statement for a batch, before its rows. */
export function deleteObjectsOf(db: Db, orderId: string, at: string) {
  return db.run(sql`insert into ${objectsToDelete} (key, due_at)
    select distinct ${KEY}, ${at} from ${orderPhotos}
    where shop_order_id in (select id from ${shopOrders} where order_id = ${orderId}) and ${KEPT}
    on conflict (key) do nothing`)
}

/** Deletes a picture, as a statement for a batch, after its row. Old photographs with the same picture share an object. */
export function deleteUnusedObject(
  db: Db,
  { shopOrderId, object }: { shopOrderId: string; object: string },
  at: string,
) {
  const key = photoKey(shopOrderId, object)
  return db.run(sql`insert into ${objectsToDelete} (key, due_at)
    select ${key}, ${at} where not exists (select 1 from ${orderPhotos}
      where shop_order_id = ${shopOrderId} and ${KEY} = ${key} and ${KEPT})
    on conflict (key) do nothing`)
}

type Upload = { shopOrderId: string; object: string; at: string }

/** Condition: an upload that began lately is not over. */
const isUnderWay = (at: string) => sql`due_at > ${after(at, GRACE_MS)}`

/**
 * Statements for a batch: begins an upload if its shop order has few enough under way and was tried seldom enough, and counts the
 * try. What is left of it is deleted some time after it is over.
 * @returns of the first one a row if it may begin; of the last one the number of those under way
 */
export function beginUpload(db: Db, { shopOrderId, object, at }: Upload, tries: Counter) {
  const key = photoKey(shopOrderId, object)
  // All keys of the shop order: the character after the slash is a zero.
  const [first, last] = [`photos/${shopOrderId}/`, `photos/${shopOrderId}0`]
  const underWay = sql`(select count(*) from ${objectsToDelete}
    where key > ${first} and key < ${last} and ${isUnderWay(at)})`
  return [
    db.all<{ key: string }>(sql`insert into ${objectsToDelete} (key, due_at)
      select ${key}, ${after(at, UPLOAD_MS + GRACE_MS)}
      where ${underWay} < ${UPLOADS_AT_ONCE} and ${isBelowLimit(tries)} returning key`),
    incrementCounter(db, tries, sql`exists (select 1 from ${objectsToDelete} where key = ${key})`),
    db.all<{ underWay: number }>(sql`select ${underWay} as underWay`),
  ] as const
}

/** Notes that an upload is over without a photograph. */
export function endUpload(db: Db, { shopOrderId, object, at }: Upload) {
  return db
    .update(objectsToDelete)
    .set({ dueAt: after(at, GRACE_MS) })
    .where(eq(objectsToDelete.key, photoKey(shopOrderId, object)))
}

/** Value: `value` if the object was stored by an upload that is under way, else null. */
export function ifUploaded(value: string, { shopOrderId, object, at }: Upload): SQL {
  return sql`case when exists (select 1 from ${objectsToDelete}
    where key = ${photoKey(shopOrderId, object)} and ${isUnderWay(at)}) then ${value} end`
}

/** Notes that an object has its photograph, as a statement for a batch. */
export function keepObject(db: Db, { shopOrderId, object }: Pick<Upload, 'shopOrderId' | 'object'>) {
  return db.delete(objectsToDelete).where(eq(objectsToDelete.key, photoKey(shopOrderId, object)))
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

/** Notes that objects are deleted. */
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
          where other.shop_order_id = p.shop_order_id and other.hash = p.hash
            and coalesce(other.object, other.hash) = coalesce(p.object, p.hash)
            and other.deleted_at is null and other.created_at >= ${before})
      on conflict (key) do nothing`),
    db.run(sql`update ${orderPhotos} set deleted_at = ${at} where id in (${old})`),
  ] as const
}
