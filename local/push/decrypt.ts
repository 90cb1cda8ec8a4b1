import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'

const SALT_BYTES = 16
const TAG_BYTES = 16
const LAST_RECORD = 2

/** The keys of a subscription, in base64url, as the browser keeps them. */
export type ReceiverKeys = { publicKey: string; privateKey: string; auth: string }

/**
 * Decrypts a push as a browser does (RFC 8291, one record), with Node's own functions: nothing is shared with the code that encrypts.
 * @returns null for what was not encrypted for these keys
 */
export function decryptPush(body: Uint8Array, keys: ReceiverKeys): string | null {
  try {
    return decrypt(Buffer.from(body), keys)
  } catch {
    return null
  }
}

function decrypt(body: Buffer, { publicKey, privateKey, auth }: ReceiverKeys): string | null {
  const salt = body.subarray(0, SALT_BYTES)
  const recordBytes = body.readUInt32BE(SALT_BYTES)
  const keyEnd = SALT_BYTES + 5 + body.readUInt8(SALT_BYTES + 4)
  const sender = body.subarray(SALT_BYTES + 5, keyEnd)
  const record = body.subarray(keyEnd)
  if (record.length > recordBytes) return null
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(publicKey, 'base64url'), sender])
  const secret = hkdf(ecdh.computeSecret(sender), Buffer.from(auth, 'base64url'), info, 32)
  const key = hkdf(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = hkdf(secret, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createDecipheriv('aes-128-gcm', key, nonce)
  cipher.setAuthTag(record.subarray(-TAG_BYTES))
  const padded = Buffer.concat([cipher.update(record.subarray(0, -TAG_BYTES)), cipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  return padded[end] === LAST_RECORD ? padded.subarray(0, end).toString() : null
}

function hkdf(secret: Uint8Array, salt: Uint8Array, info: Uint8Array | string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}
