import { sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import type { Statement } from '#api/platform/database/condition.ts'
import { newUuid } from '#api/platform/database/uuid.ts'
import { floristDevices, markets, shops } from '#drizzle/schema/markets.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { floristLinks, shopOrders } from '#drizzle/schema/shop-orders.ts'

/** An order's email to its florist, beside which phones ring. `notBefore`: ISO instant. */
type Beside = { orderId: string; linkId: string; notBefore: string }

/**
 * Statements that ring every phone of a link's shop once an offer, and text the shop once if nobody looks. A shop without phones that ring gets
 * the text at once.
 */
export function ringsBeside(db: Db, { orderId, linkId, notBefore }: Beside, at: string): Statement[] {
  const asked = sql`${floristLinks} l join ${shopOrders} o on o.id = l.shop_order_id`
  const columns = sql`id, channel, kind, dedupe_key, order_id, recipient, payload, next_attempt_at, created_at, updated_at`
  const textAt = sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${notBefore}, case when exists (select 1 from ${floristDevices} d
    where d.shop_id = s.id) then m.text_after_seconds else 0 end || ' seconds')`
  return [
    db.run(sql`
      insert into ${outbox} (${columns})
      select ${newUuid}, 'push', 'florist-ring', 'florist-ring:' || o.id || ':' || d.id, ${orderId}, d.id,
        json_object('shopOrderId', o.id, 'device', d.name), ${notBefore}, ${at}, ${at}
      from ${asked} join ${floristDevices} d on d.shop_id = o.shop_id where l.id = ${linkId}
      on conflict (dedupe_key) do nothing`),
    db.run(sql`
      insert into ${outbox} (${columns})
      select ${newUuid}, 'text', 'florist-text', 'florist-text:' || o.id, ${orderId}, s.phone,
        json_object('shopOrderId', o.id), ${textAt}, ${at}, ${at}
      from ${asked} join ${shops} s on s.id = o.shop_id join ${markets} m on m.id = s.market_id
      where l.id = ${linkId} and s.takes_texts = 1 and s.phone is not null and m.text_after_seconds is not null
      on conflict (dedupe_key) do nothing`),
  ]
}
