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

// npm test: format and lint, types, unit and API tests, the build, and the browser tests against it.
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const results = mkdtempSync(join(tmpdir(), 'apologize-results-'))

let passed = 0
let failed = 0
let typesAndBuild: Promise<string[]> | undefined
// A browser that is missing is downloaded beside the other tests. A failure is reported when it is needed.
const chromiumFound = findChromium(process.env)
chromiumFound.catch(() => {})
try {
  await step('Format and lint', 'biome', ['check', '--error-on-warnings', '.'])
  typesAndBuild = checkTypesAndBuild()
  // Its failure is reported when its turn comes.
  typesAndBuild.catch(() => {})
  await tests('Unit and API', 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${join(results, 'vitest.json')}`,
  ])
  heading('Types and build')
  for (const output of await typesAndBuild) process.stdout.write(output)
  await tests('Bench, in short', 'vitest', [
    'run',
    '--config=tools/bench/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${join(results, 'vitest-bench.json')}`,
  ])
  heading('Browser')
  const chromium = await chromiumFound
  const headlessShell = findHeadlessShell(process.env)
  const { shop } = await freePorts()
  await tests('End to end', 'playwright', ['test'], {
    E2E_PORT: String(shop),
    E2E_RESULTS: join(results, 'playwright.json'),
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
    ...(headlessShell ? { HEADLESS_SHELL_PATH: headlessShell } : {}),
  })
} catch (error) {
  showFailedPages()
  console.error(`\n${failureText(error)}`)
  failed = Math.max(failed, 1)
} finally {
  // A build that is cut off would leave half a dist/ behind.
  await typesAndBuild?.catch(() => {})
  rmSync(results, { recursive: true, force: true })
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

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
 * Runs beside the unit tests, which leave a part of the cores idle. One after the other: both write .astro/.
 * @returns what they printed
 * @throws PlainError with the output of the one that failed
 */
async function checkTypesAndBuild(): Promise<string[]> {
  const types = await outputOf('Types', 'astro', ['check'])
  const buildHere = "import('./local/build.ts').then(({ build }) => build(process.cwd()))"
  return [types, await outputOf('Build', process.execPath, ['--input-type=module', '--eval', buildHere])]
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

/** A step that counts its tests in a JSON report. */
async function tests(
  name: string,
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  try {
    await step(name, command, args, env)
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
