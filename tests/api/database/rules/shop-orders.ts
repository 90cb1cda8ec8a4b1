import { floristLinks, shareCorrections, shopOrderContacts, shopOrders } from '#drizzle/schema/shop-orders.ts'
import { STAMP } from '#tests/support/row-kit.ts'
import {
  both,
  checks,
  counting,
  DIFFERENT,
  each,
  filled,
  isoInstant,
  notWhole,
  oneOf,
  same,
  textOf,
  uniques,
} from './rule.ts'

/** The order's total in these cases, split into 5086 for the shop and 1272 for the platform. */
const TOTAL = 6358
/** A status that a shop order did not start with, and when it got it. */
const now = (status: string) => ({ status, statusUpdatedAt: STAMP })
const sameOrder = ({ orderId = null }) => ({ orderId })

const PAID = { paymentStatus: 'paid', paymentUpdatedAt: STAMP }
const LATER_STATUSES = Object.fromEntries(
  ['confirmed', 'processing', 'ready', 'delivered', 'rejected'].map((status) => [status, now(status)]),
)

export const CHECKS = [
  ...checks(shopOrders, {
    shop_orders_status: {
      // These four are only coloured, never set.
      ...oneOf('status', ['pending'], 'accepted', 'preparing', 'completed', 'cancelled'),
      allows: { pending: { status: 'pending' }, ...LATER_STATUSES },
    },
    shop_orders_payment_status: {
      ...oneOf('paymentStatus', ['pending'], 'failed', 'refunded'),
      allows: { pending: { paymentStatus: 'pending' }, paid: PAID },
    },
    shop_orders_status_has_stamp: {
      refuses: each('status', 'confirmed', 'processing', 'ready', 'delivered', 'rejected'),
      allows: {
        ...LATER_STATUSES,
        'not answered yet': { status: 'pending', statusUpdatedAt: null },
        'pending again': now('pending'),
      },
    },
    shop_orders_paid_has_stamp: {
      refuses: { 'paid, nobody knows when': { paymentStatus: 'paid', paymentUpdatedAt: null } },
      allows: {
        'paid with a stamp': PAID,
        'not paid yet': { paymentStatus: 'pending', paymentUpdatedAt: null },
        'taken back': { ...PAID, paymentStatus: 'pending' },
      },
    },
    shop_orders_instants: {
      refuses: {
        ...isoInstant('answerBy').refuses,
        ...isoInstant('answeredAt').refuses,
        ...isoInstant('withdrawnAt').refuses,
      },
      allows: {
        ...each('answerBy', STAMP, null),
        ...each('answeredAt', STAMP),
        ...each('withdrawnAt', STAMP),
      },
    },
    shop_orders_answered_by: {
      ...oneOf('answeredBy', ['florist', 'admin', 'system'], 'shopper', ''),
      allows: each('answeredBy', 'florist', 'admin', 'system', null),
    },
    shop_orders_version: counting('version'),
    shop_orders_amounts: {
      refuses: {
        'a negative share of the shop': { shopCostCents: -1, platformFeeCents: TOTAL + 1 },
        'a negative share of the platform': { shopCostCents: TOTAL + 1, platformFeeCents: -1 },
        'a negative total': { orderTotalCents: -1, shopCostCents: -1, platformFeeCents: 0 },
        'a cent cut in half': { shopCostCents: 5086.5, platformFeeCents: 1271.5 },
        ...notWhole('orderTotalCents', 'shopCostCents', 'platformFeeCents'),
      },
      allows: {
        'all for the shop': { shopCostCents: TOTAL, platformFeeCents: 0 },
        'all for the platform': { shopCostCents: 0, platformFeeCents: TOTAL },
      },
    },
    shop_orders_split_adds_up: {
      refuses: {
        'one cent over': { platformFeeCents: 1273 },
        'one cent lost': { shopCostCents: 5085 },
        'nothing shared out': { shopCostCents: 0, platformFeeCents: 0 },
        'more than the order': { shopCostCents: TOTAL, platformFeeCents: 1 },
      },
      allows: { 'half and half': { shopCostCents: 3179, platformFeeCents: 3179 } },
    },
  }),
  ...checks(shopOrderContacts, { shop_order_contacts_note: textOf('note', 1, 2000) }),
  ...checks(floristLinks, {
    florist_links_instants: {
      refuses: {
        ...isoInstant('expiresAt').refuses,
        ...isoInstant('revokedAt').refuses,
        ...isoInstant('openedAt').refuses,
      },
      allows: { ...isoInstant('expiresAt').allows, ...each('revokedAt', STAMP), ...each('openedAt', STAMP) },
    },
  }),
  ...checks(shareCorrections, {
    share_corrections_amount: {
      refuses: { ...each('amountCents', 0), ...notWhole('amountCents') },
      allows: each('amountCents', -1, 1, -6358),
    },
    share_corrections_reason: filled('reason'),
  }),
]

const ONE_LIVE = uniques(shopOrders, {
  shop_orders_one_live: {
    refuses: {
      'a second shop while one is asked': [{ status: 'pending' }, sameOrder],
      'a second shop while one has confirmed': [now('confirmed'), sameOrder],
      'a second shop while one is at work': [now('processing'), sameOrder],
      'a second shop while one is ready': [now('ready'), sameOrder],
      'a second shop after one has delivered': [now('delivered'), sameOrder],
      'the same shop twice': same(['orderId', 'shopId']),
    },
    allows: {
      'another shop after one rejected': [now('rejected'), sameOrder],
      'another shop after one was withdrawn': [{ withdrawnAt: STAMP }, sameOrder],
      'the same shop again after it rejected': [
        now('rejected'),
        ({ orderId = null, shopId = null }) => ({ orderId, shopId }),
      ],
      'a rejected one beside a live one': [{}, (first) => ({ ...sameOrder(first), ...now('rejected') })],
      'a withdrawn one beside a live one': [{}, (first) => ({ ...sameOrder(first), withdrawnAt: STAMP })],
      'several that rejected': [now('rejected'), (first) => ({ ...sameOrder(first), ...now('rejected') })],
      'other orders at the same shop': same(['shopId']),
      'other orders': DIFFERENT,
    },
  },
})

const ONE_CORRECTION = uniques(shareCorrections, {
  share_corrections_refund: {
    refuses: { 'two corrections of one refund': same(['refundId']) },
    allows: {
      'several that no refund made': both({ refundId: null }),
      'one each of two refunds for the same shop order': same(['shopOrderId']),
    },
  },
})

const ONE_LINK = uniques(floristLinks, {
  florist_links_tokenHash_unique: {
    refuses: { 'the same token': same(['tokenHash']) },
    allows: { 'other tokens': DIFFERENT },
  },
  florist_links_one_open: {
    refuses: { 'two links that work': same(['shopOrderId']) },
    allows: {
      'a new one after the old was revoked': [
        { revokedAt: STAMP },
        ({ shopOrderId = null }) => ({ shopOrderId }),
      ],
      'links of other shop orders': DIFFERENT,
    },
  },
})

export const UNIQUES = [...ONE_LIVE, ...ONE_LINK, ...ONE_CORRECTION]
