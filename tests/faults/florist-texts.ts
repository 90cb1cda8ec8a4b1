import type { TextEvent } from '#api/platform/texts/texts.ts'
import { phoneDigits } from '#domain/phone.ts'
import { ORDER_NAME_LENGTH } from '#domain/text-answers.ts'
import { pick } from '#tests/support/prng.ts'
import type { Rung } from './rings-audit.ts'
import { expectOneOf } from './shoppers.ts'
import type { Simulation } from './simulation.ts'

// Florists text answers, STOP and START, and whatever else. The text provider repeats events, and brings them late.

/** STOP or START of a number: when it was written, and by when the shop had heard of it, in milliseconds. */
export type Wish = { number: string; wants: 'stop' | 'start'; writtenAt: number; heardAt: number }

const WISHES = { STOP: 'stop', 'please stop texting me': 'stop', START: 'start' } as const

/** A florist texts, mostly about the newest order that waits. */
export async function textUs(simulation: Simulation): Promise<void> {
  const { scheduler, wishes } = simulation
  const { rng, time } = scheduler
  await scheduler.pause()
  const [asked] = await simulation.rows(
    `select h.phone, o.order_reference as reference from shop_orders so join shops h on h.id = so.shop_id
      join orders o on o.id = so.order_id where h.phone is not null order by so.status = 'pending' desc, so.rowid desc limit 1`,
  )
  if (!asked) return
  const name = String(asked['reference']).slice(-ORDER_NAME_LENGTH)
  const text = pick(rng, ['1', '2', `1 ${name}`, `no ${name}`, 'Tulips?', 'HELP', ...Object.keys(WISHES)])
  const number = `+1${phoneDigits(String(asked['phone']))}`
  const writtenAt = time.now
  const event: TextEvent = {
    kind: 'received',
    id: crypto.randomUUID(),
    at: new Date(writtenAt).toISOString(),
    from: number,
    text,
  }
  const what = `a florist texts ${text.replace(name, 'its name')}`
  const send = () => simulation.post(what, '/webhooks/telnyx', event)
  for (let times = 0; times < 6; times++) {
    const answers = rng() < 0.3 ? await Promise.all([send(), send()]) : [await send()]
    for (const answer of answers) expectOneOf(simulation, what, answer, ['too_slow', 'unknown'])
    if (!answers.some(({ status }) => status === 200)) continue
    const wants = Object.entries(WISHES).find(([words]) => words === text)?.[1]
    if (wants) wishes.push({ number, wants, writtenAt, heardAt: time.now })
    return
  }
}

/** Nothing is texted to a number that said STOP, until it says START. @param readBeforeMs as of {@link auditRings} */
export function auditStops(rung: readonly Rung[], wishes: readonly Wish[], readBeforeMs: number): string[] {
  const late = rung.filter(({ way, at }) => {
    const own = wishes.filter(({ number }) => number === way)
    const stopped = own.filter(
      ({ wants, heardAt }) => wants === 'stop' && Date.parse(at) > heardAt + readBeforeMs,
    )
    return stopped.some(
      (stop) =>
        !own.some(
          ({ wants, writtenAt }) =>
            wants === 'start' && writtenAt >= stop.writtenAt && writtenAt <= Date.parse(at),
        ),
    )
  })
  return late.map(({ way, about, at }) => `texted after STOP: ${way} about ${about} at ${at}`)
}
