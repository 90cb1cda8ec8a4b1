import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { stopPausedSessions } from '#api/orders/payment-queries.ts'
import { type Change, recordChange } from '#api/platform/audit/changes.ts'
import { marketClosedDates, markets, marketZipcodes, shops } from '#drizzle/schema/markets.ts'
import { waitlist } from '#drizzle/schema/messages.ts'
import type { MarketLists, MarketRecord } from './queries.ts'

export type MarketFields = Omit<MarketRecord, 'id' | 'version' | 'createdAt' | 'updatedAt'>
type Read = Pick<MarketRecord, 'id' | 'version'>
export type Waiting = { zip: string; count: number }[]

// Lists go in as one JSON text each: 500 ZIP codes are as few statements as five.

/**
 * Writes a new market with its lists.
 * @returns who waits for its ZIP codes
 * @throws the database's UNIQUE violation when its name or a ZIP code was taken at this moment
 */
export async function insertMarket(
  db: Db,
  market: MarketRecord,
  lists: MarketLists,
  change: Change,
): Promise<Waiting> {
  const [, , , , waiting] = await db.batch([
    recordChange(db, change),
    db.insert(markets).values(market),
    addZipCodes(db, market.id, lists.zipCodes, sql`true`),
    addClosedDates(db, market.id, lists.closedDates, sql`true`),
    waitingFor(db, market.pausedReason === null ? lists.zipCodes : []),
  ])
  return waiting
}

/**
 * Writes a market with its lists if it is still at the version that the caller has read; `change` is recorded with it.
 * If it is paused now, its open checkout sessions are stopped.
 * @param toAnnounce ZIP codes that can be ordered to from now on
 * @returns who waits for them; null when it is not at that version any more
 * @throws the database's UNIQUE violation when its name or a ZIP code was taken at this moment
 */
export async function updateMarket(
  db: Db,
  market: Read,
  fields: MarketFields,
  lists: MarketLists,
  toAnnounce: readonly string[],
  change: Change,
): Promise<Waiting | null> {
  const { id, version } = market
  const still = isStill(market)
  const [, , , , , waiting, written] = await db.batch([
    recordChange(db, change, still),
    db.run(sql`delete from ${marketZipcodes} where market_id = ${id} and ${still}
      and zipcode not in (select value from json_each(${JSON.stringify(lists.zipCodes)}))`),
    addZipCodes(db, id, lists.zipCodes, still),
    db.run(sql`delete from ${marketClosedDates} where market_id = ${id} and ${still}
      and date not in (select value from json_each(${JSON.stringify(lists.closedDates)}))`),
    addClosedDates(db, id, lists.closedDates, still),
    waitingFor(db, toAnnounce),
    // After these, since it ends what they depend on.
    db
      .update(markets)
      .set({ ...fields, version: version + 1, updatedAt: change.at })
      .where(and(eq(markets.id, id), eq(markets.version, version)))
      .returning({ id: markets.id }),
    ...stopPausedSessions(db, sql`m.id = ${id}`, { actor: 'admin', actorId: change.actorId }, change.at),
  ])
  return written.length === 1 ? waiting : null
}

/** Takes away a market that is still as it was read and has no shops, its lists with it. @returns whether it was so */
export async function deleteMarket(db: Db, market: Read, change: Change): Promise<boolean> {
  const free = sql`not exists (select 1 from ${shops} where market_id = ${market.id})`
  const [, gone] = await db.batch([
    recordChange(db, change, sql`${isStill(market)} and ${free}`),
    db
      .delete(markets)
      .where(and(eq(markets.id, market.id), eq(markets.version, market.version), free))
      .returning({ id: markets.id }),
  ])
  return gone.length === 1
}

function addZipCodes(db: Db, id: string, zipCodes: readonly string[], onlyIf: SQL) {
  return db.run(sql`insert into ${marketZipcodes} (zipcode, market_id)
    select value, ${id} from json_each(${JSON.stringify(zipCodes)})
    where ${onlyIf} and value not in (select zipcode from ${marketZipcodes} where market_id = ${id})`)
}

function addClosedDates(db: Db, id: string, dates: readonly string[], onlyIf: SQL) {
  return db.run(sql`insert into ${marketClosedDates} (market_id, date)
    select ${id}, value from json_each(${JSON.stringify(dates)})
    where ${onlyIf} and value not in (select date from ${marketClosedDates} where market_id = ${id})`)
}

/** How many people wait for each of some ZIP codes, in either form, and were neither told nor have left. */
function waitingFor(db: Db, zipCodes: readonly string[]) {
  return db.all<{ zip: string; count: number }>(sql`
    select zips.value as zip, count(*) as count
    from json_each(${JSON.stringify(zipCodes)}) as zips
    join ${waitlist} as w on w.zip_code between zips.value and zips.value || '-9999'
    where w.notified_at is null and w.unsubscribed_at is null
    group by zips.value order by zips.value`)
}

function isStill({ id, version }: Read): SQL {
  return sql`exists (select 1 from ${markets} where id = ${id} and version = ${version})`
}
