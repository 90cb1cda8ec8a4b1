import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { sqlList } from '#api/platform/database/paging.ts'
import { BUYER_MESSAGES } from '#domain/order/causes.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'

// An email to a buyer whose address was corrected, or whose links were ended, since it went can be sent once more, with new
// links: as a message of its own, because the provider would take its key for the one that it has sent.

/** True for the message that was sent instead of `first`, under a longer key. */
const isSuccessor = (message: SQL, first: SQL) => sql`${message}.order_id = ${first}.order_id
  and substr(${message}.dedupe_key, 1, length(${first}.dedupe_key) + 1) = ${first}.dedupe_key || ':'`
const M = sql.raw('outbox')

/** Condition: it was sent anew, so that it is not sent itself any more. */
const WAS_RENEWED = sql`exists (select 1 from ${outbox} newer where ${isSuccessor(sql.raw('newer'), M)})`

/**
 * Condition, beside the order `o` of a message that is not about to be sent: its buyer has another address or other links by
 * now. One that was sent instead of another has the time of its links in its key.
 */
const IS_OUTDATED = sql`${M}.kind in (${sqlList(BUYER_MESSAGES)}) and ${M}.status <> 'pending'
  and (lower(${M}.recipient) <> lower(o.customer_email) or coalesce(${M}.sent_at, ${M}.updated_at) <= o.manage_links_ended_at
    and substr(${M}.dedupe_key, -length(o.manage_links_ended_at)) <> o.manage_links_ended_at)
  and o.is_sample = 0`

/** Value: the address to which `Send again` sends a message; null where there is nothing to send again. */
export const SENT_AGAIN_TO = sql<
  string | null
>`case when ${M}.channel <> 'mail' or ${WAS_RENEWED} then null else coalesce(
  (select o.customer_email from ${orders} o where o.id = ${M}.order_id and ${IS_OUTDATED}),
  case when ${M}.status = 'failed' then ${M}.recipient end) end`

/**
 * Statement: writes a message to a buyer once more, to the address that they have now. Its time stays, so that it says the
 * same and stands beside the first.
 */
export function renewMessage(db: Db, id: string, at: string) {
  return db.run(sql`
    insert into ${outbox} (id, kind, dedupe_key, order_id, recipient, payload, next_attempt_at, created_at, updated_at)
    select ${crypto.randomUUID()}, outbox.kind, outbox.dedupe_key || ':' || coalesce(o.manage_links_ended_at, outbox.updated_at),
      o.id, o.customer_email, outbox.payload, ${at}, outbox.created_at, ${at}
    from ${outbox} join ${orders} o on o.id = outbox.order_id
    where outbox.id = ${id} and ${IS_OUTDATED} and not ${WAS_RENEWED}
    on conflict (dedupe_key) do nothing`)
}

/** Statement: puts a message aside that was sent anew. */
export function dismissRenewed(db: Db, id: string, at: string) {
  return db
    .update(outbox)
    .set({ dismissedAt: at })
    .where(sql`${outbox.id} = ${id} and ${outbox.dismissedAt} is null and ${WAS_RENEWED}`)
}

/** Statement: a message, or what was sent instead of it last. */
export function lastOf(db: Db, id: string) {
  return db
    .select()
    .from(outbox)
    .where(
      sql`${outbox.id} in (select ${id} union select newer.id from ${outbox} first
        join ${outbox} newer on ${isSuccessor(sql.raw('newer'), sql.raw('first'))} where first.id = ${id})`,
    )
    .orderBy(sql`${outbox}.rowid desc`)
    .limit(1)
}

/**
 * Statements: emails to the buyer of an order go to another address. Those that were tried may have gone to the old one: they
 * end, and are sent again by a person.
 */
export function readdressMessages(db: Db, orderId: string, recipient: string, at: string) {
  const isWaiting = sql`${outbox.orderId} = ${orderId} and ${outbox.status} = 'pending' and ${outbox.kind} in (${sqlList(BUYER_MESSAGES)})
    and ${outbox.recipient} <> ${recipient}`
  return [
    db.update(outbox).set({ recipient, updatedAt: at }).where(sql`${isWaiting} and ${outbox.attempts} = 0`),
    db
      .update(outbox)
      .set({
        status: 'failed',
        lastError: 'Stopped: the buyer’s address was corrected',
        lockedUntil: null,
        dueBeforePause: null,
        updatedAt: at,
      })
      .where(sql`${isWaiting} and ${outbox.attempts} > 0`),
  ]
}

/**
 * Statement: puts a message that failed for good back among those to be sent, as if it had never been tried, under the same
 * key.
 */
export function retryMessage(db: Db, id: string, at: string) {
  return db
    .update(outbox)
    .set({
      status: 'pending',
      attempts: 0,
      nextAttemptAt: at,
      lockedUntil: null,
      dueBeforePause: null,
      delivery: null,
      dismissedAt: null,
      updatedAt: at,
    })
    .where(
      sql`${outbox.id} = ${id} and ${outbox.status} = 'failed' and channel = 'mail' and not ${WAS_RENEWED}`,
    )
}
