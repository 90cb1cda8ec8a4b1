import type { Deps, Limit } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { counterOf } from '#api/platform/rate-counters.ts'
import { domainOf, isPublicMailDomain, mailboxOf } from '#domain/mailbox.ts'
import { SITE } from '#src/site.ts'
import { DIGEST_MINUTES, WAITLIST_MAIL_LIMITS as LIMITS } from './mail-limits.ts'
import { addToWaitlist, type Digest } from './queries.ts'
import type { JoinWaitlistRequest } from './schema.ts'

const DIGEST_MS = DIGEST_MINUTES * 60_000

/**
 * Puts a person on the waitlist, once per e-mail and ZIP (decisions.md; §5 Waitlist creation), and lets both the owner
 * and the person know (§7 send-waitlist-notification). One round trip; mail goes out after the answer.
 * @param address where the request came from
 * @throws AppError `rate_limited`
 */
export async function joinWaitlist(deps: Deps, request: JoinWaitlistRequest, address: string): Promise<void> {
  const { db, clock, config } = deps
  const { email, city, state, zipCode, story, ...details } = request
  const limit = config.limits.waitlist
  const now = clock.now()
  const mailbox = mailboxOf(email)
  const domain = domainOf(mailbox)
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
    tries: await counterOf('waitlist', address, now, limit),
    receipts: {
      mailbox: await counterOf('waitlist-receipt', mailbox, now, aDay(LIMITS.receiptsPerMailbox)),
      domain: await counterOf(
        'waitlist-receipt-domain',
        domain,
        now,
        aDay(isPublicMailDomain(domain) ? LIMITS.receiptsPerPublicDomain : LIMITS.receiptsPerDomain),
      ),
    },
    notices: await counterOf('waitlist-notice', SITE.ownerEmail, now, aDay(LIMITS.notices)),
    digest: digestOf(now),
  })
  if (!allowed) throw new AppError('rate_limited', { retryAfterSeconds: limit.seconds })
  if (joined) deps.defer(sendDue(deps))
}

const aDay = (max: number): Limit => ({ max, seconds: 24 * 60 * 60 })

/** The stretch of time that is counted together, which `now` falls in. */
function digestOf(now: Date): Digest {
  const from = Math.floor(now.getTime() / DIGEST_MS) * DIGEST_MS
  return { from: new Date(from).toISOString(), until: new Date(from + DIGEST_MS).toISOString() }
}
