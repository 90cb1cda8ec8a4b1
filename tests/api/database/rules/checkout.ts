import { checkoutAttempts, checkoutSessions, refunds } from '#drizzle/schema/checkout.ts'
import { both, checks, DIFFERENT, each, json, notWhole, oneOf, same, uniques } from './rule.ts'

export const CHECKS = [
  ...checks(checkoutAttempts, {
    checkout_attempts_key_length: {
      refuses: each('key', '', 'x'.repeat(15), 'x'.repeat(65), ' '.repeat(16)),
      allows: each('key', 'x'.repeat(16), 'x'.repeat(64)),
    },
  }),
  ...checks(checkoutSessions, {
    checkout_sessions_n: {
      refuses: { ...each('n', 0, -1), ...notWhole('n') },
      allows: each('n', 1, 2, 100),
    },
    checkout_sessions_status: {
      ...oneOf('status', ['creating', 'abandoned'], 'paid', 'closed', 'pending'),
      allows: {
        ...each('status', 'creating', 'abandoned'),
        open: { status: 'open', sessionId: 'cs_1' },
        complete: { status: 'complete', sessionId: 'cs_1' },
        expired: { status: 'expired', sessionId: 'cs_1' },
      },
    },
    checkout_sessions_params_json: json('params'),
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
    refunds_amount: {
      refuses: { ...each('amountCents', 0, -1), ...notWhole('amountCents') },
      allows: each('amountCents', 1, 6358),
    },
    refunds_status: oneOf('status', ['pending', 'succeeded', 'failed', 'cancelled'], 'canceled', 'paid'),
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
      refuses: { 'the same n of one order': same(['orderId', 'n']) },
      allows: {
        'the next n of the same order': [{ n: 1 }, ({ orderId = null }) => ({ orderId, n: 2 })],
        'the same n of another order': same(['n']),
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
