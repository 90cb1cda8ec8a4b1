import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Db, Deps } from '#api/deps.ts'
import { PROBLEM_SOURCES, PROBLEMS_KEPT, PROBLEMS_SHOWN, type ProblemSource } from '#domain/problems.ts'
import { problems } from '#drizzle/schema/problems.ts'
import type { Service } from './outside-calls.ts'
import { addRefusals, BUYERS_OF_OUTAGE, type KeptRefusals, keepRefusals, type Refusal } from './refusals.ts'

/** A failure, with its number and its first and last time (ISO instants). `service`: the one whose outage is the cause. */
export type NewProblem = typeof problems.$inferSelect & { service: Service | null }

/** Failures of one service further apart than this belong to two outages. */
const OUTAGE_GAP_MS = 10 * 60_000

/**
 * Adds problems, or counts the same ones again, and the placements that were refused. All that fails in one outage of a
 * service is one problem.
 */
async function addProblems(
  db: Db,
  added: readonly NewProblem[],
  refusals: readonly Refusal[],
): Promise<void> {
  const [first, ...more] = [
    ...added.map((problem) => addProblem(db, problem)),
    ...(refusals.length > 0 ? [addRefusals(db, refusals)] : []),
  ]
  if (first) await db.batch([first, ...more])
}

function addProblem(db: Db, { service, ...problem }: NewProblem) {
  const { fingerprint, event, firstAt } = problem
  const since = new Date(Date.parse(firstAt) - OUTAGE_GAP_MS).toISOString()
  const running = sql`(select fingerprint from ${problems} where event = ${event} and last_at >= ${since}
    order by last_at desc limit 1)`
  return db
    .insert(problems)
    .values({ ...problem, fingerprint: service ? sql`coalesce(${running}, ${fingerprint})` : fingerprint })
    .onConflictDoUpdate({
      target: problems.fingerprint,
      set: {
        times: sql`${problems.times} + excluded.times`,
        firstAt: sql`min(${problems.firstAt}, excluded.first_at)`,
        lastAt: sql`max(${problems.lastAt}, excluded.last_at)`,
        requestId: sql`excluded.request_id`,
        device: sql`excluded.device`,
      },
    })
}

/**
 * The last ones, newest first. @param source null for both: as many of each, so that what browsers report, which anyone can
 * make up, hides no failure of the server
 * @returns `buyers`: how many were refused because of an outage; null for what is none
 */
export function lastProblems(db: Db, source: ProblemSource | null) {
  const newest =
    source === null ? lastOfEach(PROBLEMS_SHOWN / PROBLEM_SOURCES.length) : lastOfEach(PROBLEMS_SHOWN)
  return db
    .select({ ...getTableColumns(problems), buyers: BUYERS_OF_OUTAGE })
    .from(problems)
    .where(
      and(inArray(problems.fingerprint, newest), source === null ? undefined : eq(problems.source, source)),
    )
    .orderBy(desc(problems.lastAt), problems.fingerprint)
}

/** Deletes all but the last ones of each source, so that problems of browsers do not displace the server's. */
export function deleteOldProblems(db: Db) {
  return db.run(sql`
    delete from ${problems} where fingerprint not in ${lastOfEach(PROBLEMS_KEPT)}`)
}

/** The fingerprints of the last ones of each source. */
function lastOfEach(count: number) {
  return sql`(
    select fingerprint from (
      select fingerprint, row_number() over (partition by source order by last_at desc, fingerprint) as place from ${problems}
    ) where place <= ${count}
  )`
}

/** So many different ones of each source are kept; more of the same only count. */
const MAX_UNWRITTEN = 25
const PAUSE_MS = 5_000

/** Problems that the database did not take, in this isolate; plain data, which no request waits for. */
export type UnwrittenProblems = KeptRefusals & {
  byFingerprint: Map<string, NewProblem>
  /** When to ask the database again, in milliseconds since the epoch. */
  retryAt: number
}

export const noUnwrittenProblems = (): UnwrittenProblems => ({
  byFingerprint: new Map(),
  refusals: [],
  recentRefusals: [],
  retryAt: 0,
})

type Outside = Pick<Deps, 'db' | 'clock' | 'log' | 'unwrittenProblems'>

/** Keeps problems until they are written: those of one outage, and the same ones, as one. */
export function keepUnwritten({ unwrittenProblems, log }: Outside, problems: readonly NewProblem[]): void {
  const { byFingerprint } = unwrittenProblems
  for (const problem of problems) {
    const { source, event, place, service, fingerprint } = problem
    const key = service ?? fingerprint
    const known = byFingerprint.get(key)
    const ofSource = [...byFingerprint.values()].filter((kept) => kept.source === source)
    if (known) byFingerprint.set(key, sumOf(known, problem))
    else if (ofSource.length < MAX_UNWRITTEN) byFingerprint.set(key, problem)
    else log('error', 'problem_not_kept', { problem: event, place })
  }
}

function sumOf(one: NewProblem, other: NewProblem): NewProblem {
  const [first, last] = one.firstAt <= other.firstAt ? [one, other] : [other, one]
  const { requestId, device, lastAt } = one.lastAt > last.lastAt ? one : last
  return { ...first, times: one.times + other.times, requestId, device, lastAt }
}

/** True if there is something to write, and it is time to try. */
export function hasUnwritten({ unwrittenProblems, clock }: Outside): boolean {
  const { byFingerprint, refusals, retryAt } = unwrittenProblems
  return (byFingerprint.size > 0 || refusals.length > 0) && clock.now().getTime() >= retryAt
}

/** Writes what is kept; what fails is kept for later. Never throws. */
export async function writeUnwritten(deps: Outside): Promise<void> {
  const { db, clock, log, unwrittenProblems } = deps
  const problems = [...unwrittenProblems.byFingerprint.values()]
  const { refusals } = unwrittenProblems
  // Taken out before the call, so that nobody else writes them meanwhile.
  unwrittenProblems.byFingerprint.clear()
  unwrittenProblems.refusals = []
  try {
    await addProblems(db, problems, refusals)
  } catch (error) {
    log('warn', 'problems_unwritten', {
      problems: problems.length,
      error: error instanceof Error ? error.name : 'unknown',
    })
    unwrittenProblems.retryAt = clock.now().getTime() + PAUSE_MS
    keepUnwritten(deps, problems)
    keepRefusals(unwrittenProblems, refusals)
  }
}
