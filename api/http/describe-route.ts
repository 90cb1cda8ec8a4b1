import type { ValidationTargets } from 'hono'
import { createMiddleware } from 'hono/factory'
import { resolver, uniqueSymbol, validator } from 'hono-openapi'
import type { $ZodType } from 'zod/v4/core'
import { AppError, ERRORS, type ErrorCode } from '#api/errors.ts'
import type { ApiEnv } from './context.ts'
import { errorBody } from './error-schema.ts'
import './message-schema.ts'

/** The errors with which every call of the back office can fail. */
const READ_ERRORS: readonly ErrorCode[] = [
  'signed_out',
  'forbidden',
  'second_factor_required',
  'invalid',
  'too_slow',
]

type Tag = 'shop' | 'accounts' | 'admin' | 'webhooks' | 'system'

type Description = {
  /** Of this call's unknown failures, instead of the usual one. */
  message?: string
  /** Of its time-outs, instead of the usual one. */
  timeoutMessage?: string
  /** Of a successful answer, where it is not JSON. */
  mediaType?: string
  errors?: readonly ErrorCode[]
}

/**
 * Puts a route into the OpenAPI document, what it is for and with which status codes it answers, and sets the messages of
 * its failures.
 */
export function describeRoute(tag: Tag, summary: string, description: Description = {}) {
  const { message, timeoutMessage, mediaType = 'application/json', errors = [] } = description
  const failures = errors.map((code) => {
    const [status, description] = ERRORS[code]
    return [status, { description, content: { 'application/json': { schema: resolver(errorBody) } } }]
  })
  const setMessages = createMiddleware<ApiEnv>(async (c, next) => {
    if (message !== undefined) c.set('errorMessage', message)
    if (timeoutMessage !== undefined) c.set('timeoutMessage', timeoutMessage)
    await next()
  })
  const spec = {
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
  }
  return Object.assign(setMessages, { [uniqueSymbol]: { spec } })
}

/** A route of the back office that reads. `errors`: beside those of every such route. */
export function describeAdminRead(summary: string, { errors = [], ...description }: Description) {
  return describeRoute('admin', summary, { ...description, errors: [...READ_ERRORS, ...errors] })
}

/** A route of the back office that writes. `errors`: beside those of every such route. */
export function describeAdminWrite(summary: string, { errors = [], ...description }: Description) {
  return describeRoute('admin', summary, { ...description, errors: ['malformed', ...READ_ERRORS, ...errors] })
}

/** A call that shoppers and florists make by a form or a link. `errors`: beside those of every such call. */
export function describeShopCall(summary: string, { errors = [], ...description }: Description) {
  return describeRoute('shop', summary, {
    ...description,
    errors: ['malformed', 'invalid', ...errors, 'rate_limited', 'too_slow'],
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
