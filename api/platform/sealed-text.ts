import type { AuthKey, Config, Deps } from '#api/deps.ts'

type Keys = Pick<Config, 'authKeys'>

/** The length that AES-GCM is made for. */
const IV_BYTES = 12
const VERSION = 'v1'

/**
 * Encrypts a short text for the database with the newest key (AES-GCM, its key derived by HKDF).
 * @param purpose what the text is and whose, for example `second factor of 7f…`: it opens for nothing else
 * @returns `v1.{name of the key}.{iv}.{ciphertext}`
 */
export async function sealText(
  { config: { authKeys }, random }: { config: Keys; random: Deps['random'] },
  text: string,
  purpose: string,
): Promise<string> {
  const [newest] = authKeys
  const iv = Uint8Array.from(random(IV_BYTES))
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: bytes(purpose) },
    await derivedKey(newest),
    bytes(text),
  )
  return [VERSION, newest.id, base64url(iv), base64url(new Uint8Array(sealed))].join('.')
}

/** A sealed text: `current` if the newest key has sealed it. `missing` is the name of a key that we no longer have. */
type Opened = { text: string; current: boolean } | { missing: string }

/**
 * Decrypts what {@link sealText} returned.
 * @returns `null` for what was never sealed
 * @throws the platform's OperationError when it was changed, or is for another purpose
 */
export async function openText({ authKeys }: Keys, sealed: string, purpose: string): Promise<Opened | null> {
  const parts = partsOf(sealed)
  if (!parts) return null
  const key = authKeys.find(({ id }) => id === parts.keyId)
  if (!key) return { missing: parts.keyId }
  const opened = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: fromBase64url(parts.iv), additionalData: bytes(purpose) },
    await derivedKey(key),
    fromBase64url(parts.ciphertext),
  )
  return { text: new TextDecoder().decode(opened), current: key === authKeys[0] }
}

/** The name of the key that has sealed a text; null for what was never sealed. */
export function sealedBy(sealed: string): string | null {
  return partsOf(sealed)?.keyId ?? null
}

function partsOf(sealed: string): { keyId: string; iv: string; ciphertext: string } | null {
  const [version, keyId, iv, ciphertext, ...more] = sealed.split('.')
  return version === VERSION && keyId && iv && ciphertext && more.length === 0
    ? { keyId, iv, ciphertext }
    : null
}

/** A key for this use alone: the same secret signs tokens. */
async function derivedKey({ secret }: AuthKey): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', bytes(secret), 'HKDF', false, ['deriveKey'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: bytes('sealed texts') }
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
}

const bytes = (text: string) => new TextEncoder().encode(text)
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url')
const fromBase64url = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))
