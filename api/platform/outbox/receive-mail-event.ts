import type { Deps } from '#api/deps.ts'
import { isUniqueViolation } from '#api/platform/database/constraint.ts'
import type { DeliveryEvent, MailEvent } from '#api/platform/mail/mail.ts'
import { addMailEvent, deliveryStateIs, markDelivery, messageOfEvent } from './mail-events.ts'
import { sendDue } from './send-due.ts'
import { liftSuppression, mailboxHash, suppressMailbox } from './suppressions.ts'
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
          statements: [liftSuppression(db, await mailboxHash(event.address), event.at)],
        }
  const what = await db
    .batch([addMailEvent(db, { id: event.id, type: event.type, outcome }, at), ...statements])
    .then(
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
  const hashes = await Promise.all(complained.map(mailboxHash))
  const suppressions = hashes.map((hash) => suppressMailbox(db, hash, event.at))
  const message = await messageOfEvent(db, event)
  if (!message) return { outcome: 'unknown_message' as const, statements: suppressions }
  const isCurrent = deliveryStateIs(message.id, event.state)
  return {
    outcome: 'recorded' as const,
    statements: [
      markDelivery(db, message.id, event, at),
      ...(LOST.has(event.state) ? await undeliveredNotices(db, message, at, isCurrent) : []),
      ...suppressions,
    ],
  }
}
