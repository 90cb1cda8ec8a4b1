import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { Hono } from 'hono'
import { NOTHING, pagePolicy, REFERRER_POLICY, securityHeaders } from '#src/security-headers.ts'

const META = /<meta http-equiv="content-security-policy" content="([^"]*)"\s*\/?>/i
/** The host's limits: characters in a line of `_headers`, rules in all. */
const LONGEST_LINE = 2000
const MOST_RULES = 100
/** Files whose names stay when they change: kept for a week, and a month while the new one is fetched. */
const NAMED = ['/bouquets/*', '/fonts/*', '/ornaments/*', '/topics/*', '/favicon.svg', '/payment-marks.svg']
/** The service worker of the florist's page tells the shop its new subscription, and shows the shop's icon. */
const WORKER = '/florist-worker.js'
const WORKER_POLICY = `${NOTHING}; connect-src 'self'; img-src 'self'`
const KEEP = 'public, max-age=604800, stale-while-revalidate=2592000'

/**
 * Takes the policies out of the prerendered pages of a folder and makes one of them: a header reaches the browser before
 * the page does, a meta tag knows no frame-ancestors, and the framework's policies allow what stands in any page, drawn on
 * demand or not. Files that are no pages may run nothing.
 * @returns the rules, in the syntax of `_headers`: pages in a folder, as articles are, share one
 * @throws Error when a page has no policy, or the host would cut the rules
 */
export async function staticHeaders(folder: URL): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html')).sort()
  const pages = await Promise.all(
    names.map(async (name) => {
      const html = await readFile(new URL(name, folder), 'utf8')
      const written = META.exec(html)?.[1]
      if (written === undefined) throw new Error(`${name} has no security policy.`)
      return { name, html, written: written.replaceAll('&#39;', "'").replaceAll('&quot;', '"') }
    }),
  )
  for (const { name, html } of pages) await writeFile(new URL(name, folder), html.replace(META, ''))
  const all = pages.map(({ html }) => html).join('\n')
  const policies = new Set(pages.map(({ written }) => pagePolicy(withHashesOf(all, written))))
  if (policies.size > 1) throw new Error('The pages differ in more than what may run in them.')
  const rules = [
    rule('/*', ...(await others()), `referrer-policy: ${REFERRER_POLICY}`, policyLine(NOTHING)),
    // Headers that an earlier rule set are taken away first, or both would be sent.
    ...[...policies].flatMap((policy) =>
      pathsOf(names).map((path) => rule(path, '! content-security-policy', policyLine(policy))),
    ),
    rule(WORKER, '! content-security-policy', policyLine(WORKER_POLICY)),
    // The host knows one rule for each path.
    ...NAMED.map((path) => rule(path, `cache-control: ${KEEP}`)),
  ]
  const text = `${rules.join('\n\n')}\n`
  const tooLong = text.split('\n').find((line) => line.length > LONGEST_LINE)
  if (tooLong)
    throw new Error(`A line of _headers has ${tooLong.length} characters: ${tooLong.slice(0, 80)}…`)
  if (rules.length > MOST_RULES)
    throw new Error(`_headers has ${rules.length} rules; the host takes ${MOST_RULES}.`)
  return text
}

function rule(path: string, ...lines: readonly string[]): string {
  return [path, ...lines].join('\n  ')
}

const policyLine = (policy: string) => `content-security-policy: ${policy}`

/** Where pages are read: `/terms` for `terms.html`, and one path for all pages in a folder. */
function pathsOf(names: readonly string[]): string[] {
  const paths = names.map(
    (name) => `/${name.replaceAll('\\', '/').replace(/(^|\/)index\.html$|\.html$/, '$1')}`,
  )
  return [...new Set(paths.map((path) => path.replace(/^(\/[^/]+\/).*$/, '$1*')))].sort()
}

/** A policy whose hashes are those of what stands in these pages. */
function withHashesOf(html: string, policy: string): string {
  const directives = policy.split(';').map((directive) => {
    const [name, ...sources] = directive.trim().split(/\s+/)
    const tag = name === 'script-src' ? 'script' : name === 'style-src' ? 'style' : null
    if (!tag) return directive.trim()
    const others = sources.filter((source) => !source.startsWith("'sha256-"))
    return [name, ...others, ...sourcesOf(html, tag)].join(' ')
  })
  return directives.filter(Boolean).join('; ')
}

function sourcesOf(html: string, tag: 'script' | 'style'): string[] {
  const found = [...html.matchAll(new RegExp(`<${tag}([^>]*)>([\\s\\S]*?)</${tag}>`, 'g'))]
  const run = found.filter(([, attributes = '']) => !/\ssrc=|ld\+json/.test(attributes))
  return hashesOf(run.map(([, , text = '']) => text)).map((hash) => `'${hash}'`)
}

/** As a policy names texts that may run, each once. */
export function hashesOf(texts: readonly string[]): `sha256-${string}`[] {
  return [...new Set(texts)].map(
    (text) => `sha256-${createHash('sha256').update(text).digest('base64')}` as const,
  )
}

/** The other security headers, as the Worker sends them. */
async function others(): Promise<string[]> {
  const app = new Hono().use(securityHeaders).get('/', (c) => c.body(null))
  return [...(await app.request('/')).headers].map(([name, value]) => `${name}: ${value}`)
}
