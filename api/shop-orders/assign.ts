import { readLoads, roomOf } from '#api/capacity/shop-load-queries.ts'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { applyToOrder } from '#api/orders/apply.ts'
import { sendAbout } from '#api/platform/outbox/send-due.ts'
import { ringsByOf } from '#api/platform/reach.ts'
import { bucketOfOrder } from '#domain/capacity.ts'
import type { Assign } from '#domain/order/assignment.ts'
import { liveShopOrder } from '#domain/order/state.ts'
import { readBulkChoices, readChoices, selectShop } from './assignment-queries.ts'
import type { AssignRequest } from './assignment-schema.ts'
import { newFloristLink } from './florist-link.ts'

/**
 * The choices for an order: markets, and shops, best first, with the room that each has for it. A ZIP that no market serves suggests
 * nothing and logs a warning.
 * @throws AppError `order_not_found`
 */
export async function assignmentChoicesOf(
  { db, log, clock, push, texts }: Pick<Deps, 'db' | 'log' | 'clock' | 'push' | 'texts'>,
  orderId: string,
) {
  const choices = await readChoices(db, orderId, ringsByOf({ push, texts }), clock.now())
  if (!choices) throw new AppError('order_not_found')
  if (choices.suggestedMarketId === null) log('warn', 'no_market_for_zip', { orderId })
  return choices
}

/** The choices for several orders that one shop is to get. @throws AppError `order_not_found` when none of them is there */
export async function bulkChoicesOf(
  { db, clock, push, texts }: Pick<Deps, 'db' | 'clock' | 'push' | 'texts'>,
  orderIds: readonly string[],
) {
  const choices = await readBulkChoices(db, orderIds, ringsByOf({ push, texts }), clock.now())
  if (!choices) throw new AppError('order_not_found')
  return choices
}

/**
 * Assigns an order to a shop: shop order, the order's assignment, the florist's link and email. With `replaces` the current
 * shop order is taken back in the same step. Of two at once, one wins. A shop that has as many orders as it can make gets it
 * nevertheless: the answer says so.
 * @throws AppError `order_not_found`, `shop_not_found`, `shop_inactive`, `order_over`, `already_assigned` (by whom and
 *   when), `assignment_changed` when `replaces` is given and no shop has the order any more, `shop_order_delivered` when it
 *   was delivered, `invalid` when the order has another total
 */
export async function assignOrder(deps: Deps, actorId: string, request: AssignRequest) {
  const { db } = deps
  const { orderId, shopId, ...split } = request
  let aboveCapacity = false
  const { before, after } = await applyToOrder(
    deps,
    orderId,
    async (state, _at, [found], loads): Promise<Assign> => {
      if (!found) throw new AppError('shop_not_found')
      const { order } = state
      const wanted = { bucket: bucketOfOrder(order), zone: order.timeZone }
      aboveCapacity = !roomOf({ id: shopId, capacity: found.capacity }, loads, wanted).hasRoom
      return { ...split, ...(await newAssignment(deps, found.shop, state.market)) }
    },
    { actor: 'admin', actorId },
    { reading: [selectShop(db, shopId), readLoads(db, [orderId])] },
  )
  const live = liveShopOrder(after)
  const notified = live?.link !== null
  if (notified || liveShopOrder(before)) deps.waitUntil(sendAbout(deps, orderId))
  return { shopOrderId: live?.id ?? '', version: live?.version ?? 1, notified, aboveCapacity }
}

/** The rest of an assignment beside its split: ids, the shop, and a link for its florist. */
export async function newAssignment(
  { config }: Pick<Deps, 'config'>,
  { id, name, email, active }: Assign['shop'],
  market: Assign['market'],
) {
  const shopOrderId = crypto.randomUUID()
  const link = await newFloristLink({ config })
  return { type: 'assign', shopOrderId, shop: { id, name, email, active }, market, link } as const
}
