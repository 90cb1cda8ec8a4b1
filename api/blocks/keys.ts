import type { AuthKey, Config } from '#api/deps.ts'
import { hmac } from '#api/platform/hash.ts'
import { byEachKey } from '#api/platform/link-tokens.ts'
import type { BlockKind } from '#domain/blocks.ts'
import { isSamePlace, type TypedAddress } from '#domain/matching/place.ts'
import { isSameRecipient, recipientKey } from '#domain/matching/recipient.ts'
import { mailboxKey, phoneKey } from '#domain/matching/sender.ts'
import type { OrderRow } from '#drizzle/schema/orders.ts'

/** What recipient and sender are known again by. */
export type Known = TypedAddress & { recipientName: string | null; email: string; phone: string }

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

/** The hashes of an order, or of a block, which may have no sender. */
export type BlockHashes = {
  keyId: string
  houseHash: string
  suffixHash: string | null
  directionHash: string | null
  unitHash: string | null
  firstNameHash: string | null
  mailboxHash: string | null
  phoneHash: string | null
}

/** The hashes of an order's recipient and sender, by each of our keys, the newest first: a block may have been made with any. */
export function hashesOf(
  keys: Pick<Config, 'authKeys'>,
  known: Known,
): Promise<[BlockHashes, ...BlockHashes[]]> {
  const { house, suffix, direction, unit, firstName } = recipientKey(known)
  return byEachKey(keys, (key) => ({
    keyId: key.id,
    houseHash: hashOf(key, 'house', house),
    suffixHash: suffix && hashOf(key, 'suffix', suffix),
    directionHash: direction && hashOf(key, 'direction', direction),
    unitHash: unit && hashOf(key, 'unit', unit),
    firstNameHash: firstName && hashOf(key, 'first name', firstName),
    mailboxHash: hashOf(key, 'mailbox', mailboxKey(known.email)),
    phoneHash: hashOf(key, 'phone', phoneKey(known.phone) ?? ''),
  }))
}

const hashOf = ({ secret }: AuthKey, what: string, text: string) => hmac(secret, `block ${what} ${text}`)

/** True if a block lets an order with these hashes not through. */
export function isRefusedBy(
  block: BlockHashes & { kind: BlockKind },
  hashes: readonly BlockHashes[],
): boolean {
  const own = hashes.find(({ keyId }) => keyId === block.keyId)
  if (!own) return false
  if (block.kind === 'recipient') return isSameRecipient(keyOf(block), keyOf(own))
  if (!isSamePlace(keyOf(block), keyOf(own))) return false
  return block.kind === 'place' || block.mailboxHash === own.mailboxHash || block.phoneHash === own.phoneHash
}

const keyOf = (hashes: BlockHashes) => ({
  house: hashes.houseHash,
  suffix: hashes.suffixHash,
  direction: hashes.directionHash,
  unit: hashes.unitHash,
  firstName: hashes.firstNameHash,
})
