import { type Keys, readToken, signToken } from './signed-token.ts'

/** How long an access token holds (decisions.md, Accounts). */
export const ACCESS_TOKEN_SECONDS = 10 * 60

/** What an access token says: whose session it is. What they may do stands in the session's row. */
export type AccessClaims = { sessionId: string; userId: string }

/**
 * Signs an access token.
 * @returns the token and the instant at which it expires, ISO
 */
export function signAccessToken(
  keys: Keys,
  { sessionId, userId }: AccessClaims,
  now: Date,
): Promise<{ token: string; expiresAt: string }> {
  const claims = { sid: sessionId }
  const token = { audience: 'back-office', subject: userId, claims, seconds: ACCESS_TOKEN_SECONDS } as const
  return signToken(keys, token, now)
}

/**
 * Reads an access token.
 * @param options.expired takes it though its time is over: to sign out, not to be let in
 * @returns null for whatever is not a token of ours that holds now
 */
export async function readAccessToken(
  keys: Keys,
  token: string,
  now: Date,
  options: { expired?: boolean } = {},
): Promise<(AccessClaims & { expiresAt: string }) | null> {
  const read = await readToken(keys, 'back-office', token, now, options)
  const sessionId = read?.claims['sid']
  if (!read || typeof sessionId !== 'string') return null
  return { sessionId, userId: read.subject, expiresAt: read.expiresAt }
}
