import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { CHANNELS } from '#domain/channels.ts'
import type { ConsentWording } from '#domain/consents.ts'
import { STORY_MAX } from '#domain/limits.ts'
import { DELIVERY_PROBLEMS, DELIVERY_STATES, OUTBOX_STATUSES } from '#domain/outbox.ts'
import {
  check,
  emailShape,
  fiveOrNineDigits,
  flag,
  id,
  instant,
  isoInstants,
  jsonObject,
  length,
  oneOf,
  stamps,
  version,
} from './columns.ts'

/** People waiting for a city; one entry per email and ZIP. */
export const waitlist = sqliteTable(
  'waitlist',
  {
    id: id(),
    email: text().notNull(),
    /** The mailbox that the email ends up in, where known: one mailbox may have many spellings. */
    mailbox: text(),
    city: text().notNull(),
    state: text().notNull(),
    zipCode: text().notNull(),
    story: text(),
    contacted: flag(false),
    /** The token in the unsubscribe link. */
    unsubscribeToken: text().notNull().unique(),
    unsubscribedAt: text(),
    notifiedAt: text(),
    createdAt: instant(),
  },
  (t) => [
    uniqueIndex('waitlist_email_zip').on(sql`lower(email)`, t.zipCode),
    check('waitlist_email_shape', emailShape('email')),
    check('waitlist_zip_shape', fiveOrNineDigits('zip_code')),
    check('waitlist_city_length', length('city', 1, 100)),
    check('waitlist_state_shape', `state glob '[A-Z][A-Z]'`),
    check('waitlist_story_length', `length(story) <= ${STORY_MAX}`),
    check('waitlist_contacted_flag', 'contacted in (0, 1)'),
    index('waitlist_created_at').on(t.createdAt),
    index('waitlist_zip').on(t.zipCode),
    index('waitlist_mailbox').on(t.mailbox),
  ],
)

/** The emails that the dashboard lists. Only a query that says it in the same words is answered from the index. */
export const OUTBOX_PROBLEM = sql`(status = 'failed' or ${sql.raw(oneOf('delivery', DELIVERY_PROBLEMS))}) and dismissed_at is null`

/** Messages to send, written in the transaction of what they report. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: id(),
    kind: text().notNull(),
    /** The key by which the message is written only once: "order-confirmation:{order id}". The mail provider gets it, too. */
    dedupeKey: text().notNull().unique(),
    orderId: text(),
    channel: text({ enum: CHANNELS }).notNull().default('mail'),
    /** An address; of a push the id of its device; of a text a phone number. */
    recipient: text().notNull(),
    payload: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    status: text({ enum: OUTBOX_STATUSES }).notNull().default('pending'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: instant(),
    lockedUntil: text(),
    /** When it would be due if the mail provider had not been away, busy, or refused our key; null: no such pause. */
    dueBeforePause: text(),
    lastError: text(),
    providerMessageId: text(),
    sentAt: text(),
    /** The provider's last report; null: none yet. */
    delivery: text({ enum: DELIVERY_STATES }),
    deliveryAt: text(),
    /** The reason that came with it, which may quote the address. */
    deliveryDetail: text(),
    /** When somebody who runs the shop put a failed or undelivered message aside. */
    dismissedAt: text(),
    ...stamps,
  },
  (t) => [
    check('outbox_status', oneOf('status', OUTBOX_STATUSES)),
    check('outbox_channel', oneOf('channel', CHANNELS)),
    check('outbox_recipient_shape', `channel <> 'mail' or (${emailShape('recipient')})`),
    check('outbox_attempts', `typeof(attempts) = 'integer' and attempts >= 0`),
    check('outbox_payload_json', jsonObject('payload')),
    check('outbox_instants', isoInstants('next_attempt_at')),
    check('outbox_due_before_pause', isoInstants('due_before_pause')),
    check('outbox_sent_has_stamp', `status <> 'sent' or sent_at is not null`),
    index('outbox_due').on(t.nextAttemptAt).where(sql`status = 'pending'`),
    index('outbox_paused')
      .on(t.dueBeforePause)
      .where(sql`status = 'pending' and due_before_pause is not null`),
    index('outbox_problems').on(t.updatedAt).where(OUTBOX_PROBLEM),
    index('outbox_provider_message').on(t.providerMessageId),
    index('outbox_order').on(t.orderId),
    // Their content is forgotten after a year.
    index('outbox_unforgotten').on(t.sentAt).where(sql`status = 'sent' and payload <> '{}'`),
  ],
)

/**
 * Mailboxes whose owner marked an email of ours as spam, as SHA-256 of the normalized address: nothing more is sent
 * there, unless the suppression was lifted at the provider since.
 */
export const mailSuppressions = sqliteTable(
  'mail_suppressions',
  {
    mailboxHash: text().primaryKey(),
    complainedAt: text(),
    liftedAt: text(),
  },
  () => [check('mail_suppressions_instants', isoInstants('complained_at', 'lifted_at'))],
)

/** Numbers whose owner wants no more texts, as SHA-256 of `+1` and their digits, unless texts were allowed again since. */
export const textStops = sqliteTable(
  'text_stops',
  {
    phoneHash: text().primaryKey(),
    stoppedAt: text(),
    startedAt: text(),
  },
  () => [check('text_stops_instants', isoInstants('stopped_at', 'started_at'))],
)

/**
 * The consents of buyers to texts about an order. They outlive their order, whose id they keep: they say why somebody was texted.
 * One counts while it is not taken back and its number is not stopped.
 */
export const consents = sqliteTable(
  'consents',
  {
    id: id(),
    orderId: text().notNull(),
    /** As in `text_stops`. */
    phoneHash: text().notNull(),
    /** The words that were agreed to, by their name in `domain/consents.ts`. */
    wording: text().$type<ConsentWording>().notNull(),
    givenAt: instant(),
    takenBackAt: text(),
  },
  (t) => [
    check('consents_wording_length', length('wording', 1, 20)),
    check('consents_instants', isoInstants('given_at', 'taken_back_at')),
    uniqueIndex('consents_standing').on(t.orderId).where(sql`taken_back_at is null`),
    index('consents_order').on(t.orderId),
    index('consents_phone').on(t.phoneHash),
  ],
)

export const CHANGE_ENTITIES = ['product', 'market', 'shop', 'user', 'platform'] as const
export const CHANGE_ACTIONS = ['create', 'update', 'delete'] as const

/** Who changed what: one row a field. */
export const changeRecords = sqliteTable(
  'change_records',
  {
    id: id(),
    entity: text({ enum: CHANGE_ENTITIES }).notNull(),
    entityId: text().notNull(),
    action: text({ enum: CHANGE_ACTIONS }).notNull(),
    field: text(),
    before: text(),
    after: text(),
    actorId: text(),
    /** The version of the row that this change made: what changed since a version one has read. */
    version: version(),
    createdAt: instant(),
  },
  (t) => [
    check('change_records_entity', oneOf('entity', CHANGE_ENTITIES)),
    check('change_records_action', oneOf('action', CHANGE_ACTIONS)),
    index('change_records_entity_id').on(t.entity, t.entityId, t.createdAt),
  ],
)
