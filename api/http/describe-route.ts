import type { MiddlewareHandler, ValidationTargets } from 'hono'
import { createMiddleware } from 'hono/factory'
import { describeRoute as describeResponses, resolver, validator } from 'hono-openapi'
import type { $ZodType } from 'zod/v4/core'
import { AppError, ERRORS, type ErrorCode } from '#api/errors.ts'
import type { ApiEnv } from './context.ts'
import { errorBody } from './error-schema.ts'

type Description = {
  summary: string
  tag: 'shop' | 'accounts' | 'admin' | 'webhooks' | 'system'
  /** Of a successful answer, where it is not JSON. */
  mediaType?: string
  errors?: readonly ErrorCode[]
}

/** Puts a route into the OpenAPI document: what it is for and with which status codes it answers. */
export function describeRoute(description: Description): MiddlewareHandler {
  const { summary, tag, mediaType = 'application/json', errors = [] } = description
  const failures = errors.map((code) => {
    const [status, description] = ERRORS[code]
    return [status, { description, content: { 'application/json': { schema: resolver(errorBody) } } }]
  })
  return describeResponses({
    summary,
    tags: [tag],
    responses: {
      200: { description: 'OK', content: { [mediaType]: {} } },
      default: {
        description: 'Any other failure, in the same shape',
        content: { 'application/json': { schema: resolver(errorBody) } },
      },
      ...Object.fromEntries(failures),
    },
  })
}

/**
 * Checks one part of a request against a schema, which the OpenAPI document shows too.
 * @param message of the failure as a whole, instead of the usual one
 * @throws AppError `invalid` with one issue a field: the first rule that it breaks
 */
export function input<Schema extends $ZodType, Target extends keyof ValidationTargets>(
  target: Target,
  schema: Schema,
  message?: string,
) {
  return validator<Schema, Target, ApiEnv, string>(target, schema, (result) => {
    if (result.success) return
    const issues = new Map<string, string>()
    for (const { path, message } of result.error) {
      const at = (path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
      if (!issues.has(at)) issues.set(at, message)
    }
    throw new AppError('invalid', {
      issues: [...issues].map(([path, message]) => ({ path, message })),
      ...(message !== undefined && { message }),
    })
  })
}

/**
 * Sets the message of this call's unknown failures.
 * @param timeoutMessage of its time-outs, instead of the usual one
 */
export function errorMessage(message: string, timeoutMessage?: string): MiddlewareHandler<ApiEnv> {
  return createMiddleware<ApiEnv>(async (c, next) => {
    c.set('errorMessage', message)
    if (timeoutMessage !== undefined) c.set('timeoutMessage', timeoutMessage)
    await next()
  })
}
