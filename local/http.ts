import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/** The connection of a request, as far as a handler may know and change it. */
export interface Connection {
  /** Resolves once the caller has gone or has its answer. */
  closed: Promise<void>
  /** Cuts the connection without an answer, as a broken network would. */
  drop(): void
}

export type Handler = (request: Request, connection: Connection) => Response | Promise<Response>

export interface Listening {
  /** Where a browser on this machine reaches it, without a slash at the end. */
  url: string
  port: number
  close(): Promise<void>
}

const MAX_BODY_BYTES = 20 * 1024 * 1024

/**
 * Serves a fetch-style handler over node:http. Port 0 takes a free one. The bodies of requests are read whole
 * (20 MB at most, else 413), those of answers are sent whole.
 * Throws what node:http throws when the port cannot be had.
 */
export async function listen(handler: Handler, at: { host: string; port: number }): Promise<Listening> {
  const server = createServer((incoming, outgoing) => {
    answer(handler, incoming, outgoing).catch((error: unknown) => {
      // A caller that disconnects during its request is not an error.
      if (incoming.complete) console.error(error)
      outgoing.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(at.port, at.host, resolve)
  })
  const port = portOf(server)
  return { port, url: `http://${browserHost(at.host)}:${port}`, close: () => close(server) }
}

/** The stand-ins are at 127.0.0.1 and the shop at localhost, so that returning from them is cross-site, as in production. */
export function browserHost(host: string): string {
  return host === '0.0.0.0' ? '127.0.0.1' : host
}

async function answer(handler: Handler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const connection: Connection = {
    closed: new Promise((resolve) => outgoing.once('close', resolve)),
    drop: () => outgoing.destroy(),
  }
  const body = await readBody(incoming)
  const response = body
    ? await handler(toRequest(incoming, body), connection)
    : new Response('Too much', { status: 413 })
  if (outgoing.destroyed) return
  const content = Buffer.from(await response.arrayBuffer())
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value)
  outgoing.setHeader('content-length', content.byteLength)
  outgoing.end(incoming.method === 'HEAD' ? undefined : content)
}

/** The whole body, or null when it is longer than this server reads. */
async function readBody(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    size += chunk.length
    if (size <= MAX_BODY_BYTES) chunks.push(chunk)
  }
  return size <= MAX_BODY_BYTES ? Buffer.concat(chunks) : null
}

function toRequest(incoming: IncomingMessage, body: Buffer<ArrayBuffer>): Request {
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  const method = incoming.method ?? 'GET'
  const bodyless = method === 'GET' || method === 'HEAD'
  const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? 'localhost'}`)
  return new Request(url, { method, headers, ...(bodyless ? {} : { body }) })
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()))
    server.closeAllConnections()
  })
}
