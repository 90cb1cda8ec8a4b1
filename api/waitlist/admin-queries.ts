import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { cappedCount, contains, offsetOf, pageInfoOf } from '#api/platform/database/paging.ts'
import { markets, marketZipcodes, states } from '#drizzle/schema/markets.ts'
import { waitlist } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import type { WaitlistDetail, WaitlistFilter, WaitlistPage, WaitlistQuery } from './admin-schema.ts'

/** §9. */
const PAGE_SIZE = 10

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
export type WaitlistExportRow = Omit<WaitlistDetail, 'market' | 'bought'>

const NEWEST_FIRST = [desc(waitlist.createdAt), desc(waitlist.id)]

/** A page of the waitlist, newest first. One round trip. */
export async function waitlistPageOf(db: Db, { page, ...filter }: WaitlistQuery): Promise<WaitlistPage> {
  const where = matching(filter)
  const [rows, [counted]] = await db.batch([
    db
      .select(ROW)
      .from(waitlist)
      .where(where)
      .orderBy(...NEWEST_FIRST)
      .limit(PAGE_SIZE)
      .offset(offsetOf(page, PAGE_SIZE)),
    db.all<{ count: number }>(sql`select ${cappedCount(sql`from ${waitlist} where ${where}`)} as count`),
  ])
  return { rows, info: pageInfoOf(page, PAGE_SIZE, counted?.count ?? 0) }
}

/**
 * The next entries of the whole list, newest first.
 * @param after the last one that was read
 */
export function nextEntries(
  db: Db,
  filter: WaitlistFilter,
  after: Pick<WaitlistExportRow, 'createdAt' | 'id'> | null,
  limit: number,
): Promise<WaitlistExportRow[]> {
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

/** An entry with what became of it. One round trip. */
export async function waitlistDetailOf(db: Db, id: string): Promise<WaitlistDetail | null> {
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

/** Says of an entry whether somebody has written to them. @returns whether there is such an entry */
export async function setContacted(db: Db, id: string, contacted: boolean): Promise<boolean> {
  const changed = await db
    .update(waitlist)
    .set({ contacted })
    .where(eq(waitlist.id, id))
    .returning({ id: waitlist.id })
  return changed.length === 1
}

/** Joins an entry to the orders that its person has paid for since they asked. */
export const boughtSince: SQL = sql`lower(${orders.customerEmail}) = lower(${waitlist.email})
  and ${orders.paymentStatus} = 'paid' and ${orders.isSample} = 0 and ${orders.paidAt} > ${waitlist.createdAt}`

function matching({ q, contacted }: WaitlistFilter): SQL {
  const found = q ? holding(q) : sql`true`
  return contacted ? sql`${waitlist.contacted} = ${Number(contacted === 'yes')} and ${found}` : found
}

function holding(q: string): SQL {
  // "Oakland, CA" as the list shows it: finds the city, the code, and both.
  const place = sql`${waitlist.city} || ', ' || ${waitlist.state}`
  return sql`(${contains(waitlist.email, q)} or ${contains(sql`(${place})`, q)} or ${contains(waitlist.zipCode, q)}
    or ${waitlist.state} in (select ${states.code} from ${states} where ${contains(states.name, q)}))`
}
