import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { counterOf, countUp, hasRoom } from '#api/platform/rate-counters.ts'
import { deviceWords } from '#domain/device.ts'
import { hasEmail, userByEmail } from './account-queries.ts'
import { countTry, waitAfter } from './attempt-queries.ts'
import { createChallenge } from './challenge.ts'
import { hasPassword } from './challenge-queries.ts'
import { type Browser, type OpenedSession, openSession } from './open-session.ts'
import { verifyPassword } from './password.ts'
import type { SignInRequest } from './schema.ts'
import { accountHash, logSecurityEvent, noteRefusal } from './security-log.ts'
import { slowDown } from './slow-down.ts'
import { signInAttemptsKey } from './tokens.ts'

/** Of a password that nobody has, with the parameters of all others: unknown people cost as much as known ones. */
const NOBODYS_HASH = 'scrypt$16384$8$5$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/**
 * Signs somebody in, or half way if they have a second factor (decisions.md, Accounts). Unknown, invited and deactivated
 * people, and a wrong password, are one and the same from outside: in words, in work and in time.
 * @throws AppError `wrong_credentials`, `rate_limited`, `busy`
 */
export async function signIn(
  deps: Deps,
  { email, password }: SignInRequest,
  browser: Browser,
): Promise<{ opened: OpenedSession } | { challenge: string }> {
  // Before anything is counted: nobody's tries are used up while the shop is busy.
  deps.hashing.refuseWhenFull()
  const { db, clock, config } = deps
  const limit = config.limits.signIn
  const now = clock.now()
  const address = await counterOf('signIn', browser.address, now, limit)
  const tries = await signInAttemptsKey(config, email, browser.device, now)
  const device = deviceWords(browser.userAgent ?? null)
  const [before, , counted, [user], allowed] = await db.batch([
    ...countTry(db, tries, now, { owner: hasEmail(email), device }, hasRoom(address)),
    userByEmail(db, email),
    countUp(db, address),
  ])
  const who = { userId: user?.id ?? null, account: await accountHash(config, email) }
  if (allowed.length === 0) {
    logSecurityEvent(deps, 'throttled', { ...who, limit: 'signIn' })
    throw new AppError('rate_limited', { retryAfterSeconds: limit.seconds })
  }
  slowDown(deps, waitAfter(before, counted, now), who)
  const passwordHash = user?.passwordHash ?? NOBODYS_HASH
  const right = await verifyPassword(deps, password, passwordHash)
  if (!user || !right || user.deactivatedAt !== null) {
    noteRefusal(deps, 'sign_in_failed', { ...who, device })
    throw new AppError('wrong_credentials')
  }
  if (user.totpEnabledAt === null) {
    const onlyIf = hasPassword(passwordHash)
    return { opened: await openSession(deps, user, browser, { forget: [tries], onlyIf }) }
  }
  const challenge = await createChallenge(deps, { id: user.id, passwordHash }, tries, now)
  if (challenge === null) throw new AppError('wrong_credentials')
  return { challenge }
}
