import { createECDH, generateKeyPairSync } from 'node:crypto'

/** Makes a key pair of P-256, both halves in base64url: the public one as a point, the private one as its number. */
export function makeKeyPair(): { publicKey: string; privateKey: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { publicKey: point.toString('base64url'), privateKey: d }
}

/** The public key, as a point in base64url, of a private one; null for what is none. */
export function publicKeyOf(privateKey: string): string | null {
  const ecdh = createECDH('prime256v1')
  try {
    ecdh.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  } catch {
    return null
  }
  return ecdh.getPublicKey('base64url')
}
