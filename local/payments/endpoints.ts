import * as z from 'zod'
import type { FormTree } from './form.ts'
import { expand, integer, readParams, text } from './params.ts'
import { noSuch } from './problems.ts'
import type { Call, Provider } from './provider.ts'
import { createRefund, createRefundParams } from './refunds.ts'
import { createSessionParams } from './session-params.ts'
import { createSession, expireOverdueSessions, expireSession, getSession } from './sessions.ts'
import type { Kind } from './store.ts'

/** The operations that faults can be aimed at. */
export const OPERATIONS = ['create', 'retrieve', 'expire', 'refunds', 'other'] as const
export type Operation = (typeof OPERATIONS)[number]

interface Asked<Params> {
  provider: Provider
  call: Call
  id: string
  /** The path as it was asked for. */
  path: string
  params: Params
}

export interface Endpoint {
  method: 'GET' | 'POST'
  path: string
  operation: Operation
  /** Reads the parameters, does the work, and answers the object with the fields to expand. Throws StripeProblem. */
  run(asked: Asked<FormTree>): { object: { object: string }; expand: string[] }
}

const plain = z.strictObject({ expand })
const listParams = z.strictObject({
  limit: integer.pipe(z.number().min(1).max(100)).default(10),
  starting_after: text.optional(),
  created: z.strictObject({ gte: integer }).optional(),
  expand,
})

export const ENDPOINTS: Endpoint[] = [
  endpoint('GET', '/v1/account', 'other', plain, () => ({
    id: 'acct_local',
    object: 'account',
    charges_enabled: true,
    country: 'US',
  })),
  endpoint('POST', '/v1/checkout/sessions', 'create', createSessionParams, ({ provider, params }) =>
    createSession(provider, params),
  ),
  listing('/v1/checkout/sessions', 'retrieve', 'session', ['status', 'payment_intent']),
  endpoint('GET', '/v1/checkout/sessions/:id', 'retrieve', plain, ({ provider, id }) =>
    getSession(provider, id),
  ),
  endpoint('POST', '/v1/checkout/sessions/:id/expire', 'expire', plain, ({ provider, id, call }) =>
    expireSession(provider, id, call),
  ),
  endpoint('POST', '/v1/refunds', 'refunds', createRefundParams, ({ provider, params, call }) =>
    createRefund(provider, params, call),
  ),
  ...objects('/v1/refunds', 'refunds', 'refund', ['charge', 'payment_intent']),
  ...objects('/v1/payment_intents', 'other', 'payment_intent', []),
  ...objects('/v1/charges', 'other', 'charge', ['payment_intent']),
  ...objects('/v1/disputes', 'other', 'dispute', ['charge', 'payment_intent']),
  ...objects('/v1/events', 'other', 'event', ['type']),
]

function endpoint<Params extends { expand: string[] }>(
  method: Endpoint['method'],
  path: string,
  operation: Operation,
  schema: z.ZodType<Params>,
  work: (asked: Asked<Params>) => { object: string },
): Endpoint {
  return {
    method,
    path,
    operation,
    run(asked) {
      const params = readParams(schema, asked.params)
      return { object: work({ ...asked, params }), expand: params.expand }
    },
  }
}

/** The plain look-up of an object by its id, and the list of all of its kind. */
function objects(path: string, operation: Operation, kind: Kind, filters: string[]): Endpoint[] {
  const retrieval = endpoint('GET', `${path}/:id`, operation, plain, ({ provider, id }) =>
    find(provider, kind, id, 'id'),
  )
  return [retrieval, listing(path, operation, kind, filters)]
}

/**
 * A list in pages, newest first, ten entries unless asked otherwise.
 * @param filters fields that may be asked to have a value
 */
function listing(path: string, operation: Operation, kind: Kind, filters: string[]): Endpoint {
  const texts = Object.fromEntries(filters.map((name) => [name, text.optional()]))
  const schema = listParams.extend(texts) as unknown as typeof listParams
  return endpoint('GET', path, operation, schema, (asked) => {
    const { provider } = asked
    const { limit, starting_after: after, created, expand: _, ...where } = asked.params
    expireOverdueSessions(provider)
    if (after !== undefined) find(provider, kind, after, 'starting_after')
    const page = { where, createdFrom: created?.gte, limit, after }
    const { data, hasMore } = provider.store.list(kind, page)
    return { object: 'list', data, has_more: hasMore, url: asked.path }
  })
}

function find(provider: Provider, kind: Kind, id: string, param: string): { object: string } {
  const object = provider.store.get(kind, id)
  if (!object || !('object' in object)) throw noSuch(kind, id, param)
  return object
}
