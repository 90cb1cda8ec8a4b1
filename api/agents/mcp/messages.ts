import * as z from 'zod/mini'

// JSON-RPC 2.0, as the Model Context Protocol narrows it down: ids are texts or numbers, parameters have names.

type Id = string | number

/** A message that was read. Notifications, and answers to questions that nobody asked, get no answer. */
export type Message =
  | { kind: 'request'; id: Id; method: string; params: unknown }
  | { kind: 'unanswered' }
  | { kind: 'invalid'; id: Id | null }

/** A failure as JSON-RPC has it, with the HTTP status of an answer that holds it alone. */
export type Failure = {
  error: { code: number; message: string; data?: Record<string, unknown> }
  status: number
  retryAfterSeconds?: number | undefined
}
export type Reply = { result: Record<string, unknown> } | Failure

export const INVALID_PARAMS = -32602
const message = z.object({
  jsonrpc: z.literal('2.0'),
  method: z.string(),
  id: z.optional(z.union([z.string(), z.number()])),
  params: z.optional(z.unknown()),
})
const response = z.object({
  jsonrpc: z.literal('2.0'),
  result: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
})
const numbered = z.object({ id: z.union([z.string(), z.number()]) })

export function readMessage(sent: unknown): Message {
  const { success, data } = message.safeParse(sent)
  if (success && data.id === undefined) return { kind: 'unanswered' }
  if (success && data.id !== undefined) {
    return { kind: 'request', id: data.id, method: data.method, params: data.params ?? {} }
  }
  const answer = response.safeParse(sent).data
  if (answer && ('result' in answer || 'error' in answer)) return { kind: 'unanswered' }
  return { kind: 'invalid', id: numbered.safeParse(sent).data?.id ?? null }
}

export function parseError(): Failure {
  return { error: { code: -32700, message: 'This is not JSON.' }, status: 400 }
}

export function invalidRequest(words: string): Failure {
  return { error: { code: -32600, message: words }, status: 400 }
}

/** @param words that repeat nothing which was sent, like those of all failures */
export function invalidParams(words: string): Failure {
  return { error: { code: INVALID_PARAMS, message: words }, status: 200 }
}

export function unknownMethod(): Failure {
  return { error: { code: -32601, message: 'There is no such method.' }, status: 200 }
}

/** A reply with what JSON-RPC puts around it. */
export function withId(id: Id | null, reply: Reply) {
  return { jsonrpc: '2.0', id, ...('result' in reply ? { result: reply.result } : { error: reply.error }) }
}
