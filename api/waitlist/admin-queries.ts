import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { contains, countRows, offsetOf, pageOf } from '#api/platform/database/paging.ts'
import { markets, marketZipcodes, noOrdersReasonOf, states } from '#drizzle/schema/markets.ts'
import { waitlist } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import type { WaitlistFilter, WaitlistQuery } from './schema.ts'

/** The number of ZIP codes and cities listed. */
const DEMAND_MAX = 100

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
export async function waitlistPageOf(db: Db, { page, size, ...filter }: WaitlistQuery) {
  const where = matching(filter)
  const [rows, counted] = await db.batch([
    db
      .select(ROW)
      .from(waitlist)
      .where(where)
      .orderBy(...NEWEST_FIRST)
      .limit(size)
      .offset(offsetOf({ page, size })),
    countRows(db, sql`from ${waitlist}`, where),
  ])
  return pageOf(rows, counted, { page, size })
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

type Numbers = {
  /** Entries that nobody has notified yet. */
  waiting: number
  /** Entries that were notified of deliveries there. */
  notified: number
  /** Entries whose person has paid for an order since. */
  boughtSince: number
}
type Line = Numbers & {
  kind: 'all' | 'zip' | 'city'
  zipCode: string
  city: string
  state: string
  marketId: string | null
  market: string | null
  closed: number | null
  zips: number
  servedZips: number
}

/** Waitlist demand by ZIP code and by city, highest first. One statement, so that each entry is read once. */
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
    by_zip as (
      select zip, city, state, max(newest), sum(waiting) as waiting, sum(notified) as notified, sum(bought) as bought
      from spot group by zip having sum(waiting) + sum(notified) + sum(bought) > 0
      order by 5 desc, 7 desc, 6 desc, zip limit ${DEMAND_MAX}
    ),
    by_city as (
      select city, state, max(newest), count(*) as zips,
        sum(zip in (select zipcode from ${marketZipcodes})) as served,
        sum(waiting) as waiting, sum(notified) as notified, sum(bought) as bought
      from spot group by place, state having sum(waiting) + sum(notified) + sum(bought) > 0
      order by 6 desc, 8 desc, 7 desc, city, state limit ${DEMAND_MAX}
    )
    select 'all' as kind, '' as zipCode, '' as city, '' as state, null as marketId, null as market, null as closed, 0 as zips,
      0 as servedZips, coalesce(sum(waiting), 0) as waiting, coalesce(sum(notified), 0) as notified,
      coalesce(sum(bought), 0) as boughtSince
    from spot
    union all
    select 'zip', zip, city, state, m.id, m.name, ${noOrdersReasonOf(sql`m`)} is not null, 1, m.id is not null, waiting, notified, bought
    from by_zip left join ${marketZipcodes} z on z.zipcode = zip left join ${markets} m on m.id = z.market_id
    union all
    select 'city', '', city, state, null, null, null, zips, served, waiting, notified, bought from by_city`)
  const linesOf = (kind: Line['kind']) => lines.filter((line) => line.kind === kind).sort(mostWaitingFirst)
  return {
    all: numbers(linesOf('all')[0]),
    zips: linesOf('zip').map((line) => ({
      zipCode: line.zipCode,
      city: line.city,
      state: line.state,
      market:
        line.marketId !== null && line.market !== null
          ? { id: line.marketId, name: line.market, takesOrders: line.closed !== 1 }
          : null,
      ...numbers(line),
    })),
    cities: linesOf('city').map((line) => ({
      city: line.city,
      state: line.state,
      zips: line.zips,
      servedZips: line.servedZips,
      ...numbers(line),
    })),
  }
}

function numbers(line: Numbers | undefined): Numbers {
  const { waiting = 0, notified = 0, boughtSince = 0 } = line ?? {}
  return { waiting, notified, boughtSince }
}

// SQL guarantees no order of the parts of a union.
function mostWaitingFirst(a: Line, b: Line): number {
  return (
    b.waiting - a.waiting ||
    b.boughtSince - a.boughtSince ||
    b.notified - a.notified ||
    compare(`${a.zipCode} ${a.city}, ${a.state}`, `${b.zipCode} ${b.city}, ${b.state}`)
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
