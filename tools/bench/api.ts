import { cpuTime } from './cpu.ts'
import { type Environment, openEnvironment } from './environment.ts'
import { openCaller, throughput } from './load.ts'
import { placing } from './placing.ts'
import { ms, type Section, times } from './report.ts'
import { median, ratio } from './statistics.ts'
import { serveBoth } from './workers.ts'

const AT_ONCE = 16
const ZIP = '/zip-codes/10001'
const CATALOGUE = '/products'

type Size = { rounds: number; calls: number }

/** Our API against a bare handler in the same workerd, a read against its query, an order against its transaction. */
export async function benchApi(size: Size = { rounds: 11, calls: 300 }): Promise<Section[]> {
  const environment = await openEnvironment('api')
  const workerd = await serveBoth(environment)
  try {
    return [
      await againstBare(environment, workerd.pid, size),
      await againstQuery(environment, size),
      await placing(size.rounds * 10),
    ]
  } finally {
    await workerd.stop()
    await environment.close()
  }
}

type Side = { perSecond: number[]; cpuMs: number[] }

async function againstBare({ ports }: Environment, pid: number, { rounds, calls }: Size): Promise<Section> {
  const [ours, bare] = [openCaller(ports.shop, AT_ONCE), openCaller(ports.inspector, AT_ONCE)]
  const paths = [ZIP, CATALOGUE]
  const sides = {
    ours: (path: string) => ({ caller: ours, path: `/api${path}` }),
    query: (path: string) => ({ caller: bare, path: `/query${path}` }),
    bare: (path: string) => ({ caller: bare, path: `/bare${path}` }),
  }
  const rows: string[][] = []
  const targets: Section['targets'][number][] = []
  for (const path of paths) {
    const found: Record<string, Side> = {}
    for (let round = -1; round < rounds; round++) {
      for (const [name, side] of Object.entries(sides)) {
        const { caller, path: address } = side(path)
        const before = cpuTime(pid)
        const perSecond = await throughput(caller, () => ({ path: address }), calls, AT_ONCE)
        // The first round only warms up.
        if (round < 0) continue
        const all = found[name] ?? { perSecond: [], cpuMs: [] }
        found[name] = all
        all.perSecond.push(perSecond)
        all.cpuMs.push((cpuTime(pid) - before) / 1e6 / calls)
      }
    }
    const [own, query, nothing] = [found['ours'], found['query'], found['bare']]
    if (!own || !query || !nothing) throw new Error('Nothing was measured.')
    const [share, shareOfNothing] = [
      ratio(own.perSecond, query.perSecond),
      ratio(own.perSecond, nothing.perSecond),
    ]
    rows.push([
      path === ZIP ? 'ZIP check' : 'catalogue',
      ...[own, query, nothing].map(({ perSecond }) => median(perSecond).toFixed(0)),
      times(share),
      times(shareOfNothing),
      ...[own, query, nothing].map(({ cpuMs }) => ms(median(cpuMs))),
    ])
    targets.push({
      text: `${path}: ${times(share)} the throughput of a bare handler with the same query (at least ×0.80)`,
      met: share >= 0.8,
    })
  }
  ours.close()
  bare.close()
  return {
    title: 'The API against a bare Hono handler',
    how: `The deployed bundle and a Worker with nothing but Hono, side by side in one workerd, ${AT_ONCE} connections, ${rounds} rounds of ${calls} calls each, in turn; medians. *Query*: the bare handler asks the database the same in one written-down statement. *Nothing*: it answers a constant. CPU is workerd’s own, all its threads.`,
    head: [
      'read',
      'ours, calls/s',
      'query, calls/s',
      'nothing, calls/s',
      'ours / query',
      'ours / nothing',
      'CPU ms: ours',
      'query',
      'nothing',
    ],
    rows,
    targets,
  }
}

async function againstQuery({ ports, client }: Environment, { rounds, calls }: Size): Promise<Section> {
  const caller = openCaller(ports.shop, 1)
  const reads = {
    'ZIP check': {
      path: `/api${ZIP}`,
      sql: `select * from market_zipcodes z join markets m on m.id = z.market_id
        left join market_closed_dates d on d.market_id = m.id where z.zipcode = '10001'`,
    },
    catalogue: {
      path: `/api${CATALOGUE}`,
      sql: "select * from products where sku like 'FLOWER-00%' order by price_cents",
    },
  }
  const rows: string[][] = []
  const targets: Section['targets'][number][] = []
  for (const [name, { path, sql }] of Object.entries(reads)) {
    const [api, raw]: [number[], number[]] = [[], []]
    for (let n = -20; n < rounds * 20 && n < calls; n++) {
      const answer = await caller.ok({ path })
      const started = performance.now()
      await client.execute(sql)
      if (n < 0) continue
      api.push(answer.ms)
      raw.push(performance.now() - started)
    }
    const factor = ratio(api, raw)
    rows.push([name, ms(median(api)), ms(median(raw)), times(factor)])
    targets.push({
      text: `${name}: ${times(factor)} the latency of its query (at most ×5)`,
      met: factor <= 5,
    })
  }
  caller.close()
  return {
    title: 'A read through the API against its query',
    how: 'One after the other and in turn: the call to the Worker, and the same question asked of the same database over the same wire. Medians.',
    head: ['read', 'API, ms', 'query, ms', 'API / query'],
    rows,
    targets,
  }
}
