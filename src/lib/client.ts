export type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

type Arguments = {
  param?: Record<string, string>
  query?: Record<string, string | undefined>
  json?: unknown
}

/**
 * The runtime of Hono's own client (`hc`), whose types the caller gives it: `client.waitlist.$post({ json })`. Hono's
 * brings cookies and sockets along and weighs 1.5 kB more, in a page that may have 75.
 * @param base address below which the routes are
 * @param fetch how to reach them
 */
export function client(base: string, fetch: Fetch): unknown {
  return step([], (path, args, { init }) =>
    send(base, path, args, (url, own) => fetch(url, { ...init, ...own })),
  )
}

type Options = { init?: RequestInit }
type Send = (path: readonly string[], args: Arguments, options: Options) => Promise<Response>

/** One part of an address after the other, until one is called. */
function step(path: readonly string[], call: Send): unknown {
  return new Proxy(() => {}, {
    get: (_, part) => step([...path, String(part)], call),
    apply: (_, __, [args = {}, options = {}]) => call(path, args, options),
  })
}

function send(base: string, path: readonly string[], args: Arguments, fetch: Fetch): Promise<Response> {
  const { param = {}, query = {}, json } = args
  const parts = path
    .slice(0, -1)
    .map((part) => (part.startsWith(':') ? encodeURIComponent(param[part.slice(1)] ?? '') : part))
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : ''
  return fetch(`${base}/${parts.join('/')}${search}`, {
    method: path.at(-1)?.slice(1).toUpperCase() ?? 'GET',
    ...(json !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(json),
    }),
  })
}
