import { firstNameKey } from './first-name.ts'
import { isSamePlace, mayBeSame, type PlaceKey, placeKey, type TypedAddress } from './place.ts'

/** Somebody who gets flowers, as recognized: where, and by which first name; null where that may be any. */
export type RecipientKey = PlaceKey & { firstName: string | null }

/** The recipient of an order, however name and address are spelled. */
export function recipientKey(typed: TypedAddress & { recipientName: string | null }): RecipientKey {
  return { ...placeKey(typed), firstName: firstNameKey(typed.recipientName) }
}

/** True if flowers to the one recipient may arrive at the other. It takes keys, or their hashes. */
export function isSameRecipient(one: RecipientKey, other: RecipientKey): boolean {
  return isSamePlace(one, other) && mayBeSame(one.firstName, other.firstName)
}
