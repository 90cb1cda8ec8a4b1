import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { markets, shops } from '#drizzle/schema/markets.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shareCorrections, shopOrders } from '#drizzle/schema/shop-orders.ts'

/**
 * A shop with its market's zone (null when there is none), the shop orders assigned to it, and the corrections of its share, between two instants (ISO; the second excluded),
 * without samples, in one round trip.
 */
export async function statementRows(db: Db, shopId: string, from: string, to: string) {
  const isReal = eq(orders.isSample, false)
  const [found, assigned, corrected] = await db.batch([
    db
      .select({ id: shops.id, name: shops.name, timeZone: markets.timeZone })
      .from(shops)
      .innerJoin(markets, eq(markets.id, shops.marketId))
      .where(eq(shops.id, shopId)),
    db
      .select({ shopOrder: shopOrders, reference: orders.orderReference })
      .from(shopOrders)
      .innerJoin(orders, eq(orders.id, shopOrders.orderId))
      .where(
        and(
          eq(shopOrders.shopId, shopId),
          isReal,
          gte(shopOrders.createdAt, from),
          lt(shopOrders.createdAt, to),
        ),
      )
      .orderBy(asc(shopOrders.createdAt), sql`${shopOrders}.rowid`),
    db
      .select({ correction: shareCorrections, shopOrder: shopOrders, reference: orders.orderReference })
      .from(shareCorrections)
      .innerJoin(shopOrders, eq(shopOrders.id, shareCorrections.shopOrderId))
      .innerJoin(orders, eq(orders.id, shopOrders.orderId))
      .where(
        and(
          // The plus keeps SQLite from reading all shop orders of the shop: corrections of a month are few.
          sql`+${shopOrders.shopId} = ${shopId}`,
          isReal,
          gte(shareCorrections.createdAt, from),
          lt(shareCorrections.createdAt, to),
        ),
      )
      .orderBy(asc(shareCorrections.createdAt), sql`${shareCorrections}.rowid`),
  ])
  return { shop: found[0] ?? null, assigned, corrected }
}

export type StatementRows = Awaited<ReturnType<typeof statementRows>>
