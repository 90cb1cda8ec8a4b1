import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { ROLES, SECURITY_EVENTS } from '#domain/account.ts'
import { VIEW_LISTS } from '#domain/admin-lists.ts'
import { VIEW_NAME_MAX, VIEW_SEARCH_MAX } from '#domain/limits.ts'
import {
  check,
  countingNumber,
  emailShape,
  id,
  instant,
  isoInstants,
  length,
  oneOf,
  refersTo,
  stamps,
  version,
} from './columns.ts'

/** People who can sign in. */
export const users = sqliteTable(
  'users',
  {
    id: id(),
    email: text().notNull(),
    /** `scrypt$N$r$p$salt$hash`; null until an invitation was accepted. */
    passwordHash: text(),
    role: text({ enum: ROLES }).notNull().default('member'),
    deactivatedAt: text(),
    /** Encrypted by one of AUTH_KEYS (api/auth/factor-code.ts). */
    totpSecret: text(),
    totpEnabledAt: text(),
    /** The last time step whose code was used: a code works once. */
    totpLastStep: integer(),
    lastSignInAt: text(),
    version: version(),
    ...stamps,
  },
  () => [
    uniqueIndex('users_email').on(sql`lower(email)`),
    check('users_email_shape', emailShape('email')),
    check('users_role', oneOf('role', ROLES)),
    check('users_totp_has_secret', 'totp_enabled_at is null or totp_secret is not null'),
    check('users_version', countingNumber('version')),
  ],
)

/** One signed-in browser. Refresh tokens are kept as hashes and rotated. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: id(),
    userId: refersTo(() => users.id, 'cascade'),
    refreshHash: text().notNull().unique(),
    /** The token before the last rotation, accepted for a short while until its successor was used. */
    previousHash: text().unique(),
    rotatedAt: instant(),
    successorUsedAt: text(),
    expiresAt: instant(),
    revokedAt: text(),
    userAgent: text(),
    lastSeenAt: instant(),
    /** When its owner signed in, or said once more who they are. Null: in a session from before this was kept. */
    confirmedAt: text(),
    createdAt: instant(),
  },
  (t) => [check('sessions_instants', isoInstants('expires_at')), index('sessions_user').on(t.userId)],
)

/** One-time links: invitations and password resets, as hashes. */
export const ONE_TIME_LINKS = ['invitation', 'password_reset'] as const
export const invitations = sqliteTable(
  'invitations',
  {
    id: id(),
    kind: text({ enum: ONE_TIME_LINKS }).notNull(),
    userId: refersTo(() => users.id, 'cascade'),
    tokenHash: text().notNull().unique(),
    invitedBy: text().references(() => users.id, { onDelete: 'set null' }),
    expiresAt: instant(),
    usedAt: text(),
    revokedAt: text(),
    createdAt: instant(),
  },
  (t) => [
    check('invitations_kind', oneOf('kind', ONE_TIME_LINKS)),
    check('invitations_instants', isoInstants('expires_at')),
    index('invitations_user').on(t.userId),
  ],
)

/** Recovery codes of the second factor, as hashes, each used once. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    codeHash: text().primaryKey(),
    userId: refersTo(() => users.id, 'cascade'),
    usedAt: text(),
    createdAt: instant(),
  },
  (t) => [index('recovery_codes_user').on(t.userId)],
)

/** Sign-ins that still lack the second factor. A row goes when it is used, and with the password that was right. */
export const signInChallenges = sqliteTable(
  'sign_in_challenges',
  {
    id: id(),
    userId: refersTo(() => users.id, 'cascade'),
    expiresAt: instant(),
    createdAt: instant(),
  },
  (t) => [
    check('sign_in_challenges_instants', isoInstants('expires_at')),
    index('sign_in_challenges_user').on(t.userId),
  ],
)

/** Events of the security of an account, for its owner to see. */
export const securityEvents = sqliteTable(
  'security_events',
  {
    id: id(),
    userId: refersTo(() => users.id, 'cascade'),
    // It has no CHECK: a new kind would mean rebuilding the table.
    kind: text({ enum: SECURITY_EVENTS }).notNull(),
    /** For example `Firefox on Windows`; null when somebody else did it. */
    device: text(),
    createdAt: instant(),
  },
  (t) => [
    check('security_events_instants', isoInstants('created_at')),
    index('security_events_user').on(t.userId, t.createdAt),
    index('security_events_created_at').on(t.createdAt),
  ],
)

/** Counts by the instant: sign-in tries per account, and what each client did under a limit. Limits add up the last window. */
export const rateCounters = sqliteTable(
  'rate_counters',
  {
    /** The subject of the count, for example "sign-in:{hash of the email}" or "placement:{hash of the client}". */
    key: text().notNull(),
    /** The instant that is counted, in milliseconds. */
    windowStart: instant(),
    count: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.key, t.windowStart] }),
    check('rate_counters_count', countingNumber('count')),
    check('rate_counters_instants', isoInstants('window_start')),
    index('rate_counters_window').on(t.windowStart),
  ],
)

/** A list's filters, search and order, which a person has kept under a name. */
export const savedViews = sqliteTable(
  'saved_views',
  {
    id: id(),
    userId: refersTo(() => users.id, 'cascade'),
    list: text({ enum: VIEW_LISTS }).notNull(),
    name: text().notNull(),
    /** The query of the list's address, without its question mark. */
    search: text().notNull(),
    createdAt: instant(),
  },
  (t) => [
    uniqueIndex('saved_views_name').on(t.userId, t.list, sql`lower(name)`),
    check('saved_views_list', oneOf('list', VIEW_LISTS)),
    check('saved_views_name_length', length('name', 1, VIEW_NAME_MAX)),
    check('saved_views_search_length', length('search', 1, VIEW_SEARCH_MAX)),
    check('saved_views_instants', isoInstants('created_at')),
  ],
)
