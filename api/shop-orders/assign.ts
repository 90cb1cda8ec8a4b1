import { dropNewTime } from '#api/dangers/queries.ts'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { addOrderEvent } from '#api/platform/audit/order-events.ts'
import { runGuardedBatch } from '#api/platform/database/claim.ts'
import { allOf, type Condition } from '#api/platform/database/condition.ts'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import { mayBeAssigned } from '#domain/fulfilment.ts'
import { answerDeadline } from '#domain/market-promises.ts'
import { formatMoney } from '#domain/money.ts'
import {
  isUnassigned,
  type LiveAssignment,
  readChoices,
  readForAssigning,
  shopAcceptsOrders,
  shopOrderStillLive,
} from './assignment-queries.ts'
import type { AssignRequest } from './assignment-schema.ts'
import { enqueueFloristEmail, enqueueFloristWithdrawn } from './email-queries.ts'
import { newFloristLink } from './florist-link.ts'
import { addFloristLink, revokeLinksOfOrder } from './florist-link-queries.ts'
import { addShopOrder, changeOrder, changeShopOrder, orderUnchanged } from './queries.ts'
import { orderOverError } from './service.ts'

const MAX_ATTEMPTS = 4

type Read = Awaited<ReturnType<typeof readForAssigning>>
/** What is written, by whom, under which further condition. */
type Assignment = { [Part in 'order' | 'shop']: NonNullable<Read[Part]> } & Pick<Read, 'live' | 'market'> &
  Pick<AssignRequest, 'shopCostCents' | 'platformFeeCents' | 'specialInstructions'> & {
    who: { actor: 'admin'; actorId: string } | { actor: 'system' }
    onlyIf?: Condition
  }

/**
 * What selecting a shop for an order shows, with the room that each shop has for it. A delivery ZIP that no market serves suggests nothing and logs a warning.
 * @throws AppError `order_not_found`
 */
export async function assignmentChoicesOf({ db, log }: Pick<Deps, 'db' | 'log'>, orderId: string) {
  const choices = await readChoices(db, orderId)
  if (!choices) throw new AppError('order_not_found')
  if (choices.suggestedMarketId === null) log('warn', 'no_market_for_zip', { orderId })
  return choices
}

/**
 * Assigns an order to a shop: shop order, the order's assignment, event, the florist's link and email in one batch. With
 * `replaces` the current shop order is taken back in the same step. Of two at once, one wins. A shop that has as many orders
 * as it can make gets it nevertheless: the answer says so.
 * @throws AppError `order_not_found`, `shop_not_found`, `shop_inactive`, `order_over`, `already_assigned` (by whom and
 *   when), `assignment_changed` when `replaces` is not the current shop order any more, `shop_order_delivered` when it
 *   was delivered, `invalid` when the order has another total
 */
export async function assignOrder(deps: Deps, actorId: string, request: AssignRequest) {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const read = await readForAssigning(deps.db, request.orderId, request.shopId)
    const checked = check(read, request)
    const { shopCostCents, platformFeeCents, specialInstructions } = request
    const split = { shopCostCents, platformFeeCents, specialInstructions }
    const who = { actor: 'admin', actorId } as const
    const answer = await writeAssignment(deps, { ...checked, ...split, who })
    if (!answer) continue
    if (answer.notified || checked.live) deps.waitUntil(sendDue(deps))
    return { ...answer, aboveCapacity: !read.hasRoom }
  }
  throw new AppError('edit_conflict')
}

/** The error for an order that a shop has already. */
export function alreadyAssigned({ shop, assignedBy, assignedAt }: LiveAssignment): AppError {
  const by = assignedBy === null ? '' : ` by ${assignedBy}`
  return new AppError('already_assigned', {
    message: `This order was already assigned to ${shop.name}${by} at ${assignedAt}.`,
  })
}

function check({ order, market, shop, live }: Read, request: AssignRequest) {
  if (!order) throw new AppError('order_not_found')
  if (!shop) throw new AppError('shop_not_found')
  if (live && live.shopOrder.id !== request.replaces) throw alreadyAssigned(live)
  if (!live && request.replaces !== undefined) throw new AppError('assignment_changed')
  if (!mayBeAssigned(order)) throw orderOverError(order)
  if (live?.shopOrder.status === 'delivered') throw new AppError('shop_order_delivered')
  if (!shop.active) throw new AppError('shop_inactive')
  if (order.totalCents !== request.totalCents) {
    const message = `The order total is ${formatMoney(order.totalCents)}. Please split that amount.`
    throw new AppError('invalid', { issues: [{ path: 'totalCents', message }] })
  }
  return { order, market, shop, live }
}

/**
 * Writes an assignment, and asks the florist by email.
 * @returns null when order or shop have changed since they were read, or the condition does not hold
 */
export async function writeAssignment(deps: Deps, assignment: Assignment) {
  const { order, market, shop, live, who, onlyIf, ...values } = assignment
  const { shopCostCents, platformFeeCents, specialInstructions } = values
  const { db, clock } = deps
  const now = clock.now()
  const at = now.toISOString()
  const id = crypto.randomUUID()
  const link = shop.email === null ? null : await newFloristLink(deps, id, order.promisedBy, now)
  const split = { totalCents: order.totalCents, shopCostCents, platformFeeCents }
  const answerBy = link && deadlineOf(order, market, now)
  const unchanged = allOf(
    live ? shopOrderStillLive(live.shopOrder.id) : isUnassigned(order.id),
    orderUnchanged(order),
    shopAcceptsOrders(shop),
    ...(onlyIf ? [onlyIf] : []),
  )
  const deadline = answerBy && { answerBy, timeZone: order.timeZone }
  const assigned = {
    kind: 'assigned',
    ...who,
    data: { shopOrderId: id, shopId: shop.id, shop: shop.name, ...split, ...deadline },
  }
  const unassigned = live && {
    kind: 'unassigned',
    ...who,
    data: { shopOrderId: live.shopOrder.id, shopId: live.shop.id, shop: live.shop.name, reassigned: true },
  }
  const formerEmail = live && live.shop.id !== shop.id ? live.shop.email : null
  const written = await runGuardedBatch(db, order.id, unassigned ?? assigned, at, unchanged, (condition) => [
    ...(live ? [addOrderEvent(db, order.id, assigned, at, condition)] : []),
    ...(live && formerEmail
      ? [
          enqueueFloristWithdrawn(
            db,
            { orderId: order.id, email: formerEmail },
            { shopOrderId: live.shopOrder.id },
            at,
            condition,
          ),
        ]
      : []),
    // Also the links of shops that rejected the order. Only shops that did not answer in time keep theirs, without the delivery.
    revokeLinksOfOrder(db, order.id, shop.id, at, condition),
    ...(live
      ? [
          dropNewTime(db, order.id, condition),
          changeShopOrder(db, live.shopOrder, { withdrawnAt: at }, at, condition),
        ]
      : []),
    addShopOrder(
      db,
      { id, orderId: order.id, shopId: shop.id, ...split, specialInstructions, answerBy },
      at,
      condition,
    ),
    changeOrder(db, order.id, { assignmentStatus: 'assigned' }, at, condition),
    ...(link && shop.email
      ? [
          addFloristLink(db, id, link, at, condition),
          enqueueFloristEmail(db, { orderId: order.id, email: shop.email }, link.id, at, condition),
        ]
      : []),
  ])
  return written ? { shopOrderId: id, notified: link !== null } : null
}

/** Until when a shop has to answer (ISO instant). Only a paid order has a promise that counts. */
function deadlineOf(order: Assignment['order'], market: Assignment['market'], now: Date): string | null {
  if (market === null || order.paymentStatus !== 'paid') return null
  const { deliveryOption, promisedBy } = order
  const deadline = answerDeadline({ deliveryOption, promisedBy: new Date(promisedBy) }, market, now)
  return deadline?.toISOString() ?? null
}
