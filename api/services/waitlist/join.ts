import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { counterOf } from '#api/queries/rate-counters.ts'
import { addToWaitlist } from '#api/queries/waitlist.ts'
import { sendDue } from '#api/services/outbox/send-due.ts'
import type { JoinWaitlistRequest } from '#src/contracts/waitlist.ts'
import { SITE } from '#src/site.ts'

/** Anyone can type a stranger's e-mail, with many ZIP codes: the stranger hears of it this often and no more. */
const RECEIPTS_A_DAY = 3
const DAY_SECONDS = 24 * 60 * 60

/**
 * Puts a person on the waitlist, once per e-mail and ZIP (decisions.md; §5 Waitlist creation), and lets both the owner
 * and the person know (§7 send-waitlist-notification). One round trip; mail goes out after the answer.
 * @param address where the request came from
 * @throws AppError `rate_limited`
 */
export async function joinWaitlist(deps: Deps, request: JoinWaitlistRequest, address: string): Promise<void> {
  const { db, clock, config } = deps
  const { email, city, state, zipCode, story, ...details } = request
  const { max, seconds } = config.limits.waitlist
  const now = clock.now()
  const { tries, joined } = await addToWaitlist(db, {
    entry: {
      id: crypto.randomUUID(),
      email,
      city,
      state,
      zipCode,
      story: story || null,
      unsubscribeToken: crypto.randomUUID(),
      createdAt: now.toISOString(),
    },
    owner: SITE.ownerEmail,
    details,
    tries: { counter: await counterOf('waitlist', address, now, seconds), max },
    receipts: {
      counter: await counterOf('waitlist-receipt', email.toLowerCase(), now, DAY_SECONDS),
      max: RECEIPTS_A_DAY,
    },
  })
  if (tries > max) throw new AppError('rate_limited', { retryAfterSeconds: seconds })
  if (joined) deps.defer(sendDue(deps))
}
