import type { Deps } from '#api/deps.ts'
import type { ProblemSource } from '#domain/problems.ts'
import { addProblems, type NewProblem } from './problems.ts'

/** So many different ones of each source are kept; more of the same only count. */
const MAX_UNWRITTEN = 25
const PAUSE_MS = 5_000

/** Problems that the database did not take, in this isolate; plain data, which no request waits for. */
export type UnwrittenProblems = {
  byFingerprint: Map<string, NewProblem>
  /** When to ask the database again, in milliseconds since the epoch. */
  retryAt: number
}

export const noUnwrittenProblems = (): UnwrittenProblems => ({ byFingerprint: new Map(), retryAt: 0 })

type Outside = Pick<Deps, 'db' | 'clock' | 'log' | 'unwrittenProblems'>

/** Writes a problem, and whatever could not be written before. Never throws. */
export async function writeProblem(deps: Outside, problem: NewProblem): Promise<void> {
  keepUnwritten(deps, [problem])
  await writeUnwritten(deps)
}

/** Keeps problems for later: those of one outage, and the same ones, as one. */
export function keepUnwritten({ unwrittenProblems, log }: Outside, problems: readonly NewProblem[]): void {
  const { byFingerprint } = unwrittenProblems
  for (const problem of problems) {
    const { source, event, place, service, fingerprint } = problem
    const key = service ?? fingerprint
    const known = byFingerprint.get(key)
    if (known) byFingerprint.set(key, sumOf(known, problem))
    else if (countOf(byFingerprint, source) < MAX_UNWRITTEN) byFingerprint.set(key, problem)
    else log('error', 'problem_not_kept', { problem: event, place })
  }
}

function countOf(kept: UnwrittenProblems['byFingerprint'], source: ProblemSource): number {
  return [...kept.values()].filter((problem) => problem.source === source).length
}

function sumOf(one: NewProblem, other: NewProblem): NewProblem {
  const [first, last] = one.firstAt <= other.firstAt ? [one, other] : [other, one]
  const { requestId, device, lastAt } = one.lastAt > last.lastAt ? one : last
  return { ...first, times: one.times + other.times, requestId, device, lastAt }
}

/** True if there is something to write, and it is time to try. */
export function hasUnwritten({ unwrittenProblems, clock }: Outside): boolean {
  return unwrittenProblems.byFingerprint.size > 0 && clock.now().getTime() >= unwrittenProblems.retryAt
}

/** Writes what could not be written before; what fails again is kept. Never throws. */
export async function writeUnwritten(deps: Outside): Promise<void> {
  const { db, clock, log, unwrittenProblems } = deps
  const problems = [...unwrittenProblems.byFingerprint.values()]
  // Taken out before the call, so that nobody else writes them meanwhile.
  unwrittenProblems.byFingerprint.clear()
  try {
    await addProblems(db, problems)
  } catch (error) {
    log('warn', 'problems_unwritten', {
      problems: problems.length,
      error: error instanceof Error ? error.name : 'unknown',
    })
    unwrittenProblems.retryAt = clock.now().getTime() + PAUSE_MS
    keepUnwritten(deps, problems)
  }
}
