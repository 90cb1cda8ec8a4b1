import { decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Config, Deps } from '#api/deps.ts'
import { hmac, sha256 } from '#api/platform/hash.ts'
import { byEachKey, withHash } from '#api/platform/link-tokens.ts'
import { DEVICE_TOKEN_SECONDS } from '#domain/sign-in.ts'

const ALGORITHM = 'HS256'
const IGNORE_EXPIRY = Number.MAX_SAFE_INTEGER
const ACCESS_TOKEN_SECONDS = 10 * 60

export type Keys = Pick<Config, 'authKeys' | 'origin'>

/** The purpose of a token; a token with another audience is refused. */
type Audience = 'back-office' | 'device' | 'florist'

type NewToken = { audience: Audience; subject: string; claims: Record<string, string>; seconds: number }

/**
 * Signs a token with the newest key.
 * @returns the token and the instant at which it expires, ISO
 */
export async function signToken(
  { authKeys, origin }: Keys,
  { audience, subject, claims, seconds }: NewToken,
  now: Date,
): Promise<{ token: string; expiresAt: string }> {
  const [key] = authKeys
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
 * Verifies a token, whichever of our keys signed it.
 * @param options.expired also accepts a token that has expired
 * @returns null when it is not valid: changed, unsigned, expired, for another audience
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
      ...(options.expired && { clockTolerance: IGNORE_EXPIRY }),
    })
    const { sub, exp } = payload
    return sub && exp !== undefined ? { subject: sub, claims: payload, expiresAt: isoOf(exp) } : null
  } catch {
    // The library throws a different error for each reason; no caller needs to know which.
    return null
  }
}

const bytes = (secret: string) => new TextEncoder().encode(secret)
const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString()

/** Whose session an access token is for. What they may do is read from the database. */
type AccessClaims = { sessionId: string; userId: string }

/** @returns the token and the instant at which it expires, ISO */
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
 * Verifies an access token.
 * @param options.expired also accepts one that has expired: to sign out
 * @returns null when it is not valid
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

/**
 * Marks a browser in which a person has signed in. Wrong passwords that strangers try then do not slow this person down
 * here, because attempts from a known browser are counted separately.
 */
export async function signDeviceToken(keys: Keys, email: string, now: Date): Promise<string> {
  const subject = sha256(email.toLowerCase())
  const claims = { jti: crypto.randomUUID() }
  const token = { audience: 'device', subject, claims, seconds: DEVICE_TOKEN_SECONDS } as const
  return (await signToken(keys, token, now)).token
}

/**
 * Names the counter of attempts to sign in as `email`: the account's, or that of its owner's known browser.
 * @param device the browser's device token, if it has one
 * @returns its key, and true if the browser is known
 */
export async function signInAttempts(
  keys: Keys,
  email: string,
  device: string | undefined,
  now: Date,
): Promise<{ key: string; fromKnownBrowser: boolean }> {
  const account = sha256(email.toLowerCase())
  const known = device ? await readToken(keys, 'device', device, now) : null
  const id = known?.claims.jti
  return known?.subject === account && id
    ? { key: `sign-in-device:${id}`, fromKnownBrowser: true }
    : { key: `sign-in:${account}`, fromKnownBrowser: false }
}

const REFRESH_SECRET_BYTES = 32

/**
 * A refresh token contains its session's id and a signature, so that a token that was never handed out is told from one that
 * was used before. The database stores only its hash.
 */
type RefreshToken = ReturnType<typeof withHash>

type RefreshKeys = Pick<Config, 'authKeys'>

/** The first refresh token of a session. */
export function newRefreshToken(
  { authKeys }: RefreshKeys,
  random: Deps['random'],
  sessionId: string,
): RefreshToken {
  const secret = Buffer.from(random(REFRESH_SECRET_BYTES)).toString('base64url')
  return signedRefreshToken(authKeys[0].secret, sessionId, secret)
}

/**
 * The successors of a refresh token, one for each key: the first is handed out, the others recognise what older keys
 * handed out. A token always has the same successor, so that two tabs that refresh at once, and a browser that retries
 * because it got no answer, end up with the same one.
 */
export function nextRefreshTokens(keys: RefreshKeys, sessionId: string, token: string) {
  return byEachKey(keys, ({ secret }) =>
    signedRefreshToken(secret, sessionId, hmac(secret, `refresh ${token}`)),
  )
}

/**
 * @returns null when it does not have the form of a refresh token; `signed`: one of our keys signed it. Tokens had no
 *   signature before November 2026.
 */
export async function readRefreshToken(
  keys: RefreshKeys,
  token: string,
): Promise<{ sessionId: string; hash: string; signed: boolean } | null> {
  const [sessionId, random, signature, ...more] = token.split('.')
  if (!sessionId || !random || more.length > 0) return null
  const hash = sha256(token)
  if (!signature) return { sessionId, hash, signed: false }
  const ours = await byEachKey(keys, ({ secret }) => signedRefreshToken(secret, sessionId, random))
  return { sessionId, hash, signed: ours.some((each) => each.hash === hash) }
}

function signedRefreshToken(secret: string, sessionId: string, random: string): RefreshToken {
  const signature = hmac(secret, `refresh token ${sessionId}.${random}`)
  return withHash(`${sessionId}.${random}.${signature}`)
}
