import { SITE } from '#domain/site.ts'
import { EMAILS_HELD_MS } from '#domain/undo.ts'
import { type By, type Consequence, evolve, lastTried } from './consequences.ts'
import {
  type EventMessage,
  effectsOf,
  MESSAGES,
  type OrderEvent,
  type OrderFlag,
  partsAfter,
} from './events.ts'
import {
  type Choice,
  flagOf,
  liveShopOrder,
  type OrderState,
  openChoice,
  openQuestion,
  partsOf,
  type ShopOrder,
} from './state.ts'

/** A command that an order does not allow now. */
export class Refused extends Error {
  readonly code: RefusalCode

  /** @param message what is said of it where that is not the code's own message */
  constructor(code: RefusalCode, message = '') {
    super(message)
    this.code = code
  }
}

/** Why a command is refused, in the codes of the API. */
export type RefusalCode =
  | 'attempt_busy'
  | 'edit_conflict'
  | 'order_not_deletable'
  | 'order_not_changeable'
  | 'not_refundable'
  | 'order_moved_on'
  | 'order_over'
  | 'already_assigned'
  | 'assignment_changed'
  | 'total_changed'
  | 'shop_order_not_found'
  | 'shop_order_withdrawn'
  | 'shop_order_over'
  | 'shop_order_delivered'
  | 'shop_inactive'
  | 'shop_without_email'
  | 'florist_too_late'
  | 'photos_full'
  | 'photo_required'
  | 'attempt_not_found'
  | 'attempt_corrected'
  | 'promise_not_in_danger'
  | 'choice_offered'
  | 'choice_closed'
  | 'choice_changed'
  | 'substitution_open'
  | 'substitution_closed'
  | 'substitution_changed'

/** A decision while it is made: each step is decided on the state that those before it have led to. */
export type Draft = {
  /** ISO instant of the decision. */
  readonly at: string
  readonly by: By
  readonly steps: readonly Consequence[]
  readonly state: OrderState
  add(...steps: readonly Consequence[]): void
}

export function newDraft(before: OrderState, at: string, by: By): Draft {
  const steps: Consequence[] = []
  let state = before
  return {
    at,
    by,
    steps,
    get state() {
      return state
    },
    add(...more) {
      for (const step of more) {
        steps.push(step)
        state = evolve(state, step, at, by)
      }
    },
  }
}

/**
 * Refuses a command that was made from an older version of the order or shop order: somebody else has changed it since.
 * @param version that the command names; absent: it may come at any time
 * @throws Refused `edit_conflict`
 */
export function refuseIfChanged(now: { version: number }, version: number | undefined): void {
  if (version !== undefined && now.version !== version) throw new Refused('edit_conflict')
}

/** A shop order of the order. @throws Refused `shop_order_not_found` */
export function shopOrderWith({ state }: Draft, shopOrderId: string): ShopOrder {
  const shopOrder = state.shopOrders.find(({ id }) => id === shopOrderId)
  if (!shopOrder) throw new Refused('shop_order_not_found')
  return shopOrder
}

/** One that an admin has not taken back. @throws Refused `shop_order_not_found`, `shop_order_withdrawn` */
export function keptShopOrder(draft: Draft, shopOrderId: string): ShopOrder {
  const shopOrder = shopOrderWith(draft, shopOrderId)
  if (shopOrder.withdrawnAt !== null) throw new Refused('shop_order_withdrawn')
  return shopOrder
}

/** True if the event can happen to the order and this shop order; absent: its latest one. */
export function mayHappen(state: OrderState, event: OrderEvent, shopOrder?: ShopOrder): boolean {
  return partsAfter(partsOf(state, shopOrder), event) !== null
}

/** When a change cannot be undone any more: emails that are held go then (ISO instant). */
export function endOfUndo({ at }: Draft): string {
  return new Date(Date.parse(at) + EMAILS_HELD_MS).toISOString()
}

type MessageDetails = {
  about?: string
  payload?: Record<string, unknown>
  /** ISO instant before which it is not sent; absent: at once. */
  notBefore?: string | undefined
}
/** Details that the effects of an event need beside the state. */
export type Details = { [Message in EventMessage]?: MessageDetails } & {
  /** Why a flag was put up. */
  flag?: string
  /** A flag that stays as it is, for a reason that the table does not know. */
  leave?: OrderFlag | undefined
}

/** Adds the messages and flags that an event causes in the state of `before`, the one in which it happens. */
export function addEffects(
  draft: Draft,
  event: OrderEvent,
  details: Details = {},
  before: OrderState = draft.state,
): void {
  for (const effect of effectsOf(event, partsOf(before))) {
    if ('flag' in effect && effect.flag !== details.leave) addFlag(draft, effect.flag, details.flag ?? null)
    if ('resolve' in effect && effect.resolve !== details.leave) resolveFlag(draft, effect.resolve)
    if ('send' in effect) sendMessage(draft, effect.send, details[effect.send])
  }
}

/**
 * Writes a message by its rule, unless its reader is not to be written to, or it was written before. A florist is looked for in what
 * the draft has come to: it is called before the shop order or its link goes, and after it has come.
 */
export function sendMessage(
  draft: Draft,
  kind: EventMessage,
  { payload, notBefore, ...details }: MessageDetails = {},
): void {
  const { state } = draft
  const rule = MESSAGES[kind]
  const recipient = recipientOf(state, kind)
  if (recipient === null) return
  const shopOrder = liveShopOrder(state)
  const ids = {
    order: state.order.id,
    refund: '',
    attempt: '',
    choice: openChoice(state)?.id ?? '',
    // None is reported while an earlier one is open: a message is about the last.
    substitution: state.substitutions.at(-1)?.id ?? '',
    link: shopOrder?.link?.id ?? '',
    'shop order': shopOrder?.id ?? '',
    change: `${state.order.id}:${state.seq}`,
  }
  const about = details.about ?? ids[rule.about]
  if (state.messages.some(({ dedupeKey }) => dedupeKey === `${kind}:${about}`)) return
  const named = 'names' in rule ? { [NAMES[rule.names]]: ids[rule.names] } : {}
  draft.add({ send: kind, recipient, about, payload: { ...named, ...payload }, notBefore })
}

/** The names of ids in a payload. */
const NAMES = {
  choice: 'choiceId',
  substitution: 'substitutionId',
  link: 'linkId',
  'shop order': 'shopOrderId',
} as const

/** Null: nobody is to be written to. */
function recipientOf(state: OrderState, kind: EventMessage): string | null {
  const { to } = MESSAGES[kind]
  if (to === 'owner') return SITE.ownerEmail
  if (to === 'buyer') return state.order.isSample ? null : state.order.customerEmail
  const florist = floristOf(state)
  if (!florist) return null
  const { email } = florist
  switch (kind) {
    // Whoever has not heard of the order does not have to hear that it is gone.
    case 'florist-withdrawn':
      return lastTried(state.messages, email, ['florist-order']) === null ? null : email
    case 'florist-cancelled':
      return ['florist-order', 'florist-reopened'].includes(lastHeard(state, email) ?? '') ? email : null
    case 'florist-reopened':
      return lastHeard(state, email) === 'florist-cancelled' ? email : null
    default:
      return email
  }
}

type Florist = ShopOrder & { email: string; link: { id: string } }

/** The shop order of a florist who can be written to and has a link; null: there is none. */
export function floristOf(state: OrderState): Florist | null {
  const live = liveShopOrder(state)
  return live && live.email !== null && live.link !== null
    ? { ...live, email: live.email, link: live.link }
    : null
}

/** The last that a florist heard of whether the order is to be made. */
export function lastHeard({ messages }: OrderState, email: string): string | null {
  return lastTried(messages, email, ['florist-order', 'florist-cancelled', 'florist-reopened'])
}

/** Takes back messages of these kinds that nobody has begun to send. */
export function unsend(draft: Draft, kinds: readonly string[]): void {
  const untried = draft.state.messages.filter(({ kind, tried }) => !tried && kinds.includes(kind))
  if (untried.length > 0) draft.add({ unsend: untried.map(({ id }) => id) })
}

export function addFlag(draft: Draft, kind: OrderFlag, detail: string | null): void {
  if (!flagOf(draft.state, kind)) draft.add({ flag: kind, detail })
}

export function resolveFlag(draft: Draft, kind: OrderFlag): void {
  if (flagOf(draft.state, kind)) draft.add({ resolve: kind })
}

/** Closes the promise in danger, if one is open: it was kept after all, or the order ended otherwise. */
export function endDanger(draft: Draft): void {
  const open = openChoice(draft.state)
  if (open) draft.add({ setChoice: open.id, values: { closedAt: draft.at, outcome: 'over' } })
}

/** Closes the question about other flowers, if one is open: there is nothing to be asked any more. */
export function endQuestion(draft: Draft): void {
  const open = openQuestion(draft.state)
  if (open) draft.add({ setSubstitution: open.id, values: { closedAt: draft.at, outcome: 'over' } })
}

/** The florist who gave the new time of an open danger does not have the order any more. */
export function dropNewTime(draft: Draft): void {
  const open = openChoice(draft.state)
  if (open?.waitUntil) draft.add({ setChoice: open.id, values: { waitUntil: null } })
}

/** Sets the order's status with an entry of its log; nothing when it has it. */
export function logOrderStatus(draft: Draft, to: OrderState['order']['status']): void {
  const { status: from } = draft.state.order
  if (from !== to) draft.add({ log: 'status_changed', data: { from, to } })
}

/** Notes that a promise is in danger. */
export function putInDanger(draft: Draft, danger: Pick<Choice, 'id' | 'reason' | 'waitUntil'>): void {
  const { id: choiceId, reason } = danger
  draft.add({ log: 'promise_in_danger', by: { actor: 'system' }, data: { reason, choiceId } })
  addEffects(draft, 'danger')
  draft.add({ openChoice: danger })
}
