import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { cpuTime } from './cpu.ts'
import { type Environment, openEnvironment, ROOT } from './environment.ts'
import { type Call, openCaller } from './load.ts'
import { kB, ms, type Section } from './report.ts'
import { median, quantile } from './statistics.ts'
import { modulesBelow, type Served, serve } from './workerd.ts'

const CPU_MS = 5

/** Our Worker as it was built for deployment. */
export function ourWorker({ ports, settings }: Environment): Served {
  return {
    port: ports.shop,
    folder: join(ROOT, 'dist/server'),
    main: 'entry.mjs',
    settings,
    assets: { folder: join(ROOT, 'dist/client') },
  }
}

type Size = { starts: number; calls: number }

/** The Worker itself: how big it is, how long it takes to start, and how much of a processor a request takes. */
export async function benchWorker(size: Size = { starts: 9, calls: 300 }): Promise<Section[]> {
  const environment = await openEnvironment('worker')
  try {
    return [bundle(), await startUp(environment, size.starts), await perRequest(environment, size.calls)]
  } finally {
    await environment.close()
  }
}

function bundle(): Section {
  const folder = join(ROOT, 'dist/server')
  const files = modulesBelow(folder).map((path) => join(folder, path))
  const raw = files.reduce((sum, file) => sum + statSync(file).size, 0)
  const zipped = gzipSync(Buffer.concat(files.map((file) => readFileSync(file)))).byteLength
  return {
    title: 'The Worker’s size',
    how: 'All its modules; compressed together, as they are uploaded. Source maps are not part of it. The limit of the platform is 10 MB compressed.',
    head: ['modules', 'kB', 'gzip, kB'],
    rows: [[String(files.length), kB(raw), kB(zipped)]],
    targets: [],
  }
}

async function startUp(environment: Environment, starts: number): Promise<Section> {
  const [open, cpu, first]: [number[], number[], number[]] = [[], [], []]
  for (let round = -1; round < starts; round++) {
    const started = performance.now()
    const workerd = await serve(environment.folder, ourWorker(environment))
    const listening = performance.now() - started
    const used = cpuTime(workerd.pid) / 1e6
    const caller = openCaller(environment.ports.shop, 1)
    await caller.call({ path: '/api/none' })
    const answered = performance.now() - started
    caller.close()
    await workerd.stop()
    // The first one only warms up.
    if (round < 0) continue
    open.push(listening)
    cpu.push(used)
    first.push(answered)
  }
  return {
    title: 'The Worker’s start',
    how: `workerd started with our Worker ${starts} times; medians. It accepts connections once the modules have run.`,
    head: ['until it listens, ms', 'CPU until then, ms', 'until its first answer, ms'],
    rows: [[ms(median(open)), ms(median(cpu)), ms(median(first))]],
    targets: [],
  }
}

async function perRequest(environment: Environment, calls: number): Promise<Section> {
  const workerd = await serve(environment.folder, ourWorker(environment))
  const caller = openCaller(environment.ports.shop, 1)
  const rows: string[][] = []
  const targets: Section['targets'][number][] = []
  try {
    for (const { name, call, apart } of await callsOf(environment, caller)) {
      // Hashing takes a fifth of a second; a few times will do.
      const count = apart ? Math.min(calls, 10) : calls
      const used: number[] = []
      for (let n = -Math.min(50, count); n < count; n++) {
        const before = cpuTime(workerd.pid)
        const { status } = await caller.call(call())
        if (status !== 200) throw new Error(`${name} answered ${status}.`)
        if (n >= 0) used.push((cpuTime(workerd.pid) - before) / 1e6)
      }
      const high = quantile(used, 0.99)
      rows.push([name, ms(median(used)), ms(high)])
      if (!apart) targets.push({ text: `${name}: ${ms(high)} ms (at most ${CPU_MS})`, met: high <= CPU_MS })
    }
  } finally {
    caller.close()
    await workerd.stop()
  }
  return {
    title: 'CPU of a request',
    how: `One after the other, ${calls} times each after 50 that are not counted: what the kernel has booked on all threads of workerd from before the request until its answer was read. It is more than what Workers would book: network, compiling and collecting garbage are in it.`,
    head: ['request', 'median, ms', '99th percentile, ms'],
    rows,
    targets,
  }
}

type Timed = { name: string; call: () => Call; apart?: boolean }

async function callsOf(
  environment: Environment,
  { call, ok }: ReturnType<typeof openCaller>,
): Promise<Timed[]> {
  const json = { 'content-type': 'application/json', origin: environment.settings['SITE_ORIGIN'] ?? '' }
  const signIn = {
    path: '/api/auth/sign-in',
    method: 'POST',
    headers: json,
    body: JSON.stringify({
      email: environment.secrets.adminEmail,
      password: environment.secrets.adminPassword,
    }),
  } as const
  const cookie = (await call(signIn)).cookie
  const sample = await ok({ path: '/api/admin/orders/sample', method: 'POST', headers: { ...json, cookie } })
  const { id } = JSON.parse(sample.body) as { id: string }
  const read = (name: string, path: string): Timed => ({ name, call: () => ({ path, headers: { cookie } }) })
  const bouquet = 'optionId=FLOWER-002&price=89.99&product=Extremely+Bad'
  const place = (): Call => ({
    path: '/api/create-checkout-session',
    method: 'POST',
    headers: json,
    body: JSON.stringify(checkoutRequest({ deliveryDetails: { option: 'tomorrow' } })),
  })
  const { sessionId } = JSON.parse((await ok(place())).body) as { sessionId: string }
  return [
    read('ZIP check', '/api/zip-codes/10001'),
    read('catalogue', '/api/products'),
    read('page: ZIP gate', '/'),
    read('page: bouquets', '/home'),
    read('page: delivery', `/delivery-options?${bouquet}`),
    read('page: checkout', `/payment?${bouquet}&deliveryOption=tomorrow&deliveryPrice=0.00&meetDriver=false`),
    { name: 'placing an order', call: place },
    {
      name: 'confirmation’s look-up',
      call: () => ({
        path: '/api/get-order-details',
        method: 'POST',
        headers: json,
        body: JSON.stringify({ sessionId }),
      }),
    },
    read('admin: dashboard', '/api/admin/dashboard'),
    read('admin: orders', '/api/admin/orders'),
    read('admin: order', `/api/admin/orders/${id}`),
    read('admin: shop orders', '/api/admin/shop-orders'),
    read('admin: the screens’ page', '/admin/orders'),
    { name: 'signing in (apart)', call: () => signIn, apart: true },
  ]
}
