import type { Config } from '#api/deps.ts'
import { hmac, sha256 } from '#api/platform/hash.ts'

type Keys = Pick<Config, 'authKeys'>

/** Of an HMAC with SHA-256 in base64url. The order's id follows it, so that a link never ends in a mark of punctuation. */
const SIGNATURE_LENGTH = 43

/**
 * Where the buyer of an order manages it. The token is derived from the order's id and a key: it is stored nowhere but in
 * emails to the buyer.
 */
export async function manageAddress({ authKeys, origin }: Keys & Pick<Config, 'origin'>, orderId: string) {
  const [key] = authKeys
  if (!key) throw new Error('There is no key to sign with')
  return `${origin}/manage?token=${await tokenOf(key.secret, orderId)}`
}

/** The order that a token is of; null for any text that is no token of ours. It may have been deleted. */
export async function orderIdOf({ authKeys }: Keys, token: string): Promise<string | null> {
  const orderId = token.slice(SIGNATURE_LENGTH)
  // Hashes are compared, so that the time tells nothing about the token.
  const given = await sha256(token)
  const tokens = await Promise.all(authKeys.map(({ secret }) => tokenOf(secret, orderId)))
  const hashes = await Promise.all(tokens.map(sha256))
  return hashes.includes(given) ? orderId : null
}

async function tokenOf(secret: string, orderId: string): Promise<string> {
  return `${await hmac(secret, `manage ${orderId}`)}${orderId}`
}
