import { sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { addMessage } from '#api/platform/outbox/outbox.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { counterOf, countUp, hasRoom } from '#api/platform/rate-counters.ts'
import { deviceWords } from '#domain/device.ts'
import { hasEmail } from './account-queries.ts'
import { addLink, linkExists } from './link-queries.ts'
import { linkTokens, PASSWORD_RESET_SECONDS } from './one-time-link.ts'
import type { Browser } from './open-session.ts'
import { addSecurityEvent } from './security-event-queries.ts'
import { accountHash, logSecurityEvent } from './security-log.ts'

/** Anyone can type a stranger's e-mail: the stranger hears of it this often and no more. */
const MAILS = { max: 3, seconds: 60 * 60 }

/**
 * Sends somebody a link by which they choose a new password (decisions.md, Accounts), if we know them. Whether we do
 * shows neither in what is answered nor in how long it takes: the same statements run for everyone.
 * @throws AppError `rate_limited`
 */
export async function forgottenPassword(
  deps: Deps,
  email: string,
  { address, userAgent }: Pick<Browser, 'address' | 'userAgent'>,
): Promise<void> {
  const { db, clock, config } = deps
  const limit = config.limits.signIn
  const now = clock.now()
  const at = now.toISOString()
  const id = crypto.randomUUID()
  const [{ hash }] = await linkTokens(config, id)
  const calls = await counterOf('forgotten', address, now, limit)
  const mails = await counterOf('forgotten-mail', email.toLowerCase(), now, MAILS)
  const person = sql`lower(email) = lower(${email}) and deactivated_at is null and password_hash is not null`
  const expiresAt = new Date(now.getTime() + PASSWORD_RESET_SECONDS * 1000).toISOString()
  const link = { id, kind: 'password_reset', tokenHash: hash, invitedBy: null, expiresAt, at } as const
  const [, , , , allowed] = await db.batch([
    addLink(db, link, sql`${person} and ${hasRoom(calls)} and ${hasRoom(mails)}`),
    addMessage(
      db,
      {
        kind: 'password-reset',
        about: id,
        orderId: null,
        recipient: sql`(select email from users where lower(email) = lower(${email}))`,
        payload: sql`${JSON.stringify({ linkId: id })}`,
      },
      at,
      linkExists(id),
    ),
    addSecurityEvent(
      db,
      { kind: 'password_reset_requested', device: deviceWords(userAgent ?? null), at },
      sql`${hasEmail(email)} and ${linkExists(id)}`,
    ),
    countUp(db, mails, hasRoom(calls)),
    countUp(db, calls),
  ])
  const who = { userId: null, account: await accountHash(config, email) }
  if (allowed.length === 0) {
    logSecurityEvent(deps, 'throttled', { ...who, limit: 'signIn' })
    throw new AppError('rate_limited', { retryAfterSeconds: limit.seconds })
  }
  logSecurityEvent(deps, 'password_reset_requested', who)
  deps.defer(sendDue(deps))
}
