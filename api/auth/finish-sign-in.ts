import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db, Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { deviceWords } from '#domain/device.ts'
import { readCode, type TypedCode } from '#domain/second-factor.ts'
import {
  codeIsUnused,
  secondFactorIsOn,
  spendCode,
  spendStep,
  stepIsFresh,
  type UserRow,
  userById,
} from './account-queries.ts'
import { countTry, waitAfter } from './attempt-queries.ts'
import { readChallenge } from './challenge.ts'
import { challengeIsOpen, openChallenge, spendChallenge } from './challenge-queries.ts'
import { type Browser, type OpenedSession, openSession } from './open-session.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { noteRefusal } from './security-log.ts'
import { slowDown } from './slow-down.ts'
import { stepOf } from './totp.ts'

/**
 * Finishes a sign-in by the second factor: a code of the app, or a recovery code. Each works once.
 * @param challenge what the first half gave; without it nobody may try codes. It signs in once
 * @param typed the code as it was typed
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
  const begun = challenge ? await readChallenge(config, challenge, now) : null
  if (!begun) throw new AppError('second_factor_over')
  const { id, userId } = begun
  const tries = `second-factor:${userId}`
  const isOpen = challengeIsOpen(id, userId, now.toISOString())
  const device = deviceWords(browser.userAgent ?? null)
  const [before, , counted, [user], [open]] = await db.batch([
    ...countTry(db, tries, now, { owner: sql`id = ${userId}`, device }, isOpen),
    userById(db, userId),
    openChallenge(db, id, userId, now.toISOString()),
  ])
  if (!open) throw new AppError('second_factor_over')
  slowDown(deps, waitAfter(before, counted, now), { userId })
  if (!user || user.totpEnabledAt === null) throw new AppError('second_factor_over')
  const code = readCode(typed)
  const spending = code && (await spend(db, user, code, now))
  if (!spending) {
    noteRefusal(deps, 'code_failed', { userId, device })
    throw new AppError('wrong_code')
  }
  return openSession(deps, user, browser, {
    forget: [begun.tries, tries],
    onlyIf: sql`${secondFactorIsOn(userId)} and ${spending.onlyIf} and ${isOpen}`,
    after: (isSignedIn) => [spending.statement, spendChallenge(db, id, isSignedIn)],
    refused: 'wrong_code',
  })
}

/** What must hold for a code to count, and what uses it up. */
type Spending = { onlyIf: SQL; statement: BatchItem<'sqlite'> }

async function spend(db: Db, user: UserRow, { kind, code }: TypedCode, now: Date): Promise<Spending | null> {
  if (kind === 'recovery') {
    const hash = await recoveryCodeHash(user.id, code)
    return { onlyIf: codeIsUnused(user.id, hash), statement: spendCode(db, user.id, hash, now.toISOString()) }
  }
  const step = user.totpSecret === null ? null : stepOf(user.totpSecret, code, now)
  return step === null
    ? null
    : { onlyIf: stepIsFresh(user.id, step), statement: spendStep(db, user.id, step) }
}
