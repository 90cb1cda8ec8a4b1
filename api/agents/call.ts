import type { Deps } from '#api/deps.ts'
import type { Capability, Version } from './versions.ts'

/** Who asks, as their profile says. Nothing of it is proved: what they made is bound to the address of the profile. */
export type Platform = {
  profileUrl: string
  /** As the profile claims it, or the profile's host. */
  name: string
  version: Version
  /** The capabilities of both sides, in the platform's version. */
  shared: ReadonlySet<Capability>
}

/** A request as a transport has read it; nothing of it is checked. */
export type Asked = {
  /** The address of the platform's profile; null: none was given. */
  profileUrl: string | null
  /** The key under which a repeated request gets the same answer; null: none was given. */
  idempotencyKey: string | null
  /** SHA-256 of the request's body: a key that comes again with another one is refused. */
  requestHash: string
  /** The client's network, which limits count. */
  network: string
  /** The id in the address; empty where an operation has none. */
  id: string
  body: unknown
}

/** One operation of a platform whose profile was read. */
export type Call = Pick<Asked, 'idempotencyKey' | 'requestHash'> & {
  deps: Deps
  platform: Platform
}

/** The operations by the names that the protocol has for its tools. */
export const OPERATIONS = [
  'search_catalog',
  'lookup_catalog',
  'get_product',
  'create_checkout',
  'get_checkout',
  'update_checkout',
  'complete_checkout',
  'cancel_checkout',
] as const
export type OperationName = (typeof OPERATIONS)[number]

/**
 * Carries out an operation, whatever the transport.
 * @throws ProtocolError, and AppError or anything else for failures of the shop
 */
export type CarryOut = (deps: Deps, name: OperationName, asked: Asked) => Promise<Answer>

/** The answer to an operation: an HTTP status, and the body that both transports send. */
export type Answer = { status: 200 | 201 | 400 | 409; body: Record<string, unknown> }

/** A failure of the protocol itself, not of what was asked for; each transport has its own form for it. */
export class ProtocolError extends Error {
  readonly status: 400 | 403 | 404 | 405 | 408 | 409 | 413 | 422 | 424 | 429 | 500 | 503
  readonly code: string
  readonly retryAfterSeconds: number | undefined

  /** @param message words that may be shown; they repeat nothing that was sent */
  constructor(
    status: ProtocolError['status'],
    code: string,
    message: string,
    options: { retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.name = 'ProtocolError'
    this.status = status
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

type Severity = 'recoverable' | 'requires_buyer_input' | 'requires_buyer_review' | 'unrecoverable'

/** A message of an answer. Its text repeats nothing that was typed. */
export type Message =
  | { type: 'error'; code: string; content: string; severity: Severity; path?: string }
  | { type: 'warning' | 'info'; code: string; content: string; path?: string }

/**
 * The `ucp` part of an answer.
 * @param about the capabilities of the operation; those that are shared are named
 */
export function envelope(
  { platform }: Call,
  about: readonly Capability[],
  status: 'success' | 'error' = 'success',
) {
  const { version, shared } = platform
  const named = about.filter((name) => shared.has(name))
  return { version, status, capabilities: Object.fromEntries(named.map((name) => [name, [{ version }]])) }
}

/** An answer without what was asked for, which says why. @param status 400 for a fault of the request, 200 for an outcome of the shop's rules */
export function errorAnswer(
  call: Call,
  messages: readonly [Message, ...Message[]],
  status: 200 | 400 = 200,
): Answer {
  const { version } = call.platform
  return {
    status,
    body: { ucp: { version, status: 'error' }, messages, continue_url: `${call.deps.config.origin}/` },
  }
}
