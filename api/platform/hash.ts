import { Buffer } from 'node:buffer'

/** Bytes as lower-case hexadecimal. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** SHA-256 of a text, as hexadecimal. */
export async function sha256(text: string): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}

/** Stands in the log for an id that gives access to something: the first twelve digits of its SHA-256. */
export async function shortHash(text: string): Promise<string> {
  return (await sha256(text)).slice(0, 12)
}

/** HMAC with SHA-256 of a text, in base64url: it cannot be computed without the secret. */
export async function hmac(secret: string, text: string): Promise<string> {
  const bytes = (value: string) => new TextEncoder().encode(value)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['sign'])
  return base64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(text))))
}

/** Bytes as base64 that fits into addresses and cookies. */
export function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
