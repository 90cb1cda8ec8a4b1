import { createMiddleware } from 'hono/factory'
import type { TimeLimits } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import type { ApiEnv } from './context.ts'

/** The longest time to an answer, by who waits for it. */
export const TIME_LIMITS: TimeLimits = {
  /** Shoppers get an answer within 3 s; the remaining time is for the network. */
  shopperMs: 2_800,
  /** Shorter, for the database calls around it. */
  sessionMs: 2_400,
  /** Longer, because an answer that says what happened matters more to admins; their browser gives up after 20 s. */
  staffMs: 15_000,
}

/** The limits, each so many times as long. */
export function timeLimits(factor: number): TimeLimits {
  const { shopperMs, sessionMs, staffMs } = TIME_LIMITS
  return { shopperMs: shopperMs * factor, sessionMs: sessionMs * factor, staffMs: staffMs * factor }
}

const STAFF_PATHS = /^\/api\/admin\//

/**
 * Answers in time whatever the handler is waiting for. The handler goes on after the answer: all of them can be
 * repeated. If it fails late, `onError` logs it like any failure.
 * @throws AppError `too_slow`, with the message of the call if it has its own
 */
export const requestTimeout = createMiddleware<ApiEnv>(async (c, next) => {
  const { deps } = c.var
  const { shopperMs, staffMs } = deps.config.timeLimits
  const timer = deps.startTimer(STAFF_PATHS.test(c.req.path) ? staffMs : shopperMs)
  c.set('cancelTimeout', timer.cancel)
  const work = next()
  const isLate = await Promise.race([work.then(() => false), timer.over.then(() => true)])
  timer.cancel()
  if (!isLate) return
  const { timeoutMessage } = c.var
  deps.waitUntil(work)
  throw new AppError('too_slow', timeoutMessage === undefined ? {} : { message: timeoutMessage })
})

/**
 * Takes the time-out off a call whose answer must say what happened: a password that is set, a code that is used up or
 * shown only once. Its database calls still end after 10 s each.
 */
export const withoutTimeout = createMiddleware<ApiEnv>(async (c, next) => {
  c.var.cancelTimeout()
  await next()
})
