import type { Values } from './kinds.ts'

// The CHECKs that compare columns, which have no kind: rows that each must refuse and take, a row a line. A row is
// a generated one with these values. What is taken is also held to all other CHECKs of the table.

export type Cases = { refuses: Values[]; allows: Values[] }

const AT = '2026-06-04T22:00:00.000Z'

/** One row for each value of a column. */
const each = (column: string, values: Values[string][], also: Values = {}) =>
  values.map((value) => ({ ...also, [column]: value }))

// An order of 6358 cents, and what became of its payment.
const PARTS = { subtotal_cents: 4999, delivery_fee_cents: 999, tax_cents: 360, total_cents: 6358 }
const PAID = { ...PARTS, payment_status: 'paid', paid_at: AT }
const REFUNDED = { ...PAID, payment_status: 'refunded' }
const SPLIT = { order_total_cents: 6358, shop_cost_cents: 5086, platform_fee_cents: 1272 }
const OFFERED = { offered_at: AT, token_hash: 'hash', expires_at: AT }
const CHOSEN = { ...OFFERED, closed_at: AT, outcome: 'wait' }
const ASKED = { token_hash: 'hash', expires_at: AT }
const AGREED = { ...ASKED, closed_at: AT, outcome: 'agreed' }
const NOBODY = { outcome: 'nobody', next_step: 'at_shop' }
const SECOND = { outcome: 'nobody', next_step: 'second_attempt' }

export const CASES: Record<string, Cases> = {
  users_totp_has_secret: {
    refuses: [{ totp_enabled_at: AT }],
    allows: [{ totp_enabled_at: AT, totp_secret: 'secret' }, { totp_secret: 'secret' }, {}],
  },
  checkout_sessions_open_has_id: {
    refuses: each('status', ['open', 'complete', 'expired']),
    allows: [
      ...each('status', ['open', 'complete', 'expired'], { session_id: 'cs_1' }),
      ...each('status', ['creating', 'abandoned']),
    ],
  },
  refunds_succeeded_has_id: {
    refuses: [{ status: 'succeeded' }],
    allows: [
      { status: 'succeeded', provider_refund_id: 're_1' },
      { status: 'pending', provider_refund_id: 're_1' },
      ...each('status', ['pending', 'failed']),
    ],
  },
  delivery_attempts_name_given: {
    refuses: [{ outcome: 'someone' }],
    allows: [
      { outcome: 'someone', name: 'Maria' },
      ...each('outcome', ['recipient', 'front_desk', 'neighbor', 'left_at_door']),
    ],
  },
  delivery_attempts_name_fits: {
    refuses: [...each('outcome', ['recipient', 'left_at_door'], { name: 'Kim' }), { ...NOBODY, name: 'Kim' }],
    allows: [...each('outcome', ['someone', 'front_desk', 'neighbor'], { name: 'Kim' }), NOBODY, {}],
  },
  agent_platforms_blocked_by_whom: {
    refuses: [{ blocked_at: AT }, { blocked_by: 'user-1' }],
    allows: [{ blocked_at: AT, blocked_by: 'user-1' }, {}],
  },
  blocks_lifted_with_reason: {
    refuses: [{ lifted_at: AT }, { lift_reason: 'They asked' }],
    allows: [
      { kind: 'recipient', order_id: 'order-1', lifted_at: AT, lift_reason: 'They asked' },
      { kind: 'recipient', order_id: 'order-1' },
    ],
  },
  blocks_sender: {
    refuses: [{ kind: 'sender', order_id: 'order-1', mailbox_hash: null }],
    allows: [
      { kind: 'sender', order_id: 'order-1', mailbox_hash: 'hash' },
      { kind: 'recipient', order_id: 'order-1' },
    ],
  },
  blocks_order: {
    refuses: [
      { kind: 'recipient', order_id: null },
      { kind: 'place', order_id: 'order-1' },
    ],
    allows: [
      { kind: 'place', order_id: null },
      { kind: 'recipient', order_id: 'order-1' },
    ],
  },
  delivery_attempts_missed_has_next_step: {
    refuses: [{ outcome: 'nobody' }, { next_step: 'at_shop' }],
    allows: [NOBODY, {}],
  },
  delivery_attempts_second_has_time: {
    refuses: [SECOND, { ...NOBODY, next_at: AT }, { next_at: AT }],
    allows: [{ ...SECOND, next_at: AT }, NOBODY, {}],
  },
  delivery_attempts_corrected_by_admin: {
    refuses: [{ source: 'florist', corrects: 'attempt' }],
    allows: [{ source: 'admin', corrects: 'attempt' }, { source: 'florist' }],
  },
  markets_assigns_flag: {
    refuses: [
      { assigns_automatically: 1, asks_for_answer: 0 },
      ...each('assigns_automatically', [2, -1, 0.5, 'yes', ''], { asks_for_answer: 1 }),
    ],
    allows: [...each('assigns_automatically', [0, 1], { asks_for_answer: 1 }), {}],
  },
  outbox_recipient_shape: {
    refuses: each('recipient', ['', 'sam', '@example.com', 'sam@', `${'x'.repeat(243)}@example.com`]),
    allows: [
      ...each('recipient', ['a@b', `${'x'.repeat(242)}@example.com`]),
      { channel: 'push', recipient: 'device' },
      { channel: 'text', recipient: '+12125550134' },
    ],
  },
  outbox_sent_has_stamp: {
    refuses: [{ status: 'sent' }],
    allows: [{ status: 'sent', sent_at: AT }, ...each('status', ['pending', 'failed'])],
  },
  order_choices_offered_whole: {
    refuses: [
      { offered_at: AT, expires_at: AT },
      { offered_at: AT, token_hash: 'hash' },
      { token_hash: 'hash' },
      { expires_at: AT },
    ],
    allows: [OFFERED, {}],
  },
  order_choices_closed_has_outcome: {
    refuses: [
      { ...OFFERED, closed_at: AT },
      { ...OFFERED, outcome: 'wait' },
    ],
    allows: [CHOSEN, OFFERED],
  },
  order_choices_answer_was_offered: {
    refuses: each('outcome', ['wait', 'day', 'cancel', 'expired'], { closed_at: AT }),
    allows: [CHOSEN, { closed_at: AT, outcome: 'over' }, {}],
  },
  order_substitutions_asked_whole: {
    refuses: [{ token_hash: 'hash' }, { expires_at: AT }],
    allows: [ASKED, {}],
  },
  order_substitutions_closed_has_outcome: {
    refuses: [
      { ...ASKED, closed_at: AT },
      { ...ASKED, outcome: 'agreed' },
    ],
    allows: [AGREED, ASKED],
  },
  order_substitutions_answer_was_asked: {
    refuses: [
      ...each('outcome', ['agreed', 'declined', 'silent', 'found', 'over'], { closed_at: AT }),
      ...each('outcome', ['florist', 'refunded'], AGREED),
    ],
    allows: [
      ...each('outcome', ['agreed', 'declined', 'silent', 'found', 'over'], AGREED),
      ...each('outcome', ['florist', 'refunded'], { closed_at: AT }),
      ASKED,
    ],
  },
  orders_total_adds_up: {
    refuses: [
      { ...PARTS, total_cents: 6359 },
      { ...PARTS, total_cents: 6357 },
      // The fee forgotten, the tax forgotten, the discount forgotten, and added.
      { ...PARTS, total_cents: 5359 },
      { ...PARTS, total_cents: 5998 },
      { ...PARTS, discount_cents: 500 },
      { ...PARTS, discount_cents: 500, total_cents: 6858 },
    ],
    allows: [
      PARTS,
      { ...PARTS, discount_cents: 500, total_cents: 5858 },
      { ...PARTS, discount_cents: 6358, total_cents: 0 },
      { subtotal_cents: 900_000_000_000, total_cents: 900_000_000_000 },
    ],
  },
  orders_refund_within_total: {
    refuses: [{ ...PAID, refunded_cents: 6359 }],
    allows: [
      { ...PAID, refunded_cents: 1 },
      { ...REFUNDED, refunded_cents: 6358 },
    ],
  },
  orders_refund_of_a_payment: {
    refuses: each('payment_status', ['pending', 'failed'], { ...PARTS, refunded_cents: 1 }),
    allows: [{ ...PAID, refunded_cents: 1 }, { ...REFUNDED, refunded_cents: 6358 }, PARTS],
  },
  orders_refunded_means_all: {
    refuses: each('refunded_cents', [0, 6357], REFUNDED),
    allows: [
      { ...REFUNDED, refunded_cents: 6358 },
      { ...PAID, refunded_cents: 6357 },
    ],
  },
  orders_paid_has_stamp: {
    refuses: [{ payment_status: 'paid' }, { payment_status: 'refunded' }],
    allows: [PAID, { ...REFUNDED, refunded_cents: 6358 }, ...each('payment_status', ['pending', 'failed'])],
  },
  shop_orders_split_adds_up: {
    refuses: [
      { ...SPLIT, platform_fee_cents: 1273 },
      { ...SPLIT, shop_cost_cents: 5085 },
      { ...SPLIT, shop_cost_cents: 0, platform_fee_cents: 0 },
      { ...SPLIT, shop_cost_cents: 6358 },
    ],
    allows: [
      SPLIT,
      { ...SPLIT, shop_cost_cents: 6358, platform_fee_cents: 0 },
      { ...SPLIT, shop_cost_cents: 0, platform_fee_cents: 6358 },
    ],
  },
  shop_orders_status_has_stamp: {
    refuses: each('status', ['confirmed', 'processing', 'ready', 'delivered', 'rejected']),
    allows: [
      ...each('status', ['confirmed', 'processing', 'ready', 'delivered', 'rejected', 'pending'], {
        status_updated_at: AT,
      }),
      {},
    ],
  },
  shop_orders_paid_has_stamp: {
    refuses: [{ payment_status: 'paid' }],
    allows: [
      { payment_status: 'paid', payment_updated_at: AT },
      { payment_status: 'pending', payment_updated_at: AT },
      {},
    ],
  },
}
