import { happened } from '#domain/order/current-parts.ts'
import { cellOf, isOrderEvent, type OrderEvent } from '#domain/order/events.ts'
import type { StateOf } from '#domain/order/parts.ts'
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
  const cells: Cells = { order: 'absent', shopOrders: new Map() }
  const shares: Shares = new Map()
  for (const { kind, data } of happened(events)) {
    // A session or a hold that ended at the provider is no event of the order.
    if (!isOrderEvent(kind)) continue
    moveShopOrder(state, cells, kind, data)
    moveOrder(state, cells, kind, data)
    moveMoney(state, kind, data, totalCents, shares)
  }
  state.assigned = Object.values(state.shopOrders).some(lives)
  return state
}

type Data = Event['data']
/** The cells of the table that the order and its shop orders are in. */
type Cells = { order: StateOf<'order'>; shopOrders: Map<string, StateOf<'shopOrder'>> }
/** The effect of each refund on the share of the shop that had the order when it was asked for. */
type Shares = Map<unknown, { shopOrderId: string; cents: number }>

function follows(kind: string, is: unknown, said: unknown): void {
  if (said !== undefined && is !== said) {
    throw new Error(`${kind}: the log says ${String(said)}, it was ${String(is)}`)
  }
}

function next<P extends 'order' | 'shopOrder'>(part: P, kind: OrderEvent, from: StateOf<P>): StateOf<P> {
  const cell = cellOf(part, kind, from)
  if (cell === 'refused') throw new Error(`${kind} does not happen to ${part} ${from}`)
  return cell === 'stays' ? from : (cell as StateOf<P>)
}

/** The shop order that an event names; without one the live one. */
function shopOrderIdOf({ shopOrders }: OrderState, data: Data): string | undefined {
  const [live] = Object.entries(shopOrders).find(([, each]) => lives(each)) ?? []
  const named = data['shopOrderId']
  return named === undefined ? (live ?? Object.keys(shopOrders).at(-1)) : String(named)
}

function moveShopOrder(state: OrderState, cells: Cells, kind: OrderEvent, data: Data): void {
  const id = shopOrderIdOf(state, data)
  if (kind === 'assigned') {
    cells.shopOrders.set(String(id), 'asked')
    state.shopOrders[String(id)] = {
      shopId: String(data['shopId']),
      status: 'pending',
      paymentStatus: 'pending',
      withdrawn: false,
      shopCostCents: Number(data['shopCostCents']),
      platformFeeCents: Number(data['platformFeeCents']),
      correctedCents: 0,
    }
    return
  }
  const from = cells.shopOrders.get(id ?? '') ?? 'none'
  const to = next('shopOrder', kind, from)
  const shopOrder = state.shopOrders[id ?? '']
  if (!shopOrder) return
  cells.shopOrders.set(String(id), to)
  if (kind === 'shop_order_payment') {
    follows(kind, shopOrder.paymentStatus, data['from'])
    shopOrder.paymentStatus = data['to'] as ShopOrderPaymentStatus
    return
  }
  const said = data['shopOrderId'] === undefined ? {} : data
  follows(kind, shopOrder.status, said['from'])
  if (to === 'withdrawn') shopOrder.withdrawn = true
  else if (said['to'] !== undefined) shopOrder.status = said['to'] as ShopOrderStatus
  else if (to !== from) shopOrder.status = to as 'ready'
  // Without a shop at work on it, an order is made by nobody.
  if (to !== from && !lives(shopOrder) && state.status === 'processing') state.status = waiting(state)
  if (to === 'delivered' && to !== from) deliver(state)
}

const OPEN: readonly OrderStatus[] = ['pending', 'processing', 'confirmed']
const waiting = ({ paymentStatus }: OrderState) => (paymentStatus === 'paid' ? 'confirmed' : 'pending')

function deliver(state: OrderState): void {
  if (OPEN.includes(state.status)) state.status = 'delivered'
}

function moveOrder(state: OrderState, cells: Cells, kind: OrderEvent, data: Data): void {
  const { order: from } = cells
  const to = next('order', kind, from)
  cells.order = to
  if (kind === 'replaced' || kind === 'session_ended') state.paymentStatus = 'failed'
  if (['paid', 'delivered', 'cancelled'].includes(to)) state.paymentStatus = 'paid'
  if (to === 'refunded') state.paymentStatus = 'refunded'
  const said = data['shopOrderId'] === undefined ? data : {}
  follows(kind, state.status, said['from'])
  if (said['to'] !== undefined) state.status = said['to'] as OrderStatus
  else if (to === 'lapsed' || to === 'called_off' || to === 'cancelled') state.status = 'cancelled'
  else if (to === 'delivered' && to !== from) deliver(state)
  else if (to === 'paid' && to !== from && ['pending', 'cancelled'].includes(state.status)) {
    state.status = 'confirmed'
  }
}

function moveMoney(
  state: OrderState,
  kind: OrderEvent,
  data: Data,
  totalCents: number,
  shares: Shares,
): void {
  const share = shares.get(data['refundId'])
  const corrected = share && state.shopOrders[share.shopOrderId]
  switch (kind) {
    case 'refund_requested': {
      const [shopOrderId] = Object.entries(state.shopOrders).find(([, each]) => lives(each)) ?? []
      const cents = Number(data['shareCorrectionCents'] ?? 0)
      if (shopOrderId !== undefined) shares.set(data['refundId'], { shopOrderId, cents })
      return
    }
    case 'refunded':
    case 'refunded_in_part':
      state.refundedCents += Number(data['amountCents'])
      follows(kind, state.refundedCents === totalCents, kind === 'refunded')
      if (corrected) corrected.correctedCents += share.cents
      return
    case 'refund_returned':
    case 'refund_returned_delivered':
    case 'refund_returned_cancelled':
      state.refundedCents -= Number(data['amountCents'])
      if (corrected) corrected.correctedCents -= share.cents
  }
}
