import { Readable } from 'node:stream'
import type { Connection as HttpConnection } from '#local/http.ts'
import { inBlocks } from '#local/lines.ts'
import type { Connection } from './connection.ts'
import { ProtocolError } from './errors.ts'
import { type Fault, Faults, parseFault } from './faults.ts'
import { cursorBody, type PipelineBody, parseBody, pipelineBody } from './protocol.ts'
import { Stream } from './stream.ts'

const SLOW_MS = 1000

/** The database's addresses: what arrives over HTTP, and what goes back. */
export class HranaHandler {
  readonly faults = new Faults()
  readonly #connection: Connection
  readonly #authToken: string | undefined
  #pipelines = 0

  constructor(connection: Connection, authToken: string | undefined) {
    this.#connection = connection
    this.#authToken = authToken
  }

  /** Answers a request, also one that failed as a whole: errors of statements are inside the answers. */
  async handle(request: Request, http: HttpConnection): Promise<Response> {
    try {
      return await this.#answer(request, http)
    } catch (error) {
      if (error instanceof ProtocolError)
        return Response.json({ message: error.message, code: error.code }, { status: 400 })
      console.error('The local database failed:', error)
      return new Response('Internal error', { status: 500 })
    }
  }

  async #answer(request: Request, http: HttpConnection): Promise<Response> {
    const { method, url, headers } = request
    const route = `${method} ${new URL(url).pathname}`
    if (route === 'GET /health') return new Response('Hrana over HTTP')
    // Only web pages send an origin, and no web page belongs here.
    if (headers.has('origin')) return Response.json({ error: 'Forbidden' }, { status: 403 })
    if (this.#authToken !== undefined && headers.get('authorization') !== `Bearer ${this.#authToken}`)
      return Response.json({ error: 'Unauthorized' }, { status: 401 })
    switch (route) {
      case 'POST /v2/pipeline':
        return this.#pipeline(await request.text(), http)
      case 'POST /v3/cursor':
        return this.#cursor(await request.text(), http)
      case 'GET /_local/stats':
        return Response.json({ pipelines: this.#pipelines })
      case 'POST /_local/fault':
        this.faults.set(parseFault(await request.text()))
        return Response.json({})
      default:
        return Response.json({ error: 'Not found' }, { status: 404 })
    }
  }

  async #pipeline(text: string, http: HttpConnection): Promise<Response> {
    const body = parseBody(pipelineBody, text)
    // npm start looks at the Worker's health all the time: that must not use up the faults of tests, nor count for them.
    const fault = isHealthCheck(body) ? this.faults.current : this.#countAndTakeFault()
    return this.#onStream(body.baton, fault, http, (stream) => {
      const results = body.requests.map((each) => stream.answer(each))
      if (this.#connection.inTransaction)
        throw new ProtocolError('A transaction ends with its request here: send it as a batch')
      return Response.json({ baton: null, base_url: null, results })
    })
  }

  async #cursor(text: string, http: HttpConnection): Promise<Response> {
    const { baton, batch } = parseBody(cursorBody, text)
    return this.#onStream(baton, this.#countAndTakeFault(), http, (stream) => {
      const blocks = Readable.from(inBlocks(withHead(stream.cursorEntries(batch))))
      return new Response(Readable.toWeb(blocks) as BodyInit)
    })
  }

  #countAndTakeFault(): Fault {
    this.#pipelines += 1
    return this.faults.take()
  }

  /** Does the work of a request, in one step: no other request comes between its statements, so none outlives it. */
  async #onStream(
    baton: string | null | undefined,
    fault: Fault,
    http: HttpConnection,
    work: (stream: Stream) => Response,
  ): Promise<Response> {
    if (fault?.kind === 'error') return new Response('This fault was asked for', { status: 500 })
    if (fault?.kind === 'hang') {
      await this.faults.held.wait(fault.ms, http.closed)
      http.drop()
      return new Response()
    }
    if (fault?.kind === 'slow') await this.faults.held.wait(fault.ms ?? SLOW_MS)
    if (baton) throw new ProtocolError('Received an invalid baton', 'BATON_INVALID')
    try {
      const answer = work(new Stream(this.#connection, fault?.kind === 'busy'))
      if (fault?.kind === 'lost-answer') http.drop()
      return answer
    } finally {
      this.#connection.reset()
    }
  }
}

function* withHead(entries: Iterable<object>): Generator<string> {
  yield JSON.stringify({ baton: null, base_url: null })
  for (const entry of entries) yield JSON.stringify(entry)
}

// The first words of the statements in api/health/queries.ts and local/worker.ts.
const HEALTH_CHECK = /^\s*(select 1$|select \/\* health \*\/)/

/** True for what the supervisor asks, the health check of the Worker included, and nothing else. */
function isHealthCheck({ requests }: PipelineBody): boolean {
  const [query, ...others] = requests
  if (query?.type !== 'execute' || !HEALTH_CHECK.test(query.stmt.sql ?? '')) return false
  return others.every(({ type }) => type === 'close')
}
