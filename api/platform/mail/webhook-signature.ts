import { Buffer } from 'node:buffer'

/** The largest difference between the time in a signature and ours, either way. */
const TOLERANCE_SECONDS = 300

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
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  // While the secret is being changed there is one signature for each; other versions are other algorithms.
  for (const signature of signatures.split(' ')) {
    if (!signature.startsWith('v1,')) continue
    // Compares in constant time.
    if (await crypto.subtle.verify('HMAC', key, Buffer.from(signature.slice(3), 'base64'), signed))
      return true
  }
  return false
}
