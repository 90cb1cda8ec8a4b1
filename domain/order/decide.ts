import { assign, expireLink, revokeLink, sendLink, unassign } from './assignment.ts'
import { correctAttempt, recordAttempt } from './attempt.ts'
import type { By, Consequence } from './consequences.ts'
import { type Draft, newDraft } from './draft.ts'
import { closeUnpaid, openSession, pay, renewSession } from './payment.ts'
import { addPhoto, deletePhoto } from './photo.ts'
import { answerChoice, cancelByBuyer, expireChoice, offerChoice, openDanger, reportDelay } from './promise.ts'
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
import { answerSubstitution, expireSubstitution, findFlowers, substitute } from './substitute.ts'

/** The steps that a command comes to, and the state after them. No steps: it changes nothing. */
export type Decided<State extends OrderState = OrderState> = { steps: readonly Consequence[]; after: State }

/**
 * Decides a command about an order: it gives the steps in which the decision is written.
 * @param at ISO instant of the decision
 * @param hasRoom false once a place was wanted and there was none
 * @throws Refused when the order does not allow it now
 */
export function decide<State extends OrderState>(
  state: State,
  command: Command,
  at: string,
  by: By,
  hasRoom = true,
): Decided<State> {
  const draft = newDraft(state, at, by)
  const decision: (draft: Draft, command: never, hasRoom: boolean) => void = DECISIONS[command.type]
  decision(draft, command as never, hasRoom)
  return { steps: draft.steps, after: { ...state, ...draft.state } }
}

/** The commands that an order takes, by their `type`. */
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
  answer_choice: answerChoice,
  expire_choice: expireChoice,
  cancel_by_buyer: cancelByBuyer,
  substitute,
  answer_substitution: answerSubstitution,
  expire_substitution: expireSubstitution,
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

/** Everything that can be asked of an order. */
export type Command = Parameters<(typeof DECISIONS)[keyof typeof DECISIONS]>[1]
