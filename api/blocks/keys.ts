import type { AuthKey, Config } from '#api/deps.ts'
import { hmac } from '#api/platform/hash.ts'
import { byEachKey } from '#api/platform/link-tokens.ts'
import type { BlockKind } from '#domain/blocks.ts'
import { isSamePlace, type TypedAddress } from '#domain/matching/place.ts'
import { isSameRecipient, recipientKey } from '#domain/matching/recipient.ts'
import { isSameSender, senderKey } from '#domain/matching/sender.ts'
import type { OrderRow } from '#drizzle/schema/orders.ts'

/** The fields by which recipient and sender are known again. */
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

/** Other rules of `domain/matching` give other hashes: the key's id that is stored says which it was. */
const RULES = 1
export const keyIdOf = ({ id }: AuthKey) => `${id}.${RULES}`

/** The hashes of an order's recipient and sender, by each of our keys, the newest first: a block may have been made with any. */
export function hashesOf(
  keys: Pick<Config, 'authKeys'>,
  known: Known,
): Promise<[BlockHashes, ...BlockHashes[]]> {
  const { house, suffix, direction, unit, firstName } = recipientKey(known)
  const { mailbox, phone } = senderKey(known)
  return byEachKey(keys, (key) => {
    const hashOf = (what: string, text: string) => hmac(key.secret, `block ${what} ${text}`)
    // Together with the house: alone, all avenues would have one hash.
    const inHouse = (what: string, part: string | null) => part && hashOf(what, `${house} ${part}`)
    return {
      keyId: keyIdOf(key),
      houseHash: hashOf('house', house),
      suffixHash: inHouse('suffix', suffix),
      directionHash: inHouse('direction', direction),
      unitHash: inHouse('unit', unit),
      firstNameHash: inHouse('first name', firstName),
      mailboxHash: hashOf('mailbox', mailbox),
      phoneHash: phone && hashOf('phone', phone),
    }
  })
}

/**
 * True if a block does not let an order with these hashes through. A sender is refused in the whole house: with a false apartment, the
 * instructions could say the right one. Of a place, only what is in it is refused: one apartment, or all of the house.
 */
export function isRefusedBy(
  block: BlockHashes & { kind: BlockKind },
  hashes: readonly BlockHashes[],
): boolean {
  const own = hashes.find(({ keyId }) => keyId === block.keyId)
  if (!own) return false
  const [blocked, asked] = [keyOf(block), keyOf(own)]
  if (block.kind === 'recipient') return isSameRecipient(blocked, asked)
  if (!isSamePlace({ ...blocked, unit: null }, asked)) return false
  if (block.kind === 'place') return blocked.unit === null || blocked.unit === asked.unit
  return isSameSender(
    { mailbox: block.mailboxHash ?? '', phone: block.phoneHash },
    { mailbox: own.mailboxHash ?? '-', phone: own.phoneHash },
  )
}

const keyOf = (hashes: BlockHashes) => ({
  house: hashes.houseHash,
  suffix: hashes.suffixHash,
  direction: hashes.directionHash,
  unit: hashes.unitHash,
  firstName: hashes.firstNameHash,
})
