import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runnerImport } from 'vite'
import { build } from '#local/build.ts'

// npm run bench -- growth routes worker: how fast the shop is (docs/performance.md). All parts unless some are named.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const { positionals } = parseArgs({ allowPositionals: true })
// Node reads no JSX, and the mails have some.
const load = <T>(path: string) =>
  runnerImport<T>(join(root, path), { configFile: false, root, logLevel: 'error' }).then(
    ({ module }) => module,
  )
const { PARTS } = await load<typeof import('./main.ts')>('tools/bench/main.ts')
const { markdown } = await load<typeof import('./report.ts')>('tools/bench/report.ts')

const wanted = positionals.length > 0 ? positionals : Object.keys(PARTS)
const unknown = wanted.filter((name) => !Object.hasOwn(PARTS, name))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')} in the bench. Its parts: ${Object.keys(PARTS).join(' ')}`)
  process.exit(1)
}
build(root)
const texts: string[] = []
let missed = 0
for (const name of wanted) {
  const sections = (await PARTS[name]?.()) ?? []
  const text = markdown(sections)
  missed += sections.flatMap(({ targets }) => targets).filter(({ met }) => !met).length
  console.log(`\n${text}`)
  texts.push(text)
}
const folder = join(root, '.local', 'bench')
mkdirSync(folder, { recursive: true })
const file = join(folder, `${new Date().toISOString().slice(0, 16).replace(':', '-')}.md`)
writeFileSync(file, texts.join('\n'))
console.log(`Written to ${file}. ${missed === 0 ? 'Every target is met.' : `${missed} targets are missed.`}`)
process.exit(0)
