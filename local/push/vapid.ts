import { createPublicKey, verify } from 'node:crypto'

const DAY_SECONDS = 24 * 60 * 60
const POINT_BYTES = 65

/** The reason why a push service refuses a caller. */
export type Refusal = { status: 401 | 403; says: string }

/**
 * Checks the header by which a shop says who it is (RFC 8292).
 * @param expected.origin of this push service
 * @param expected.key the only one that may push to the subscription; null: any may
 * @returns null when nothing is wrong
 */
export function refuseCaller(
  authorization: string | undefined,
  expected: { origin: string; key: string | null; now: Date },
): Refusal | null {
  const [, token, publicKey] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? []
  if (!token || !publicKey) return { status: 401, says: 'There is no Authorization: vapid t=…, k=…' }
  if (expected.key !== null && expected.key !== publicKey)
    return { status: 403, says: 'The subscription belongs to another application server key.' }
  const claims = readClaims(token, publicKey)
  if (claims === null) return { status: 403, says: 'The token is not signed by its key.' }
  const { aud, exp, sub } = claims
  if (aud !== expected.origin)
    return { status: 403, says: `The token is for ${aud}, not ${expected.origin}.` }
  const seconds = expected.now.getTime() / 1000
  if (typeof exp !== 'number' || exp <= seconds || exp > seconds + DAY_SECONDS)
    return { status: 403, says: 'The token has ended, or ends in more than a day.' }
  const isContact = typeof sub === 'string' && /^(?:mailto:\S+@\S+|https:\/\/\S+)$/.test(sub)
  return isContact ? null : { status: 403, says: 'The token’s sub is no mailto: or https: address.' }
}

/** The claims of a token that its key has signed; null for every other. */
export function readClaims(token: string, publicKey: string): Record<string, unknown> | null {
  const point = Buffer.from(publicKey, 'base64url')
  const [header = '', claims = '', signature = '', ...more] = token.split('.')
  if (point.length !== POINT_BYTES || more.length > 0) return null
  try {
    const x = point.subarray(1, 33).toString('base64url')
    const y = point.subarray(33).toString('base64url')
    const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    const isOurs = verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    return isOurs && json(header)['alg'] === 'ES256' ? json(claims) : null
  } catch {
    return null
  }
}

function json(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}
