import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Issue, PaidOrder } from '#api/http/error-schema.ts'
import { OUT_OF_DATE } from '#domain/out-of-date.ts'
import { PHOTO_GONE } from '#domain/photos.ts'
import { BELOW_MINIMUM } from '#domain/pricing.ts'

/** Every failure the API names, with its status and the words a person may read. The one mapping there is. */
export const ERRORS = {
  malformed: [400, 'This request could not be read.'],
  bad_signature: [400, 'The signature of this event is not valid.'],
  signed_out: [401, 'Please sign in.'],
  wrong_credentials: [401, 'The email or password isn’t right.'],
  second_factor_over: [401, 'That took too long. Please sign in with your password again.'],
  wrong_code: [401, 'This code isn’t right. App codes change every 30 seconds and work only once.'],
  forbidden: [403, "You don't have permission to access this page."],
  second_factor_required: [
    403,
    'Every admin needs two-factor authentication here. Please turn yours on under Account.',
  ],
  confirm_required: [403, 'Please confirm that it’s you, then try again.'],
  cross_site: [403, 'This request came from another site.'],
  not_found: [404, 'There is nothing here.'],
  photo_gone: [404, PHOTO_GONE],
  product_not_found: [404, 'Product not found'],
  order_not_found: [404, 'Order not found'],
  shop_not_found: [404, 'Shop not found'],
  market_not_found: [404, 'Market not found'],
  shop_order_not_found: [404, 'Shop order not found'],
  link_unknown: [404, 'We don’t recognize this link. Open it again from the email, or copy the whole link.'],
  florist_link_closed: [
    404,
    'This link does not open an order. It may be old, or the order went to another shop.',
  ],
  device_not_found: [404, 'This phone was removed. It rings no more.'],
  user_not_found: [404, 'User not found'],
  method_not_allowed: [405, 'This address takes no requests of this kind.'],
  option_closed: [409, 'This delivery time is no longer available. Please choose another one.'],
  not_deliverable: [409, 'We can’t deliver flowers to this address.'],
  below_minimum: [409, BELOW_MINIMUM],
  too_many_places: [
    409,
    'There are unpaid orders from you or your network already. Please pay one of them, or try again later, tomorrow at the latest.',
  ],
  terms_changed: [409, 'The price or the delivery time has changed. Nothing was charged.'],
  already_paid: [409, 'This order is already paid. We will not charge you twice.'],
  checkout_over: [
    409,
    'This prepared checkout was canceled. Nothing was ordered or charged. Please start again in our shop.',
  ],
  attempt_busy: [409, 'Your order is being placed. Please try again in a moment.'],
  order_not_deletable: [409, 'This order cannot be deleted.'],
  not_refundable: [409, 'There is nothing left to refund on this order.'],
  refund_needs_override: [
    409,
    'The flowers for this order went out. Please confirm that you still want to refund it.',
  ],
  refund_form_used: [409, 'This form was already used for another refund. Please open it again.'],
  already_assigned: [409, 'This order was already assigned.'],
  assignment_changed: [409, 'That shop no longer has this order.'],
  order_over: [409, 'This order doesn’t need a florist.'],
  shop_inactive: [409, 'This shop is inactive and gets no new orders.'],
  shop_order_over: [409, 'This shop no longer has this order.'],
  shop_order_withdrawn: [409, 'This order was withdrawn from the shop.'],
  shop_order_delivered: [409, 'This shop has already delivered this order.'],
  shop_without_email: [409, 'This shop has no email address. Please add one first.'],
  order_not_changeable: [
    409,
    'A florist has accepted this order, so it can’t be changed here any more. Please call us.',
  ],
  devices_full: [409, 'Ten phones ring for this shop already. Remove one first.'],
  florist_too_late: [409, 'This order has changed. Here is the latest.'],
  photo_required: [409, 'Please take a photo of the flowers at the door first.'],
  attempt_not_found: [404, 'Delivery attempt not found'],
  photos_full: [409, 'There are three photos already. Delete one to take another.'],
  promise_not_in_danger: [409, 'This promise isn’t in danger, so there is nothing to ask.'],
  choice_offered: [409, 'The buyer was already asked.'],
  choice_closed: [409, 'There is nothing to choose any more. Nothing was changed.'],
  choice_changed: [409, 'That is no longer available. Please choose again.'],
  substitution_open: [
    409,
    'The sender has not answered yet. Tap “Found it after all” if you have the flowers, or wait for the answer.',
  ],
  substitution_closed: [409, 'There is nothing to answer any more. Nothing was changed.'],
  substitution_changed: [409, 'The sender wants something else now. Please look again.'],
  edit_conflict: [409, 'Someone else has changed this in the meantime.'],
  last_admin: [409, 'This is the last active admin. Make someone else an admin first.'],
  user_exists: [409, 'There is already a user with this email address.'],
  second_factor_on: [409, 'Two-factor authentication is already on.'],
  second_factor_off: [409, 'Two-factor authentication is off.'],
  own_second_factor: [409, 'Turn off your own two-factor authentication on your account page.'],
  link_over: [410, 'This link has expired or was already used. Please request a new one.'],
  product_on_sale: [
    409,
    'This product is listed on the storefront. Deleting it takes it off sale right away, so please confirm that.',
  ],
  shop_has_orders: [
    409,
    'This shop has orders assigned to it. Please reassign or remove those orders first.',
  ],
  market_without_florist: [409, 'This market takes orders, but has no florist. Please confirm that.'],
  market_would_close: [409, 'Without this shop its market takes no orders. Please confirm that.'],
  market_has_shops: [409, 'This market has shops. Please move or remove those shops first.'],
  body_too_slow: [408, 'This request took too long to arrive. Please try again.'],
  too_large: [413, 'This request is too large.'],
  invalid: [422, 'Please check the marked fields.'],
  page_outdated: [422, OUT_OF_DATE],
  picture_refused: [422, 'Please send a JPEG, PNG or WebP picture.'],
  stop_code_unknown: [422, 'We don’t recognize this code, so nothing was stopped yet.'],
  zip_not_served: [422, "We don't deliver to this ZIP code yet. Join our waitlist!"],
  rate_limited: [429, 'Too many attempts. Please wait a minute and try again.'],
  no_settings: [503, 'We are back in a minute. Please try again then.'],
  unhealthy: [503, 'Somebody has to look at the shop.'],
  busy: [503, 'We are busy right now, so nothing was done. Please try again in a few seconds.'],
  too_slow: [503, 'This is taking too long. Please try again in a moment.'],
  storage_unavailable: [503, 'The picture could not be stored right now. Please try again in a moment.'],
  payments_unavailable: [
    503,
    'The payment page did not answer. Nothing was charged. Please try again in a moment.',
  ],
} as const satisfies Record<string, readonly [ContentfulStatusCode, string]>

export type ErrorCode = keyof typeof ERRORS

/** A failure with a name. Whatever else is thrown is unknown, is logged, and never shows its own text. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly issues: readonly Issue[]
  /** When to retry; sent as `retry-after`. */
  readonly retryAfterSeconds: number | undefined
  readonly paidOrder: PaidOrder | undefined

  /**
   * @param code what happened, of {@link ERRORS}
   * @param options.message words instead of the usual ones; must be safe to show
   * @param options.issues what is wrong with which field
   * @param options.retryAfterSeconds when it is worth another try
   * @param options.paidOrder the order that is paid already
   */
  constructor(
    code: ErrorCode,
    options: {
      message?: string
      issues?: readonly Issue[]
      retryAfterSeconds?: number
      paidOrder?: PaidOrder
    } = {},
  ) {
    super(options.message ?? ERRORS[code][1])
    this.name = 'AppError'
    this.code = code
    this.issues = options.issues ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
    this.paidOrder = options.paidOrder
  }

  get status(): ContentfulStatusCode {
    return ERRORS[this.code][0]
  }
}
