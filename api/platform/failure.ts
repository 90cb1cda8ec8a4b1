import type { Deps } from '#api/deps.ts'
import type { ProblemSource } from '#domain/problems.ts'
import { framesOf, redact } from '#domain/redact.ts'
import { sha256 } from './hash.ts'
import { countProblem } from './problems.ts'

// The one way in which a failure becomes a line of the log, and a row that admins see. Nothing personal gets into either.

const MOST_CAUSES = 4

/** An error as it may be logged: redacted, with what caused it. */
export type FailureText = {
  error: string
  message: string
  /** What a library names it by, for example `SQLITE_BUSY`. */
  code?: string
  stack?: string[]
  cause?: FailureText
}

/** Puts an error, or whatever else was thrown, into words that may be logged. */
export function describeFailure(thrown: unknown, causesLeft = MOST_CAUSES): FailureText {
  if (!(thrown instanceof Error)) return { error: typeof thrown, message: redact(textOf(thrown)) }
  const cause = thrown.cause ?? (thrown instanceof AggregateError ? thrown.errors[0] : undefined)
  const stack = framesOf(thrown.stack ?? '', thrown.message)
  return {
    error: thrown.name,
    message: redact(thrown.message),
    ...codeOf(thrown),
    ...(stack.length > 0 && { stack }),
    ...(cause !== undefined && causesLeft > 0 && { cause: describeFailure(cause, causesLeft - 1) }),
  }
}

/** What leads to a failure: ids and names of ours, nothing personal. */
type Fields = { requestId?: string; route?: string; job?: string } & Record<string, unknown>
type Outside = Pick<Deps, 'log' | 'db' | 'clock' | 'defer'>

/**
 * Logs a failure that nobody expected, with its cause, and keeps it for the back office. What the caller does next neither
 * waits for that nor fails by it.
 * @param event what failed, as the log names it
 */
export function logFailure(deps: Outside, event: string, thrown: unknown, fields: Fields = {}): void {
  const failure = describeFailure(thrown)
  deps.log('error', event, { ...fields, ...failure })
  const { requestId = null, route, job } = fields
  keepProblem(
    deps,
    { source: 'server', event, place: route ?? job ?? null, requestId, device: null },
    failure,
  )
}

type Circumstances = {
  source: ProblemSource
  event: string
  /** The route's pattern, the page's path, or the name of a job. */
  place: string | null
  requestId: string | null
  device: string | null
}

/** Keeps a failure for the back office, after the answer. One that cannot be kept is only logged. */
export function keepProblem(deps: Outside, circumstances: Circumstances, failure: FailureText): void {
  const keep = async () => {
    const { source, event, place } = circumstances
    const { error, message } = failure
    const stack = stackText(failure)
    // Where it was thrown tells apart what has the same words; the rest of the way there does not.
    const same = [source, event, place, error, message, failure.stack?.[0]]
    const fingerprint = await sha256(JSON.stringify(same))
    const at = deps.clock.now().toISOString()
    await countProblem(deps.db, { ...circumstances, fingerprint, error, message, stack }, at)
  }
  deps.defer(
    keep().catch((thrown: unknown) => deps.log('error', 'problem_not_kept', describeFailure(thrown))),
  )
}

/** The frames, and below them those of the causes, as engines print them. */
function stackText({ stack = [], cause }: FailureText): string {
  if (!cause) return stack.join('\n')
  const title = `Caused by ${[cause.error, cause.code].filter(Boolean).join(' ')}: ${cause.message}`
  return [...stack, title, stackText(cause)].filter(Boolean).join('\n')
}

function codeOf(error: Error): { code?: string } {
  const code = 'code' in error ? error.code : undefined
  return typeof code === 'string' || typeof code === 'number' ? { code: redact(String(code)) } : {}
}

/** An object may hold anything: only what it is made of is told. */
function textOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown)
  return `An object with ${Object.keys(thrown).slice(0, 10).join(', ') || 'nothing in it'}`
}
