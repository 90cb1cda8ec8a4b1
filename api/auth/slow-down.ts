import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { type Logged, logSecurityEvent } from './security-log.ts'

const MINUTE = 60

/**
 * Tells somebody who has guessed too often how long to wait, and the log.
 * @param seconds 0 lets them pass
 * @throws AppError `rate_limited`
 */
export function slowDown(deps: Pick<Deps, 'log'>, seconds: number, logged: Logged): void {
  if (seconds === 0) return
  logSecurityEvent(deps, 'throttled', logged)
  throw new AppError('rate_limited', {
    message: `Too many tries. Please wait ${duration(seconds)} and try again.`,
    retryAfterSeconds: seconds,
  })
}

function duration(seconds: number): string {
  const [count, unit] = seconds < MINUTE ? [seconds, 'second'] : [Math.ceil(seconds / MINUTE), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
