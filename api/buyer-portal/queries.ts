import { sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { addMessage } from '#api/platform/outbox/outbox.ts'
import { type Counter, incrementCounter, isBelowLimit } from '#api/platform/rate-counters.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'

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
