import { createMiddleware } from 'hono/factory'
import type { TimeLimits } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import type { ApiEnv } from './context.ts'
import { describeGuard } from './describe-route.ts'

/** The longest time to an answer, by what is waited for. */
export const TIME_LIMITS: TimeLimits = {
  /** Shoppers see a page or its failure within 3 s; the remaining time is for the network. */
  readMs: 2_800,
  /** Longer, because admins have no other way to what they look for; their browser gives up after 20 s. */
  staffReadMs: 15_000,
  /** An order that is refused because a service is slow is lost; browsers give up after 30 s. */
  writeMs: 25_000,
}

/** The limits, each so many times as long. */
export function timeLimits(factor: number): TimeLimits {
  const { readMs, staffReadMs, writeMs } = TIME_LIMITS
  return { readMs: readMs * factor, staffReadMs: staffReadMs * factor, writeMs: writeMs * factor }
}

const STAFF_PATHS = /^\/api\/admin\//
/** Calls that only read, and are posted because an address must not hold what they carry. */
const POSTED_READS: readonly string[] = [
  '/api/auth/link',
  '/api/choice',
  '/api/florist/order',
  '/api/get-order-details/stored',
  '/api/manage',
  '/api/substitution',
  '/api/tracking',
]

function limitOf({ readMs, staffReadMs, writeMs }: TimeLimits, method: string, path: string): number {
  // Whoever asks for a buyer waits as long as it takes, and the answer needs the profile of who asks, too.
  if (path.startsWith('/api/ucp/')) return writeMs
  const isRead = method === 'GET' || method === 'HEAD' || POSTED_READS.includes(path)
  if (!isRead) return writeMs
  return STAFF_PATHS.test(path) ? staffReadMs : readMs
}

/**
 * Answers in time whatever the handler is waiting for. The handler goes on after the answer: all of them can be
 * repeated. If it fails late, `onError` logs it like any failure.
 * @throws AppError `too_slow`, with the message of the call if it has its own
 */
export const requestTimeout = describeGuard(
  createMiddleware<ApiEnv>(async (c, next) => {
    const { deps } = c.var
    const timer = deps.startTimer(limitOf(deps.config.timeLimits, c.req.method, c.req.path))
    c.set('cancelTimeout', timer.cancel)
    const work = next()
    const isLate = await Promise.race([work.then(() => false), timer.over.then(() => true)])
    timer.cancel()
    if (!isLate) return
    const { timeoutMessage } = c.var
    deps.waitUntil(work)
    throw new AppError('too_slow', timeoutMessage === undefined ? {} : { message: timeoutMessage })
  }),
  { errors: ['too_slow'] },
)

/**
 * Takes the time-out off a call whose answer must say what happened: a password that is set, a code that is used up or
 * shown only once. Its database calls still end after 20 s each.
 */
export const withoutTimeout = createMiddleware<ApiEnv>(async (c, next) => {
  c.var.cancelTimeout()
  await next()
})
