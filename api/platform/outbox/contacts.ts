import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { sqlList } from '#api/platform/database/paging.ts'
import { BUYER_MESSAGES } from '#domain/order/causes.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import { FLORIST_MESSAGES, NEXT_TRY } from './outbox.ts'
import { SENT_AGAIN_TO } from './send-again-queries.ts'

/** Reads a column of the shop that a message to a florist went to. A shop that has changed its address since is not found by it. */
const ofShop = (column: SQL) => sql`(select ${column} from ${shops} s
  where lower(s.email) = lower(${outbox.recipient})
    and s.id in (select shop_id from ${shopOrders} where order_id = ${outbox.orderId}) limit 1)`
const ofBuyer = (column: SQL) => sql`(select ${column} from ${orders} where id = ${outbox.orderId})`

/** Beside a row of the outbox: whom it went to, and where they can be called. Null for all but buyers and florists. */
const contactPhone = contact(sql`customer_phone`, sql`s.phone`)
const contactName = contact(sql`customer_name`, sql`s.name`)

function contact(buyer: SQL, shop: SQL): SQL<string | null> {
  return sql<string | null>`case
    when ${outbox.kind} in (${sqlList(BUYER_MESSAGES)}) then ${ofBuyer(buyer)}
    when ${outbox.kind} in (${sqlList(FLORIST_MESSAGES)}) then ${ofShop(shop)} end`
}

/** The columns of the outbox that the back office shows. */
export const MESSAGE = sql`${outbox.id} as id, kind, channel, coalesce(payload ->> 'device', recipient) as recipient, status, delivery,
  coalesce(delivery_detail, last_error) as reason, ${NEXT_TRY} as "nextTryAt", ${contactPhone} as phone,
  ${contactName} as "contactName", ${SENT_AGAIN_TO} as "sentAgainTo"`

/** A message with its order and whom it went to; null when either was deleted. */
export async function messageWithContact(db: Db, id: string) {
  const [row] = await db.all<Contacted>(sql`
    select ${outbox.kind} as kind, ${outbox.recipient} as recipient, ${outbox.orderId} as "orderId",
      o.order_reference as reference, ${contactName} as name, ${contactPhone} as phone,
      coalesce(${outbox.deliveryDetail}, ${outbox.lastError}) as reason, ${outbox.delivery} as delivery
    from ${outbox} join ${orders} o on o.id = ${outbox.orderId} where ${outbox.id} = ${id}`)
  return row ?? null
}

export type Contacted = Pick<typeof outbox.$inferSelect, 'kind' | 'recipient' | 'delivery'> & {
  orderId: string
  reference: string
  name: string | null
  phone: string | null
  reason: string | null
}
