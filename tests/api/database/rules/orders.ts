import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { orderSubstitutions } from '#drizzle/schema/order-substitutions.ts'
import { orderEvents, orderFlags, orderItems, orders } from '#drizzle/schema/orders.ts'
import { STAMP } from '#tests/support/row-kit.ts'
import {
  both,
  checks,
  counting,
  DIFFERENT,
  each,
  email,
  filled,
  flag,
  isoInstant,
  jsonObject,
  notWhole,
  oneOf,
  same,
  textOf,
  uniques,
  withAll,
  zip5,
  zone,
} from './rule.ts'

const AMOUNTS = [
  'subtotalCents',
  'deliveryFeeCents',
  'taxCents',
  'discountCents',
  'totalCents',
  'refundedCents',
] as const
const note = textOf('apologyNote', 0, 300)
const recipient = textOf('recipientName', 0, 100)
const unit = textOf('deliveryUnit', 0, 60)
const instructions = textOf('deliveryInstructions', 0, 300)
const INSTANTS = (['createdAt', 'deliveryDate', 'promisedBy', 'paidAt', 'manageLinksEndedAt'] as const).map(
  (field) => isoInstant(field),
)
/** The total of these cases: 4999 + 999 + 360 - 0. */
const TOTAL = 6358
const PAID = { paymentStatus: 'paid', paidAt: STAMP }
const OFFERED = { offeredAt: STAMP, tokenHash: 'hash', expiresAt: STAMP }
const CLOSED = { ...OFFERED, closedAt: STAMP, outcome: 'wait' }

const QUESTION = { tokenHash: 'hash', expiresAt: STAMP, closedAt: null, outcome: null }
const ANSWERED = { ...QUESTION, closedAt: STAMP, outcome: 'agreed' }

export const CHECKS = [
  ...checks(orders, {
    orders_reference_shape: {
      refuses: each(
        'orderReference',
        '',
        'ORD-',
        'ORD-1234',
        '12345678',
        'FLW-12345678',
        'ORD12345678',
        ' ORD-12345',
        'ORD-12345 ',
        'ORD-12345\n',
        'ord-12345',
        'ORD-1234A',
        'ORD-123456',
        'ORD-1234567',
        'ORD-123456789',
        'ORD-7k2m9qxz',
        // The four letters that nobody can tell apart, or wants to read.
        'ORD-1234567I',
        'ORD-L2345678',
        'ORD-1234O678',
        'ORD-12U45678',
        'ORD-1234-678',
        'ORD-1234567É',
      ),
      allows: each(
        'orderReference',
        'ORD-12345',
        'ORD-00000',
        'ORD-7K2M9QXZ',
        'ORD-ABCDEFGH',
        'ORD-JKMNPQRS',
        'ORD-TVWXYZ09',
      ),
    },
    orders_status: oneOf(
      'status',
      ['pending', 'processing', 'confirmed', 'completed', 'delivered', 'cancelled'],
      'canceled',
      'refunded',
      'ready',
      'paid',
    ),
    orders_payment_status: {
      // These two are only coloured, never set.
      ...oneOf('paymentStatus', ['pending', 'failed'], 'processing', 'succeeded', 'cancelled'),
      allows: {
        ...each('paymentStatus', 'pending', 'failed'),
        paid: PAID,
        refunded: { ...PAID, paymentStatus: 'refunded', refundedCents: TOTAL },
      },
    },
    orders_assignment_status: oneOf('assignmentStatus', ['unassigned', 'assigned'], 'pending'),
    orders_currency: oneOf('currency', ['usd'], 'eur', 'cad'),
    orders_email_shape: email('customerEmail'),
    orders_customer_name_length: textOf('customerName', 1, 100),
    orders_phone: filled('customerPhone'),
    orders_recipient_phone: {
      refuses: filled('recipientPhone').refuses,
      allows: { ...filled('recipientPhone').allows, 'no phone': { recipientPhone: null } },
    },
    orders_recipient_name_length: {
      refuses: recipient.refuses,
      allows: { ...recipient.allows, 'no recipient': { recipientName: null } },
    },
    orders_address_length: textOf('deliveryAddress', 1, 200),
    orders_unit_length: {
      refuses: unit.refuses,
      allows: { ...unit.allows, 'no unit': { deliveryUnit: null } },
    },
    orders_city_length: textOf('deliveryCity', 1, 100),
    orders_zip_shape: zip5('deliveryZip'),
    orders_time_zone_shape: zone('timeZone'),
    orders_note_length: {
      refuses: note.refuses,
      allows: { ...note.allows, 'no note': { apologyNote: null } },
    },
    orders_instructions_length: {
      refuses: instructions.refuses,
      allows: { ...instructions.allows, 'no instructions': { deliveryInstructions: null } },
    },
    orders_substitution_preference: oneOf('substitutionPreference', ['florist', 'ask', 'refund'], 'never'),
    orders_amounts: {
      refuses: {
        'a negative subtotal': { subtotalCents: -1, totalCents: 1358 },
        'a negative fee': { deliveryFeeCents: -1, totalCents: 5358 },
        'a negative tax': { taxCents: -1, totalCents: 5997 },
        'a negative discount': { discountCents: -1, totalCents: 6359 },
        'a negative total': { discountCents: 6359, totalCents: -1 },
        'a negative refund': { refundedCents: -1 },
        'a cent and a half': { subtotalCents: 4999.5, totalCents: 6358.5 },
        'dollars instead of cents': {
          subtotalCents: 49.99,
          deliveryFeeCents: 9.99,
          taxCents: 3.6,
          totalCents: 63.58,
        },
        ...notWhole(...AMOUNTS),
      },
      allows: {
        'nothing to pay': { subtotalCents: 0, deliveryFeeCents: 0, taxCents: 0, totalCents: 0 },
        'free delivery': { deliveryFeeCents: 0, totalCents: 5359 },
        'a very large order': { subtotalCents: 900_000_000_000, totalCents: 900_000_001_359 },
      },
    },
    orders_total_adds_up: {
      refuses: {
        'one cent too much': { totalCents: TOTAL + 1 },
        'one cent too little': { totalCents: TOTAL - 1 },
        'the fee forgotten': { totalCents: 5359 },
        'the tax forgotten': { totalCents: 5998 },
        'the discount forgotten': { discountCents: 500 },
        'the discount added': { discountCents: 500, totalCents: 6858 },
      },
      allows: {
        'a discount taken off': { discountCents: 500, totalCents: 5858 },
        'all of it taken off': { discountCents: TOTAL, totalCents: 0 },
      },
    },
    orders_refund_within_total: {
      refuses: { 'a cent more than was paid': { ...PAID, refundedCents: TOTAL + 1 } },
      allows: {
        'a part': { ...PAID, refundedCents: 1 },
        'all of it': { ...PAID, paymentStatus: 'refunded', refundedCents: TOTAL },
      },
    },
    orders_refund_of_a_payment: {
      refuses: {
        'a cent of what was not paid yet': { refundedCents: 1 },
        'all of what was not paid yet': { refundedCents: TOTAL },
        'a cent of what was never paid': { paymentStatus: 'failed', refundedCents: 1 },
      },
      allows: {
        'a part of what was paid': { ...PAID, refundedCents: 1 },
        'all of what was paid': { ...PAID, paymentStatus: 'refunded', refundedCents: TOTAL },
        'nothing of what was not paid': { refundedCents: 0 },
      },
    },
    orders_refunded_means_all: {
      refuses: {
        'refunded, but nothing given back': { ...PAID, paymentStatus: 'refunded' },
        'refunded, but for a cent': { ...PAID, paymentStatus: 'refunded', refundedCents: TOTAL - 1 },
      },
      allows: {
        'refunded in full': { ...PAID, paymentStatus: 'refunded', refundedCents: TOTAL },
        'still paid with a part given back': { ...PAID, refundedCents: TOTAL - 1 },
      },
    },
    orders_paid_has_stamp: {
      refuses: {
        'paid, nobody knows when': { paymentStatus: 'paid', paidAt: null },
        'refunded, nobody knows when it was paid': {
          paymentStatus: 'refunded',
          refundedCents: TOTAL,
          paidAt: null,
        },
      },
      allows: {
        'paid with a stamp': PAID,
        'not paid yet': { paymentStatus: 'pending', paidAt: null },
        'never paid': { paymentStatus: 'failed', paidAt: null },
      },
    },
    orders_instants: {
      refuses: Object.assign({}, ...INSTANTS.map(({ refuses }) => refuses)),
      allows: Object.assign({ 'not paid yet': { paidAt: null } }, ...INSTANTS.map(({ allows }) => allows)),
    },
    orders_sample_flag: flag('isSample'),
    orders_version: counting('version'),
  }),
  ...checks(orderItems, {
    order_items_price: {
      refuses: { ...each('priceAtPurchaseCents', -1), ...notWhole('priceAtPurchaseCents') },
      allows: each('priceAtPurchaseCents', 0, 4999),
    },
    order_items_quantity: counting('quantity'),
    order_items_sku: filled('sku'),
    order_items_title: filled('title'),
  }),
  ...checks(orderFlags, {
    order_flags_kind: filled('kind'),
  }),
  ...checks(orderChoices, {
    order_choices_number_counts: counting('number'),
    order_choices_reason: oneOf('reason', ['late', 'no_room', 'no_florist', 'too_late'], 'rain'),
    order_choices_outcome: {
      refuses: withAll(CLOSED, oneOf('outcome', [], 'refund', 'Wait').refuses),
      allows: withAll(CLOSED, each('outcome', 'wait', 'day', 'cancel', 'expired', 'over')),
    },
    order_choices_instants: {
      refuses: {
        ...isoInstant('waitUntil').refuses,
        ...isoInstant('openedAt').refuses,
        ...withAll({ tokenHash: 'hash', expiresAt: STAMP }, isoInstant('offeredAt').refuses),
        ...withAll({ tokenHash: 'hash', offeredAt: STAMP }, isoInstant('expiresAt').refuses),
        ...withAll({ outcome: 'over' }, isoInstant('closedAt').refuses),
      },
      allows: { ...isoInstant('waitUntil').allows, 'no new time': { waitUntil: null } },
    },
    order_choices_offered_whole: {
      refuses: {
        'offered without a link': { offeredAt: STAMP, expiresAt: STAMP },
        'offered for ever': { offeredAt: STAMP, tokenHash: 'hash' },
        'a link to what was not offered': { tokenHash: 'hash' },
        'an end of what was not offered': { expiresAt: STAMP },
      },
      allows: { offered: OFFERED, 'not offered': {} },
    },
    order_choices_closed_has_outcome: {
      refuses: {
        'closed without an outcome': { ...OFFERED, closedAt: STAMP },
        'an outcome while it is open': { ...OFFERED, outcome: 'wait' },
      },
      allows: { closed: CLOSED, open: OFFERED },
    },
    order_choices_answer_was_offered: {
      refuses: withAll({ closedAt: STAMP }, each('outcome', 'wait', 'day', 'cancel', 'expired')),
      allows: {
        'answered, once it was offered': CLOSED,
        'over before it was': { closedAt: STAMP, outcome: 'over' },
      },
    },
  }),
  ...checks(orderSubstitutions, {
    order_substitutions_number_counts: counting('number'),
    order_substitutions_missing_length: textOf('missing', 1, 200),
    order_substitutions_instead_length: textOf('instead', 1, 200),
    order_substitutions_preference: oneOf('preference', ['florist', 'ask', 'refund'], 'never'),
    order_substitutions_outcome: {
      refuses: withAll(ANSWERED, oneOf('outcome', [], 'yes', 'Agreed').refuses),
      allows: {
        ...withAll(ANSWERED, each('outcome', 'agreed', 'declined', 'silent', 'found', 'over')),
        ...each('outcome', 'florist', 'refunded'),
      },
    },
    order_substitutions_instants: {
      refuses: {
        ...isoInstant('reportedAt').refuses,
        ...withAll({ tokenHash: 'hash', outcome: 'over' }, isoInstant('expiresAt').refuses),
        ...isoInstant('closedAt').refuses,
      },
      allows: isoInstant('closedAt').allows,
    },
    order_substitutions_asked_whole: {
      refuses: {
        'asked for ever': { ...ANSWERED, expiresAt: null },
        'an end of what was not asked': { expiresAt: STAMP },
      },
      allows: { asked: QUESTION, 'not asked': {} },
    },
    order_substitutions_closed_has_outcome: {
      refuses: {
        'closed without an outcome': { ...QUESTION, closedAt: STAMP },
        'an outcome while it is open': { ...ANSWERED, closedAt: null },
      },
      allows: { closed: ANSWERED, open: QUESTION },
    },
    order_substitutions_answer_was_asked: {
      refuses: {
        ...each('outcome', 'agreed', 'declined', 'silent', 'found', 'over'),
        ...withAll(ANSWERED, each('outcome', 'florist', 'refunded')),
      },
      allows: { answered: ANSWERED, 'decided by the florist': {} },
    },
  }),
  ...checks(orderEvents, {
    order_events_actor: oneOf('actor', ['shopper', 'provider', 'admin', 'florist', 'system'], 'nobody'),
    order_events_kind_length: textOf('kind', 1, 60),
    order_events_data_json: jsonObject('data'),
  }),
]

export const UNIQUES = [
  ...uniques(orders, {
    orders_orderReference_unique: {
      refuses: { 'the same reference': same(['orderReference']) },
      allows: { 'the same buyer again': same(['customerEmail', 'customerName', 'totalCents', 'createdAt']) },
    },
    orders_paymentReference_unique: {
      refuses: { 'the same payment': both({ paymentReference: 'pi_1' }) },
      allows: {
        'other payments': [{ paymentReference: 'pi_1' }, { paymentReference: 'pi_2' }],
        'two that are not paid': both({ paymentReference: null }),
      },
    },
    orders_checkoutSessionId_unique: {
      refuses: { 'the same checkout session': both({ checkoutSessionId: 'cs_1' }) },
      allows: {
        'other sessions': [{ checkoutSessionId: 'cs_1' }, { checkoutSessionId: 'cs_2' }],
        'two without a session': both({ checkoutSessionId: null }),
      },
    },
    orders_trackingToken_unique: {
      refuses: { 'the same tracking page': both({ trackingToken: 'token-1' }) },
      allows: {
        'other pages': [{ trackingToken: 'token-1' }, { trackingToken: 'token-2' }],
        'two without one': both({ trackingToken: null }),
      },
    },
  }),
  ...uniques(orderFlags, {
    order_flags_open: {
      refuses: { 'the same open flag': same(['orderId', 'kind']) },
      allows: {
        'the same flag again, once it was resolved': [
          { resolvedAt: STAMP },
          ({ orderId = null, kind = null }) => ({ orderId, kind }),
        ],
        'the same flag resolved twice': same(['orderId', 'kind'], { resolvedAt: STAMP }),
        'another flag on the same order': [
          { kind: 'needs_refund' },
          ({ orderId = null }) => ({ orderId, kind: 'disputed' }),
        ],
        'the same flag on another order': same(['kind']),
      },
    },
  }),
  ...uniques(orderChoices, {
    order_choices_tokenHash_unique: {
      refuses: { 'the same link': both(OFFERED) },
      allows: { 'two that are not offered': DIFFERENT },
    },
    order_choices_number: {
      refuses: {
        'the same number of one order': same(['orderId', 'number'], { closedAt: STAMP, outcome: 'over' }),
      },
      allows: {
        'the next one of the same order': [
          { closedAt: STAMP, outcome: 'over' },
          ({ orderId = null }) => ({ orderId, number: 2 }),
        ],
        'the same number of another order': same(['number']),
      },
    },
    order_choices_one_open: {
      refuses: { 'a second open one': [{}, ({ orderId = null }) => ({ orderId, number: 2 })] },
      allows: {
        'one beside one that is over': [
          { closedAt: STAMP, outcome: 'over' },
          ({ orderId = null }) => ({ orderId, number: 2 }),
        ],
        'one of another order': DIFFERENT,
      },
    },
  }),
  ...uniques(orderSubstitutions, {
    order_substitutions_tokenHash_unique: {
      refuses: { 'the same link': both(ANSWERED) },
      allows: { 'two without a question': DIFFERENT },
    },
    order_substitutions_number: {
      refuses: { 'the same number of one order': same(['orderId', 'number']) },
      allows: {
        'the next one of the same order': [{}, ({ orderId = null }) => ({ orderId, number: 2 })],
        'the same number of another order': same(['number']),
      },
    },
    order_substitutions_one_open: {
      refuses: {
        'a second open one': [
          QUESTION,
          ({ orderId = null }) => ({ ...QUESTION, tokenHash: 'other', orderId, number: 2 }),
        ],
      },
      allows: {
        'one beside one that is over': [QUESTION, ({ orderId = null }) => ({ orderId, number: 2 })],
        'one of another order': [QUESTION, { ...QUESTION, tokenHash: 'other' }],
      },
    },
  }),
  ...uniques(orderEvents, {
    order_events_seq: {
      refuses: { 'two entries with one number': both({ orderId: 'order-1', seq: 3 }) },
      allows: {
        'the next number': [
          { orderId: 'order-1', seq: 3 },
          { orderId: 'order-1', seq: 4 },
        ],
        'the same number in another log': [
          { orderId: 'order-1', seq: 3 },
          { orderId: 'order-2', seq: 3 },
        ],
        'entries without a number': both({ orderId: 'order-1', seq: null }),
      },
    },
    order_events_dedupeKey_unique: {
      refuses: { 'what happens once, twice': both({ dedupeKey: 'paid:order-1' }) },
      allows: {
        'what may happen often': both({ dedupeKey: null }),
        'the same for another order': [{ dedupeKey: 'paid:order-1' }, { dedupeKey: 'paid:order-2' }],
      },
    },
  }),
]
