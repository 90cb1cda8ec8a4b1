import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { applyToOrder } from '#api/orders/apply.ts'
import { askingTokens } from '#api/orders/manage-link.ts'
import { dangerAt, promiseTimesOf, type StoredOrder } from '#api/orders/state-queries.ts'
import { runLoggingFailure } from '#api/platform/failure.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { askingRound, detectDanger } from '#api/shop-orders/ask-next.ts'
import { offerDueAt, STALE_MS, waitProblem } from '#domain/order/broken-promise.ts'
import type { By } from '#domain/order/patches.ts'
import type { OfferChoice } from '#domain/order/promise.ts'
import { openChoice } from '#domain/order/state.ts'
import { localInstant } from '#domain/zoned-time.ts'
import { suspects, unofferedChoices } from './queries.ts'

// A promise in danger: it is found, and its buyer is asked. The jobs of every minute do both; a florist's report and the owner do their
// part at once. What each makes of the order is in domain/order/promise.ts.

const FAILED = 'promise_job_failed'
const SYSTEM = { actor: 'system' } as const

/** The scheduled search for promises in danger. */
export async function detectDangers(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  for (const { id } of await suspects(deps.db, now.toISOString(), staleBefore(now))) {
    await runLoggingFailure(deps, FAILED, { job: 'detectDangers' }, () => detectDanger(deps, id))
  }
}

/** Asks the buyers about promises in danger, in markets where the system does so, once it is time. */
export async function offerDueChoices(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  for (const choice of await unofferedChoices(deps.db, staleBefore(now))) {
    if (offerDueAt(choice, choice.minutes) > now) continue
    await runLoggingFailure(deps, FAILED, { job: 'offerDueChoices' }, () =>
      askBuyer(deps, SYSTEM, choice.orderId, () => choice.waitUntil),
    )
  }
}

/**
 * The owner asks the buyer about a promise in danger.
 * @param local the new time to wait for, by the market's clock (`2026-06-04T19:30`); null: there is none
 * @throws AppError as {@link askBuyer}; `invalid` for a time that cannot be
 */
export async function askBuyerByAdmin(
  deps: Deps,
  actorId: string,
  orderId: string,
  local: string | null,
): Promise<void> {
  await askBuyer(deps, { actor: 'admin', actorId }, orderId, (order, now) =>
    local === null ? null : readWait(local, order, now),
  )
  deps.waitUntil(sendDue(deps))
}

/**
 * Asks the buyer of an order in danger what is to become of it: message, link and limit. One that is in danger and was not
 * found yet is found by it.
 * @param waitUntil gives the new time (ISO instant); null: waiting is no choice
 * @throws AppError `order_not_found`, `promise_not_in_danger`, `choice_offered` when the buyer was asked already, `edit_conflict`
 */
export async function askBuyer(
  deps: Deps,
  by: By,
  orderId: string,
  waitUntil: (order: StoredOrder['order'], now: Date) => string | null,
): Promise<void> {
  await applyToOrder(
    deps,
    orderId,
    async (state, at): Promise<OfferChoice> => {
      const now = new Date(at)
      const until = waitUntil(state.order, now)
      const open = openChoice(state)
      if (open?.offeredAt) throw new AppError('choice_offered')
      const reason = open?.reason ?? dangerAt(state, await askingRound(deps, state.order), now)
      if (reason === null) throw new AppError('promise_not_in_danger')
      const choiceId = open?.id ?? crypto.randomUUID()
      const [{ hash }] = await askingTokens(deps.config, state.order, 'choice', choiceId)
      const times = promiseTimesOf(state.market)
      return { type: 'offer_choice', choiceId, reason, tokenHash: hash, waitUntil: until, times }
    },
    by,
  )
}

/**
 * Reads a new time for an order as its market's clock shows it.
 * @param path of the field
 * @returns ISO instant
 * @throws AppError `invalid` when it cannot be
 */
export function readWait(
  local: string,
  order: { promisedBy: string; timeZone: string },
  now: Date,
  path = 'waitUntil',
): string {
  const until = localInstant(local, order.timeZone)
  const message = waitProblem(until, order.promisedBy, now)
  if (until === null || message !== null) {
    throw new AppError('invalid', {
      issues: [{ path, message: message ?? 'Please enter a date and a time' }],
    })
  }
  return until.toISOString()
}

function staleBefore(now: Date): string {
  return new Date(now.getTime() - STALE_MS).toISOString()
}
