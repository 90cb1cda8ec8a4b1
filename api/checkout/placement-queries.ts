import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { marketRows, productColumns, servingMarket } from '#api/storefront/queries.ts'
import { STOREFRONT_SKUS } from '#domain/catalogue.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import { checkoutAttempts, checkoutSessions } from '#drizzle/schema/checkout.ts'
import { orderItems, orders } from '#drizzle/schema/orders.ts'

export type SessionRow = typeof checkoutSessions.$inferSelect

/** All that placing an order has to know, in one round trip. */
export async function readPlacement(db: Db, attemptKey: string, productId: string, zip: string) {
  const [attempts, found, rows] = await db.batch([
    db
      .select({ attempt: checkoutAttempts, order: orders, item: orderItems, session: checkoutSessions })
      .from(checkoutAttempts)
      .innerJoin(orders, eq(orders.id, checkoutAttempts.orderId))
      .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
      .innerJoin(checkoutSessions, eq(checkoutSessions.orderId, orders.id))
      .where(eq(checkoutAttempts.key, attemptKey))
      .orderBy(desc(checkoutSessions.n))
      .limit(1),
    db
      .select(productColumns)
      .from(products)
      .where(and(eq(products.id, productId), inArray(products.sku, [...STOREFRONT_SKUS]))),
    marketRows(db, zip),
  ])
  return { previous: attempts[0] ?? null, product: found[0] ?? null, market: servingMarket(rows) }
}

export type PreviousAttempt = NonNullable<Awaited<ReturnType<typeof readPlacement>>['previous']>

/** The newest checkout session of an order, as a statement for a batch: one row or none. */
export function latestSession(db: Db, orderId: string) {
  return db
    .select()
    .from(checkoutSessions)
    .where(eq(checkoutSessions.orderId, orderId))
    .orderBy(desc(checkoutSessions.n))
    .limit(1)
}
