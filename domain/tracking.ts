import { fulfilmentOf, isCancelledOrRefunded, type OrderAndShopState } from '#domain/order/fulfilment.ts'
import type { StateOf } from '#domain/order/parts.ts'

/** The steps on the way to the flowers, in their order. */
export const PROGRESS_STEPS = ['ordered', 'paid', 'accepted', 'ready', 'delivered'] as const
export type ProgressStep = (typeof PROGRESS_STEPS)[number]

/** The steps of an order on its tracking page. */
export const TRACKING_STEPS = [...PROGRESS_STEPS, 'cancelled', 'refunded'] as const
export type TrackingStep = (typeof TRACKING_STEPS)[number]

export type Tracked = OrderAndShopState & {
  createdAt: string
  paidAt: string | null
  /** When the live shop order last came into each of its states (ISO instants). */
  shopOrderStamps: Partial<Record<StateOf<'shopOrder'>, string>>
  /** When the order became delivered, was cancelled, and had its last refund (ISO instants). */
  deliveredAt: string | null
  cancelledAt: string | null
  refundedAt: string | null
  refundedCents: number
}

/** The steps that an order has done on its way; null of one that was cancelled or refunded. */
export function progressOf(state: OrderAndShopState): Readonly<Record<ProgressStep, boolean>> | null {
  return isCancelledOrRefunded(state) ? null : stepsDone(state)
}

function stepsDone(state: OrderAndShopState): Record<ProgressStep, boolean> {
  const { reached } = fulfilmentOf(state)
  const { paymentStatus } = state
  return {
    ordered: true,
    paid: paymentStatus === 'paid' || paymentStatus === 'refunded',
    accepted: reached !== 'placed',
    ready: reached === 'delivered' || reached === 'ready',
    delivered: reached === 'delivered',
  }
}

/**
 * The steps in their order, those that are done with the time if somebody noted it. An order that was cancelled or
 * refunded ends with that, and what has not happened by then is left out.
 */
export function trackingSteps(tracked: Tracked): { step: TrackingStep; done: boolean; at: string | null }[] {
  const { status, createdAt, paidAt, shopOrderStamps, deliveredAt, refundedCents } = tracked
  const done = stepsDone(tracked)
  const times: Readonly<Record<ProgressStep, string | null | undefined>> = {
    ordered: createdAt,
    paid: paidAt,
    accepted: shopOrderStamps.accepted,
    ready: shopOrderStamps.ready,
    delivered: deliveredAt ?? shopOrderStamps.delivered,
  }
  const steps = PROGRESS_STEPS.map((step) => ({
    step,
    done: done[step],
    at: done[step] ? (times[step] ?? null) : null,
  }))
  if (!isCancelledOrRefunded(tracked)) return steps
  return [
    ...steps.filter(({ done }) => done),
    ...(status === 'cancelled' ? [{ step: 'cancelled', done: true, at: tracked.cancelledAt } as const] : []),
    ...(refundedCents > 0 ? [{ step: 'refunded', done: true, at: tracked.refundedAt } as const] : []),
  ]
}

type TrackingState = 'on-its-way' | 'delivered' | 'cancelled' | 'refunded'

/** Where the flowers are, in one word. Money that went back and a cancelled order come before everything else. */
export function trackingState(state: OrderAndShopState): TrackingState {
  const { tracking } = fulfilmentOf(state)
  return tracking === 'delivered' || tracking === 'cancelled' || tracking === 'refunded'
    ? tracking
    : 'on-its-way'
}
