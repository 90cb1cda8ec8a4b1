import * as z from 'zod/mini'
import {
  type Answer,
  type Asked,
  type CarryOut,
  OPERATIONS,
  type OperationName,
  type ProtocolError,
} from '#api/agents/call.ts'
import { protocolErrorOf } from '#api/agents/protocol-error.ts'
import { VERSIONS } from '#api/agents/versions.ts'
import type { Deps } from '#api/deps.ts'
import { sha256 } from '#api/platform/hash.ts'
import { SITE } from '#domain/site.ts'
import { canonicalJson } from './canonical-json.ts'
import { type Failure, INVALID_PARAMS, invalidParams, type Reply, unknownMethod } from './messages.ts'
import { toolResult } from './results.ts'
import { INSTRUCTIONS, TAKES, TOOLS } from './tools.ts'

/** The versions of the Model Context Protocol that are spoken here, the newest first. */
export const MCP_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

/** Who sends, as the HTTP request says it: it counts where the arguments of a tool say nothing. */
export type Sender = Pick<Asked, 'network' | 'profileUrl' | 'idempotencyKey'> & {
  /** The request, for the log. */
  where: { requestId: string; route: string }
}

const anything = z.record(z.string(), z.unknown())
const handshake = z.object({ protocolVersion: z.string() })
const toolCall = z.object({ name: z.string(), arguments: z.optional(anything) })
const profiled = z.object({ 'ucp-agent': z.object({ profile: z.string() }) })
const keyed = z.object({ 'idempotency-key': z.optional(z.string()) })
const explained = z.object({ messages: z.array(z.object({ code: z.string(), content: z.string() })) })

/** Faults of a platform's profile, which have a number of their own. */
const PROFILE_FAULTS: ReadonlySet<string> = new Set([
  'invalid_profile_url',
  'profile_unreachable',
  'profile_malformed',
  'profile_not_trusted',
  'version_unsupported',
])

/** Answers one request, also where the shop fails: that is logged as everywhere. */
export async function answerRequest(
  deps: Deps,
  carryOut: CarryOut,
  { method, params }: { method: string; params: unknown },
  sender: Sender,
): Promise<Reply> {
  switch (method) {
    case 'initialize':
      return initialize(params)
    case 'ping':
      return { result: {} }
    case 'tools/list':
      return { result: { tools: TOOLS } }
    case 'tools/call':
      return callTool(deps, carryOut, params, sender)
    default:
      return unknownMethod()
  }
}

/** Agrees on the version that was asked for, or offers the newest. */
function initialize(params: unknown): Reply {
  const { data } = handshake.safeParse(params)
  if (!data) return invalidParams('`protocolVersion` is missing.')
  const [newest] = MCP_VERSIONS
  return {
    result: {
      protocolVersion: MCP_VERSIONS.find((version) => version === data.protocolVersion) ?? newest,
      capabilities: { tools: {} },
      // The tools are the protocol's: what they take and answer has its version.
      serverInfo: { name: 'apologize-better', title: SITE.brand, version: VERSIONS[0] },
      instructions: INSTRUCTIONS,
    },
  }
}

async function callTool(deps: Deps, carryOut: CarryOut, params: unknown, sender: Sender): Promise<Reply> {
  const { data } = toolCall.safeParse(params)
  if (!data) return invalidParams('A call of a tool has a `name`, and `arguments` by name.')
  const { name, arguments: sent = {} } = data
  const { origin } = deps.config
  if (name === 'check_apology') {
    // Its rules are read once somebody asks: 13 ms that the start of every isolate would take longer.
    const { lookOver } = await import('./check-apology.ts')
    return { result: lookOver(sent, origin) }
  }
  const operation = OPERATIONS.find((known) => known === name)
  if (!operation) return invalidParams('There is no such tool: tools/list names those that there are.')
  const asked = readArguments(operation, sent, sender)
  if ('error' in asked) return asked
  try {
    return replyTo(await carryOut(deps, operation, asked))
  } catch (error) {
    return failureOf(protocolErrorOf(deps, error, sender.where), origin)
  }
}

function readArguments(
  operation: OperationName,
  { meta, ...sent }: Record<string, unknown>,
  sender: Sender,
): Asked | Failure {
  const { id: hasId, payload, mayLeaveOut } = TAKES[operation]
  const { id } = sent
  if (hasId && typeof id !== 'string') return invalidParams('`id` is missing: it is a text.')
  const body = payload === null ? undefined : sent[payload]
  const isLeftOut = payload === null || (mayLeaveOut === 'payload' && body === undefined)
  if (!isLeftOut && !anything.safeParse(body).success)
    return invalidParams(`\`${payload}\` is missing: it is an object.`)
  const named = keyed.safeParse(meta ?? {}).data
  // Ignored, it would make two of what its platform sends twice.
  if (!named) return invalidParams('`meta["idempotency-key"]` is a text.')
  // A retry has another id and may say more about itself: neither is what was asked for.
  const canonical = canonicalJson(sent)
  if (canonical === null) return invalidParams('The arguments are nested too deeply.')
  return {
    profileUrl: profiled.safeParse(meta).data?.['ucp-agent'].profile ?? sender.profileUrl,
    idempotencyKey: named['idempotency-key'] || sender.idempotencyKey,
    requestHash: sha256(canonical),
    network: sender.network,
    id: hasId && typeof id === 'string' ? id : '',
    body,
  }
}

/** Outcomes are results, whatever they say. Only a lookup of too many ids is a fault of the parameters. */
function replyTo({ status, body }: Answer): Reply {
  const { data } = explained.safeParse(body)
  const tooLarge = data?.messages.find(({ code }) => code === 'request_too_large')
  if (!tooLarge) return { result: toolResult(body) }
  const { code, content } = tooLarge
  return { error: { code: INVALID_PARAMS, message: content, data: { code, content, status } }, status }
}

/** A failure of the protocol, in JSON-RPC's form. @param origin of the shop, where a person can go on */
export function failureOf(
  { status, code, message, retryAfterSeconds }: ProtocolError,
  origin: string,
): Failure {
  const data = {
    ...{ code, content: message, status, continue_url: `${origin}/` },
    ...(retryAfterSeconds !== undefined && { retry_after: retryAfterSeconds }),
  }
  const unexpected = status === 500 ? -32603 : -32000
  const number = PROFILE_FAULTS.has(code) ? -32001 : unexpected
  return { error: { code: number, message, data }, status, retryAfterSeconds }
}
