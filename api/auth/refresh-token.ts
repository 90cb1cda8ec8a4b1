import type { Config, Deps } from '#api/deps.ts'
import { base64url, hmac, sha256 } from '#api/platform/hash.ts'

const SECRET_BYTES = 32

/** A refresh token names its session; only its hash is kept. */
export type RefreshToken = { token: string; hash: string }

/** The first token of a session. */
export async function firstRefreshToken(random: Deps['random'], sessionId: string): Promise<RefreshToken> {
  return hashed(`${sessionId}.${base64url(random(SECRET_BYTES))}`)
}

/**
 * The tokens that may come after one: the first is the one to give out, the others are of older keys. A token has one
 * successor, however often it is asked for: two tabs that refresh at once, and a browser that got no answer and asks
 * again, end up with the same one.
 */
export function successorsOf(
  { authKeys }: Pick<Config, 'authKeys'>,
  sessionId: string,
  token: string,
): Promise<RefreshToken[]> {
  return Promise.all(
    authKeys.map(async ({ secret }) => hashed(`${sessionId}.${await hmac(secret, `refresh ${token}`)}`)),
  )
}

/** @returns null for what cannot be a refresh token */
export async function readRefreshToken(token: string): Promise<{ sessionId: string; hash: string } | null> {
  const [sessionId, secret, ...more] = token.split('.')
  if (!sessionId || !secret || more.length > 0) return null
  return { sessionId, hash: await sha256(token) }
}

async function hashed(token: string): Promise<RefreshToken> {
  return { token, hash: await sha256(token) }
}
