import { createHmac } from 'node:crypto'

/**
 * The headers of a webhook, signed as Svix does: HMAC-SHA256 of `{id}.{seconds}.{body}`, in base64.
 * @param secret `whsec_` and the key in base64
 */
export function signedHeaders(id: string, body: string, secret: string, at: Date): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'svix-id': id, 'svix-timestamp': seconds, 'svix-signature': `v1,${signature}` }
}
