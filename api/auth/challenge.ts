import type { Deps } from '#api/deps.ts'
import { addChallenge } from './challenge-queries.ts'
import { type Keys, readToken, signToken } from './tokens.ts'

/** How long somebody may look for their phone. */
export const CHALLENGE_SECONDS = 5 * 60

/**
 * Says that somebody knew their password a moment ago. It works once, and only while that is their password.
 * @param user as they were read when the password was checked
 * @param tries what counted this, to be forgotten in the end
 * @returns null when the password was changed in the meantime
 */
export async function createChallenge(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  user: { id: string; passwordHash: string },
  tries: string,
  now: Date,
): Promise<string | null> {
  const id = crypto.randomUUID()
  const { token, expiresAt } = await signToken(
    config,
    {
      audience: 'second-factor',
      subject: user.id,
      claims: { tries, challenge: id },
      seconds: CHALLENGE_SECONDS,
    },
    now,
  )
  const { id: userId, passwordHash } = user
  const kept = await addChallenge(db, { id, userId, passwordHash, expiresAt, at: now.toISOString() })
  return kept ? token : null
}

/** @returns null for whatever is not a challenge of ours that holds now; whether it was used is for the database to say */
export async function readChallenge(
  keys: Keys,
  token: string,
  now: Date,
): Promise<{ id: string; userId: string; tries: string } | null> {
  const read = await readToken(keys, 'second-factor', token, now)
  const { tries, challenge: id } = read?.claims ?? {}
  return read && typeof tries === 'string' && typeof id === 'string'
    ? { id, userId: read.subject, tries }
    : null
}
