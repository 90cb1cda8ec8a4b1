import * as z from 'zod'
import type { FormTree } from './form.ts'
import { created, createdConditions, equalConditions, listObjects, listParams } from './lists.ts'
import { expand, flag, listOf, readParams, text } from './params.ts'
import { noSuch } from './problems.ts'
import type { Call, Provider } from './provider.ts'
import { createRefund, createRefundParams } from './refunds.ts'
import { createSessionParams } from './session-params.ts'
import { createSession, expireOverdueSessions, expireSession, getCheckout, getSession } from './sessions.ts'
import type { Condition, Kind } from './store.ts'

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
const paged = listParams.extend({ created })

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
  endpoint(
    'GET',
    '/v1/checkout/sessions',
    'retrieve',
    paged.extend({
      status: z.enum(['open', 'complete', 'expired']).optional(),
      payment_intent: text.optional(),
    }),
    ({ provider, path, params }) => {
      const { status, payment_intent } = params
      expireOverdueSessions(provider)
      return listObjects(provider, 'session', path, params, conditions(params, { status, payment_intent }))
    },
  ),
  endpoint('GET', '/v1/checkout/sessions/:id', 'retrieve', plain, ({ provider, id }) =>
    getSession(provider, id),
  ),
  endpoint('POST', '/v1/checkout/sessions/:id/expire', 'expire', plain, ({ provider, id, call }) =>
    expireSession(provider, id, call),
  ),
  endpoint(
    'GET',
    '/v1/checkout/sessions/:id/line_items',
    'retrieve',
    listParams,
    ({ provider, id, path, params }) => {
      const { lines } = getCheckout(provider, id)
      const start = lines.findIndex((line) => line.id === params.starting_after) + 1
      const end = start + params.limit
      return {
        object: 'list' as const,
        data: lines.slice(start, end),
        has_more: lines.length > end,
        url: path,
      }
    },
  ),
  retrieval('/v1/payment_intents/:id', 'other', 'payment_intent'),
  endpoint('GET', '/v1/payment_intents', 'other', paged, ({ provider, path, params }) =>
    listObjects(provider, 'payment_intent', path, params, conditions(params, {})),
  ),
  retrieval('/v1/charges/:id', 'other', 'charge'),
  endpoint('GET', '/v1/charges', 'other', paged.extend({ payment_intent: text.optional() }), (asked) => {
    const { provider, path, params } = asked
    const { payment_intent } = params
    return listObjects(provider, 'charge', path, params, conditions(params, { payment_intent }))
  }),
  endpoint('POST', '/v1/refunds', 'refunds', createRefundParams, ({ provider, params, call }) =>
    createRefund(provider, params, call),
  ),
  retrieval('/v1/refunds/:id', 'refunds', 'refund'),
  endpoint(
    'GET',
    '/v1/refunds',
    'refunds',
    paged.extend({ charge: text.optional(), payment_intent: text.optional() }),
    ({ provider, path, params }) => {
      const { charge, payment_intent } = params
      return listObjects(provider, 'refund', path, params, conditions(params, { charge, payment_intent }))
    },
  ),
  retrieval('/v1/disputes/:id', 'other', 'dispute'),
  endpoint(
    'GET',
    '/v1/disputes',
    'other',
    paged.extend({ charge: text.optional(), payment_intent: text.optional() }),
    ({ provider, path, params }) => {
      const { charge, payment_intent } = params
      return listObjects(provider, 'dispute', path, params, conditions(params, { charge, payment_intent }))
    },
  ),
  retrieval('/v1/events/:id', 'other', 'event'),
  endpoint(
    'GET',
    '/v1/events',
    'other',
    paged.extend({
      type: text.optional(),
      types: listOf(text).optional(),
      delivery_success: flag.optional(),
    }),
    ({ provider, path, params }) => {
      const where = conditions(params, { type: params.type })
      if (params.types) where.push({ field: 'type', is: 'in', value: params.types })
      if (params.delivery_success !== undefined)
        where.push({ field: 'pending_webhooks', is: '=', value: params.delivery_success ? 0 : 1 })
      return listObjects(provider, 'event', path, params, where)
    },
  ),
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

/** The plain look-up of an object by its id. */
function retrieval(path: string, operation: Operation, kind: Exclude<Kind, 'checkout'>): Endpoint {
  return endpoint('GET', path, operation, plain, ({ provider, id }) => {
    const object = provider.store.get(kind, id)
    if (!object) throw noSuch(kind, id, 'id')
    return object
  })
}

function conditions(
  params: { created?: z.output<typeof created> },
  filters: Record<string, string | undefined>,
): Condition[] {
  return [...createdConditions(params.created), ...equalConditions(filters)]
}
