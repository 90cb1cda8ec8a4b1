import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { changesOfAll } from '#api/platform/audit/changes.ts'
import { yesOrNo } from '#api/platform/audit/field-changes.ts'
import type { VersionedRecord } from '#api/platform/audit/versioned-record.ts'
import { cappedCount, cappedTotal } from '#api/platform/database/paging.ts'
import { openCheckoutsOf } from '#api/prepared-checkouts/open-queries.ts'
import { PLATFORMS_SHOWN, profileHost } from '#domain/agent-platforms.ts'
import { agentPlatforms } from '#drizzle/schema/agents.ts'
import { orders } from '#drizzle/schema/orders.ts'

/** Admins change whether a platform is blocked; all else comes from its profile. */
export const platformRecord: VersionedRecord<typeof agentPlatforms> = {
  table: agentPlatforms,
  entity: 'platform',
  notFound: 'not_found',
  formatters: {
    profileUrl: 'ignored',
    name: 'ignored',
    blockedAt: (at) => yesOrNo(at !== null),
    blockedBy: 'ignored',
  },
}

export async function platformById(db: Db, id: string) {
  const [platform = null] = await db.select().from(agentPlatforms).where(eq(agentPlatforms.id, id))
  return platform
}

/** A list of orders can be narrowed to so many platforms. */
const CHOICES_MAX = 50

export type KnownPlatform = { id: string; name: string; profileUrl: string }

/** A platform as staff are shown it beside an order. */
export function platformOf({ id, name, profileUrl }: KnownPlatform) {
  return { id, name, host: profileHost(profileUrl) }
}

/** Statement: the platforms whose agents have placed orders. */
export function platformsWithOrders(db: Db) {
  return db.all<KnownPlatform>(sql`
    select p.id, p.name, p.profile_url as "profileUrl" from ${agentPlatforms} p
    where exists (select 1 from ${orders} where agent_platform_id = p.id) order by p.id limit ${CHOICES_MAX}`)
}

/** Platforms to choose from, by name. */
export function platformChoices(known: readonly KnownPlatform[]) {
  return known.map(platformOf).toSorted((one, other) => one.name.localeCompare(other.name, 'en-US'))
}

/** Statement: the platform whose agent prepared an order. @param orderId a value or a select */
export function platformOfOrder(db: Db, orderId: SQL) {
  return db.all<KnownPlatform>(sql`
    select p.id, p.name, p.profile_url as "profileUrl"
    from ${orders} o join ${agentPlatforms} p on p.id = o.agent_platform_id where o.id = ${orderId}`)
}

/** The platforms, in one round trip, those first whose last order is the newest, then the newest. */
export async function listPlatforms(db: Db, now: Date) {
  const ordersOf = sql`from ${orders} where agent_platform_id = p.id`
  const [rows, changes] = await db.batch([
    db.all<{
      id: string
      name: string
      profileUrl: string
      createdAt: string
      orders: number
      openCheckouts: number
      lastOrderAt: string | null
      blockedAt: string | null
    }>(sql`
      select p.id, p.name, p.profile_url as "profileUrl", p.created_at as "createdAt", ${cappedCount(ordersOf)} as orders,
        ${cappedCount(openCheckoutsOf(sql`p`, now))} as "openCheckouts",
        (select max(created_at) ${ordersOf}) as "lastOrderAt", p.blocked_at as "blockedAt"
      from ${agentPlatforms} p
      order by "lastOrderAt" desc, p.created_at desc, p.id limit ${PLATFORMS_SHOWN}`),
    changesOfAll(db, 'platform'),
  ])
  const byPlatform = Map.groupBy(changes, ({ entityId }) => entityId)
  return rows.map(({ orders, openCheckouts, ...row }) => ({
    ...row,
    host: profileHost(row.profileUrl),
    orders: cappedTotal(orders),
    openCheckouts: cappedTotal(openCheckouts),
    /** Each block and each end of one, newest first. */
    history: (byPlatform.get(row.id) ?? []).map(({ id, after, actorEmail, createdAt }) => ({
      id,
      isBlock: after === yesOrNo(true),
      actorEmail,
      createdAt,
    })),
  }))
}
