import { DELIVERY_OPTIONS, type DeliveryOptionId } from '#domain/delivery.ts'
import type { OrderStatus, PaymentStatus } from '#domain/order-status.ts'
import type { DangerReason } from './broken-promise.ts'
import { type AssignmentState, type FloristView, fulfilmentOf } from './fulfilment.ts'

// The step that a person has to take about an order now, for the screens of orders and shop orders.

/** Where an order stands, in the terms of the person who runs the shop. */
export type Situation =
  | 'danger'
  | 'refund_due'
  | 'unpaid'
  | 'unassigned'
  | 'asked'
  | 'unanswered'
  | 'making'
  | 'ready'
  | 'overdue'
  | 'delivered'
  | 'cancelled'
  | 'refunded'

/** `ask`: the buyer of a promise in danger. `remind`: the florist, by email. */
export type NextAction = 'assign' | 'call' | 'remind' | 'refund' | 'ask' | 'reassign'

/** `actions`: the first is the one to take; more than one only in danger. None: nobody has to do anything. */
export type NextStep = { situation: Situation; actions: readonly NextAction[] }

type AskedShop = {
  assignment: AssignmentState
  phone: string | null
  /** Null: the shop cannot be reminded by email. */
  email: string | null
  /** When it was asked last (ISO instant). */
  askedAt: string
  /** Until when it has to answer (ISO instant); null: there is no deadline. */
  answerBy: string | null
}

type Facts = {
  status: OrderStatus
  paymentStatus: PaymentStatus
  deliveryOption: DeliveryOptionId
  /** ISO instant. */
  promisedBy: string
  /** True if the order is flagged as needing a refund. */
  needsRefund: boolean
  /** Why the promise is in danger, and since when its buyer is asked, if so. */
  danger: { reason: DangerReason; offeredAt: string | null } | null
  /** The shop that has the order; null: none has. */
  shop: AskedShop | null
}

const MINUTE_MS = 60_000
/** With less time left a florist is called and not written to. */
const CALL_WITHIN_MS = 2 * 60 * MINUTE_MS

export function nextStep(facts: Facts, now: Date): NextStep {
  const { shop, danger } = facts
  if (facts.needsRefund) return step('refund_due', 'refund')
  const { florist, tracking } = fulfilmentOf({ ...facts, assignment: shop?.assignment ?? 'none' })
  if (tracking === 'cancelled' || tracking === 'refunded' || tracking === 'delivered') return step(tracking)
  if (facts.paymentStatus !== 'paid') return step('unpaid')
  if (danger) return { situation: 'danger', actions: inDanger(danger, shop, florist) }
  if (!shop) return step('unassigned', 'assign')
  const left = Date.parse(facts.promisedBy) - now.getTime()
  if (florist === 'asked') {
    if (left >= 0 && now < answerAwaitedUntil(facts.deliveryOption, shop)) return step('asked')
    return step('unanswered', left < CALL_WITHIN_MS ? reach(shop) : reach(shop, 'remind'))
  }
  if (left < 0) return step('overdue', callOf(shop))
  return step(florist === 'ready' ? 'ready' : 'making')
}

function step(situation: Situation, action: NextAction | null = null): NextStep {
  return { situation, actions: action === null ? [] : [action] }
}

/** The deadline; without one as long as florists usually have. */
function answerAwaitedUntil(option: DeliveryOptionId, { answerBy, askedAt }: AskedShop): Date {
  if (answerBy !== null) return new Date(answerBy)
  return new Date(Date.parse(askedAt) + DELIVERY_OPTIONS[option].answerMinutes * MINUTE_MS)
}

const callOf = ({ phone }: AskedShop): NextAction | null => (phone === null ? null : 'call')

/** The better way to a florist that is there; null: there is none. */
function reach({ phone, email }: AskedShop, better: 'call' | 'remind' = 'call'): NextAction | null {
  const ways = { call: phone, remind: email }
  const other = better === 'call' ? 'remind' : 'call'
  return ways[better] !== null ? better : ways[other] !== null ? other : null
}

/** Everything that can save the promise, the most promising first. Flowers that are ready are not made again elsewhere. */
function inDanger(
  { reason, offeredAt }: NonNullable<Facts['danger']>,
  shop: AskedShop | null,
  florist: FloristView,
): NextAction[] {
  const ask: NextAction[] = offeredAt === null ? ['ask'] : []
  if (!shop) return reason === 'no_florist' ? [...ask, 'assign'] : ['assign', ...ask]
  const way = florist === 'asked' ? reach(shop) : callOf(shop)
  const contact = way === null ? [] : [way]
  const other: NextAction[] = florist === 'ready' ? [] : ['reassign']
  return florist === 'asked' ? [...contact, ...ask, ...other] : [...ask, ...contact, ...other]
}
