import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import type { MarketSchedule } from '#domain/availability.ts'
import { STOREFRONT_SKUS } from '#domain/catalogue.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import { marketClosedDates, markets, marketZipcodes } from '#drizzle/schema/markets.ts'

export type ProductRow = Awaited<ReturnType<typeof productsOnSale>>[number]
type Placeholder = ReturnType<typeof sql.placeholder>
export type ServingMarket = { id: string; name: string; schedule: MarketSchedule }

/** What a shopper and an order have to know of a product. Every further column costs each of these reads. */
export const productColumns = {
  id: products.id,
  sku: products.sku,
  title: products.title,
  description: products.description,
  priceCents: products.priceCents,
  imageUrl: products.imageUrl,
}

/** The three bouquets on sale, by price. */
function productsOnSale(db: Db) {
  return db
    .select(productColumns)
    .from(products)
    .where(inArray(products.sku, [...STOREFRONT_SKUS]))
    .orderBy(asc(products.priceCents))
}

/** The market that serves a ZIP, with its closed dates: a row a date, none when nobody serves it. */
export function marketRows(db: Db, zip: string | Placeholder) {
  return db
    .select({
      id: markets.id,
      name: markets.name,
      timeZone: markets.timeZone,
      openingHours: markets.openingHours,
      pausedReason: markets.pausedReason,
      closedDate: marketClosedDates.date,
    })
    .from(marketZipcodes)
    .innerJoin(markets, eq(markets.id, marketZipcodes.marketId))
    .leftJoin(marketClosedDates, eq(marketClosedDates.marketId, markets.id))
    .where(eq(marketZipcodes.zipcode, zip))
}

/** Folds {@link marketRows} into the market and the schedule that the availability rule reads. */
export function servingMarket(rows: Awaited<ReturnType<typeof marketRows>>): ServingMarket | null {
  const [market] = rows
  if (!market) return null
  return {
    id: market.id,
    name: market.name,
    schedule: {
      timeZone: market.timeZone,
      openingHours: market.openingHours,
      pausedReason: market.pausedReason,
      closedDates: rows.flatMap(({ closedDate }) => closedDate ?? []),
    },
  }
}

/** Catalogue and market in one round trip. */
export async function readStorefront(db: Db, zip: string | undefined) {
  // A ZIP that nobody has costs an index look-up and keeps this one path.
  const [onSale, rows] = await db.batch([productsOnSale(db), marketRows(db, zip ?? '')])
  return { onSale, market: servingMarket(rows) }
}

// Writing a query out costs more than all of Hono. What is asked most often is written out once for each database.
const written = new WeakMap<Db, ReturnType<typeof prepareQueries>>()

function prepareQueries(db: Db) {
  return { catalogue: productsOnSale(db).prepare(), market: marketRows(db, sql.placeholder('zip')).prepare() }
}

function preparedQueries(db: Db) {
  const known = written.get(db) ?? prepareQueries(db)
  written.set(db, known)
  return known
}

/** The three bouquets on sale, by price. */
export function readCatalogue(db: Db): Promise<ProductRow[]> {
  return preparedQueries(db).catalogue.execute()
}

/** The market that serves a ZIP. */
export async function readServingMarket(db: Db, zip: string): Promise<ServingMarket | null> {
  return servingMarket(await preparedQueries(db).market.execute({ zip }))
}
