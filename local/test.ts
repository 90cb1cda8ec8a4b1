import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from './browser-programs.ts'
import { build, toolEnv } from './build.ts'
import { failureText, PlainError } from './failure.ts'
import { freePorts } from './ports.ts'

// npm test: format and lint, types, unit and API tests, the build, and the browser tests against it.
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const results = mkdtempSync(join(tmpdir(), 'apologize-results-'))

let passed = 0
let failed = 0
try {
  step('Format and lint', 'biome', ['check', '--error-on-warnings', '.'])
  const types = meanwhile('astro', ['check'])
  tests('Unit and API', 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${join(results, 'vitest.json')}`,
  ])
  heading('Types')
  await types.end()
  heading('Build')
  build(root)
  tests('Bench, in short', 'vitest', [
    'run',
    '--config=tools/bench/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${join(results, 'vitest-bench.json')}`,
  ])
  heading('Browser')
  const chromium = await findChromium(process.env)
  const { shop } = await freePorts()
  tests('End to end', 'playwright', ['test'], {
    E2E_PORT: String(shop),
    E2E_RESULTS: join(results, 'playwright.json'),
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
  })
} catch (error) {
  showFailedPages()
  console.error(`\n${failureText(error)}`)
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
  if (done.status !== 0) throw new PlainError(`${name}: failed.`)
}

/** A step that runs beside the next ones, which wait for others most of the time; `end` waits for it and shows what it said. */
function meanwhile(command: string, args: string[]) {
  const run = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: toolEnv() })
  const said: Buffer[] = []
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (part: Buffer) => said.push(part))
  const over = once(run, 'close')
  process.once('exit', () => run.kill())
  return {
    end: async () => {
      const [status] = await over
      process.stdout.write(Buffer.concat(said))
      if (status !== 0) throw new PlainError(`${command} ${args.join(' ')}: failed.`)
    },
  }
}

/** What the pages of failed browser tests held in the end: whoever reads only the output can tell what had happened. */
function showFailedPages(): void {
  const folder = join(root, 'test-results')
  for (const test of existsSync(folder) ? readdirSync(folder) : []) {
    const file = join(folder, test, 'error-context.md')
    if (!existsSync(file)) continue
    const [, page] = /```yaml\n([\s\S]*?)```/.exec(readFileSync(file, 'utf8')) ?? []
    if (page) console.log(`\n${test}\n${page}`)
  }
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
  const playwright = join(results, 'playwright.json')
  passed = 0
  failed = 0
  for (const name of ['vitest.json', 'vitest-bench.json']) {
    const file = join(results, name)
    if (!existsSync(file)) continue
    const report = JSON.parse(readFileSync(file, 'utf8')) as {
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
