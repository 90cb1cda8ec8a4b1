import type { Outcome } from '#domain/delivery-attempts.ts'
import { shopOrderIsLive } from '#domain/order-status.ts'
import { type Draft, namesOf, shopOrderWith } from './draft.ts'
import { fulfilmentOf, isCancelledOrRefunded } from './fulfilment.ts'
import { mayHappen } from './may.ts'
import { currentPhotos } from './photo.ts'
import { Refused } from './refused.ts'
import { type Attempt, liveShopOrder, type OrderState, orderAndShop, type ShopOrder } from './state.ts'
import { setShopOrderStatus } from './status.ts'

// Delivery attempts. Every attempt is kept; a correction is one more row that stands for the attempt it corrects.

/** An attempt as it is sent: `id` of its row, `key` the page's name for it. */
type SentAttempt = Outcome & { id: string; key: string }

export type RecordAttempt = {
  type: 'record_attempt'
  shopOrderId: string
  attempt: SentAttempt
  /** An admin's makes the shop order delivered only if asked; a florist's does so by itself. */
  alsoDelivered?: boolean | undefined
}

/**
 * Records what happened at the door; the same attempt again changes nothing. Whoever took the flowers, they are delivered; when nobody
 * was there, the buyer hears of it and the owner has to look at it. Admins may record at any time while a shop has the order.
 */
export function recordAttempt(draft: Draft, command: RecordAttempt): void {
  const { shopOrderId, attempt } = command
  const shopOrder = shopOrderWith(draft, shopOrderId)
  if (sentWith(draft.state, shopOrderId, attempt.key)) return
  const isFlorist = draft.by.actor === 'florist'
  if (isFlorist) refuseFlorist(draft.state, shopOrder, attempt)
  else if (!shopOrderIsLive(shopOrder)) throw new Refused('shop_order_over')
  const row = rowOf(draft, shopOrder, attempt, null)
  const said = {
    ...namesOf(shopOrder),
    attemptId: row.id,
    timeZone: timeZoneOf(draft),
    ...outcomeOf(attempt),
  }
  if (attempt.outcome === 'nobody') {
    draft.happen('nobody_there', said, { attempt: row })
    return
  }
  draft.happen('handed_over', said, { attempt: row })
  if (!isFlorist && !command.alsoDelivered) return
  setShopOrderStatus(draft, { type: 'set_shop_order_status', shopOrderId, to: 'delivered', reason: null })
}

/** @throws Refused `florist_too_late`, `photo_required` */
function refuseFlorist(state: OrderState, shopOrder: ShopOrder, { outcome }: Outcome): void {
  if (!mayHappen(state, 'delivered', shopOrder)) throw new Refused('florist_too_late')
  const needsPhoto = outcome === 'left_at_door' && currentPhotos(state, shopOrder.id, 'door').length === 0
  if (needsPhoto) throw new Refused('photo_required')
}

export type CorrectAttempt = { type: 'correct_attempt'; attemptId: string; attempt: SentAttempt }

/**
 * Corrects an attempt, each at most once; a correction can be corrected in turn. The same correction again changes nothing.
 */
export function correctAttempt(draft: Draft, { attemptId, attempt }: CorrectAttempt): void {
  const { attempts } = draft.state
  const corrected = attempts.find(({ id }) => id === attemptId)
  if (!corrected) throw new Refused('attempt_not_found')
  if (sentWith(draft.state, corrected.shopOrderId, attempt.key)) return
  if (attempts.some(({ corrects }) => corrects === attemptId)) throw new Refused('attempt_corrected')
  const [before, after] = [outcomeOf(corrected), outcomeOf(attempt)]
  if (OUTCOME_FIELDS.every((field) => before[field] === after[field])) return
  const shopOrder = shopOrderWith(draft, corrected.shopOrderId)
  const row = rowOf(draft, shopOrder, attempt, attemptId)
  const { id: shopOrderId, shop } = shopOrder
  const data = {
    ...{ shopOrderId, shop, attemptId: row.id, corrects: attemptId, timeZone: timeZoneOf(draft) },
    ...{ before, after },
  }
  const isLast = lastAttempt(draft.state)?.id === attemptId
  if (!isLast) draft.happen('earlier_attempt_corrected', data, { attempt: row })
  else if (attempt.outcome === 'nobody') draft.happen('attempt_corrected_to_nobody', data, { attempt: row })
  else draft.happen('attempt_corrected', data, { attempt: row })
}

const OUTCOME_FIELDS = ['outcome', 'name', 'nextStep', 'nextAt'] as const satisfies (keyof Outcome)[]

function rowOf(
  { by, at }: Draft,
  { id: shopOrderId }: ShopOrder,
  { id, key: attemptKey, ...sent }: SentAttempt,
  corrects: string | null,
): Attempt {
  const source = by.actor === 'florist' ? 'florist' : 'admin'
  const row = { id, shopOrderId, attemptKey, source, ...outcomeOf(sent), corrects } as const
  return { ...row, actorId: by.actorId ?? null, createdAt: at }
}

const timeZoneOf = ({ state }: Draft) => state.order.timeZone

function outcomeOf({ outcome, name, nextStep, nextAt }: Outcome): Outcome {
  return { outcome, name, nextStep, nextAt }
}

/** The attempt that came with a key. */
export function sentWith({ attempts }: OrderState, shopOrderId: string, key: string): Attempt | null {
  return attempts.find((each) => each.shopOrderId === shopOrderId && each.attemptKey === key) ?? null
}

type Corrected = Pick<Attempt, 'id' | 'shopOrderId' | 'corrects' | 'createdAt'>

/** All that was said of each attempt, the oldest first: first the attempt itself, then its corrections; the last one counts. */
export function attemptHistory<Known extends Corrected>(
  attempts: readonly Known[],
): [first: Known, ...corrections: Known[]][] {
  const correctionOf = new Map(attempts.map((each) => [each.corrects, each]))
  const correctionsOf = ({ id }: Known): Known[] => {
    const correction = correctionOf.get(id)
    return correction ? [correction, ...correctionsOf(correction)] : []
  }
  return attempts.filter(({ corrects }) => corrects === null).map((first) => [first, ...correctionsOf(first)])
}

/** The attempts as they are known now, the oldest first. */
export function currentAttempts<Known extends Corrected>({
  attempts,
}: {
  attempts: readonly Known[]
}): (Known & {
  /** When the flowers were at the door (ISO instant). */
  at: string
  /** The id of the attempt itself, before all corrections. */
  firstId: string
})[] {
  return attemptHistory(attempts).map(([first, ...corrections]) => ({
    ...(corrections.at(-1) ?? first),
    at: first.createdAt,
    firstId: first.id,
  }))
}

/** The last attempt of the shop that has the order, as it is known now. */
export function lastAttempt<Known extends Corrected>(state: {
  shopOrders: readonly Pick<ShopOrder, 'id' | 'status' | 'withdrawnAt'>[]
  attempts: readonly Known[]
}) {
  const live = liveShopOrder(state)
  return currentAttempts(state).findLast(({ shopOrderId }) => shopOrderId === live?.id) ?? null
}

/**
 * The attempt that the buyer is told of: who took the flowers once they are delivered, and that nobody was there while they are
 * still to be; null: there is nothing to tell.
 */
export function toldAttempt<Known extends Attempt>(
  state: Pick<OrderState, 'order' | 'shopOrders'> & { attempts: readonly Known[] },
) {
  const last = lastAttempt(state)
  if (!last || isCancelledOrRefunded(state.order)) return null
  const isDelivered = fulfilmentOf(orderAndShop(state)).reached === 'delivered'
  return isDelivered === (last.outcome !== 'nobody') ? last : null
}
