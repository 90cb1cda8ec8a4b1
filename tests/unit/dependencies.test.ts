import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
}

const sources = ['src', 'api', 'drizzle']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((name) => /\.(tsx?|astro|mjs|css)$/.test(name))
  .concat('astro.config.mjs')
  .map((name) => readFileSync(join(root, name), 'utf8'))

/** Peer dependencies: @astrojs/react renders with react-dom. */
const PEERS = ['react-dom']

const isImported = (name: string) =>
  sources.some((source) => source.includes(`'${name}'`) || source.includes(`'${name}/`))

test('every dependency is imported by what is deployed', () => {
  const unused = Object.keys(dependencies).filter((name) => !isImported(name) && !PEERS.includes(name))
  expect(unused).toEqual([])
})

test('there is one icon library', () => {
  expect(Object.keys(dependencies).filter((name) => /lucide|icon/.test(name))).toEqual(['lucide-react'])
})
