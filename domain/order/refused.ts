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
