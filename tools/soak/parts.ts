import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserEnv } from '#local/browser-programs.ts'
import { toolEnv } from '#local/build.ts'
import { type Find, findsOfPlaywright, findsOfVitest } from './finds.ts'

/** The task of a part. `test`: one of its tests only, as a find names it. `minutesLeft`: of the whole soak. */
export type Asked = { root: string; seed: number; test: string | null; minutesLeft: number }

type Part = (asked: Asked) => Promise<Find[]>

/** The niceness of what computes: the browser tests need the processor more, to get through in twenty minutes. */
const BEHIND = 10

/** Browser tests that use forms, dialogs and lists; the others measure pixels, or look at a page before its scripts run. */
const TRANSLATED = String.raw`/(admin-(account|assign|bulk|dashboard|keyboard|lists|mail|markets|orders|problems|products|saved-views|shop-orders|shops|users|waitlist)|bouquets|faq|florist-(deadlines|journey)|login|manage|market-without-florist|promise-choice|purchase|shop-order-writing|sold-out|undo|waitlist|zones)\.spec\.ts$`

/** Everything that the soak runs, in two lanes beside each other: what computes, and what looks at a browser. */
export const LANES: readonly Record<string, Part>[] = [
  {
    rules: (asked) => vitest('rules', asked, { SOAK_TIMES: '100', SOAK_FOLDERS: 'unit' }),
    api: (asked) => vitest('api', asked, { SOAK_TIMES: '10', SOAK_FOLDERS: 'api,local' }),
    'simulated-days': (asked) => faults(asked, ['--runs', '300', '--rounds', '0']),
    crowd: (asked) => vitest('crowd', asked, {}, 'tests/worker/vitest.config.ts'),
    'crash-rounds': (asked) => faults(asked, ['--runs', '1', '--rounds', '8']),
    tools: (asked) => vitest('tools', asked, {}, 'tools/vitest.config.ts'),
  },
  {
    // Together they take more than twenty minutes: the shoppers' come first.
    shop: (asked) => browser('shop', asked, String.raw`/(?!admin-)[^/]+\.spec\.ts$`),
    office: (asked) => browser('office', asked, String.raw`/admin-[^/]+\.spec\.ts$`),
    translated: (asked) => browser('translated', asked, TRANSLATED, { SOAK_TRANSLATED: '1' }),
    engines,
  },
]

/** Tests of Vitest, with everything random in them drawn from the seed. */
async function vitest(
  part: string,
  { root, seed, test }: Asked,
  env: Record<string, string>,
  config = 'tools/soak/vitest.config.ts',
): Promise<Find[]> {
  const [file, ...titles] = test?.split(' > ') ?? []
  const only =
    titles.length > 0 ? ['-t', `^${titles.join(' > ').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`] : []
  return withReport(async (report) => {
    const args = [
      'run',
      `--config=${config}`,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]
    const all = [...args, ...(file ? [file] : []), ...only]
    const { output } = await run(root, 'vitest', all, { SOAK_SEED: String(seed), ...env }, BEHIND)
    return existsSync(report) ? findsOfVitest(report, { root, part, seed }) : [stopped(part, seed, output)]
  })
}

/** The browser tests of some files, each tried once, with answers that come when they come. */
async function browser(
  part: string,
  { root, seed, test, minutesLeft }: Asked,
  files: string,
  env: Record<string, string> = {},
): Promise<Find[]> {
  return withReport(async (report) => {
    const limit = test === null ? [files, `--global-timeout=${Math.ceil(minutesLeft * 60_000)}`] : [test]
    const { output } = await run(root, 'playwright', ['test', '--reporter=json', ...limit], {
      ...(await browserEnv(process.env)),
      SOAK_SEED: String(seed),
      ...env,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    })
    return existsSync(report) ? findsOfPlaywright(report, { part, seed }) : [stopped(part, seed, output)]
  })
}

/** The purchase in Chromium, Firefox and WebKit. */
async function engines({ root, seed }: Asked): Promise<Find[]> {
  const args = ['local/boot.mjs', 'tools/soak/engines/command.ts']
  const { status, output } = await run(root, process.execPath, args)
  return status === 0 ? [] : [{ ...stopped('engines', seed, output), again: 'npm run browsers' }]
}

/** Simulated days and rounds at the built Worker, with failures drawn from the seed. */
async function faults({ root, seed }: Asked, args: string[]): Promise<Find[]> {
  const all = ['tools/soak/faults/command.ts', ...args, '--seed', String(seed)]
  const { status, output } = await run(root, process.execPath, all, {}, BEHIND)
  if (status === 0) return []
  const again = [...output.matchAll(/Again: (.*)/g)].map(([, command]) => command ?? '')
  const whole = `npm run faults -- ${args.join(' ')} --seed ${seed}`
  return (again.length > 0 ? again : [whole]).map((command) => ({
    ...stopped(command.replace('npm run ', ''), seed, output),
    again: command,
  }))
}

/** A find without a report: the end of what was printed says why. */
function stopped(part: string, seed: number, output: string): Find {
  const again = `npm run soak -- --part ${part} --seed ${seed}`
  return { test: part, seed, path: null, counterexample: null, message: output.slice(-10_000), again }
}

async function withReport(work: (file: string) => Promise<Find[]>): Promise<Find[]> {
  const folder = mkdtempSync(join(tmpdir(), 'apologize-soak-'))
  try {
    return await work(join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function run(
  root: string,
  command: string,
  args: string[],
  env: Record<string, string> = {},
  behind = 0,
) {
  const started = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...toolEnv(), ...env },
  })
  if (started.pid) setPriority(started.pid, behind)
  let output = ''
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (part) => (output += String(part)))
  const [status] = await once(started, 'close')
  return { status, output }
}
