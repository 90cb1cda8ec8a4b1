import { readDays } from '#api/capacity/queries.ts'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { sha256 } from '#api/platform/hash.ts'
import { readForRefund } from '#api/refunds/queries.ts'
import { type LiveAssignment, liveAssignment } from '#api/shop-orders/assignment-queries.ts'
import { OTHER_DAYS, otherDays } from '#domain/broken-promise.ts'
import { publicImage } from '#domain/catalogue.ts'
import { type ChoiceOffer, choiceOffer } from '#domain/choice-offer.ts'
import { noOrdersReason } from '#domain/market-orders.ts'
import { refundSummary } from '#domain/refunds.ts'
import { feeRefundOf, isDisputed, refundableNow, unearnedFeeCents } from './other-day.ts'
import { type FoundChoice, readChoice } from './queries.ts'

const DAY_MS = 24 * 60 * 60_000

/** The choice behind a link. @throws AppError `link_unknown` */
export async function findChoice({ db }: Pick<Deps, 'db'>, token: string): Promise<FoundChoice> {
  const found = await readChoice(db, { tokenHash: await sha256(token) })
  if (!found) throw new AppError('link_unknown')
  return found
}

/**
 * What the page behind a choice's link shows: what can be chosen, or what came of it.
 * @throws AppError `link_unknown`
 */
export async function choiceOf(deps: Deps, token: string) {
  const { db, clock, config } = deps
  const found = await findChoice(deps, token)
  const { choice, order, item } = found
  const isOpen = choice.closedAt === null
  const { refunds } = await readForRefund(db, order.id)
  const requestedCents = refunds.reduce(
    (sum, { status, amountCents }) => sum + (status === 'pending' ? amountCents : 0),
    0,
  )
  return {
    reference: order.orderReference,
    bouquet: item.title,
    imageUrl: publicImage(item, config.origin),
    timeZone: order.timeZone,
    promisedBy: order.promisedBy,
    reason: choice.reason,
    outcome: choice.outcome,
    expiresAt: choice.expiresAt,
    /** What can be chosen; null once it is over. */
    offer: isOpen ? (await readOffer(deps, found, clock.now())).offer : null,
    /** What is true of the money. */
    refund: refundSummary(order, requestedCents),
    /** Of the delivery fee, because another day was chosen. */
    feeRefundCents: feeRefundOf(choice, refunds),
  }
}

export type Choice = Awaited<ReturnType<typeof choiceOf>>

/** What the buyer of a choice is offered at `now`, and who has the order. */
export async function readOffer(
  { db }: Pick<Deps, 'db'>,
  found: FoundChoice,
  now: Date,
): Promise<{ offer: ChoiceOffer; live: LiveAssignment | null }> {
  const { choice, order } = found
  const [[live], days, money] = await Promise.all([
    liveAssignment(db, order.id),
    daysFor({ db }, found, now),
    readForRefund(db, order.id),
  ])
  const facts = {
    waitUntil: choice.waitUntil,
    days,
    isReady: live?.shopOrder.status === 'ready',
    feeCents: unearnedFeeCents(order, money),
    refundCents: refundableNow(order, money),
    totalCents: order.totalCents,
    isDisputed: isDisputed(money),
  }
  return { offer: choiceOffer(facts, now), live: live ?? null }
}

/** The days on which an order can be delivered instead; none without a market. */
async function daysFor(
  { db }: Pick<Deps, 'db'>,
  { order, openingHours, ...market }: FoundChoice,
  now: Date,
): Promise<string[]> {
  if (order.marketId === null) return []
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString()
  // A day more at both ends: which instants a day has depends on the market's zone.
  const found = await readDays(db, order.marketId, [at(-2), at(OTHER_DAYS + 2)], now)
  if (!found) return []
  const { timeZone, closedDates, places, due } = found
  const taken: Record<string, number> = {}
  for (const { date, sold, held } of due) taken[date] = (taken[date] ?? 0) + sold + held
  const pausedReason = noOrdersReason({
    pausedReason: market.pausedReason,
    // Null only without a market.
    closedWithoutFlorist: market.closedWithoutFlorist ?? false,
    hasFlorist: market.hasFlorist === 1,
  })
  const schedule = { timeZone, openingHours, pausedReason, closedDates }
  return otherDays(order, schedule, { shops: places?.shops ?? [], taken }, now)
}
