import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { PreparedContent } from '#domain/prepared-checkout.ts'
import {
  check,
  countingNumber,
  id,
  instant,
  isoInstants,
  jsonObject,
  length,
  refersTo,
  stamps,
  version,
} from './columns.ts'

/** Who prepares checkouts for its buyers, by the address of its profile. A row is made by its first checkout. */
export const agentPlatforms = sqliteTable(
  'agent_platforms',
  {
    id: id(),
    profileUrl: text().notNull().unique(),
    /** As its profile claims it, or the host of the profile. */
    name: text().notNull(),
    /** Since when the shop takes nothing from it; null: it does. */
    blockedAt: text(),
    /** The admin's user id. */
    blockedBy: text(),
    /** Counts the blocks and their ends. */
    version: version(),
    ...stamps,
  },
  () => [
    check('agent_platforms_profile_url_length', length('profile_url', 1, 2048)),
    check('agent_platforms_name_length', length('name', 1, 100)),
    check('agent_platforms_instants', isoInstants('blocked_at', 'created_at', 'updated_at')),
    check('agent_platforms_blocked_by_whom', '(blocked_at is null) = (blocked_by is null)'),
    check('agent_platforms_version', countingNumber('version')),
  ],
)

/**
 * A checkout that a platform has prepared for its buyer. It is no order and holds no place: its id is the key of the attempt with which
 * the buyer places one, so that whatever became of it is read from the order.
 */
export const preparedCheckouts = sqliteTable(
  'prepared_checkouts',
  {
    id: id(),
    platformId: refersTo(() => agentPlatforms.id, 'cascade'),
    /** The hash of the secret in the address of its page. */
    secretHash: text().notNull().unique(),
    /** The bouquet, the delivery and the people as they were sent; null once it is over and was forgotten. */
    content: text({ mode: 'json' }).$type<PreparedContent>(),
    /** Values that the preparer's protocol wants back as they came. */
    memo: text({ mode: 'json' }).$type<object>().notNull(),
    canceledAt: text(),
    expiresAt: instant(),
    version: version(),
    ...stamps,
  },
  (t) => [
    check('prepared_checkouts_content', jsonObject('content')),
    check('prepared_checkouts_memo', jsonObject('memo')),
    check(
      'prepared_checkouts_instants',
      isoInstants('canceled_at', 'expires_at', 'created_at', 'updated_at'),
    ),
    check('prepared_checkouts_version', countingNumber('version')),
    index('prepared_checkouts_platform').on(t.platformId, t.expiresAt),
    index('prepared_checkouts_updated_at').on(t.updatedAt),
  ],
)

/** The answers that a repeated request of a platform gets again, by its idempotency key. */
export const agentReplies = sqliteTable(
  'agent_replies',
  {
    /** The hash of the platform, the operation and its key. */
    keyHash: text().primaryKey(),
    requestHash: text().notNull(),
    /** The checkout that it is about: its answers go with it. */
    checkoutId: refersTo(() => preparedCheckouts.id, 'cascade'),
    status: integer().notNull(),
    /** The body, sealed: it holds what the buyer typed. */
    body: text().notNull(),
    createdAt: instant(),
  },
  (t) => [
    check('agent_replies_status', countingNumber('status')),
    check('agent_replies_instants', isoInstants('created_at')),
    index('agent_replies_created_at').on(t.createdAt),
    index('agent_replies_checkout').on(t.checkoutId),
  ],
)
