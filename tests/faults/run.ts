import { between, createRng, pick } from '#tests/support/prng.ts'
import { auditSimulation, type Expected } from './auditor.ts'
import { applyCircumstances, type Circumstances, drawCircumstances } from './circumstances.ts'
import { playDays } from './days.ts'
import { placeInitialOrder } from './initial-order.ts'
import { auditPhotos, photographer } from './photographer.ts'
import { auditPlaces, oversold } from './places.ts'
import { type Measured, PromiseWatch } from './promise-watch.ts'
import { shopper } from './shoppers.ts'
import { openSimulation, type Simulation } from './simulation.ts'
import { admin, florist, operator } from './staff.ts'
import { deliver, sendWebhooks } from './webhook-sender.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** An ordinary morning, around the cut-off, midnight, and around both changes of daylight saving time. */
const START_TIMES = [
  '2026-06-04T14:30:00.000Z',
  '2026-06-04T17:58:00.000Z',
  '2026-06-05T03:50:00.000Z',
  '2026-03-08T06:40:00.000Z',
  '2026-03-08T04:30:00.000Z',
  '2026-11-01T05:30:00.000Z',
  '2026-11-01T03:45:00.000Z',
  '2026-12-31T20:55:00.000Z',
]
const FAULT_RATES = [0, 0.02, 0.06, 0.15, 0.3]
/** After the shoppers: most runs measure how long people wait, for which the database has to answer. */
const LATER_FAULT_RATES = [0, 0, 0, 0.01, 0.05]

export type Outcome = {
  seed: string
  faults: string[]
  /** The count of each kind of event. */
  counts: ReadonlyMap<string, number>
  /** The times that people waited, in milliseconds. */
  measured: Measured
  /** Every step in order. */
  trace: readonly string[]
  /** The final database, a row a line. */
  dump: string
}

/**
 * Runs one simulation from a seed, lets it recover from its faults, and audits the result.
 * @param changes instead of what is drawn
 */
export async function simulate(seed: string, changes: Partial<Circumstances> = {}): Promise<Outcome> {
  const rng = createRng(`run ${seed}`)
  const start = new Date(pick(rng, START_TIMES))
  const simulation = await openSimulation({ seed, start })
  const { scheduler, injector, wrong } = simulation
  const expected: Expected = { attempts: [], acknowledged: [], waiting: [], prices: new Set(), uploads: [] }
  const faults: string[] = []
  const drawn = { ...drawCircumstances(createRng(`circumstances ${seed}`)), ...changes }
  const watch = new PromiseWatch(simulation, drawn)
  let dump = ''
  try {
    await applyCircumstances(simulation, drawn)
    injector.count(`${drawn.shops ? 'limited' : 'unlimited'} places, ${sizeOf(drawn.shoppers)} shoppers`)
    if (drawn.asks) injector.count(drawn.assigns ? 'assigns automatically' : 'asks for an answer')
    const before = await unchangedTables(simulation)
    for (const { price } of await simulation.rows('select price_cents as price from products')) {
      expected.prices.add(Number(price))
    }
    // The price that admins set.
    expected.prices.add(5999)
    injector.rate = 0
    for (const name of ['early', 'earlier'].slice(0, Math.floor(rng() * 3))) {
      const bought = runActor(simulation, name, () => placeInitialOrder(simulation, name, expected))
      await scheduler.runAll()
      await bought
    }
    scheduler.onStep = async () => void faults.push(...(await oversold(simulation, drawn)))
    injector.rate = pick(rng, FAULT_RATES)
    const people = startActors(simulation, expected, drawn)
    await scheduler.runAll()
    await Promise.all(people)
    injector.rate = 0
    const play = () =>
      playDays(simulation, watch, { acknowledged: expected.acknowledged, rates: LATER_FAULT_RATES })
    const audit = async () => void faults.push(...(await auditPlaces(simulation, drawn)))
    for (const work of rng() < 0.5 ? [audit, play] : [play, audit]) await work()
    faults.push(
      ...watch.faults,
      ...(await recover(simulation, watch)),
      ...(await auditSimulation(simulation, expected)),
      ...(await auditPhotos(simulation, expected.uploads)),
    )
    dump = await databaseDump(simulation)
    if ((await unchangedTables(simulation)) !== before)
      faults.push('a table that no actor may change has changed')
    faults.push(...(await replayEvents(simulation)))
  } catch (error) {
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    await simulation.close()
  }
  const { counts } = injector
  const { measured } = watch
  return { seed, faults: [...new Set([...wrong, ...faults])], counts, measured, trace: scheduler.trace, dump }
}

function sizeOf(shoppers: number): string {
  const [size] = [3, 10, 40, 200].filter((most) => shoppers <= most)
  return `up to ${size}`
}

/** Starts all actors at once. */
function startActors(
  simulation: Simulation,
  { attempts, acknowledged, waiting, uploads }: Expected,
  drawn: Circumstances,
): Promise<unknown>[] {
  const { scheduler, admins } = simulation
  const { rng } = scheduler
  const on = (name: string, act: () => Promise<unknown>) => runActor(simulation, name, act)
  const some = (most: number) => Array.from({ length: Math.floor(rng() * (most + 1)) })
  const crowd = drawn.shoppers > 3
  return [
    ...Array.from({ length: drawn.shoppers }, (_, n) =>
      on(`shopper ${n}`, () => shopper(simulation, `shopper${n}`, { attempts, waiting }, { crowd })),
    ),
    on('ada', () => admin(simulation, admins[0], acknowledged, Math.floor(rng() * 10))),
    on('ben', () => admin(simulation, admins[1], acknowledged, Math.floor(rng() * 10))),
    on('florist', () => florist(simulation, Math.floor(rng() * 10))),
    on('photographer', () => photographer(simulation, uploads, Math.floor(rng() * 6))),
    on('webhooks', () => sendWebhooks(simulation, Math.floor(rng() * 16))),
    ...(rng() < 0.2 ? [on('operator', () => operator(simulation))] : []),
    ...some(3).map(() =>
      on('schedule', async () => {
        for (let left = Math.floor(rng() * 10); left > 0; left--) await scheduler.pause()
        await simulation.scheduled()
      }),
    ),
    on('clock', () => clock(simulation)),
  ]
}

/** Runs one actor; an exception counts as a fault. */
function runActor(
  { scheduler, wrong }: Simulation,
  name: string,
  act: () => Promise<unknown>,
): Promise<unknown> {
  return scheduler.run(name, act).catch((error: unknown) => {
    wrong.push(`${name}: ${error instanceof Error ? error.stack : String(error)}`)
  })
}

/** Advances the clock: by minutes, past a session's expiry, past the cut-off, by a day. */
async function clock({ scheduler, injector }: Simulation): Promise<void> {
  for (let left = Math.floor(scheduler.rng() * 4); left > 0; left--) {
    for (let pauses = Math.floor(scheduler.rng() * 20); pauses > 0; pauses--) await scheduler.pause()
    const leap = pick(scheduler.rng, [2 * MINUTE, 10 * MINUTE, 35 * MINUTE, 4 * HOUR, 24 * HOUR])
    injector.count(`the clock advances ${leap / MINUTE} minutes`)
    scheduler.advance(Math.floor(between(scheduler.rng, 0.8, 1.2) * leap))
  }
}

/**
 * The faults are over. One scheduled run makes the money right, two minutes later, when claims of who was cut off have run
 * out. Messages that failed by their own fault wait for an hour at most; sessions can be paid for 31 minutes.
 */
async function recover(simulation: Simulation, watch: PromiseWatch): Promise<string[]> {
  const { scheduler } = simulation
  const run = async () => {
    const done = simulation.scheduled()
    await scheduler.runAll()
    await done
  }
  scheduler.advance(2 * MINUTE)
  await run()
  const paid = simulation.provider.store.list('session', { limit: 1000 }).data
  const faults: string[] = []
  for (const { id, payment_status } of paid) {
    if (payment_status !== 'paid') continue
    const [order] = await simulation.rows(
      "select 1 from orders where checkout_session_id = ? and payment_status in ('paid', 'refunded')",
      id,
    )
    if (!order) faults.push(`one scheduled run did not recover ${id}`)
  }
  scheduler.advance(65 * MINUTE)
  for (let runs = 0; runs < 8; runs++) {
    await run()
    const [waiting] = await simulation.rows("select 1 from outbox where status = 'pending'")
    if (!waiting) break
  }
  await sendAgain(simulation)
  await run()
  // Silence of florists and buyers has consequences for days; then nothing is due any more.
  for (let runs = 0; runs < 60; runs++) {
    const due = await watch.nextDue(simulation.scheduler.time.now - 2 * MINUTE)
    const [waiting] = await simulation.rows("select 1 from outbox where status = 'pending'")
    if (due === null && !waiting) return faults
    scheduler.advance(Math.max(MINUTE, (due ?? 0) - simulation.scheduler.time.now + MINUTE))
    await run()
  }
  return [...faults, 'something is due again and again']
}

/** An admin sends messages again that failed for a day. */
async function sendAgain({ scheduler, injector, admins, ask, rows, sentAgain }: Simulation): Promise<void> {
  for (const { id, order_id } of await rows("select id, order_id from outbox where status = 'failed'")) {
    sentAgain.add(String(order_id))
    const again = ask('sends again', () => admins[0].post(`/admin/outbox/${String(id)}/send-again`))
    await scheduler.runAll()
    await again
    injector.count('a message was given up and sent again')
  }
}

/** Delivers all provider events again in any order and runs the scheduled work: nothing may change. */
async function replayEvents(simulation: Simulation): Promise<string[]> {
  const { scheduler, provider } = simulation
  const before = await databaseDump(simulation)
  const events = provider.store.list('event', { limit: 1000 }).data
  const done = events.map((event) => scheduler.run('again', () => deliver(simulation, event)))
  await scheduler.runAll()
  const again = simulation.scheduled()
  await scheduler.runAll()
  const answers = await Promise.all(done)
  await again
  const after = await databaseDump(simulation)
  const refused = answers.filter(({ status }) => status !== 200).length
  return [
    ...(before === after ? [] : [`repeated events changed something:\n${difference(before, after)}`]),
    ...(refused === 0 ? [] : [`${refused} events of the provider were not acknowledged`]),
  ]
}

function difference(before: string, after: string): string {
  const was = new Set(before.split('\n'))
  return after
    .split('\n')
    .filter((line) => !was.has(line))
    .join('\n')
}

const CHANGING_TABLES = [
  'orders',
  'order_items',
  'order_events',
  'order_flags',
  'refunds',
  'share_corrections',
]
const OTHER_CHANGING_TABLES = [
  'shop_orders',
  'florist_links',
  'checkout_sessions',
  'checkout_attempts',
  'outbox',
  'order_choices',
  'delivery_attempts',
  'order_substitutions',
]
const UNCHANGED_TABLES = ['states', 'markets', 'market_zipcodes', 'market_closed_dates', 'shops', 'users']

async function databaseDump(simulation: Simulation): Promise<string> {
  const lines: string[] = []
  for (const table of [...CHANGING_TABLES, ...OTHER_CHANGING_TABLES, 'waitlist', 'products']) {
    for (const row of await simulation.rows(`select * from ${table} order by rowid`)) {
      lines.push(`${table} ${JSON.stringify({ ...row, reconciled_at: null })}`)
    }
  }
  return lines.join('\n')
}

/** Tables that no actor may change. */
async function unchangedTables(simulation: Simulation): Promise<string> {
  const parts: unknown[] = []
  for (const table of UNCHANGED_TABLES) parts.push(await simulation.rows(`select * from ${table}`))
  return JSON.stringify(parts)
}
