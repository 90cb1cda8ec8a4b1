import { AWAITS_ACCEPTANCE, addDanger, dangerEvent, type NewDanger } from '#api/dangers/queries.ts'
import type { Deps } from '#api/deps.ts'
import { runGuardedBatch } from '#api/platform/database/claim.ts'
import { allOf } from '#api/platform/database/condition.ts'
import { runLoggingFailure } from '#api/platform/failure.ts'
import { orderUnchanged } from '#api/shop-orders/queries.ts'
import { offerDueAt, STALE_MS } from '#domain/broken-promise.ts'
import { endExpiredChoice } from './expire.ts'
import { dangerNow, offerChoice } from './offer.ts'
import { expiredChoices, noOpenChoice, readPromise, suspects, unofferedChoices } from './queries.ts'

const FAILED = 'promise_job_failed'

/** The scheduled search for promises in danger. */
export async function detectDangers(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  for (const { id } of await suspects(deps.db, now.toISOString(), staleBefore(now))) {
    await runLoggingFailure(deps, FAILED, { job: 'detectDangers' }, () => detectDanger(deps, id))
  }
}

/** Opens a danger of an order if its promise is in one and none is open. Where an event may have caused it, at once. */
export async function detectDanger(deps: Deps, orderId: string): Promise<void> {
  const { db, clock } = deps
  const found = await readPromise(db, orderId)
  if (!found || found.open) return
  const { order } = found
  const now = clock.now()
  const reason = await dangerNow(deps, found, now)
  if (reason === null) return
  const danger: NewDanger = { id: crypto.randomUUID(), reason, waitUntil: null }
  const at = now.toISOString()
  const guard = allOf(orderUnchanged(order), AWAITS_ACCEPTANCE, noOpenChoice(orderId))
  await runGuardedBatch(db, orderId, dangerEvent(danger), at, guard, (condition) => [
    addDanger(db, orderId, danger, at, condition),
  ])
}

/** Asks the buyers about promises in danger, in markets where the system does so, once it is time. */
export async function offerDueChoices(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  for (const choice of await unofferedChoices(deps.db, staleBefore(now))) {
    const { orderId, openedAt, promisedBy, minutes, waitUntil } = choice
    if (offerDueAt(openedAt, promisedBy, minutes) > now) continue
    // A time that has passed is none to wait for.
    const until = waitUntil !== null && new Date(waitUntil) > now ? waitUntil : null
    await runLoggingFailure(deps, FAILED, { job: 'offerDueChoices' }, () =>
      offerChoice(deps, { actor: 'system' }, orderId, until),
    )
  }
}

/** Ends the choices that nobody has made in time. */
export async function endExpiredChoices(deps: Deps): Promise<void> {
  for (const { orderId } of await expiredChoices(deps.db, deps.clock.now().toISOString())) {
    await runLoggingFailure(deps, FAILED, { job: 'endExpiredChoices' }, () => endExpiredChoice(deps, orderId))
  }
}

function staleBefore(now: Date): string {
  return new Date(now.getTime() - STALE_MS).toISOString()
}
