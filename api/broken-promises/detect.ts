import type { Deps } from '#api/deps.ts'
import { applyToOrder } from '#api/orders/apply.ts'
import { dangerAt } from '#api/orders/state-queries.ts'
import { runLoggingFailure } from '#api/platform/failure.ts'
import { finishNewRefunds } from '#api/refunds/finish.ts'
import { askingRound } from '#api/shop-orders/ask-next.ts'
import { offerDueAt, STALE_MS } from '#domain/order/broken-promise.ts'
import type { OpenDanger } from '#domain/order/promise.ts'
import { openChoice } from '#domain/order/state.ts'
import { offerChoice } from './offer.ts'
import { expiredChoices, suspects, unofferedChoices } from './queries.ts'

const FAILED = 'promise_job_failed'
const SYSTEM = { actor: 'system' } as const

/** The scheduled search for promises in danger. */
export async function detectDangers(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  for (const { id } of await suspects(deps.db, now.toISOString(), staleBefore(now))) {
    await runLoggingFailure(deps, FAILED, { job: 'detectDangers' }, () => detectDanger(deps, id))
  }
}

/** Opens a danger of an order if its promise is in one and none is open. Where an event may have caused it, at once. */
export async function detectDanger(deps: Deps, orderId: string): Promise<void> {
  await applyToOrder(
    deps,
    orderId,
    async (state, at): Promise<OpenDanger | null> => {
      if (openChoice(state)) return null
      const reason = dangerAt(state, await askingRound(deps, state.order), new Date(at))
      return reason && { type: 'open_danger', choiceId: crypto.randomUUID(), reason }
    },
    SYSTEM,
  )
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
      offerChoice(deps, SYSTEM, orderId, () => until),
    )
  }
}

/** Ends the choices that nobody has made in time. */
export async function endExpiredChoices(deps: Deps): Promise<void> {
  for (const { orderId } of await expiredChoices(deps.db, deps.clock.now().toISOString())) {
    await runLoggingFailure(deps, FAILED, { job: 'endExpiredChoices' }, () => endExpiredChoice(deps, orderId))
  }
}

/** Ends an order whose buyer has not answered in time, as `expireChoice` says. */
export async function endExpiredChoice(deps: Deps, orderId: string): Promise<void> {
  const command = { type: 'expire_choice', refundId: crypto.randomUUID() } as const
  await finishNewRefunds(deps, await applyToOrder(deps, orderId, command, SYSTEM), 'system')
}

function staleBefore(now: Date): string {
  return new Date(now.getTime() - STALE_MS).toISOString()
}
