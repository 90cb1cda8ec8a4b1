import { asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import { marketClosedDates, markets, marketZipcodes } from '#drizzle/schema/markets.ts'
import type { MarketSchedule } from '#src/domain/availability.ts'
import { STOREFRONT_SKUS } from '#src/domain/catalogue.ts'

export type ProductRow = typeof products.$inferSelect
export type ServingMarket = { id: string; name: string; schedule: MarketSchedule }

/** The three bouquets on sale, by price. */
export function productsOnSale(db: Db) {
  return db
    .select()
    .from(products)
    .where(inArray(products.sku, [...STOREFRONT_SKUS]))
    .orderBy(asc(products.priceCents))
}

/** The market that serves a ZIP, with its closed dates: a row a date, none when nobody serves it. */
export function marketRows(db: Db, zip: string) {
  return db
    .select({ market: markets, closedDate: marketClosedDates.date })
    .from(marketZipcodes)
    .innerJoin(markets, eq(markets.id, marketZipcodes.marketId))
    .leftJoin(marketClosedDates, eq(marketClosedDates.marketId, markets.id))
    .where(eq(marketZipcodes.zipcode, zip))
}

/** Folds {@link marketRows} into the market and the schedule that the availability rule reads. */
export function servingMarket(rows: Awaited<ReturnType<typeof marketRows>>): ServingMarket | null {
  const market = rows[0]?.market
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
