import type { Config } from '#api/deps.ts'
import { hmac, sha256 } from '#api/platform/hash.ts'
import { byEachKey } from '#api/platform/link-tokens.ts'
import type { OrderRow } from '#drizzle/schema/orders.ts'

type Keys = Pick<Config, 'authKeys'>

/** Of an HMAC with SHA-256 in base64url. The order's id follows it, so that a link never ends in a mark of punctuation. */
const SIGNATURE_LENGTH = 43

type Order = Pick<OrderRow, 'id' | 'manageLinksEndedAt'>

/**
 * Where the buyer of an order manages it. The token is derived from the order's id, the time its links were last ended, and a
 * key: it is stored nowhere but in emails to the buyer.
 */
export async function manageAddress({ authKeys, origin }: Keys & Pick<Config, 'origin'>, order: Order) {
  return `${origin}/manage?token=${await tokenOf(authKeys[0].secret, order)}`
}

/** The id of the order that a text would be the token of. */
export function orderIdOf(token: string): string {
  return token.slice(SIGNATURE_LENGTH)
}

/** True if a text is the token of an order, as it is since its links were last ended. */
export async function isTokenOf(keys: Keys, token: string, order: Order): Promise<boolean> {
  // Hashes are compared, so that the time tells nothing about the token.
  const given = await sha256(token)
  const hashes = await byEachKey(keys, async ({ secret }) => sha256(await tokenOf(secret, order)))
  return hashes.includes(given)
}

async function tokenOf(secret: string, { id, manageLinksEndedAt }: Order): Promise<string> {
  const text = manageLinksEndedAt === null ? id : `${id} ${manageLinksEndedAt}`
  return `${await hmac(secret, `manage ${text}`)}${id}`
}
