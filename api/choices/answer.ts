import { hasPlace } from '#api/capacity/queries.ts'
import { placeOf } from '#api/capacity/service.ts'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { resolveFlag } from '#api/orders/write-queries.ts'
import { runGuardedBatch } from '#api/platform/database/claim.ts'
import { allOf, type Condition, type Statement } from '#api/platform/database/condition.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { finishCancellation, planCancellation } from '#api/refunds/cancellation.ts'
import { enqueueFloristNewTime } from '#api/shop-orders/email-queries.ts'
import { extendLinkOfOrder } from '#api/shop-orders/florist-link-queries.ts'
import { changeOrder, orderUnchanged, shopOrderUnchanged } from '#api/shop-orders/queries.ts'
import type { ChoiceAnswer } from '#domain/broken-promise.ts'
import { floristLinkExpiry } from '#domain/florist.ts'
import { moveToDay } from './other-day.ts'
import { changeChoice, choiceUnchanged, enqueueChoiceEmail, type FoundChoice } from './queries.ts'
import type { ChoiceAnswerRequest } from './schema.ts'
import { findChoice, readOffer } from './service.ts'

const MAX_ATTEMPTS = 4
const BUYER = { actor: 'shopper' } as const

/** What an answer takes: parts of its batch, and what comes after it. */
type Plan = {
  event: Record<string, unknown>
  unchanged: Condition
  statements: (condition: Condition) => Statement[]
  after?: () => Promise<void>
}

/**
 * The buyer chooses what becomes of a promise in danger, once. The same answer again changes nothing.
 * @throws AppError `link_unknown`; `choice_closed` when it was made already or is not needed any more; `choice_changed` when what was
 *   chosen is not to be had any more; `edit_conflict`
 */
export async function answerChoice(deps: Deps, request: ChoiceAnswerRequest): Promise<void> {
  const { db, clock } = deps
  const { token, answer } = request
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const found = await findChoice(deps, token)
    const { choice, order } = found
    if (choice.outcome === answer) return
    if (choice.closedAt !== null) throw new AppError('choice_closed')
    const at = clock.now().toISOString()
    const plan = await PLANS[answer](deps, found, request, at)
    if (!plan) continue
    const data = { choiceId: choice.id, answer, ...plan.event }
    const event = { kind: 'choice_answered', ...BUYER, data }
    const guard = allOf(choiceUnchanged(choice), plan.unchanged)
    const answered = await runGuardedBatch(db, order.id, event, at, guard, (condition) => [
      ...plan.statements(condition),
      changeChoice(db, order.id, { closedAt: at, outcome: answer }, condition),
    ])
    if (!answered) continue
    await plan.after?.()
    deps.waitUntil(sendDue(deps))
    return
  }
  throw new AppError('edit_conflict')
}

type Planner = (
  deps: Deps,
  found: FoundChoice,
  request: ChoiceAnswerRequest,
  at: string,
) => Promise<Plan | null>

const PLANS: Readonly<Record<ChoiceAnswer, Planner>> = { wait: planWait, day: planDay, cancel: planCancel }

/** The time that was given becomes the promised one. A florist who has the order hears of it, and keeps the link as much longer. */
async function planWait(
  { db }: Deps,
  found: FoundChoice,
  request: ChoiceAnswerRequest,
  at: string,
): Promise<Plan> {
  const { choice, order } = found
  const { offer } = await readOffer({ db }, found, new Date(at))
  const { waitUntil } = offer
  // The florist may have given another one since the page was read.
  if (waitUntil === null || waitUntil !== request.waitUntil) throw new AppError('choice_changed')
  const linkEnds = floristLinkExpiry(new Date(waitUntil), new Date(at)).toISOString()
  return {
    event: { promisedBy: waitUntil, timeZone: order.timeZone },
    unchanged: orderUnchanged(order),
    statements: (condition) => [
      changeOrder(db, order.id, { promisedBy: waitUntil, deliveryDate: waitUntil }, at, condition),
      extendLinkOfOrder(db, order.id, linkEnds, at, condition),
      // Whoever gave the time has found room for it.
      resolveFlag(db, order.id, 'over_capacity', at, condition),
      enqueueChoiceEmail(db, 'choice-answered', choice.id, order, at, condition),
      enqueueFloristNewTime(db, order.id, choice.id, at, condition),
    ],
  }
}

/** A place on another day; the florist who was late gives the order back. */
async function planDay(
  deps: Deps,
  found: FoundChoice,
  request: ChoiceAnswerRequest,
  at: string,
): Promise<Plan | null> {
  const { db } = deps
  const { choice, order } = found
  const { offer, live } = await readOffer(deps, found, new Date(at))
  const { date } = request
  if (date === undefined || !offer.days.includes(date)) throw new AppError('choice_changed')
  const move = await moveToDay(deps, order, live, date, BUYER, at)
  const place = await placeOf(db, { ...order, ...move.promise })
  return {
    event: { promisedBy: move.promise.promisedBy, timeZone: order.timeZone },
    unchanged: allOf(
      orderUnchanged(order),
      ...(live ? [shopOrderUnchanged(live.shopOrder)] : []),
      ...(place ? [hasPlace(place)] : []),
      ...move.unchanged,
    ),
    statements: (condition) => [
      ...move.statements(condition),
      resolveFlag(db, order.id, 'over_capacity', at, condition),
      enqueueChoiceEmail(db, 'choice-answered', choice.id, order, at, condition),
    ],
    after: move.after,
  }
}

async function planCancel(
  deps: Deps,
  { choice, order }: FoundChoice,
  _: ChoiceAnswerRequest,
  at: string,
): Promise<Plan | null> {
  const refund = {
    refundKey: `choice:${choice.id}`,
    reason: 'Cancelled by the buyer',
    who: BUYER,
    byBuyer: true,
  }
  const plan = await planCancellation(deps, order.id, refund, at)
  return (
    plan && {
      event: {},
      unchanged: plan.unchanged,
      statements: plan.statements,
      after: () => finishCancellation(deps, plan, 'buyer'),
    }
  )
}
