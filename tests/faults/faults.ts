import { LibsqlError } from '@libsql/client'
import { MailError } from '#api/platform/mail/mail.ts'
import { PaymentsError } from '#api/platform/payments/payments.ts'
import { between, pick } from '#tools/art/prng.ts'
import type { Stage } from './stage.ts'

export const SERVICES = ['database', 'payments', 'mail', 'cache'] as const
export type Service = (typeof SERVICES)[number]

/** How a call goes wrong. What takes its own time may take effect after its caller has given it up. */
export const FAULTS = [
  'refused before',
  'answer lost',
  'hangs',
  'hangs, done all the same',
  'done after it was given up',
  'late',
  'busy',
] as const
export type Fault = (typeof FAULTS)[number]

/** How rough it is: the share of the calls that go wrong, and what went wrong so far. */
export class Weather {
  share = 0
  readonly counts = new Map<string, number>()

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }
}

/** What a caller is told when no answer came. */
function unanswered(service: Service): Error {
  if (service === 'payments') return new PaymentsError('unreachable', 'The provider did not answer')
  if (service === 'mail') return new MailError('The mail provider did not answer', 'temporary')
  return new TypeError('fetch failed')
}

/** What a caller is told by a service that has too much to do; nothing was done. */
function overloaded(service: Service): Error {
  if (service === 'payments') return new PaymentsError('server', 'The provider failed')
  if (service === 'mail') return new MailError('The mail provider answered 429: rate_limit_exceeded', 'busy')
  return service === 'database'
    ? new LibsqlError('database is locked', 'SQLITE_BUSY')
    : new TypeError('fetch failed')
}

/**
 * A call to the outside world, on stage: it waits for its turn, and then it goes well or wrong.
 * @param deadlineMs how long the caller waits for an answer
 */
export function played<T>(
  { stage, weather }: { stage: Stage; weather: Weather },
  { service, name, deadlineMs }: { service: Service; name: string; deadlineMs: number },
  effect: () => Promise<T>,
): Promise<T> {
  const onStage = stage.call<T>(`${service} ${name}`, async ({ resolve, reject, meets }) => {
    const fault = stage.rng() < weather.share ? pick(stage.rng, FAULTS) : null
    const lose = () => reject(unanswered(service))
    const later = (ms: number, work: () => unknown) => stage.time.after(ms, work)
    const inVain = () => effect().then(nothing, nothing)
    if (fault !== null) {
      meets(fault)
      weather.count(`${service}: ${fault}`)
      stage.script.push(`  ${fault}`)
    }
    switch (fault) {
      case null:
        return effect().then(resolve, reject)
      case 'refused before':
        return lose()
      case 'busy':
        return reject(overloaded(service))
      case 'answer lost':
        await inVain()
        return lose()
      case 'hangs':
        return void later(deadlineMs, lose)
      case 'hangs, done all the same':
        await inVain()
        return void later(deadlineMs, lose)
      case 'done after it was given up':
        later(deadlineMs, lose)
        return void later(deadlineMs + between(stage.rng, 1, 20_000), inVain)
      case 'late':
        return void later(between(stage.rng, 50, deadlineMs), () => effect().then(resolve, reject))
    }
  })
  return onStage ?? effect()
}

function nothing(): void {}
