import { readDays } from '#api/capacity/queries.ts'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import type { StoredOrder } from '#api/orders/state-queries.ts'
import { toShownPhotos } from '#api/photos/service.ts'
import { refundLimit } from '#domain/disputes.ts'
import { noOrdersReason } from '#domain/market-orders.ts'
import { choiceOffer } from '#domain/order/answer.ts'
import { otherDays } from '#domain/order/broken-promise.ts'
import { photosOfSubstitution, photosShownUntil } from '#domain/order/photo.ts'
import { feeRefundKey, refundableNow } from '#domain/order/promise.ts'
import type { ChoiceOffer } from '#domain/order/question-words.ts'
import type { SubstitutionOutcome } from '#domain/order/questions.ts'
import type { Asked, lookUp, Question } from './service.ts'

// The kinds of question: what their pages show besides the order, and what an answer is checked for.

/** A promise in danger: the buyer waits, takes another day, or cancels. */
export const choice = {
  kind: 'choice',
  page: async (deps, found, now) => ({
    outcome: found.question.outcome,
    reason: found.question.reason,
    /** Null once it is over. */
    offer: found.question.closedAt === null ? await readOffer(deps, found, now) : null,
    /** The part of the delivery fee that went back because another day was chosen. */
    feeRefundCents: feeRefundOf(found),
  }),
  async check(deps, found, { answer, date = '' }, now) {
    if (answer !== 'day') return
    const { days } = await readOffer(deps, found, now)
    if (!days.includes(date)) throw new AppError('choice_changed')
  },
} satisfies Question<'choice', object>

/** A flower is missing: the buyer says yes or no to another one. */
export const substitution = {
  kind: 'substitution',
  async page({ config }, found, now) {
    const { missing, instead, outcome } = found.question
    const isShown = photosShownUntil(found, now.toISOString()) > now.toISOString()
    const photos = isShown ? photosOfSubstitution(found, found.question) : []
    return {
      missing,
      instead,
      outcome,
      /** They show what goes in instead. */
      photos: await toShownPhotos({ config }, found.order, photos, now),
      /** The amount that a no gives back; 0 while the bank decides about the money, or when it is on its way already. */
      refundCents: refundableNow(found),
      isDisputed: refundLimit(found.disputes) === 'none',
    }
  },
  ended: (outcome) => ({ message: ENDED[outcome] }),
} satisfies Question<'substitution', object>

const ENDED: Readonly<Record<SubstitutionOutcome, string>> = {
  agreed: 'You said yes already, and your florist has gone ahead. Please call us if that was a mistake.',
  declined: 'You said no already, and the order was cancelled.',
  silent: 'The time to answer was over, and your florist has gone ahead.',
  found: 'Your florist found the flowers after all. There is nothing to answer any more.',
  over: 'Your order has moved on since we asked. Nothing was changed.',
  florist: 'There is nothing to answer. Nothing was changed.',
  refunded: 'This order was cancelled. Nothing was changed.',
}

type PageOf<Kind extends typeof choice | typeof substitution> = Awaited<ReturnType<Kind['page']>> &
  Awaited<ReturnType<typeof lookUp>>
export type Choice = PageOf<typeof choice>
export type SubstitutionQuestion = PageOf<typeof substitution>

/** The offer that the buyer of a choice has at `now`. */
export async function readOffer(
  deps: Pick<Deps, 'db'>,
  found: Asked<'choice'>,
  now: Date,
): Promise<ChoiceOffer> {
  const { waitUntil } = found.question
  return choiceOffer(found, { waitUntil, days: await daysFor(deps, found, now) }, now)
}

/** The days on which an order can be delivered instead; none without a market. */
async function daysFor(
  { db }: Pick<Deps, 'db'>,
  { order, market }: StoredOrder,
  now: Date,
): Promise<string[]> {
  if (market === null) return []
  const found = await readDays(db, market.id, now)
  if (!found) return []
  const { timeZone, closedDates, places, due } = found
  const taken: Record<string, number> = {}
  for (const { date, sold, held } of due) taken[date] = (taken[date] ?? 0) + sold + held
  const pausedReason = noOrdersReason(market)
  const schedule = { timeZone, openingHours: market.openingHours, pausedReason, closedDates }
  return otherDays(order, schedule, { shops: places?.shops ?? [], taken }, now)
}

/** The delivery fee that a choice of another day gave back, in cents; 0 if an earlier choice did. */
export function feeRefundOf({ order, question, refunds }: Asked<'choice'>): number {
  const fee = refunds.find(({ idempotencyKey }) => idempotencyKey === feeRefundKey(order.id))
  const isOwn = question.outcome === 'day' && fee?.createdAt === question.closedAt && fee?.status !== 'failed'
  return isOwn ? (fee?.amountCents ?? 0) : 0
}
