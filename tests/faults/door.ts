import { DELIVERY_OUTCOMES, type DeliveryOutcome, NEXT_STEPS } from '#domain/delivery-attempts.ts'
import { localText } from '#domain/zoned-time.ts'
import { pick, type Rng } from '#tests/support/prng.ts'
import { moving } from './event-names.ts'
import { expectOneOf } from './shoppers.ts'
import type { Answer, Simulation } from './simulation.ts'

// At the door: florists say who took the flowers, or that nobody was there; admins record and correct it.

/** An attempt, or a correction of one, that was answered with success. */
export type Reported = { key: string; outcome: DeliveryOutcome }

const MINUTE = 60_000

/** An outcome as its form sends it. A second attempt is made soon, by the clock of its market. */
function drawOutcome(rng: Rng, now: number, timeZone: string, outcomes: readonly DeliveryOutcome[]) {
  const outcome = pick(rng, outcomes)
  const nextStep = outcome === 'nobody' ? pick(rng, [...NEXT_STEPS, 'second_attempt'] as const) : null
  const isSecond = nextStep === 'second_attempt'
  const next = new Date(now + pick(rng, [5, 90, 24 * 60]) * MINUTE)
  return {
    outcome,
    name: outcome === 'someone' ? 'Maria' : outcome === 'neighbor' && rng() < 0.5 ? 'Sam' : null,
    nextStep,
    nextAt: isSecond ? localText(next, timeZone) : null,
  }
}

/** Sends once, twice at once, and often again when no answer came. */
async function press(rng: Rng, send: () => Promise<Answer>): Promise<Answer[]> {
  const first = rng() < 0.3 ? await Promise.all([send(), send()]) : [await send()]
  return first.some(({ status }) => status >= 500) && rng() < 0.7 ? [...first, await send()] : first
}

/** A florist says through a link what happened at the door. */
export async function reportAttempt(
  simulation: Simulation,
  { token, timeZone }: { token: string; timeZone: string },
): Promise<void> {
  const { scheduler, reported } = simulation
  const { rng, time } = scheduler
  const key = crypto.randomUUID()
  const said = drawOutcome(rng, time.now, timeZone, [...DELIVERY_OUTCOMES, 'recipient', 'nobody', 'nobody'])
  const what = `a florist was at the door: ${said.outcome}`
  const answers = await press(rng, () => simulation.post(what, '/florist/attempt', { token, key, ...said }))
  for (const answer of answers) {
    expectOneOf(simulation, what, answer, ATTEMPT_REFUSALS)
    if (answer.status === 200) reported.push({ key, outcome: said.outcome })
  }
}

// The clock may jump past a time while it is sent.
const ATTEMPT_REFUSALS = [
  'florist_link_closed',
  'florist_too_late',
  'photo_required',
  'invalid',
  'edit_conflict',
  'too_slow',
  'unknown',
]

/** An admin records an attempt of any shop order, or corrects one. */
export async function adminAtTheDoor(
  simulation: Simulation,
  who: Simulation['admins'][number],
): Promise<void> {
  const { scheduler, reported } = simulation
  const { rng, time } = scheduler
  const attempts = await simulation.rows(
    `select a.id, a.shop_order_id, a.outcome, o.time_zone from delivery_attempts a
      join shop_orders so on so.id = a.shop_order_id join orders o on o.id = so.order_id`,
  )
  const corrects = attempts.length > 0 && rng() < 0.6
  const [of] = corrects
    ? [pick(rng, attempts)]
    : await simulation.rows(
        `select so.id as shop_order_id, o.time_zone from shop_orders so join orders o on o.id = so.order_id
          order by so.withdrawn_at is null desc, so.rowid desc limit 1`,
      )
  if (!of) return
  const path = `/admin/shop-orders/${String(of['shop_order_id'])}/attempts`
  const key = crypto.randomUUID()
  const others = DELIVERY_OUTCOMES.filter((outcome) => outcome !== of['outcome'])
  const said = { key, ...drawOutcome(rng, time.now, String(of['time_zone']), others) }
  const [what, send] = corrects
    ? ['an admin corrects an attempt', () => who.post(`${path}/${String(of['id'])}/correction`, said)]
    : ['an admin records an attempt', () => who.post(path, { ...said, alsoDelivered: rng() < 0.5 })]
  for (const { status } of await press(rng, () => simulation.ask(what, send))) {
    if (status === 200) reported.push({ key, outcome: said.outcome })
  }
}

const ATTEMPTS = `('nobody_there', 'handed_over', 'attempt_corrected', 'attempt_corrected_to_nobody', 'earlier_attempt_corrected')`
/** Queries that return no row once all faults have ended. */
export const DOOR_INVARIANTS = {
  'a florist’s delivery without an outcome': `select e.order_id from order_events e
    where e.kind = 'delivered' and e.actor = 'florist' and not exists (
      select 1 from delivery_attempts a where a.shop_order_id = e.data ->> 'shopOrderId' and a.created_at = e.created_at
        and a.source = 'florist' and a.outcome <> 'nobody' and a.corrects is null)`,
  'an attempt without exactly one entry of the log': `select a.id from delivery_attempts a where (select count(*)
    from order_events where kind in ${ATTEMPTS} and data ->> 'attemptId' = a.id) <> 1`,
  'a missed delivery told twice': `select payload ->> 'attemptId' from outbox where kind = 'delivery-missed'
    group by 1 having count(*) > 1`,
  'a missed delivery that its buyer was not told of': `select a.id from delivery_attempts a
    join order_events e on e.kind = 'nobody_there' and e.data ->> 'attemptId' = a.id
    where a.source = 'florist' and a.outcome = 'nobody'
      and exists (select 1 from order_events where order_id = e.order_id and kind in ('paid', 'paid_without_room') and seq < e.seq)
      and not exists (select 1 from outbox where dedupe_key = 'delivery-missed:' || a.id)
      and not exists (select 1 from order_events where order_id = e.order_id and seq > e.seq and kind in
        ${moving('order', 'shopOrder', 'attempts')})`,
  'a delivered or cancelled order that is flagged with nobody there': `select o.order_reference from order_flags f
    join orders o on o.id = f.order_id where f.kind = 'nobody_there' and f.resolved_at is null
      and (o.status in ('delivered', 'completed', 'cancelled') or o.payment_status = 'refunded')`,
  'a missed delivery that nobody is to look at': `select a.id from delivery_attempts a
    join order_events e on e.kind = 'nobody_there' and e.data ->> 'attemptId' = a.id
    where a.source = 'florist' and a.outcome = 'nobody'
      and not exists (select 1 from order_flags where order_id = e.order_id and kind = 'nobody_there' and created_at <= a.created_at
        and (resolved_at is null or resolved_at >= a.created_at))`,
} as const

/** Each attempt that was answered with success is stored once, as it was said. */
export async function auditReported({ rows, reported }: Simulation): Promise<string[]> {
  const faults: string[] = []
  for (const { key, outcome } of reported) {
    const found = await rows('select outcome from delivery_attempts where attempt_key = ?', key)
    if (found.length !== 1 || found[0]?.['outcome'] !== outcome) {
      faults.push(`${found.length} attempts are stored of one that was answered: ${outcome}`)
    }
  }
  return faults
}
