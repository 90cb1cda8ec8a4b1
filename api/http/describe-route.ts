import type { MiddlewareHandler, ValidationTargets } from 'hono'
import { createMiddleware } from 'hono/factory'
import { resolver, uniqueSymbol, validator } from 'hono-openapi'
import type { $ZodType } from 'zod/v4/core'
import { AppError, type ErrorCode } from '#api/errors.ts'
import type { ApiEnv } from './context.ts'
import { type SecurityScheme, securityOf } from './security-schemes.ts'

/** Where an operation keeps the codes of its errors until they become responses. */
export const ERROR_CODES = 'x-error-codes'

export const JSON_TYPE = 'application/json'

type Tag = 'shop' | 'accounts' | 'admin' | 'webhooks' | 'system'

type Description = {
  /** The message of this call's unknown failures, instead of the usual one. */
  message?: string
  /** The message of its time-outs, instead of the usual one. */
  timeoutMessage?: string
  /** The type of a successful answer, where it is not JSON. */
  mediaType?: string
  /** Besides those of its guards, its limits, and the checks of what it takes. */
  errors?: readonly ErrorCode[]
  /** The body, where `input` does not check it. */
  body?: { mediaTypes: readonly string[]; schema?: $ZodType }
  /** Any of these opens the call, where neither a guard nor a field named `token` or `signature` says so. */
  security?: readonly (SecurityScheme | null)[]
}

/**
 * Puts a route into the OpenAPI document, what it is for and with which errors it answers, and sets the messages of its
 * failures. The schemas of its answers come from the types of its router.
 */
export function describeRoute(tag: Tag, summary: string, description: Description = {}) {
  const { message, timeoutMessage, mediaType = JSON_TYPE, ...rest } = description
  const setMessages = createMiddleware<ApiEnv>(async (c, next) => {
    if (message !== undefined) c.set('errorMessage', message)
    if (timeoutMessage !== undefined) c.set('timeoutMessage', timeoutMessage)
    await next()
  })
  const spec = {
    summary,
    tags: [tag],
    responses: { 200: { description: 'OK', content: { [mediaType]: {} } } },
    ...specOf(rest),
  }
  return Object.assign(setMessages, { [uniqueSymbol]: { spec } })
}

/** Puts what a guard asks for, and with which errors it refuses, into the document of every route behind it. */
export function describeGuard(
  guard: MiddlewareHandler<ApiEnv>,
  description: Pick<Description, 'errors' | 'security' | 'body'>,
) {
  return Object.assign(guard, { [uniqueSymbol]: { spec: specOf(description) } })
}

function specOf({ errors = [], security = [], body }: Pick<Description, 'errors' | 'security' | 'body'>) {
  const content = body?.schema ? { schema: resolver(body.schema) } : {}
  return {
    security: securityOf(security),
    [ERROR_CODES]: errors,
    ...(body && {
      requestBody: {
        required: true,
        content: Object.fromEntries(body.mediaTypes.map((type) => [type, content])),
      },
    }),
  }
}

/** A route of the back office that reads. */
export function describeAdminRead(summary: string, description: Description) {
  return describeRoute('admin', summary, description)
}

/** A route of the back office that writes. */
export function describeAdminWrite(summary: string, description: Description) {
  return describeRoute('admin', summary, description)
}

/** A limited call that shoppers and florists make by a form or a link. */
export function describeShopCall(summary: string, { errors = [], ...description }: Description) {
  return describeRoute('shop', summary, { ...description, errors: [...errors, 'rate_limited'] })
}

/**
 * Checks one part of a request against a schema, which the OpenAPI document shows too.
 * @param message of the failure as a whole, instead of the usual one
 * @throws AppError `invalid` with one issue a field: the first rule that it breaks; `page_outdated` for a key of a body that
 *   the schema does not know: a deploy or its rollback has met an open page, and no field of that is at fault
 */
export function input<Schema extends $ZodType, Target extends keyof ValidationTargets>(
  target: Target,
  schema: Schema,
  message?: string,
) {
  return validator<Schema, Target, ApiEnv, string>(target, schema, (result) => {
    if (result.success) return
    if (target === 'json' && result.error.some(isUnknownKey)) throw new AppError('page_outdated')
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

const isUnknownKey = (issue: object) => 'code' in issue && issue.code === 'unrecognized_keys'
