import { supervise } from '#local/supervise.ts'
import { builtWorker } from '#local/worker.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { type Environment, openEnvironment, ROOT } from './environment.ts'
import { type HeapProbe, openHeapProbe } from './heap.ts'
import { type Call, type Caller, openCaller } from './load.ts'
import { MB, ms, type Section } from './report.ts'
import { quantile } from './statistics.ts'

const HEAP_MB = 64
/** The heap may grow by this factor over all rounds: what a collection leaves differs by as much from one to the next. */
const GROWTH = 1.05
const FLOW = 'optionId=FLOWER-002&price=89.99&product=Extremely+Bad'

type Size = { clients: readonly number[]; callsEach: number; memoryRounds: number; memoryCrowd: number }

const FULL: Size = { clients: [1, 16, 64, 256], callsEach: 1_000, memoryRounds: 10, memoryCrowd: 200 }

/** Measures how much one isolate answers, by how many ask at once, and how much memory it keeps. */
export async function benchCrowd(size: Size = FULL): Promise<Section[]> {
  const environment = await openEnvironment('crowd')
  const { folder, ports, settings, origin } = environment
  const worker = supervise(builtWorker(ROOT, folder, ports, settings))
  try {
    await worker.ready
    const visit = async () => (await fetch(`${origin}/api/health`)).text()
    const heap = await openHeapProbe(ports.inspector, visit)
    const started = await heap.collected()
    const sections = [await answers(environment, size), await memory(environment, heap, started, size)]
    heap.close()
    return sections
  } finally {
    await worker.stop()
    await environment.close()
  }
}

type Asked = { name: string; next: () => Call }

function askedFor({ origin }: Environment): Asked[] {
  const read = (name: string, path: string): Asked => ({ name, next: () => ({ path }) })
  const place = (): Call => ({
    path: '/api/create-checkout-session',
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(checkoutRequest({ deliveryDetails: { option: 'tomorrow' } })),
  })
  return [
    read('ZIP check', '/api/zip-codes/10001'),
    read('catalogue', '/api/products'),
    read('page: bouquets (kept at the edge)', '/home'),
    read('page: delivery', `/delivery-options?${FLOW}`),
    read('page: checkout', `/payment?${FLOW}&deliveryOption=tomorrow&deliveryPrice=0.00&meetDriver=false`),
    { name: 'placing an order', next: place },
  ]
}

async function answers(environment: Environment, { clients, callsEach }: Size): Promise<Section> {
  const rows: string[][] = []
  let failed = 0
  for (const { name, next } of askedFor(environment)) {
    const cells: string[] = []
    for (const atOnce of clients) {
      const caller = openCaller(environment.ports.shop, atOnce)
      // Warms up, and opens the connections.
      await load(caller, next, atOnce, atOnce)
      const found = await load(caller, next, Math.max(callsEach, 2 * atOnce), atOnce)
      caller.close()
      failed += found.failed
      cells.push(`${found.perSecond.toFixed(0)} / ${ms(found.p95)}`)
    }
    rows.push([name, ...cells])
    console.log(rows.at(-1)?.join('  '))
  }
  return {
    title: 'A crowd at one isolate',
    how: `The built Worker as \`npm start\` serves it, behind the local edge, with its stand-ins on the same cores. So many clients, each over a connection of its own, call again as soon as they are answered, ${callsEach} times together: answers per second / 95th percentile, ms.`,
    head: ['', ...clients.map((count) => `${count} client${count === 1 ? '' : 's'}`)],
    rows,
    targets: [{ text: `${failed} calls without the answer 200 (none)`, met: failed === 0 }],
  }
}

/** Makes `count` calls, as many at once as there are clients. */
async function load(caller: Caller, next: () => Call, count: number, atOnce: number) {
  const took: number[] = []
  let failed = 0
  let left = count
  const started = performance.now()
  const one = async () => {
    while (left-- > 0) {
      const answer = await caller.call(next()).catch(() => null)
      if (answer?.status === 200) took.push(answer.ms)
      else failed += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return {
    perSecond: (took.length * 1000) / (performance.now() - started),
    p95: quantile(took, 0.95),
    failed,
  }
}

async function memory(
  environment: Environment,
  heap: HeapProbe,
  started: number,
  { memoryRounds, memoryCrowd }: Size,
): Promise<Section> {
  const caller = openCaller(environment.ports.shop, memoryCrowd)
  const rows: string[][] = [['after the start', MB(started), '']]
  const collected: number[] = []
  await judgePassword(environment, caller)
  for (let round = 1; round <= memoryRounds; round++) {
    for (const { next } of askedFor(environment)) await load(caller, next, memoryCrowd, memoryCrowd)
    const before = await heap.used()
    const after = await heap.collected()
    collected.push(after)
    rows.push([`round ${round}`, MB(after), MB(before)])
  }
  caller.close()
  const [most, last, first] = [Math.max(...collected), collected.at(-1) ?? 0, collected[0] ?? 0]
  return {
    title: 'Memory of the isolate',
    how: `V8’s heap and its buffers by the inspector, after a collection and right before it, after a password was judged (the dictionaries are loaded then) and rounds of ${memoryCrowd} at once of each of the above. The platform ends an isolate at 128 MB.`,
    head: ['', 'MB after a collection', 'MB before it'],
    rows,
    targets: [
      { text: `${MB(most)} MB at most (at most ${HEAP_MB})`, met: most <= HEAP_MB * 1e6 },
      { text: `×${(last / first).toFixed(2)} from the first round to the last`, met: last <= first * GROWTH },
    ],
  }
}

/** Has the API estimate a password's strength: it keeps the dictionaries from then on. */
async function judgePassword({ origin, secrets }: Environment, caller: Caller): Promise<void> {
  const { adminEmail: email, adminPassword: password } = secrets
  const headers = { 'content-type': 'application/json', origin }
  const post = { method: 'POST', headers } as const
  const { cookie } = await caller.ok({
    ...post,
    path: '/api/auth/sign-in',
    body: JSON.stringify({ email, password }),
  })
  const judged = await caller.call({
    ...post,
    path: '/api/auth/password',
    headers: { ...headers, cookie },
    body: JSON.stringify({ currentPassword: password, password: 'passwordpassword' }),
  })
  if (judged.status !== 422) throw new Error(`A weak password was answered ${judged.status}.`)
}
