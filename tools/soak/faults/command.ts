import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build, toolEnv } from '#local/build.ts'
import { reservePorts } from '#local/ports.ts'
import type { Report } from './report.ts'
import { runRounds } from './worker-rounds.ts'

// npm run faults -- --runs 1000 --seed 1: that many simulated runs with injected faults; for every hundred a round
// against the built Worker, which is killed (docs/reliability.md).
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
const USAGE = 'npm run faults -- --runs 1000 --seed 1 [--rounds 10] [--trace]'
/** A round at the built Worker for so many runs. */
const RUNS_A_ROUND = 100
const MOST = 2 ** 31

const asked = readArguments()
const folder = mkdtempSync(join(tmpdir(), 'apologize-faults-'))
const started = Date.now()
try {
  const workers = Math.min(availableParallelism(), asked.runs)
  console.log(`${asked.runs} simulated runs from seed ${asked.seed} on, ${workers} at a time …`)
  const reports = await Promise.all(Array.from({ length: workers }, (_, n) => share(n, workers)))
  let passed = printReport(reports)
  if (asked.rounds > 0) passed = (await workerRounds()) && passed
  process.exitCode = passed ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function readArguments(): { runs: number; seed: number; rounds: number; trace: boolean } {
  try {
    const options = {
      runs: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      rounds: { type: 'string' },
      trace: { type: 'boolean', default: false },
    } as const
    const { values } = parseArgs({ options })
    const runs = whole('--runs', values.runs, 1)
    const rounds = whole('--rounds', values.rounds ?? String(Math.floor(runs / RUNS_A_ROUND)), 0)
    return { runs, seed: whole('--seed', values.seed, 0), rounds, trace: values.trace }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    process.exit(2)
  }
}

function whole(name: string, text: string, least: number): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && number < MOST) return number
  throw new Error(`${name} takes a whole number from ${least} on, not “${text}”.`)
}

/** Runs every n-th seed in a process of its own. */
async function share(n: number, workers: number): Promise<Report> {
  const file = join(folder, `${n}.json`)
  const config = join('tools', 'soak', 'faults', 'vitest.config.ts')
  const run = spawn('vitest', ['run', '--config', config, '--reporter=dot'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...toolEnv(),
      NODE_ENV: 'production',
      FAULTS_FIRST: String(asked.seed + n),
      FAULTS_EVERY: String(workers),
      FAULTS_RUNS: String(Math.ceil((asked.runs - n) / workers)),
      FAULTS_REPORT: file,
      ...(asked.trace && { FAULTS_TRACE: '1' }),
    },
  })
  const [status] = await once(run, 'close')
  if (status !== 0) throw new Error('A process ended before its runs did; see above.')
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}

/** @returns whether every run was without faults */
function printReport(reports: Report[]): boolean {
  const counts = new Map<string, number>()
  for (const report of reports) {
    for (const [what, times] of Object.entries(report.counts))
      counts.set(what, (counts.get(what) ?? 0) + times)
  }
  const all = (what: keyof Report['measured']) =>
    reports.flatMap(({ measured }) => measured[what]).sort((one, other) => one - other)
  const failed = reports.flatMap((report) => report.failed).sort((one, other) => one.seed - other.seed)
  const runs = reports.reduce((sum, report) => sum + report.runs, 0)
  console.log('\nWhat happened:')
  for (const [what, times] of [...counts].sort()) console.log(`${String(times).padStart(9)}  ${what}`)
  printTimes('from a no to the next florist', all('afterNo'))
  printTimes('from a deadline to the next florist', all('afterDeadline'))
  printTimes('from the message of a broken promise to the promised time', all('beforePromise'))
  for (const { seed, faults } of failed) {
    console.log(`\nSeed ${seed} failed:\n  ${faults.join('\n  ')}`)
    console.log(`  Again: npm run faults -- --runs 1 --seed ${seed} --trace`)
  }
  const seconds = (Date.now() - started) / 1000
  console.log(
    `\n${runs} simulated runs from seed ${asked.seed} on in ${seconds.toFixed(0)} s: ${failed.length} wrong`,
  )
  return failed.length === 0
}

/** @param sorted milliseconds */
function printTimes(what: string, sorted: number[]): void {
  const at = (share: number) => ((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) / 1000).toFixed(1)
  console.log(
    `${String(sorted.length).padStart(9)}  ${what}: ${at(0)} to ${at(1)} s, half of them within ${at(0.5)} s`,
  )
}

/** @returns whether every round against the built Worker was without faults */
async function workerRounds(): Promise<boolean> {
  build(root)
  console.log(`\n${asked.rounds} rounds on the built Worker from seed ${asked.seed} on …`)
  const rounds = await runRounds((await reservePorts()).shop, asked.seed, asked.rounds)
  const counts = new Map<string, number>()
  for (const round of rounds) {
    for (const [what, times] of Object.entries(round.counts))
      counts.set(what, (counts.get(what) ?? 0) + times)
  }
  for (const [what, times] of [...counts].sort()) console.log(`${String(times).padStart(9)}  ${what}`)
  const wrong = rounds.filter(({ faults }) => faults.length > 0)
  console.log(`\n${rounds.length} rounds: ${wrong.length} wrong`)
  return wrong.length === 0
}
