import { Readable } from 'node:stream'
import type { Connection } from '#local/http.ts'
import { inBlocks } from '#local/lines.ts'
import { ProtocolError } from './errors.ts'
import { type Fault, Faults, parseFault } from './faults.ts'
import { cursorEntries, handleRequest } from './pipeline.ts'
import { cursorBody, type PipelineBody, parseBody, pipelineBody } from './protocol.ts'
import type { Stream } from './stream.ts'
import type { Streams } from './streams.ts'

const SLOW_MS = 1000

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

  /** Answers a request, also one that failed as a whole: errors of statements are inside the answers. */
  async handle(request: Request, connection: Connection): Promise<Response> {
    try {
      return await this.#answer(request, connection)
    } catch (error) {
      if (error instanceof ProtocolError)
        return Response.json({ message: error.message, code: error.code }, { status: 400 })
      console.error('The local database failed:', error)
      return new Response('Internal error', { status: 500 })
    }
  }

  async #answer(request: Request, connection: Connection): Promise<Response> {
    const { method, url, headers } = request
    const route = `${method} ${new URL(url).pathname}`
    if (route === 'GET /health') return new Response('Hrana over HTTP')
    // Only web pages send an origin, and no web page belongs here.
    if (headers.has('origin')) return Response.json({ error: 'Forbidden' }, { status: 403 })
    if (this.#authToken !== undefined && headers.get('authorization') !== `Bearer ${this.#authToken}`)
      return Response.json({ error: 'Unauthorized' }, { status: 401 })
    switch (route) {
      case 'POST /v2/pipeline':
        return this.#pipeline(await request.text(), connection)
      case 'POST /v3/cursor':
        return this.#cursor(await request.text(), connection)
      case 'GET /_local/stats':
        return Response.json({
          pipelines: this.#pipelines,
          statements: this.#streams.statements,
          openStreams: this.#streams.open,
          waiting: this.#streams.waiting,
        })
      case 'POST /_local/fault':
        this.faults.set(parseFault(await request.text()))
        return Response.json({})
      default:
        return Response.json({ error: 'Not found' }, { status: 404 })
    }
  }

  async #pipeline(text: string, connection: Connection): Promise<Response> {
    const body = parseBody(pipelineBody, text)
    const { baton, requests } = body
    // npm start looks at the Worker's health all the time: that must not use up the faults of tests, nor count for them.
    const fault = isHealthCheck(body) ? this.faults.current : this.#countAndTakeFault()
    return this.#withStream(baton, fault, connection, async (stream) => {
      const results: object[] = []
      for (const each of requests) results.push(await handleRequest(stream, each))
      return (next) => Response.json({ baton: next, base_url: null, results })
    })
  }

  async #cursor(text: string, connection: Connection): Promise<Response> {
    const { baton, batch } = parseBody(cursorBody, text)
    return this.#withStream(baton, this.#countAndTakeFault(), connection, async (stream) => {
      const entries = await cursorEntries(stream, batch)
      return (next) => {
        const blocks = Readable.from(inBlocks(afterBaton(next, entries)))
        return new Response(Readable.toWeb(blocks) as BodyInit)
      }
    })
  }

  #countAndTakeFault(): Fault {
    this.#pipelines += 1
    return this.faults.take()
  }

  /** Runs `work` on the baton's stream, then gives the answer it returns, with the baton for the next request. */
  async #withStream(
    baton: string | null | undefined,
    fault: Fault,
    connection: Connection,
    work: (stream: Stream) => Promise<(baton: string | null) => Response>,
  ): Promise<Response> {
    if (fault?.kind === 'error') return new Response('This fault was asked for', { status: 500 })
    if (fault?.kind === 'hang') {
      await this.faults.held.wait(fault.ms, connection.closed)
      connection.drop()
      return new Response()
    }
    if (fault?.kind === 'slow') await this.faults.held.wait(fault.ms ?? SLOW_MS)
    const stream = this.#streams.acquire(baton)
    stream.isBusy = fault?.kind === 'busy'
    let isServed = false
    // A caller that leaves while it is being served leaves its transaction, too.
    void connection.closed.then(() => isServed || this.#streams.close(stream))
    try {
      const answer = await work(stream)
      isServed = true
      const next = this.#streams.release(stream)
      if (fault?.kind === 'lost-answer') connection.drop()
      return answer(next)
    } catch (error) {
      this.#streams.close(stream)
      throw error
    } finally {
      stream.isBusy = false
    }
  }
}

function* afterBaton(baton: string | null, entries: Iterable<object>): Generator<string> {
  yield JSON.stringify({ baton, base_url: null })
  for (const entry of entries) yield JSON.stringify(entry)
}

// The first words of the statements in api/health/queries.ts and local/worker.ts.
const HEALTH_CHECK = /^\s*(select 1$|select \/\* health \*\/)/

/** True for what the supervisor asks, the health check of the Worker included, and nothing else. */
function isHealthCheck({ baton, requests }: PipelineBody): boolean {
  const [query, ...others] = requests
  if (baton || query?.type !== 'execute' || !HEALTH_CHECK.test(query.stmt.sql ?? '')) return false
  return others.every(({ type }) => type === 'close')
}
