import { asc, eq, inArray, sql } from 'drizzle-orm'
import { floristTokens } from '#api/shop-orders/florist-link.ts'
import { orderEvents, orders } from '#drizzle/schema/orders.ts'
import { floristLinks, shareCorrections, shopOrders } from '#drizzle/schema/shop-orders.ts'
import { checkoutRequest } from './checkout-request.ts'
import type { FloristFixture } from './florist-fixture.ts'
import type { OrderState } from './order-replay.ts'

/** A placed order. */
export type Placed = { id: string; sessionId: string; totalCents: number; tokens: string[] }

/** Anything with the database. */
type WithDatabase = { shop: Pick<FloristFixture['shop'], 'db'> }

/** An order as a shopper places it, not paid yet. */
export async function place({ shop }: FloristFixture): Promise<Placed> {
  // Tomorrow can be chosen at any hour: a long run outlasts the day.
  const request = checkoutRequest({ deliveryDetails: { option: 'tomorrow' } })
  const { body } = await shop.post('/create-checkout-session', request)
  const sessionId = String(body['sessionId'])
  const [row] = await shop.db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId))
  if (!row) throw new Error('The order was not placed')
  return { id: row.id, sessionId, totalCents: row.totalCents, tokens: [] }
}

/** The stored state of an order. */
export async function stored({ shop: { db } }: WithDatabase, orderId: string): Promise<OrderState> {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  if (!order) throw new Error('The order is gone')
  const rows = await db
    .select()
    .from(shopOrders)
    .where(eq(shopOrders.orderId, orderId))
    .orderBy(asc(sql`rowid`))
  const corrections = await db
    .select()
    .from(shareCorrections)
    .where(
      inArray(
        shareCorrections.shopOrderId,
        rows.map(({ id }) => id),
      ),
    )
  return {
    status: order.status,
    paymentStatus: order.paymentStatus,
    refundedCents: order.refundedCents,
    assigned: order.assignmentStatus === 'assigned',
    shopOrders: Object.fromEntries(
      rows.map((row) => [
        row.id,
        {
          shopId: row.shopId,
          status: row.status,
          paymentStatus: row.paymentStatus,
          withdrawn: row.withdrawnAt !== null,
          shopCostCents: row.shopCostCents,
          platformFeeCents: row.platformFeeCents,
          correctedCents: corrections
            .filter(({ shopOrderId }) => shopOrderId === row.id)
            .reduce((sum, { amountCents }) => sum + amountCents, 0),
        },
      ]),
    ),
  }
}

/** An order's log, oldest first. */
export function logOf({ shop: { db } }: WithDatabase, orderId: string) {
  return db
    .select({ kind: orderEvents.kind, data: orderEvents.data })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(sql`rowid`))
}

/** The token of the link of a shop order that was made last, as its mail carries it. */
export async function tokenOf({ shop }: FloristFixture, shopOrderId: string): Promise<string> {
  const [link] = await shop.db
    .select()
    .from(floristLinks)
    .where(eq(floristLinks.shopOrderId, shopOrderId))
    .orderBy(sql`rowid desc`)
    .limit(1)
  if (!link) throw new Error('There is no link')
  return (await floristTokens(shop.deps.config, link))[0].token
}
