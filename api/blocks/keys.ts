import type { AuthKey, Config } from '#api/deps.ts'
import { hmac } from '#api/platform/hash.ts'
import { byEachKey } from '#api/platform/link-tokens.ts'
import { placeOf, recipientOf, senderOf } from '#domain/recipient-key.ts'
import type { OrderRow } from '#drizzle/schema/orders.ts'

/** What recipient and sender are known again by. */
export type Known = {
  address: string
  unit: string | null
  city: string
  state: string
  zip: string
  recipientName: string | null
  email: string
  phone: string
}

/** The same of a stored order. */
export const knownOf = (order: OrderRow): Known => ({
  address: order.deliveryAddress,
  unit: order.deliveryUnit,
  city: order.deliveryCity,
  state: order.deliveryState,
  zip: order.deliveryZip,
  recipientName: order.recipientName,
  email: order.customerEmail,
  phone: order.customerPhone,
})

export type BlockHashes = {
  keyId: string
  houseHash: string
  unitHash: string | null
  nameHash: string | null
  emailHash: string
  phoneHash: string
}

/** The hashes of an order's recipient and sender, by each of our keys, the newest first: a block may have been made with any. */
export function hashesOf(keys: Pick<Config, 'authKeys'>, known: Known): Promise<[BlockHashes, ...BlockHashes[]]> {
  const { house, unit } = placeOf(known)
  const name = recipientOf(known.recipientName)
  const { email, phone } = senderOf(known)
  return byEachKey(keys, (key) => ({
    keyId: key.id,
    houseHash: hashOf(key, 'house', house),
    unitHash: unit === null ? null : hashOf(key, 'unit', `${house} ${unit}`),
    nameHash: name === null ? null : hashOf(key, 'name', name),
    emailHash: hashOf(key, 'email', email),
    phoneHash: hashOf(key, 'phone', phone),
  }))
}

const hashOf = ({ secret }: AuthKey, what: string, text: string) => hmac(secret, `block ${what} ${text}`)
