import { AppError } from '#api/errors.ts'

const MINUTE = 60

/**
 * Tells somebody who has guessed too often how long to wait.
 * @param seconds 0 lets them pass
 * @throws AppError `rate_limited`
 */
export function slowDown(seconds: number): void {
  if (seconds === 0) return
  throw new AppError('rate_limited', {
    message: `Too many tries. Please wait ${duration(seconds)} and try again.`,
    retryAfterSeconds: seconds,
  })
}

function duration(seconds: number): string {
  const [count, unit] = seconds < MINUTE ? [seconds, 'second'] : [Math.ceil(seconds / MINUTE), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
