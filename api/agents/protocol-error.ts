import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { isBusy } from '#api/platform/database/constraint.ts'
import { logFailure, unavailableService } from '#api/platform/failure.ts'
import { ProtocolError } from './call.ts'

/** After an outage another try may do so soon. */
const RETRY_SECONDS = 10

const STATUSES = [400, 403, 404, 405, 408, 409, 413, 422, 424, 429, 500, 503] as const

/**
 * Any failure as one of the protocol. What has no code of ours is logged, and shows nothing but the id of the request.
 * @param where the request, for the log
 */
export function protocolErrorOf(
  deps: Deps,
  error: unknown,
  where: { requestId: string; route: string },
): ProtocolError {
  if (error instanceof ProtocolError) return error
  if (error instanceof AppError) {
    const { code, message, retryAfterSeconds } = error
    const status = STATUSES.find((one) => one === error.status) ?? (error.status >= 500 ? 503 : 400)
    const retry = retryAfterSeconds ?? (status === 503 ? RETRY_SECONDS : undefined)
    return new ProtocolError(status, code, message, retry === undefined ? {} : { retryAfterSeconds: retry })
  }
  logFailure(deps, 'unknown_error', error, where)
  const says = `Something went wrong. Please try again later. Request ${where.requestId}`
  return isBusy(error) || unavailableService(error) !== null
    ? new ProtocolError(503, 'unavailable', says, { retryAfterSeconds: RETRY_SECONDS })
    : new ProtocolError(500, 'internal_error', says)
}
