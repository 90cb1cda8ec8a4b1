import { sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { marketRows, productsOnSale, servingMarket } from '#api/storefront/queries.ts'
import { marketZipcodes } from '#drizzle/schema/markets.ts'

/** The bouquets on sale and the market that serves a ZIP, in one round trip. @param zip null: none is known */
export async function readCatalog(db: Db, zip: string | null, now: Date) {
  // Without a ZIP the empty one is looked up: one index look-up, and no second code path.
  const [onSale, rows] = await db.batch([productsOnSale(db), marketRows(db, zip ?? '', now)])
  return { onSale, market: servingMarket(rows, now) }
}

/** The bouquets on sale, and the beginnings (three digits) of the ZIP codes that any market serves, in one round trip. */
export async function readCatalogAndPrefixes(db: Db) {
  const prefix = sql<string>`substr(${marketZipcodes.zipcode}, 1, 3)`
  const [onSale, rows] = await db.batch([
    productsOnSale(db),
    db.selectDistinct({ prefix }).from(marketZipcodes),
  ])
  return { onSale, prefixes: rows.map((row) => row.prefix) }
}
