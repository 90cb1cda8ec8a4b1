import { eq, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { sqlList } from '#api/platform/database/paging.ts'
import { DELIVERY_STATES, type DeliveryState } from '#domain/outbox.ts'
import { providerEvents } from '#drizzle/schema/checkout.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import type { OutboxRow } from './outbox.ts'

/** The message that an event is about; null when it is none of ours. */
export async function messageOfEvent(
  db: Db,
  { reference, providerMessageId }: { reference: string | null; providerMessageId: string },
): Promise<OutboxRow | null> {
  const sent = eq(outbox.providerMessageId, providerMessageId)
  // The provider may report before its answer to the sending was written down, or after that answer was lost.
  const [row] = await db
    .select()
    .from(outbox)
    .where(reference === null ? sent : or(eq(outbox.id, reference), sent))
    .limit(1)
  return row ?? null
}

/**
 * Remembers an event, as the first statement of its batch.
 * @throws UNIQUE violation of `provider_events.id` when it was acted on before
 */
export function addMailEvent(db: Db, event: { id: string; type: string; outcome: string }, at: string) {
  return db.insert(providerEvents).values({ ...event, receivedAt: at })
}

type Report = { state: DeliveryState; at: string; providerMessageId: string; detail: string | null }

/**
 * Marks a message with what the provider reports, as a statement for a batch, unless more is known of it already. A
 * report also says that the message was taken, whatever became of the answer to its sending.
 */
export function markDelivery(db: Db, id: string, report: Report, at: string) {
  const { state, detail, providerMessageId } = report
  const weaker = DELIVERY_STATES.slice(0, DELIVERY_STATES.indexOf(state))
  return db.run(sql`
    update ${outbox} set status = 'sent', sent_at = coalesce(sent_at, ${report.at}), last_error = null, locked_until = null,
      provider_message_id = coalesce(provider_message_id, ${providerMessageId}),
      delivery = ${state}, delivery_at = ${report.at}, delivery_detail = ${detail}, dismissed_at = null, updated_at = ${at}
    where id = ${id} and (delivery is null or delivery in (${sqlList(weaker)}))`)
}

/** True in a batch while the provider's last word on a message is this one. */
export function deliveryStateIs(messageId: string, state: DeliveryState): SQL {
  return sql`exists (select 1 from ${outbox} where id = ${messageId} and delivery = ${state})`
}
