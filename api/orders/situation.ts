import { lastAttempt } from '#domain/order/attempt.ts'
import { refundableNow } from '#domain/order/promise.ts'
import { type Situation, type SituationFacts, situation } from '#domain/order/situation.ts'
import {
  latestShopOrder,
  liveShopOrder,
  openChoice,
  openQuestion,
  orderAndShop,
} from '#domain/order/state.ts'
import type { DeliveryState } from '#domain/outbox.ts'
import { dangerAt, type StoredOrder } from './state-queries.ts'

/** An email to a florist should have gone after so long. */
const UNREACHED_AFTER_MS = 2 * 60_000
/** It is in no mailbox; what was marked as spam is. */
const LOST = ['failed', 'suppressed', 'bounced'] as const satisfies DeliveryState[]

/** The situation of an order at `now`, for every page and letter about it. */
export function situationOf(state: Known, now: Date): Situation {
  return situation(factsOf(state, now), now)
}

/** A situation as the back office is told of it. */
export function forOwner({ florist, buyer, ...told }: Situation) {
  return told
}

/** The same for a row of a list. */
export function forList({ kind, look, label, flag }: Situation) {
  return { kind, look, label, flag }
}

/** What of an order's state its situation depends on. */
export type Known = {
  order: Pick<
    StoredOrder['order'],
    | 'status'
    | 'paymentStatus'
    | 'deliveryOption'
    | 'promisedBy'
    | 'timeZone'
    | 'isSample'
    | 'totalCents'
    | 'paymentReference'
  >
  market: Pick<
    NonNullable<StoredOrder['market']>,
    'fulfilmentMinutes' | 'choiceHours' | 'callAfterSeconds'
  > | null
  shopOrders: readonly ShopOrder[]
  choices: readonly Pick<
    StoredOrder['choices'][number],
    'reason' | 'waitUntil' | 'offeredAt' | 'expiresAt' | 'closedAt' | 'outcome'
  >[]
  substitutions: readonly Pick<
    StoredOrder['substitutions'][number],
    'shopOrderId' | 'missing' | 'instead' | 'expiresAt' | 'closedAt' | 'outcome'
  >[]
  attempts: readonly Pick<
    StoredOrder['attempts'][number],
    'id' | 'shopOrderId' | 'corrects' | 'outcome' | 'nextStep' | 'nextAt' | 'createdAt'
  >[]
  refunds: readonly Pick<StoredOrder['refunds'][number], 'status' | 'amountCents'>[]
  disputes: readonly Pick<StoredOrder['disputes'][number], 'status'>[]
  flags: readonly Pick<StoredOrder['flags'][number], 'kind' | 'createdAt'>[]
  messages: readonly Message[]
}
type Message = Pick<
  StoredOrder['messages'][number],
  'id' | 'dedupeKey' | 'status' | 'delivery' | 'deliveryDetail' | 'lastError' | 'createdAt'
>
type ShopOrder = Pick<
  StoredOrder['shopOrders'][number],
  | 'id'
  | 'shop'
  | 'phone'
  | 'email'
  | 'shopIsActive'
  | 'status'
  | 'withdrawnAt'
  | 'answeredBy'
  | 'answerBy'
  | 'createdAt'
> & { link: { id: string; createdAt: string; openedAt: string | null } | null }

function factsOf(state: Known, now: Date): SituationFacts {
  const { order, flags, disputes, substitutions } = state
  const live = liveShopOrder(state)
  const last = latestShopOrder(state)
  const attempt = lastAttempt(state)
  const question = openQuestion(state)
  const own = substitutions.filter(({ shopOrderId }) => shopOrderId === live?.id)
  return {
    ...order,
    flags: flags.map(({ kind }) => kind),
    disputes,
    money: moneyOf(state),
    danger: dangerOf(state, now),
    question: question && { ...question, expiresAt: question.expiresAt ?? '' },
    answered: own.at(-1)?.outcome ?? null,
    missed: attempt?.outcome === 'nobody' ? attempt : null,
    shop: live && {
      name: live.shop,
      assignment: orderAndShop(state).assignment,
      phone: live.phone,
      email: live.shopIsActive ? live.email : null,
      askedAt: live.link?.createdAt ?? live.createdAt,
      answerBy: live.answerBy,
      isUnreached: isUnreached(state, live, now),
      isUnseen: isUnseen(state, live, now),
    },
    lastShop: last && { name: last.shop, ended: endOf(last) },
  }
}

function moneyOf(state: Known): SituationFacts['money'] {
  if (refundableNow(state) > 0) return 'here'
  return state.refunds.some(({ status }) => status === 'pending') ? 'back' : 'stuck'
}

function endOf({ withdrawnAt, answeredBy }: ShopOrder) {
  if (withdrawnAt !== null) return 'withdrawn'
  return answeredBy === 'system' ? 'unanswered' : 'declined'
}

/** The reason why its promise is in danger, found already or not; null when it is not. */
function dangerOf(state: Known, now: Date): SituationFacts['danger'] {
  const open = openChoice(state)
  if (open) return open
  // The scheduled run finds it if nobody is left to ask: that takes a look at every shop of the market.
  const reason = dangerAt(state, null, now)
  return reason && { reason, waitUntil: null, offeredAt: null, expiresAt: null }
}

/** The email with the order, by the link that its florist has now. */
export function floristMail({ messages }: Known, { link }: ShopOrder): Message | undefined {
  return messages.find(({ dedupeKey }) => dedupeKey === `florist-order:${link?.id}`)
}

/** Who has to answer by a deadline has not got the email with the order. Who has opened the page was reached all the same. */
function isUnreached(state: Known, shopOrder: ShopOrder, now: Date): boolean {
  const mail = floristMail(state, shopOrder)
  if (!mail || shopOrder.link?.openedAt !== null || shopOrder.answerBy === null) return false
  if (mail.status === 'pending') return Date.parse(mail.createdAt) + UNREACHED_AFTER_MS <= now.getTime()
  return mail.status === 'failed' || LOST.some((state) => state === mail.delivery)
}

/** Nobody at the shop has looked at the order within the time that its market gives before somebody calls. */
function isUnseen({ market }: Known, { link }: ShopOrder, now: Date): boolean {
  const seconds = market?.callAfterSeconds ?? null
  if (seconds === null || !link || link.openedAt !== null) return false
  return Date.parse(link.createdAt) + seconds * 1000 <= now.getTime()
}
