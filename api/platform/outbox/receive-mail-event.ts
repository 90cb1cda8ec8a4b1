import { eq, or, sql } from 'drizzle-orm'
import type { Db, Deps } from '#api/deps.ts'
import { isUniqueViolation } from '#api/platform/database/constraint.ts'
import { sqlList } from '#api/platform/database/paging.ts'
import type { DeliveryEvent, MailEvent } from '#api/platform/mail/mail.ts'
import { DELIVERY_STATES } from '#domain/outbox.ts'
import { providerEvents } from '#drizzle/schema/checkout.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { deliveryIs, type OutboxRow } from './outbox.ts'
import { sendDue } from './send-due.ts'
import { mailboxHash, noteSuppression } from './suppressions.ts'
import { undeliveredNotices } from './undelivered.ts'

type MailEventOutcome = 'recorded' | 'unknown_message' | 'duplicate' | 'ignored'

/** States in which the message is lost; a complaint is about one that arrived. */
const LOST: ReadonlySet<string> = new Set(['failed', 'suppressed', 'bounced'])

/**
 * Acts on a verified event of the mail provider, once: marks the message, notifies the owner when a buyer or a florist was
 * not reached, and stops all mail to an address that complained. Events may come twice, in any order, and about messages that
 * this shop does not know.
 */
export async function receiveMailEvent(deps: Deps, event: MailEvent): Promise<MailEventOutcome> {
  if (event.kind === 'other') return 'ignored'
  const { db, clock, log } = deps
  const at = clock.now().toISOString()
  const { outcome, statements } =
    event.kind === 'delivery'
      ? await deliveryStatements(deps, event, at)
      : {
          outcome: 'recorded' as const,
          statements: [noteSuppression(db, mailboxHash(event.address), 'lifted_at', event.at)],
        }
  // First: refused when the event was acted on before.
  const received = { id: event.id, type: event.type, outcome, receivedAt: at }
  const what = await db.batch([db.insert(providerEvents).values(received), ...statements]).then(
    () => outcome,
    (error: unknown) => {
      if (!isUniqueViolation(error, 'provider_events.id')) throw error
      return 'duplicate' as const
    },
  )
  log('info', 'mail_event', { eventId: event.id, type: event.type, outcome: what })
  // The notice to the owner does not wait for the next minute.
  if (what === 'recorded' && event.kind === 'delivery' && LOST.has(event.state)) deps.waitUntil(sendDue(deps))
  return what
}

/** The writes that an event about a message leads to. A complaint counts for the mailbox, whoever sent the message. */
async function deliveryStatements({ db }: Deps, event: DeliveryEvent & { id: string }, at: string) {
  const complained = event.state === 'complained' ? event.recipients : []
  const suppressions = complained.map((address) =>
    noteSuppression(db, mailboxHash(address), 'complained_at', event.at),
  )
  const message = await messageOfEvent(db, event)
  if (!message) return { outcome: 'unknown_message' as const, statements: suppressions }
  const isCurrent = deliveryIs(message.id, event.state)
  return {
    outcome: 'recorded' as const,
    statements: [
      markDelivery(db, message.id, event, at),
      ...(LOST.has(event.state) ? undeliveredNotices(db, message, at, isCurrent) : []),
      ...suppressions,
    ],
  }
}

/** The message that an event is about; null when it is none of ours. */
async function messageOfEvent(
  db: Db,
  { reference, providerMessageId }: DeliveryEvent,
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
 * Marks a message with what the provider reports, as a statement for a batch, unless more is known of it already. A
 * report also says that the message was taken, whatever became of the answer to its sending.
 */
export function markDelivery(
  db: Db,
  id: string,
  report: Pick<DeliveryEvent, 'state' | 'detail' | 'providerMessageId' | 'at'>,
  at: string,
) {
  const { state, detail, providerMessageId } = report
  const weaker = DELIVERY_STATES.slice(0, DELIVERY_STATES.indexOf(state))
  return db.run(sql`
    update ${outbox} set status = 'sent', sent_at = coalesce(sent_at, ${report.at}), last_error = null, locked_until = null,
      provider_message_id = coalesce(provider_message_id, ${providerMessageId}),
      delivery = ${state}, delivery_at = ${report.at}, delivery_detail = ${detail}, dismissed_at = null, updated_at = ${at}
    where id = ${id} and (delivery is null or delivery in (${sqlList(weaker)}))`)
}
