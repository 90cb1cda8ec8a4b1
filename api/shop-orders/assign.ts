import { type SQL, sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { addOrderEvent } from '#api/platform/audit/order-events.ts'
import { type Claim, newClaim, runGuardedBatch } from '#api/platform/database/claim.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { mayBeAssigned } from '#domain/fulfilment.ts'
import { formatMoney } from '#domain/money.ts'
import { isUnassigned, readForAssigning, shopOrderLives, shopTakesOrders } from './assignment-queries.ts'
import type { AssignAnswer, AssignRequest } from './assignment-schema.ts'
import { newFloristLink } from './florist-link.ts'
import { addFloristLink, revokeLinksOfOrder } from './florist-link-queries.ts'
import { tellFlorist, tellFloristWithdrawn } from './messages.ts'
import { alreadyAssigned, orderOver } from './refusals.ts'
import { addShopOrder, changeShopOrder, markOrder, orderIsStill } from './write-queries.ts'

const ROUNDS = 4

type Read = Awaited<ReturnType<typeof readForAssigning>>
type Known = { [Part in 'order' | 'shop']: NonNullable<Read[Part]> } & Pick<Read, 'live'>

/**
 * Gives an order to a shop (§4, decisions.md, Orders and shop orders): shop order, the order's mark, event, the florist's
 * link and message in one batch. With `replaces` the shop order that lives is taken back in the same step. Of two at
 * once, one wins.
 * @throws AppError `order_not_found`, `shop_not_found`, `shop_inactive`, `order_over`, `already_assigned` (by whom and
 *   when), `assignment_changed` when `replaces` does not live any more, `shop_order_delivered` when it was delivered,
 *   `invalid` when the order has another total
 */
export async function assignOrder(
  deps: Deps,
  actorId: string,
  request: AssignRequest,
): Promise<AssignAnswer> {
  for (let round = 0; round < ROUNDS; round++) {
    const known = checked(await readForAssigning(deps.db, request.orderId, request.shopId), request)
    const answer = await write(deps, actorId, request, known)
    if (!answer) continue
    if (answer.notified || known.live) deps.defer(sendDue(deps))
    return answer
  }
  throw new AppError('edit_conflict')
}

function checked({ order, shop, live }: Read, request: AssignRequest): Known {
  if (!order) throw new AppError('order_not_found')
  if (!shop) throw new AppError('shop_not_found')
  if (live && live.shopOrder.id !== request.replaces) throw alreadyAssigned(live)
  if (!live && request.replaces !== undefined) throw new AppError('assignment_changed')
  if (!mayBeAssigned(order)) throw orderOver(order)
  if (live?.shopOrder.status === 'delivered') throw new AppError('shop_order_delivered')
  if (!shop.active) throw new AppError('shop_inactive')
  if (order.totalCents !== request.totalCents) {
    const message = `The order total is ${formatMoney(order.totalCents)}. Please split that.`
    throw new AppError('invalid', { issues: [{ path: 'totalCents', message }] })
  }
  return { order, shop, live }
}

/** @returns null when order or shop have changed since they were read */
async function write(
  deps: Deps,
  actorId: string,
  request: AssignRequest,
  { order, shop, live }: Known,
): Promise<AssignAnswer | null> {
  const { db, clock } = deps
  const now = clock.now()
  const at = now.toISOString()
  const id = crypto.randomUUID()
  const link = shop.email === null ? null : await newFloristLink(deps, id, order.promisedBy, now)
  const claim = newClaim()
  const { condition } = claim
  const { shopCostCents, platformFeeCents, specialInstructions, totalCents } = request
  const split = { totalCents, shopCostCents, platformFeeCents }
  const free = live ? shopOrderLives(live.shopOrder.id) : isUnassigned(order.id)
  const guard = sql`${free} and ${orderIsStill(order)} and ${shopTakesOrders(shop)}`

  const assigned = (onlyIf: SQL, dedupeKey?: string) =>
    addOrderEvent(
      db,
      order.id,
      {
        kind: 'assigned',
        actor: 'admin',
        actorId,
        data: { shopOrderId: id, shopId: shop.id, shop: shop.name, ...split },
        ...(dedupeKey && { dedupeKey }),
      },
      at,
      onlyIf,
    )
  const told = live?.shop.email && live.shop.id !== shop.id && { orderId: order.id, email: live.shop.email }
  const won = await runGuardedBatch(
    db,
    claim,
    live ? takenBack(deps, actorId, live, at, guard, claim) : assigned(guard, claim.key),
    [
      ...(live ? [assigned(condition)] : []),
      ...(live && told ? [tellFloristWithdrawn(db, told, live.shopOrder.id, at, condition)] : []),
      // Also those of shops that said no: whoever had this order before has no business with it any more.
      revokeLinksOfOrder(db, order.id, at, condition),
      ...(live ? [changeShopOrder(db, live.shopOrder, { withdrawnAt: at }, at, condition)] : []),
      addShopOrder(
        db,
        { id, orderId: order.id, shopId: shop.id, ...split, specialInstructions },
        at,
        condition,
      ),
      markOrder(db, order.id, { assignmentStatus: 'assigned' }, at, condition),
      ...(link && shop.email
        ? [
            addFloristLink(db, id, link, at, condition),
            tellFlorist(db, { orderId: order.id, email: shop.email }, link.id, at, condition),
          ]
        : []),
    ],
  )
  return won ? { shopOrderId: id, notified: link !== null } : null
}

function takenBack(
  { db }: Pick<Deps, 'db'>,
  actorId: string,
  { shopOrder, shop }: NonNullable<Read['live']>,
  at: string,
  guard: SQL,
  { key }: Claim,
) {
  return addOrderEvent(
    db,
    shopOrder.orderId,
    {
      kind: 'unassigned',
      actor: 'admin',
      actorId,
      data: { shopOrderId: shopOrder.id, shopId: shop.id, shop: shop.name, reassigned: true },
      dedupeKey: key,
    },
    at,
    guard,
  )
}
