import { deliveryAttempts } from '#drizzle/schema/delivery-attempts.ts'
import { checks, DIFFERENT, each, isoInstant, oneOf, same, textOf, uniques, withAll } from './rule.ts'

const SOMEONE = { outcome: 'someone', name: 'Maria' }
const NOBODY = { outcome: 'nobody', nextStep: 'at_shop' }
const SECOND = { outcome: 'nobody', nextStep: 'second_attempt' }
const AT = '2026-06-04T22:00:00.000Z'

export const CHECKS = [
  ...checks(deliveryAttempts, {
    delivery_attempts_attempt_key: textOf('attemptKey', 1, 64),
    delivery_attempts_source: oneOf('source', ['florist', 'admin'], 'courier'),
    delivery_attempts_outcome: {
      refuses: oneOf('outcome', ['recipient'], 'dog', 'delivered').refuses,
      allows: {
        ...each('outcome', 'recipient', 'front_desk', 'neighbor', 'left_at_door'),
        someone: SOMEONE,
        nobody: NOBODY,
      },
    },
    delivery_attempts_name: {
      refuses: withAll({ outcome: 'someone' }, textOf('name', 1, 100).refuses),
      allows: withAll({ outcome: 'someone' }, textOf('name', 1, 100).allows),
    },
    delivery_attempts_name_given: {
      refuses: { 'someone without a name': { outcome: 'someone' } },
      allows: { 'someone with a name': SOMEONE, 'a neighbor without one': { outcome: 'neighbor' } },
    },
    delivery_attempts_name_fits: {
      refuses: {
        ...withAll({ name: 'Kim' }, each('outcome', 'recipient', 'left_at_door')),
        'nobody with a name': { ...NOBODY, name: 'Kim' },
      },
      allows: withAll({ name: 'Kim' }, each('outcome', 'someone', 'front_desk', 'neighbor')),
    },
    delivery_attempts_next_step: {
      refuses: withAll({ outcome: 'nobody' }, oneOf('nextStep', ['at_shop'], 'wait').refuses),
      allows: withAll({ outcome: 'nobody' }, each('nextStep', 'at_shop', 'ask_sender')),
    },
    delivery_attempts_missed_has_next_step: {
      refuses: {
        'nobody, and nothing next': { outcome: 'nobody' },
        'a next step, though it was delivered': { nextStep: 'at_shop' },
      },
      allows: { 'nobody, and a next step': NOBODY, 'delivered, and nothing next': {} },
    },
    delivery_attempts_second_has_time: {
      refuses: {
        'a second attempt at no time': SECOND,
        'a time of something else': { ...NOBODY, nextAt: AT },
        'a time of nothing': { nextAt: AT },
      },
      allows: { 'a second attempt at a time': { ...SECOND, nextAt: AT }, 'no time': NOBODY },
    },
    delivery_attempts_corrected_by_admin: {
      refuses: { 'a correction by a florist': { source: 'florist', corrects: 'attempt-0' } },
      allows: { 'an attempt of a florist': { source: 'florist' } },
    },
    delivery_attempts_instants: {
      refuses: { ...withAll(SECOND, isoInstant('nextAt').refuses), ...isoInstant('createdAt').refuses },
      allows: { ...withAll(SECOND, isoInstant('nextAt').allows), ...isoInstant('createdAt').allows },
    },
  }),
]

export const UNIQUES = [
  ...uniques(deliveryAttempts, {
    delivery_attempts_key: {
      refuses: { 'one sending twice': same(['shopOrderId', 'attemptKey']) },
      allows: {
        'two of one shop order': same(['shopOrderId']),
        'the same key of another shop order': same(['attemptKey']),
      },
    },
    delivery_attempts_corrects_unique: {
      refuses: {
        'two corrections of one attempt': [{ corrects: 'attempt-0' }, { corrects: 'attempt-0' }],
      },
      allows: {
        'a correction': [{}, ({ id = null }) => ({ corrects: id })],
        'two that correct nothing': DIFFERENT,
      },
    },
  }),
]
