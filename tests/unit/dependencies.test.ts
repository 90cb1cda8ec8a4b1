import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const { scripts, dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
  'scripts' | 'dependencies' | 'devDependencies',
  Record<string, string>
>
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, object> }

const sourcesIn = (folders: readonly string[]) =>
  folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((name) => /\.(tsx?|astro|mjs|css)$/.test(name) && !name.includes('node_modules'))
    .map(read)
const shop = [...sourcesIn(['src', 'api', 'domain', 'drizzle', 'local']), read('astro.config.mjs')]

const isNamed = (name: string, sources: readonly string[]) =>
  sources.some((source) => ["'", '"'].some((quote) => new RegExp(`${quote}${name}[${quote}/]`).test(source)))

/** Peer dependencies: @astrojs/react renders with react-dom. */
const PEERS = ['react-dom']

test('every dependency is used by what builds or runs the shop', () => {
  const unused = Object.keys(dependencies).filter((name) => !isNamed(name, shop) && !PEERS.includes(name))
  expect(unused).toEqual([])
})

test('npm start, which leaves devDependencies out, imports none of them', () => {
  const imported = shop.flatMap((source) =>
    [...source.matchAll(/^import (?!type )(?:[^']* from )?'((?:@[^/']+\/)?[^/']+)/gm)].map(
      ([, name]) => name,
    ),
  )
  expect(imported).toContain('hono')
  expect(imported.filter((name = '') => name in devDependencies)).toEqual([])
})

/** Called by their names, or read by the type check. */
const COMMANDS = /^(@biomejs\/biome|@astrojs\/check|typescript|@types\/.*|schema-dts)$/

test('what one command of tools/ needs is not installed for all', () => {
  const tools = readdirSync(join(root, 'tools'), { withFileTypes: true }).flatMap((each) =>
    each.isDirectory() ? [sourcesIn([`tools/${each.name}`])] : [],
  )
  const others = [...sourcesIn(['tests']), read('drizzle.config.ts'), read('playwright.config.ts')]
  const users = (name: string) => [others, ...tools].filter((sources) => isNamed(name, sources)).length
  const ofOne = Object.keys(devDependencies).filter(
    (name) => !COMMANDS.test(name) && !isNamed(name, others) && users(name) < 2,
  )
  expect(ofOne).toEqual([])
})

test.each(['workerd', 'miniflare', 'wrangler'])(
  'one copy of %s is installed: dev and start run the same',
  (name) => {
    const copies = Object.keys(lock.packages).filter((path) => path.endsWith(`node_modules/${name}`))
    expect(copies).toEqual([`node_modules/${name}`])
  },
)

test('there is one icon library', () => {
  expect(Object.keys(dependencies).filter((name) => /lucide|icon/.test(name))).toEqual(['lucide-react'])
})

test('every command that a document names is there, and so is the file that it runs', () => {
  const documents = globSync(['{README,CONTRIBUTING,SECURITY}.md', 'docs/**/*.md', '.github/workflows/*'], {
    cwd: root,
  }).map(read)
  const named = documents.flatMap((text) =>
    [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name),
  )
  expect(named).toContain('check-content')
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
  const files = Object.values(scripts).flatMap((script) => script.match(/(?:local|tools)\/\S+/g) ?? [])
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
