import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, toolEnv } from './build.ts'
import { findChromium } from './chromium.ts'
import { isFree } from './ports.ts'

// npm test: format and lint, types, unit and API tests, the build, and the browser tests against it.
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const results = mkdtempSync(join(tmpdir(), 'apologize-results-'))

let passed = 0
let failed = 0
try {
  step('Format and lint', 'biome', ['check', '--error-on-warnings', '.'])
  step('Types', 'astro', ['check'])
  tests('Unit and API', 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${join(results, 'vitest.json')}`,
  ])
  heading('Build')
  build(root)
  heading('Browser')
  const chromium = await findChromium(process.env)
  const port = await freePort()
  tests('End to end', 'playwright', ['test'], {
    E2E_PORT: String(port),
    E2E_RESULTS: join(results, 'playwright.json'),
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
  })
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`)
  failed = Math.max(failed, 1)
} finally {
  rmSync(results, { recursive: true, force: true })
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function heading(name: string): void {
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 60 - name.length))}\n`)
}

function step(name: string, command: string, args: string[], env: NodeJS.ProcessEnv = {}): void {
  heading(name)
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...toolEnv(), ...env } })
  if (done.status !== 0) throw new Error(`${name}: failed.`)
}

/** A step that counts its tests in a JSON report. */
function tests(name: string, command: string, args: string[], env: NodeJS.ProcessEnv = {}): void {
  try {
    step(name, command, args, env)
  } finally {
    count()
  }
}

function count(): void {
  const vitest = join(results, 'vitest.json')
  const playwright = join(results, 'playwright.json')
  passed = 0
  failed = 0
  if (existsSync(vitest)) {
    const report = JSON.parse(readFileSync(vitest, 'utf8')) as {
      numPassedTests: number
      numFailedTests: number
    }
    passed += report.numPassedTests
    failed += report.numFailedTests
  }
  if (existsSync(playwright)) {
    const { stats } = JSON.parse(readFileSync(playwright, 'utf8')) as {
      stats: { expected: number; unexpected: number; flaky: number }
    }
    passed += stats.expected
    failed += stats.unexpected + stats.flaky
  }
}

/** A base port whose four neighbours are free too. */
async function freePort(): Promise<number> {
  for (let base = 18_787; base < 28_787; base += 100) {
    const free = await Promise.all([0, 1, 2, 3, 4].map((offset) => isFree(base + offset)))
    if (free.every(Boolean)) return base
  }
  throw new Error('There are no free ports for the browser tests.')
}
