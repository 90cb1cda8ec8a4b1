import { sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { sqlList } from '#api/platform/database/paging.ts'
import { newUuid } from '#api/platform/database/uuid.ts'
import { type Counter, incrementCounter, isBelowLimit } from '#api/platform/rate-counters.ts'
import { STATUSES_AT_WORK } from '#domain/order/fulfilment.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { floristLinks, shopOrders } from '#drizzle/schema/shop-orders.ts'

/** The number of links a shop gets at once when it asks for them. */
const OPEN_LINKS_MAX = 20

/**
 * The orders that wait for a shop with this email, with their links, once more; nothing for an address that no shop has, or
 * whose mailbox has had too many of them. The same statements run in each case.
 * @param request what makes the emails unique
 */
export function enqueueOpenFloristLinks(
  db: Db,
  { email, request }: { email: string; request: string },
  mails: Counter,
  at: string,
) {
  const open = sql`from ${shops} s join ${shopOrders} so on so.shop_id = s.id join ${orders} o on o.id = so.order_id
    join ${floristLinks} l on l.shop_order_id = so.id
    where lower(s.email) = lower(${email}) and s.active = 1 and l.revoked_at is null and l.expires_at > ${at}
      and so.withdrawn_at is null and so.status in (${sqlList(STATUSES_AT_WORK.shopOrder)})
      and o.status in (${sqlList(STATUSES_AT_WORK.order)})`
  return [
    db.run(sql`
      insert into ${outbox} (id, kind, dedupe_key, order_id, recipient, payload, next_attempt_at, created_at, updated_at)
      select ${newUuid}, 'florist-order', 'florist-order:' || l.id || ':' || ${request}, o.id, s.email,
        json_object('linkId', l.id), ${at}, ${at}, ${at}
      ${open} and ${isBelowLimit(mails)} order by o.promised_by limit ${OPEN_LINKS_MAX}`),
    incrementCounter(db, mails, sql`exists (select 1 ${open})`),
  ] as const
}
