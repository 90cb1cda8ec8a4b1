type Entry = {
  headers: [string, string][]
  body: ArrayBuffer
  tags: string[]
  storedAt: number
  freshMs: number
  staleMs: number
  /** While another request fetches it again; 0: none does. */
  updatingUntil: number
}

type Origin = (request: Request) => Promise<Response>
/** Lets work go on after the answer was sent. */
type WaitUntil = (work: Promise<unknown>) => void

const MAX_ENTRIES = 500
/** A request that was cut off never says that it has finished. */
const UPDATE_MS = 30_000
const MAX_BODY_BYTES = 2 * 1024 * 1024
/** The most specific one counts, as at Cloudflare. */
const DIRECTIVES = ['cloudflare-cdn-cache-control', 'cdn-cache-control', 'cache-control']
const VALIDATORS = ['if-none-match', 'if-modified-since']

/**
 * A shared cache before the Worker, with the rules of Workers Caching: it keeps complete answers to GET for as long as their
 * headers allow, by address alone (never by cookie), and forgets them by tag. It runs in workerd and knows nothing of Node.
 */
export class Edge {
  readonly #origin: Origin
  readonly #now: () => number
  readonly #entries = new Map<string, Entry>()
  #purges = 0

  constructor(origin: Origin, now: () => number = Date.now) {
    this.#origin = origin
    this.#now = now
  }

  /** Answers from what is kept, else from the origin. `cf-cache-status` says which, `age` for how many seconds. */
  async fetch(request: Request, waitUntil: WaitUntil): Promise<Response> {
    if (!isCacheable(request)) return this.#origin(request)
    const entry = this.#entries.get(request.url)
    const age = entry ? this.#now() - entry.storedAt : 0
    if (entry && age < entry.freshMs) return fromEntry(request, entry, age, 'HIT')
    if (entry && age < entry.freshMs + entry.staleMs) {
      if (this.#now() >= entry.updatingUntil) waitUntil(this.#refresh(request, entry))
      return fromEntry(request, entry, age, 'UPDATING')
    }
    this.#entries.delete(request.url)
    return this.#fromOrigin(request, waitUntil)
  }

  /** Forgets every answer that has one of the tags. */
  purge(tags: readonly string[]): void {
    this.#purges += 1
    for (const [url, entry] of this.#entries) {
      if (entry.tags.some((tag) => tags.includes(tag))) this.#entries.delete(url)
    }
  }

  async #fromOrigin(request: Request, waitUntil: WaitUntil): Promise<Response> {
    const purges = this.#purges
    const answer = await this.#origin(request)
    const lifetime = request.method === 'GET' ? lifetimeOf(answer) : null
    if (!lifetime || !answer.body) return answer
    const [toVisitor, toKeep] = answer.body.tee()
    waitUntil(this.#keep(request.url, answer, toKeep, lifetime, purges))
    const kept = new Response(toVisitor, answer)
    kept.headers.set('cf-cache-status', 'MISS')
    return kept
  }

  async #refresh(request: Request, entry: Entry): Promise<void> {
    entry.updatingUntil = this.#now() + UPDATE_MS
    try {
      const headers = new Headers(request.headers)
      for (const name of VALIDATORS) headers.delete(name)
      const keeping: Promise<unknown>[] = []
      const answer = await this.#fromOrigin(new Request(request.url, { headers }), (work) =>
        keeping.push(work),
      )
      await answer.arrayBuffer()
      await Promise.all(keeping)
    } catch {
      // The next request tries again.
    } finally {
      entry.updatingUntil = 0
    }
  }

  async #keep(
    url: string,
    { headers }: Response,
    stream: ReadableStream<Uint8Array>,
    lifetime: Lifetime,
    purges: number,
  ): Promise<void> {
    const body = await readWhole(stream)
    // A page purged meanwhile may have been rendered from the data before the change.
    if (!body || purges !== this.#purges) return
    this.#entries.delete(url)
    this.#entries.set(url, {
      headers: [...headers],
      body,
      tags: listOf(headers.get('cache-tag')),
      storedAt: this.#now(),
      ...lifetime,
      updatingUntil: 0,
    })
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MAX_ENTRIES) break
      this.#entries.delete(oldest)
    }
  }
}

type Lifetime = { freshMs: number; staleMs: number }

function isCacheable({ method, headers }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && !headers.has('authorization') && !headers.has('range')
}

/** The times for which an answer may be kept; null for one that must not be. */
function lifetimeOf({ status, headers }: Response): Lifetime | null {
  if (status !== 200 || headers.has('set-cookie')) return null
  // Files come from a store of their own, which says so: one that may change is asked of it each time.
  const isImmutable = listOf(headers.get('cache-control')).includes('immutable')
  if (headers.has('cf-cache-status') && !isImmutable) return null
  if (listOf(headers.get('vary')).some((name) => name.toLowerCase() !== 'accept-encoding')) return null
  const text = DIRECTIVES.map((name) => headers.get(name)).find((value) => value !== null)
  const directives = new Map(
    listOf(text ?? null).map((directive) => {
      const [name = '', value = ''] = directive.toLowerCase().split('=')
      return [name, Number(value.replaceAll('"', ''))]
    }),
  )
  if (['no-store', 'no-cache', 'private'].some((name) => directives.has(name))) return null
  const fresh = directives.get('s-maxage') ?? directives.get('max-age') ?? 0
  const stale = directives.get('stale-while-revalidate') ?? 0
  return fresh > 0 ? { freshMs: fresh * 1000, staleMs: (stale || 0) * 1000 } : null
}

function fromEntry(request: Request, entry: Entry, age: number, status: string): Response {
  const headers = new Headers(entry.headers)
  headers.set('age', String(Math.floor(age / 1000)))
  headers.set('cf-cache-status', status)
  if (isNotModified(request.headers, headers)) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : entry.body, { headers })
}

function isNotModified(asked: Headers, kept: Headers): boolean {
  const tags = listOf(asked.get('if-none-match')).map(opaque)
  if (tags.length > 0) return tags.includes('*') || tags.includes(opaque(kept.get('etag') ?? ''))
  const since = Date.parse(asked.get('if-modified-since') ?? '')
  return Date.parse(kept.get('last-modified') ?? '') <= since
}

/** An entity tag without its mark of weakness: `If-None-Match` compares weakly (RFC 9110). */
function opaque(tag: string): string {
  return tag.replace(/^W\//, '')
}

/** The whole body, or null when it is cut off or longer than is kept. */
async function readWhole(stream: ReadableStream<Uint8Array>): Promise<ArrayBuffer | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  try {
    for await (const chunk of stream) {
      size += chunk.byteLength
      if (size > MAX_BODY_BYTES) return null
      chunks.push(new Uint8Array(chunk))
    }
  } catch {
    return null
  }
  return new Blob(chunks).arrayBuffer()
}

function listOf(header: string | null): string[] {
  return (header ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}
