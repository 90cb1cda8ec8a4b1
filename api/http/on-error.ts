import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { AppError } from '#api/errors.ts'
import { logFailure, unavailableService } from '#api/platform/failure.ts'
import { StorageError } from '#api/platform/storage/storage.ts'
import { PictureRefused } from '#domain/pictures.ts'
import type { ApiEnv } from './context.ts'
import type { ErrorBody } from './error-schema.ts'
import { patternOf } from './request-log.ts'

const UNKNOWN = 'Something went wrong. Please try again later.'

/** The one place where a failure becomes an answer. What has no code of ours is logged, and shows nothing of its text. */
export function onError(error: Error, c: Context<ApiEnv>): Response {
  const named = namedError(error)
  if (named) {
    if (named.retryAfterSeconds !== undefined) c.header('retry-after', String(named.retryAfterSeconds))
    return answer(c, named)
  }
  // The route's pattern: the address may hold a token.
  logFailure(c.var.deps, 'unknown_error', error, { requestId: c.var.requestId, route: patternOf(c) })
  if (error instanceof StorageError) return answer(c, new AppError('storage_unavailable'))
  // Somebody else's outage: another try may do.
  const status = unavailableService(error) ? 503 : 500
  return answer(c, { status, code: 'unknown', message: c.var.errorMessage ?? UNKNOWN, issues: [] })
}

/** The failure as one with a code of ours; null if it has none. */
function namedError(error: Error): AppError | null {
  if (error instanceof AppError) return error
  if (error instanceof PictureRefused) return new AppError('picture_refused', { message: error.message })
  if (!(error instanceof HTTPException) || error.status >= 500) return null
  return new AppError(error.status === 413 ? 'too_large' : 'malformed')
}

type Failure = Pick<AppError, 'status' | 'message' | 'issues'> & {
  code: string
  paidOrder?: AppError['paidOrder']
}

function answer(c: Context<ApiEnv>, { status, code, message, issues, paidOrder }: Failure): Response {
  const { requestId } = c.var
  c.set('errorCode', code)
  const error = { code, message, issues: [...issues], requestId, ...(paidOrder && { paidOrder }) }
  return c.json({ error } satisfies ErrorBody, status)
}
