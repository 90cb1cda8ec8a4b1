import { timingSafeEqual } from 'node:crypto'
import type { Config } from '#api/deps.ts'
import { hmac, sha256 } from '#api/platform/hash.ts'
import { byEachKey, withHash } from '#api/platform/link-tokens.ts'
import { STOP_CODE_BYTES, stopCode } from '#domain/stop-code.ts'
import type { OrderRow } from '#drizzle/schema/orders.ts'

type Keys = Pick<Config, 'authKeys'>

/** The codes of an order, by each of our keys, the newest first: derived, so that one is stored nowhere but on the card. */
function codesOf(keys: Keys, orderId: string) {
  return byEachKey(keys, ({ secret }) => {
    const bytes = Buffer.from(hmac(secret, `stop ${orderId}`), 'base64url')
    return withHash(stopCode(bytes.subarray(0, STOP_CODE_BYTES)))
  })
}

/** The hash of a new order's code, to be stored. */
export async function newStopCodeHash(keys: Keys, orderId: string): Promise<string> {
  const [{ hash }] = await codesOf(keys, orderId)
  return hash
}

/**
 * The code that is printed on the back of an order's card, by the key whose code was stored; null for orders from before there was
 * one, and where that key was removed.
 */
export async function printedStopCode(
  keys: Keys,
  { id, stopCodeHash }: Pick<OrderRow, 'id' | 'stopCodeHash'>,
): Promise<string | null> {
  const codes = await codesOf(keys, id)
  return codes.find(({ hash }) => hash === stopCodeHash)?.token ?? null
}

/** The hash by which the order of a code is found. @param code as it is printed */
export const stopCodeHashOf = (code: string): string => sha256(code)

/** True if two hashes are the same, in a time that does not tell how far they are. */
export function isSameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
