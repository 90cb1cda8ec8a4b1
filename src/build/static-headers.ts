import { readdir, readFile, writeFile } from 'node:fs/promises'
import { Hono } from 'hono'
import { NOTHING, pagePolicy, REFERRER_POLICY, securityHeaders } from '#src/security-headers.ts'
import { SPECULATION_FILE, SPECULATION_HEADER } from '#src/speculation.ts'

const META = /<meta http-equiv="content-security-policy" content="([^"]*)"\s*\/?>/i
/** The host's limit for one line of `_headers`. */
const LONGEST_LINE = 2000
/**
 * Files that are no pages: nothing runs in them, and the long policy of the pages would come with each of them. Their
 * names stay when they change: kept for a week, and a month while the new one is fetched.
 */
const FILES = ['/bouquets/*', '/fonts/*', '/ornaments/*', '/favicon.svg']
const KEEP = 'public, max-age=604800, stale-while-revalidate=2592000'

/**
 * Takes the policies out of the prerendered pages of a folder and puts them into one rule for all of them: a header
 * reaches the browser before the page does, and a meta tag knows no frame-ancestors.
 * @returns the rules, in the syntax of `_headers`
 * @throws Error when the rule gets too long for the host
 */
export async function staticHeaders(folder: URL): Promise<string> {
  const names = await readdir(folder, { recursive: true })
  const policies: string[] = []
  for (const name of names.filter((one) => one.endsWith('.html')).sort()) {
    const file = new URL(name, folder)
    const html = await readFile(file, 'utf8')
    const policy = META.exec(html)?.[1]
    if (policy === undefined) throw new Error(`${name} has no security policy.`)
    policies.push(policy.replaceAll('&#39;', "'").replaceAll('&quot;', '"'))
    await writeFile(file, html.replace(META, ''))
  }
  const policy = policies.length === 0 ? NOTHING : pagePolicy(union(policies))
  const all = [
    ...(await others()),
    ['referrer-policy', REFERRER_POLICY],
    ['content-security-policy', policy],
    SPECULATION_HEADER,
  ]
  const lines = all.map(([name, value]) => `  ${name}: ${value}`)
  const tooLong = lines.find((line) => line.length > LONGEST_LINE)
  if (tooLong)
    throw new Error(`A line of _headers has ${tooLong.length} characters: ${tooLong.slice(0, 80)}…`)
  const rules = [
    `/*\n${lines.join('\n')}`,
    // What an earlier rule set is taken away first, or both would be sent. The host knows one rule for each path.
    ...FILES.map((path) =>
      [
        path,
        '! content-security-policy',
        `content-security-policy: ${NOTHING}`,
        `cache-control: ${KEEP}`,
      ].join('\n  '),
    ),
    `${SPECULATION_FILE}\n  content-type: application/speculationrules+json`,
  ]
  return `${rules.join('\n\n')}\n`
}

/** One policy that allows what each of them allows. */
function union(policies: readonly string[]): string {
  const directives = new Map<string, Set<string>>()
  for (const policy of policies) {
    for (const directive of policy.split(';')) {
      const [name, ...sources] = directive.trim().split(/\s+/)
      if (!name) continue
      const known = directives.get(name) ?? new Set<string>()
      for (const source of sources) known.add(source)
      directives.set(name, known)
    }
  }
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ')
}

/** The other security headers, as the Worker sends them. */
async function others(): Promise<[string, string][]> {
  const app = new Hono().use(securityHeaders).get('/', (c) => c.body(null))
  return [...(await app.request('/')).headers]
}
