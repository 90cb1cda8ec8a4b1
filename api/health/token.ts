import { timingSafeEqual } from 'node:crypto'
import { sha256 } from '#api/platform/hash.ts'

const BEARER = /^Bearer (\S{1,200})$/i

/**
 * True if a request carries the token of the health check.
 * @param authorization its header
 * @param token null: there is none, and nobody has it
 */
export async function hasHealthToken(authorization: string | null, token: string | null): Promise<boolean> {
  const [, sent] = BEARER.exec(authorization ?? '') ?? []
  if (token === null || sent === undefined) return false
  // Digests have one length, so that the comparison takes the same time for every token.
  const [actual, expected] = await Promise.all([sent, token].map(digest))
  return actual !== undefined && expected !== undefined && timingSafeEqual(actual, expected)
}

async function digest(text: string): Promise<Uint8Array> {
  return new TextEncoder().encode(await sha256(text))
}
