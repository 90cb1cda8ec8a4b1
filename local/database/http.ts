import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { ProtocolError } from './errors.ts'

const BLOCK_CHARACTERS = 64 * 1024

/** The request is longer than the server takes. */
export class BodyTooLarge extends Error {}

/**
 * Reads a request's body as text.
 * @throws BodyTooLarge beyond `limit` bytes, after the rest was read and dropped: an answer sent while the caller is
 * still sending would get lost
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
  }
  if (size > limit) throw new BodyTooLarge(`The body is larger than ${limit} bytes`)
  return Buffer.concat(chunks).toString()
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  send(response, status, 'application/json', JSON.stringify(body))
}

export function sendText(response: ServerResponse, status: number, body: string): void {
  send(response, status, 'text/plain', body)
}

/** One JSON document a line, as a cursor answers: as fast as they are taken. */
export function sendLines(response: ServerResponse, lines: Iterable<object>): void {
  response.writeHead(200, { 'content-type': 'text/plain' })
  // A caller who leaves in the middle does not want the rest.
  pipeline(Readable.from(inBlocks(lines)), response, () => {})
}

function* inBlocks(lines: Iterable<object>): Generator<string> {
  let block = ''
  for (const line of lines) {
    block += `${JSON.stringify(line)}\n`
    if (block.length < BLOCK_CHARACTERS) continue
    yield block
    block = ''
  }
  yield block
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body)
}

/** Answers what went wrong with a request as a whole: statement errors never come here. */
export function sendFailure(response: ServerResponse, error: unknown): void {
  if (response.destroyed || response.headersSent) return
  if (error instanceof ProtocolError) {
    sendJson(response, 400, { message: error.message, code: error.code })
  } else if (error instanceof BodyTooLarge) {
    sendJson(response, 413, { message: error.message, code: 'BODY_TOO_LARGE' })
  } else {
    console.error('The local database failed:', error)
    sendText(response, 500, 'Internal error')
  }
}
