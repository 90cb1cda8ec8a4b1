import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { MESSAGE } from '#api/platform/outbox/contacts.ts'
import type { AdminMessage } from '#api/platform/outbox/schema.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orderEvents } from '#drizzle/schema/orders.ts'
import { shopOrderContacts, shopOrders } from '#drizzle/schema/shop-orders.ts'
import { eventsWhere } from './order-events.ts'

/** The parts of an order's timeline, each oldest first, as statements for a batch. @param orderId a value or a select */
export function readTimeline(db: Db, orderId: SQL) {
  return {
    events: eventsWhere(db, sql`${orderEvents.orderId} = ${orderId}`),
    contacts: db
      .select({
        id: shopOrderContacts.id,
        shopOrderId: shopOrderContacts.shopOrderId,
        shop: shops.name,
        note: shopOrderContacts.note,
        email: users.email,
        createdAt: shopOrderContacts.createdAt,
      })
      .from(shopOrders)
      .innerJoin(shopOrderContacts, eq(shopOrderContacts.shopOrderId, shopOrders.id))
      .innerJoin(shops, eq(shops.id, shopOrders.shopId))
      .leftJoin(users, eq(users.id, shopOrderContacts.userId))
      .where(sql`${shopOrders.orderId} = ${orderId}`)
      .orderBy(asc(shopOrderContacts.createdAt), sql`${shopOrderContacts}.rowid`),
    messages: db.all<AdminMessage & Pick<typeof outbox.$inferSelect, 'updatedAt'>>(sql`
      select ${MESSAGE}, updated_at as "updatedAt"
      from ${outbox} where order_id = ${orderId} order by created_at, ${outbox}.rowid`),
  }
}
