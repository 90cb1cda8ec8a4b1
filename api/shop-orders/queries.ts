import { and, asc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { lastEventWhere } from '#api/platform/audit/order-events.ts'
import { timelineOf } from '#api/platform/audit/timeline.ts'
import { readTimeline } from '#api/platform/audit/timeline-queries.ts'
import type { Answerer } from '#domain/florist.ts'
import { changesSince } from '#domain/order-changes.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { shops, states } from '#drizzle/schema/markets.ts'
import { type Actor, orderEvents, orderItems, orders } from '#drizzle/schema/orders.ts'
import { shareCorrections, shopOrderContacts, shopOrders } from '#drizzle/schema/shop-orders.ts'
import { unrevokedLinkOf } from './florist-link-queries.ts'

export type ShopOrderRecord = typeof shopOrders.$inferSelect
type Versioned = Pick<ShopOrderRecord, 'id' | 'version'>

const emailOf = (userId: SQLWrapper) => sql<string | null>`(select email from ${users} where id = ${userId})`

/** The events of an order that are about one of its shop orders. */
const aboutShopOrder = (id: string) =>
  sql`${orderEvents.orderId} = (select order_id from ${shopOrders} where id = ${id})
    and ${orderEvents.data} ->> 'shopOrderId' = ${id}`

/** A shop order with its order and the timeline of that, its shop, contacts, corrections and link, in one round trip. */
export async function shopOrderDetailOf(db: Db, id: string) {
  const timeline = readTimeline(db, sql`(select order_id from ${shopOrders} where id = ${id})`)
  const [[found], items, corrections, [link], events, contacts, messages] = await db.batch([
    db
      .select({
        shopOrder: {
          id: shopOrders.id,
          status: shopOrders.status,
          paymentStatus: shopOrders.paymentStatus,
          paymentReference: shopOrders.paymentReference,
          orderTotalCents: shopOrders.orderTotalCents,
          shopCostCents: shopOrders.shopCostCents,
          platformFeeCents: shopOrders.platformFeeCents,
          specialInstructions: shopOrders.specialInstructions,
          shopNotes: shopOrders.shopNotes,
          answerBy: shopOrders.answerBy,
          withdrawnAt: shopOrders.withdrawnAt,
          version: shopOrders.version,
          createdAt: shopOrders.createdAt,
          updatedAt: shopOrders.updatedAt,
        },
        order: {
          id: orders.id,
          reference: orders.orderReference,
          status: orders.status,
          paymentStatus: orders.paymentStatus,
          customerName: orders.customerName,
          customerEmail: orders.customerEmail,
          customerPhone: orders.customerPhone,
          recipientName: orders.recipientName,
          recipientPhone: orders.recipientPhone,
          apologyNote: orders.apologyNote,
          address: orders.deliveryAddress,
          unit: orders.deliveryUnit,
          city: orders.deliveryCity,
          state: orders.deliveryState,
          zip: orders.deliveryZip,
          deliveryInstructions: orders.deliveryInstructions,
          deliveryOption: orders.deliveryOption,
          promisedBy: orders.promisedBy,
          timeZone: orders.timeZone,
          totalCents: orders.totalCents,
          refundedCents: orders.refundedCents,
          isSample: orders.isSample,
        },
        shop: {
          id: shops.id,
          name: shops.name,
          streetAddress: shops.streetAddress,
          city: shops.city,
          state: states.code,
          zip: shops.zip,
          phone: shops.phone,
          email: shops.email,
          active: shops.active,
        },
        statusAt: shopOrders.statusUpdatedAt,
        statusBy: emailOf(shopOrders.statusUpdatedBy).as('status_by'),
        paymentAt: shopOrders.paymentUpdatedAt,
        paymentBy: emailOf(shopOrders.paymentUpdatedBy).as('payment_by'),
      })
      .from(shopOrders)
      .innerJoin(orders, eq(orders.id, shopOrders.orderId))
      .innerJoin(shops, eq(shops.id, shopOrders.shopId))
      .innerJoin(states, eq(states.id, shops.stateId))
      .where(eq(shopOrders.id, id)),
    db
      .select({
        title: orderItems.title,
        sku: orderItems.sku,
        quantity: orderItems.quantity,
        imageUrl: orderItems.imageUrl,
      })
      .from(orderItems)
      .innerJoin(shopOrders, eq(shopOrders.orderId, orderItems.orderId))
      .where(eq(shopOrders.id, id)),
    db
      .select({
        id: shareCorrections.id,
        amountCents: shareCorrections.amountCents,
        reason: shareCorrections.reason,
        createdAt: shareCorrections.createdAt,
      })
      .from(shareCorrections)
      .where(eq(shareCorrections.shopOrderId, id))
      .orderBy(asc(shareCorrections.createdAt), sql`${shareCorrections}.rowid`),
    unrevokedLinkOf(db, id),
    timeline.events,
    timeline.contacts,
    timeline.messages,
  ])
  if (!found) return null
  const { shopOrder, order, shop, statusAt, statusBy, paymentAt, paymentBy } = found
  const statusEvents = events.filter(
    ({ kind, data }) => kind === 'shop_order_status' && data['shopOrderId'] === id,
  )
  const reason = statusEvents.findLast(({ data }) => data['to'] === 'rejected')?.data['reason']
  return {
    ...shopOrder,
    rejectionReason: shopOrder.status === 'rejected' && typeof reason === 'string' ? reason : null,
    // The email address is null when the user was deleted.
    statusStamp: statusAt === null ? null : { at: statusAt, by: statusActor(statusEvents), email: statusBy },
    paymentStamp: paymentAt === null ? null : { at: paymentAt, by: 'admin' as const, email: paymentBy },
    order: { ...order, items },
    shop,
    contacts: contacts
      .filter(({ shopOrderId }) => shopOrderId === id)
      .map(({ id, note, email, createdAt }) => ({ id, note, email, createdAt })),
    corrections,
    link: link ? { createdAt: link.createdAt, expiresAt: link.expiresAt, openedAt: link.openedAt } : null,
    /** What became different since the shop was asked. */
    changes: changesSince(events, shopOrder.createdAt),
    timeline: timelineOf({ events, contacts, messages }),
  }
}

function statusActor(statusEvents: readonly { actor: Actor }[]): Answerer {
  const actor = statusEvents.at(-1)?.actor
  return actor === 'florist' || actor === 'system' ? actor : 'admin'
}

export type ShopOrderDetail = NonNullable<Awaited<ReturnType<typeof shopOrderDetailOf>>>

/** A shop order with its order and its shop, and the last event about it, in one round trip. */
export async function readShopOrder(db: Db, id: string) {
  const [[found], [last]] = await db.batch([
    db
      .select({ shopOrder: shopOrders, order: orders, shop: shops })
      .from(shopOrders)
      .innerJoin(orders, eq(orders.id, shopOrders.orderId))
      .innerJoin(shops, eq(shops.id, shopOrders.shopId))
      .where(eq(shopOrders.id, id)),
    lastEventWhere(db, aboutShopOrder(id)),
  ])
  return found ? { ...found, last: last ?? null } : null
}

export type KnownShopOrder = NonNullable<Awaited<ReturnType<typeof readShopOrder>>>

/** Condition: a shop order is at the version that was read. */
export function shopOrderUnchanged({ id, version }: Versioned): SQL {
  return sql`exists (select 1 from ${shopOrders} where id = ${id} and version = ${version})`
}

/** Condition: an order is at the version that was read. */
export function orderUnchanged({ id, version }: { id: string; version: number }): SQL {
  return sql`exists (select 1 from ${orders} where id = ${id} and version = ${version})`
}

type NewShopOrder = Pick<
  ShopOrderRecord,
  'id' | 'orderId' | 'shopId' | 'shopCostCents' | 'platformFeeCents' | 'specialInstructions' | 'answerBy'
> & { totalCents: number }

/** Statement: adds a shop order, pending and unpaid. */
export function addShopOrder(db: Db, row: NewShopOrder, at: string, onlyIf: SQL) {
  return db.run(sql`
    insert into ${shopOrders} (id, order_id, shop_id, order_total_cents, shop_cost_cents, platform_fee_cents,
      special_instructions, answer_by, created_at, updated_at)
    select ${row.id}, ${row.orderId}, ${row.shopId}, ${row.totalCents}, ${row.shopCostCents}, ${row.platformFeeCents},
      ${row.specialInstructions}, ${row.answerBy}, ${at}, ${at} where ${onlyIf}`)
}

/** Statement: changes a shop order and counts its version up. */
export function changeShopOrder(
  db: Db,
  { id, version }: Versioned,
  changes: Partial<ShopOrderRecord>,
  at: string,
  onlyIf: SQL,
) {
  return db
    .update(shopOrders)
    .set({ ...changes, version: version + 1, updatedAt: at })
    .where(and(eq(shopOrders.id, id), onlyIf))
}

/** Statement: changes an order and increments its version. */
export function changeOrder(
  db: Db,
  orderId: string,
  changes: Partial<typeof orders.$inferSelect>,
  at: string,
  onlyIf: SQL,
) {
  return db
    .update(orders)
    .set({ ...changes, version: sql`${orders.version} + 1`, updatedAt: at })
    .where(and(eq(orders.id, orderId), onlyIf))
}

/** Condition: the contact history has no entry with this id. */
export function contactMissing(id: string): SQL {
  return sql`not exists (select 1 from ${shopOrderContacts} where id = ${id})`
}

/** Statement: adds an entry to a contact history, once per id. */
export function addContact(db: Db, contact: typeof shopOrderContacts.$inferSelect) {
  return db.insert(shopOrderContacts).values(contact).onConflictDoNothing()
}
