import { invitations, rateCounters, sessions, users } from '#drizzle/schema/accounts.ts'
import { both, checks, DIFFERENT, each, email, notWhole, oneOf, same, uniques } from './rule.ts'

export const CHECKS = [
  ...checks(users, {
    users_email_shape: email('email'),
    users_role: oneOf('role', ['admin', 'member'], 'owner', 'superadmin'),
  }),
  ...checks(invitations, {
    invitations_kind: oneOf('kind', ['invitation', 'password_reset'], 'magic_link'),
  }),
  ...checks(rateCounters, {
    rate_counters_count: {
      refuses: { ...each('count', 0, -1), ...notWhole('count') },
      allows: each('count', 1, 1_000_000),
    },
  }),
]

export const UNIQUES = [
  ...uniques(users, {
    users_email: {
      refuses: {
        'the same address': same(['email']),
        'the same address in other letters': [{ email: 'sam@example.com' }, { email: 'Sam@Example.COM' }],
      },
      allows: { 'another address': [{ email: 'sam@example.com' }, { email: 'sam@example.org' }] },
    },
  }),
  ...uniques(sessions, {
    sessions_refreshHash_unique: {
      refuses: { 'the same refresh token': same(['refreshHash']) },
      allows: { 'another session of the same user': same(['userId']) },
    },
    sessions_previousHash_unique: {
      refuses: { 'the same previous token': both({ previousHash: 'spent' }) },
      allows: {
        'other previous tokens': [{ previousHash: 'spent' }, { previousHash: 'spent too' }],
        'two that were never rotated': both({ previousHash: null }),
      },
    },
  }),
  ...uniques(invitations, {
    invitations_tokenHash_unique: {
      refuses: { 'the same link': same(['tokenHash']) },
      allows: { 'another link for the same user': same(['userId']), 'other links': DIFFERENT },
    },
  }),
]
