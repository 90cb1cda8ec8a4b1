import { between, createRng, pick } from '#tools/art/prng.ts'
import { auditWorld, type Promised } from './auditor.ts'
import { courier, deliver } from './courier.ts'
import { quietDay } from './quiet-day.ts'
import { shopper } from './shoppers.ts'
import { admin, florist, operator } from './staff.ts'
import { openWorld, type World } from './world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Where it begins: an ordinary morning, before and after the cut-off, midnight, and around both changes of the clock. */
const BEGINNINGS = [
  '2026-06-04T14:30:00.000Z',
  '2026-06-04T17:58:00.000Z',
  '2026-06-05T03:50:00.000Z',
  '2026-03-08T06:40:00.000Z',
  '2026-03-08T04:30:00.000Z',
  '2026-11-01T05:30:00.000Z',
  '2026-11-01T03:45:00.000Z',
  '2026-12-31T20:55:00.000Z',
]
const ROUGHNESS = [0, 0.02, 0.06, 0.15, 0.3]

export type Outcome = {
  seed: string
  faults: string[]
  /** What happened how often. */
  counts: ReadonlyMap<string, number>
  /** What was played, in order. */
  script: readonly string[]
  /** Our books in the end, a row a line. */
  books: string
}

/** One small world from one seed: it is played, comes to rest, and is audited. */
export async function torture(seed: string): Promise<Outcome> {
  const rng = createRng(`world ${seed}`)
  const start = new Date(pick(rng, BEGINNINGS))
  const world = await openWorld({ seed, start })
  const { stage, weather, wrong } = world
  const promised: Promised = { attempts: [], told: [], waiting: [], prices: new Set() }
  const faults: string[] = []
  let books = ''
  try {
    const before = await untouched(world)
    for (const { price } of await world.rows('select price_cents as price from products')) {
      promised.prices.add(Number(price))
    }
    // What admins change prices to.
    promised.prices.add(5999)
    weather.share = 0
    for (const name of ['early', 'earlier'].slice(0, Math.floor(rng() * 3))) {
      const bought = acts(world, name, () => quietDay(world, name, promised))
      await stage.play()
      await bought
    }
    weather.share = pick(rng, ROUGHNESS)
    const people = cast(world, promised)
    await stage.play()
    await Promise.all(people)
    weather.share = 0
    faults.push(...(await comeToRest(world)), ...(await auditWorld(world, promised)))
    books = await everything(world)
    if ((await untouched(world)) !== before) faults.push('something else has changed')
    faults.push(...(await nothingTwice(world)))
  } catch (error) {
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    await world.close()
  }
  return { seed, faults: [...wrong, ...faults], counts: weather.counts, script: stage.script, books }
}

/** Who is in it, all of them at once. */
function cast(world: World, { attempts, told, waiting }: Promised): Promise<unknown>[] {
  const { stage, admins } = world
  const { rng } = stage
  const on = (name: string, act: () => Promise<unknown>) => acts(world, name, act)
  const some = (most: number) => Array.from({ length: Math.floor(rng() * (most + 1)) })
  const shoppers = 1 + Math.floor(rng() * 3)
  return [
    ...Array.from({ length: shoppers }, (_, n) =>
      on(`shopper ${n}`, () => shopper(world, `shopper${n}`, attempts, waiting)),
    ),
    on('ada', () => admin(world, admins[0], told, Math.floor(rng() * 10))),
    on('ben', () => admin(world, admins[1], told, Math.floor(rng() * 10))),
    on('florist', () => florist(world, Math.floor(rng() * 10))),
    on('courier', () => courier(world, Math.floor(rng() * 16))),
    ...(rng() < 0.2 ? [on('operator', () => operator(world))] : []),
    ...some(3).map(() =>
      on('schedule', async () => {
        for (let left = Math.floor(rng() * 10); left > 0; left--) await stage.pause()
        await world.scheduled()
      }),
    ),
    on('clock', () => clock(world)),
  ]
}

/** Somebody of the play. Who cannot go on has found something wrong. */
function acts({ stage, wrong }: World, name: string, act: () => Promise<unknown>): Promise<unknown> {
  return stage.run(name, act).catch((error: unknown) => {
    wrong.push(`${name}: ${error instanceof Error ? error.stack : String(error)}`)
  })
}

/** The clock leaps: a few minutes, past a session's end, over the cut-off, to tomorrow. */
async function clock({ stage, weather }: World): Promise<void> {
  for (let left = Math.floor(stage.rng() * 4); left > 0; left--) {
    for (let rest = Math.floor(stage.rng() * 20); rest > 0; rest--) await stage.pause()
    const leap = pick(stage.rng, [2 * MINUTE, 10 * MINUTE, 35 * MINUTE, 4 * HOUR, 24 * HOUR])
    weather.count(`the clock leaps ${leap / MINUTE} minutes`)
    stage.leap(Math.floor(between(stage.rng, 0.8, 1.2) * leap))
  }
}

/**
 * The faults are over. One scheduled run makes the money right, two minutes later, when claims of who was cut off have run
 * out. Messages that failed wait for an hour at most by design, and go twenty a run; sessions can be paid for 31 minutes.
 */
async function comeToRest(world: World): Promise<string[]> {
  const { stage } = world
  const run = async () => {
    const done = world.scheduled()
    await stage.play()
    await done
  }
  stage.leap(2 * MINUTE)
  await run()
  const paid = world.provider.store.list('session', { limit: 1000 }).data
  const faults: string[] = []
  for (const { id, payment_status } of paid) {
    if (payment_status !== 'paid') continue
    const [order] = await world.rows(
      "select 1 from orders where checkout_session_id = ? and payment_status in ('paid', 'refunded')",
      id,
    )
    if (!order) faults.push(`one scheduled run did not recover ${id}`)
  }
  stage.leap(65 * MINUTE)
  for (let runs = 0; runs < 8; runs++) {
    await run()
    const [waiting] = await world.rows("select 1 from outbox where status = 'pending'")
    if (!waiting) break
  }
  await sendAgain(world)
  await run()
  return faults
}

/** What could not be sent for a day is shown as failed, and an admin presses `Send again`. */
async function sendAgain({ stage, weather, admins, ask, rows, sentAgain }: World): Promise<void> {
  for (const { id, order_id } of await rows("select id, order_id from outbox where status = 'failed'")) {
    sentAgain.add(String(order_id))
    const again = ask('sends again', () => admins[0].post(`/admin/outbox/${String(id)}/send-again`))
    await stage.play()
    await again
    weather.count('a message was given up and sent again')
  }
}

/** All the provider's news once more, in any order, and another scheduled run: nothing moves. */
async function nothingTwice(world: World): Promise<string[]> {
  const { stage, provider } = world
  const before = await everything(world)
  const events = provider.store.list('event', { limit: 1000 }).data
  const done = events.map((event) => stage.run('again', () => deliver(world, event)))
  await stage.play()
  const again = world.scheduled()
  await stage.play()
  const answers = await Promise.all([...done, again])
  const after = await everything(world)
  const refused = answers.filter((answer) => answer && answer.status !== 200).length
  return [
    ...(before === after ? [] : [`the same news again changed something:\n${difference(before, after)}`]),
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

const MOVING = ['orders', 'order_items', 'order_events', 'order_flags', 'refunds', 'share_corrections']
const ALSO_MOVING = ['shop_orders', 'florist_links', 'checkout_sessions', 'checkout_attempts', 'outbox']
const STILL = ['states', 'markets', 'market_zipcodes', 'market_closed_dates', 'shops', 'users']

async function everything(world: World): Promise<string> {
  const lines: string[] = []
  for (const table of [...MOVING, ...ALSO_MOVING, 'waitlist', 'products']) {
    for (const row of await world.rows(`select * from ${table} order by rowid`)) {
      lines.push(`${table} ${JSON.stringify({ ...row, reconciled_at: null })}`)
    }
  }
  return lines.join('\n')
}

/** What nobody in these plays may touch. */
async function untouched(world: World): Promise<string> {
  const parts: unknown[] = []
  for (const table of STILL) parts.push(await world.rows(`select * from ${table}`))
  return JSON.stringify(parts)
}
