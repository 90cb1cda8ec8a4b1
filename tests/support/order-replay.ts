import type {
  OrderStatus,
  PaymentStatus,
  ShopOrderPaymentStatus,
  ShopOrderStatus,
} from '#domain/order-status.ts'
import type { orderEvents } from '#drizzle/schema/orders.ts'

/** The state of an order and its shop orders, as far as the event log holds it. */
export type OrderState = {
  status: OrderStatus
  paymentStatus: PaymentStatus
  refundedCents: number
  assigned: boolean
  /** Shop orders by id, in the order in which they were made. */
  shopOrders: Record<
    string,
    {
      shopId: string
      status: ShopOrderStatus
      paymentStatus: ShopOrderPaymentStatus
      withdrawn: boolean
      shopCostCents: number
      platformFeeCents: number
      /** The sum of corrections of its share so far, in cents. */
      correctedCents: number
    }
  >
}

type Event = Pick<typeof orderEvents.$inferSelect, 'kind' | 'data'>

/** True if a shop order binds its shop. */
export function lives({ status, withdrawn }: OrderState['shopOrders'][string]): boolean {
  return status !== 'rejected' && !withdrawn
}

/** The state after an order's log, from the first event on. @throws when an event does not follow from those before it */
export function replay(events: readonly Event[], totalCents: number): OrderState {
  const state: OrderState = {
    status: 'pending',
    paymentStatus: 'pending',
    refundedCents: 0,
    assigned: false,
    shopOrders: {},
  }
  const shares: Shares = new Map()
  for (const event of events) apply(state, event, totalCents, shares)
  state.assigned = Object.values(state.shopOrders).some(lives)
  return state
}

/** The effect of each refund on the share of the shop that had the order when it was asked for. */
type Shares = Map<unknown, { shopOrderId: string; cents: number }>

function apply(state: OrderState, { kind, data }: Event, totalCents: number, shares: Shares): void {
  const follows = (is: unknown, said: unknown) => {
    if (is !== said) throw new Error(`${kind}: the log says ${String(said)}, it was ${String(is)}`)
  }
  const own = state.shopOrders[String(data['shopOrderId'])]
  const shopOrder = () => {
    if (!own) throw new Error(`${kind}: no such shop order in the log`)
    return own
  }
  switch (kind) {
    case 'paid':
      state.paymentStatus = 'paid'
      if (state.status === 'pending') state.status = 'confirmed'
      return
    case 'expired':
    case 'given_up':
    case 'not_opened':
    case 'payment_failed':
    case 'replaced':
      state.paymentStatus = 'failed'
      state.status = 'cancelled'
      return
    case 'status_changed':
      follows(state.status, data['from'])
      state.status = data['to'] as OrderStatus
      return
    case 'refund_requested': {
      const [shopOrderId] = Object.entries(state.shopOrders).find(([, each]) => lives(each)) ?? []
      const cents = Number(data['shareCorrectionCents'] ?? 0)
      if (shopOrderId !== undefined) shares.set(data['refundId'], { shopOrderId, cents })
      return
    }
    case 'refunded': {
      state.refundedCents += Number(data['amountCents'])
      if (state.refundedCents === totalCents) state.paymentStatus = 'refunded'
      const share = shares.get(data['refundId'])
      const corrected = share && state.shopOrders[share.shopOrderId]
      if (corrected) corrected.correctedCents += share.cents
      return
    }
    case 'assigned':
      state.shopOrders[String(data['shopOrderId'])] = {
        shopId: String(data['shopId']),
        status: 'pending',
        paymentStatus: 'pending',
        withdrawn: false,
        shopCostCents: Number(data['shopCostCents']),
        platformFeeCents: Number(data['platformFeeCents']),
        correctedCents: 0,
      }
      return
    case 'unassigned':
      shopOrder().withdrawn = true
      return
    case 'shop_order_status':
      follows(shopOrder().status, data['from'])
      shopOrder().status = data['to'] as ShopOrderStatus
      return
    case 'shop_order_payment':
      follows(shopOrder().paymentStatus, data['from'])
      shopOrder().paymentStatus = data['to'] as ShopOrderPaymentStatus
  }
}
