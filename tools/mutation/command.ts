import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { toolEnv } from '#local/build.ts'
import { type Target, targets } from './targets.ts'

// npm run mutation: changes the business rules one small thing at a time, and counts how often a test fails.
// npm run mutation -- money settle: only files whose path contains one of these words.
/** The command fails below this share of killed mutants, in percent. */
const MIN_KILLED_PERCENT = 95
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const folder = join(root, '.local', 'mutation')

type Place = { line: number; column: number }
/** A mutant, as Stryker's report in JSON has it (mutation-testing-report-schema). */
type Mutant = {
  status: string
  mutatorName: string
  replacement?: string
  location: { start: Place; end: Place }
}
type Result = Mutant & { file: string }

const { positionals } = parseArgs({ allowPositionals: true })
const chosen = targets(root).filter(
  ({ file }) => positionals.length === 0 || positionals.some((word) => file.includes(word)),
)
const untested = chosen.filter(({ tests }) => tests.length === 0).map(({ file }) => file)
if (chosen.length === 0 || untested.length > 0) {
  console.error(chosen.length === 0 ? 'No such file.' : `No test imports ${untested.join(', ')}.`)
  process.exit(1)
}

mkdirSync(folder, { recursive: true })
const table: string[] = ['| file | mutants | killed | survived |', '|---|---|---|---|']
const all: Result[] = []
for (const target of chosen) {
  const results = mutate(target).filter(({ status }) => status !== 'Ignored' && status !== 'CompileError')
  all.push(...results)
  table.push(line(target.file, results))
  console.log(table.at(-1))
  for (const survivor of results.filter((result) => !isKilled(result))) console.log(describeMutant(survivor))
}
table.push(line('all', all))
const text = [...table, '', ...all.filter((result) => !isKilled(result)).map(describeMutant), ''].join('\n')
writeFileSync(join(folder, 'report.md'), text)
console.log(`\n${table.join('\n')}\n\nAlso in .local/mutation/report.md`)
process.exit(share(all) >= MIN_KILLED_PERCENT ? 0 : 1)

/** @throws Error when Stryker could not run */
function mutate({ file, tests }: Target): Result[] {
  const report = join(folder, 'report.json')
  const settings = join(folder, 'settings.json')
  const pure = file.startsWith('domain/')
  const options = {
    mutate: [file],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false, pool: 'forks' },
    coverageAnalysis: 'perTest',
    ignorePatterns: ['/.astro', '/dist', '/docs', '/tests/e2e', '/tools/mutation/stryker/node_modules'],
    tempDirName: join(folder, 'sandbox'),
    reporters: ['json', ...(process.env['MUTATION_PROGRESS'] ? ['progress-append-only'] : [])],
    jsonReporter: { fileName: report },
    logLevel: 'error',
    allowEmpty: true,
    concurrency: Number(process.env['MUTATION_WORKERS'] ?? 2),
    // Generous, so that a busy machine does not look like an endless loop.
    timeoutMS: pure ? 10_000 : 60_000,
    timeoutFactor: 4,
  }
  writeFileSync(settings, JSON.stringify(options))
  const env = {
    ...toolEnv(),
    MUTATION_TESTS: tests.join(','),
    // The domain's lists are computed at load time.
    MUTATION_ISOLATE: pure ? 'yes' : 'no',
  }
  const stryker = join(import.meta.dirname, 'stryker', 'node_modules', '.bin', 'stryker')
  const done = spawnSync(stryker, ['run', settings], { cwd: root, stdio: 'inherit', env })
  if (done.status !== 0) throw new Error(`Stryker could not try ${file}.`)
  const { files } = JSON.parse(readFileSync(report, 'utf8')) as {
    files: Record<string, { mutants: Mutant[] }>
  }
  return Object.values(files).flatMap(({ mutants }) => mutants.map((mutant) => ({ ...mutant, file })))
}

function isKilled({ status }: Result): boolean {
  return status === 'Killed' || status === 'Timeout' || status === 'RuntimeError'
}

function share(results: readonly Result[]): number {
  return results.length === 0 ? 100 : (100 * results.filter(isKilled).length) / results.length
}

function line(name: string, results: readonly Result[]): string {
  const killed = results.filter(isKilled).length
  return `| ${name} | ${results.length} | ${share(results).toFixed(1)} % | ${results.length - killed} |`
}

function describeMutant({ file, location, mutatorName, replacement, status }: Result): string {
  const { line, column } = location.start
  const end = `${location.end.line}:${location.end.column}`
  return `- ${file}:${line}:${column}-${end} ${mutatorName} (${status}) → ${replacement}`
}
