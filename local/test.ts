import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium, findHeadlessShell } from './browser-programs.ts'
import { toolEnv } from './build.ts'
import { failureText, PlainError } from './failure.ts'
import { freePorts } from './ports.ts'

// npm test: format and lint, types, unit and API tests, the build, the bench in short, and the browser tests.
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const results = mkdtempSync(join(tmpdir(), 'apologize-results-'))
const UNIT_RESULTS = join(results, 'vitest.json')
const BENCH_RESULTS = join(results, 'vitest-bench.json')
const BROWSER_RESULTS = join(results, 'playwright.json')

let failure: unknown
let typesBuildAndBench: Promise<string[]> | undefined
// A browser that is missing is downloaded beside the other tests. A failure is reported when it is needed.
const chromiumFound = findChromium(process.env)
chromiumFound.catch(() => {})
try {
  await step('Format and lint', 'biome', ['check', '--error-on-warnings', '.'])
  typesBuildAndBench = checkTypesBuildAndBench()
  // Its failure is reported when its turn comes.
  typesBuildAndBench.catch(() => {})
  await step('Unit and API', 'vitest', vitestArgs(UNIT_RESULTS))
  heading('Types, build and bench')
  for (const output of await typesBuildAndBench) process.stdout.write(output)
  heading('Browser')
  const chromium = await chromiumFound
  const headlessShell = findHeadlessShell(process.env)
  const { shop } = await freePorts()
  await step('End to end', 'playwright', ['test'], {
    E2E_PORT: String(shop),
    E2E_RESULTS: BROWSER_RESULTS,
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
    ...(headlessShell ? { HEADLESS_SHELL_PATH: headlessShell } : {}),
  })
} catch (error) {
  showFailedPages()
  console.error(`\n${failureText(error)}`)
  failure = error
}
// A build that is cut off would leave half a dist/ behind; and what failed beside failed unit tests is told as well.
await typesBuildAndBench?.catch((error: unknown) => {
  if (error !== failure) console.error(`\n${failureText(error)}`)
})
const { passed, failed } = countTests()
rmSync(results, { recursive: true, force: true })
console.log(`\n${passed} passed, ${failure ? Math.max(failed, 1) : failed} failed`)
process.exit(failure || failed > 0 ? 1 : 0)

function heading(name: string): void {
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 60 - name.length))}\n`)
}

async function step(
  name: string,
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  heading(name)
  const run = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...toolEnv(), ...env } })
  const [status] = await once(run, 'close')
  if (status !== 0) throw new PlainError(`${name}: failed.`)
}

/**
 * Runs beside the unit tests, which leave a part of the cores idle. One after the other: types and build both write
 * .astro/, and the bench needs what was built.
 * @returns what they printed
 * @throws PlainError with the output of the one that failed
 */
async function checkTypesBuildAndBench(): Promise<string[]> {
  const types = await outputOf('Types', 'astro', ['check'])
  const buildHere = "import('./local/build.ts').then(({ build }) => build(process.cwd()))"
  const build = await outputOf('Build', process.execPath, ['--input-type=module', '--eval', buildHere])
  const bench = vitestArgs(BENCH_RESULTS, '--config=tools/bench/vitest.config.ts')
  return [types, build, await outputOf('Bench, in short', 'vitest', bench)]
}

function vitestArgs(resultFile: string, ...args: string[]): string[] {
  return ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile=${resultFile}`]
}

async function outputOf(name: string, command: string, args: string[]): Promise<string> {
  const run = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: toolEnv() })
  const output: Buffer[] = []
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (part: Buffer) => output.push(part))
  const [status] = await once(run, 'close')
  const text = Buffer.concat(output).toString()
  if (status !== 0) throw new PlainError(`${text}\n${name}: failed.`)
  return text
}

/** Prints the final content of the pages of failed browser tests, for logs that come without the report. */
function showFailedPages(): void {
  const folder = join(root, 'test-results')
  for (const test of existsSync(folder) ? readdirSync(folder) : []) {
    const file = join(folder, test, 'error-context.md')
    if (!existsSync(file)) continue
    const [, page] = /```yaml\n([\s\S]*?)```/.exec(readFileSync(file, 'utf8')) ?? []
    if (page) console.log(`\n${test}\n${page}`)
  }
}

/** How many tests the reports name; a step that did not run has none. */
function countTests(): { passed: number; failed: number } {
  let passed = 0
  let failed = 0
  for (const file of [UNIT_RESULTS, BENCH_RESULTS].filter(existsSync)) {
    const report = JSON.parse(readFileSync(file, 'utf8')) as {
      numPassedTests: number
      numFailedTests: number
    }
    passed += report.numPassedTests
    failed += report.numFailedTests
  }
  if (existsSync(BROWSER_RESULTS)) {
    const { stats } = JSON.parse(readFileSync(BROWSER_RESULTS, 'utf8')) as {
      stats: { expected: number; unexpected: number; flaky: number }
    }
    passed += stats.expected
    failed += stats.unexpected + stats.flaky
  }
  return { passed, failed }
}
