import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import type { AppError } from '#api/errors.ts'
import { orderConflict, shopOrderConflict } from '#api/orders/refusal.ts'
import { partsOf } from '#domain/order/current-parts.ts'
import { decide } from '#domain/order/decide.ts'
import { ORDER_EVENTS, type OrderEvent, partsAfter } from '#domain/order/events.ts'
import { fulfilmentOf, isAtWork, isAwaited, isCancelledOrRefunded } from '#domain/order/fulfilment.ts'
import { mayHappen } from '#domain/order/may.ts'
import type { Patch } from '#domain/order/patches.ts'
import type { OpenSession, RenewSession } from '#domain/order/payment.ts'
import { Refused } from '#domain/order/refused.ts'
import {
  type CheckoutSessionState,
  latestShopOrder,
  type OrderState,
  openChoice,
  openQuestion,
  orderAndShop,
} from '#domain/order/state.ts'
import {
  SUBSTITUTION_PREFERENCES,
  type SubstitutionPreference,
} from '#domain/order/substitution-preference.ts'
import { ORDER_STATUSES, SHOP_ORDER_STATUSES, shopOrderIsLive } from '#domain/order-status.ts'
import { AT, asStored, type Happening, happeningOf, orderIn, sessionIn } from '#tests/support/order-states.ts'
import { createRng, pick, type Rng } from '#tests/support/prng.ts'
import { AGAIN, runs, SEED } from '#tests/support/soak.ts'

// Whatever is asked of an order, and in whatever order: after each step its money, its places, its messages and its shop agree.

const SEQUENCES = 20_000
const STEPS = 10
const EVENTS = ORDER_EVENTS.filter((event) => !['placed', 'rebuilt', 'deleted'].includes(event))
const UNPAID = orderIn({
  order: 'unpaid',
  shopOrder: 'none',
  place: 'taken',
  choice: 'none',
  substitution: 'none',
  attempts: 'none',
  refund: 'none',
})
/** An order whose first session is asked for. */
const JUST_PLACED = UNPAID && {
  ...UNPAID,
  order: { ...UNPAID.order, checkoutSessionId: null },
  sessions: [{ ...sessionIn('creating'), sessionId: null, url: null }],
}
/** Also from the middle of a life: ten steps from its beginning seldom get that far. */
const STARTS = [
  JUST_PLACED,
  UNPAID,
  ...[
    { shopOrder: 'accepted', choice: 'none', substitution: 'none' } as const,
    { shopOrder: 'accepted', choice: 'asked', substitution: 'none' } as const,
    { shopOrder: 'accepted', choice: 'none', substitution: 'asked' } as const,
    { shopOrder: 'accepted', choice: 'asked', substitution: 'asked' } as const,
    { shopOrder: 'declined', choice: 'danger', substitution: 'none' } as const,
  ].flatMap((parts) => {
    const state = orderIn({ order: 'paid', place: 'taken', attempts: 'none', refund: 'none', ...parts })
    const wishing = (substitutionPreference: SubstitutionPreference) =>
      state && { ...state, order: { ...state.order, substitutionPreference } }
    return SUBSTITUTION_PREFERENCES.map(wishing)
  }),
].filter((state) => state !== null)

/** An event of the table, or any status that an admin sets. */
function drawn(rng: Rng, state: OrderState): Happening | null {
  const by = { actor: 'admin', actorId: 'admin-1' } as const
  const die = rng()
  if (die < 0.1) {
    const command = {
      type: 'set_status',
      to: pick(rng, ORDER_STATUSES),
      version: state.order.version,
    } as const
    return { command, by, hasRoom: rng() < 0.8 }
  }
  const shopOrder = state.shopOrders.length > 0 ? pick(rng, state.shopOrders) : null
  if (die < 0.2 && shopOrder?.withdrawnAt === null) {
    const to = pick(rng, SHOP_ORDER_STATUSES)
    return { command: { type: 'set_shop_order_status', shopOrderId: shopOrder.id, to, reason: null }, by }
  }
  const [session] = state.sessions
  if (die > 0.9 && session) return { command: sessionCommand(rng, session), by: { actor: 'shopper' } }
  const happening = happeningOf(drawnEvent(rng, state), state)
  return happening && isOfProvider(state, happening) ? { hasRoom: rng() < 0.8, ...happening } : null
}

/** The provider opens the newest session, or has failed at it. */
function sessionCommand(rng: Rng, { id, n }: CheckoutSessionState): OpenSession | RenewSession {
  if (rng() < 0.6)
    return { type: 'open_session', id, sessionId: `cs_${n}`, url: `https://pay.example.com/${n}` }
  const next = { id: `session-${n + 1}`, n: n + 1, params: {}, expiresAt: AT }
  return { type: 'renew_session', id, next }
}

/** Mostly one that can happen: most of the others are refused, and a life of ten steps would not get far. */
function drawnEvent(rng: Rng, state: OrderState): OrderEvent {
  const tries = Array.from({ length: 8 }, () => pick(rng, EVENTS))
  return tries.find((event) => mayHappen(state, event)) ?? pick(rng, EVENTS)
}

/** The provider reports refunds of what was paid, each of some cents, and no more than that. */
function isOfProvider({ order, refunds }: OrderState, { command }: Happening): boolean {
  if (command.type !== 'record_refund') return true
  const { refundId, amountCents, status } = command.refund
  const others = refunds.filter((each) => each.id !== refundId && /succeeded|pending/.test(each.status))
  const sum = others.reduce((cents, each) => cents + each.amountCents, 0)
  const isPossible = amountCents > 0 && (status === 'failed' || sum + amountCents <= order.totalCents)
  return order.paymentReference !== null && isPossible
}

/** The sender has taken some of what was waiting. */
function sent(rng: Rng, state: OrderState): OrderState {
  if (rng() < 0.6) return state
  return { ...state, messages: state.messages.map((each) => (rng() < 0.5 ? { ...each, tried: true } : each)) }
}

/** Lists the rules that do not hold of an order; empty: all is well. */
function broken(state: OrderState): string[] {
  const { order, shopOrders, choices, substitutions, refunds, messages, sessions } = state
  const live = shopOrders.filter(shopOrderIsLive)
  const sumOf = (...statuses: string[]) =>
    refunds.reduce((cents, each) => cents + (statuses.includes(each.status) ? each.amountCents : 0), 0)
  const isToMake = isAtWork(fulfilmentOf(orderAndShop(state)).florist)
  const waiting = (kind: string) => messages.some((each) => each.kind === kind && !each.tried)
  const share = (cents: number) => cents >= 0 && cents <= order.totalCents
  const current = sessions.find(({ sessionId }) => sessionId === order.checkoutSessionId)
  const held = {
    'one session that can be paid':
      sessions.filter(({ status }) => status === 'creating' || status === 'open').length <= 1,
    'whoever waits for the payment of an open session waits for this one':
      order.paymentStatus !== 'pending' ||
      sessions.every((each) => each.status !== 'open' || each === current),
    'one live shop order': live.length <= 1,
    'assigned exactly while a shop has it': (order.assignmentStatus === 'assigned') === (live.length === 1),
    'one open choice': choices.filter(({ closedAt }) => closedAt === null).length <= 1,
    'in danger only while somebody waits': openChoice(state) === null || isAwaited(order),
    'one open question': substitutions.filter(({ closedAt }) => closedAt === null).length <= 1,
    'a question only while its florist makes the order':
      openQuestion(state) === null ||
      (partsOf(state).shopOrder === 'accepted' &&
        isAwaited(order) &&
        live[0]?.id === openQuestion(state)?.shopOrderId),
    'whoever said no, or wants a refund, has it asked for once': substitutions.every(
      ({ id, outcome }) =>
        refunds.filter(({ idempotencyKey }) => idempotencyKey === `substitution:${id}`).length <=
        (outcome === 'declined' || outcome === 'refunded' ? 1 : 0),
    ),
    'a buyer who was asked hears that there is nothing to answer': messages.every(
      ({ kind, payload }) =>
        kind !== 'substitution-closed' ||
        substitutions.some(({ id, closedAt }) => id === payload['substitutionId'] && closedAt !== null),
    ),
    'refunds are what was refunded': order.refundedCents === Math.min(order.totalCents, sumOf('succeeded')),
    'no more goes back than was paid': sumOf('succeeded', 'pending') <= order.totalCents,
    'refunded means all of it':
      (order.paymentStatus === 'refunded') === (order.refundedCents === order.totalCents),
    'a share is between nothing and all': shopOrders.every((each) =>
      share(each.shopCostCents + each.correctedCents),
    ),
    'a message is written once': new Set(messages.map(({ dedupeKey }) => dedupeKey)).size === messages.length,
    'nobody is to hear of a cancellation that is none':
      !waiting('order-cancelled') || isCancelledOrRefunded(order),
    'no florist is to stop without a reason': !waiting('florist-cancelled') || isCancelledOrRefunded(order),
    'no florist is to go on for nothing': !waiting('florist-reopened') || isToMake,
    'nobody hears that a choice is over which is open': messages.every(
      ({ kind, payload }) =>
        kind !== 'choice-closed' ||
        choices.some(({ id, closedAt }) => id === payload['choiceId'] && closedAt !== null),
    ),
    'one flag of a kind': new Set(state.flags.map(({ kind }) => kind)).size === state.flags.length,
  }
  return Object.entries(held).flatMap(([rule, holds]) => (holds ? [] : [rule]))
}

/** What is wrong with the people that the refusal of a form made from the order before names. */
function wronglyNamed(before: OrderState, after: OrderState): string[] {
  const log = after.log.map((entry, n) => ({ ...entry, actorEmail: null, createdAt: String(n) }))
  const isNew = ({ message }: AppError) =>
    Number(/ at (\d+)\. Please look again\.$/.exec(message)?.[1] ?? -1) >= before.log.length
  const isChanged = after.order.version !== before.order.version
  const changedShopOrders = before.shopOrders.filter(({ id, version }) =>
    after.shopOrders.some((each) => each.id === id && each.version !== version),
  )
  const named = before.shopOrders.filter(({ id }) =>
    isNew(shopOrderConflict({ log, shopOrders: after.shopOrders }, id)),
  )
  return [
    ...(isChanged === isNew(orderConflict({ log })) ? [] : ['who changed the order last']),
    ...(isDeepStrictEqual(changedShopOrders, named) ? [] : ['who changed the shop order last']),
  ]
}

/** The parts that are not what the events' rows make of them. */
function besideTable(before: OrderState, patches: readonly Patch[], after: OrderState): string[] {
  const events = patches.flatMap((patch) => ('log' in patch ? patch.log : []))
  if (events.includes('deleted') || events.includes('undone')) return []
  // The shop order that they are about: the one that they name, or the one that the order had.
  const named = patches.flatMap((patch) => ('log' in patch ? (patch.data['shopOrderId'] ?? []) : []))
  const id = named[0] ?? latestShopOrder(before)?.id
  const own = (state: OrderState) => state.shopOrders.find((shopOrder) => shopOrder.id === id)
  const was = events.includes('assigned') ? undefined : own(before)
  let expected = partsOf(before, was)
  for (const event of events) expected = asStored(partsAfter(expected, event) ?? expected)
  const is = partsOf(after, was && own(after))
  return isDeepStrictEqual(is, expected)
    ? []
    : [`${events.join()}: ${JSON.stringify(is)}, not ${JSON.stringify(expected)}`]
}

test('after any sequence of commands money, places, messages and shop agree', () => {
  const rng = createRng(`${SEED}`)
  const wrong: { rules: string[]; commands: unknown[] }[] = []
  let changes = 0
  for (let n = 0; n < runs(SEQUENCES) && wrong.length === 0; n++) {
    let state: OrderState = pick(rng, STARTS)
    const commands: unknown[] = []
    for (let step = 0; step < STEPS && wrong.length === 0; step++) {
      const happening = drawn(rng, state)
      if (!happening) continue
      const { command, by, hasRoom, at = AT } = happening
      const rules: string[] = []
      try {
        const { patches, after } = decide(state, command, at, by, hasRoom)
        changes += Number(patches.length > 0)
        rules.push(...wronglyNamed(state, after), ...besideTable(state, patches, after))
        state = after
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        continue
      }
      commands.push({ ...command, by: by.actor, hasRoom })
      rules.push(...broken(state))
      if (rules.length > 0) wrong.push({ rules, commands })
      state = sent(rng, state)
    }
  }
  expect(wrong, AGAIN).toEqual([])
  expect(changes).toBeGreaterThan(SEQUENCES)
})
