import type { DataOf, OrderEvent } from './events.ts'
import type { Storing } from './evolve.ts'
import type { By, Note } from './patches.ts'
import { Refused } from './refused.ts'
import type { OrderState, ShopOrder } from './state.ts'

/** A decision while it is made: each event is decided on the state to which those before it have led. */
export type Draft = {
  /** ISO instant of the decision. */
  readonly at: string
  readonly by: By
  /** False once a place was wanted and there was none. */
  readonly hasRoom: boolean
  readonly state: OrderState
  /** Makes an event happen. @throws Refused when its row does not allow it now */
  happen<E extends OrderEvent>(
    event: E,
    data: DataOf<E>,
    storing: Storing<E>,
    options?: { by?: By | undefined; dedupeKey?: string },
  ): void
  /** Adds what is no event. */
  note(...notes: readonly Note[]): void
}

/**
 * Refuses a command that was made from an older version of the order or shop order: somebody else has changed it since.
 * @param version that the command names; absent: it may come at any time
 * @throws Refused `edit_conflict`
 */
export function refuseIfChanged(now: { version: number }, version: number | undefined): void {
  if (version !== undefined && now.version !== version) throw new Refused('edit_conflict')
}

/** A shop order of the order. @throws Refused `shop_order_not_found` */
export function shopOrderWith({ state }: Draft, shopOrderId: string): ShopOrder {
  const shopOrder = state.shopOrders.find(({ id }) => id === shopOrderId)
  if (!shopOrder) throw new Refused('shop_order_not_found')
  return shopOrder
}

/** One that an admin has not taken back. @throws Refused `shop_order_not_found`, `shop_order_withdrawn` */
export function keptShopOrder(draft: Draft, shopOrderId: string): ShopOrder {
  const shopOrder = shopOrderWith(draft, shopOrderId)
  if (shopOrder.withdrawnAt !== null) throw new Refused('shop_order_withdrawn')
  return shopOrder
}

export function namesOf({ id: shopOrderId, shopId, shop }: ShopOrder) {
  return { shopOrderId, shopId, shop }
}
