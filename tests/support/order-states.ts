import { ANSWER_RULES, GIVEN_ANSWERS } from '#domain/florist.ts'
import { lastAttempt } from '#domain/order/attempt.ts'
import type { Command } from '#domain/order/decide.ts'
import { ORDER_EVENTS, type OrderEvent } from '#domain/order/events.ts'
import type { OrderParts } from '#domain/order/parts.ts'
import type { By } from '#domain/order/patches.ts'
import type { QuestionKind } from '#domain/order/questions.ts'
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
  unpaid_delivered: { status: 'delivered', paymentStatus: 'pending' },
  lapsed: { status: 'cancelled', paymentStatus: 'failed' },
  called_off: { status: 'cancelled', paymentStatus: 'pending' },
  paid: { status: 'confirmed', paymentStatus: 'paid' },
  delivered: { status: 'delivered', paymentStatus: 'paid' },
  cancelled: { status: 'cancelled', paymentStatus: 'paid' },
  refunded: { status: 'confirmed', paymentStatus: 'refunded' },
} as const

/** A place goes with its order, whatever a row says: `absent` has none to begin with, and a refunded order takes none. */
export function asStored(parts: OrderParts): OrderParts {
  const isTaking = ['unpaid', 'unpaid_delivered', 'paid', 'delivered'].includes(parts.order)
  return { ...parts, place: isTaking ? (parts.place === 'over' ? 'over' : 'taken') : 'none' }
}

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
    takesTexts: true,
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

/** Those of the florist who has the order; flowers that were handed over are delivered, or an admin has set that back. */
function attemptsIn({ shopOrder, attempts }: OrderParts): Attempt[] {
  const missed = { none: 0, missed: 1, missed_again: 2 }[attempts]
  const isHandedOver = missed === 0 && (shopOrder === 'delivered' || shopOrder === 'accepted')
  return Array.from({ length: isHandedOver ? 1 : missed }, (_, n) => ({
    id: `attempt-${n + 1}`,
    shopOrderId: 'shop-order-1',
    attemptKey: `key-${n + 1}`,
    source: 'florist',
    outcome: isHandedOver ? 'recipient' : 'nobody',
    name: null,
    nextStep: isHandedOver ? null : 'at_shop',
    nextAt: null,
    corrects: null,
    actorId: 'shop-1',
    createdAt: BEFORE,
  }))
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
  const offered = { ...open, offeredAt: BEFORE, expiresAt: LATER }
  return choice === 'asked' ? [offered] : [{ ...offered, closedAt: BEFORE, outcome: 'cancel' }]
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
      expiresAt: LATER,
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

const CHOICE_EVENTS = {
  none: [],
  danger: ['promise_in_danger'],
  asked: ['promise_in_danger', 'choice_offered'],
  ended: ['promise_in_danger', 'choice_offered', 'chose_cancel'],
} as const

/** The entries that have led to what is not stored otherwise. */
function logIn({ order, attempts, refund, shopOrder, choice }: OrderParts): LogEntry[] {
  const missed = { none: 0, missed: 1, missed_again: 2 }[attempts]
  const refundEvents: readonly OrderEvent[] = {
    none: [],
    requested: ['refund_requested'],
    part: ['refunded_in_part'],
    full: ['refunded'],
    failed: ['refund_requested', 'refund_failed'],
  }[refund] as readonly OrderEvent[]
  const events: OrderEvent[] = [
    'placed',
    ...(order === 'lapsed' ? (['session_ended'] as const) : []),
    ...(order === 'called_off' ? (['cancelled'] as const) : []),
    ...(shopOrder === 'none' ? [] : (['assigned'] as const)),
    ...Array.from({ length: missed }, () => 'nobody_there' as const),
    ...refundEvents,
    ...CHOICE_EVENTS[choice],
  ]
  return events.map((kind) => ({
    kind,
    actor: 'system',
    data: { shopOrderId: 'shop-order-1' },
    dedupeKey: null,
    createdAt: BEFORE,
  }))
}

/** A command, by whom, and whether there is room: what an event is in the code. Null: the event is no command of a stored order. */
export type Happening = { command: Command; by: By; hasRoom?: boolean; at?: string }

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
const LATER = '2026-06-05T18:00:00.000Z'
const PROVIDER: By = { actor: 'provider' }
const SYSTEM: By = { actor: 'system' }

/** The command that makes an event happen to an order; null: no command of a stored order does. */
export function happeningOf(event: OrderEvent, state: OrderState): Happening | null {
  return HAPPENINGS[event]?.(new Facts(state)) ?? null
}

/** Names for what commands name, the same in every run. */
class Facts {
  readonly state: OrderState
  constructor(state: OrderState) {
    this.state = state
  }
  get shopOrderId() {
    return (liveShopOrder(this.state) ?? this.state.shopOrders.at(-1))?.id ?? 'shop-order-1'
  }
  get version() {
    return this.state.order.version
  }
  get choiceId() {
    return openChoice(this.state)?.id ?? `choice-${this.state.choices.length + 1}`
  }
  get refundId() {
    return `refund-${this.state.refunds.length + 1}`
  }
  get left() {
    return TOTAL - this.state.order.refundedCents
  }
  get pending() {
    return this.state.refunds.find(({ status }) => status === 'pending')
  }
  get succeeded() {
    return this.state.refunds.find(({ status }) => status === 'succeeded')
  }
  attempt(outcome: keyof typeof OUTCOMES) {
    const n = this.state.attempts.length + 1
    return { id: `attempt-${n}`, key: `key-${n}`, ...OUTCOMES[outcome] }
  }
}

type To = Extract<Command, { type: 'set_status' }>['to']
type ShopTo = Extract<Command, { type: 'set_shop_order_status' }>['to']

const setStatus =
  (to: To, hasRoom = true) =>
  ({ version }: Facts): Happening => ({ command: { type: 'set_status', to, version }, by: ADMIN, hasRoom })
const setShopOrder =
  (to: ShopTo, by: By = ADMIN) =>
  ({ shopOrderId }: Facts): Happening => ({
    command: { type: 'set_shop_order_status', shopOrderId, to, reason: null },
    by,
  })
const answered =
  (answer: (typeof GIVEN_ANSWERS)[number]) =>
  ({ shopOrderId }: Facts): Happening => ({
    command: { type: 'florist_answers', shopOrderId, answer, reason: null },
    by: FLORIST,
  })
const attempted =
  (outcome: keyof typeof OUTCOMES, by: By) =>
  (facts: Facts): Happening => ({
    command: { type: 'record_attempt', shopOrderId: facts.shopOrderId, attempt: facts.attempt(outcome) },
    by,
  })
const corrected =
  (outcome: keyof typeof OUTCOMES) =>
  (facts: Facts): Happening => ({
    command: {
      type: 'correct_attempt',
      attemptId: lastAttempt(facts.state)?.id ?? facts.state.attempts.at(-1)?.id ?? '',
      attempt: facts.attempt(outcome),
    },
    by: ADMIN,
  })
const pay =
  (hasRoom: boolean, amountTotalCents = TOTAL, id = 'cs_1') =>
  (): Happening => ({
    command: {
      type: 'pay',
      session: { id, amountTotalCents, currency: 'usd', paymentReference: 'pi_1', paymentMethod: 'card' },
      paidAt: new Date(AT),
      source: 'webhook',
    },
    by: PROVIDER,
    hasRoom,
  })
const reported = (
  status: 'succeeded' | 'failed',
  amountCents: number,
  id: string,
  { refundId: newId }: Facts,
  refundId: string | null = null,
): Happening => ({
  command: {
    type: 'record_refund',
    refund: { id, refundId, amountCents, status, failure: null, createdAt: new Date(AT) },
    newId,
    source: 'webhook',
  },
  by: PROVIDER,
})
const returned = (facts: Facts) =>
  reported(
    'failed',
    facts.succeeded?.amountCents ?? 1,
    facts.succeeded?.providerRefundId ?? 're_unknown',
    facts,
  )
const disputed = (status: 'needs_response' | 'under_review' | 'won') => (): Happening => ({
  command: {
    type: 'record_dispute',
    dispute: {
      id: 'dp_1',
      status,
      amountCents: TOTAL,
      reason: 'fraudulent',
      respondBy: null,
      createdAt: AT,
      updatedAt: AT,
    },
    source: 'webhook',
  },
  by: PROVIDER,
})
const MARKET_TIMES = { fulfilmentMinutes: 40, choiceHours: 24 }
const chose =
  (answer: 'wait' | 'day' | 'cancel') =>
  ({ state, choiceId: id, refundId }: Facts): Happening => {
    const waitUntil = openChoice(state)?.waitUntil ?? ''
    const given = { answer, waitUntil, date: '2026-06-08' }
    return { command: { type: 'answer_question', kind: 'choice', id, refundId, ...given }, by: SHOPPER }
  }
const substitute = ({ state, shopOrderId, refundId }: Facts): Happening => {
  const n = state.substitutions.length + 1
  return {
    command: {
      type: 'substitute',
      shopOrderId,
      substitutionId: `substitution-${n}`,
      missing: `flower ${n}`,
      instead: 'ranunculus',
      preference: state.order.substitutionPreference,
      times: MARKET_TIMES,
      tokenHash: 'hash',
      refundId,
    },
    by: FLORIST,
  }
}
const answeredQuestion =
  (answer: 'yes' | 'no') =>
  ({ state, refundId }: Facts): Happening => ({
    command: {
      type: 'answer_question',
      kind: 'substitution',
      id: openQuestion(state)?.id ?? 'substitution-1',
      answer,
      refundId,
    },
    by: SHOPPER,
  })
const expired =
  (kind: QuestionKind) =>
  ({ refundId }: Facts): Happening => ({
    command: { type: 'expire_question', kind, refundId },
    by: SYSTEM,
    at: LATER,
  })
const correct =
  (by: By) =>
  ({ state, version }: Facts): Happening => ({
    command: {
      type: 'correct',
      version,
      changes: { apologyNote: `Sorry, ${state.seq} times` },
      fields: [{ field: 'apologyNote', before: null, after: 'Sorry' }],
    },
    by,
  })

const HAPPENINGS: { readonly [E in OrderEvent]?: (facts: Facts) => Happening } = {
  ...Object.fromEntries(GIVEN_ANSWERS.map((answer) => [ANSWER_RULES[answer].event, answered(answer)])),
  replaced: () => ({ command: { type: 'close_unpaid', why: 'replaced' }, by: SHOPPER }),
  session_ended: () => ({
    command: { type: 'close_unpaid', why: 'expired', sessionId: 'cs_1' },
    by: PROVIDER,
  }),
  paid: pay(true),
  paid_without_room: pay(false),
  paid_after_cancellation: pay(true),
  paid_after_delivery: pay(true),
  amount_mismatch: pay(true, TOTAL - 1),
  stray_payment: pay(true, TOTAL, 'cs_2'),
  status_set: setStatus('processing'),
  cancelled: setStatus('cancelled'),
  reopened: setStatus('confirmed'),
  reopened_without_room: setStatus('confirmed', false),
  delivered_by_admin: setStatus('delivered'),
  completed_by_admin: setStatus('completed'),
  delivery_set_back: setStatus('confirmed'),
  flag_resolved: () => ({ command: { type: 'resolve_flag', flag: 'rebuilt' }, by: ADMIN }),
  over_capacity_resolved: () => ({ command: { type: 'resolve_flag', flag: 'over_capacity' }, by: ADMIN }),
  deleted: () => ({ command: { type: 'delete_order' }, by: ADMIN }),
  assigned: ({ state }) => ({ command: assignTo(`shop-order-${state.shopOrders.length + 1}`), by: ADMIN }),
  unanswered: setShopOrder('rejected', SYSTEM),
  unassigned: ({ state, shopOrderId }) => ({
    command: { type: 'unassign', shopOrderId, version: liveShopOrder(state)?.version ?? 1 },
    by: ADMIN,
  }),
  delivered: attempted('neighbor', FLORIST),
  shop_set_asked: setShopOrder('pending'),
  shop_set_accepted: setShopOrder('confirmed'),
  shop_set_ready: setShopOrder('ready'),
  shop_set_delivered: setShopOrder('delivered'),
  shop_set_declined: setShopOrder('rejected'),
  nobody_there: attempted('nobody', ADMIN),
  handed_over: attempted('neighbor', ADMIN),
  attempt_corrected: corrected('neighbor'),
  attempt_corrected_to_nobody: corrected('nobody'),
  earlier_attempt_corrected: (facts) => ({
    command: {
      type: 'correct_attempt',
      attemptId: facts.state.attempts[0]?.id ?? '',
      attempt: facts.attempt('neighbor'),
    },
    by: ADMIN,
  }),
  promise_in_danger: ({ choiceId }) => ({
    command: { type: 'open_danger', choiceId, reason: 'no_florist' },
    by: SYSTEM,
  }),
  florist_late: ({ shopOrderId, choiceId }) => ({
    command: { type: 'report_delay', shopOrderId, choiceId, until: LATER },
    by: FLORIST,
  }),
  choice_offered: ({ choiceId }) => ({
    command: {
      type: 'offer_choice',
      choiceId,
      reason: 'late',
      tokenHash: 'hash',
      waitUntil: LATER,
      times: MARKET_TIMES,
    },
    by: SYSTEM,
  }),
  chose_wait: chose('wait'),
  chose_day: chose('day'),
  chose_cancel: chose('cancel'),
  choice_expired: expired('choice'),
  cancelled_by_buyer: ({ refundId }) => ({
    command: { type: 'cancel_by_buyer', refundId, refundKey: `key of ${refundId}` },
    by: SHOPPER,
  }),
  blocked: ({ refundId }) => ({
    command: { type: 'block', refundId, refundKey: `key of ${refundId}` },
    by: SYSTEM,
  }),
  blocked_again: () => ({ command: { type: 'note_blocked_attempts', attempts: 3 }, by: SYSTEM }),
  corrected: correct(ADMIN),
  changed_by_buyer: correct(SHOPPER),
  substituted: substitute,
  substitution_asked: substitute,
  substitution_refunded: substitute,
  substitution_agreed: answeredQuestion('yes'),
  substitution_declined: answeredQuestion('no'),
  substitution_silent: expired('substitution'),
  flowers_found: ({ shopOrderId }) => ({ command: { type: 'find_flowers', shopOrderId }, by: FLORIST }),
  refund_requested: ({ refundId }) => ({
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
  }),
  refunded_in_part: (facts) => {
    const { pending, left, refundId } = facts
    const amountCents = pending?.amountCents ?? Math.max(1, Math.min(100, left - 1))
    return reported('succeeded', amountCents, `re_${refundId}`, facts, pending?.id)
  },
  refunded: (facts) => reported('succeeded', facts.left, `re_${facts.refundId}`, facts),
  refund_failed: ({ pending }) => ({
    command: { type: 'refuse_refund', refundId: pending?.id ?? '', failure: 'declined' },
    by: PROVIDER,
  }),
  refund_returned: returned,
  refund_returned_delivered: returned,
  refund_returned_cancelled: returned,
  disputed: disputed('needs_response'),
  dispute_answered: disputed('under_review'),
  dispute_closed: disputed('won'),
  florist_link_sent: ({ shopOrderId }) => ({
    command: { type: 'send_link', shopOrderId, link: { id: 'link-9', tokenHash: 'hash' } },
    by: ADMIN,
  }),
  florist_link_revoked: ({ shopOrderId }) => ({ command: { type: 'revoke_link', shopOrderId }, by: ADMIN }),
  buyer_links_ended: ({ version }) => ({
    command: { type: 'end_buyer_links', version, hashes: { choices: [], substitutions: [] } },
    by: ADMIN,
  }),
  note_added: () => ({ command: { type: 'add_note', key: 'note', note: 'Called.' }, by: ADMIN }),
}

/** Every command of the table on an order. */
export function allHappenings(state: OrderState): Happening[] {
  return ORDER_EVENTS.flatMap((event) => happeningOf(event, state) ?? [])
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
