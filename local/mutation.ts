import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { type Target, targets } from '#tests/mutation/targets.ts'

// npm run mutation: changes the rules of the business one small thing at a time, and counts how often a test notices.
// npm run mutation -- money settle: only files whose path contains one of these words.
const ENOUGH = 95
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const folder = join(root, '.local', 'mutation')

type Result = Awaited<ReturnType<Stryker['runMutationTest']>>[number]

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
  const results = (await mutate(target)).filter(
    ({ status }) => status !== 'Ignored' && status !== 'CompileError',
  )
  all.push(...results)
  table.push(line(target.file, results))
  console.log(table.at(-1))
  for (const survivor of results.filter((result) => !isKilled(result))) console.log(wordsOf(survivor))
}
table.push(line('all', all))
const text = [...table, '', ...all.filter((result) => !isKilled(result)).map(wordsOf), ''].join('\n')
writeFileSync(join(folder, 'report.md'), text)
console.log(`\n${table.join('\n')}\n\nAlso in .local/mutation/report.md`)
process.exit(share(all) >= ENOUGH ? 0 : 1)

function mutate({ file, tests }: Target): Promise<Result[]> {
  process.env['MUTATION_TESTS'] = tests.join(',')
  // The lists of the domain are made while it loads.
  process.env['MUTATION_ISOLATE'] = file.startsWith('src/domain/') ? 'yes' : 'no'
  return new Stryker({
    mutate: [file],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false, pool: 'forks' },
    coverageAnalysis: 'perTest',
    // Among what is left out: the copies that earlier runs were made in.
    ignorePatterns: ['/.local', '/.astro', '/dist', '/docs', '/tests/e2e'],
    tempDirName: join(folder, 'sandbox'),
    reporters: process.env['MUTATION_PROGRESS'] ? ['progress-append-only'] : [],
    fileLogLevel: 'off',
    logLevel: 'error',
    allowEmpty: true,
    // The machine stays usable.
    concurrency: Number(process.env['MUTATION_WORKERS'] ?? 2),
    // A machine that does something else as well must not pass for an endless loop.
    timeoutMS: 60_000,
    timeoutFactor: 4,
  } as ConstructorParameters<typeof Stryker>[0]).runMutationTest()
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

function wordsOf({ fileName, location, mutatorName, replacement, status }: Result): string {
  const { line, column } = location.start
  const end = `${location.end.line}:${location.end.column}`
  return `- ${fileName.slice(fileName.indexOf('src/domain'))}:${line}:${column}-${end} ${mutatorName} (${status}) → ${replacement}`
}
