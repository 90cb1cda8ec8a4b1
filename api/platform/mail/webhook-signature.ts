import { Buffer } from 'node:buffer'
import { timingSafeEqual } from 'node:crypto'

/** The largest difference between the time in a signature and ours, either way. */
const TOLERANCE_SECONDS = 300
/** More than the provider sends: one for each secret while it is being changed. */
const MOST_SIGNATURES = 10

/**
 * True if a webhook was signed with our secret, as docs.svix.com describes it ("Verifying Webhooks Manually"):
 * HMAC-SHA256 of id, timestamp and body. The published libraries ask the machine for the time, which tests cannot set.
 * @param secret `whsec_` and the key in base64
 */
export async function isSigned(
  body: string,
  header: (name: string) => string | undefined,
  secret: string,
  now: Date,
): Promise<boolean> {
  const [id, timestamp, signatures] = [header('svix-id'), header('svix-timestamp'), header('svix-signature')]
  if (!id || !signatures || !timestamp || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const bytes = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  // Once, however many signatures a stranger sends with a large body.
  const expected = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))
  // Other versions are other algorithms.
  return signatures.split(' ', MOST_SIGNATURES).some((signature) => {
    const given = Buffer.from(signature.slice('v1,'.length), 'base64')
    return signature.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
