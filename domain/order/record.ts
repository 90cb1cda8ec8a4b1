import { canDeleteOrder, type ShopOrderPaymentStatus, shopOrderIsLive } from '#domain/order-status.ts'
import { flagEntry, ORDER_FLAGS, type OrderFlag } from './causes.ts'
import { partsOfFields } from './changes.ts'
import { type Draft, refuseIfChanged, shopOrderWith } from './draft.ts'
import type { NewHashes } from './evolve.ts'
import { Refused } from './refused.ts'
import { type CorrectableFields, flagOf, type OrderFields, type ShopOrder } from './state.ts'

// Corrections, notes and deletion of an order: none of them moves the promise.

export type Correct = {
  type: 'correct'
  version: number
  changes: Partial<CorrectableFields & Pick<OrderFields, 'marketId' | 'timeZone'>>
  /** Present if the buyer's address is another one: the links that the old address got end. */
  readdress?: { trackingToken: string; hashes: NewHashes }
  /** The fields that differ, in words for people. */
  fields: readonly { field: string | null; before: string | null; after: string | null }[]
}

/**
 * Corrects fields of an order. A florist who was asked hears of what its buyer changes. With another address of the buyer all
 * links end that the old one got, and emails that nobody has begun to send go to the new one.
 */
export function correct(draft: Draft, { version, changes, readdress, fields: changed }: Correct): void {
  refuseIfChanged(draft.state.order, version)
  const fields = Object.fromEntries(changed.map(({ field, before, after }) => [field, { before, after }]))
  if (draft.by.actor !== 'shopper') draft.happen('corrected', { fields }, { changes, readdress })
  else {
    const parts = partsOfFields(Object.keys(fields))
    draft.happen('changed_by_buyer', { fields, parts }, { changes })
  }
}

type ShopOrderTexts = Partial<Pick<ShopOrder, 'paymentReference' | 'specialInstructions' | 'shopNotes'>>

export type EditShopOrder = {
  type: 'edit_shop_order'
  shopOrderId: string
  version: number
  texts: ShopOrderTexts
}

/** Changes the texts of a shop order; nothing when nothing differs. */
export function editShopOrder(draft: Draft, { shopOrderId, version, texts }: EditShopOrder): void {
  const shopOrder = shopOrderWith(draft, shopOrderId)
  refuseIfChanged(shopOrder, version)
  const different = (Object.keys(texts) as (keyof ShopOrderTexts)[]).filter(
    (field) => texts[field] !== shopOrder[field],
  )
  if (different.length === 0) return
  const valuesIn = (values: ShopOrderTexts) =>
    Object.fromEntries(different.map((field) => [field, values[field] ?? null]))
  const data = { shopOrderId, shop: shopOrder.shop, before: valuesIn(shopOrder), after: valuesIn(texts) }
  draft.happen('shop_order_edited', data, { values: texts })
}

export type SetShopPayment = {
  type: 'set_shop_payment'
  shopOrderId: string
  version: number
  to: ShopOrderPaymentStatus
}

/** Notes whether the shop was paid, with time and person. */
export function setShopPayment(draft: Draft, { shopOrderId, version, to }: SetShopPayment): void {
  const shopOrder = shopOrderWith(draft, shopOrderId)
  refuseIfChanged(shopOrder, version)
  const { paymentStatus: from, shop } = shopOrder
  if (from === to) return
  draft.happen('shop_order_payment', { shopOrderId, shop, from, to }, undefined)
}

export type AddContact = {
  type: 'add_contact'
  shopOrderId: string
  id: string
  note: string
  userId: string
}

/** Adds an entry to a shop order's contact history. */
export function addContact(draft: Draft, { shopOrderId, id, note, userId }: AddContact): void {
  const { shop } = shopOrderWith(draft, shopOrderId)
  const contact = { id, shopOrderId, note, userId, createdAt: draft.at }
  draft.happen('contact_added', { shopOrderId, shop }, { contact })
}

export type AddNote = { type: 'add_note'; key: string; note: string }

/** Adds a note of staff to the order's log; nothing when one with its key is there. It moves no version: no open form is overtaken. */
export function addNote(draft: Draft, { key, note }: AddNote): void {
  const dedupeKey = `note:${draft.state.order.id}:${key}`
  if (draft.state.log.some((entry) => entry.dedupeKey === dedupeKey)) return
  draft.happen('note_added', { note }, undefined, { dedupeKey })
}

export type ResolveFlag = { type: 'resolve_flag'; flag: OrderFlag }

/** Resolves a flag that a person has looked at; nothing when it is not open. */
export function resolveOpenFlag(draft: Draft, { flag }: ResolveFlag): void {
  const open = flagOf(draft.state, flag)
  if (!open) return
  const event = flag === 'over_capacity' ? 'over_capacity_resolved' : 'flag_resolved'
  draft.happen(event, { flag, detail: open.detail }, undefined)
}

export type EndBuyerLinks = { type: 'end_buyer_links'; version: number; hashes: NewHashes }

/** Ends the buyer's own links: they got into other hands. The next email to the buyer has a new one. */
export function endBuyerLinks(draft: Draft, { version, hashes }: EndBuyerLinks): void {
  refuseIfChanged(draft.state.order, version)
  draft.happen('buyer_links_ended', {}, { hashes })
}

export type DeleteOrder = { type: 'delete_order' }

/** Deletes an order that holds no money and that no shop has. Its log stays. */
export function deleteOrder(draft: Draft, _: DeleteOrder): void {
  const message = deletionRefusal(draft.state)
  if (message !== null) throw new Refused('order_not_deletable', message)
  const { status, paymentStatus, totalCents, refundedCents } = draft.state.order
  draft.happen('deleted', { status, paymentStatus, totalCents, refundedCents }, undefined)
}

type Deletable = {
  order: Pick<OrderFields, 'status' | 'paymentStatus' | 'isSample'>
  shopOrders: readonly Pick<ShopOrder, 'status' | 'withdrawnAt' | 'paymentStatus'>[]
  /** Those that are open. */
  flags: readonly { kind: OrderFlag }[]
  refunds: readonly { status: string }[]
}

/** Why an order cannot be deleted now, as a message for the admin; null when it can. */
export function deletionRefusal({ order, shopOrders, flags, refunds }: Deletable): string | null {
  if (shopOrders.some(shopOrderIsLive)) return 'A shop has this order. Unassign it first.'
  if (!canDeleteOrder(order, shopOrders)) {
    // Nobody paid for a sample: there is nothing to refund.
    return order.isSample
      ? 'This order counts as paid. Cancel it first.'
      : 'This order is paid. Cancel it and refund it first.'
  }
  // The shop's statement would lose what the shop has to pay back.
  if (shopOrders.some(({ paymentStatus }) => paymentStatus === 'paid')) {
    return 'A shop was paid for this order. Settle that with the shop first.'
  }
  if (refunds.some(({ status }) => status === 'pending')) {
    return 'A refund is on its way. Wait until it goes through.'
  }
  const [first = null] = ORDER_FLAGS.flatMap((kind) =>
    flags.some((flag) => flag.kind === kind) ? (flagEntry(kind).undeletable ?? []) : [],
  )
  return first
}
