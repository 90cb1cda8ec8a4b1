import { type SQL, sql } from 'drizzle-orm'
import type { Db, Deps } from '#api/deps.ts'
import { rateCounters } from '#drizzle/schema/accounts.ts'
import { problems } from '#drizzle/schema/problems.ts'
import { sha256 } from './hash.ts'
import type { Service } from './outside-calls.ts'

// Placements that we refused (5xx, time-outs): counted among the rate counters, by attempt and by the service that was to
// blame. Those that the database cannot take wait with the problems that it cannot take either.

const PREFIX = 'refused:'
/** Condition on a row of the rate counters: it counts refusals. Written so that SQLite goes by the index of the instants. */
export const IS_REFUSAL = sql`substr(key, 1, ${sql.raw(String(PREFIX.length))}) = ${sql.raw(`'${PREFIX}'`)}`
/** The span of the alarm. */
export const ALARM_MS = 5 * 60_000
/** A refusal is part of an outage up to so long before its first and after its last failure. */
const OUTAGE_MARGIN = '1 minute'
/** More of them wait in no isolate. */
const MAX_KEPT = 5_000

/** One refused placement: whose, as the key of a counter, and when (ISO instant). */
export type Refusal = { key: string; at: string }

/** Refusals in this isolate; plain data, which no request waits for. The lists are replaced, never changed. */
export type KeptRefusals = {
  /** The database did not take them yet. */
  refusals: readonly Refusal[]
  /** The instants of the last minutes' refusals, written or not: all that is known while the database is away. */
  recentRefusals: readonly string[]
}

type Outside = Pick<Deps, 'clock'> & { unwrittenProblems: KeptRefusals }

/** Counts a refused placement. @param attempt the form's key; @param service the one to blame, if any */
export function countRefusal(deps: Outside, attempt: string, service: Service | null): void {
  const kept = deps.unwrittenProblems
  const key = `${prefixOf(service ?? 'none')}${sha256(attempt)}`
  const now = deps.clock.now()
  const at = now.toISOString()
  keepRefusals(kept, [{ key, at }])
  kept.recentRefusals = [...recent(kept, now), at].slice(-MAX_KEPT)
}

/** The number of this isolate's refusals within the span of the alarm. */
export function countRecentRefusals({ clock, unwrittenProblems }: Outside): number {
  return recent(unwrittenProblems, clock.now()).length
}

function recent({ recentRefusals }: KeptRefusals, now: Date): string[] {
  const since = new Date(now.getTime() - ALARM_MS).toISOString()
  return recentRefusals.filter((at) => at > since)
}

/** Keeps refusals for later; the oldest ones go first when there are too many. */
export function keepRefusals(kept: KeptRefusals, refusals: readonly Refusal[]): void {
  kept.refusals = [...kept.refusals, ...refusals].slice(-MAX_KEPT)
}

/** Statement: writes refusals. */
export function addRefusals(db: Db, refusals: readonly Refusal[]) {
  return db.run(sql`
    insert into ${rateCounters} (key, window_start, count)
    select value ->> 'key', value ->> 'at', 1 from json_each(${JSON.stringify(refusals)}) where true
    on conflict (key, window_start) do update set count = count + 1`)
}

/** The number of refused placements since an instant, as a part of a query. */
export function refusedSince(since: string): SQL<number> {
  return sql`(select coalesce(sum(count), 0) from ${rateCounters} where window_start > ${since} and ${IS_REFUSAL})`
}

/** The number of buyers who met the outage that a row of the problems is about, as a part of a query; null for other rows. */
export const BUYERS_OF_OUTAGE = sql<number | null>`case ${problems.event}
  when 'database_unavailable' then ${buyersWithin('database')} when 'payments_unavailable' then ${buyersWithin('payments')} end`

function buyersWithin(service: Service): SQL {
  const prefix = prefixOf(service)
  return sql`(select count(distinct key) from ${rateCounters}
    where window_start between ${shifted(problems.firstAt, '-')} and ${shifted(problems.lastAt, '+')}
      and substr(key, 1, ${prefix.length}) = ${prefix})`
}

function prefixOf(cause: string): string {
  return `${PREFIX}${cause}:`
}

function shifted(instant: typeof problems.firstAt | typeof problems.lastAt, sign: '-' | '+'): SQL {
  return sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${instant}, ${`${sign}${OUTAGE_MARGIN}`})`
}
