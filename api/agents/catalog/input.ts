import * as z from 'zod/mini'
import type { Message } from '#api/agents/call.ts'
import { jsonPath } from '#api/agents/request.ts'
import { plainText, text } from '#api/http/field-schema.ts'

// Requests are read loosely: fields that are not named here are ignored, and so is what has no effect, such as the
// intent, the signals and the attribution. Ids are compared as they are and never stored.

/** The largest number of ids of one request. */
const IDS_MAX = 20

const id = z.string()
const amount = z.int().check(z.gte(0))
const price = z.object({ min: z.optional(amount), max: z.optional(amount) })

const context = z.object({
  address_country: z.optional(plainText()),
  postal_code: z.optional(plainText()),
  currency: z.optional(plainText()),
  eligibility: z.optional(z.array(z.unknown())),
})

const filters = z.object({
  categories: z.optional(z.array(text())),
  price: z.optional(price),
})

const common = z.object({ context: z.optional(context), filters: z.optional(filters) })

const pagination = z.object({
  limit: z.optional(z.int().check(z.gte(1))),
  // Ours are numbers of places, in digits.
  cursor: z.optional(z.string().check(z.regex(/^\d{1,6}$/))),
})

export const searchInput = z.extend(common, {
  query: z.optional(text()),
  pagination: z.optional(pagination),
})
export const lookupInput = z.extend(common, {
  ids: z.array(id).check(z.minLength(1), z.maxLength(IDS_MAX)),
})
export const productInput = z.extend(common, { id })

/** The filters of the extension about deliveries, in whatever is asked. */
export const deliveryInput = z.object({
  filters: z.optional(
    z.object({
      fulfills_to: z.optional(
        z.object({
          address_country: z.optional(plainText()),
          address_region: z.optional(plainText()),
          postal_code: z.optional(plainText()),
          location: z.optional(id),
        }),
      ),
      methods: z.optional(z.array(id)),
    }),
  ),
})

export type CommonInput = z.output<typeof common>
export type DeliveryFilters = NonNullable<z.output<typeof deliveryInput>['filters']>
export type InputSchema<T> = z.ZodMiniType<T>

/** Reads a body by a schema; a fault is one of the request, in words that repeat nothing of it. */
export function readBody<T>(
  schema: InputSchema<T>,
  body: unknown,
): { value: T; fault: null } | { value: null; fault: Message } {
  const read = schema.safeParse(body)
  if (read.success) return { value: read.data, fault: null }
  const [issue] = read.error.issues
  return { value: null, fault: faultOf(issue, body) }
}

function faultOf(issue: z.core.$ZodIssue | undefined, body: unknown): Message {
  const keys = issue?.path ?? []
  if (issue?.code === 'too_big' && keys[0] === 'ids') {
    return fault('request_too_large', `At most ${IDS_MAX} ids can be looked up at once.`, '$.ids')
  }
  const path = jsonPath(keys)
  const isMissing = keys.length === 1 && isRecord(body) && body[String(keys[0])] === undefined
  return isMissing
    ? fault('missing', 'This field is required.', path)
    : fault('invalid', 'This value is not of the form that is asked for.', path)
}

/** A fault of a request, which the platform can mend. */
export function fault(code: string, content: string, path: string): Message {
  return { type: 'error', code, content, severity: 'recoverable', path }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
