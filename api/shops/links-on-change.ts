import type { Deps } from '#api/deps.ts'
import { statementsOf } from '#api/orders/decision-queries.ts'
import { readStates, type StoredOrder } from '#api/orders/state-queries.ts'
import type { Condition, Statement } from '#api/platform/database/condition.ts'
import { Overtaken } from '#api/platform/database/retry.ts'
import { newFloristLink } from '#api/shop-orders/florist-link.ts'
import { expireLinksOfShop, openLinksOfShop, openLinksOfShopAre } from '#api/shop-orders/queries.ts'
import { type Command, decide } from '#domain/order/decide.ts'
import { fulfilmentOf, isAtWork } from '#domain/order/fulfilment.ts'
import type { By } from '#domain/order/patches.ts'
import { Refused } from '#domain/order/refused.ts'
import { orderAndShop } from '#domain/order/state.ts'
import type { ShopFields, ShopRecord } from './queries.ts'

/** A condition of the shop's update, and statements that follow it in the same batch. */
type LinkChanges = {
  condition: Condition
  statements: Statement[]
  notified: boolean
}

/**
 * The effect of a shop's update on the links of its florists. A shop that is deactivated or loses its email address loses
 * all links. With a new address it also loses them, and gets a new link for each order that it still has to make.
 * `condition` holds while the shop's links are as they were read; `notified`: whether emails are queued.
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
  const by = { actor: 'admin', actorId } as const
  const email = form.active ? form.email : null
  const links = await openLinksOfShop(db, shop.id, at)
  const atWork = links.filter(({ order, shopOrder }) =>
    isAtWork(fulfilmentOf(orderAndShop({ order, shopOrders: [] }, shopOrder)).florist),
  )
  const states = await readStates(
    db,
    atWork.map(({ order }) => order.id),
  )
  const newLinks: string[] = []
  const decisions = await Promise.all(
    atWork.map(async ({ shopOrder, order }) => {
      const state = states.find((each) => each.order.id === order.id)
      if (!state) return null
      const before = withShop(state, shopOrder.id, { shop: form.name, email, shopIsActive: form.active })
      if (email === null)
        return decideAsRead(before, { type: 'expire_link', shopOrderId: shopOrder.id }, at, by)
      const link = await newFloristLink(deps)
      newLinks.push(link.id)
      return decideAsRead(before, { type: 'send_link', shopOrderId: shopOrder.id, link }, at, by)
    }),
  )
  const linkIds = links.map(({ link }) => link.id)
  return {
    condition: openLinksOfShopAre(shop.id, linkIds, at),
    statements: [
      ...decisions.flatMap((decision) =>
        decision ? statementsOf(decision.patches, { ...decision, db, at }) : [],
      ),
      expireLinksOfShop(db, shop.id, newLinks, at),
    ],
    notified: newLinks.length > 0,
  }
}

/** @throws Overtaken when the order does not allow it any more: it has changed since the links were read */
function decideAsRead(before: StoredOrder, command: Command, at: string, by: By) {
  try {
    return { before, ...decide(before, command, at, by) }
  } catch (error) {
    throw error instanceof Refused ? new Overtaken() : error
  }
}

/** An order with its shop as it is after the update. */
function withShop(
  state: StoredOrder,
  shopOrderId: string,
  shop: Partial<StoredOrder['shopOrders'][number]>,
): StoredOrder {
  const shopOrders = state.shopOrders.map((each) => (each.id === shopOrderId ? { ...each, ...shop } : each))
  return { ...state, shopOrders }
}

function sameMailbox(one: string | null, other: string | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase()
}
