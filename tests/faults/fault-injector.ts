import { LibsqlError } from '@libsql/client'
import { MailError } from '#api/platform/mail/mail.ts'
import { PaymentsError } from '#api/platform/payments/payments.ts'
import { PushError } from '#api/platform/push/push.ts'
import { TextError } from '#api/platform/texts/texts.ts'
import { between, pick } from '#tests/support/prng.ts'
import type { Scheduler } from './scheduler.ts'

export const SERVICES = ['database', 'payments', 'mail', 'push', 'texts', 'cache', 'storage'] as const
export type Service = (typeof SERVICES)[number]

/** A call can fail in these ways. A slow one may take effect after its caller has given up. */
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

/** No connection lives as long, not even where an effect comes after its caller has given up. */
const CONNECTION_MS = 60 * 60 * 1000

/** The share of calls that fail, and how often each event has happened. */
export class FaultInjector {
  rate = 0
  readonly counts = new Map<string, number>()

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }
}

/** The error of a call that got no answer. */
function unanswered(service: Service): Error {
  if (service === 'payments') return new PaymentsError('unreachable', 'The provider did not answer')
  if (service === 'mail') return new MailError('The mail provider did not answer', 'unavailable')
  if (service === 'push') return new PushError('The push service did not answer', 'unavailable')
  if (service === 'texts') return new TextError('The text provider did not answer', 'unavailable')
  return new TypeError('fetch failed')
}

/** The error of a call that an overloaded service refused. */
function overloaded(service: Service): Error {
  if (service === 'payments') return new PaymentsError('server', 'The provider failed')
  if (service === 'mail')
    return new MailError('The mail provider answered 429: rate_limit_exceeded', 'busy', {
      retryAfterSeconds: 1,
    })
  if (service === 'push')
    return new PushError('The push service answered 429', 'busy', { retryAfterSeconds: 1 })
  if (service === 'texts')
    return new TextError('The text provider answered 429', 'busy', { retryAfterSeconds: 1 })
  return service === 'database'
    ? new LibsqlError('database is locked', 'SQLITE_BUSY')
    : new TypeError('fetch failed')
}

/**
 * A call to an outside service: it waits until the scheduler chooses it, then succeeds or fails.
 * @param deadlineMs how long the caller waits for an answer
 */
export function callWithFaults<T>(
  { scheduler, injector }: { scheduler: Scheduler; injector: FaultInjector },
  { service, name, deadlineMs }: { service: Service; name: string; deadlineMs: number },
  perform: () => Promise<T>,
): Promise<T> {
  const asked = Date.now()
  // The clock may leap by a day while a call waits. One that came then would meet a provider that knows its key no more.
  const effect = async () => {
    const knowsKeys = service === 'payments' || service === 'mail'
    if (knowsKeys && Date.now() - asked > CONNECTION_MS) throw unanswered(service)
    return perform()
  }
  const scheduled = scheduler.call<T>(`${service} ${name}`, async ({ resolve, reject, meets }) => {
    const fault = scheduler.rng() < injector.rate ? pick(scheduler.rng, FAULTS) : null
    const lose = () => reject(unanswered(service))
    const later = (ms: number, work: () => unknown) => scheduler.time.after(ms, work)
    const ignoringResult = () => effect().then(nothing, nothing)
    if (fault !== null) {
      meets(`${service}: ${fault}`)
      injector.count(`${service}: ${fault}`)
      scheduler.trace.push(`  ${fault}`)
    }
    switch (fault) {
      case null:
        return effect().then(resolve, reject)
      case 'refused before':
        return lose()
      case 'busy':
        return reject(overloaded(service))
      case 'answer lost':
        await ignoringResult()
        return lose()
      case 'hangs':
        return void later(deadlineMs, lose)
      case 'hangs, done all the same':
        await ignoringResult()
        return void later(deadlineMs, lose)
      case 'done after it was given up':
        later(deadlineMs, lose)
        return void later(deadlineMs + between(scheduler.rng, 1, 20_000), ignoringResult)
      case 'late':
        return void later(between(scheduler.rng, 50, deadlineMs), () => effect().then(resolve, reject))
    }
  })
  return scheduled ?? effect()
}

function nothing(): void {}
