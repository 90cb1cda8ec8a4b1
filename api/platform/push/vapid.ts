import { importJWK, SignJWT } from 'jose'

/** The key pair by which push services know the shop, in base64url: a point of P-256, and the number behind it. */
export type VapidKeys = { publicKey: string; privateKey: string }

const COORDINATE_BYTES = 32

/**
 * The header that identifies the shop at a push service, as RFC 8292 describes it.
 * @param claims.audience the service's origin
 * @param claims.expires Unix seconds; services refuse more than a day
 * @param claims.subject where the service can reach us: `mailto:` or `https:`
 * @throws when the keys are none, or do not belong together
 */
export async function vapidHeader(
  { publicKey, privateKey }: VapidKeys,
  claims: { audience: string; expires: number; subject: string },
): Promise<string> {
  const point = Buffer.from(publicKey, 'base64url')
  const x = point.subarray(1, 1 + COORDINATE_BYTES).toString('base64url')
  const y = point.subarray(1 + COORDINATE_BYTES).toString('base64url')
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x, y, d: privateKey }, 'ES256')
  const token = await new SignJWT({ aud: claims.audience, exp: claims.expires, sub: claims.subject })
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .sign(key)
  return `vapid t=${token}, k=${publicKey}`
}
