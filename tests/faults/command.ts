import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build, toolEnv } from '#local/build.ts'
import { freePorts } from '#local/ports.ts'
import type { Report } from './report.ts'
import { playRounds } from './rounds.ts'

// npm run torture -- --runs 1000 --seed 1: so many small worlds in which everything fails that can; for every hundred of
// them a round on the built Worker, which is killed; orders of events and requests of the fuzz as many (docs/reliability.md).
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const USAGE = 'npm run torture -- --runs 1000 --seed 1 [--rounds 10] [--script]'
/** From so many worlds on it is a long run, of everything. */
const LONG = 100
const MOST = 2 ** 31

const asked = readArguments()
const folder = mkdtempSync(join(tmpdir(), 'apologize-torture-'))
const started = Date.now()
try {
  const workers = Math.min(availableParallelism(), asked.runs)
  console.log(`${asked.runs} worlds from seed ${asked.seed} on, ${workers} at a time …`)
  const reports = await Promise.all(Array.from({ length: workers }, (_, n) => share(n, workers)))
  let right = tell(reports)
  if (asked.rounds > 0) right = (await storms()) && right
  if (asked.runs >= LONG) right = longTests() && right
  process.exitCode = right ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function readArguments(): { runs: number; seed: number; rounds: number; script: boolean } {
  try {
    const options = {
      runs: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      rounds: { type: 'string' },
      script: { type: 'boolean', default: false },
    } as const
    const { values } = parseArgs({ options })
    const runs = whole('--runs', values.runs, 1)
    const rounds = whole('--rounds', values.rounds ?? String(Math.floor(runs / LONG)), 0)
    return { runs, seed: whole('--seed', values.seed, 0), rounds, script: values.script }
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

/** Every so-manieth world, in a process of its own. */
async function share(n: number, workers: number): Promise<Report> {
  const file = join(folder, `${n}.json`)
  const config = join('tests', 'faults', 'vitest.config.ts')
  const run = spawn('vitest', ['run', '--config', config, '--reporter=dot'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...toolEnv(),
      NODE_ENV: 'production',
      TORTURE_FIRST: String(asked.seed + n),
      TORTURE_EVERY: String(workers),
      TORTURE_RUNS: String(Math.ceil((asked.runs - n) / workers)),
      TORTURE_REPORT: file,
      ...(asked.script && { TORTURE_SCRIPT: '1' }),
    },
  })
  const [status] = await once(run, 'close')
  if (status !== 0) throw new Error('A process of the rig ended before its worlds did; see above.')
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}

/** @returns whether every world came out right */
function tell(reports: Report[]): boolean {
  const counts = new Map<string, number>()
  for (const report of reports) {
    for (const [what, times] of Object.entries(report.counts))
      counts.set(what, (counts.get(what) ?? 0) + times)
  }
  const failed = reports.flatMap((report) => report.failed).sort((one, other) => one.seed - other.seed)
  const runs = reports.reduce((sum, report) => sum + report.runs, 0)
  console.log('\nWhat happened in them:')
  for (const [what, times] of [...counts].sort()) console.log(`${String(times).padStart(9)}  ${what}`)
  for (const { seed, faults } of failed) {
    console.log(`\nSeed ${seed} came out wrong:\n  ${faults.join('\n  ')}`)
    console.log(`  Again: npm run torture -- --runs 1 --seed ${seed} --script`)
  }
  const seconds = (Date.now() - started) / 1000
  console.log(
    `\n${runs} worlds from seed ${asked.seed} on in ${seconds.toFixed(0)} s: ${failed.length} wrong`,
  )
  return failed.length === 0
}

/** @returns whether every round on the built Worker came out right */
async function storms(): Promise<boolean> {
  build(root)
  console.log(`\n${asked.rounds} rounds on the built Worker from seed ${asked.seed} on …`)
  const rounds = await playRounds((await freePorts()).shop, asked.seed, asked.rounds)
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

/** @returns whether the orders of events and the fuzz, which `npm test` runs short, pass at length */
function longTests(): boolean {
  const env = {
    ...toolEnv(),
    EVENT_ORDERS: String(Math.min(720, asked.runs)),
    FUZZ_RUNS: String(Math.min(200, Math.max(8, Math.floor(asked.runs / 10)))),
    FUZZ_SEED: String(asked.seed),
  }
  const files = ['tests/api/event-orders.test.ts', 'tests/api/fuzz.test.ts']
  // What takes seconds in `npm test` takes minutes here.
  const args = ['run', '--reporter=dot', '--testTimeout=3600000', ...files]
  return spawnSync('vitest', args, { cwd: root, stdio: 'inherit', env }).status === 0
}
