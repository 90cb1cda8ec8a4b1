import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { PHOTO_STEPS } from '#domain/photos.ts'
import { check, countingNumber, id, instant, isoInstants, length, oneOf, refersTo } from './columns.ts'
import { shopOrders } from './shop-orders.ts'

/** Photographs of orders. The pictures are in the bucket (`photoKey` in domain/photos.ts); a row stays when its picture goes. */
export const orderPhotos = sqliteTable(
  'order_photos',
  {
    id: id(),
    shopOrderId: refersTo(() => shopOrders.id, 'cascade'),
    step: text({ enum: PHOTO_STEPS }).notNull(),
    /** The browser's name for the upload: sent again, it is the same photograph. */
    uploadKey: text().notNull(),
    /** SHA-256 of the stored picture, in hexadecimal digits. */
    hash: text().notNull(),
    /** The name of its object, which no other photograph has; null: its hash, as all had until November 2026. */
    object: text(),
    bytes: integer().notNull(),
    /** Pixels. */
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: instant(),
    deletedAt: text(),
    /** Since when shoppers do not see it (ISO instant); null: nobody has hidden it. */
    hiddenAt: text(),
  },
  (t) => [
    uniqueIndex('order_photos_upload').on(t.shopOrderId, t.uploadKey),
    // The job of every minute looks for photographs that are old enough to be deleted.
    index('order_photos_kept').on(t.createdAt).where(sql`deleted_at is null`),
    check('order_photos_step', oneOf('step', PHOTO_STEPS)),
    check('order_photos_upload_key', length('upload_key', 1, 64)),
    check('order_photos_hash', `length(hash) = 64 and hash not glob '*[^0-9a-f]*'`),
    check('order_photos_bytes', countingNumber('bytes')),
    check('order_photos_size', `${countingNumber('width')} and ${countingNumber('height')}`),
    check('order_photos_instants', isoInstants('created_at', 'deleted_at')),
    check('order_photos_hidden_at', isoInstants('hidden_at')),
  ],
)

/**
 * Objects of the bucket that the job of every minute deletes. An upload writes its own before it reads the picture, for the
 * case that it never gets to its row, and takes it back with that: those that are due later are the uploads under way.
 */
export const objectsToDelete = sqliteTable(
  'objects_to_delete',
  {
    key: text().primaryKey(),
    /** ISO instant from which it is deleted. */
    dueAt: instant(),
  },
  (t) => [
    index('objects_to_delete_due').on(t.dueAt),
    check('objects_to_delete_instants', isoInstants('due_at')),
  ],
)
