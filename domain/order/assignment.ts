import { floristLinkExpiry } from '#domain/florist.ts'
import { type AskingMarket, answerDeadline } from '#domain/market-promises.ts'
import { shopOrderIsLive } from '#domain/order-status.ts'
import type { ShopRoomWanted } from './consequences.ts'
import {
  addEffects,
  type Draft,
  dropNewTime,
  endOfUndo,
  endQuestion,
  keptShopOrder,
  logOrderStatus,
  mayHappen,
  Refused,
  refuseIfChanged,
  sendMessage,
  shopOrderWith,
  unsend,
} from './draft.ts'
import { fulfilmentOf, isAtWork, mayBeAssigned, orderStatusAfter } from './fulfilment.ts'
import { liveShopOrder, type OrderState, openQuestion, orderAndShop, type ShopOrder } from './state.ts'

// A shop is asked, an order is taken back, and a florist gets a link or loses it.

/** A link that is about to be made. Its token is stored nowhere but in the email. */
export type NewLink = { id: string; tokenHash: string }

export type Assign = {
  type: 'assign'
  /** Of the shop order that is made. */
  shopOrderId: string
  shop: { id: string; name: string; email: string | null; active: boolean }
  /** The rules of the order's market about answers; null: it has none. */
  market: AskingMarket | null
  /** The total that was split: an order with another one is not assigned. */
  totalCents: number
  shopCostCents: number
  platformFeeCents: number
  specialInstructions: string | null
  /** The live shop order that it replaces. */
  replaces?: string | undefined
  link: NewLink
  /** The florist's email waits until the assignment cannot be undone any more. */
  holdEmails?: boolean | undefined
  /** The room that the shop must have; absent: a person decides. */
  room?: ShopRoomWanted | undefined
}

/** Gives an order to a shop, and asks its florist by email. One live shop order at a time. */
export function assign(draft: Draft, command: Assign): void {
  const { order } = draft.state
  const live = liveShopOrder(draft.state)
  const { shop, shopOrderId, replaces } = command
  if (live && live.id !== replaces) throw new Refused('already_assigned')
  if (!live && replaces !== undefined) throw new Refused('assignment_changed')
  if (!mayBeAssigned(order)) throw new Refused('order_over')
  if (live?.status === 'delivered') throw new Refused('shop_order_delivered')
  if (!shop.active) throw new Refused('shop_inactive')
  const { totalCents, shopCostCents, platformFeeCents } = command
  if (order.totalCents !== totalCents) throw new Refused('total_changed')
  const split = { totalCents, shopCostCents, platformFeeCents }
  const answerBy = shop.email === null ? null : deadlineOf(order, command.market, draft.at)
  if (live) {
    const data = { shopOrderId: live.id, shopId: live.shopId, shop: live.shop, reassigned: true }
    draft.add({ log: 'unassigned', data })
  }
  draft.add({
    log: 'assigned',
    data: {
      shopOrderId,
      shopId: shop.id,
      shop: shop.name,
      ...split,
      ...(answerBy && { answerBy, timeZone: order.timeZone }),
    },
  })
  if (live && live.shopId !== shop.id) sendMessage(draft, 'florist-withdrawn')
  draft.add({ revokeLinks: linksToEnd(draft.state, shop.id) })
  if (live) {
    unsend(draft, ['florist-reopened'])
    dropNewTime(draft)
    // Its florist misses the flowers, the next one may not.
    if (openQuestion(draft.state)) sendMessage(draft, 'substitution-closed')
    endQuestion(draft)
    draft.add({ setShopOrder: live.id, values: { withdrawnAt: draft.at } })
  }
  const { specialInstructions } = command
  draft.add(
    {
      addShopOrder: {
        id: shopOrderId,
        shopId: shop.id,
        shop: shop.name,
        email: shop.email,
        ...split,
        specialInstructions,
        answerBy,
        room: command.room,
      },
    },
    { setOrder: { assignmentStatus: 'assigned' } },
  )
  if (shop.email !== null) addLink(draft, shopOrderId, command.link)
  const notBefore = command.holdEmails ? endOfUndo(draft) : undefined
  addEffects(draft, 'asked', { 'florist-order': { notBefore } })
}

/** Those that end once a shop is given the order. A shop that did not answer in time keeps its link for a late yes, which gets a kind reply. */
function linksToEnd({ shopOrders }: OrderState, shopId: string): string[] {
  const keeps = ({ status, answeredBy, withdrawnAt, shopId: own }: ShopOrder) =>
    status === 'rejected' && answeredBy === 'system' && withdrawnAt === null && own !== shopId
  return shopOrders.filter((each) => each.link !== null && !keeps(each)).map(({ id }) => id)
}

/** Until when a shop has to answer (ISO instant). Only a paid order has a promise that counts. */
function deadlineOf(order: OrderState['order'], market: AskingMarket | null, at: string): string | null {
  if (market === null || order.paymentStatus !== 'paid') return null
  const { deliveryOption, promisedBy } = order
  const deadline = answerDeadline({ deliveryOption, promisedBy: new Date(promisedBy) }, market, new Date(at))
  return deadline?.toISOString() ?? null
}

function addLink(draft: Draft, shopOrderId: string, { id, tokenHash }: NewLink): void {
  const { promisedBy } = draft.state.order
  const expiresAt = floristLinkExpiry(new Date(promisedBy), new Date(draft.at)).toISOString()
  draft.add({ addLink: { id, shopOrderId, tokenHash, expiresAt } })
}

export type Unassign = { type: 'unassign'; shopOrderId: string; version: number }

/** Takes an order back from its shop. It awaits assignment again, and the shop order stays as history. */
export function unassign(draft: Draft, { shopOrderId, version }: Unassign): void {
  const shopOrder = keptShopOrder(draft, shopOrderId)
  if (!shopOrderIsLive(shopOrder)) throw new Refused('shop_order_over')
  refuseIfChanged(shopOrder, version)
  if (!mayHappen(draft.state, 'withdrawn', shopOrder)) throw new Refused('shop_order_delivered')
  const status = orderStatusAfter(orderAndShop(draft.state, shopOrder), 'withdrawn')
  logWithdrawn(draft, shopOrder)
  logOrderStatus(draft, status)
  addEffects(draft, 'withdrawn')
  withdraw(draft, shopOrder)
  draft.add({ setOrder: { assignmentStatus: 'unassigned', status } })
}

export function logWithdrawn(draft: Draft, { id, shopId, shop }: ShopOrder): void {
  draft.add({ log: 'unassigned', data: { shopOrderId: id, shopId, shop } })
}

/**
 * Takes a shop order back, with the florist's link.
 * @param options.keepsLink it stays open: while the order is cancelled its page says not to make it
 */
export function withdraw(draft: Draft, { id }: ShopOrder, { keepsLink = false } = {}): void {
  unsend(draft, ['florist-reopened'])
  if (!keepsLink) draft.add({ revokeLinks: [id] })
  dropNewTime(draft)
  endQuestion(draft)
  draft.add({ setShopOrder: id, values: { withdrawnAt: draft.at } })
}

export type SendLink = { type: 'send_link'; shopOrderId: string; link: NewLink }

/** Sends the florist a new link; the former one ends. */
export function sendLink(draft: Draft, { shopOrderId, link }: SendLink): void {
  const shopOrder = keptShopOrder(draft, shopOrderId)
  if (!shopOrderIsLive(shopOrder)) throw new Refused('shop_order_over')
  if (!mayBeAssigned(draft.state.order)) throw new Refused('order_over')
  if (!isAtWork(fulfilmentOf(orderAndShop(draft.state, shopOrder)).florist)) {
    throw new Refused('shop_order_delivered')
  }
  if (!shopOrder.shopIsActive) throw new Refused('shop_inactive')
  if (shopOrder.email === null) throw new Refused('shop_without_email')
  draft.add({ log: 'florist_link_sent', data: { shopOrderId, shop: shopOrder.shop } })
  draft.add({ revokeLinks: [shopOrderId] })
  addLink(draft, shopOrderId, link)
  sendMessage(draft, 'florist-order')
}

export type RevokeLink = { type: 'revoke_link'; shopOrderId: string }

/** Ends the florist's link; nothing without one. */
export function revokeLink(draft: Draft, { shopOrderId }: RevokeLink): void {
  const shopOrder = shopOrderWith(draft, shopOrderId)
  if (shopOrder.link === null) return
  draft.add({ log: 'florist_link_revoked', data: { shopOrderId, shop: shopOrder.shop } })
  draft.add({ revokeLinks: [shopOrderId] })
}

export type ExpireLink = { type: 'expire_link'; shopOrderId: string }

/** The shop is not asked any more. Its link ends and is not revoked: the florist still hears when the order is cancelled. */
export function expireLink(draft: Draft, { shopOrderId }: ExpireLink): void {
  const shopOrder = shopOrderWith(draft, shopOrderId)
  draft.add({ log: 'florist_link_revoked', data: { shopOrderId, shop: shopOrder.shop } })
  draft.add({ extendLink: shopOrderId, expiresAt: draft.at })
}
