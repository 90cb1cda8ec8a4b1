import { type Keys, readToken, signToken } from './signed-token.ts'

/** How long somebody may look for their phone. */
export const CHALLENGE_SECONDS = 5 * 60

/** Says that somebody knew their password a moment ago. @param tries what counted this, to be forgotten in the end */
export async function signChallenge(keys: Keys, userId: string, tries: string, now: Date): Promise<string> {
  const token = {
    audience: 'second-factor',
    subject: userId,
    claims: { tries },
    seconds: CHALLENGE_SECONDS,
  } as const
  return (await signToken(keys, token, now)).token
}

/** @returns null for whatever is not a challenge of ours that holds now */
export async function readChallenge(
  keys: Keys,
  token: string,
  now: Date,
): Promise<{ userId: string; tries: string } | null> {
  const read = await readToken(keys, 'second-factor', token, now)
  const tries = read?.claims['tries']
  return read && typeof tries === 'string' ? { userId: read.subject, tries } : null
}
