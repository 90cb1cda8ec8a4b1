import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { contains, readPage } from '#api/platform/database/paging.ts'
import { markets, marketZipcodes, noOrdersReasonOf, states } from '#drizzle/schema/markets.ts'
import { waitlist } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import type { WaitlistFilter, WaitlistQuery } from './schema.ts'

/** The number of cities listed. */
const CITIES_MAX = 100

const ROW = {
  id: waitlist.id,
  email: waitlist.email,
  city: waitlist.city,
  state: waitlist.state,
  zipCode: waitlist.zipCode,
  contacted: waitlist.contacted,
  notifiedAt: waitlist.notifiedAt,
  unsubscribedAt: waitlist.unsubscribedAt,
  createdAt: waitlist.createdAt,
}

const ENTRY = { ...ROW, story: waitlist.story }

/** An entry as the export needs it. */
export type WaitlistExportRow = Awaited<ReturnType<typeof nextEntries>>[number]

const NEWEST_FIRST = [desc(waitlist.createdAt), desc(waitlist.id)]

/** One page of the waitlist, newest first, in one round trip. */
export function waitlistPageOf(db: Db, { page, size, ...filter }: WaitlistQuery) {
  const rows = db
    .select(ROW)
    .from(waitlist)
    .orderBy(...NEWEST_FIRST)
  return readPage(db, rows.$dynamic(), sql`from ${waitlist}`, matching(filter), { page, size })
}

/** The entries that follow after `after`, newest first. */
export function nextEntries(
  db: Db,
  filter: WaitlistFilter,
  after: { createdAt: string; id: string } | null,
  limit: number,
) {
  const beyond = after
    ? sql`(${waitlist.createdAt}, ${waitlist.id}) < (${after.createdAt}, ${after.id})`
    : sql`true`
  return db
    .select(ENTRY)
    .from(waitlist)
    .where(sql`${beyond} and ${matching(filter)}`)
    .orderBy(...NEWEST_FIRST)
    .limit(limit)
}

/** An entry with the market that serves it and the first order since, in one round trip. */
export async function waitlistDetailOf(db: Db, id: string) {
  const [[entry], [market], [bought]] = await db.batch([
    db.select(ENTRY).from(waitlist).where(eq(waitlist.id, id)),
    db
      .select({ id: markets.id, name: markets.name })
      .from(waitlist)
      .innerJoin(marketZipcodes, sql`${marketZipcodes.zipcode} = substr(${waitlist.zipCode}, 1, 5)`)
      .innerJoin(markets, eq(markets.id, marketZipcodes.marketId))
      .where(eq(waitlist.id, id)),
    db
      .select({ orderId: orders.id, reference: orders.orderReference, paidAt: sql<string>`${orders.paidAt}` })
      .from(waitlist)
      .innerJoin(orders, boughtSince)
      .where(eq(waitlist.id, id))
      .orderBy(orders.paidAt)
      .limit(1),
  ])
  return entry ? { ...entry, market: market ?? null, bought: bought ?? null } : null
}

/**
 * Sets whether somebody has written to the person.
 * @param from what it has to be now; absent: anything
 * @returns whether there is such an entry, and whether it was set
 */
export async function setContacted(
  db: Db,
  id: string,
  { contacted, from }: { contacted: boolean; from?: boolean | undefined },
): Promise<{ known: boolean; set: boolean }> {
  const [changed, found] = await db.batch([
    db
      .update(waitlist)
      .set({ contacted })
      .where(and(eq(waitlist.id, id), from === undefined ? undefined : eq(waitlist.contacted, from)))
      .returning({ id: waitlist.id }),
    db.select({ id: waitlist.id }).from(waitlist).where(eq(waitlist.id, id)),
  ])
  return { known: found.length === 1, set: changed.length === 1 }
}

/** Joins an entry to the orders that its person has paid for since they joined. */
const boughtSince: SQL = sql`lower(${orders.customerEmail}) = lower(${waitlist.email})
  and ${orders.paymentStatus} = 'paid' and ${orders.isSample} = 0 and ${orders.paidAt} > ${waitlist.createdAt}`

function matching({ q, contacted }: WaitlistFilter): SQL {
  const found = q ? containing(q) : sql`true`
  return contacted ? sql`${waitlist.contacted} = ${Number(contacted === 'yes')} and ${found}` : found
}

function containing(q: string): SQL {
  // `Oakland, CA`, as the list shows it, is found by the city, by the state code, and by both.
  const place = sql`${waitlist.city} || ', ' || ${waitlist.state}`
  return sql`(${contains(waitlist.email, q)} or ${contains(sql`(${place})`, q)} or ${contains(waitlist.zipCode, q)}
    or ${waitlist.state} in (select ${states.code} from ${states} where ${contains(states.name, q)}))`
}

type Demand = {
  /** Entries that nobody has notified yet. */
  waiting: number
  /** Entries that were notified of deliveries there. */
  notified: number
  /** Entries whose person has paid for an order since. */
  boughtSince: number
}
type Line = Demand & {
  city: string
  state: string
  /** The same of the whole waitlist. */
  allWaiting: number
  allNotified: number
  allBought: number
  zipCode: string
  waitingForZip: number
  marketId: string | null
  market: string | null
  closed: number
}

/** Waitlist demand by city, highest first, with the ZIP codes of each. One statement, so that each entry is read once. */
export async function demand(db: Db) {
  const lines = await db.all<Line>(sql`
    with entry as (
      select substr(zip_code, 1, 5) as zip, lower(city) as place, city, state, created_at,
        unsubscribed_at is null and notified_at is null as waiting,
        notified_at is not null as notified,
        exists (select 1 from ${orders} where ${boughtSince}) as bought
      from ${waitlist}
    ),
    -- Next to max(), SQLite takes plain columns from the newest entry: the spelling of a city may differ.
    spot as materialized (
      select zip, place, city, state, max(created_at) as newest,
        sum(waiting) as waiting, sum(notified) as notified, sum(bought) as bought
      from entry group by zip, place, state
    ),
    by_city as materialized (
      select place, city, state, max(newest), sum(waiting) as waiting, sum(notified) as notified, sum(bought) as bought,
        sum(sum(waiting)) over () as "allWaiting", sum(sum(notified)) over () as "allNotified", sum(sum(bought)) over () as "allBought"
      from spot group by place, state having sum(waiting) + sum(notified) + sum(bought) > 0
      order by 5 desc, 7 desc, 6 desc, city, state limit ${CITIES_MAX}
    )
    select c.city, c.state, c.waiting, c.notified, c.bought as "boughtSince", "allWaiting", "allNotified", "allBought",
      s.zip as "zipCode", s.waiting as "waitingForZip", m.id as "marketId", m.name as market, ${noOrdersReasonOf(sql`m`)} is not null as closed
    from by_city c join spot s on s.place = c.place and s.state = c.state
    left join ${marketZipcodes} z on z.zipcode = s.zip left join ${markets} m on m.id = z.market_id
    order by c.waiting desc, c.bought desc, c.notified desc, c.city, c.state, s.waiting desc, s.zip`)
  const { allWaiting = 0, allNotified = 0, allBought = 0 } = lines[0] ?? {}
  const all: Demand = { waiting: allWaiting, notified: allNotified, boughtSince: allBought }
  return { all, cities: citiesOf(lines) }
}

function citiesOf(lines: readonly Line[]) {
  const byCity = Map.groupBy(lines, ({ city, state }) => `${city}, ${state}`)
  return [...byCity.values()].flatMap((zips) =>
    zips.slice(0, 1).map(({ city, state, waiting, notified, boughtSince }) => ({
      city,
      state,
      waiting,
      notified,
      boughtSince,
      zips: zips.map((zip) => ({
        zipCode: zip.zipCode,
        waiting: zip.waitingForZip,
        market:
          zip.marketId !== null && zip.market !== null
            ? { id: zip.marketId, name: zip.market, takesOrders: zip.closed !== 1 }
            : null,
      })),
    })),
  )
}
