import {
  type AssignmentStatus,
  type OrderStatus,
  type PaymentStatus,
  SHOP_ORDER_STATUSES,
  type ShopOrderStatus,
} from '#domain/order-status.ts'

// Admins may set any status on both sides of an order, so every pair of them has to mean something. This table says
// what; services, pages and messages ask it and decide nothing themselves.

type StatusAndPayment = { status: OrderStatus; paymentStatus: PaymentStatus }

/** The phase of an order by its status and payment: money that went back counts before any status. */
type OrderPhase = 'open' | 'delivered' | 'cancelled' | 'refunded'

const PHASE_OF_STATUS: Readonly<Record<OrderStatus, Exclude<OrderPhase, 'refunded'>>> = {
  pending: 'open',
  processing: 'open',
  confirmed: 'open',
  completed: 'delivered',
  delivered: 'delivered',
  cancelled: 'cancelled',
}

function orderPhase({ status, paymentStatus }: StatusAndPayment): OrderPhase {
  return paymentStatus === 'refunded' ? 'refunded' : PHASE_OF_STATUS[status]
}

/** Where the shop order stands: its status, `withdrawn` once it was taken back, `none` when there is no shop. */
export const ASSIGNMENT_STATES = [...SHOP_ORDER_STATUSES, 'withdrawn', 'none'] as const
export type AssignmentState = (typeof ASSIGNMENT_STATES)[number]

export function assignmentState(
  shopOrder: { status: ShopOrderStatus; withdrawnAt: string | null } | null | undefined,
): AssignmentState {
  if (!shopOrder) return 'none'
  return shopOrder.withdrawnAt === null ? shopOrder.status : 'withdrawn'
}

/** The views of the page behind a florist's link; `closed`: the link opens nothing. */
const FLORIST_VIEWS = [
  'asked',
  'accepted',
  'ready',
  'delivered',
  'rejected',
  'over',
  'cancelled',
  'closed',
] as const
export type FloristView = (typeof FLORIST_VIEWS)[number]

/** An order's progress, as its buyer sees it; the last two end it. */
export type TrackingStage = 'placed' | 'accepted' | 'ready' | 'delivered' | 'cancelled' | 'refunded'

type Views = readonly [florist: FloristView, tracking: TrackingStage]

const FULFILMENT_TABLE: Readonly<Record<OrderPhase, Readonly<Record<AssignmentState, Views>>>> = {
  open: {
    pending: ['asked', 'placed'],
    confirmed: ['accepted', 'accepted'],
    processing: ['accepted', 'accepted'],
    ready: ['ready', 'ready'],
    delivered: ['delivered', 'delivered'],
    rejected: ['rejected', 'placed'],
    withdrawn: ['closed', 'placed'],
    none: ['closed', 'placed'],
  },
  delivered: {
    pending: ['over', 'delivered'],
    confirmed: ['over', 'delivered'],
    processing: ['over', 'delivered'],
    ready: ['over', 'delivered'],
    delivered: ['delivered', 'delivered'],
    rejected: ['rejected', 'delivered'],
    withdrawn: ['closed', 'delivered'],
    none: ['closed', 'delivered'],
  },
  cancelled: {
    pending: ['cancelled', 'cancelled'],
    confirmed: ['cancelled', 'cancelled'],
    processing: ['cancelled', 'cancelled'],
    ready: ['cancelled', 'cancelled'],
    delivered: ['delivered', 'cancelled'],
    rejected: ['rejected', 'cancelled'],
    // The link stays open only where a substitution ended the order.
    withdrawn: ['cancelled', 'cancelled'],
    none: ['closed', 'cancelled'],
  },
  refunded: {
    pending: ['cancelled', 'refunded'],
    confirmed: ['cancelled', 'refunded'],
    processing: ['cancelled', 'refunded'],
    ready: ['cancelled', 'refunded'],
    delivered: ['delivered', 'refunded'],
    rejected: ['rejected', 'refunded'],
    withdrawn: ['cancelled', 'refunded'],
    none: ['closed', 'refunded'],
  },
}

export type OrderAndShopState = StatusAndPayment & { assignment: AssignmentState }

type Fulfilment = {
  florist: FloristView
  tracking: TrackingStage
  /** The progress of the flowers, whatever became of order and money since. */
  reached: TrackingStage
}

/** The meaning of an order in this phase at a shop in this state. */
export function fulfilmentOf({ status, paymentStatus, assignment }: OrderAndShopState): Fulfilment {
  const [florist, tracking] = FULFILMENT_TABLE[orderPhase({ status, paymentStatus })][assignment]
  const [, reached] =
    FULFILMENT_TABLE[PHASE_OF_STATUS[status] === 'delivered' ? 'delivered' : 'open'][assignment]
  return { florist, tracking, reached }
}

/** True if a florist on this view has the order to do: it was offered to them, or they are making it. */
export function isAtWork(view: FloristView): boolean {
  return view === 'asked' || view === 'accepted' || view === 'ready'
}

/** Statuses with which a florist has an order to do, for conditions in SQL. */
export const STATUSES_AT_WORK = {
  order: (Object.keys(PHASE_OF_STATUS) as OrderStatus[]).filter(
    (status) => PHASE_OF_STATUS[status] === 'open',
  ),
  shopOrder: SHOP_ORDER_STATUSES.filter((status) => isAtWork(FULFILMENT_TABLE.open[status][0])),
}

/** `overdue`: the time to answer is over, and nobody else has the order. `unanswered`: another florist has it. */
export type FloristPageView = FloristView | 'overdue' | 'unanswered'

/** The view of the page behind a florist's link: after silence a yes still counts, until another florist has the order. */
export function floristPageView(
  order: OrderAndShopState & { assignmentStatus: AssignmentStatus },
  isSilent: boolean,
): FloristPageView {
  const { florist } = fulfilmentOf(order)
  if (florist !== 'rejected' || !isSilent) return florist
  if (order.assignmentStatus === 'assigned') return 'unanswered'
  const unrejected = fulfilmentOf({ ...order, assignment: 'pending' }).florist
  return unrejected === 'asked' ? 'overdue' : unrejected
}

/** True if no flowers are to be made any more: the order was cancelled, or all of its money went back. */
export function isCancelledOrRefunded(order: StatusAndPayment): boolean {
  const phase = orderPhase(order)
  return phase === 'cancelled' || phase === 'refunded'
}

/** True if a shop may be given an order: it is neither over nor called off. */
export function mayBeAssigned(order: StatusAndPayment): boolean {
  return orderPhase(order) === 'open'
}

/** True if somebody waits for the flowers: paid for, and neither over nor called off. The promise counts from the payment. */
export function isAwaited(order: StatusAndPayment): boolean {
  return order.paymentStatus === 'paid' && orderPhase(order) === 'open'
}
