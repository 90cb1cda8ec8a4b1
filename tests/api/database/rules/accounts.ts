import {
  invitations,
  rateCounters,
  savedViews,
  securityEvents,
  sessions,
  signInChallenges,
  users,
} from '#drizzle/schema/accounts.ts'
import { STAMP } from '#tests/support/row-kit.ts'
import { both, checks, counting, DIFFERENT, email, isoInstant, oneOf, same, textOf, uniques } from './rule.ts'

export const CHECKS = [
  ...checks(users, {
    users_email_shape: email('email'),
    users_role: oneOf('role', ['admin', 'member'], 'owner', 'superadmin'),
    users_totp_has_secret: {
      refuses: { 'a second factor without a secret': { totpEnabledAt: STAMP, totpSecret: null } },
      allows: {
        'a second factor': { totpEnabledAt: STAMP, totpSecret: 'JBSWY3DPEHPK3PXP' },
        'a secret not confirmed yet': { totpEnabledAt: null, totpSecret: 'JBSWY3DPEHPK3PXP' },
        neither: { totpEnabledAt: null, totpSecret: null },
      },
    },
    users_version: counting('version'),
  }),
  ...checks(sessions, { sessions_instants: isoInstant('expiresAt') }),
  ...checks(invitations, {
    invitations_kind: oneOf('kind', ['invitation', 'password_reset'], 'magic_link'),
    invitations_instants: isoInstant('expiresAt'),
  }),
  ...checks(signInChallenges, { sign_in_challenges_instants: isoInstant('expiresAt') }),
  ...checks(securityEvents, { security_events_instants: isoInstant('createdAt') }),
  ...checks(rateCounters, {
    rate_counters_count: counting('count'),
    rate_counters_instants: isoInstant('windowStart'),
  }),
  ...checks(savedViews, {
    saved_views_list: oneOf('list', ['orders', 'shop-orders', 'waitlist'], 'products'),
    saved_views_name_length: textOf('name', 1, 40),
    saved_views_search_length: textOf('search', 1, 500),
    saved_views_instants: isoInstant('createdAt'),
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
  ...uniques(savedViews, {
    saved_views_name: {
      refuses: {
        'the same name for the same list': same(['userId', 'list', 'name']),
        'the same name in other letters': [
          { name: 'Late' },
          ({ userId, list }) => ({ userId: userId ?? null, list: list ?? null, name: 'LATE' }),
        ],
      },
      allows: {
        'another name': same(['userId', 'list']),
        'the same name of somebody else': same(['list', 'name']),
        'the same name for another list': [
          { list: 'orders', name: 'Late' },
          ({ userId }) => ({ userId: userId ?? null, list: 'waitlist', name: 'Late' }),
        ],
      },
    },
  }),
]
