import type { MiddlewareHandler, ValidationTargets } from 'hono'
import { createMiddleware } from 'hono/factory'
import { describeRoute, resolver, validator } from 'hono-openapi'
import type { $ZodType } from 'zod/v4/core'
import { AppError, ERRORS, type ErrorCode } from '#api/errors.ts'
import type { ApiEnv } from './context.ts'
import { errorBody } from './error-schema.ts'

type Description = {
  summary: string
  tag: 'shop' | 'accounts' | 'admin' | 'webhooks' | 'system'
  answer: $ZodType
  /** What kind of thing the answer is, where it is not JSON. */
  mediaType?: string
  errors?: readonly ErrorCode[]
}

/** Puts a route into the OpenAPI document: what it is for, what it answers, how it fails. */
export function documented(description: Description): MiddlewareHandler {
  const { summary, tag, answer, mediaType = 'application/json', errors = [] } = description
  const failures = errors.map((code) => {
    const [status, description] = ERRORS[code]
    return [status, { description, content: { 'application/json': { schema: resolver(errorBody) } } }]
  })
  return describeRoute({
    summary,
    tags: [tag],
    responses: {
      200: { description: 'OK', content: { [mediaType]: { schema: resolver(answer) } } },
      default: {
        description: 'Any other failure, in the same shape',
        content: { 'application/json': { schema: resolver(errorBody) } },
      },
      ...Object.fromEntries(failures),
    },
  })
}

/**
 * Checks one part of a request against a contract; the document shows it too.
 * @param message what the failure as a whole is called, where the specification has words for it
 * @throws AppError `invalid` with an issue for each fault: the first of each field
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
      issues: [...issues].map(([path, words]) => ({ path, message: words })),
      ...(message !== undefined && { message }),
    })
  })
}

/**
 * Names what a person reads when something unknown goes wrong in this call (§8).
 * @param tooSlow what they read when it takes too long, where the usual words do not say enough
 */
export function fallback(message: string, tooSlow?: string): MiddlewareHandler<ApiEnv> {
  return createMiddleware<ApiEnv>(async (c, next) => {
    c.set('fallback', message)
    if (tooSlow !== undefined) c.set('tooSlow', tooSlow)
    await next()
  })
}
