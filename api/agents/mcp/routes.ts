import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { CarryOut } from '#api/agents/call.ts'
import { profileOfHeader } from '#api/agents/platforms/agent-header.ts'
import { protocolErrorOf } from '#api/agents/protocol-error.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { addressOf } from '#api/http/rate-limit.ts'
import { patternOf } from '#api/http/request-log.ts'
import { invalidRequest, parseError, type Reply, readMessage, withId } from './messages.ts'
import { isForThisShop } from './own-address.ts'
import { answerRequest, failureOf, MCP_VERSIONS, type Sender } from './server.ts'

/** A batch makes one request of many; each of them is carried out in turn. */
const LARGEST_BATCH = 20
/** Later versions have no batches. A client that names no version speaks one of these. */
const VERSIONS_WITH_BATCHES: readonly (string | undefined)[] = [undefined, '2025-03-26', '2024-11-05']

/** A page elsewhere must not reach the shop through a visitor's browser. */
const forThisShop = createMiddleware<ApiEnv>(async (c, next) => {
  const host = c.req.header('host') ?? new URL(c.req.url).host
  if (isForThisShop(c.var.deps.config.origin, host, c.req.header('origin'))) return next()
  c.set('errorCode', 'cross_site')
  return answer(c, null, { ...invalidRequest('This request is for another site, or from one.'), status: 403 })
})

/**
 * The Model Context Protocol: streamable HTTP without sessions, whose answers are JSON. What is not posted is refused by the
 * catch-all of the app that this is mounted in, which also reads the body in time.
 */
export function mcpRoutes(carryOut: CarryOut) {
  return new Hono<ApiEnv>().use(forThisShop).post('/', async (c) => {
    const sent = parse(await c.req.text())
    if (sent === undefined) return answer(c, null, parseError())
    const version = c.req.header('mcp-protocol-version')
    const sender = {
      network: addressOf(c),
      profileUrl: profileOfHeader(c.req.header('ucp-agent')),
      idempotencyKey: c.req.header('idempotency-key') || null,
      where: { requestId: c.var.requestId, route: patternOf(c) },
    }
    if (!Array.isArray(sent)) return answerOne(c, carryOut, sent, version, sender)
    if (!VERSIONS_WITH_BATCHES.includes(version))
      return answer(c, null, invalidRequest('This version of the protocol has no batches.'))
    if (sent.length === 0 || sent.length > LARGEST_BATCH)
      return answer(c, null, invalidRequest(`A batch has 1 to ${LARGEST_BATCH} messages.`))
    return answerBatch(c, carryOut, sent, sender)
  })
}

/** The answer to a failure before a message was read: a body that is too large or too slow, another method. */
export function onMcpError(error: Error, c: Context<ApiEnv>): Response {
  const { deps, requestId } = c.var
  const failure = protocolErrorOf(deps, error, { requestId, route: patternOf(c) })
  return answer(c, null, failureOf(failure, deps.config.origin))
}

async function answerOne(
  c: Context<ApiEnv>,
  carryOut: CarryOut,
  sent: unknown,
  version: string | undefined,
  sender: Sender,
): Promise<Response> {
  const message = readMessage(sent)
  if (message.kind === 'invalid')
    return answer(c, message.id, invalidRequest('This is no message of JSON-RPC 2.0.'))
  const isNew = message.kind === 'request' && message.method === 'initialize'
  if (version !== undefined && !isNew && !MCP_VERSIONS.some((known) => known === version)) {
    const id = message.kind === 'request' ? message.id : null
    return answer(
      c,
      id,
      invalidRequest(`Unsupported protocol version. Supported are ${MCP_VERSIONS.join(', ')}.`),
    )
  }
  if (message.kind === 'unanswered') return c.body(null, 202)
  return answer(c, message.id, await answerRequest(c.var.deps, carryOut, message, sender))
}

async function answerBatch(
  c: Context<ApiEnv>,
  carryOut: CarryOut,
  sent: readonly unknown[],
  sender: Sender,
): Promise<Response> {
  const replies: ReturnType<typeof withId>[] = []
  for (const message of sent.map(readMessage)) {
    if (message.kind === 'unanswered') continue
    if (message.kind === 'invalid' || message.method === 'initialize')
      replies.push(withId(message.id, invalidRequest('This message cannot be part of a batch.')))
    else replies.push(withId(message.id, await answerRequest(c.var.deps, carryOut, message, sender)))
  }
  return replies.length === 0 ? c.body(null, 202) : c.json(replies)
}

function answer(c: Context<ApiEnv>, id: string | number | null, reply: Reply): Response {
  if ('result' in reply) return c.json(withId(id, reply))
  const { error, status, retryAfterSeconds } = reply
  const code = error.data?.['code']
  if (typeof code === 'string') c.set('errorCode', code)
  if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds))
  return c.json(withId(id, reply), status as ContentfulStatusCode)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
