import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { allOf } from '#api/platform/database/condition.ts'
import { sha256 } from '#api/platform/hash.ts'
import { counterOf, incrementCounter, isBelowLimit, takeBackCounts } from '#api/platform/rate-counters.ts'
import { deviceName } from '#domain/device.ts'
import { CHALLENGE_SECONDS } from '#domain/sign-in.ts'
import { hasEmail, hasId, hasPassword, secondFactorIsOn, userWhere } from './account-queries.ts'
import { codeUse } from './factor-code.ts'
import { dummyHash, verifyPassword } from './password-hash.ts'
import type { SignInRequest } from './schema.ts'
import { accountHash, recordRefusal, refuseOverLimit, refuseTooSoon } from './security-log.ts'
import { type Browser, createAuthSession, type OpenedSession } from './sessions.ts'
import { addChallenge, challengeUse, countAttempt, deleteAttempts, secondsToWait } from './sign-in-queries.ts'
import { signInAttempts } from './tokens.ts'

/**
 * Signs somebody in, or half way if they have a second factor. Unknown, invited and deactivated people and a wrong
 * password cannot be distinguished from outside: same answer, same work, same time.
 * @throws AppError `wrong_credentials`, `rate_limited`, `busy`
 */
export async function signIn(
  deps: Deps,
  { email, password }: SignInRequest,
  browser: Browser,
): Promise<{ opened: OpenedSession } | { challenge: string }> {
  const { db, clock, config } = deps
  const now = clock.now()
  const { key: attempts, fromKnownBrowser } = await signInAttempts(config, email, browser.device, now)
  const lane = fromKnownBrowser ? 'known' : 'unknown'
  // Before anything is counted: being busy must not use up anybody's attempts.
  deps.hashing.refuseWhenFull(lane)
  const address = counterOf('signIn', browser.address, now, config.limits.signIn)
  const device = deviceName(browser.userAgent ?? null)
  const [before, , counted, [user], allowed] = await db.batch([
    ...countAttempt(db, attempts, now, { owner: hasEmail(email), device }, isBelowLimit(address)),
    userWhere(db, hasEmail(email)),
    incrementCounter(db, address),
  ])
  const who = { userId: user?.id ?? null, account: accountHash(config, email) }
  refuseOverLimit(deps, allowed, who)
  refuseTooSoon(deps, secondsToWait(before, counted, now), who)
  const passwordHash = user?.passwordHash ?? dummyHash(deps)
  const right = await verifyPassword(deps, lane, password, passwordHash).catch(async (error: unknown) => {
    await db.batch(takeBackCounts(db, [attempts, address.key], address.at))
    throw error
  })
  if (!user || !right || user.deactivatedAt !== null) {
    recordRefusal(deps, 'sign_in_failed', { ...who, device })
    throw new AppError('wrong_credentials')
  }
  if (user.totpEnabledAt === null) {
    const options = { condition: hasPassword(passwordHash), statements: [deleteAttempts(db, [attempts])] }
    return { opened: await createAuthSession(deps, user, browser, options) }
  }
  // It says that somebody has given their password, works once, and only while that is their password. The database has a hash.
  const secret = crypto.randomUUID()
  const expiresAt = new Date(now.getTime() + CHALLENGE_SECONDS * 1000).toISOString()
  const half = { id: sha256(secret), userId: user.id, passwordHash, expiresAt, at: now.toISOString() }
  if (!(await addChallenge(db, half))) throw new AppError('wrong_credentials')
  return { challenge: `${user.id}.${secret}` }
}

/**
 * Finishes a sign-in by the second factor: a code of the app, or a recovery code. Each works once.
 * @param typed the code as it was typed
 * @param challenge the token of the first half; it works once, and without it no code can be tried
 * @throws AppError `second_factor_over`, `wrong_code`, `rate_limited`
 */
export async function finishSignIn(
  deps: Deps,
  typed: string,
  challenge: string | undefined,
  browser: Browser,
): Promise<OpenedSession> {
  const { db, clock, config } = deps
  const now = clock.now()
  const [userId, secret, ...more] = (challenge ?? '').split('.')
  if (!userId || !secret || more.length > 0) throw new AppError('second_factor_over')
  const id = sha256(secret)
  const attempts = `second-factor:${userId}`
  const { open, isOpen, statement: useUpChallenge } = challengeUse(db, id, userId, now.toISOString())
  const device = deviceName(browser.userAgent ?? null)
  const [before, , counted, [user], [found]] = await db.batch([
    ...countAttempt(db, attempts, now, { owner: hasId(userId), device }, isOpen),
    userWhere(db, hasId(userId)),
    open,
  ])
  if (!found) throw new AppError('second_factor_over')
  refuseTooSoon(deps, secondsToWait(before, counted, now), { userId })
  if (!user || user.totpEnabledAt === null) throw new AppError('second_factor_over')
  const use = await codeUse(deps, user, typed, now)
  if ('refused' in use) {
    recordRefusal(deps, 'code_failed', { userId, device })
    throw new AppError('wrong_code', { message: use.refused })
  }
  const { key: passwordAttempts } = await signInAttempts(config, user.email, browser.device, now)
  return createAuthSession(deps, user, browser, {
    condition: allOf(secondFactorIsOn(userId), use.isUnused, isOpen),
    statements: [
      use.statement,
      ...use.more,
      useUpChallenge,
      deleteAttempts(db, [passwordAttempts, attempts]),
    ],
    refused: 'wrong_code',
  })
}
