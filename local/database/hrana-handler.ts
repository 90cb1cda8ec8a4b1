import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Fault, Faults, parseFault } from './faults.ts'
import { readBody, sendJson, sendLines, sendText } from './http.ts'
import { cursorEntries, handleRequest } from './pipeline.ts'
import { cursorBody, type PipelineBody, parseBody, pipelineBody, type Version } from './protocol.ts'
import type { Stream } from './stream.ts'
import type { Streams } from './streams.ts'

const MAX_BODY_BYTES = 10_000_000
const SLOW_MS = 1000
const PROBES = new Set(['GET /health', 'GET /v2', 'GET /v3'])

/** The database's addresses: what arrives over HTTP, and what goes back. */
export class HranaHandler {
  readonly faults = new Faults()
  readonly #streams: Streams
  readonly #authToken: string | undefined
  #pipelines = 0

  constructor(streams: Streams, authToken: string | undefined) {
    this.#streams = streams
    this.#authToken = authToken
  }

  /** @throws ProtocolError, BodyTooLarge: for `sendFailure` */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const route = `${request.method} ${request.url}`
    if (PROBES.has(route)) return sendText(response, 200, 'Hrana over HTTP')
    // Only web pages send an origin, and no web page belongs here.
    if (request.headers.origin !== undefined) return sendJson(response, 403, { error: 'Forbidden' })
    if (!this.#isAuthorized(request)) return sendJson(response, 401, { error: 'Unauthorized' })
    switch (route) {
      case 'POST /v2/pipeline':
        return this.#pipeline(request, response, 2)
      case 'POST /v3/pipeline':
        return this.#pipeline(request, response, 3)
      case 'POST /v3/cursor':
        return this.#cursor(request, response)
      case 'GET /_local/stats':
        return sendJson(response, 200, {
          pipelines: this.#pipelines,
          statements: this.#streams.statements,
          openStreams: this.#streams.open,
          waiting: this.#streams.waiting,
        })
      case 'POST /_local/fault':
        this.faults.set(parseFault(await readBody(request, MAX_BODY_BYTES)))
        return sendJson(response, 200, {})
      default:
        // Also /v3-protobuf: a client that prefers it then speaks JSON.
        return sendJson(response, 404, { error: 'Not found' })
    }
  }

  #isAuthorized(request: IncomingMessage): boolean {
    return this.#authToken === undefined || request.headers.authorization === `Bearer ${this.#authToken}`
  }

  async #pipeline(request: IncomingMessage, response: ServerResponse, version: Version): Promise<void> {
    const body = parseBody(pipelineBody, await readBody(request, MAX_BODY_BYTES))
    const { baton, requests } = body
    // npm start looks at the Worker's health all the time: that must not use up the faults of tests, nor count for them.
    const fault = isHealthCheck(body) ? this.faults.current : this.#countAndTakeFault()
    await this.#withStream(baton, fault, response, async (stream) => {
      const results: object[] = []
      for (const each of requests) results.push(await handleRequest(stream, each, version))
      return (next) => sendJson(response, 200, { baton: next, base_url: null, results })
    })
  }

  async #cursor(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { baton, batch } = parseBody(cursorBody, await readBody(request, MAX_BODY_BYTES))
    await this.#withStream(baton, this.#countAndTakeFault(), response, async (stream) => {
      const entries = await cursorEntries(stream, batch)
      return (next) => sendLines(response, afterBaton(next, entries))
    })
  }

  #countAndTakeFault(): Fault {
    this.#pipelines += 1
    return this.faults.take()
  }

  /** Runs `work` on the baton's stream, then sends the answer it returns, with the baton for the next request. */
  async #withStream(
    baton: string | null | undefined,
    fault: Fault,
    response: ServerResponse,
    work: (stream: Stream) => Promise<(baton: string | null) => void>,
  ): Promise<void> {
    if (fault?.kind === 'error') return sendText(response, 500, 'This fault was asked for')
    if (fault?.kind === 'hang') {
      await this.faults.held.wait(fault.ms, once(response, 'close'))
      response.destroy()
      return
    }
    if (fault?.kind === 'slow') await this.faults.held.wait(fault.ms ?? SLOW_MS)
    const stream = this.#streams.acquire(baton)
    stream.isBusy = fault?.kind === 'busy'
    // A caller that leaves while it is being served leaves its transaction, too.
    const leave = () => this.#streams.close(stream)
    response.once('close', leave)
    try {
      const send = await work(stream)
      response.off('close', leave)
      const next = this.#streams.release(stream)
      if (fault?.kind === 'lost-answer') response.destroy()
      else send(next)
    } catch (error) {
      this.#streams.close(stream)
      throw error
    } finally {
      stream.isBusy = false
    }
  }
}

function* afterBaton(baton: string | null, entries: Iterable<object>): Generator<object> {
  yield { baton, base_url: null }
  yield* entries
}

// The first words of the statements in api/health/queries.ts and local/worker.ts.
const HEALTH_CHECK = /^\s*(select 1$|select \/\* health \*\/)/

/** True for what the supervisor asks, the health check of the Worker included, and nothing else. */
function isHealthCheck({ baton, requests }: PipelineBody): boolean {
  const [query, ...others] = requests
  if (baton || query?.type !== 'execute' || !HEALTH_CHECK.test(query.stmt.sql ?? '')) return false
  return others.every(({ type }) => type === 'close')
}
