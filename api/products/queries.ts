import { desc, eq, or, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { changesOf } from '#api/platform/audit/changes.ts'
import { asText, numberOrNull } from '#api/platform/audit/field-changes.ts'
import type { VersionedRecord } from '#api/platform/audit/versioned-record.ts'
import { contains, readPage } from '#api/platform/database/paging.ts'
import type { PageRequest } from '#api/platform/database/paging-schema.ts'
import { formatMoney } from '#domain/money.ts'
import { products } from '#drizzle/schema/catalogue.ts'

export type ProductRecord = typeof products.$inferSelect

export const productRecord: VersionedRecord<typeof products> = {
  table: products,
  entity: 'product',
  notFound: 'product_not_found',
  formatters: {
    sku: asText,
    title: asText,
    priceCents: formatMoney,
    description: asText,
    imageUrl: asText,
    secondImageUrl: asText,
    heightInches: numberOrNull,
    stems: numberOrNull,
    container: asText,
  },
}

/** One page of products, last changed first, whose title, SKU or description contains `q`. */
export function productPage(db: Db, { q, ...asked }: PageRequest) {
  const matches = q
    ? or(contains(products.title, q), contains(products.sku, q), contains(products.description, q))
    : undefined
  const rows = db.select().from(products).orderBy(desc(products.updatedAt), products.id)
  return readPage(db, rows.$dynamic(), sql`from ${products}`, matches, asked)
}

const selectProduct = (db: Db, id: string) => db.select().from(products).where(eq(products.id, id))

/** A product, or null. */
export async function productById(db: Db, id: string): Promise<ProductRecord | null> {
  const [product] = await selectProduct(db, id)
  return product ?? null
}

/** A product with its history, or null. */
export async function productWithChanges(db: Db, id: string) {
  const [[product], changes] = await db.batch([selectProduct(db, id), changesOf(db, 'product', id)])
  return product ? { product, changes } : null
}
