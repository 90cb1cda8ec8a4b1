import type { Deps } from '#api/deps.ts'
import { addOrderEvent } from '#api/platform/audit/order-events.ts'
import { newClaim } from '#api/platform/database/claim.ts'
import { allOf, type Condition, type Statement } from '#api/platform/database/condition.ts'
import { enqueueFloristEmail } from '#api/shop-orders/email-queries.ts'
import { newFloristLink, orderAndShopState } from '#api/shop-orders/florist-link.ts'
import {
  addFloristLink,
  expireLinksOfShop,
  floristLinkIsOpen,
  openLinksOfShop,
  openLinksOfShopAre,
  revokeLinksOf,
} from '#api/shop-orders/florist-link-queries.ts'
import { fulfilmentOf, isAtWork } from '#domain/fulfilment.ts'
import type { ShopFields, ShopRecord } from './queries.ts'

/** A condition of the shop's update, and statements that follow it in the same batch. */
type LinkChanges = {
  onlyIf: Condition
  statements: (written: Condition) => Statement[]
  notified: boolean
}

/**
 * What an update of a shop does to the links of its florists. A shop that is deactivated or loses its email address loses
 * all links. With a new address it also loses them, and gets a new link for each order that it still has to make.
 * `onlyIf` holds while the shop's links are as they were read; `notified`: whether emails are queued.
 * @returns null when the links stay as they are
 */
export async function linkChanges(
  deps: Deps,
  actorId: string,
  shop: ShopRecord,
  form: ShopFields,
  now: Date,
): Promise<LinkChanges | null> {
  const deactivated = shop.active && !form.active
  if (!deactivated && sameMailbox(shop.email, form.email)) return null
  const { db } = deps
  const at = now.toISOString()
  const email = form.active ? form.email : null
  const links = await openLinksOfShop(db, shop.id, at)
  const atWork = links.filter((found) => isAtWork(fulfilmentOf(orderAndShopState(found)).florist))
  const newLinks: string[] = []
  const changes = await Promise.all(
    atWork.map(async ({ link, shopOrder, order }) => {
      const isOpen = floristLinkIsOpen(link.id, at)
      const event = { actor: 'admin', actorId, data: { shopOrderId: shopOrder.id, shop: form.name } } as const
      if (email === null) {
        const revoked = { kind: 'florist_link_revoked', ...event }
        return (written: Condition): Statement[] => [
          addOrderEvent(db, order.id, revoked, at, allOf(written, isOpen)),
        ]
      }
      const newLink = await newFloristLink(deps, shopOrder.id, order.promisedBy, now)
      newLinks.push(newLink.id)
      const { key, condition } = newClaim()
      const sent = { kind: 'florist_link_sent', ...event, dedupeKey: key }
      return (written: Condition): Statement[] => [
        addOrderEvent(db, order.id, sent, at, allOf(written, isOpen)),
        revokeLinksOf(db, shopOrder.id, at, condition),
        addFloristLink(db, shopOrder.id, newLink, at, condition),
        enqueueFloristEmail(db, { orderId: order.id, email }, newLink.id, at, condition),
      ]
    }),
  )
  const linkIds = links.map(({ link }) => link.id)
  return {
    onlyIf: openLinksOfShopAre(shop.id, linkIds, at),
    statements: (written) => [
      ...changes.flatMap((statements) => statements(written)),
      expireLinksOfShop(db, shop.id, newLinks, at, written),
    ],
    notified: newLinks.length > 0,
  }
}

function sameMailbox(one: string | null, other: string | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase()
}
