import {
  checkoutAttempts,
  checkoutSessions,
  disputes,
  orderHolds,
  refunds,
} from '#drizzle/schema/checkout.ts'
import {
  both,
  checks,
  counting,
  DIFFERENT,
  each,
  filled,
  isoInstant,
  jsonObject,
  oneOf,
  same,
  uniques,
} from './rule.ts'

const OPEN = { status: 'open', sessionId: 'cs_1' }
const nextOfSameOrder = ({ orderId = null }) => ({ orderId, n: 2 })

export const CHECKS = [
  ...checks(checkoutAttempts, {
    checkout_attempts_key_length: {
      refuses: each('key', '', 'x'.repeat(15), 'x'.repeat(65), ' '.repeat(16)),
      allows: each('key', 'x'.repeat(16), 'x'.repeat(64)),
    },
  }),
  ...checks(orderHolds, {
    order_holds_place: counting('place'),
    order_holds_instants: {
      refuses: { ...isoInstant('reservedPromisedBy').refuses, ...isoInstant('createdAt').refuses },
      allows: {
        ...isoInstant('reservedPromisedBy').allows,
        'nothing reserved': { reservedPromisedBy: null },
      },
    },
    order_holds_expires_at: {
      refuses: isoInstant('expiresAt').refuses,
      allows: { ...isoInstant('expiresAt').allows, 'an old row': { expiresAt: null } },
    },
  }),
  ...checks(checkoutSessions, {
    checkout_sessions_n: counting('n'),
    checkout_sessions_status: {
      ...oneOf('status', ['creating', 'abandoned'], 'paid', 'closed', 'pending'),
      allows: {
        ...each('status', 'creating', 'abandoned'),
        open: { status: 'open', sessionId: 'cs_1' },
        complete: { status: 'complete', sessionId: 'cs_1' },
        expired: { status: 'expired', sessionId: 'cs_1' },
      },
    },
    checkout_sessions_params_json: jsonObject('params'),
    checkout_sessions_instants: isoInstant('expiresAt'),
    checkout_sessions_open_has_id: {
      refuses: each('status', 'open', 'complete', 'expired'),
      allows: {
        'open with the provider’s id': { status: 'open', sessionId: 'cs_1' },
        'not answered yet': { status: 'creating', sessionId: null },
        'never answered': { status: 'abandoned', sessionId: null },
      },
    },
  }),
  ...checks(refunds, {
    refunds_amount: counting('amountCents'),
    refunds_reason: filled('reason'),
    refunds_status: {
      ...oneOf('status', ['pending', 'failed', 'cancelled'], 'canceled', 'paid'),
      allows: {
        ...each('status', 'pending', 'failed', 'cancelled'),
        succeeded: { status: 'succeeded', providerRefundId: 're_1' },
      },
    },
    refunds_succeeded_has_id: {
      refuses: {
        'given back, the provider knows nothing of it': { status: 'succeeded', providerRefundId: null },
      },
      allows: {
        'given back': { status: 'succeeded', providerRefundId: 're_1' },
        'asked for': { status: 'pending', providerRefundId: 're_1' },
        'not answered yet': { status: 'pending', providerRefundId: null },
        'never answered': { status: 'failed', providerRefundId: null },
      },
    },
  }),
  ...checks(disputes, {
    disputes_amount: counting('amountCents'),
    disputes_status: oneOf(
      'status',
      [
        'warning_needs_response',
        'warning_under_review',
        'warning_closed',
        'needs_response',
        'under_review',
        'prevented',
        'lost',
        'appeal_needs_response',
        'appeal_under_review',
        'won',
      ],
      'open',
      'closed',
    ),
    disputes_instants: isoInstant('respondBy'),
  }),
]

export const UNIQUES = [
  ...uniques(checkoutAttempts, {
    checkout_attempts_orderId_unique: {
      refuses: { 'a second attempt for one order': same(['orderId']) },
      allows: { 'the same content for another order': same(['fingerprint']) },
    },
  }),
  ...uniques(checkoutSessions, {
    checkout_sessions_sessionId_unique: {
      refuses: { 'the same session of the provider': both({ sessionId: 'cs_1', status: 'open' }) },
      allows: {
        'other sessions': [{ sessionId: 'cs_1' }, { sessionId: 'cs_2' }],
        'two not answered yet': both({ sessionId: null }),
      },
    },
    checkout_sessions_order_n: {
      // Given up: checkout_sessions_one_open would refuse two that can be paid.
      refuses: { 'the same n of one order': same(['orderId', 'n'], { status: 'abandoned' }) },
      allows: {
        'the next n of the same order': [{ n: 1, status: 'abandoned' }, nextOfSameOrder],
        'the same n of another order': same(['n']),
      },
    },
    checkout_sessions_one_open: {
      refuses: {
        'a second one while one is asked for': [{ status: 'creating' }, nextOfSameOrder],
        'a second one while one can be paid': [OPEN, nextOfSameOrder],
        'two that can be paid': [
          OPEN,
          (first) => ({ ...nextOfSameOrder(first), ...OPEN, sessionId: 'cs_2' }),
        ],
      },
      allows: {
        'the next one after one was given up': [{ status: 'abandoned' }, nextOfSameOrder],
        'the next one after one expired': [{ ...OPEN, status: 'expired' }, nextOfSameOrder],
        'one beside one that was paid': [{ ...OPEN, status: 'complete' }, nextOfSameOrder],
        'one given up beside one that can be paid': [
          OPEN,
          (first) => ({ ...nextOfSameOrder(first), status: 'abandoned' }),
        ],
        'several given up': [
          { status: 'abandoned' },
          (first) => ({ ...nextOfSameOrder(first), status: 'abandoned' }),
        ],
        'other orders': DIFFERENT,
      },
    },
  }),
  ...uniques(refunds, {
    refunds_providerRefundId_unique: {
      refuses: { 'the same refund of the provider': both({ providerRefundId: 're_1' }) },
      allows: {
        'other refunds': [{ providerRefundId: 're_1' }, { providerRefundId: 're_2' }],
        'two not answered yet': both({ providerRefundId: null }),
      },
    },
    refunds_idempotencyKey_unique: {
      refuses: { 'one request kept twice': same(['idempotencyKey']) },
      allows: {
        'the same amount of the same order again': same(['orderId', 'amountCents']),
        others: DIFFERENT,
      },
    },
  }),
]
