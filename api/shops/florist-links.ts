import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Deps } from '#api/deps.ts'
import { addOrderEvent } from '#api/platform/audit/order-events.ts'
import { newClaim } from '#api/platform/database/claim.ts'
import { newFloristLink, standingOf } from '#api/shop-orders/florist-link.ts'
import {
  addFloristLink,
  expireLinksOfShop,
  floristLinkIsOpen,
  linksOfShopAre,
  openLinksOfShop,
  revokeLinksOf,
} from '#api/shop-orders/florist-link-queries.ts'
import { tellFlorist } from '#api/shop-orders/messages.ts'
import { fulfilmentOf, isAtWork } from '#domain/fulfilment.ts'
import type { ShopFields, ShopRecord } from './queries.ts'

type OpenLink = Awaited<ReturnType<typeof openLinksOfShop>>[number]

export type LinkChanges = {
  /** True in the batch while the shop's links are as they were read. */
  onlyIf: SQL
  /** @param saved true in the batch once the shop was saved */
  statements: (saved: SQL) => BatchItem<'sqlite'>[]
  /** Whether mail waits to be sent then. */
  notified: boolean
}

/**
 * What saving a shop does to its links. Deactivated, or without an address, it loses all of them. Under another address it
 * loses them, too, and a new one goes there for each order that it still has to do.
 * @returns null when they stay as they are
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
  const open = await openLinksOfShop(db, shop.id, at)
  const atWork = open.filter((found) => isAtWork(fulfilmentOf(standingOf(found)).florist))
  const changes = await Promise.all(
    atWork.map(async (found) => {
      const { id, promisedBy } = found.order
      if (email === null) return { newId: null, statements: (saved: SQL) => [ended(found, saved)] }
      const link = await newFloristLink(deps, found.shopOrder.id, promisedBy, now)
      const replaced = (saved: SQL) => {
        const { key, condition } = newClaim()
        return [
          event('florist_link_sent', found, sql`${saved} and ${floristLinkIsOpen(found.link.id, at)}`, key),
          revokeLinksOf(db, found.shopOrder.id, at, condition),
          addFloristLink(db, found.shopOrder.id, link, at, condition),
          tellFlorist(db, { orderId: id, email }, link.id, at, condition),
        ]
      }
      return { newId: link.id, statements: replaced }
    }),
  )
  const newIds = changes.flatMap(({ newId }) => newId ?? [])
  return {
    onlyIf: linksOfShopAre(
      shop.id,
      open.map(({ link }) => link.id),
      at,
    ),
    statements: (saved) => [
      ...changes.flatMap(({ statements }) => statements(saved)),
      expireLinksOfShop(db, shop.id, newIds, at, saved),
    ],
    notified: newIds.length > 0,
  }

  function ended(found: OpenLink, saved: SQL) {
    return event('florist_link_revoked', found, sql`${saved} and ${floristLinkIsOpen(found.link.id, at)}`)
  }

  function event(kind: string, { shopOrder, order }: OpenLink, onlyIf: SQL, dedupeKey?: string) {
    const data = { shopOrderId: shopOrder.id, shop: form.name }
    const what = { kind, actor: 'admin', actorId, data, ...(dedupeKey && { dedupeKey }) } as const
    return addOrderEvent(db, order.id, what, at, onlyIf)
  }
}

function sameMailbox(one: string | null, other: string | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase()
}
