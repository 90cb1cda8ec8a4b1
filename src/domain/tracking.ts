import type { OrderStatus, PaymentStatus, ShopOrderStatus } from './order-status.ts'

/** What happens to an order on its way, as the shopper is told. */
export const TRACKING_STEPS = ['ordered', 'paid', 'accepted', 'ready', 'delivered'] as const
export type TrackingStep = (typeof TRACKING_STEPS)[number]

export type Tracked = {
  status: OrderStatus
  paymentStatus: PaymentStatus
  createdAt: string
  paidAt: string | null
  /** Of the shop order that lives, if one does. */
  shopOrderStatus: ShopOrderStatus | null
  /** When it got each status it has had, the last time (ISO instants). */
  shopOrderStamps: Partial<Record<ShopOrderStatus, string>>
  /** When the order became delivered (ISO instant). */
  deliveredAt: string | null
}

const ACCEPTED: readonly (ShopOrderStatus | null)[] = ['confirmed', 'processing', 'ready']
const READY: readonly (ShopOrderStatus | null)[] = ['ready']

/** The steps in their order, those that are done with the time if somebody noted it. */
export function trackingSteps(tracked: Tracked): { step: TrackingStep; done: boolean; at: string | null }[] {
  const { paymentStatus, createdAt, paidAt, shopOrderStatus, shopOrderStamps, deliveredAt } = tracked
  const there = isThere(tracked)
  const step = (name: TrackingStep, done: boolean, at: string | null | undefined) => ({
    step: name,
    done,
    at: done ? (at ?? null) : null,
  })
  return [
    step('ordered', true, createdAt),
    step('paid', paymentStatus === 'paid' || paymentStatus === 'refunded', paidAt),
    step('accepted', there || ACCEPTED.includes(shopOrderStatus), shopOrderStamps.confirmed),
    step('ready', there || READY.includes(shopOrderStatus), shopOrderStamps.ready),
    step('delivered', there, deliveredAt ?? shopOrderStamps.delivered),
  ]
}

type Standing = Pick<Tracked, 'status' | 'paymentStatus' | 'shopOrderStatus'>

/** Where the flowers are, in one word. Money that went back and a cancelled order come before everything else. */
export function trackingState(standing: Standing): 'on-its-way' | 'delivered' | 'cancelled' | 'refunded' {
  if (standing.paymentStatus === 'refunded') return 'refunded'
  if (standing.status === 'cancelled') return 'cancelled'
  return isThere(standing) ? 'delivered' : 'on-its-way'
}

/** Whoever says so first, the house or the florist. */
function isThere({ status, shopOrderStatus }: Pick<Tracked, 'status' | 'shopOrderStatus'>): boolean {
  return status === 'delivered' || status === 'completed' || shopOrderStatus === 'delivered'
}
