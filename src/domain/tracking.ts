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

const ACCEPTED: readonly ShopOrderStatus[] = ['confirmed', 'processing', 'ready', 'delivered']
const READY: readonly ShopOrderStatus[] = ['ready', 'delivered']

/** The steps in their order, those that are done with the time if somebody noted it. */
export function trackingSteps(tracked: Tracked): { step: TrackingStep; done: boolean; at: string | null }[] {
  const { status, paymentStatus, createdAt, paidAt, shopOrderStatus, shopOrderStamps, deliveredAt } = tracked
  const there = status === 'delivered' || status === 'completed' || shopOrderStatus === 'delivered'
  const has = (statuses: readonly ShopOrderStatus[]) =>
    there || (shopOrderStatus !== null && statuses.includes(shopOrderStatus))
  const step = (name: TrackingStep, done: boolean, at: string | null | undefined) => ({
    step: name,
    done,
    at: done ? (at ?? null) : null,
  })
  return [
    step('ordered', true, createdAt),
    step('paid', paymentStatus === 'paid' || paymentStatus === 'refunded', paidAt),
    step('accepted', has(ACCEPTED), shopOrderStamps.confirmed),
    step('ready', has(READY), shopOrderStamps.ready),
    step('delivered', there, deliveredAt ?? shopOrderStamps.delivered),
  ]
}

/** Where the flowers are, in one word. Money that went back and a cancelled order come before everything else. */
export function trackingState({
  status,
  paymentStatus,
  shopOrderStatus,
}: Pick<Tracked, 'status' | 'paymentStatus' | 'shopOrderStatus'>):
  | 'on-its-way'
  | 'delivered'
  | 'cancelled'
  | 'refunded' {
  if (paymentStatus === 'refunded') return 'refunded'
  if (status === 'cancelled') return 'cancelled'
  const there = status === 'delivered' || status === 'completed' || shopOrderStatus === 'delivered'
  return there ? 'delivered' : 'on-its-way'
}
