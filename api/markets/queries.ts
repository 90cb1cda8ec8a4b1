import { and, asc, count, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { changesOf } from '#api/platform/audit/changes.ts'
import { COUNT_LIMIT, contains, offsetOf, pageInfoOf } from '#api/platform/database/paging.ts'
import { marketClosedDates, markets, marketZipcodes, shops } from '#drizzle/schema/markets.ts'

const PAGE_SIZE = 10

export type MarketRecord = typeof markets.$inferSelect
export type MarketLists = { zipCodes: string[]; closedDates: string[] }
/** A market with its lists, both in order. */
export type WholeMarket = MarketRecord & MarketLists

/** One page of markets, by name, whose name contains `q` or one of whose ZIP codes begins with it. */
export async function marketPage(db: Db, q: string | undefined, page: number) {
  const matches = q ? or(contains(markets.name, q), hasZipLike(q)) : undefined
  const [rows, [counted]] = await db.batch([
    db
      .select({
        id: markets.id,
        name: markets.name,
        timeZone: markets.timeZone,
        pausedReason: markets.pausedReason,
        version: markets.version,
        // By names: among selected fields Drizzle leaves the tables of columns out, and `id` would be the shop's.
        shopCount: sql<number>`(select count(*) from shops where shops.market_id = markets.id)`,
        zipCount: sql<number>`(select count(*) from market_zipcodes as z where z.market_id = markets.id)`,
      })
      .from(markets)
      .where(matches)
      .orderBy(sql`${markets.name} collate nocase`, markets.id)
      .limit(PAGE_SIZE)
      .offset(offsetOf(page, PAGE_SIZE)),
    db.select({ count: count() }).from(
      db
        .select({ one: sql`1`.as('one') })
        .from(markets)
        .where(matches)
        .limit(COUNT_LIMIT)
        .as('matches'),
    ),
  ])
  return { rows, info: pageInfoOf(page, PAGE_SIZE, counted?.count ?? 0) }
}

function hasZipLike(q: string): SQL | undefined {
  if (!/^\d{1,5}$/.test(q)) return undefined
  return sql`exists (select 1 from ${marketZipcodes}
    where ${marketZipcodes.marketId} = ${markets.id} and ${marketZipcodes.zipcode} glob ${`${q}*`})`
}

const marketById = (db: Db, id: string) => db.select().from(markets).where(eq(markets.id, id))

const zipCodesOf = (db: Db, id: string) =>
  db
    .select({ zipcode: marketZipcodes.zipcode })
    .from(marketZipcodes)
    .where(eq(marketZipcodes.marketId, id))
    .orderBy(asc(marketZipcodes.zipcode))

const closedDatesOf = (db: Db, id: string) =>
  db
    .select({ date: marketClosedDates.date })
    .from(marketClosedDates)
    .where(eq(marketClosedDates.marketId, id))
    .orderBy(asc(marketClosedDates.date))

const shopsOf = (db: Db, id: string) =>
  db
    .select({ id: shops.id, name: shops.name, active: shops.active })
    .from(shops)
    .where(eq(shops.marketId, id))
    .orderBy(sql`${shops.name} collate nocase`)

/** A market with its lists and shops. */
export async function marketWithShops(db: Db, id: string) {
  const [[found], zips, dates, own] = await db.batch([
    marketById(db, id),
    zipCodesOf(db, id),
    closedDatesOf(db, id),
    shopsOf(db, id),
  ])
  return found ? { market: whole(found, zips, dates), shops: own } : null
}

/** The same with its history. */
export async function marketWithChanges(db: Db, id: string) {
  const [[found], zips, dates, own, changes] = await db.batch([
    marketById(db, id),
    zipCodesOf(db, id),
    closedDatesOf(db, id),
    shopsOf(db, id),
    changesOf(db, 'market', id),
  ])
  return found ? { ...whole(found, zips, dates), shops: own, changes } : null
}

/**
 * What a save has to know: the market as it is, who holds which of the ZIP codes that it is to have, and whether
 * another market has its name.
 * @param id empty for a market that is to be made
 */
export async function readForMarket(db: Db, id: string, name: string, zipCodes: readonly string[]) {
  const [[found], zips, dates, taken, namesakes] = await db.batch([
    marketById(db, id),
    zipCodesOf(db, id),
    closedDatesOf(db, id),
    holders(db, zipCodes, ne(marketZipcodes.marketId, id)),
    db
      .select({ id: markets.id })
      .from(markets)
      .where(and(sql`lower(${markets.name}) = lower(${name})`, ne(markets.id, id))),
  ])
  return { found: found ? whole(found, zips, dates) : null, taken, nameTaken: namesakes.length > 0 }
}

/** Which markets hold which of some ZIP codes. */
export function holders(db: Db, zipCodes: readonly string[], also?: SQL) {
  return db
    .select({ zip: marketZipcodes.zipcode, marketId: markets.id, marketName: markets.name })
    .from(marketZipcodes)
    .innerJoin(markets, eq(markets.id, marketZipcodes.marketId))
    .where(
      and(sql`${marketZipcodes.zipcode} in (select value from json_each(${JSON.stringify(zipCodes)}))`, also),
    )
}

function whole(
  market: MarketRecord,
  zips: readonly { zipcode: string }[],
  dates: readonly { date: string }[],
): WholeMarket {
  return {
    ...market,
    zipCodes: zips.map(({ zipcode }) => zipcode),
    closedDates: dates.map(({ date }) => date),
  }
}
