import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError } from '#api/errors.ts'
import { logFailure, unavailableService } from '#api/platform/failure.ts'
import { StorageError } from '#api/platform/storage/storage.ts'
import { PictureRefused } from '#domain/pictures.ts'
import type { ApiEnv } from './context.ts'
import type { ErrorBody, Issue, PaidOrder } from './error-schema.ts'
import { patternOf } from './request-log.ts'

const UNKNOWN = 'Something went wrong. Please try again later.'

/** The one place where a failure becomes an answer. What has no code of ours is logged, and shows nothing of its text. */
export function onError(error: Error, c: Context<ApiEnv>): Response {
  if (error instanceof AppError) {
    if (error.retryAfterSeconds !== undefined) c.header('retry-after', String(error.retryAfterSeconds))
    return answer(c, error.status, error.code, error.message, error.issues, error.paidOrder)
  }
  if (error instanceof PictureRefused) {
    const refused = new AppError('picture_refused', { message: error.message })
    return answer(c, refused.status, refused.code, refused.message, [])
  }
  if (error instanceof HTTPException && error.status < 500) {
    const malformed = new AppError(error.status === 413 ? 'too_large' : 'malformed')
    return answer(c, malformed.status, malformed.code, malformed.message, [])
  }
  // The route's pattern: the address may hold a token.
  logFailure(c.var.deps, 'unknown_error', error, { requestId: c.var.requestId, route: patternOf(c) })
  if (error instanceof StorageError) {
    const unavailable = new AppError('storage_unavailable')
    return answer(c, unavailable.status, unavailable.code, unavailable.message, [])
  }
  // Somebody else's outage: another try may do.
  const status = unavailableService(error) ? 503 : 500
  return answer(c, status, 'unknown', c.var.errorMessage ?? UNKNOWN, [])
}

function answer(
  c: Context<ApiEnv>,
  status: ContentfulStatusCode,
  code: string,
  message: string,
  issues: readonly Issue[],
  paidOrder?: PaidOrder,
): Response {
  const { requestId } = c.var
  c.set('errorCode', code)
  const error = { code, message, issues: [...issues], requestId, ...(paidOrder && { paidOrder }) }
  return c.json({ error } satisfies ErrorBody, status)
}
