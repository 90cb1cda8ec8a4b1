import type { Deps } from '#api/deps.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { counterOf } from '#api/platform/rate-counters.ts'
import { enqueueOpenFloristLinks } from '#api/shop-orders/open-links-queries.ts'
import { mailboxOf } from '#domain/mailbox.ts'

/** Anyone can enter a shop's address: its links are not sent more often. */
export const OPEN_LINK_MAILS = { max: 3, seconds: 24 * 60 * 60 }

/** Emails a shop the orders that wait for it. Whether there are any shows neither in the answer nor in its time. */
export async function sendOpenLinks(deps: Deps, email: string): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const mails = await counterOf('florist-links', mailboxOf(email), now, OPEN_LINK_MAILS)
  await db.batch(
    enqueueOpenFloristLinks(db, { email, request: crypto.randomUUID() }, mails, now.toISOString()),
  )
  deps.waitUntil(sendDue(deps))
}
