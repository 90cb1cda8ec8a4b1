import { and, asc, eq, SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { sqlList } from '#api/platform/database/paging.ts'
import { BUYER_MESSAGES, messagesTo, RING_KINDS, TEXT_KINDS } from '#domain/order/causes.ts'
import type { DeliveryState } from '#domain/outbox.ts'
import { floristDevices } from '#drizzle/schema/markets.ts'
import { OUTBOX_PROBLEM, outbox } from '#drizzle/schema/messages.ts'
import { mailboxHash, suppressionOf } from './suppressions.ts'
import { phoneHash, textStopOf } from './text-stops.ts'

export const ORDER_MESSAGES = [...BUYER_MESSAGES, ...messagesTo('owner')]
export const FLORIST_MESSAGES = messagesTo('florist')
/** To the owner (notice, digest) and to people who wait (receipt, open). */
export const WAITLIST_MESSAGES = [
  'waitlist-notice',
  'waitlist-digest',
  'waitlist-receipt',
  'waitlist-open',
] as const
const BULK = 'waitlist-open' satisfies (typeof WAITLIST_MESSAGES)[number]
export const ACCOUNT_MESSAGES = ['invitation', 'password-reset', 'account-notice'] as const
/** To the owner, about messages to others that did not arrive, and about days that unpaid orders fill. */
export const OWNER_MESSAGES = ['undelivered-notice', 'held-places-notice'] as const
/** An answer to what somebody texted. */
export const TEXT_REPLY = 'text-reply'
export type OrderMessage = (typeof ORDER_MESSAGES)[number]
export type FloristMessage = (typeof FLORIST_MESSAGES)[number]
export type WaitlistMessage = (typeof WAITLIST_MESSAGES)[number]
export type AccountMessage = (typeof ACCOUNT_MESSAGES)[number]
export type OwnerMessage = (typeof OWNER_MESSAGES)[number]
/** Rows of one run of a deletion, so that it stays far below the time of a database call. */
const OLD_AT_ONCE = 500

export type OutboxRow = typeof outbox.$inferSelect

type NewMessage = {
  kind: OrderMessage | FloristMessage | WaitlistMessage | AccountMessage | OwnerMessage
  /** The id of its subject: a kind is written once for each. */
  about: string
  /** The order's id, or an SQL expression for it; absent: it is about none. */
  orderId?: string | SQL
  /** An address, or an SQL expression for it. */
  recipient: string | SQL
  /** An object, or an SQL expression for one as JSON; absent: an empty one. */
  payload?: Record<string, unknown> | SQL
  /** ISO instant before which it is not sent, or an SQL expression for it; absent: at once. */
  notBefore?: string | SQL | undefined
}

/**
 * Writes a message, once, as a statement for a batch.
 * @param onlyIf nothing is written unless this holds at this point of the batch
 */
export function addMessage(db: Db, message: NewMessage, at: string, onlyIf: SQL = sql`true`) {
  const { kind, about, orderId = null, recipient, payload = {}, notBefore = at } = message
  const json = payload instanceof SQL ? payload : JSON.stringify(payload)
  return db.run(sql`
    insert into ${outbox} (id, kind, dedupe_key, order_id, recipient, payload, next_attempt_at, created_at, updated_at)
    select ${crypto.randomUUID()}, ${kind}, ${`${kind}:${about}`}, ${orderId}, ${recipient}, ${json}, ${notBefore}, ${at}, ${at}
    where ${onlyIf}
    on conflict (dedupe_key) do nothing`)
}

// Statuses are literals, because a partial index does not apply to a parameter.
const PENDING = sql`${outbox.status} = 'pending'`

/** Value: what rings first, then orders, florists and the owner, then accounts, the waitlist, and messages to the whole list last. */
function urgencyOf(kind: SQL): SQL {
  return sql`case
    when ${kind} in (${sqlList(RING_KINDS)}) then -1
    when ${kind} in (${sqlList([...ORDER_MESSAGES, ...TEXT_KINDS, ...FLORIST_MESSAGES, ...OWNER_MESSAGES])}) then 0
    when ${kind} = ${BULK} then 3
    when ${kind} in (${sqlList(WAITLIST_MESSAGES)}) then 2
    else 1 end`
}
const URGENCY = urgencyOf(sql`${outbox.kind}`)

/** Messages whose time has come, most urgent kind first and each kind oldest first. */
export function dueMessages(db: Db, at: string, limit: number): Promise<OutboxRow[]> {
  return db
    .select()
    .from(outbox)
    .where(sql`${PENDING} and ${outbox.nextAttemptAt} <= ${at}`)
    .orderBy(URGENCY, asc(outbox.nextAttemptAt), asc(outbox.createdAt))
    .limit(limit)
}

/** The messages about an order that are due. */
export function dueAbout(db: Db, orderId: string, at: string): Promise<OutboxRow[]> {
  return db
    .select()
    .from(outbox)
    .where(sql`${outbox.orderId} = ${orderId} and ${PENDING} and ${outbox.nextAttemptAt} <= ${at}`)
}

/**
 * Takes a message for sending: pushes its next attempt out of reach of others, and counts the attempt.
 * @returns whether it was still to be had, and whether nothing more may be sent to its recipient
 */
export async function claimMessage(
  db: Db,
  row: OutboxRow,
  at: string,
  until: string,
): Promise<{ claimed: boolean; suppressed: boolean }> {
  const [taken, suppressions] = await db.batch([
    db
      .update(outbox)
      .set({ nextAttemptAt: until, lockedUntil: until, attempts: row.attempts + 1, updatedAt: at })
      // By its attempts, not its time: the end of a pause changes the time of messages that were read before. A buyer's
      // address may have been corrected since.
      .where(
        sql`${outbox.id} = ${row.id} and ${PENDING} and ${outbox.nextAttemptAt} <= ${at}
          and ${outbox.attempts} = ${row.attempts} and ${outbox.recipient} = ${row.recipient}`,
      )
      .returning({ id: outbox.id }),
    row.channel === 'text'
      ? textStopOf(db, phoneHash(row.recipient))
      : suppressionOf(db, mailboxHash(row.recipient)),
  ])
  return { claimed: taken.length === 1, suppressed: suppressions.length > 0 }
}

/** Writes the result of a claimed message; fits into a batch. */
export function finishMessage(db: Db, id: string, result: Partial<OutboxRow>, at: string) {
  return db
    .update(outbox)
    .set({ dueBeforePause: null, ...result, lockedUntil: null, updatedAt: at })
    .where(and(eq(outbox.id, id), eq(outbox.status, 'pending')))
}

/** Condition: this is the provider's last report about a message; null: there is none yet. */
export function deliveryIs(id: string, state: DeliveryState | null): SQL {
  return sql`exists (select 1 from ${outbox} where id = ${id} and delivery is ${state})`
}

/** Statement: where a message stands; one row or none. */
export function statusOf(db: Db, id: string) {
  return db.select({ status: outbox.status }).from(outbox).where(eq(outbox.id, id))
}

/** Statement: deletes a message that has no recipient any more. */
export function deleteMessage(db: Db, id: string) {
  return db.delete(outbox).where(and(eq(outbox.id, id), eq(outbox.status, 'pending')))
}

/** Forgets what messages that were sent before a moment (ISO instant) said beyond their kind and recipient; a part at a time. */
export async function emptyOldMessages(db: Db, before: string): Promise<void> {
  await db.run(sql`update ${outbox} set payload = '{}' where id in (
    select id from ${outbox} where status = 'sent' and payload <> '{}' and sent_at < ${before} limit ${OLD_AT_ONCE})`)
}

/** Statement: puts a message that failed or did not arrive aside: the dashboard does not list it any more. */
export function dismissMessage(db: Db, id: string, at: string) {
  return db
    .update(outbox)
    .set({ dismissedAt: at })
    .where(and(eq(outbox.id, id), OUTBOX_PROBLEM))
    .returning()
}

// Messages that wait because the mail provider did not take them.

/** It did not go when it was tried, or when it was due; what is held for an undo does not wait in this sense. */
const IS_WAITING = sql`(${outbox.attempts} > 0 or ${outbox.dueBeforePause} is not null)`

/** Condition: nobody is sending it. @param at ISO instant */
function isUnclaimed(at: string): SQL {
  return sql`(${outbox.lockedUntil} is null or ${outbox.lockedUntil} <= ${at})`
}

type Pause = {
  /** ISO instant before which nothing is sent. */
  until: string
  reason: string
  /** A kind: only messages that are as urgent are paused; absent: all. */
  asUrgentAs?: string
}

/** Pauses everything that is due or is tried again before an instant. What is held for an undo until then is not due yet. */
export async function pauseMessages(db: Db, { until, reason, asUrgentAs }: Pause, at: string): Promise<void> {
  const isConcerned =
    asUrgentAs === undefined ? sql`true` : sql`${URGENCY} = ${urgencyOf(sql`${asUrgentAs}`)}`
  await db
    .update(outbox)
    .set({
      dueBeforePause: sql`coalesce(${outbox.dueBeforePause}, ${outbox.nextAttemptAt})`,
      nextAttemptAt: until,
      lastError: reason,
    })
    .where(
      sql`${PENDING} and ${outbox.nextAttemptAt} < ${until} and ${isUnclaimed(at)} and ${isConcerned}
        and channel = 'mail' and (${outbox.nextAttemptAt} <= ${at} or ${IS_WAITING})`,
    )
}

/** Ends every pause, as a statement for a batch: what waited for the provider is due when it was due before. */
export function endPauses(db: Db, at: string) {
  return db
    .update(outbox)
    .set({ nextAttemptAt: sql`${outbox.dueBeforePause}`, dueBeforePause: null })
    .where(sql`${PENDING} and ${outbox.dueBeforePause} is not null and ${isUnclaimed(at)}`)
}

/** Value: when a message that waits is tried next (ISO instant); null for others, and while it is being sent. */
export const NEXT_TRY = sql<
  string | null
>`case when ${PENDING} and ${IS_WAITING} and ${outbox.lockedUntil} is null then ${outbox.nextAttemptAt} end`

/**
 * Statement: makes messages that wait due now, unless they are being sent.
 * @param id of one of them; absent: all
 * @returns those that are due by it
 */
export function makeDue(db: Db, at: string, id?: string) {
  const isConcerned = id === undefined ? sql`true` : sql`${outbox.id} = ${id}`
  return (
    db
      .update(outbox)
      .set({ nextAttemptAt: at, lockedUntil: null, dueBeforePause: null })
      // Nobody knows whether a text that was tried went: it is not sent again.
      .where(sql`${PENDING} and channel = 'mail' and ${IS_WAITING} and ${isUnclaimed(at)} and ${isConcerned}`)
      .returning()
  )
}

// Phones that ring.

export type Device = typeof floristDevices.$inferSelect

/** A phone that rings; null: it was removed. */
export async function deviceOf(db: Db, id: string): Promise<Device | null> {
  const [device] = await db.select().from(floristDevices).where(eq(floristDevices.id, id))
  return device ?? null
}

/** Statement: keeps when a phone was rung last, and what came of it. */
export function noteRing(db: Db, id: string, lastAnswer: string, at: string) {
  return db.update(floristDevices).set({ lastRungAt: at, lastAnswer }).where(eq(floristDevices.id, id))
}

/** Statement: forgets a phone that its push service does not know any more. */
export function forgetDevice(db: Db, id: string) {
  return db.delete(floristDevices).where(eq(floristDevices.id, id))
}

/**
 * Statement: the text of an offer is due now, unless a phone of the shop has rung or is about to be rung for the first time.
 * @returns it, unless it was due before
 */
export function textAtOnce(db: Db, { id, payload }: OutboxRow, at: string) {
  const shopOrderId = String(payload['shopOrderId'])
  const rang = sql`exists (select 1 from ${outbox} other where other.order_id = ${outbox.orderId} and other.id <> ${id}
    and other.kind = 'florist-ring' and (other.status = 'sent' or other.status = 'pending' and other.last_error is null)
    and other.payload ->> 'shopOrderId' = ${shopOrderId})`
  return db
    .update(outbox)
    .set({ nextAttemptAt: at })
    .where(sql`${outbox.dedupeKey} = ${`florist-text:${shopOrderId}`} and ${PENDING} and ${outbox.attempts} = 0
      and ${outbox.nextAttemptAt} > ${at} and not ${rang}`)
    .returning()
}
