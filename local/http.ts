import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'

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

interface ListenOptions {
  host: string
  port: number
  /** The longest body of a request that is read (20 MB). */
  maxBodyBytes?: number
  /** Done once, when it was closed and nobody is connected any more. */
  afterClose?(): void | Promise<void>
}

/**
 * Serves a fetch-style handler over node:http. Port 0 takes a free one. The bodies of requests are read whole, or refused with 413.
 * Throws what node:http throws when the port cannot be had.
 */
export async function listen(handler: Handler, options: ListenOptions): Promise<Listening> {
  const server = createServer((incoming, outgoing) => {
    answer(handler, options, incoming, outgoing).catch((error: unknown) => {
      // A caller that disconnects during its request is not an error.
      if (incoming.complete) console.error(error)
      outgoing.destroy()
    })
  })
  // Runtimes keep connections longer than Node's five seconds and stumble when one closes under a request.
  server.keepAliveTimeout = 120_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const port = portOf(server)
  let closed: Promise<void> | undefined
  return {
    port,
    url: `http://${browserHost(options.host)}:${port}`,
    close() {
      closed ??= close(server).then(() => options.afterClose?.())
      return closed
    },
  }
}

/** The stand-ins are at 127.0.0.1 and the shop at localhost, so that returning from them is cross-site, as in production. */
export function browserHost(host: string): string {
  return host === '0.0.0.0' ? '127.0.0.1' : host
}

async function answer(
  handler: Handler,
  { maxBodyBytes = 20 * 1024 * 1024 }: ListenOptions,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const connection: Connection = {
    closed: new Promise((resolve) => outgoing.once('close', resolve)),
    drop: () => outgoing.destroy(),
  }
  const body = await readBody(incoming, maxBodyBytes)
  const tooLarge = { message: `The body is larger than ${maxBodyBytes} bytes`, code: 'BODY_TOO_LARGE' }
  const response = body
    ? await handler(toRequest(incoming, body), connection)
    : Response.json(tooLarge, { status: 413 })
  if (outgoing.destroyed) return
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value)
  // A caller who leaves in the middle does not want the rest.
  if (response.body && incoming.method !== 'HEAD') pipeline(response.body, outgoing, () => {})
  else outgoing.end()
}

/** The whole body, or null when it is longer than `limit`: an answer sent while the caller is still sending would get lost. */
async function readBody(incoming: IncomingMessage, limit: number): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
  }
  return size <= limit ? Buffer.concat(chunks) : null
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
