import { fulfilmentOf, isCancelledOrRefunded, type OrderAndShopState } from '#domain/order/fulfilment.ts'
import type { ShopOrderStatus } from './order-status.ts'

/** The steps of an order on its tracking page. */
export const TRACKING_STEPS = [
  'ordered',
  'paid',
  'accepted',
  'ready',
  'delivered',
  'cancelled',
  'refunded',
] as const
export type TrackingStep = (typeof TRACKING_STEPS)[number]

export type Tracked = OrderAndShopState & {
  createdAt: string
  paidAt: string | null
  /** When the live shop order got each status it has had, the last time (ISO instants). */
  shopOrderStamps: Partial<Record<ShopOrderStatus, string>>
  /** When the order became delivered, was cancelled, and had its last refund (ISO instants). */
  deliveredAt: string | null
  cancelledAt: string | null
  refundedAt: string | null
  refundedCents: number
}

/**
 * The steps in their order, those that are done with the time if somebody noted it. An order that was cancelled or
 * refunded ends with that, and what has not happened by then is left out.
 */
export function trackingSteps(tracked: Tracked): { step: TrackingStep; done: boolean; at: string | null }[] {
  const { status, paymentStatus, createdAt, paidAt, shopOrderStamps, deliveredAt, refundedCents } = tracked
  const { reached } = fulfilmentOf(tracked)
  const there = reached === 'delivered'
  const step = (name: TrackingStep, done: boolean, at: string | null | undefined) => ({
    step: name,
    done,
    at: done ? (at ?? null) : null,
  })
  const steps = [
    step('ordered', true, createdAt),
    step('paid', paymentStatus === 'paid' || paymentStatus === 'refunded', paidAt),
    step('accepted', reached !== 'placed', shopOrderStamps.confirmed),
    step('ready', there || reached === 'ready', shopOrderStamps.ready),
    step('delivered', there, deliveredAt ?? shopOrderStamps.delivered),
  ]
  if (!isCancelledOrRefunded(tracked)) return steps
  return [
    ...steps.filter(({ done }) => done),
    ...(status === 'cancelled' ? [step('cancelled', true, tracked.cancelledAt)] : []),
    ...(refundedCents > 0 ? [step('refunded', true, tracked.refundedAt)] : []),
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
