import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { Hono } from 'hono'
import { NOTHING, pagePolicy, REFERRER_POLICY, securityHeaders } from '#src/security-headers.ts'

const META = /<meta http-equiv="content-security-policy" content="([^"]*)"\s*\/?>/i
/** The host's limits: characters in a line of `_headers`, rules in all. */
const LONGEST_LINE = 2000
const MOST_RULES = 100
/** Files whose names stay when they change: kept for a week, and a month while the new one is fetched. */
const NAMED = ['/bouquets/*', '/fonts/*', '/ornaments/*', '/topics/*', '/favicon.svg']
const KEEP = 'public, max-age=604800, stale-while-revalidate=2592000'

/**
 * Takes the policies out of the prerendered pages of a folder and makes rules of them: a header reaches the browser
 * before the page does, a meta tag knows no frame-ancestors, and the framework's policy allows what stands in any page.
 * Pages beside each other that may run the same, as articles do, share a rule. Files that are no pages may run nothing.
 * @returns the rules, in the syntax of `_headers`
 * @throws Error when a page has no policy, or the host would cut the rules
 */
export async function staticHeaders(folder: URL): Promise<string> {
  const names = await readdir(folder, { recursive: true })
  const pages = new Map<string, string>()
  for (const name of names.filter((one) => one.endsWith('.html')).sort()) {
    const file = new URL(name, folder)
    const html = await readFile(file, 'utf8')
    const written = META.exec(html)?.[1]
    if (written === undefined) throw new Error(`${name} has no security policy.`)
    const policy = pagePolicy(trimmed(written.replaceAll('&#39;', "'").replaceAll('&quot;', '"'), html))
    pages.set(pathOf(name), policy)
    await writeFile(file, html.replace(META, ''))
  }
  const all = [
    ...(await others()),
    ['referrer-policy', REFERRER_POLICY],
    ['content-security-policy', NOTHING],
  ]
  const rules = [
    rule(
      '/*',
      all.map(([name, value]) => `${name}: ${value}`),
    ),
    ...policyRules(pages),
    // The host knows one rule for each path.
    ...NAMED.map((path) => rule(path, [`cache-control: ${KEEP}`])),
  ]
  const text = `${rules.join('\n\n')}\n`
  const tooLong = text.split('\n').find((line) => line.length > LONGEST_LINE)
  if (tooLong)
    throw new Error(`A line of _headers has ${tooLong.length} characters: ${tooLong.slice(0, 80)}…`)
  if (rules.length > MOST_RULES)
    throw new Error(`_headers has ${rules.length} rules; the host takes ${MOST_RULES}.`)
  return text
}

/**
 * The policies as rules: one for each folder, which holds for most of its pages and is replaced by that of a folder within it;
 * then those of the other pages.
 */
function policyRules(pages: ReadonlyMap<string, string>): string[] {
  const folderOf = (path: string) => `${path.slice(0, path.lastIndexOf('/') + 1)}*`
  const folders = Map.groupBy(pages, ([path]) => folderOf(path))
  folders.delete('/*')
  const shared = new Map(
    [...folders].map(([path, inside]) => [path, commonest(inside.map(([, one]) => one))]),
  )
  const own = [...pages].filter(([path, policy]) => shared.get(folderOf(path)) !== policy)
  const outerFirst = [...shared].sort(([a], [b]) => a.length - b.length)
  // Headers that an earlier rule set are taken away first, or both would be sent.
  return [...outerFirst, ...own].map(([path, policy]) =>
    rule(path, ['! content-security-policy', `content-security-policy: ${policy}`]),
  )
}

function commonest(texts: readonly string[]): string {
  const [first] = [...Map.groupBy(texts, (text) => text)].sort(([, a], [, b]) => b.length - a.length)
  return first?.[0] ?? ''
}

function rule(path: string, lines: readonly string[]): string {
  return [path, ...lines].join('\n  ')
}

/** Where a file of the build is read: `learn/words.html` at `/learn/words`. */
function pathOf(name: string): string {
  return `/${name.replaceAll('\\', '/').replace(/\.html$/, '')}`.replace(/\/index$/, '/')
}

/** A policy whose hashes are those of what stands in the page. */
function trimmed(policy: string, html: string): string {
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
async function others(): Promise<[string, string][]> {
  const app = new Hono().use(securityHeaders).get('/', (c) => c.body(null))
  return [...(await app.request('/')).headers]
}
