import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { userByEmail } from '#api/queries/own-account.ts'
import { counterOf, countUp, within } from '#api/queries/rate-counters.ts'
import { countTry, waitAfter } from '#api/queries/tries.ts'
import type { SignInRequest } from '#src/contracts/auth.ts'
import { signChallenge } from './challenge.ts'
import { triesOf } from './device-token.ts'
import { type Browser, type OpenedSession, openSession } from './open-session.ts'
import { verifyPassword } from './password.ts'
import { slowDown } from './slow-down.ts'

/** Of a password that nobody has, with the parameters of all others: unknown people cost as much as known ones. */
const NOBODYS_HASH = 'scrypt$16384$8$5$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/**
 * Signs somebody in, or half way if they have a second factor (decisions.md, Accounts). Unknown, invited and deactivated
 * people, and a wrong password, are one and the same from outside: in words, in work and in time.
 * @throws AppError `wrong_credentials`, `rate_limited`
 */
export async function signIn(
  deps: Deps,
  { email, password }: SignInRequest,
  browser: Browser,
): Promise<{ opened: OpenedSession } | { challenge: string }> {
  const { db, clock, config } = deps
  const { max, seconds } = config.limits.signIn
  const now = clock.now()
  const address = await counterOf('signIn', browser.address, now, seconds)
  const tries = await triesOf(config, email, browser.device, now)
  const [calls, before, counted, [user]] = await db.batch([
    countUp(db, address),
    ...countTry(db, tries, now, within(address, max)),
    userByEmail(db, email),
  ])
  if ((calls[0]?.count ?? 0) > max) throw new AppError('rate_limited', { retryAfterSeconds: seconds })
  slowDown(waitAfter(before, counted, now))
  const right = await verifyPassword(password, user?.passwordHash ?? NOBODYS_HASH)
  if (!user || !right || user.deactivatedAt !== null) throw new AppError('wrong_credentials')
  if (user.totpEnabledAt !== null) return { challenge: await signChallenge(config, user.id, tries, now) }
  return { opened: await openSession(deps, user, browser, { forget: [tries] }) }
}
