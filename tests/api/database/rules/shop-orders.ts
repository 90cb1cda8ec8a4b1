import { shareCorrections, shopOrderContacts, shopOrders } from '#drizzle/schema/shop-orders.ts'
import { STAMP } from '#tests/support/row-kit.ts'
import { checks, DIFFERENT, each, notWhole, oneOf, same, textOf, uniques } from './rule.ts'

/** What these cases start from: the order's total, split into 5086 for the shop and 1272 for the platform. */
const TOTAL = 6358
const sameOrder = ({ orderId = null }) => ({ orderId })

export const CHECKS = [
  ...checks(shopOrders, {
    shop_orders_status: oneOf(
      'status',
      ['pending', 'confirmed', 'processing', 'ready', 'delivered', 'rejected'],
      // These four are only coloured, never set (§4).
      'accepted',
      'preparing',
      'completed',
      'cancelled',
    ),
    shop_orders_payment_status: oneOf('paymentStatus', ['pending', 'paid'], 'failed', 'refunded'),
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
  ...checks(shareCorrections, {
    share_corrections_amount: {
      refuses: { ...each('amountCents', 0), ...notWhole('amountCents') },
      allows: each('amountCents', -1, 1, -6358),
    },
  }),
]

export const UNIQUES = uniques(shopOrders, {
  shop_orders_one_live: {
    refuses: {
      'a second shop while one is asked': [{ status: 'pending' }, sameOrder],
      'a second shop while one has confirmed': [{ status: 'confirmed' }, sameOrder],
      'a second shop while one is at work': [{ status: 'processing' }, sameOrder],
      'a second shop while one is ready': [{ status: 'ready' }, sameOrder],
      'a second shop after one has delivered': [{ status: 'delivered' }, sameOrder],
      'the same shop twice': same(['orderId', 'shopId']),
    },
    allows: {
      'another shop after one rejected': [{ status: 'rejected' }, sameOrder],
      'another shop after one was withdrawn': [{ withdrawnAt: STAMP }, sameOrder],
      'the same shop again after it rejected': [
        { status: 'rejected' },
        ({ orderId = null, shopId = null }) => ({ orderId, shopId }),
      ],
      'a rejected one beside a live one': [{}, (first) => ({ ...sameOrder(first), status: 'rejected' })],
      'a withdrawn one beside a live one': [{}, (first) => ({ ...sameOrder(first), withdrawnAt: STAMP })],
      'several that rejected': [
        { status: 'rejected' },
        (first) => ({ ...sameOrder(first), status: 'rejected' }),
      ],
      'other orders at the same shop': same(['shopId']),
      'other orders': DIFFERENT,
    },
  },
})
