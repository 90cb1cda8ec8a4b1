import { ANSWER_RULES, type FloristAnswer } from '#domain/florist.ts'
import {
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

/** The answers that a florist can give on each view. They go forward only: an admin can set the status back. */
const ANSWERS_ON: Readonly<Record<FloristView, readonly FloristAnswer[]>> = {
  asked: ['accept', 'reject'],
  accepted: ['ready', 'delivered', 'reject'],
  ready: ['delivered'],
  delivered: [],
  rejected: [],
  over: [],
  cancelled: [],
  closed: [],
}

export type OrderAndShopState = StatusAndPayment & { assignment: AssignmentState }

type Fulfilment = {
  florist: FloristView
  /** The answers that the florist can give now. */
  answers: readonly FloristAnswer[]
  tracking: TrackingStage
  /** The progress of the flowers, whatever became of order and money since. */
  reached: TrackingStage
}

/** The meaning of an order in this phase at a shop in this state. */
export function fulfilmentOf({ status, paymentStatus, assignment }: OrderAndShopState): Fulfilment {
  const [florist, tracking] = FULFILMENT_TABLE[orderPhase({ status, paymentStatus })][assignment]
  const [, reached] =
    FULFILMENT_TABLE[PHASE_OF_STATUS[status] === 'delivered' ? 'delivered' : 'open'][assignment]
  return { florist, answers: ANSWERS_ON[florist], tracking, reached }
}

/** True if a florist on this view has the order to do: it was offered to them, or they are making it. */
export function isAtWork(view: FloristView): boolean {
  return ANSWERS_ON[view].length > 0
}

/** Statuses with which a florist has an order to do, for conditions in SQL. */
export const STATUSES_AT_WORK = {
  order: (Object.keys(PHASE_OF_STATUS) as OrderStatus[]).filter(
    (status) => PHASE_OF_STATUS[status] === 'open',
  ),
  shopOrder: SHOP_ORDER_STATUSES.filter((status) => isAtWork(FULFILMENT_TABLE.open[status][0])),
}

/** Facts about a rejected shop order and its order. */
type Rejection = {
  /** The system rejected for a florist who did not answer in time. */
  isSilent: boolean
  /** Another shop has the order. */
  isTaken: boolean
}

/** `overdue`: the time to answer is over, and nobody else has the order. `unanswered`: another florist has it. */
export type FloristPageView = FloristView | 'overdue' | 'unanswered'

/** The view and the answers of the page behind a florist's link: after silence a yes, until another florist has the order. */
export function floristPageOf(
  state: OrderAndShopState,
  { isSilent, isTaken }: Rejection,
): { view: FloristPageView; answers: readonly FloristAnswer[] } {
  const { florist, answers } = fulfilmentOf(state)
  if (florist !== 'rejected' || !isSilent) return { view: florist, answers }
  if (isTaken) return { view: 'unanswered', answers: [] }
  const unrejected = fulfilmentOf({ ...state, assignment: 'pending' }).florist
  return unrejected === 'asked' ? { view: 'overdue', answers: ['accept'] } : { view: unrejected, answers: [] }
}

/**
 * Judges an answer: `allowed`, `done` when it was given already (a second tap, an answer that got lost on its way
 * back), or `refused`.
 */
export function judgeAnswer(
  state: OrderAndShopState,
  rejection: Rejection,
  answer: FloristAnswer,
): 'allowed' | 'done' | 'refused' {
  if (state.assignment === ANSWER_RULES[answer].status) return 'done'
  return floristPageOf(state, rejection).answers.includes(answer) ? 'allowed' : 'refused'
}

export const STATUS_MESSAGES = ['order-accepted', 'order-delivered', 'order-cancelled'] as const
/** An email to a buyer about a status. */
export type StatusMessage = (typeof STATUS_MESSAGES)[number]

/** An email to a florist about whether an order is still to be made. */
export type StopMessage = 'florist-cancelled' | 'florist-reopened'

/** The emails of a change of status. */
export type EmailsOfChange = {
  /** Those that go because of it, to the buyer and the florist. */
  emails: (StatusMessage | StopMessage)[]
  /** Those that have gone to the buyer, were right before it and are wrong now. */
  wrongEmails: StatusMessage[]
}

type FulfilmentMessages = { buyer: StatusMessage | null; florist: StopMessage | null }

/**
 * Who hears of a change of status, unless they have heard it before: the outbox knows what went. Refunds have a message of
 * their own, one each. `completed` is internal: nobody is written to about that.
 */
export function messagesOnChange(before: OrderAndShopState, after: OrderAndShopState): FulfilmentMessages {
  const [was, is] = [fulfilmentOf(before), fulfilmentOf(after)]
  return { buyer: buyerMessage(), florist: floristMessage() }

  function buyerMessage(): FulfilmentMessages['buyer'] {
    if (was.tracking !== is.tracking) {
      if (is.tracking === 'cancelled') return 'order-cancelled'
      if (is.tracking === 'delivered') return after.status === 'completed' ? null : 'order-delivered'
    }
    const accepted = before.assignment !== 'confirmed' && after.assignment === 'confirmed'
    return accepted && is.tracking === 'accepted' ? 'order-accepted' : null
  }

  function floristMessage(): FulfilmentMessages['florist'] {
    if (isAtWork(was.florist) && is.florist === 'cancelled') return 'florist-cancelled'
    // Whatever came between: who was told to stop has to hear that it is on again.
    return !isAtWork(was.florist) && isAtWork(is.florist) ? 'florist-reopened' : null
  }
}

/**
 * The emails that a change to this state makes wrong: what is not sent yet is deleted. While an order is cancelled, what
 * was to be said about its flowers waits, in case it is reopened.
 */
export function messagesMadeWrong(now: OrderAndShopState): (StatusMessage | StopMessage)[] {
  if (now.status === 'cancelled') return ['florist-reopened']
  const { florist, reached } = fulfilmentOf(now)
  return [
    // Also when the florist says no before it went: whoever asks them again writes another one.
    ...(isAtWork(florist) ? [] : (['florist-reopened'] as const)),
    ...(isCancelledOrRefunded(now) ? [] : (['florist-cancelled'] as const)),
    'order-cancelled',
    ...(reached === 'delivered' ? [] : (['order-delivered'] as const)),
    ...(reached === 'placed' ? (['order-accepted'] as const) : []),
  ]
}

/** True if an email about a status may be sent while an order is like this. */
export function mayBeSent(message: StatusMessage, now: OrderAndShopState): boolean {
  const { tracking, reached } = fulfilmentOf(now)
  switch (message) {
    case 'order-accepted':
      return reached !== 'placed' && tracking !== 'cancelled' && tracking !== 'refunded'
    case 'order-delivered':
      return now.status !== 'cancelled' && reached === 'delivered'
    case 'order-cancelled':
      return now.status === 'cancelled'
  }
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

/** True if the buyer may still change or cancel an order alone: it is paid, open, and no florist has accepted it. */
export function buyerMayChange(state: OrderAndShopState): boolean {
  return isAwaited(state) && fulfilmentOf(state).tracking === 'placed'
}

/** The order's own status after a new one of its shop order. */
export function orderStatusAfter(before: OrderAndShopState, to: AssignmentState): OrderStatus {
  const { status, paymentStatus, assignment } = before
  if (to === 'delivered') return statusOnceDelivered(status)
  const isSetBack = assignment === 'delivered' && status === 'delivered'
  // Without a shop at work on it, only a pending or confirmed order awaits assignment.
  const isLeft = (to === 'rejected' || to === 'withdrawn') && status === 'processing'
  if (!isSetBack && !isLeft) return status
  return paymentStatus === 'paid' ? 'confirmed' : 'pending'
}

/** Leaves the status of an order that is over as it is. */
function statusOnceDelivered(status: OrderStatus): OrderStatus {
  return PHASE_OF_STATUS[status] === 'open' ? 'delivered' : status
}
