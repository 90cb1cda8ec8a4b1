import { askingTokens } from '#api/orders/manage-link.ts'
import { floristTokens } from '#api/shop-orders/florist-link.ts'
import { GIVEN_ANSWERS } from '#domain/florist.ts'
import { pick } from '#tests/support/prng.ts'
import { MARKET, ZONE } from './circumstances.ts'
import { reportAttempt } from './door.ts'
import { textUs } from './florist-texts.ts'
import type { PromiseWatch } from './promise-watch.ts'
import { expectOneOf } from './shoppers.ts'
import type { Simulation } from './simulation.ts'
import { type Acknowledged, admin } from './staff.ts'

const MINUTE = 60_000
const MOST_STEPS = 24
/** The longest time that a call takes, so that what florists wait for takes time. */
const CALL_MS = 40

/**
 * Hours after the shoppers: whenever something is due, two schedulers run at once at the next full minute, as a cron trigger
 * does. Between two of them florists accept, decline, are late or say nothing, buyers choose or do not, admins interfere.
 * Minutes in which nothing is due are left out, because nothing would happen in them.
 */
export async function playDays(
  simulation: Simulation,
  watch: PromiseWatch,
  { acknowledged, rates }: { acknowledged: Acknowledged[]; rates: readonly number[] },
): Promise<void> {
  const { scheduler, injector } = simulation
  const { rng, time } = scheduler
  const [idle, rate] = [scheduler.idle, pick(rng, rates)]
  scheduler.idle = 0
  scheduler.callMs = CALL_MS
  watch.begin()
  let isAnswered = true
  let since = time.now
  for (let left = Math.floor(rng() * MOST_STEPS); left > 0; left--) {
    const due = await watch.nextDue(since)
    if (due === null && isAnswered) break
    const tick = nextMinute(isAnswered && due !== null ? Math.max(due, time.now) : time.now)
    // People also act while nothing is due.
    if (rng() < 0.6) {
      const until = tick - MINUTE
      if (until > time.now) scheduler.advance(Math.floor(rng() * (until - time.now)))
      isAnswered = await step('people', () => people())
      continue
    }
    scheduler.advance(tick - time.now)
    since = time.now
    isAnswered = await step('scheduled', () => [simulation.scheduled(), simulation.scheduled()])
  }
  scheduler.callMs = 0
  scheduler.idle = idle

  /** @returns whether the database answered everything */
  async function step(kind: 'scheduled' | 'people', start: () => Promise<unknown>[]): Promise<boolean> {
    await watch.before()
    const failed = databaseFaults(injector.counts)
    injector.rate = rate
    const done = start()
    await scheduler.runAll()
    await Promise.all(done)
    injector.rate = 0
    const answered = databaseFaults(injector.counts) === failed
    injector.count(`${kind}${answered ? '' : ', and the database failed'}`)
    await watch.after(kind, answered)
    return answered
  }

  function people(): Promise<unknown>[] {
    const florists = Array.from({ length: 1 + Math.floor(rng() * 2) }, (_, n) =>
      scheduler.run(`florist ${n}`, () => answerLink(simulation)),
    )
    const rest = [
      () => scheduler.run('buyer', () => choose(simulation)),
      () => scheduler.run('asked buyer', () => answerQuestion(simulation)),
      () => scheduler.run('ada', () => admin(simulation, simulation.admins[0], acknowledged, 1)),
      () => scheduler.run('owner', () => offer(simulation)),
      () => scheduler.run('florist who texts', () => textUs(simulation)),
    ]
    const lacking =
      rng() < 0.7 ? [scheduler.run('florist without peonies', () => lackFlowers(simulation))] : []
    return [...florists, ...lacking, ...rest.filter(() => rng() < 0.4).map((start) => start())]
  }
}

function nextMinute(ms: number): number {
  return (Math.floor(ms / MINUTE) + 1) * MINUTE
}

function databaseFaults(counts: ReadonlyMap<string, number>): number {
  return [...counts].reduce((sum, [what, times]) => sum + (what.startsWith('database:') ? times : 0), 0)
}

/** A florist who makes an order, or takes one to make, is out of a flower; its buyer may be quick to answer. */
async function lackFlowers(simulation: Simulation): Promise<void> {
  const { scheduler, deps } = simulation
  const { rng } = scheduler
  await scheduler.pause()
  const links = await simulation.rows(
    `select l.*, o.substitution_preference as wish from florist_links l join shop_orders so on so.id = l.shop_order_id
      join orders o on o.id = so.order_id where l.revoked_at is null and so.withdrawn_at is null
        and so.status in ('pending', 'confirmed') and o.payment_status = 'paid' order by l.rowid desc limit 6`,
  )
  if (links.length === 0) return
  const link = pick(rng, links)
  const token = await tokenOf(deps, link)
  await simulation.post('a florist accepts', '/florist/answer', { token, answer: 'accept' })
  await missFlowers(simulation, token, String(link['wish']))
  if (rng() < 0.5) await answerQuestion(simulation)
}

/** The token of a florist's link. */
async function tokenOf({ config }: Simulation['deps'], link: Record<string, unknown>): Promise<string> {
  const [{ token }] = await floristTokens(config, {
    id: String(link['id']),
    shopOrderId: String(link['shop_order_id']),
    createdAt: String(link['created_at']),
    expiresAt: String(link['expires_at']),
  })
  return token
}

/** A florist opens the link of any shop order, mostly of one that waits, and answers it once or twice. */
async function answerLink(simulation: Simulation): Promise<void> {
  const { scheduler, deps } = simulation
  const { rng } = scheduler
  await scheduler.pause()
  const links = await simulation.rows(
    `select l.*, o.promised_by, so.status as florist from florist_links l join shop_orders so on so.id = l.shop_order_id
      join orders o on o.id = so.order_id order by so.status = 'pending' desc, l.rowid desc limit 6`,
  )
  if (links.length === 0) return
  const link = pick(rng, links)
  const token = await tokenOf(deps, link)
  if (rng() < 0.3) await simulation.post('a florist looks', '/florist/order', { token })
  if (link['florist'] !== 'pending' && rng() < 0.4) {
    const until = later(rng, String(link['promised_by']))
    const answer = await simulation.post('a florist is late', '/florist/late', { token, until })
    expectOneOf(simulation, 'a florist is late', answer, LATE_REFUSALS)
    return
  }
  if (rng() < (link['florist'] === 'pending' ? 0.1 : 0.5)) {
    return reportAttempt(simulation, { token, timeZone: ZONE })
  }
  const answer = pick(rng, [...GIVEN_ANSWERS, 'accept', 'reject', 'reject'])
  const tap = () =>
    simulation.post(`a florist answers ${answer}`, '/florist/answer', {
      token,
      answer,
      reason: 'No peonies.',
    })
  await (rng() < 0.2 ? Promise.all([tap(), tap()]) : tap())
}

const LATE_REFUSALS = [
  'florist_link_closed',
  'florist_too_late',
  'invalid',
  'edit_conflict',
  'too_slow',
  'unknown',
]

/** A florist is out of a flower, mostly by the wish that the page shows, or has found it after all. */
async function missFlowers(simulation: Simulation, token: string, wish: string): Promise<void> {
  const { rng } = simulation.scheduler
  const body = {
    token,
    missing: pick(rng, ['peonies', 'tulips', 'eucalyptus']),
    instead: pick(rng, ['ranunculus', 'olive branches']),
    preference: rng() < 0.9 ? wish : 'florist',
  }
  const send = async () => {
    const what = 'a florist misses a flower'
    expectOneOf(simulation, what, await simulation.post(what, '/florist/substitute', body), MISSING_REFUSALS)
  }
  const find = async () => {
    const what = 'a florist has found the flower'
    expectOneOf(simulation, what, await simulation.post(what, '/florist/found', { token }), MISSING_REFUSALS)
  }
  const does = pick(rng, [[send], [send], [send], [send, send], [find], [send, find]])
  await Promise.all(does.map((one) => one()))
}

const MISSING_REFUSALS = [
  ...['florist_link_closed', 'florist_too_late', 'substitution_open', 'substitution_changed'],
  ...['edit_conflict', 'too_slow', 'unknown'],
]

const linksOf = (row: Record<string, unknown>) => ({
  manageLinksEndedAt: row['manage_links_ended_at'] === null ? null : String(row['manage_links_ended_at']),
})

/** A buyer opens the link of a question, mostly of one that is open, and answers, sometimes twice or both ways at once. */
async function answerQuestion(simulation: Simulation): Promise<void> {
  const { scheduler, deps } = simulation
  const { rng } = scheduler
  await scheduler.pause()
  const asked = await simulation.rows(
    'select a.id, o.manage_links_ended_at from order_substitutions a join orders o on o.id = a.order_id where token_hash is not null order by closed_at is null desc, a.rowid desc limit 3',
  )
  if (asked.length === 0) return
  const one = pick(rng, asked)
  const [{ token }] = await askingTokens(deps.config, linksOf(one), 'substitution', String(one['id']))
  const send = async (answer: string) => {
    const what = `a buyer says ${answer}`
    const said = await simulation.post(what, '/substitution/answer', { token, answer })
    expectOneOf(simulation, what, said, ['substitution_closed', 'edit_conflict', 'too_slow', 'unknown'])
  }
  const answers = pick(rng, [['yes'], ['no'], ['yes', 'yes'], ['no', 'no'], ['yes', 'no']])
  await Promise.all(answers.map(send))
}

/** A buyer opens the link of a choice, mostly of one that is open, and chooses, sometimes two things at once. */
async function choose(simulation: Simulation): Promise<void> {
  const { scheduler, deps } = simulation
  const { rng } = scheduler
  await scheduler.pause()
  const offered = await simulation.rows(
    'select a.id, o.manage_links_ended_at from order_choices a join orders o on o.id = a.order_id where offered_at is not null order by closed_at is null desc, a.rowid desc limit 3',
  )
  if (offered.length === 0) return
  const one = pick(rng, offered)
  const [{ token }] = await askingTokens(deps.config, linksOf(one), 'choice', String(one['id']))
  const page = await simulation.post('a buyer looks', '/choice', { token })
  if (page.status !== 200) return expectOneOf(simulation, 'a buyer looks', page, ['too_slow', 'unknown'])
  const { offer } = page.body as { offer: { waitUntil: string | null; days: string[] } | null }
  if (offer === null) return
  const { waitUntil, days } = offer
  const answers = [
    'cancel',
    ...(waitUntil ? ['wait', 'wait'] : []),
    ...(days.length > 0 ? ['day', 'day'] : []),
  ]
  const send = async () => {
    const answer = pick(rng, answers)
    const body = {
      token,
      answer,
      ...(answer === 'wait' && { waitUntil }),
      ...(answer === 'day' && { date: pick(rng, days.slice(0, 2)) }),
    }
    const what = `a buyer chooses ${answer}`
    expectOneOf(simulation, what, await simulation.post(what, '/choice/answer', body), CHOICE_REFUSALS)
  }
  await (rng() < 0.4 ? Promise.all([send(), send()]) : send())
}

const CHOICE_REFUSALS = ['choice_closed', 'choice_changed', 'edit_conflict', 'too_slow', 'unknown']

/** The owner asks a buyer, with a time or without. */
async function offer(simulation: Simulation): Promise<void> {
  const { scheduler, admins } = simulation
  const { rng } = scheduler
  await scheduler.pause()
  const found = await simulation.rows(
    `select o.id, o.promised_by from orders o where market_id = ? and payment_status = 'paid'
      order by exists (select 1 from order_choices c where c.order_id = o.id and c.closed_at is null) desc limit 3`,
    MARKET,
  )
  if (found.length === 0) return
  const { id, promised_by } = pick(rng, found)
  const waitUntil = rng() < 0.5 ? later(rng, String(promised_by)) : ''
  await simulation.ask('an admin offers a choice', () =>
    admins[1].post(`/admin/orders/${String(id)}/choice`, { waitUntil }),
  )
}

const LOCAL = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' })

/** Half an hour to three hours after a promise, by the market's clock. */
function later(rng: () => number, promisedBy: string): string {
  const until = Date.parse(promisedBy) + pick(rng, [30, 60, 180]) * MINUTE
  return LOCAL.format(new Date(until)).replace(' ', 'T')
}
