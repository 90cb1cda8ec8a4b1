import type { Deps } from '#api/deps.ts'
import type { ProblemSource } from '#domain/problems.ts'
import { framesOf, redact } from '#domain/redact.ts'
import { sha256 } from './hash.ts'
import { PaymentsError } from './payments/payments.ts'
import { countProblem } from './problems.ts'

// Logs failures and stores them for admins, without personal data.

const MOST_CAUSES = 4

/** An error as it may be logged: redacted, with what caused it. */
type FailureText = {
  error: string
  message: string
  /** What a library names it by, for example `SQLITE_BUSY`. */
  code?: string
  stack?: string[]
  cause?: FailureText
}

/** Describes an error, or any other thrown value, as it may be logged. */
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
type Outside = Pick<Deps, 'log' | 'db' | 'clock' | 'waitUntil'>

/**
 * Logs an unexpected failure with its cause, and stores it for the back office. The caller neither waits for that nor
 * fails when it fails.
 * @param event what failed, as the log names it
 */
export function logFailure(deps: Outside, event: string, thrown: unknown, fields: Fields = {}): void {
  const failure = describeFailure(thrown)
  deps.log('error', event, { ...fields, ...failure })
  const { requestId = null, route, job } = fields
  storeProblem(
    deps,
    { source: 'server', event, place: route ?? job ?? null, requestId, device: null },
    failure,
  )
}

/**
 * Runs one part of a job. Its failure is logged as `event` and does not stop the others.
 * @throws PaymentsError when the provider is unavailable, which ends the run
 */
export async function runLoggingFailure(
  deps: Outside,
  event: string,
  fields: Fields & { job: string },
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof PaymentsError && error.kind !== 'rejected') throw error
    logFailure(deps, event, error, fields)
  }
}

type Circumstances = {
  source: ProblemSource
  event: string
  /** The route's pattern, the page's path, or the name of a job. */
  place: string | null
  requestId: string | null
  device: string | null
}

/** Stores a failure for the back office, after the answer. One that cannot be stored is only logged. */
export function storeProblem(deps: Outside, circumstances: Circumstances, failure: FailureText): void {
  const keep = async () => {
    const { source, event, place } = circumstances
    const { error, message } = failure
    const stack = stackText(failure)
    // The first frame distinguishes failures with the same message; the other frames vary with the caller.
    const same = [source, event, place, error, message, failure.stack?.[0]]
    const fingerprint = await sha256(JSON.stringify(same))
    const at = deps.clock.now().toISOString()
    await countProblem(deps.db, { ...circumstances, fingerprint, error, message, stack }, at)
  }
  deps.waitUntil(
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

/** An object may hold personal data: only its keys are logged. */
function textOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown)
  return `An object with ${Object.keys(thrown).slice(0, 10).join(', ') || 'nothing in it'}`
}
