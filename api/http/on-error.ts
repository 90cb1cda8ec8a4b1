import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError } from '#api/errors.ts'
import type { ErrorBody, Issue } from '#src/contracts/error.ts'
import type { ApiEnv } from './context.ts'
import { patternOf } from './request-log.ts'

const UNKNOWN = 'Something went wrong. Please try again later.'

/** The one place where a failure becomes an answer. What has no name is logged and never shows its own text. */
export function onError(error: Error, c: Context<ApiEnv>): Response {
  if (error instanceof AppError) {
    if (error.retryAfterSeconds !== undefined) c.header('retry-after', String(error.retryAfterSeconds))
    return answer(c, error.status, error.code, error.message, error.issues)
  }
  if (error instanceof HTTPException && error.status < 500) {
    const malformed = new AppError(error.status === 413 ? 'too_large' : 'malformed')
    return answer(c, malformed.status, malformed.code, malformed.message, [])
  }
  c.var.deps.log('error', 'unknown_error', {
    requestId: c.var.requestId,
    // Not the address, which may hold a token.
    route: patternOf(c),
    error: error.name,
    // The text of a database error quotes statement and values; the stack's first own frame says enough.
    at: error.stack
      ?.split('\n')
      .find((line) => line.trimStart().startsWith('at '))
      ?.trim(),
    cause: error.cause instanceof Error ? causeOf(error.cause) : undefined,
  })
  return answer(c, 500, 'unknown', c.var.fallback ?? UNKNOWN, [])
}

function causeOf(cause: Error): string {
  return 'code' in cause ? `${cause.name} ${String(cause.code)}` : cause.name
}

function answer(
  c: Context<ApiEnv>,
  status: ContentfulStatusCode,
  code: string,
  message: string,
  issues: readonly Issue[],
): Response {
  const body: ErrorBody = { error: { code, message, issues: [...issues], requestId: c.var.requestId } }
  return c.json(body, status)
}
