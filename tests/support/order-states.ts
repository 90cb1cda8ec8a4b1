import { ANSWER_RULES, GIVEN_ANSWERS } from '#domain/florist.ts'
import { lastAttempt } from '#domain/order/attempt.ts'
import type { By } from '#domain/order/consequences.ts'
import type { Command } from '#domain/order/decide.ts'
import type { OrderEvent, OrderParts } from '#domain/order/events.ts'
import {
  type Attempt,
  type CheckoutSessionState,
  type Choice,
  type LogEntry,
  liveShopOrder,
  type OrderState,
  openChoice,
  openQuestion,
  type Refund,
  type ShopOrder,
  type Substitution,
} from '#domain/order/state.ts'

// Orders in every state of the table of events, and the command behind each event.

export const AT = '2026-06-04T15:00:00.000Z'
const BEFORE = '2026-06-04T14:00:00.000Z'
const TOTAL = 6358

const ORDER_FIELDS = {
  absent: null,
  unpaid: { status: 'pending', paymentStatus: 'pending' },
  lapsed: { status: 'cancelled', paymentStatus: 'failed' },
  called_off: { status: 'cancelled', paymentStatus: 'pending' },
  paid: { status: 'confirmed', paymentStatus: 'paid' },
  delivered: { status: 'delivered', paymentStatus: 'paid' },
  cancelled: { status: 'cancelled', paymentStatus: 'paid' },
  refunded: { status: 'confirmed', paymentStatus: 'refunded' },
} as const

/** An order in a state of the table; null for the one that is not there. */
export function orderIn(promise: OrderParts): OrderState | null {
  const fields = ORDER_FIELDS[promise.order]
  if (fields === null) return null
  const isPaid = fields.paymentStatus === 'paid' || fields.paymentStatus === 'refunded'
  const shopOrders = shopOrdersIn(promise)
  const florist = shopOrders.at(-1)
  const refunds = refundsIn(promise)
  const sum = refunds.reduce((cents, each) => cents + (each.status === 'succeeded' ? each.amountCents : 0), 0)
  return {
    seq: 3,
    order: {
      id: 'order-1',
      orderReference: 'ORD-00000001',
      customerName: 'Sam Sorry',
      customerEmail: 'sam@example.com',
      customerPhone: '(212) 555-0100',
      recipientName: null,
      recipientPhone: null,
      apologyNote: null,
      deliveryAddress: '350 5th Ave',
      deliveryUnit: null,
      deliveryCity: 'New York',
      deliveryState: 'NY',
      deliveryZip: '10001',
      deliveryInstructions: null,
      substitutionPreference: promise.substitution === 'asked' ? 'ask' : 'florist',
      marketId: 'market-1',
      timeZone: 'America/New_York',
      subtotalCents: 4999,
      deliveryFeeCents: 999,
      taxCents: 360,
      discountCents: 0,
      totalCents: TOTAL,
      refundedCents: sum,
      currency: 'usd',
      ...fields,
      paymentMethod: isPaid ? 'card' : null,
      paymentReference: isPaid ? 'pi_1' : null,
      checkoutSessionId: 'cs_1',
      deliveryOption: 'tomorrow',
      deliveryDate: '2026-06-05T16:00:00.000Z',
      promisedBy: '2026-06-05T16:00:00.000Z',
      assignmentStatus: shopOrders.some(isLive) ? 'assigned' : 'unassigned',
      isSample: false,
      trackingToken: null,
      manageLinksEndedAt: null,
      paidAt: isPaid ? BEFORE : null,
      version: 1,
      createdAt: BEFORE,
      updatedAt: BEFORE,
    },
    shopOrders,
    choices: choicesIn(promise),
    substitutions: substitutionsIn(promise),
    refunds,
    photos: [],
    attempts: attemptsIn(promise),
    disputes: [],
    flags: promise.place === 'over' ? [{ kind: 'over_capacity', detail: null }] : [],
    messages: florist
      ? [
          {
            id: 'message-1',
            kind: 'florist-order',
            dedupeKey: 'florist-order:link-1',
            recipient: florist.email ?? '',
            payload: {},
            tried: true,
            failed: false,
            at: BEFORE,
          },
        ]
      : [],
    sessions: [sessionIn(isPaid ? 'complete' : 'open')],
    log: logIn(promise),
  }
}

/** The order's first session, as the provider has opened it. */
export function sessionIn(status: CheckoutSessionState['status']): CheckoutSessionState {
  const expiresAt = '2026-06-04T14:30:00.000Z'
  const row = { id: 'session-1', n: 1, params: {}, expiresAt, stoppedAt: null, status }
  return { ...row, sessionId: 'cs_1', url: 'https://pay.example.com/cs_1' }
}

/** The last attempt of a shop: it failed until the flowers are delivered. */
function attemptsIn({ shopOrder }: OrderParts): Attempt[] {
  if (shopOrder === 'none') return []
  const isDelivered = shopOrder === 'delivered'
  return [
    {
      id: 'attempt-1',
      shopOrderId: 'shop-order-1',
      attemptKey: 'key-1',
      source: 'florist',
      outcome: isDelivered ? 'recipient' : 'nobody',
      name: null,
      nextStep: isDelivered ? null : 'at_shop',
      nextAt: null,
      corrects: null,
      actorId: 'shop-1',
      createdAt: BEFORE,
    },
  ]
}

const isLive = ({ status, withdrawnAt }: ShopOrder) => status !== 'rejected' && withdrawnAt === null

const SHOP_ORDER_FIELDS = {
  none: null,
  asked: { status: 'pending' },
  accepted: { status: 'confirmed', answeredBy: 'florist' },
  ready: { status: 'ready', answeredBy: 'florist' },
  delivered: { status: 'delivered', answeredBy: 'florist' },
  declined: { status: 'rejected', answeredBy: 'florist' },
  silent: { status: 'rejected', answeredBy: 'system' },
  withdrawn: { status: 'pending', withdrawnAt: BEFORE },
} as const

function shopOrdersIn({ shopOrder }: OrderParts): ShopOrder[] {
  const fields = SHOP_ORDER_FIELDS[shopOrder]
  if (fields === null) return []
  return [
    {
      id: 'shop-order-1',
      shopId: 'shop-1',
      shop: 'Stems',
      email: 'stems@example.com',
      shopIsActive: true,
      paymentStatus: 'pending',
      paymentReference: null,
      specialInstructions: null,
      shopNotes: null,
      withdrawnAt: null,
      answerBy: null,
      answeredAt: null,
      answeredBy: null,
      statusUpdatedAt: null,
      paymentUpdatedAt: null,
      shopCostCents: 5000,
      correctedCents: 0,
      version: 1,
      createdAt: BEFORE,
      updatedAt: BEFORE,
      ...fields,
      link: shopOrder === 'withdrawn' ? null : { id: 'link-1', expiresAt: '2026-06-12T16:00:00.000Z' },
    },
  ]
}

function choicesIn({ choice }: OrderParts): Choice[] {
  if (choice === 'none') return []
  const open = {
    id: 'choice-1',
    reason: 'late',
    waitUntil: '2026-06-05T18:00:00.000Z',
    openedAt: BEFORE,
    offeredAt: null,
    expiresAt: null,
    closedAt: null,
    outcome: null,
  } as const
  if (choice === 'danger') return [open]
  const offered = { ...open, offeredAt: BEFORE, expiresAt: AT }
  return choice === 'offered' ? [offered] : [{ ...offered, closedAt: BEFORE, outcome: 'cancel' }]
}

function substitutionsIn({ substitution }: OrderParts): Substitution[] {
  if (substitution === 'none') return []
  return [
    {
      id: 'substitution-1',
      shopOrderId: 'shop-order-1',
      missing: 'peonies',
      instead: 'ranunculus',
      preference: 'ask',
      reportedAt: BEFORE,
      expiresAt: AT,
      closedAt: null,
      outcome: null,
    },
  ]
}

function refundsIn({ refund }: OrderParts): Refund[] {
  const row = {
    id: 'refund-1',
    providerRefundId: null,
    idempotencyKey: 'key-1',
    requestedBy: null,
    share: null,
  }
  switch (refund) {
    case 'none':
      return []
    case 'requested':
      return [{ ...row, amountCents: 1000, status: 'pending' }]
    case 'part':
      return [{ ...row, amountCents: 1000, status: 'succeeded', providerRefundId: 're_1' }]
    case 'full':
      return [{ ...row, amountCents: TOTAL, status: 'succeeded', providerRefundId: 're_1' }]
    case 'failed':
      return [{ ...row, amountCents: 1000, status: 'failed', providerRefundId: 're_1' }]
  }
}

function logIn({ order }: OrderParts): LogEntry[] {
  const entry = (kind: string): LogEntry => ({
    kind,
    actor: 'system',
    data: {},
    dedupeKey: null,
    createdAt: BEFORE,
  })
  return [entry('placed'), ...(order === 'lapsed' ? [entry('expired')] : [])]
}

/** A command, by whom, and whether there is room: what an event is in the code. Null: the event is no command of a stored order. */
export type Happening = { command: Command; by: By; hasRoom?: boolean }

const ADMIN: By = { actor: 'admin', actorId: 'admin-1' }
const FLORIST: By = { actor: 'florist', actorId: 'shop-1' }
const SHOPPER: By = { actor: 'shopper' }
const OUTCOMES = {
  neighbor: { outcome: 'neighbor', name: 'Sam', nextStep: null, nextAt: null },
  nobody: {
    outcome: 'nobody',
    name: null,
    nextStep: 'second_attempt',
    nextAt: '2026-06-05T18:00:00.000Z',
  },
} as const
const PROVIDER: By = { actor: 'provider' }
const SYSTEM: By = { actor: 'system' }

/** Makes an event happen to an order. */
export function happeningOf(event: OrderEvent, state: OrderState): Happening | null {
  const shopOrderId = (liveShopOrder(state) ?? state.shopOrders.at(-1))?.id ?? 'shop-order-1'
  const { version } = state.order
  const choiceId = openChoice(state)?.id ?? `choice-${state.choices.length + 1}`
  const refundId = `refund-${state.refunds.length + 1}`
  const setStatus = (to: 'cancelled' | 'confirmed' | 'delivered' | 'pending', hasRoom = true): Happening => ({
    command: { type: 'set_status', to, version },
    by: ADMIN,
    hasRoom,
  })
  const setShopOrder = (to: 'rejected' | 'ready', by: By): Happening => ({
    command: { type: 'set_shop_order_status', shopOrderId, to, reason: null },
    by,
  })
  // A random key would make no two runs alike.
  const sent = { id: `attempt-${state.attempts.length + 1}`, key: `key-${state.attempts.length + 1}` }
  const attempted = (outcome: 'neighbor' | 'nobody', by: By): Happening => ({
    command: { type: 'record_attempt', shopOrderId, attempt: { ...sent, ...OUTCOMES[outcome] } },
    by,
  })
  const corrected = (outcome: 'neighbor' | 'nobody'): Happening => ({
    command: {
      type: 'correct_attempt',
      attemptId: lastAttempt(state)?.id ?? state.attempts.at(-1)?.id ?? '',
      attempt: { ...sent, ...OUTCOMES[outcome] },
    },
    by: ADMIN,
  })
  if (event === 'delivered') return attempted('neighbor', FLORIST)
  const answered = GIVEN_ANSWERS.find((answer) => ANSWER_RULES[answer].event === event)
  if (answered) {
    return { command: { type: 'florist_answers', shopOrderId, answer: answered, reason: null }, by: FLORIST }
  }
  const pay = (hasRoom: boolean): Happening => ({
    command: {
      type: 'pay',
      session: {
        id: 'cs_1',
        amountTotalCents: TOTAL,
        currency: 'usd',
        paymentReference: 'pi_1',
        paymentMethod: 'card',
      },
      paidAt: new Date(AT),
      source: 'webhook',
    },
    by: PROVIDER,
    hasRoom,
  })
  const report = (
    status: 'succeeded' | 'failed',
    amountCents: number,
    id: string,
    own: string | null = null,
  ): Happening => ({
    command: {
      type: 'record_refund',
      refund: { id, refundId: own, amountCents, status, failure: null, createdAt: new Date(AT) },
      newId: refundId,
      source: 'webhook',
    },
    by: PROVIDER,
  })
  const succeeded = state.refunds.find(({ status }) => status === 'succeeded')
  const left = TOTAL - state.order.refundedCents
  switch (event) {
    case 'replaced':
      return { command: { type: 'close_unpaid', why: 'replaced' }, by: SHOPPER }
    case 'session_ended':
      return { command: { type: 'close_unpaid', why: 'expired', sessionId: 'cs_1' }, by: PROVIDER }
    case 'paid':
    case 'paid_after_cancellation':
      return pay(true)
    case 'paid_without_room':
      return pay(false)
    case 'cancelled_by_admin':
      return setStatus('cancelled')
    case 'reopened':
      return setStatus('confirmed')
    case 'reopened_without_room':
      return setStatus('confirmed', false)
    case 'reopened_unpaid':
      return setStatus('pending')
    case 'reopened_unpaid_without_room':
      return setStatus('pending', false)
    case 'over_capacity_resolved':
    case 'over_capacity_resolved_unpaid':
      return { command: { type: 'resolve_flag', flag: 'over_capacity' }, by: ADMIN }
    case 'deleted':
      return { command: { type: 'delete_order' }, by: ADMIN }
    case 'asked':
      return { command: assignTo(`shop-order-${state.shopOrders.length + 1}`), by: ADMIN }
    case 'silent':
      return setShopOrder('rejected', SYSTEM)
    case 'withdrawn':
      return {
        command: { type: 'unassign', shopOrderId, version: liveShopOrder(state)?.version ?? 1 },
        by: ADMIN,
      }
    case 'late':
      return {
        command: { type: 'report_delay', shopOrderId, choiceId, until: '2026-06-05T18:00:00.000Z' },
        by: FLORIST,
      }
    case 'delivered_by_admin':
      return setStatus('delivered')
    case 'delivery_undone':
      return setStatus('confirmed')
    case 'shop_delivery_undone':
      return setShopOrder('ready', ADMIN)
    case 'nobody_there':
      return attempted('nobody', FLORIST)
    case 'attempt_recorded':
      return attempted('neighbor', ADMIN)
    case 'attempt_corrected':
      return corrected('neighbor')
    case 'attempt_corrected_to_nobody':
      return corrected('nobody')
    case 'danger':
      return { command: { type: 'open_danger', choiceId, reason: 'no_florist' }, by: SYSTEM }
    case 'choice_offered':
      return {
        command: {
          type: 'offer_choice',
          choiceId,
          reason: 'late',
          tokenHash: 'hash',
          waitUntil: '2026-06-05T18:00:00.000Z',
          choiceHours: 24,
        },
        by: SYSTEM,
      }
    case 'chose_wait':
      return {
        command: {
          type: 'answer_choice',
          choiceId,
          refundId,
          answer: 'wait',
          waitUntil: openChoice(state)?.waitUntil ?? '',
        },
        by: SHOPPER,
      }
    case 'chose_day':
      return {
        command: { type: 'answer_choice', choiceId, refundId, answer: 'day', date: '2026-06-08' },
        by: SHOPPER,
      }
    case 'chose_cancel':
      return { command: { type: 'answer_choice', choiceId, refundId, answer: 'cancel' }, by: SHOPPER }
    case 'choice_expired':
      return { command: { type: 'expire_choice', refundId }, by: SYSTEM }
    case 'substituted':
    case 'substitution_asked':
    case 'substitution_refunded': {
      const n = state.substitutions.length + 1
      return {
        command: {
          type: 'substitute',
          shopOrderId,
          substitutionId: `substitution-${n}`,
          missing: `flower ${n}`,
          instead: 'ranunculus',
          preference: state.order.substitutionPreference,
          fulfilmentMinutes: 40,
          tokenHash: 'hash',
          refundId,
        },
        by: FLORIST,
      }
    }
    case 'substitution_agreed':
    case 'substitution_declined':
      return {
        command: {
          type: 'answer_substitution',
          substitutionId: openQuestion(state)?.id ?? 'substitution-1',
          answer: event === 'substitution_agreed' ? 'yes' : 'no',
          refundId,
        },
        by: SHOPPER,
      }
    case 'substitution_silent':
      return { command: { type: 'expire_substitution' }, by: SYSTEM }
    case 'flowers_found':
      return { command: { type: 'find_flowers', shopOrderId }, by: FLORIST }
    case 'cancelled_by_buyer':
      return {
        command: { type: 'cancel_by_buyer', refundId, refundKey: `key of ${refundId}` },
        by: SHOPPER,
      }
    case 'changed_by_buyer':
      return {
        command: {
          type: 'correct',
          version,
          changes: { apologyNote: `Sorry, ${state.seq} times` },
          fields: [{ field: 'apologyNote', before: null, after: 'Sorry' }],
        },
        by: SHOPPER,
      }
    case 'refund_requested':
      return {
        command: {
          type: 'request_refund',
          refund: {
            id: refundId,
            idempotencyKey: `key of ${refundId}`,
            amountCents: 100,
            reason: 'Late',
            share: null,
            requestedBy: 'admin-1',
          },
        },
        by: ADMIN,
      }
    case 'refunded_in_part': {
      const pending = state.refunds.find(({ status }) => status === 'pending')
      const amountCents = pending?.amountCents ?? Math.max(1, Math.min(100, left - 1))
      return report('succeeded', amountCents, `re_${refundId}`, pending?.id)
    }
    case 'refunded_in_full':
      return report('succeeded', left, `re_${refundId}`)
    case 'refund_failed': {
      const pending = state.refunds.find(({ status }) => status === 'pending')
      const command = { type: 'refuse_refund', refundId: pending?.id ?? '', failure: 'declined' } as const
      return { command, by: PROVIDER }
    }
    case 'refund_returned':
    case 'refund_returned_cancelled':
      return report('failed', succeeded?.amountCents ?? 1, succeeded?.providerRefundId ?? 're_unknown')
    default:
      return null
  }
}

function assignTo(shopOrderId: string): Command {
  return {
    type: 'assign',
    shopOrderId,
    shop: { id: `shop of ${shopOrderId}`, name: 'Petals', email: 'petals@example.com', active: true },
    market: null,
    totalCents: TOTAL,
    shopCostCents: 5000,
    platformFeeCents: TOTAL - 5000,
    specialInstructions: null,
    link: { id: `link of ${shopOrderId}`, tokenHash: 'hash' },
  }
}
