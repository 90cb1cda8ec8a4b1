import type { PushSubscriptionKeys } from './push.ts'

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const
const SALT_BYTES = 16
const AUTH_BYTES = 16
const RECORD_BYTES = 4096
/** Says that the record is the last one, as RFC 8188 asks; no zeros follow as padding. */
const LAST_RECORD = 2

/** The keys of one message: each has its own. */
export type MessageKeys = { salt: Uint8Array<ArrayBuffer>; pair: CryptoKeyPair }

/** The subscription holds no keys that anything could be encrypted for. */
export class UnusableKeysError extends Error {
  override name = 'UnusableKeysError'
}

/**
 * Encrypts a payload for one browser, as RFC 8291 does with `aes128gcm` of RFC 8188: one record.
 * @param keys absent: new ones at random; they are never used again
 * @throws UnusableKeysError
 */
export async function encryptPayload(
  payload: string,
  to: Pick<PushSubscriptionKeys, 'p256dh' | 'auth'>,
  keys?: MessageKeys,
): Promise<Uint8Array<ArrayBuffer>> {
  const { salt, pair } = keys ?? (await newKeys())
  const receiver = fromBase64url(to.p256dh)
  const auth = fromBase64url(to.auth)
  const receiverKey = await crypto.subtle.importKey('raw', receiver, CURVE, false, []).catch(() => null)
  if (receiverKey === null || auth.length !== AUTH_BYTES)
    throw new UnusableKeysError('A subscription has no usable keys')
  const sender = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const agreed = await crypto.subtle.deriveBits({ name: 'ECDH', public: receiverKey }, pair.privateKey, 256)
  const secret = await hkdf(auth, agreed, concat(text('WebPush: info\0'), receiver, sender), 32)
  const [key, nonce] = await Promise.all([
    hkdf(salt, secret, text('Content-Encoding: aes128gcm\0'), 16),
    hkdf(salt, secret, text('Content-Encoding: nonce\0'), 12),
  ])
  const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt'])
  const record = concat(text(payload), Uint8Array.of(LAST_RECORD))
  const ciphertext = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, aes, record)
  return concat(salt, header(sender), new Uint8Array(ciphertext))
}

async function newKeys(): Promise<MessageKeys> {
  const pair = await crypto.subtle.generateKey(CURVE, false, ['deriveBits'])
  return { salt: crypto.getRandomValues(new Uint8Array(SALT_BYTES)), pair }
}

/** Derives so many bytes. */
async function hkdf(
  salt: BufferSource,
  material: BufferSource,
  info: BufferSource,
  length: number,
): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey('raw', material, 'HKDF', false, ['deriveBits'])
  return crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, length * 8)
}

/** The header after the salt: the size of records, and the sender's public key. */
function header(sender: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(5 + sender.length)
  new DataView(bytes.buffer).setUint32(0, RECORD_BYTES)
  bytes[4] = sender.length
  bytes.set(sender, 5)
  return bytes
}

function concat(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

const text = (value: string) => new TextEncoder().encode(value)
const fromBase64url = (value: string) => Uint8Array.from(Buffer.from(value, 'base64url'))
