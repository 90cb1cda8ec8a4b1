import type { DeliveryOptionId } from '#domain/delivery.ts'
import type { AttemptSource, Outcome } from '#domain/delivery-attempts.ts'
import type { DisputeStatus } from '#domain/disputes.ts'
import type { Cents } from '#domain/money.ts'
import type {
  AssignmentStatus,
  OrderStatus,
  PaymentStatus,
  ShopOrderPaymentStatus,
  ShopOrderStatus,
} from '#domain/order-status.ts'
import { shopOrderIsLive } from '#domain/order-status.ts'
import type { PhotoStep } from '#domain/photos.ts'
import type { RefundStatus } from '#domain/refunds.ts'
import type { DangerReason } from './broken-promise.ts'
import type { OrderFlag } from './causes.ts'
import { type AssignmentState, assignmentState, type OrderAndShopState } from './fulfilment.ts'
import type { ChoiceOutcome, SubstitutionOutcome } from './questions.ts'
import type { SubstitutionPreference } from './substitution-preference.ts'

// The state on which a command about an order is decided. Instants are ISO texts, amounts are cents.

/** The fields of an order that admins correct; its buyer may change some of them. */
export type CorrectableFields = {
  customerName: string
  customerEmail: string
  customerPhone: string
  recipientName: string | null
  recipientPhone: string | null
  apologyNote: string | null
  deliveryAddress: string
  deliveryUnit: string | null
  deliveryCity: string
  deliveryState: string
  deliveryZip: string
  deliveryInstructions: string | null
  /** The buyer's wish for a flower that is missing. */
  substitutionPreference: SubstitutionPreference
}

export type OrderFields = CorrectableFields & {
  id: string
  orderReference: string
  marketId: string | null
  /** IANA zone. */
  timeZone: string
  subtotalCents: Cents
  deliveryFeeCents: Cents
  taxCents: Cents
  discountCents: Cents
  totalCents: Cents
  refundedCents: Cents
  currency: string
  status: OrderStatus
  paymentStatus: PaymentStatus
  paymentMethod: string | null
  paymentReference: string | null
  checkoutSessionId: string | null
  deliveryOption: DeliveryOptionId
  deliveryDate: string
  promisedBy: string
  assignmentStatus: AssignmentStatus
  isSample: boolean
  /** The secret of the page that follows the flowers. */
  trackingToken: string | null
  manageLinksEndedAt: string | null
  paidAt: string | null
  version: number
  createdAt: string
  updatedAt: string
}

export type ShopOrder = {
  id: string
  shopId: string
  /** The shop's name. */
  shop: string
  /** The shop's address now; null: it has none. */
  email: string | null
  shopIsActive: boolean
  status: ShopOrderStatus
  paymentStatus: ShopOrderPaymentStatus
  paymentReference: string | null
  specialInstructions: string | null
  shopNotes: string | null
  withdrawnAt: string | null
  answerBy: string | null
  answeredBy: 'florist' | 'admin' | 'system' | null
  answeredAt: string | null
  statusUpdatedAt: string | null
  paymentUpdatedAt: string | null
  shopCostCents: Cents
  /** The corrections of the shop's share, those of refunds that are under way included. */
  correctedCents: Cents
  version: number
  createdAt: string
  updatedAt: string
  /** The florist's link that is not revoked. */
  link: { id: string; expiresAt: string } | null
}

export type Choice = {
  id: string
  reason: DangerReason
  waitUntil: string | null
  openedAt: string
  offeredAt: string | null
  expiresAt: string | null
  closedAt: string | null
  outcome: ChoiceOutcome | null
}

/** Flowers that were missing, and what goes in instead. */
export type Substitution = {
  id: string
  /** The shop order of the florist who misses them: another one makes another bouquet. */
  shopOrderId: string
  missing: string
  instead: string
  /** The buyer's wish when it was reported. */
  preference: SubstitutionPreference
  reportedAt: string
  /** Until when the buyer may answer; null: they were not asked. */
  expiresAt: string | null
  closedAt: string | null
  outcome: SubstitutionOutcome | null
}

export type RefundShare = { shopOrderId: string; amountCents: Cents; reason: string }

export type Refund = {
  id: string
  providerRefundId: string | null
  idempotencyKey: string
  amountCents: Cents
  status: RefundStatus
  requestedBy: string | null
  share: RefundShare | null
}

export type Dispute = { id: string; status: DisputeStatus; updatedAt: string }

export type Photo = {
  id: string
  shopOrderId: string
  step: PhotoStep
  uploadKey: string
  hash: string
  /** The name of its object in the bucket. */
  object: string
  createdAt: string
  deletedAt: string | null
}

/** A delivery attempt, or what an admin says instead of it. */
export type Attempt = Outcome & {
  id: string
  shopOrderId: string
  /** The page's name for it: sent again, it is the same attempt. */
  attemptKey: string
  source: AttemptSource
  /** The attempt that it corrects. */
  corrects: string | null
  /** The user's id, or the shop's. */
  actorId: string | null
  createdAt: string
}

/** A message of the outbox about the order. `tried`: it went, or may have gone. */
export type SentMessage = {
  id: string
  kind: string
  /** `{kind}:{what it is about}`. */
  dedupeKey: string
  recipient: string
  payload: Readonly<Record<string, unknown>>
  tried: boolean
  failed: boolean
  /** When it was sent, or changed last. */
  at: string
}

export type CheckoutSessionState = {
  id: string
  /** It is the n-th of its order. */
  n: number
  /** Those that the provider is asked with. */
  params: Readonly<Record<string, unknown>>
  /** The provider's; null: it has not answered yet. */
  sessionId: string | null
  /** Where it is paid. */
  url: string | null
  status: 'creating' | 'open' | 'complete' | 'expired' | 'abandoned'
  expiresAt: string
  /** When its market stopped taking orders, or its hold was over. */
  stoppedAt: string | null
}

export type LogEntry = {
  kind: string
  actor: 'shopper' | 'provider' | 'admin' | 'florist' | 'system'
  data: Readonly<Record<string, unknown>>
  dedupeKey: string | null
  createdAt: string
}

export type OrderState = {
  /** The number of the last entry of its log. */
  seq: number
  order: OrderFields
  /** All that were ever made, the oldest first. */
  shopOrders: readonly ShopOrder[]
  /** All that were ever opened, the oldest first. */
  choices: readonly Choice[]
  /** All that were ever reported, the oldest first. */
  substitutions: readonly Substitution[]
  refunds: readonly Refund[]
  disputes: readonly Dispute[]
  /** All that were ever taken, the oldest first. */
  photos: readonly Photo[]
  /** All that were ever recorded, corrections included, the oldest first. */
  attempts: readonly Attempt[]
  /** Those that are not resolved. */
  flags: readonly { kind: OrderFlag; detail: string | null }[]
  messages: readonly SentMessage[]
  /** The buyer agreed to texts to the number that the order has now. */
  takesTexts: boolean
  /** The newest first. */
  sessions: readonly CheckoutSessionState[]
  log: readonly LogEntry[]
}

type Placed = Pick<ShopOrder, 'status' | 'withdrawnAt'>
type Closable = { closedAt: string | null }

/** The shop order that binds its shop; null: the order has none. */
export function liveShopOrder<Known extends Placed>({
  shopOrders,
}: {
  shopOrders: readonly Known[]
}): Known | null {
  return shopOrders.find(shopOrderIsLive) ?? null
}

/** The promise that is in danger; null: none is. */
export function openChoice<Known extends Closable>({ choices }: { choices: readonly Known[] }): Known | null {
  return choices.find(({ closedAt }) => closedAt === null) ?? null
}

/** The substitution about which the buyer is asked; null: none is. */
export function openQuestion<Known extends Closable>({
  substitutions,
}: {
  substitutions: readonly Known[]
}): Known | null {
  return substitutions.find(({ closedAt }) => closedAt === null) ?? null
}

export function flagOf<Known extends { kind: OrderFlag }>(
  { flags }: { flags: readonly Known[] },
  kind: OrderFlag,
): Known | null {
  return flags.find((flag) => flag.kind === kind) ?? null
}

/** Where an order stands with one of its shop orders: the live one, unless another is given. */
export function orderAndShop(
  {
    order,
    shopOrders,
  }: { order: Pick<OrderFields, 'status' | 'paymentStatus'>; shopOrders: readonly Placed[] },
  shopOrder: Placed | null = liveShopOrder({ shopOrders }),
): OrderAndShopState & { assignment: AssignmentState } {
  const { status, paymentStatus } = order
  return { status, paymentStatus, assignment: assignmentState(shopOrder) }
}

/** The live shop order; without one the one that was made last. */
export function latestShopOrder<Known extends Placed>(state: { shopOrders: readonly Known[] }): Known | null {
  return state.shopOrders.find(shopOrderIsLive) ?? state.shopOrders.at(-1) ?? null
}

/** The last message of these kinds that a reader got, or may have got. */
export function lastTried(
  messages: readonly SentMessage[],
  recipient: string,
  kinds: readonly string[],
): string | null {
  const tried = messages.filter(
    (message) => message.tried && message.recipient === recipient && kinds.includes(message.kind),
  )
  return tried.at(-1)?.kind ?? null
}
