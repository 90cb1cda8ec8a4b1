import { getDomain } from 'tldts-icann'
import type { Deps, Limit } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { csvStream } from '#api/platform/csv.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { counterOf } from '#api/platform/rate-counters.ts'
import { isPublicMailDomain, mailboxOf } from '#domain/mailbox.ts'
import { SITE } from '#domain/site.ts'
import { nextEntries, type WaitlistExportRow } from './admin-queries.ts'
import type { JoinWaitlistRequest } from './join-schema.ts'
import { addToWaitlist, announceOpening, unsubscribe } from './queries.ts'
import type { WaitlistFilter } from './schema.ts'

/** Emails that the waitlist may cause within a day: anyone can enter somebody else's address. */
export const WAITLIST_MAIL_LIMITS = {
  /** To one mailbox, whatever tags or dots its address is written with. */
  receiptsPerMailbox: 3,
  /** To one domain, with all names below it: it may belong to one person who gets everything that is sent there. */
  receiptsPerDomain: 20,
  /** To one public mail provider. */
  receiptsPerPublicDomain: 1_000,
  /** To everybody: domains cost little. Whoever joins after that is on the waitlist without an email about it. */
  receipts: 2_000,
  /** To the owner about one person each. Whoever joins after that stands on the waitlist's screens only. */
  notices: 5,
} as const

/** The number of ZIP codes that an error message lists. */
const ZIPS_LISTED = 10

/**
 * Puts a person on the waitlist, once per email and ZIP, and writes an email to the owner and one to the person, in one
 * round trip.
 * @param address network address of the request
 * @throws AppError `rate_limited`
 */
export async function joinWaitlist(deps: Deps, request: JoinWaitlistRequest, address: string): Promise<void> {
  const { db, clock, config } = deps
  const { email, city, state, zipCode, story, ...details } = request
  const limit = config.limits.waitlist
  const now = clock.now()
  const mailbox = mailboxOf(email)
  const domain = registeredDomainOf(mailbox)
  const { receiptsPerMailbox, receiptsPerDomain, receiptsPerPublicDomain } = WAITLIST_MAIL_LIMITS
  const { notices, receipts } = WAITLIST_MAIL_LIMITS
  const domainMax = isPublicMailDomain(domain) ? receiptsPerPublicDomain : receiptsPerDomain
  const { allowed, joined } = await addToWaitlist(db, {
    entry: {
      id: crypto.randomUUID(),
      email,
      mailbox,
      city,
      state,
      zipCode,
      story: story || null,
      unsubscribeToken: crypto.randomUUID(),
      createdAt: now.toISOString(),
    },
    owner: SITE.ownerEmail,
    details,
    attempts: counterOf('waitlist', address, now, limit),
    receipts: {
      mailbox: counterOf('waitlist-receipt', mailbox, now, aDay(receiptsPerMailbox)),
      domain: counterOf('waitlist-receipt-domain', domain, now, aDay(domainMax)),
      all: counterOf('waitlist-receipts', '', now, aDay(receipts)),
    },
    notices: counterOf('waitlist-notice', SITE.ownerEmail, now, aDay(notices)),
  })
  if (!allowed) throw new AppError('rate_limited', { retryAfterSeconds: limit.seconds })
  if (joined) deps.waitUntil(sendDue(deps))
}

/**
 * Takes a person off the waitlist, for every ZIP they asked about. A second call changes nothing.
 * @param token of the link in their email
 * @param address network address of the request
 * @throws AppError `link_unknown`; `rate_limited` for an address that tries too many unknown tokens
 */
export async function leaveWaitlist(
  { db, clock, config }: Deps,
  token: string,
  address: string,
): Promise<void> {
  const limit = config.limits.waitlist
  const now = clock.now()
  const misses = counterOf('unsubscribe', address, now, limit)
  const { known, allowed } = await unsubscribe(db, token, now.toISOString(), misses)
  if (known) return
  if (!allowed) throw new AppError('rate_limited', { retryAfterSeconds: limit.seconds })
  throw new AppError('link_unknown')
}

/**
 * Notifies everyone who waits for one of these ZIP codes that we deliver there now: one email a person, once.
 * @param zipCodes five digits each
 * @returns how many people get an email
 * @throws AppError `zip_not_served` when one of them has no market or one that takes no orders: then nobody gets an email
 */
export async function notifyWaiting(deps: Deps, zipCodes: readonly string[]): Promise<number> {
  const { db, clock } = deps
  const distinct = [...new Set(zipCodes)].sort()
  const { unserved, notified } = await announceOpening(db, distinct, clock.now().toISOString())
  if (unserved.length > 0) {
    const message = `No open market serves ${listed(unserved)} yet. Nobody was emailed.`
    throw new AppError('zip_not_served', { message, issues: [{ path: 'zipCodes', message }] })
  }
  if (notified > 0) deps.waitUntil(sendDue(deps))
  return notified
}

/**
 * The domain of an address as somebody registers it, in lower case: `example.com` of `a@mail.example.com`. Whoever has it gets
 * the mail of every name below it.
 */
export function registeredDomainOf(email: string): string {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return getDomain(domain) ?? domain
}

/** Exported entries in memory at a time. */
const CHUNK_SIZE = 1_000

const COLUMNS: readonly (readonly [heading: string, cell: (entry: WaitlistExportRow) => string])[] = [
  ['Email', ({ email }) => email],
  ['City', ({ city }) => city],
  ['State', ({ state }) => state],
  ['ZIP code', ({ zipCode }) => zipCode],
  ['Story', ({ story }) => story ?? ''],
  ['Contacted', ({ contacted }) => (contacted ? 'yes' : 'no')],
  ['Added', ({ createdAt }) => createdAt],
  ['Notified', ({ notifiedAt }) => notifiedAt ?? ''],
  ['Unsubscribed', ({ unsubscribedAt }) => unsubscribedAt ?? ''],
]

/** The waitlist as CSV, newest first. Instants are ISO. */
export function exportWaitlist(deps: Deps, filter: WaitlistFilter): Promise<ReadableStream<Uint8Array>> {
  return csvStream(deps, COLUMNS, CHUNK_SIZE, async (after) =>
    nextEntries(deps.db, filter, after, CHUNK_SIZE),
  )
}

const aDay = (max: number): Limit => ({ max, seconds: 24 * 60 * 60 })

function listed(zipCodes: readonly string[]): string {
  const more = zipCodes.length - ZIPS_LISTED
  return `${zipCodes.slice(0, ZIPS_LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
