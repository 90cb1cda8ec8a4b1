import { globSync, readFileSync } from 'node:fs'
import { dirname, normalize } from 'node:path'

/** One import: the file that has it, the file it names (from the root) or a package, and whether it is of types only. */
export type Import = { from: string; to: string; typeOnly: boolean }

const STATEMENT =
  /(?:^|\n)\s*(import|export)(\s+type)?\s(?:[^'";]*?\sfrom\s)?\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g

/** Every import of the files that match. @param patterns globs from the root */
export function importsOf(patterns: readonly string[]): Import[] {
  const files = globSync([...patterns], { exclude: (name) => name === 'node_modules' })
  return files.flatMap((file) => importsIn(file, readFileSync(file, 'utf8')))
}

/** The imports of one file's text. */
export function importsIn(file: string, source: string): Import[] {
  return [...source.matchAll(STATEMENT)].map(([, , type, named, dynamic]) => {
    const path = (named ?? dynamic ?? '').replace(/\?.*$/, '')
    const typeOnly = type !== undefined
    if (path.startsWith('#')) return { from: file, to: path.slice(1), typeOnly }
    if (path.startsWith('.')) return { from: file, to: normalize(`${dirname(file)}/${path}`), typeOnly }
    return { from: file, to: path, typeOnly }
  })
}

/** The folder of the API that a file is in; null for `api/*.ts` and for what is elsewhere. */
function folderOf(file: string): string | null {
  const [root, folder, ...rest] = file.split('/')
  return root === 'api' && folder !== undefined && rest.length > 0 ? folder : null
}

/** The module of a file of the API, or null for what belongs to none: `api/*.ts`, `api/http`, `api/platform`. */
export function moduleOf(file: string): string | null {
  const folder = folderOf(file)
  return folder === 'http' || folder === 'platform' ? null : folder
}

/** Folders of the API that depend on each other in a circle, each circle once; empty when there is none. */
export function cyclesOf(imports: readonly Import[]): string[][] {
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [a, b] = [folderOf(from), folderOf(to)]
    if (a === null || b === null || a === b) continue
    graph.set(a, (graph.get(a) ?? new Set()).add(b))
  }
  const cycles: string[][] = []
  const finished = new Set<string>()
  const visit = (name: string, path: readonly string[]) => {
    const start = path.indexOf(name)
    if (start >= 0) return void cycles.push(path.slice(start))
    if (finished.has(name)) return
    for (const next of graph.get(name) ?? []) visit(next, [...path, name])
    finished.add(name)
  }
  for (const name of graph.keys()) visit(name, [])
  return cycles
}

export type Rule = { name: string; breaks(one: Import): boolean }

const under =
  (...folders: string[]) =>
  (file: string) =>
    folders.some((folder) => file.startsWith(`${folder}/`))
const isPackage = (path: string, ...names: string[]) =>
  names.some((name) => path === name || path.startsWith(`${name}/`))
const ours = under('api', 'domain', 'drizzle', 'src', 'local', 'tests', 'tools')
const isSchema = (file: string) => /(^|[/-])schema\.ts$/.test(file)
const isQueries = (file: string) => /(^|[/-])queries\.ts$/.test(file)
const isRoutes = (file: string) => /(^|[/-])routes\.ts$/.test(file)
const feature = (file: string) => /^src\/storefront\/([^/]+)\//.exec(file)?.[1]

/** The rules of the layout (docs/architecture.md, “The layout”). */
export const RULES: readonly Rule[] = [
  {
    name: 'the domain imports only itself',
    breaks: ({ from, to }) => from.startsWith('domain/') && !to.startsWith('domain/'),
  },
  {
    name: 'platform imports no module',
    breaks: ({ from, to }) => from.startsWith('api/platform/') && moduleOf(to) !== null,
  },
  {
    name: 'http imports no module',
    breaks: ({ from, to }) => from.startsWith('api/http/') && moduleOf(to) !== null,
  },
  {
    name: 'the API imports nothing of src',
    breaks: ({ from, to }) => from.startsWith('api/') && to.startsWith('src/'),
  },
  {
    name: 'a module imports of another its services, queries and schemas, never its routes or emails',
    breaks: ({ from, to }) => {
      const [a, b] = [moduleOf(from), moduleOf(to)]
      return a !== null && b !== null && a !== b && (isRoutes(to) || to.includes('/emails/'))
    },
  },
  {
    name: 'SQL only in queries, platform and drizzle',
    breaks: ({ from, to, typeOnly }) =>
      !typeOnly &&
      under('api', 'src')(from) &&
      !from.startsWith('api/platform/') &&
      from !== 'api/production-deps.ts' &&
      !isQueries(from) &&
      (isPackage(to, 'drizzle-orm') || to.startsWith('drizzle/schema/')),
  },
  {
    name: 'Hono only in routes and http',
    breaks: ({ from, to, typeOnly }) =>
      !typeOnly &&
      moduleOf(from) !== null &&
      !isRoutes(from) &&
      (isPackage(to, 'hono', 'hono-openapi') || (to.startsWith('api/http/') && !isSchema(to))),
  },
  {
    name: 'the browser imports of the API only schemas and types',
    breaks: ({ from, to, typeOnly }) =>
      from.startsWith('src/') &&
      !['src/fetch.ts', 'src/worker.ts', 'src/lib/shop-api.ts'].includes(from) &&
      under('api', 'drizzle')(to) &&
      !typeOnly &&
      !isSchema(to),
  },
  {
    name: 'one storefront feature does not import another',
    breaks: ({ from, to }) => {
      const [a, b] = [feature(from), feature(to)]
      return a !== undefined && b !== undefined && a !== b
    },
  },
  {
    name: 'nothing that is deployed imports stand-ins, tests or tools',
    breaks: ({ from, to }) =>
      under('api', 'domain', 'drizzle', 'src')(from) && ours(to) && under('local', 'tests', 'tools')(to),
  },
]
