import type { Deps } from '#api/deps.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { counterOf } from '#api/platform/rate-counters.ts'
import { mailboxOf } from '#domain/mailbox.ts'
import { readReference } from '#domain/reference.ts'
import { enqueueLinks } from './queries.ts'
import type { FindOrderRequest } from './schema.ts'

/** Anyone can enter somebody else's email address: more emails than this are not sent to a mailbox. */
export const LINK_MAILS = { max: 3, seconds: 24 * 60 * 60 }

/**
 * Sends the links of a paid order to its buyer, if there is one with this reference and email. Whether there is shows neither
 * in the answer nor in its time: the same statements run for every request.
 */
export async function findOrder(deps: Deps, { reference, email }: FindOrderRequest): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const mails = await counterOf('order-links', mailboxOf(email), now, LINK_MAILS)
  const wanted = { reference: readReference(reference) ?? '', email, request: crypto.randomUUID() }
  await enqueueLinks(db, wanted, mails, now.toISOString())
  deps.waitUntil(sendDue(deps))
}
