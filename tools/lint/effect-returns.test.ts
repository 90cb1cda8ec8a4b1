import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const REFUSED = [
  'useEffect(() => box.current?.scrollTo(0, 1), [])',
  'useEffect(() => setOpen(false), [])',
  'useEffect(async () => {}, [])',
  'useEffect(() => { if (!open) return element.close() }, [])',
  'useLayoutEffect(() => { for (const each of all) if (each.empty) return each.focus() }, [])',
]
const ACCEPTED = [
  'useEffect(() => { box.current?.scrollTo(0, 1) }, [])',
  'useEffect(() => { const timer = setTimeout(look, 1); return () => clearTimeout(timer) }, [])',
  'useEffect(() => { const stop = keep(); return stop }, [])',
  'useEffect(() => { if (!open) return; found.map((each) => { return each.name() }) }, [])',
]

let folder = ''
let report = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'effect-returns-'))
  const plugins = [resolve('tools/lint/effect-returns.grit')]
  const config = { root: true, plugins, linter: { rules: { preset: 'none' } } }
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(config))
  for (const [n, line] of [...REFUSED, ...ACCEPTED].entries()) {
    writeFileSync(join(folder, `case-${n}.tsx`), `function Shown() {\n  ${line}\n}\n`)
  }
  const biome = resolve('node_modules/.bin/biome')
  const { stdout, stderr } = spawnSync(biome, ['lint', '.'], { cwd: folder, encoding: 'utf8' })
  report = stdout + stderr
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each(REFUSED.map((line, n) => [line, n] as const))(
  'lint refuses an effect that returns what a call returns: %s',
  (_, n) => {
    expect(report).toContain(`case-${n}.tsx:2:`)
    expect(report).toContain('React calls what an effect returns')
  },
)

test.each(ACCEPTED.map((line, n) => [line, n + REFUSED.length] as const))(
  'lint accepts an effect that returns nothing or a function: %s',
  (_, n) => {
    expect(report).toContain(`Checked ${REFUSED.length + ACCEPTED.length + 1} files`)
    expect(report).not.toContain(`case-${n}.tsx`)
  },
)
