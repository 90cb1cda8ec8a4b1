import { canDeleteOrder, type ShopOrderPaymentStatus, shopOrderIsLive } from '#domain/order-status.ts'
import { partsOfFields } from './changes.ts'
import {
  addEffects,
  type Draft,
  floristOf,
  mayHappen,
  Refused,
  refuseIfChanged,
  resolveFlag,
  shopOrderWith,
} from './draft.ts'
import { FLAGS, type OrderFlag } from './events.ts'
import { type CorrectableFields, flagOf, type OrderFields, type ShopOrder } from './state.ts'

// Corrections, notes and deletion of an order: none of them moves the promise.

/** A florist is told of changes of one order at most so often. */
const MINUTES_BETWEEN_CHANGES = 10
const MINUTE_MS = 60_000

/** The hashes of tokens that take the place of those in earlier emails, by the id of what they open. */
export type NewHashes = Readonly<
  Record<'choices' | 'substitutions', readonly { id: string; tokenHash: string }[]>
>

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
export function correct(draft: Draft, { version, changes, readdress, fields }: Correct): void {
  refuseIfChanged(draft.state.order, version)
  const isBuyer = draft.by.actor === 'shopper'
  if (isBuyer && !mayHappen(draft.state, 'changed_by_buyer')) throw new Refused('order_not_changeable')
  const before = draft.state
  const entries = fields.map(({ field, before: was, after }) => [field, { before: was, after }])
  draft.add({ log: 'corrected', data: { fields: Object.fromEntries(entries) } })
  if (readdress) {
    const { trackingToken, hashes } = readdress
    draft.add({ setOrder: { ...changes, trackingToken, manageLinksEndedAt: draft.at } })
    replaceTokens(draft, hashes)
    draft.add({ readdress: draft.state.order.customerEmail })
  } else draft.add({ setOrder: changes })
  if (isBuyer) sendFloristChanges(draft, fields, before)
}

/** At once, or with whatever else changes until the pause after the last such message is over. */
function sendFloristChanges(draft: Draft, fields: Correct['fields'], before: Draft['state']): void {
  const link = floristOf(draft.state)?.link
  const parts: readonly unknown[] = partsOfFields(fields.map(({ field }) => field ?? ''))
  const told = draft.state.messages.filter(
    ({ kind, payload }) => kind === 'florist-changed' && payload['linkId'] === link?.id,
  )
  const waiting = told.find(({ tried }) => !tried)
  if (waiting) {
    const all = new Set([...asList(waiting.payload['parts']), ...parts])
    draft.add({ setPayload: waiting.id, payload: { ...waiting.payload, parts: [...all].sort() } })
    return
  }
  const last = told
    .map(({ at }) => at)
    .sort()
    .at(-1)
  const pauseEnd = last && new Date(Date.parse(last) + MINUTES_BETWEEN_CHANGES * MINUTE_MS).toISOString()
  const notBefore = pauseEnd && pauseEnd > draft.at ? pauseEnd : undefined
  addEffects(draft, 'changed_by_buyer', { 'florist-changed': { payload: { parts }, notBefore } }, before)
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
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
  draft.add({ log: 'shop_order_edited', data }, { setShopOrder: shopOrderId, values: texts })
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
  draft.add({ log: 'shop_order_payment', data: { shopOrderId, shop, from, to } })
  const values = { paymentStatus: to, paymentUpdatedAt: draft.at, paymentBy: draft.by.actorId ?? null }
  draft.add({ setShopOrder: shopOrderId, values })
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
  const shopOrder = shopOrderWith(draft, shopOrderId)
  draft.add({ log: 'contact_added', data: { shopOrderId, shop: shopOrder.shop } })
  draft.add({ addContact: { id, shopOrderId, note, userId } })
}

export type AddNote = { type: 'add_note'; key: string; note: string }

/** Adds a note of staff to the order's log; nothing when one with its key is there. It moves no version: no open form is overtaken. */
export function addNote(draft: Draft, { key, note }: AddNote): void {
  const dedupeKey = `note:${draft.state.order.id}:${key}`
  if (draft.state.log.some((entry) => entry.dedupeKey === dedupeKey)) return
  draft.add({ log: 'note_added', data: { note }, dedupeKey })
}

export type ResolveFlag = { type: 'resolve_flag'; flag: OrderFlag }

/** Resolves a flag that a person has looked at; nothing when it is not open. */
export function resolveOpenFlag(draft: Draft, { flag }: ResolveFlag): void {
  const open = flagOf(draft.state, flag)
  if (!open) return
  draft.add({ log: 'flag_resolved', data: { flag, detail: open.detail } })
  const isPaid = draft.state.order.paymentStatus === 'paid'
  if (flag === 'over_capacity') {
    addEffects(draft, isPaid ? 'over_capacity_resolved' : 'over_capacity_resolved_unpaid')
  }
  resolveFlag(draft, flag)
  draft.add({ setOrder: {} })
}

export type EndBuyerLinks = { type: 'end_buyer_links'; version: number; hashes: NewHashes }

/** Ends the buyer's own links: they got into other hands. The next email to the buyer has a new one. */
export function endBuyerLinks(draft: Draft, { version, hashes }: EndBuyerLinks): void {
  refuseIfChanged(draft.state.order, version)
  draft.add({ log: 'buyer_links_ended' }, { setOrder: { manageLinksEndedAt: draft.at } })
  replaceTokens(draft, hashes)
}

/** The links in earlier emails open no choice and no question any more. */
function replaceTokens(draft: Draft, { choices, substitutions }: NewHashes): void {
  for (const { id, tokenHash } of choices) draft.add({ setChoice: id, values: { tokenHash } })
  for (const { id, tokenHash } of substitutions) draft.add({ setSubstitution: id, values: { tokenHash } })
}

export type DeleteOrder = { type: 'delete_order' }

/** Deletes an order that holds no money and that no shop has. Its log stays. */
export function deleteOrder(draft: Draft, _: DeleteOrder): void {
  const message = deletionRefusal(draft.state)
  if (message !== null) throw new Refused('order_not_deletable', message)
  const { status, paymentStatus, totalCents, refundedCents } = draft.state.order
  draft.add({ log: 'deleted', data: { status, paymentStatus, totalCents, refundedCents } })
  addEffects(draft, 'deleted')
  draft.add({ deleteOrder: true })
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
  const [first = null] = (Object.keys(FLAGS) as OrderFlag[]).flatMap((kind) =>
    flags.some((flag) => flag.kind === kind) ? (FLAGS[kind].undeletable ?? []) : [],
  )
  return first
}
