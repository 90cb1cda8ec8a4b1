import type { Deps } from '#api/deps.ts'
import type { Statement } from '#api/platform/database/condition.ts'
import { expectReport } from '#api/platform/expected-reports.ts'
import { endFailure, noteFailure } from '#api/platform/failing-channels.ts'
import { describeFailure, storeProblem, unavailableService } from '#api/platform/failure.ts'
import { PushError, type PushMessage } from '#api/platform/push/push.ts'
import { TextError } from '#api/platform/texts/texts.ts'
import { RANG } from '#domain/florist-devices.ts'
import { textNumber } from '#domain/phone.ts'
import { type Device, deliveryIs, forgetDevice, noteRing, type OutboxRow, textAtOnce } from './outbox.ts'
import { phoneHash, stopTexts } from './text-stops.ts'

/** A push to a phone, or a text. */
export type Ring =
  | { channel: 'push'; device: Device; message: PushMessage }
  /** `to`: a US number, however it is written. `notBefore`: the end of quiet hours in which it is not to go. */
  | { channel: 'text'; to: string; text: string; notBefore?: Date | null }

type Result = {
  finished: Partial<OutboxRow>
  also: readonly Statement[]
  /** Makes what comes instead due; null: nothing does. */
  instead: ReturnType<typeof textAtOnce> | null
}

const AGAIN_MS = 15_000
/** A phone that does not ring within this is not rung for the offer any more: the text and the call come before. */
const GIVE_UP_MS = 5 * 60_000
const LONGEST_WAIT_SECONDS = 60
/** The faults that are nobody's phone or number. */
const OF_THE_CHANNEL: ReadonlySet<string> = new Set(['busy', 'unavailable', 'configuration'])

/**
 * Rings: a push is tried again for some minutes; a text is not when nobody knows whether it went, so that nobody gets two. What does
 * not ring makes the text due at once.
 * @returns what became of it; null when there is nothing to ring for, or no way to
 */
export async function ring(deps: Deps, row: OutboxRow): Promise<Result | null> {
  const { db, clock, log, push, texts } = deps
  const at = () => clock.now().toISOString()
  let found: Ring | null = null
  try {
    found = await deps.renderRing(deps, row)
    if (!found) return null
    if (found.channel === 'text') {
      const number = textNumber(found.to)
      if (!texts || number === null) return null
      if (found.notBefore) {
        // It was not tried.
        const finished = { attempts: row.attempts, nextAttemptAt: found.notBefore.toISOString() }
        return { finished, also: [], instead: null }
      }
      const providerMessageId = await texts.send(number, found.text)
      const finished = { status: 'sent', sentAt: at(), providerMessageId, lastError: null } as const
      const also = [endFailure(db, 'text'), expectReport(db, 'texts', at(), deliveryIs(row.id, null))]
      return { finished, also, instead: null }
    }
    if (!push) return null
    await push.send(found.device, found.message)
    const also = [endFailure(db, 'push'), noteRing(db, found.device.id, RANG, at())]
    return { finished: { status: 'sent', sentAt: at(), lastError: null }, also, instead: null }
  } catch (error) {
    const text = describeFailure(error)
    log('warn', 'ring_failed', { messageId: row.id, kind: row.kind, attempts: row.attempts + 1, ...text })
    const service = unavailableService(error)
    if (service) storeProblem(deps, { source: 'server', event: 'outage', service }, text)
    return afterFailure(deps, row, found, error)
  }
}

/** @param found null: it could not be written, so that nothing went */
function afterFailure({ db, clock }: Deps, row: OutboxRow, found: Ring | null, error: unknown): Result {
  const now = clock.now()
  const at = now.toISOString()
  const known = error instanceof PushError || error instanceof TextError ? error : null
  const lastError = known?.message ?? 'The message could not be written'
  // A text may have waited for a morning.
  const age = found?.channel === 'text' ? row.attempts * AGAIN_MS : now.getTime() - Date.parse(row.createdAt)
  const wait = Math.min(known?.retryAfterSeconds ?? 0, LONGEST_WAIT_SECONDS) * 1000
  const isUnknown = known?.kind === 'unavailable'
  const mayWait = found === null || known?.kind === 'busy' || (isUnknown && found.channel === 'push')
  // The email goes beside it, so that nobody has to do anything about it.
  const finished =
    mayWait && age < GIVE_UP_MS
      ? { lastError, nextAttemptAt: new Date(now.getTime() + Math.max(wait, AGAIN_MS)).toISOString() }
      : ({ status: 'failed', lastError, dismissedAt: at } as const)
  if (found === null) return { finished, also: [], instead: null }
  const failure = known && OF_THE_CHANNEL.has(known.kind) ? [noteFailure(db, found.channel, at)] : []
  if (found.channel === 'text') {
    const stop = known?.kind === 'stopped' ? stopTexts(db, phoneHash(found.to), at) : []
    return { finished, also: [...failure, ...stop], instead: null }
  }
  const { id } = found.device
  const device = known?.kind === 'gone' ? forgetDevice(db, id) : noteRing(db, id, lastError, at)
  return { finished, also: [...failure, device], instead: textAtOnce(db, row, at) }
}
