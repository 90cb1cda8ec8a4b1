import { addDanger, dangerEvent, type NewDanger } from '#api/dangers/queries.ts'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { addOrderEvent, type OrderEvent } from '#api/platform/audit/order-events.ts'
import { runGuardedBatch } from '#api/platform/database/claim.ts'
import { allOf } from '#api/platform/database/condition.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { askingRound } from '#api/shop-orders/ask-next.ts'
import { orderUnchanged } from '#api/shop-orders/queries.ts'
import { type DangerReason, dangerOf, waitProblem } from '#domain/broken-promise.ts'
import { assignmentState } from '#domain/fulfilment.ts'
import { localInstant } from '#domain/zoned-time.ts'
import {
  changeChoice,
  choiceUnchanged,
  enqueueChoiceEmail,
  type FoundPromise,
  noOpenChoice,
  readPromise,
} from './queries.ts'
import { choiceTokens } from './token.ts'

const MAX_ATTEMPTS = 4
const HOUR_MS = 60 * 60_000

/**
 * The owner asks the buyer about a promise in danger.
 * @param local the new time to wait for, by the market's clock (`2026-06-04T19:30`); null: there is none
 * @throws AppError as {@link offerChoice}; `invalid` for a time that cannot be
 */
export async function offerChoiceByAdmin(
  deps: Deps,
  actorId: string,
  orderId: string,
  local: string | null,
): Promise<void> {
  const found = await readPromise(deps.db, orderId)
  if (!found) throw new AppError('order_not_found')
  const until = local === null ? null : readWait(local, found.order, deps.clock.now())
  await offerChoice(deps, { actor: 'admin', actorId }, orderId, until)
  deps.waitUntil(sendDue(deps))
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

/**
 * Asks the buyer of an order in danger what is to become of it: message, link and limit in one batch. One that is in danger and was
 * not found yet is found by it.
 * @param waitUntil ISO instant; null: waiting is no choice
 * @throws AppError `order_not_found`, `promise_not_in_danger`, `choice_offered` when the buyer was asked already, `edit_conflict`
 */
export async function offerChoice(
  deps: Deps,
  who: Pick<OrderEvent, 'actor' | 'actorId'>,
  orderId: string,
  waitUntil: string | null,
): Promise<void> {
  const { db, clock, config } = deps
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const found = await readPromise(db, orderId)
    if (!found) throw new AppError('order_not_found')
    const { order, open, choiceHours } = found
    if (open?.offeredAt) throw new AppError('choice_offered')
    const now = clock.now()
    const at = now.toISOString()
    const reason = open?.reason ?? (await dangerNow(deps, found, now))
    if (reason === null) throw new AppError('promise_not_in_danger')
    const danger: NewDanger = { id: open?.id ?? crypto.randomUUID(), reason, waitUntil }
    const [{ hash }] = await choiceTokens(config, danger.id)
    const expiresAt = new Date(now.getTime() + choiceHours * HOUR_MS).toISOString()
    const data = { choiceId: danger.id, expiresAt, ...(waitUntil && { waitUntil, timeZone: order.timeZone }) }
    const event = { kind: 'choice_offered', ...who, data }
    const guard = allOf(orderUnchanged(order), open ? choiceUnchanged(open) : noOpenChoice(orderId))
    const offered = await runGuardedBatch(db, orderId, event, at, guard, (condition) => [
      ...(open
        ? []
        : [
            addOrderEvent(db, orderId, dangerEvent(danger), at, condition),
            addDanger(db, orderId, danger, at, condition),
          ]),
      changeChoice(db, orderId, { waitUntil, offeredAt: at, tokenHash: hash, expiresAt }, condition),
      enqueueChoiceEmail(db, 'promise-choice', danger.id, order, at, condition),
    ])
    if (offered) return
  }
  throw new AppError('edit_conflict')
}

/** Why a promise is in danger at `now`, null if it is not. */
export async function dangerNow(
  deps: Pick<Deps, 'db' | 'clock'>,
  { order, live, ...facts }: FoundPromise,
  now: Date,
): Promise<DangerReason | null> {
  const state = { ...order, assignment: assignmentState(live?.shopOrder) }
  return dangerOf(state, { ...facts, asking: await askingRound(deps, order) }, now)
}
