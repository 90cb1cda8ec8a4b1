import { and, count, desc, eq, or, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { type Change, changesOf, recordChange } from '#api/platform/audit/changes.ts'
import { COUNT_LIMIT, contains, offsetOf, pageInfoOf } from '#api/platform/database/paging.ts'
import { products } from '#drizzle/schema/catalogue.ts'

/** §9. */
const PAGE_SIZE = 10

export type ProductRecord = typeof products.$inferSelect
export type ProductFields = Pick<ProductRecord, 'sku' | 'title' | 'priceCents' | 'description' | 'imageUrl'>

/** One page of products, last changed first, whose title, SKU or description contains `q` (§7). */
export async function productPage(db: Db, q: string | undefined, page: number) {
  const matches = q
    ? or(contains(products.title, q), contains(products.sku, q), contains(products.description, q))
    : undefined
  const [rows, [counted]] = await db.batch([
    db
      .select()
      .from(products)
      .where(matches)
      .orderBy(desc(products.updatedAt), products.id)
      .limit(PAGE_SIZE)
      .offset(offsetOf(page, PAGE_SIZE)),
    db.select({ count: count() }).from(
      db
        .select({ one: sql`1`.as('one') })
        .from(products)
        .where(matches)
        .limit(COUNT_LIMIT)
        .as('matches'),
    ),
  ])
  return { rows, info: pageInfoOf(page, PAGE_SIZE, counted?.count ?? 0) }
}

/** A product with its history. */
export async function productWithChanges(db: Db, id: string) {
  const [[product], changes] = await db.batch([productById(db, id), changesOf(db, 'product', id)])
  return product ? { product, changes } : null
}

/** A product, as a list of none or one. */
export function productById(db: Db, id: string) {
  return db.select().from(products).where(eq(products.id, id))
}

/** @throws the database's UNIQUE violation when the SKU is taken */
export async function insertProduct(db: Db, product: ProductRecord, change: Change): Promise<void> {
  await db.batch([recordChange(db, change), db.insert(products).values(product)])
}

/**
 * Writes a product if it is still at the version that the caller has read; `change` is recorded with it.
 * @returns whether it was
 * @throws the database's UNIQUE violation when the SKU is taken
 */
export async function updateProduct(
  db: Db,
  { id, version }: Pick<ProductRecord, 'id' | 'version'>,
  fields: ProductFields,
  change: Change,
): Promise<boolean> {
  const [, written] = await db.batch([
    recordChange(db, change, isStill(id, version)),
    db
      .update(products)
      .set({ ...fields, version: version + 1, updatedAt: change.at })
      .where(and(eq(products.id, id), eq(products.version, version)))
      .returning({ id: products.id }),
  ])
  return written.length === 1
}

/** Takes a product away if it is still at the version that the caller has read. @returns whether it was */
export async function deleteProduct(
  db: Db,
  { id, version }: Pick<ProductRecord, 'id' | 'version'>,
  change: Change,
): Promise<boolean> {
  const [, gone] = await db.batch([
    recordChange(db, change, isStill(id, version)),
    db
      .delete(products)
      .where(and(eq(products.id, id), eq(products.version, version)))
      .returning({ id: products.id }),
  ])
  return gone.length === 1
}

function isStill(id: string, version: number) {
  return sql`exists (select 1 from ${products} where id = ${id} and version = ${version})`
}
