import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { type Circumstances, MARKET, ZONE } from './circumstances.ts'
import { codeOf, type Simulation } from './simulation.ts'

// Counts places by itself, from the orders: nothing here asks the code that is looked at.

const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE })
const HOURLY = ['hour', 'few-hours']

/**
 * Orders take a place each. One whose form is being changed has a second place, which is listed with its first one. `over`: an
 * admin was told that there is none, or has given the buyer a time to wait for all the same.
 */
const TAKEN = `select promised_by as due, delivery_option as option, null as first_due, null as first_option,
    payment_status as payment,
    exists (select 1 from order_flags f where f.order_id = o.id and f.kind = 'over_capacity' and (f.resolved_at is null
      or f.resolved_at in (select closed_at from order_choices c where c.order_id = o.id and c.outcome = 'wait'))) as over
  from orders o where market_id = ? and status <> 'cancelled' and payment_status <> 'refunded' and is_sample = 0
  union all
  select reserved_promised_by, reserved_option, o.promised_by, o.delivery_option, 'reserved', 0
  from order_holds h join orders o on o.id = h.order_id
  where reserved_market_id = ? and o.payment_status = 'pending' and o.status <> 'cancelled'`

type Taken = { due: string; option: string; payment: string; over: number } & (
  | { first_due: string; first_option: string }
  | { first_due: null }
)

async function readTaken({ rows }: Simulation): Promise<Taken[]> {
  return (await rows(TAKEN, MARKET, MARKET)) as unknown as Taken[]
}

/** The market's calendar date of an instant (ISO). */
export function dateOf(instant: string): string {
  return DAY.format(new Date(instant))
}

/** An order counts in its day, and in its hour if that was promised. */
function bucketsOf(due: string, option: string): string[] {
  return [`day ${dateOf(due)}`, ...(HOURLY.includes(option) ? [`hour ${due.slice(0, 13)}`] : [])]
}

/** The buckets of a place. Of an order's two places one is free for the other. */
function countedIn(taken: Taken): string[] {
  const first = taken.first_due === null ? [] : bucketsOf(taken.first_due, taken.first_option)
  return bucketsOf(taken.due, taken.option).filter((bucket) => !first.includes(bucket))
}

function limitsOf({ shops }: Circumstances): { day: number; hour: number | null } | null {
  if (!shops) return null
  const hours = shops.map(({ perHour }) => perHour)
  return {
    day: shops.reduce((sum, { perDay }) => sum + perDay, 0),
    hour: hours.reduce((sum, hour) => (sum === null || hour === null ? null : sum + hour), 0),
  }
}

/** Days and hours with more orders than places, those aside that an admin knows of. @returns a line for each */
export async function oversold(simulation: Simulation, circumstances: Circumstances): Promise<string[]> {
  const limits = limitsOf(circumstances)
  if (!limits) return []
  const counts = new Map<string, number>()
  const count = (bucket: string) => counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
  for (const taken of await readTaken(simulation)) {
    if (taken.over === 0) countedIn(taken).forEach(count)
  }
  return [...counts].flatMap(([bucket, orders]) => {
    const limit = bucket.startsWith('day') ? limits.day : limits.hour
    return limit !== null && orders > limit ? [`oversold: ${orders} for ${limit} places of ${bucket}`] : []
  })
}

/** Checks that what is sold, held and left adds up from the orders, and that what is left can be had, and no more. */
export async function auditPlaces(simulation: Simulation, circumstances: Circumstances): Promise<string[]> {
  const limits = limitsOf(circumstances)
  if (!limits) return []
  const faults = await oversold(simulation, circumstances)
  const taken = (await readTaken(simulation)).filter(({ payment }) => payment !== 'reserved')
  const { body } = await inTurn(simulation, 'reads days', () =>
    simulation.admins[0].get(`/admin/markets/${MARKET}/days`),
  )
  for (const { date, sold, held, limit } of body['days'] as Record<string, number | string>[]) {
    const own = taken.filter(({ due }) => dateOf(due) === date)
    const [due, waiting] = [own.length, own.filter(({ payment }) => payment === 'pending').length]
    if (sold !== due - waiting || held !== waiting || limit !== limits.day) {
      faults.push(
        `${date}: ${sold} sold and ${held} held of ${limit}, there are ${due} orders of ${limits.day}`,
      )
    }
  }
  return [...faults, ...(await auditLeft(simulation, limits.day))]
}

/** Every place that is left tomorrow is asked for at once, and one more. */
async function auditLeft(simulation: Simulation, perDay: number): Promise<string[]> {
  const { scheduler } = simulation
  const { idle } = scheduler
  const tomorrow = dayAfter(scheduler.time.now)
  const before = (await readTaken(simulation)).filter(({ due }) => dateOf(due) === tomorrow).length
  const left = Math.max(0, perDay - before)
  // A request that takes too long is refused for that.
  scheduler.idle = 0
  const asked = Array.from({ length: left + 1 }, (_, n) =>
    simulation.post(
      'a last shopper buys',
      '/create-checkout-session',
      checkoutRequest({
        customerInfo: { email: `last${n}@example.com` },
        deliveryDetails: { option: 'tomorrow' },
      }),
    ),
  )
  await scheduler.runAll()
  scheduler.idle = idle
  const answers = await Promise.all(asked)
  const served = answers.filter(({ status }) => status === 200).length
  const refused = answers.filter((answer) => codeOf(answer) === 'option_closed').length
  const isSame = dayAfter(scheduler.time.now) === tomorrow
  if (!isSame || (served === left && refused === 1)) return []
  return [
    `${before} of ${perDay} places of ${tomorrow} were taken, then ${served} served, ${refused} refused`,
  ]
}

/** The market's calendar date after that of an instant (ms); not 24 hours later, because a day may have 23 or 25. */
function dayAfter(now: number): string {
  const noon = Date.parse(`${dateOf(new Date(now).toISOString())}T12:00:00Z`)
  return new Date(noon + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}

async function inTurn<T>({ scheduler, ask }: Simulation, name: string, send: () => Promise<T>): Promise<T> {
  const answer = ask(name, send as Parameters<Simulation['ask']>[1])
  await scheduler.runAll()
  return (await answer) as T
}
