import { type AskingMarket, answerDeadline } from '#domain/answer-deadline.ts'
import { shopOrderIsLive } from '#domain/order-status.ts'
import { type Draft, keptShopOrder, namesOf, refuseIfChanged, shopOrderWith } from './draft.ts'
import { mayBeAssigned } from './fulfilment.ts'
import { mayHappen } from './may.ts'
import type { ShopRoomWanted } from './patches.ts'
import { Refused } from './refused.ts'
import { liveShopOrder, type OrderState, type ShopOrder } from './state.ts'

// A shop is asked, an order is taken back, and a florist gets a link or loses it.

/** A link that is about to be made. Its token is stored nowhere but in the email. */
export type NewLink = { id: string; tokenHash: string }

export type Assign = {
  type: 'assign'
  /** The id of the shop order that is made. */
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
  const { shop, shopOrderId, replaces, specialInstructions, room, link } = command
  if (live && live.id !== replaces) throw new Refused('already_assigned')
  if (!live && replaces !== undefined) throw new Refused('assignment_changed')
  if (!mayBeAssigned(order)) throw new Refused('order_over')
  if (live?.status === 'delivered') throw new Refused('shop_order_delivered')
  if (!shop.active) throw new Refused('shop_inactive')
  const { totalCents, shopCostCents, platformFeeCents } = command
  if (order.totalCents !== totalCents) throw new Refused('total_changed')
  const endsLinksOf = linksToEnd(draft.state, shop.id)
  if (live) {
    const data = { ...namesOf(live), reassigned: true, isSameShop: live.shopId === shop.id } as const
    draft.happen('unassigned', data, undefined)
  }
  const answerBy = shop.email === null ? null : deadlineOf(order, command.market, draft.at)
  const data = {
    shopOrderId,
    shopId: shop.id,
    shop: shop.name,
    ...{ totalCents, shopCostCents, platformFeeCents },
    ...(answerBy && { answerBy, timeZone: order.timeZone }),
  }
  draft.happen('assigned', data, { email: shop.email, specialInstructions, room, link, endsLinksOf })
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

export type Unassign = { type: 'unassign'; shopOrderId: string; version: number }

/** Takes an order back from its shop. It awaits assignment again, and the shop order stays as history. */
export function unassign(draft: Draft, { shopOrderId, version }: Unassign): void {
  const shopOrder = keptShopOrder(draft, shopOrderId)
  if (!shopOrderIsLive(shopOrder)) throw new Refused('shop_order_over')
  refuseIfChanged(shopOrder, version)
  draft.happen('unassigned', namesOf(shopOrder), undefined)
}

export type SendLink = { type: 'send_link'; shopOrderId: string; link: NewLink }

/** Sends the florist a new link; the former one ends. */
export function sendLink(draft: Draft, { shopOrderId, link }: SendLink): void {
  const shopOrder = keptShopOrder(draft, shopOrderId)
  if (!shopOrderIsLive(shopOrder)) throw new Refused('shop_order_over')
  if (!mayBeAssigned(draft.state.order)) throw new Refused('order_over')
  if (!mayHappen(draft.state, 'florist_link_sent', shopOrder)) throw new Refused('shop_order_delivered')
  if (!shopOrder.shopIsActive) throw new Refused('shop_inactive')
  if (shopOrder.email === null) throw new Refused('shop_without_email')
  draft.happen('florist_link_sent', { shopOrderId, shop: shopOrder.shop }, { link })
}

export type RevokeLink = { type: 'revoke_link'; shopOrderId: string }

/** Ends the florist's link; nothing without one. */
export function revokeLink(draft: Draft, { shopOrderId }: RevokeLink): void {
  const { link, shop } = shopOrderWith(draft, shopOrderId)
  if (link !== null) draft.happen('florist_link_revoked', { shopOrderId, shop }, { expires: false })
}

export type ExpireLink = { type: 'expire_link'; shopOrderId: string }

/** The shop is not asked any more. Its link ends and is not revoked: the florist still hears when the order is cancelled. */
export function expireLink(draft: Draft, { shopOrderId }: ExpireLink): void {
  const { shop } = shopOrderWith(draft, shopOrderId)
  draft.happen('florist_link_revoked', { shopOrderId, shop }, { expires: true })
}
