import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'

/** The length of the raw key, which stands at the end of its DER form. */
const RAW_BYTES = 32

/** A new pair of Ed25519: the public key raw, as Telnyx shows it, the private one as PKCS 8; both in base64. */
export function newKeys(): { publicKey: string; privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  })
  return {
    publicKey: publicKey.subarray(-RAW_BYTES).toString('base64'),
    privateKey: privateKey.toString('base64'),
  }
}

/** The headers of a webhook, signed as Telnyx does: Ed25519 of `{seconds}|{body}`. @param privateKey PKCS 8 in base64 */
export function signedHeaders(body: string, privateKey: string, at: Date): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' })
  const signature = sign(null, Buffer.from(`${seconds}|${body}`), key).toString('base64')
  return { 'telnyx-timestamp': seconds, 'telnyx-signature-ed25519': signature }
}
