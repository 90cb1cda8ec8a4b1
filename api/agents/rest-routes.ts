import { type Context, Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { addressOf } from '#api/http/rate-limit.ts'
import { patternOf } from '#api/http/request-log.ts'
import { sha256 } from '#api/platform/hash.ts'
import { type CarryOut, type OperationName, ProtocolError } from './call.ts'
import { profileOfHeader } from './platforms/agent-header.ts'
import { protocolErrorOf } from './protocol-error.ts'

/** The protocol over REST. @param carryOut the operations */
export function restRoutes(carryOut: CarryOut) {
  const answer = async (c: Context<ApiEnv>, name: OperationName) => {
    const text = await c.req.text()
    const { status, body } = await carryOut(c.var.deps, name, {
      profileUrl: profileOfHeader(c.req.header('ucp-agent')),
      idempotencyKey: c.req.header('idempotency-key') || null,
      requestHash: sha256(`${c.req.param('id') ?? ''}\n${text}`),
      network: addressOf(c),
      id: c.req.param('id') ?? '',
      body: parsed(text),
    })
    return c.json(body, status)
  }
  return new Hono<ApiEnv>()
    .post('/catalog/search', (c) => answer(c, 'search_catalog'))
    .post('/catalog/lookup', (c) => answer(c, 'lookup_catalog'))
    .post('/catalog/product', (c) => answer(c, 'get_product'))
    .post('/checkout-sessions', (c) => answer(c, 'create_checkout'))
    .get('/checkout-sessions/:id', (c) => answer(c, 'get_checkout'))
    .put('/checkout-sessions/:id', (c) => answer(c, 'update_checkout'))
    .post('/checkout-sessions/:id/complete', (c) => answer(c, 'complete_checkout'))
    .post('/checkout-sessions/:id/cancel', (c) => answer(c, 'cancel_checkout'))
}

/** The body as JSON; undefined where there is none, as in a cancel. @throws ProtocolError */
function parsed(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new ProtocolError(400, 'malformed', 'The body of this request is not JSON.')
  }
}

/** The answer to a failure. */
export function onProtocolError(error: Error, c: Context<ApiEnv>): Response {
  const { deps, requestId } = c.var
  const failure = protocolErrorOf(deps, error, { requestId, route: patternOf(c) })
  const { status, code, message, retryAfterSeconds } = failure
  if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds))
  c.set('errorCode', code)
  return c.json({ code, content: message }, status)
}
