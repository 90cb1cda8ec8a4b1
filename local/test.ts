import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserEnv } from './browser-programs.ts'
import { logFlaky, readBrowserReport } from './browser-report.ts'
import { toolEnv } from './build.ts'
import { ROOT } from './command.ts'
import { failureText, PlainError } from './failure.ts'

// npm test: format and lint; then the unit and API tests, and beside them the build, the tests of what was built, types, and the
// tests of the commands. On two cores both take as long. Types come after the build: both write .astro/.
const results = mkdtempSync(join(tmpdir(), 'apologize-results-'))
const UNIT_RESULTS = join(results, 'vitest.json')
const COMMAND_RESULTS = join(results, 'vitest-commands.json')
const WORKER_RESULTS = join(results, 'vitest-worker.json')
const BROWSER_RESULTS = join(results, 'playwright.json')
/** Browser tests that passed only at the second try, in the last runs. */
const FLAKY_LOG = join(ROOT, '.local', 'gate', 'flaky.json')

// Room for what is young: a tenth of the tools' time.
const { NODE_OPTIONS = '' } = process.env
const env = { ...toolEnv(), NODE_OPTIONS: `${NODE_OPTIONS} --max-semi-space-size=64` }

/** Output of the steps beside the others; null once the others are done, and everything is shown at once. */
let held: Buffer[] | null = []

// A browser that is missing is downloaded beside the other tests. A failure is reported when it is needed.
const browserFound = browserEnv(process.env)
browserFound.catch(() => {})
const failures = new Set<unknown>()
const failed = (error: unknown) => failures.add(error)
try {
  await step('Format and lint', 'biome', ['check', '--error-on-warnings', '.'])
  const others = builtTests()
    .catch(failed)
    .then(() => stepBeside('Types', 'astro', ['check']))
    .catch(failed)
    .then(() => stepBeside('Commands', 'vitest', vitestArgs(COMMAND_RESULTS, 'tests/local')))
    .catch(failed)
  // One core is for the steps beside them.
  const workers = Math.max(1, availableParallelism() - 1)
  const unitArgs = vitestArgs(UNIT_RESULTS, 'tests/unit', 'tests/api', `--maxWorkers=${workers}`)
  await step('Unit and API', 'vitest', unitArgs).catch(failed)
  for (const part of held ?? []) process.stdout.write(part)
  held = null
  await others
} catch (error) {
  failed(error)
}
const counts = countTests()
if (existsSync(BROWSER_RESULTS)) showBrowserTests()
for (const failure of failures) console.error(`\n${failureText(failure)}`)
rmSync(results, { recursive: true, force: true })
const isRed = failures.size > 0 || counts.failed > 0
console.log(`\n${counts.passed} passed, ${isRed ? Math.max(counts.failed, 1) : 0} failed`)
process.exit(isRed ? 1 : 0)

/** The build and the tests of what was built. @throws PlainError when one fails */
async function builtTests(): Promise<void> {
  const buildHere = "import('./local/build.ts').then(({ build }) => build(process.cwd()))"
  await stepBeside('Build', process.execPath, ['--input-type=module', '--eval', buildHere])
  const workerArgs = vitestArgs(WORKER_RESULTS, '--config=tests/worker/vitest.config.ts')
  await stepBeside('The built Worker, over HTTP', 'vitest', workerArgs).catch(failed)
  await stepBeside('End to end', 'playwright', ['test'], {
    E2E_RESULTS: BROWSER_RESULTS,
    ...(await browserFound),
  })
}

/** Runs a step and shows what it prints. @throws PlainError when it fails */
async function step(name: string, command: string, args: string[]): Promise<void> {
  process.stdout.write(heading(name))
  const run = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env })
  await succeeded(name, run)
}

/** Runs a step beside the others: what it prints is shown once they are done. @throws PlainError when it fails */
async function stepBeside(
  name: string,
  command: string,
  args: string[],
  added: NodeJS.ProcessEnv = {},
): Promise<void> {
  show(Buffer.from(heading(name)))
  const run = spawn(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, ...added },
  })
  for (const stream of [run.stdout, run.stderr]) stream.on('data', show)
  await succeeded(name, run)
}

function show(part: Buffer): void {
  if (held) held.push(part)
  else process.stdout.write(part)
}

function heading(name: string): string {
  return `\n── ${name} ${'─'.repeat(Math.max(0, 60 - name.length))}\n\n`
}

async function succeeded(name: string, run: ChildProcess): Promise<void> {
  const [status] = await once(run, 'close')
  if (status !== 0) throw new PlainError(`${name}: failed.`)
}

function vitestArgs(resultFile: string, ...args: string[]): string[] {
  return ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile=${resultFile}`]
}

/** Prints what the pages of failed browser tests held, and those that passed only at the second try. */
function showBrowserTests(): void {
  const { failed, flaky } = readBrowserReport(BROWSER_RESULTS)
  for (const { name, page } of failed) console.log(`\nFailed: ${name}\n${page ?? ''}`)
  for (const { name, page } of flaky) {
    console.log(
      `\nFlaky, passed at the second try: ${name}\nAt the first its page held:\n${page ?? 'nobody knows'}`,
    )
  }
  const tooOften = logFlaky(
    FLAKY_LOG,
    new Date().toISOString(),
    flaky.map(({ name }) => name),
  )
  if (tooOften.length > 0)
    failures.add(new PlainError(`Flaky in two of the last runs:\n${tooOften.join('\n')}`))
}

/** Counts the tests in the reports; a step that did not run has none. */
function countTests(): { passed: number; failed: number } {
  let passed = 0
  let failed = 0
  for (const file of [UNIT_RESULTS, COMMAND_RESULTS, WORKER_RESULTS].filter(existsSync)) {
    const report = JSON.parse(readFileSync(file, 'utf8')) as {
      numPassedTests: number
      numFailedTests: number
    }
    passed += report.numPassedTests
    failed += report.numFailedTests
  }
  if (existsSync(BROWSER_RESULTS)) {
    const report = readBrowserReport(BROWSER_RESULTS)
    passed += report.passed + report.flaky.length
    failed += report.failed.length
  }
  return { passed, failed }
}
