import { asc, desc, eq, sql } from 'drizzle-orm'
import { openChoice } from '#api/choices/queries.ts'
import type { Db } from '#api/deps.ts'
import { disputesOf, requestedCents } from '#api/orders/queries.ts'
import type { Condition } from '#api/platform/database/condition.ts'
import { sqlList } from '#api/platform/database/paging.ts'
import { addMessage } from '#api/platform/outbox/outbox.ts'
import { type Counter, incrementCounter, isBelowLimit } from '#api/platform/rate-counters.ts'
import { STATUSES_ACCEPTED, STATUSES_AT_WORK } from '#domain/fulfilment.ts'
import { refunds } from '#drizzle/schema/checkout.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orderItems, orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'

/** An order with what its buyer sees and may do, in one round trip; null when there is none. */
export async function readManaged(db: Db, id: string) {
  const [[found], given, returned, disputed, [choice]] = await db.batch([
    db
      .select({
        order: orders,
        item: orderItems,
        requestedCents: requestedCents(sql`${orders.id}`).as('requested_cents'),
      })
      .from(orders)
      .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
      .where(eq(orders.id, id))
      .limit(1),
    db
      .select({ shopOrder: shopOrders, shop: { id: shops.id, name: shops.name, email: shops.email } })
      .from(shopOrders)
      .innerJoin(shops, eq(shops.id, shopOrders.shopId))
      .where(eq(shopOrders.orderId, id))
      .orderBy(desc(shopOrders.createdAt), sql`${shopOrders}.rowid desc`),
    db.select().from(refunds).where(eq(refunds.orderId, id)).orderBy(asc(refunds.createdAt)),
    disputesOf(db, id),
    openChoice(db, id),
  ])
  return found ? { ...found, given, refunds: returned, disputes: disputed, choice: choice ?? null } : null
}

export type Managed = NonNullable<Awaited<ReturnType<typeof readManaged>>>

/** Condition: an order is paid and open, and no florist has accepted it. The same as `buyerMayChange`. */
export function isNotAccepted(orderId: string): Condition {
  return sql`exists (select 1 from ${orders} where id = ${orderId} and payment_status = 'paid' and is_sample = 0
      and status in (${sqlList(STATUSES_AT_WORK.order)}))
    and not exists (select 1 from ${shopOrders} where order_id = ${orderId} and withdrawn_at is null
      and status in (${sqlList(STATUSES_ACCEPTED)}))`
}

/**
 * Writes the email with an order's links, if there is a paid order with this reference and email and its mailbox has not
 * had too many of them. The same statements run whether or not there is one.
 * @param request what makes the email unique
 */
export async function enqueueLinks(
  db: Db,
  { reference, email, request }: { reference: string; email: string; request: string },
  mails: Counter,
  at: string,
): Promise<void> {
  const found = sql`from ${orders} where order_reference = ${reference} and lower(customer_email) = lower(${email})
    and payment_status in ('paid', 'refunded') and is_sample = 0`
  const message = {
    kind: 'order-links',
    about: request,
    orderId: sql`(select id ${found})`,
    recipient: sql`(select customer_email ${found})`,
    payload: sql`'{}'`,
  } as const
  await db.batch([
    addMessage(db, message, at, sql`exists (select 1 ${found}) and ${isBelowLimit(mails)}`),
    incrementCounter(
      db,
      mails,
      sql`exists (select 1 from ${outbox} where dedupe_key = ${`order-links:${request}`})`,
    ),
  ])
}
