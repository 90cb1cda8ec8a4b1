import { and, eq, getTableColumns, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { stopSessionsOfClosed } from '#api/orders/payment-queries.ts'
import { changesOf } from '#api/platform/audit/changes.ts'
import { asList, asText, numberOrNull, yesOrNo } from '#api/platform/audit/field-changes.ts'
import { isAtVersion, updateStatements, type VersionedRecord } from '#api/platform/audit/versioned-record.ts'
import type { Statement } from '#api/platform/database/condition.ts'
import { contains, readPage } from '#api/platform/database/paging.ts'
import type { PageRequest } from '#api/platform/database/paging-schema.ts'
import { describeAnswerMinutes } from '#domain/market-promises.ts'
import { describeOpeningHours } from '#domain/opening-hours.ts'
import { usZoneName } from '#domain/time-zones.ts'
import {
  hasFlorist,
  hasZipCodes,
  marketClosedDates,
  markets,
  marketZipcodes,
  shops,
} from '#drizzle/schema/markets.ts'
import { waitlist } from '#drizzle/schema/messages.ts'

type MarketLists = { zipCodes: string[]; closedDates: string[] }
/** A market with its lists, both in order. */
type WholeMarket = Awaited<ReturnType<typeof marketById>>[number]

export const marketRecord: VersionedRecord<typeof markets, WholeMarket> = {
  table: markets,
  entity: 'market',
  notFound: 'market_not_found',
  formatters: {
    name: asText,
    timeZone: usZoneName,
    openingHours: describeOpeningHours,
    pausedReason: asText,
    closedWithoutFlorist: yesOrNo,
    zipCodes: asList,
    closedDates: asList,
    asksForAnswer: yesOrNo,
    assignsAutomatically: yesOrNo,
    assignsSince: 'ignored',
    answerMinutes: describeAnswerMinutes,
    fulfilmentMinutes: String,
    offersChoiceAfterMinutes: numberOrNull,
    choiceHours: String,
    textAfterSeconds: numberOrNull,
    callAfterSeconds: numberOrNull,
  },
}

/** One page of markets, by name, whose name contains `q` or one of whose ZIP codes begins with it. */
export function marketPage(db: Db, { q, ...asked }: PageRequest) {
  const matches = q ? or(contains(markets.name, q), hasZipLike(q)) : undefined
  const rows = db
    .select({
      id: markets.id,
      name: markets.name,
      timeZone: markets.timeZone,
      pausedReason: markets.pausedReason,
      closedWithoutFlorist: markets.closedWithoutFlorist,
      hasFlorist: hasFlorist(sql`markets.id`).mapWith(Boolean),
      version: markets.version,
      // By names: among selected fields Drizzle leaves the tables of columns out, and `id` would be the shop's.
      shopCount: sql<number>`(select count(*) from shops where shops.market_id = markets.id)`,
      zipCount: sql<number>`(select count(*) from market_zipcodes as z where z.market_id = markets.id)`,
    })
    .from(markets)
    .orderBy(sql`${markets.name} collate nocase`, markets.id)
  return readPage(db, rows.$dynamic(), sql`from ${markets}`, matches, asked)
}

function hasZipLike(q: string): SQL | undefined {
  if (!/^\d{1,5}$/.test(q)) return undefined
  return sql`exists (select 1 from ${marketZipcodes}
    where ${marketZipcodes.marketId} = ${markets.id} and ${marketZipcodes.zipcode} glob ${`${q}*`})`
}

/** Column: the values that a select gives, as a list. */
const listOf = (values: SQL) =>
  sql`(select json_group_array(value) from (${values}))`.mapWith(
    (json: string) => JSON.parse(json) as string[],
  )

/** Statement: a market with its lists; one row or none. */
function marketById(db: Db, id: string) {
  return db
    .select({
      ...getTableColumns(markets),
      zipCodes: listOf(
        sql`select zipcode as value from ${marketZipcodes} where market_id = ${id} order by 1`,
      ),
      closedDates: listOf(
        sql`select date as value from ${marketClosedDates} where market_id = ${id} order by 1`,
      ),
    })
    .from(markets)
    .where(eq(markets.id, id))
}

const shopsOf = (db: Db, id: string) =>
  db
    .select({ id: shops.id, name: shops.name, active: shops.active })
    .from(shops)
    .where(eq(shops.marketId, id))
    .orderBy(sql`${shops.name} collate nocase`)

/** A market with its lists, its shops and its history. */
export async function marketWithChanges(db: Db, id: string) {
  const [[found], changes, own] = await db.batch([
    marketById(db, id),
    changesOf(db, 'market', id),
    shopsOf(db, id),
  ])
  return found ? { ...found, changes, shops: own } : null
}

/** The same while its shops cannot be read. */
export async function marketWithoutShops(db: Db, id: string) {
  const [[found], changes] = await db.batch([marketById(db, id), changesOf(db, 'market', id)])
  return found ? { ...found, changes, shops: null } : null
}

/**
 * Reads for a save: the market as it is and whether it has a florist, who holds which of the ZIP codes that it is to have, whether another
 * market has its name, and how many people wait for each of the ZIP codes.
 * @param id empty for a new market
 */
export async function readForMarket(db: Db, id: string, name: string, zipCodes: readonly string[]) {
  const [[before = null], [florist], taken, namesakes, waiting] = await db.batch([
    marketById(db, id),
    db.all<{ found: number }>(sql`select ${hasFlorist(sql`${id}`)} as found`),
    holders(db, zipCodes, ne(marketZipcodes.marketId, id)),
    db
      .select({ id: markets.id })
      .from(markets)
      .where(and(sql`lower(${markets.name}) = lower(${name})`, ne(markets.id, id))),
    waitingFor(db, sql`select value as zip from json_each(${JSON.stringify(zipCodes)})`),
  ])
  return { before, hasFlorist: florist?.found === 1, taken, nameTaken: namesakes.length > 0, waiting }
}

/** Finds the markets that hold some ZIP codes. */
export function holders(db: Db, zipCodes: readonly string[], also?: SQL) {
  return db
    .select({ zip: marketZipcodes.zipcode, marketId: markets.id, marketName: markets.name })
    .from(marketZipcodes)
    .innerJoin(markets, eq(markets.id, marketZipcodes.marketId))
    .where(
      and(sql`${marketZipcodes.zipcode} in (select value from json_each(${JSON.stringify(zipCodes)}))`, also),
    )
}

// Lists are written as one JSON text each: 500 ZIP codes are as few statements as five.

/** Adds ZIP codes and closed dates that a market does not have yet, as statements for a batch. */
export function addToLists(db: Db, id: string, lists: MarketLists): Statement[] {
  return [
    db.run(sql`insert into ${marketZipcodes} (zipcode, market_id)
      select value, ${id} from json_each(${JSON.stringify(lists.zipCodes)})
      where value not in (select zipcode from ${marketZipcodes} where market_id = ${id})`),
    db.run(sql`insert into ${marketClosedDates} (market_id, date)
      select ${id}, value from json_each(${JSON.stringify(lists.closedDates)})
      where value not in (select date from ${marketClosedDates} where market_id = ${id})`),
  ]
}

/** Makes these the ZIP codes and closed dates of a market, as statements for a batch. */
export function replaceLists(db: Db, id: string, lists: MarketLists): Statement[] {
  return [
    db.run(sql`delete from ${marketZipcodes} where market_id = ${id}
      and zipcode not in (select value from json_each(${JSON.stringify(lists.zipCodes)}))`),
    db.run(sql`delete from ${marketClosedDates} where market_id = ${id}
      and date not in (select value from json_each(${JSON.stringify(lists.closedDates)}))`),
    ...addToLists(db, id, lists),
  ]
}

/** Stops the open checkout sessions of a market if it takes no orders now, as statements for a batch. */
export function stopSessionsIfClosed(db: Db, id: string, actorId: string, at: string): Statement[] {
  return [...stopSessionsOfClosed(db, sql`m.id = ${id}`, { actor: 'admin', actorId }, at)]
}

/** Closes a market while it has no florist, as statements for a batch that takes the last one from it. */
export function closeWithoutFlorist(db: Db, before: WholeMarket, actorId: string, at: string): Statement[] {
  return updateStatements(db, marketRecord, { before, changes: { closedWithoutFlorist: true }, actorId, at })
}

/** True in a batch while a market is as it was read. */
export function isMarketUnchanged(market: { id: string; version: number }): SQL {
  return isAtVersion(markets, market)
}

/** True in a batch while one of a market's shops is active. */
export function stillHasFlorist(id: string): SQL {
  return hasFlorist(sql`${id}`)
}

/** Counts the people who wait for each ZIP code of a market. */
export function waitingInMarket(db: Db, id: string) {
  return waitingFor(db, sql`select zipcode as zip from ${marketZipcodes} where market_id = ${id}`)
}

/**
 * Counts the people who wait for each of some ZIP codes, in either form, and were neither notified nor have unsubscribed.
 * @param zips a select of one column, `zip`
 */
function waitingFor(db: Db, zips: SQL) {
  return db.all<{ zip: string; count: number }>(sql`
    select zips.zip, count(*) as count
    from (${zips}) as zips
    join ${waitlist} as w on w.zip_code between zips.zip and zips.zip || '-9999'
    where w.notified_at is null and w.unsubscribed_at is null
    group by zips.zip order by zips.zip`)
}

/** Reads what decides whether a market takes orders without one of its shops. */
export function marketWithoutShop(db: Db, marketId: SQL, shopId: string) {
  const { id, name, pausedReason, closedWithoutFlorist, version } = markets
  return db
    .select({
      id,
      name,
      pausedReason,
      closedWithoutFlorist,
      version,
      hasFlorist: sql`${hasOtherFlorist(sql`markets.id`, shopId)}`.mapWith(Boolean),
      hasZipCodes: hasZipCodes(sql`markets.id`).mapWith(Boolean),
    })
    .from(markets)
    .where(sql`${markets.id} = ${marketId}`)
}

/** True in a batch unless a shop is the only active one of a market that takes orders. */
export function isNotLastFlorist({ id: shopId, marketId }: { id: string; marketId: string }): SQL {
  return sql`not exists (select 1 from ${markets} m where m.id = ${marketId} and m.paused_reason is null
    and ${hasZipCodes(sql`m.id`)} and not ${hasOtherFlorist(sql`m.id`, shopId)})`
}

function hasOtherFlorist(marketId: SQL, shopId: string): SQL {
  return sql`exists (select 1 from ${shops} f where f.market_id = ${marketId} and f.active = 1 and f.id <> ${shopId})`
}
