import { answerQuestion, expireQuestion } from './answer.ts'
import { assign, expireLink, revokeLink, sendLink, unassign } from './assignment.ts'
import { correctAttempt, recordAttempt } from './attempt.ts'
import { block, noteBlockedAttempts } from './block.ts'
import type { Draft } from './draft.ts'
import { evolve } from './evolve.ts'
import { applied, type By, type Patch } from './patches.ts'
import { closeUnpaid, openSession, pay, renewSession } from './payment.ts'
import { addPhoto, deletePhoto } from './photo.ts'
import { cancelByBuyer, offerChoice, openDanger, reportDelay } from './promise.ts'
import {
  addContact,
  addNote,
  correct,
  deleteOrder,
  editShopOrder,
  endBuyerLinks,
  resolveOpenFlag,
  setShopPayment,
} from './record.ts'
import { recordDispute, recordRefund, refuseRefund, requestRefund } from './refund.ts'
import type { OrderState } from './state.ts'
import { answerAsFlorist, setShopOrderStatus, setStatus } from './status.ts'
import { findFlowers, substitute } from './substitute.ts'
import { endOfUndo, undoOf } from './undo.ts'

/** The patches that a command comes to, and the state after them. No patches: it changes nothing. */
export type Decided<State extends OrderState = OrderState> = { patches: readonly Patch[]; after: State }

/**
 * Decides a command about an order: it becomes events, and they are what is written.
 * @param at ISO instant of the decision
 * @param hasRoom false once a place was wanted and there was none
 * @throws Refused when the order does not allow it now
 */
export function decide<State extends OrderState>(
  before: State,
  command: Command,
  at: string,
  by: By,
  hasRoom = true,
): Decided<State> {
  const isHeld = 'holdEmails' in command && command.holdEmails === true
  const heldUntil = isHeld ? endOfUndo(at) : undefined
  const patches: Patch[] = []
  let state: OrderState = before
  const add = (more: readonly Patch[]) => {
    patches.push(...more)
    state = more.reduce<OrderState>((now, patch) => applied(now, patch, at), state)
  }
  const draft: Draft = {
    at,
    by,
    hasRoom,
    get state() {
      return state
    },
    note: (...notes) => add(notes),
    happen(event, data, storing, { by: who = by, dedupeKey } = {}) {
      add(evolve(state, event, data, { at, by: who, heldUntil }, storing, dedupeKey))
    },
  }
  const decision: (draft: Draft, command: never) => void = DECISIONS[command.type]
  decision(draft, command as never)
  const isUndoable = isHeld && (command.type === 'set_status' || command.type === 'set_shop_order_status')
  const all = versioned(merged(patches), before, at)
  const noted = withFacts(all, isUndoable ? { undo: undoOf(before, patches) } : {})
  const after = noted.reduce<OrderState>((now, patch) => applied(now, patch, at), before)
  return { patches: noted, after: { ...before, ...after } }
}

/** Adds to the entries which forms they overtake, and to the last one the way back. */
function withFacts(patches: readonly Patch[], lastData: Record<string, unknown>): Patch[] {
  const last = patches.findLastIndex((patch) => 'log' in patch)
  const changes = changedRecords(patches)
  return patches.map((patch, n) =>
    'log' in patch ? { ...patch, data: { ...patch.data, changes, ...(n === last && lastData) } } : patch,
  )
}

/** The records whose version is another one: `order`, and shop orders by their ids. */
function changedRecords(patches: readonly Patch[]): string[] {
  return patches.flatMap((patch) => {
    if ('order' in patch) return patch.order.version === undefined ? [] : ['order']
    return 'change' in patch && patch.change === 'shopOrders' ? [patch.id] : []
  })
}

/** A row is written once: later values win. */
function merged(patches: readonly Patch[]): Patch[] {
  const found: Patch[] = []
  for (const patch of patches) {
    const n = found.findIndex((each) => isAboutSameRow(each, patch))
    const earlier = found[n]
    if (earlier && 'order' in earlier && 'order' in patch) {
      found.splice(n, 1)
      found.push({ order: { ...earlier.order, ...patch.order } })
    } else if (earlier && 'change' in earlier && 'change' in patch) {
      found.splice(n, 1)
      found.push({ ...patch, values: { ...earlier.values, ...patch.values } } as Patch)
    } else found.push(patch)
  }
  return found
}

function isAboutSameRow(a: Patch, b: Patch): boolean {
  if ('order' in a) return 'order' in b
  return 'change' in a && 'change' in b && a.change === b.change && a.id === b.id
}

/** Counts the versions of order and shop orders up. The current session is no news to a form that is open. */
function versioned(patches: readonly Patch[], { order, shopOrders }: OrderState, at: string): Patch[] {
  return patches.map((patch) => {
    if ('order' in patch) {
      const isOld = Object.keys(patch.order).join() === 'checkoutSessionId'
      return { order: { ...patch.order, ...(!isOld && { version: order.version + 1 }), updatedAt: at } }
    }
    if (!('change' in patch)) return patch
    if (patch.change === 'sessions') return { ...patch, values: { ...patch.values, updatedAt: at } }
    if (patch.change !== 'shopOrders') return patch
    const version = shopOrders.find(({ id }) => id === patch.id)?.version ?? 0
    return { ...patch, values: { ...patch.values, version: version + 1, updatedAt: at } }
  })
}

/** Everything that can be asked of an order, by its `type`. */
const DECISIONS = {
  open_session: openSession,
  renew_session: renewSession,
  pay,
  close_unpaid: closeUnpaid,
  set_status: setStatus,
  set_shop_order_status: setShopOrderStatus,
  florist_answers: answerAsFlorist,
  assign,
  unassign,
  send_link: sendLink,
  revoke_link: revokeLink,
  expire_link: expireLink,
  open_danger: openDanger,
  offer_choice: offerChoice,
  report_delay: reportDelay,
  answer_question: answerQuestion,
  expire_question: expireQuestion,
  cancel_by_buyer: cancelByBuyer,
  block,
  note_blocked_attempts: noteBlockedAttempts,
  substitute,
  find_flowers: findFlowers,
  request_refund: requestRefund,
  refuse_refund: refuseRefund,
  record_refund: recordRefund,
  record_dispute: recordDispute,
  correct,
  edit_shop_order: editShopOrder,
  set_shop_payment: setShopPayment,
  add_contact: addContact,
  add_note: addNote,
  resolve_flag: resolveOpenFlag,
  end_buyer_links: endBuyerLinks,
  add_photo: addPhoto,
  delete_photo: deletePhoto,
  record_attempt: recordAttempt,
  correct_attempt: correctAttempt,
  delete_order: deleteOrder,
} as const

export type Command = Parameters<(typeof DECISIONS)[keyof typeof DECISIONS]>[1]
