import type { Deps, Log } from '#api/deps.ts'
import type { ProblemSource } from '#domain/problems.ts'
import { framesOf, redact } from '#domain/redact.ts'
import { DatabaseUnavailableError } from './database/client.ts'
import { sha256 } from './hash.ts'
import { MailError } from './mail/mail.ts'
import { type Service, watchOutsideCalls } from './outside-calls.ts'
import { PaymentsError } from './payments/payments.ts'
import { keepUnwritten, writeUnwritten } from './problems.ts'
import { PushError } from './push/push.ts'
import { TextError } from './texts/texts.ts'

// Logs failures and stores them for admins, without personal data.

const MOST_CAUSES = 4

/** An error as it may be logged: redacted, with what caused it. */
type FailureText = {
  error: string
  message: string
  /** A library's name for it, for example `SQLITE_BUSY`. */
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

/**
 * A structured line of the log. The provider's error messages name payment sessions, and whoever has such a name reads
 * its order through the look-up: it is left out wherever it stands.
 */
export function logLine(...[level, event, fields]: Parameters<Log>): string {
  return JSON.stringify({ level, event, ...fields }).replace(/\bcs_(?:test|live)_\w+/g, '[payment session]')
}

/** The context of a failure: ids and names of ours, nothing personal. */
type Fields = { requestId?: string; route?: string; job?: string } & Record<string, unknown>
type Outside = Pick<Deps, 'log' | 'db' | 'clock' | 'waitUntil' | 'unwrittenProblems'>

/**
 * Logs an unexpected failure with its cause, and stores it for the back office. The caller neither waits for that nor
 * fails when it fails.
 * @param event what failed, as the log names it
 */
export function logFailure(deps: Outside, event: string, thrown: unknown, fields: Fields = {}): void {
  const failure = describeFailure(thrown)
  deps.log('error', event, { ...fields, ...failure })
  const { requestId = null, route, job } = fields
  const place = route ?? job ?? null
  const service = unavailableService(thrown)
  storeProblem(deps, { source: 'server', event, place, requestId, service }, failure)
}

// A rate limit is over in a second.
const OUTAGE: ReadonlySet<string> = new Set(['unavailable', 'configuration'])

/** The service whose outage is the cause of a failure; null for any other cause. */
export function unavailableService(thrown: unknown): Service | null {
  if (thrown instanceof DatabaseUnavailableError) return 'database'
  if (thrown instanceof PaymentsError) return thrown.kind === 'rejected' ? null : 'payments'
  if (thrown instanceof MailError) return OUTAGE.has(thrown.kind) ? 'mail' : null
  if (thrown instanceof PushError) return OUTAGE.has(thrown.kind) ? 'push' : null
  if (thrown instanceof TextError) return OUTAGE.has(thrown.kind) ? 'texts' : null
  return thrown instanceof Error && thrown.cause !== undefined ? unavailableService(thrown.cause) : null
}

/** The name of an outage in the list, whatever failed because of it. */
const OUTAGES = {
  database: { error: 'Outage', message: 'The database did not answer' },
  payments: { error: 'Outage', message: 'Stripe did not answer' },
  mail: { error: 'Outage', message: 'Resend took no email' },
  push: { error: 'Outage', message: 'A browser’s push service took no push' },
  texts: { error: 'Outage', message: 'Telnyx took no text' },
  profiles: { error: 'Outage', message: 'An agent’s platform did not answer' },
} as const satisfies Record<Service, object>

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
  place?: string | null
  requestId?: string | null
  device?: string | null
  /** Whose outage is to blame: it is stored instead of the failure. */
  service?: Service | null
}

/** Stores a failure for the back office, after the answer; what cannot be stored now, once the database takes it. */
export function storeProblem(deps: Outside, circumstances: Circumstances, failure: FailureText): void {
  const at = deps.clock.now().toISOString()
  const { service = null, ...given } = circumstances
  const known = { place: null, requestId: null, device: null, ...given }
  const where = service ? { ...known, event: `${service}_unavailable`, place: null } : known
  const { error, message } = service ? OUTAGES[service] : failure
  // The first frame distinguishes failures with the same message; the other frames vary with the caller.
  const same = [where.source, where.event, where.place, error, message, service ? at : failure.stack?.[0]]
  const fingerprint = sha256(JSON.stringify(same))
  const stack = stackText(failure)
  const problem = { ...where, service, error, message, stack, fingerprint, times: 1, firstAt: at, lastAt: at }
  keepUnwritten(deps, [problem])
  // Nothing more is asked of a database that is away. The request does not wait for this call of it.
  if (service !== 'database') deps.waitUntil(watchOutsideCalls(() => writeUnwritten(deps)))
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
