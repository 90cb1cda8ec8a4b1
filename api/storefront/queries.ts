import { and, asc, eq, inArray, like, type SQL, sql } from 'drizzle-orm'
import { readPromised } from '#api/capacity/promise-queries.ts'
import { type Places, placesAround, readPlaces, scheduleColumns } from '#api/capacity/queries.ts'
import type { Db } from '#api/deps.ts'
import type { ProductForm } from '#api/products/schema.ts'
import type { MarketSchedule } from '#domain/availability.ts'
import { fullBuckets, type HeldPlace, withoutPlace } from '#domain/capacity.ts'
import { STOREFRONT_SKUS } from '#domain/catalogue.ts'
import { noOrdersReason } from '#domain/market-orders.ts'
import { madeBy, onTimeText, type Promised } from '#domain/proof.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import { hasZipCodes, markets, marketZipcodes, shops } from '#drizzle/schema/markets.ts'

export type ProductRow = Awaited<ReturnType<typeof productsOnSale>>[number]
export type ServingMarket = { id: string; name: string; schedule: MarketSchedule }

/** The columns of a product that a shopper and an order need. Every further column costs each of these reads. */
export const productColumns = {
  id: products.id,
  sku: products.sku,
  title: products.title,
  description: products.description,
  priceCents: products.priceCents,
  imageUrl: products.imageUrl,
  secondImageUrl: products.secondImageUrl,
  heightInches: products.heightInches,
  stems: products.stems,
  container: products.container,
} satisfies Record<'id' | keyof ProductForm, unknown>

/** The three bouquets on sale, by price. */
export function productsOnSale(db: Db) {
  return db
    .select(productColumns)
    .from(products)
    .where(inArray(products.sku, [...STOREFRONT_SKUS]))
    .orderBy(asc(products.priceCents))
}

/** Where pictures of products lie outside of the shop. */
export async function originsOfPictures(db: Db): Promise<string[]> {
  const ofColumn = (url: typeof products.imageUrl | typeof products.secondImageUrl) =>
    db.selectDistinct({ url }).from(products).where(like(url, 'https://%'))
  const rows = await ofColumn(products.imageUrl).union(ofColumn(products.secondImageUrl))
  return [...new Set(rows.flatMap(({ url }) => URL.parse(url ?? '')?.origin ?? []))]
}

/**
 * The market that serves a ZIP, with its closed dates and its places around an instant: one row, none when nobody serves it.
 * @param zip or the query that reads it
 */
export function marketRows(db: Db, zip: string | SQL, now: Date) {
  return db
    .select({
      id: markets.id,
      name: markets.name,
      ...scheduleColumns,
      ...placesAround(now),
    })
    .from(marketZipcodes)
    .innerJoin(markets, eq(markets.id, marketZipcodes.marketId))
    .where(eq(marketZipcodes.zipcode, zip))
}

type MarketRows = Awaited<ReturnType<typeof marketRows>>

/** The places of {@link marketRows}; null: no limit, or no market. */
export function placesOf([market]: MarketRows): Places {
  return market ? readPlaces(market, market.timeZone) : null
}

/**
 * Makes {@link marketRows} the market and the schedule that the availability rule reads.
 * @param free places that count as free, since they are those of an order that is to be replaced
 */
export function servingMarket(
  rows: MarketRows,
  now: Date,
  free: readonly HeldPlace[] = [],
): ServingMarket | null {
  const [market] = rows
  if (!market) return null
  const places = placesOf(rows)
  const taken = places && free.reduce(withoutPlace, places.taken)
  return {
    id: market.id,
    name: market.name,
    schedule: {
      timeZone: market.timeZone,
      openingHours: market.openingHours,
      pausedReason: noOrdersReason(market),
      closedDates: market.closedDates,
      // Absent without a limit: most pages are sent to everybody.
      ...(taken && { full: fullBuckets(places.shops, taken, now, market.timeZone) }),
    },
  }
}

/** The active shops of the market that serves a ZIP, or without one those of all markets that serve any, by name. */
function florists(db: Db, zip: string | undefined) {
  const serving =
    zip === undefined
      ? hasZipCodes(sql`${markets.id}`)
      : sql`${markets.id} = (select market_id from ${marketZipcodes} where zipcode = ${zip})`
  return db
    .select({ name: shops.name, market: markets.name })
    .from(shops)
    .innerJoin(markets, eq(markets.id, shops.marketId))
    .where(and(eq(shops.active, true), serving))
    .orderBy(sql`${shops.name} collate nocase`, shops.id)
}

/** For so long an isolate goes by the figure that it has read: of a week with many orders it takes longer than all else here. */
const PROMISED_KNOWN_MS = 10 * 60_000
const knownPromised = new WeakMap<Db, { promised: Promised; at: number }>()

/** Catalogue, market, and what shoppers can go by, in one round trip. */
export async function readStorefront(db: Db, zip: string | undefined, now: Date) {
  // Without a ZIP the empty one is looked up: one index look-up, and no second code path.
  const statements = [productsOnSale(db), marketRows(db, zip ?? '', now), florists(db, zip)] as const
  const known = knownPromised.get(db)
  const isKnown = known && Math.abs(now.getTime() - known.at) < PROMISED_KNOWN_MS
  const [onSale, rows, makers, [promised] = [known?.promised]] = isKnown
    ? await db.batch(statements)
    : await db.batch([...statements, readPromised(db, now)])
  if (promised && !isKnown) knownPromised.set(db, { promised, at: now.getTime() })
  const proof = { madeBy: madeBy(makers), onTime: promised ? onTimeText(promised) : null }
  return { onSale, market: servingMarket(rows, now), proof }
}

/** The market that serves a ZIP, and what is sold out there at `now`. */
export async function readServingMarket(db: Db, zip: string, now: Date): Promise<ServingMarket | null> {
  return servingMarket(await marketRows(db, zip, now), now)
}
