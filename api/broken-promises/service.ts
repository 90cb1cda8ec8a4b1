import { readDays } from '#api/capacity/queries.ts'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { applyToOrder } from '#api/orders/apply.ts'
import { askingTokens, type BuyersLinks } from '#api/orders/manage-link.ts'
import { readState, type StoredOrder } from '#api/orders/state-queries.ts'
import { sha256 } from '#api/platform/hash.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { finishNewRefunds } from '#api/refunds/finish.ts'
import { publicImage } from '#domain/catalogue.ts'
import { refundLimit } from '#domain/disputes.ts'
import { noOrdersReason } from '#domain/market-orders.ts'
import { otherDays } from '#domain/order/broken-promise.ts'
import { type ChoiceOffer, choiceOffer } from '#domain/order/choice-offer.ts'
import { type AnswerChoice, feeRefundKey, refundableNow, unearnedFeeCents } from '#domain/order/promise.ts'
import { liveShopOrder } from '#domain/order/state.ts'
import { refundSummary, requestedCentsOf } from '#domain/refunds.ts'
import type { ChoiceAnswerRequest } from './schema.ts'

/** An order with the choice behind a link. */
type FoundChoice = StoredOrder & { choice: StoredOrder['choices'][number] }

const linkUnknown = () => new AppError('link_unknown')

/**
 * The link of a choice that was offered; null of one that was not, or whose key was removed. The page works without
 * JavaScript, so the token is in the query.
 */
export async function choiceLink(
  config: Deps['config'],
  order: BuyersLinks,
  { id, tokenHash }: { id: string; tokenHash: string | null },
): Promise<string | null> {
  const issued = (await askingTokens(config, order, 'choice', id)).find(({ hash }) => hash === tokenHash)
  return issued ? `${config.origin}/choice?token=${issued.token}` : null
}

/** @throws AppError `link_unknown` */
function choiceWithToken({ choices }: StoredOrder, tokenHash: string): FoundChoice['choice'] {
  const choice = choices.find((each) => each.tokenHash === tokenHash)
  if (!choice) throw linkUnknown()
  return choice
}

/**
 * The page behind a choice's link: the choices, or the outcome.
 * @throws AppError `link_unknown`
 */
export async function choiceOf(deps: Deps, token: string) {
  const { db, clock, config } = deps
  const tokenHash = await sha256(token)
  const { state } = await readState(db, { choiceToken: tokenHash })
  if (!state?.item) throw linkUnknown()
  const found = { ...state, choice: choiceWithToken(state, tokenHash) }
  const { choice, order, refunds } = found
  const isOpen = choice.closedAt === null
  return {
    reference: order.orderReference,
    bouquet: state.item.title,
    imageUrl: publicImage(state.item, config.origin),
    timeZone: order.timeZone,
    promisedBy: order.promisedBy,
    reason: choice.reason,
    outcome: choice.outcome,
    expiresAt: choice.expiresAt,
    /** Null once it is over. */
    offer: isOpen ? await readOffer(deps, found, clock.now()) : null,
    refund: refundSummary(order, requestedCentsOf(refunds)),
    /** Of the delivery fee, because another day was chosen. */
    feeRefundCents: feeRefundOf(found),
  }
}

export type Choice = Awaited<ReturnType<typeof choiceOf>>

/** The delivery fee that a choice of another day gave back, in cents; 0 if an earlier choice did. */
export function feeRefundOf({ order, choice, refunds }: FoundChoice): number {
  const fee = refunds.find(({ idempotencyKey }) => idempotencyKey === feeRefundKey(order.id))
  const isOwn = choice.outcome === 'day' && fee?.createdAt === choice.closedAt && fee?.status !== 'failed'
  return isOwn ? (fee?.amountCents ?? 0) : 0
}

/** The offer that the buyer of a choice has at `now`. */
export async function readOffer(
  { db }: Pick<Deps, 'db'>,
  found: FoundChoice,
  now: Date,
): Promise<ChoiceOffer> {
  const facts = {
    waitUntil: found.choice.waitUntil,
    days: await daysFor({ db }, found, now),
    isReady: liveShopOrder(found)?.status === 'ready',
    feeCents: unearnedFeeCents(found),
    refundCents: refundableNow(found),
    totalCents: found.order.totalCents,
    isDisputed: refundLimit(found.disputes) === 'none',
  }
  return choiceOffer(facts, now)
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

/**
 * The buyer chooses what becomes of a promise in danger, once. The same answer again changes nothing.
 * @throws AppError `link_unknown`; `choice_closed` when it was made already or is not needed any more; `choice_changed` when what was
 *   chosen is not to be had any more; `edit_conflict`
 */
export async function answerChoice(deps: Deps, request: ChoiceAnswerRequest): Promise<void> {
  const choiceToken = await sha256(request.token)
  const applied = await applyToOrder(
    deps,
    { choiceToken },
    async (state, at): Promise<AnswerChoice | null> => {
      const choice = choiceWithToken(state, choiceToken)
      if (choice.outcome === request.answer) return null
      if (choice.closedAt !== null) throw new AppError('choice_closed')
      const command = { type: 'answer_choice', choiceId: choice.id, refundId: crypto.randomUUID() } as const
      const { answer, waitUntil = '', date = '' } = request
      if (answer === 'cancel') return { ...command, answer }
      if (answer === 'wait') return { ...command, answer, waitUntil }
      const { days } = await readOffer(deps, { ...state, choice }, new Date(at))
      if (!days.includes(date)) throw new AppError('choice_changed')
      return { ...command, answer, date }
    },
    { actor: 'shopper' },
    { notFound: linkUnknown },
  )
  if (!applied.changed) return
  await finishNewRefunds(deps, applied, 'buyer')
  deps.waitUntil(sendDue(deps))
}
