import { createHash, createHmac } from 'node:crypto'

/** Bytes as lower-case hexadecimal. */
export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

/** SHA-256 of a text or of bytes, as hexadecimal. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

/** Stands in the log for an id that gives access to something: the first twelve digits of its SHA-256. */
export function shortHash(text: string): string {
  return sha256(text).slice(0, 12)
}

/** HMAC with SHA-256 of a text, in base64url: it cannot be computed without the secret. */
export function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}
