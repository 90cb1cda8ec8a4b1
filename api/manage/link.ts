import type { Config } from '#api/deps.ts'
import { hmac, sha256 } from '#api/platform/hash.ts'

type Keys = Pick<Config, 'authKeys'>

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
  const [orderId = ''] = token.split('.', 1)
  // Hashes are compared, so that the time tells nothing about the token.
  const given = await sha256(token)
  const tokens = await Promise.all(authKeys.map(({ secret }) => tokenOf(secret, orderId)))
  const hashes = await Promise.all(tokens.map(sha256))
  return hashes.includes(given) ? orderId : null
}

async function tokenOf(secret: string, orderId: string): Promise<string> {
  return `${orderId}.${await hmac(secret, `manage ${orderId}`)}`
}
