import * as z from 'zod/mini'
import type { Deps } from '#api/deps.ts'
import type { Rendered } from '#api/platform/mail/render.tsx'
import type { OutboxRow, WaitlistMessage } from '#api/platform/outbox/outbox.ts'
import { readServingMarket } from '#api/storefront/queries.ts'
import { waitlistEntry } from '#api/waitlist/queries.ts'
import { ZIP_LENGTH } from '#domain/zip.ts'
import { waitlistOpen, waitlistReceipt } from './waitlist-news.tsx'
import { waitlistNotice } from './waitlist-notice.tsx'

const ofEntry = z.object({
  entryId: z.string(),
  productTitle: z.optional(z.string()),
  address: z.optional(z.string()),
  zipCodes: z._default(z.array(z.string()), []),
})

/**
 * Renders an email about the waitlist.
 * @returns null when there is nothing to send: the entry was deleted, the person has unsubscribed
 */
export async function waitlistContent(
  { db, clock, config: { origin } }: Pick<Deps, 'db' | 'clock' | 'config'>,
  kind: WaitlistMessage,
  row: OutboxRow,
): Promise<Rendered | null> {
  // A version before 29 November 2026 may have written one, which is due up to an hour later.
  if (kind === 'waitlist-digest') return null
  const { entryId, zipCodes, ...details } = ofEntry.parse(row.payload)
  const entry = await waitlistEntry(db, entryId)
  if (!entry) return null
  // A market may serve the ZIP code already: the person waits until it takes orders.
  const market = (await readServingMarket(db, entry.zipCode.slice(0, ZIP_LENGTH), clock.now()))?.name
  if (kind === 'waitlist-notice') return waitlistNotice({ entry, market, ...details }, origin)
  if (entry.unsubscribedAt !== null) return null
  if (kind === 'waitlist-receipt') return waitlistReceipt(entry, market, origin)
  // Not notified: the person has joined again since, and waits for a later email than this one.
  return entry.notifiedAt === null ? null : waitlistOpen(entry, zipCodes, origin)
}
