import { type Context, Hono } from 'hono'
import Stripe from 'stripe'
import { type Fault, type Faults, underFault } from '#local/faults.ts'
import type { Connection } from '#local/http.ts'
import { ENDPOINTS, type Endpoint, type Operation } from './endpoints.ts'
import { expandObject } from './expand.ts'
import { parseForm } from './form.ts'
import type { Answer, IdempotencyKeys } from './idempotency.ts'
import { rateLimited, type Status, StripeProblem, serverFailure } from './problems.ts'
import { newId, type Provider } from './provider.ts'

interface ApiOptions {
  provider: Provider
  faults: Faults<Operation>
  keys: IdempotencyKeys
  secretKey: string
  /** Called after each call, when there may be events to deliver. */
  afterwards(): void
}
type Env = { Bindings: Connection }
type Call = Parameters<Endpoint['run']>[0]

/** The REST API under `/v1`, as the `stripe` library speaks it. */
export function stripeApi(options: ApiOptions): Hono<Env> {
  const api = new Hono<Env>()
  for (const endpoint of ENDPOINTS) {
    api.on(endpoint.method, endpoint.path, (context) => handle(options, endpoint, context))
  }
  api.all('/v1/*', (context) => {
    const { method, path } = context.req
    const message = `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`
    return send(
      context,
      refusal(new StripeProblem(404, { type: 'invalid_request_error', message }), newId('req_')),
    )
  })
  api.onError((error, context) => {
    console.error(error)
    const message = 'The local payment service has a fault of its own; see its output.'
    return send(context, refusal(new StripeProblem(500, { type: 'api_error', message }), newId('req_')))
  })
  return api
}

async function handle(options: ApiOptions, endpoint: Endpoint, context: Context<Env>): Promise<Response> {
  const requestId = newId('req_')
  const { req, env: connection } = context
  const idempotencyKey = endpoint.method === 'POST' ? (req.header('idempotency-key') ?? null) : null
  const params = parseForm(endpoint.method === 'POST' ? await req.text() : new URL(req.url).search)
  let taken = false
  try {
    authenticate(req.header('authorization'), options.secretKey)
    const replay = idempotencyKey !== null && options.keys.take(idempotencyKey, req.path, params)
    taken = idempotencyKey !== null
    if (replay)
      return send(
        context,
        { ...replay, requestId },
        { 'idempotent-replayed': 'true', 'original-request': replay.requestId },
      )

    const fault = options.faults.take(endpoint.operation)
    if (await options.faults.hangUp(fault, connection))
      return send(context, refusal(serverFailure(), requestId))
    const call = { requestId, idempotencyKey }
    const id = req.param('id') ?? ''
    const answer = execute(
      options,
      endpoint,
      { provider: options.provider, call, id, path: req.path, params },
      fault,
    )
    options.afterwards()
    await options.faults.holdAnswer(fault, connection)
    return send(context, answer)
  } catch (error) {
    if (error instanceof StripeProblem) return send(context, refusal(error, requestId))
    throw error
  } finally {
    if (taken && idempotencyKey !== null) options.keys.release(idempotencyKey)
  }
}

/** Does the work and keeps its answer for the idempotency key, both or neither. */
function execute(options: ApiOptions, endpoint: Endpoint, asked: Call, fault: Fault<Operation>): Answer {
  const { provider, keys } = options
  const { requestId, idempotencyKey: key } = asked.call
  const keep = (answer: Answer): Answer => {
    if (key !== null) keys.keep(key, asked.path, asked.params, answer)
    return answer
  }
  if (fault.kind === 'rate-limit') throw rateLimited()
  try {
    return provider.store.transaction(() => {
      const work = (): Answer => {
        const { object, expand } = endpoint.run(asked)
        expandObject(provider, object, expand)
        return { status: 200, body: JSON.stringify(object, null, 2), requestId }
      }
      return keep(underFault(fault.kind, work, () => refusal(serverFailure(), requestId)))
    })
  } catch (error) {
    if (!(error instanceof StripeProblem)) throw error
    const answer = refusal(error, requestId)
    return error.executed ? keep(answer) : answer
  }
}

function authenticate(header: string | undefined, secretKey: string): void {
  const key = header?.replace(/^Bearer /, '')
  if (key === secretKey) return
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(Math.max(0, Math.min(key.length, 20) - 12))}${key.slice(-4)}`
    : "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
  throw new StripeProblem(401, { type: 'invalid_request_error', message })
}

function refusal(problem: StripeProblem, requestId: string): Answer {
  return { status: problem.status, body: JSON.stringify({ error: problem.body }, null, 2), requestId }
}

function send(context: Context<Env>, answer: Answer, extra: Record<string, string> = {}): Response {
  const key = context.req.method === 'POST' ? context.req.header('idempotency-key') : undefined
  return context.body(answer.body, answer.status as Status | 200, {
    'content-type': 'application/json',
    'request-id': answer.requestId,
    'stripe-version': context.req.header('stripe-version') ?? Stripe.API_VERSION,
    // A stored 500 would only be replayed; a header keeps Stripe's libraries from retrying.
    ...(answer.status === 500 ? { 'stripe-should-retry': 'false' } : {}),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...extra,
  })
}
