import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import type { Config } from '#api/deps.ts'

/** How long an access token holds (decisions.md, Accounts). */
export const ACCESS_TOKEN_SECONDS = 10 * 60

const ALGORITHM = 'HS256'
const AUDIENCE = 'back-office'

/** What an access token says: whose session it is. What they may do stands in the session's row. */
export type AccessClaims = { sessionId: string; userId: string }

type Keys = Pick<Config, 'authKeys' | 'origin'>

/**
 * Signs an access token with the newest key.
 * @returns the token and the instant at which it expires, ISO
 */
export async function signAccessToken(
  { authKeys, origin }: Keys,
  { sessionId, userId }: AccessClaims,
  now: Date,
): Promise<{ token: string; expiresAt: string }> {
  const [key] = authKeys
  if (!key) throw new Error('There is no key to sign with')
  const issuedAt = Math.floor(now.getTime() / 1000)
  const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS
  const token = await new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: ALGORITHM, kid: key.id })
    .setIssuer(origin)
    .setAudience(AUDIENCE)
    .setSubject(userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(bytes(key.secret))
  return { token, expiresAt: new Date(expiresAt * 1000).toISOString() }
}

/** @returns null for whatever is not a token of ours that holds now: expired, changed, unsigned, for somebody else */
export async function readAccessToken(
  { authKeys, origin }: Keys,
  token: string,
  now: Date,
): Promise<AccessClaims | null> {
  try {
    const { kid } = decodeProtectedHeader(token)
    const key = authKeys.find(({ id }) => id === kid)
    if (!key) return null
    const { payload } = await jwtVerify(token, bytes(key.secret), {
      algorithms: [ALGORITHM],
      issuer: origin,
      audience: AUDIENCE,
      currentDate: now,
      requiredClaims: ['exp', 'sub', 'sid'],
    })
    const { sid, sub } = payload
    return typeof sid === 'string' && sub ? { sessionId: sid, userId: sub } : null
  } catch {
    // The library throws for every reason; to the caller they are one.
    return null
  }
}

const bytes = (secret: string) => new TextEncoder().encode(secret)
