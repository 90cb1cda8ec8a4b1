import { decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Config } from '#api/deps.ts'

const ALGORITHM = 'HS256'
/** For whoever is asked in spite of the time that has passed. */
const ANY_AGE = Number.MAX_SAFE_INTEGER

export type Keys = Pick<Config, 'authKeys' | 'origin'>

/** What a token is good for; one of another kind is none. */
export type Audience = 'back-office' | 'second-factor' | 'device' | 'florist'

type NewToken = { audience: Audience; subject: string; claims: Record<string, string>; seconds: number }

/**
 * Signs a token with the newest key (decisions.md, Accounts).
 * @returns the token and the instant at which it expires, ISO
 */
export async function signToken(
  { authKeys, origin }: Keys,
  { audience, subject, claims, seconds }: NewToken,
  now: Date,
): Promise<{ token: string; expiresAt: string }> {
  const [key] = authKeys
  if (!key) throw new Error('There is no key to sign with')
  const issuedAt = Math.floor(now.getTime() / 1000)
  const expiresAt = issuedAt + seconds
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, kid: key.id })
    .setIssuer(origin)
    .setAudience(audience)
    .setSubject(subject)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(bytes(key.secret))
  return { token, expiresAt: isoOf(expiresAt) }
}

/**
 * Reads a token.
 * @param options.expired takes it though its time is over
 * @returns null for whatever is not a token of ours that holds now: expired, changed, unsigned, for something else
 */
export async function readToken(
  { authKeys, origin }: Keys,
  audience: Audience,
  token: string,
  now: Date,
  options: { expired?: boolean } = {},
): Promise<{ subject: string; claims: JWTPayload; expiresAt: string } | null> {
  try {
    const { kid } = decodeProtectedHeader(token)
    const key = authKeys.find(({ id }) => id === kid)
    if (!key) return null
    const { payload } = await jwtVerify(token, bytes(key.secret), {
      algorithms: [ALGORITHM],
      issuer: origin,
      audience,
      currentDate: now,
      requiredClaims: ['exp', 'sub'],
      ...(options.expired && { clockTolerance: ANY_AGE }),
    })
    const { sub, exp } = payload
    return sub && exp !== undefined ? { subject: sub, claims: payload, expiresAt: isoOf(exp) } : null
  } catch {
    // The library throws for every reason; to the caller they are one.
    return null
  }
}

const bytes = (secret: string) => new TextEncoder().encode(secret)
const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString()
