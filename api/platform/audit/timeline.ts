import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { MESSAGE } from '#api/platform/outbox/contacts.ts'
import type { AdminMessage } from '#api/platform/outbox/schema.ts'
import { upcast } from '#domain/order/upcast.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orderEvents } from '#drizzle/schema/orders.ts'
import { shopOrderContacts, shopOrders } from '#drizzle/schema/shop-orders.ts'
import { eventsWhere } from './order-events.ts'
import type { TimelineEntry } from './schema.ts'

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
    messages: db.all<AdminMessage & Pick<typeof outbox.$inferSelect, 'createdAt' | 'updatedAt'>>(sql`
      select ${MESSAGE}, created_at as "createdAt", updated_at as "updatedAt"
      from ${outbox} where order_id = ${orderId} order by created_at, ${outbox}.rowid`),
  }
}

type Read = {
  [Part in keyof ReturnType<typeof readTimeline>]: Awaited<ReturnType<typeof readTimeline>[Part]>
}

/** Entries that no one who reads a timeline asks for: every order has its checkout session opened. */
const UNTOLD: readonly string[] = ['checkout_opened', 'checkout_renewed']

/** Events, contacts and emails of an order as one list, oldest first. */
export function timelineOf({ events, contacts, messages }: Read): TimelineEntry[] {
  // Leave out `contact_added` events that have their note in the list.
  const noted = new Set(contacts.map(({ shopOrderId, createdAt }) => `${shopOrderId} ${createdAt}`))
  const isNoted = ({ kind, data, createdAt }: Read['events'][number]) =>
    kind === 'contact_added' && noted.has(`${data['shopOrderId']} ${createdAt}`)
  const entries: TimelineEntry[] = [
    ...events
      .map(upcast)
      .filter((event) => !isNoted(event) && !UNTOLD.includes(event.kind))
      .map(({ id, kind, actor, actorEmail, data, createdAt }) => {
        const { undo: _wayBack, changes: _changes, ...shown } = data
        return { type: 'event' as const, at: createdAt, id, kind, actor, actorEmail, data: shown }
      }),
    ...contacts.map(({ id, createdAt, shop, note, email }) => ({
      type: 'contact' as const,
      id,
      at: createdAt,
      shop,
      note,
      email,
    })),
    ...messages.map(({ createdAt, updatedAt, ...message }) => ({
      type: 'email' as const,
      at: updatedAt,
      causedAt: createdAt,
      ...message,
    })),
  ]
  return entries.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}
