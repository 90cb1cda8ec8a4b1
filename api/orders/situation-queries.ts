import { type SQL, sql } from 'drizzle-orm'
import type { Situation } from '#domain/order/situation.ts'
import { disputes, refunds } from '#drizzle/schema/checkout.ts'
import { deliveryAttempts } from '#drizzle/schema/delivery-attempts.ts'
import { markets, shops } from '#drizzle/schema/markets.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { orderSubstitutions } from '#drizzle/schema/order-substitutions.ts'
import { orderFlags } from '#drizzle/schema/orders.ts'
import { floristLinks, shopOrders } from '#drizzle/schema/shop-orders.ts'
import { type Known, situationOf } from './situation.ts'

/** Select expression: what the situation of an order depends on, as JSON. `o` is the alias of its row. */
export const SITUATION_FACTS = sql<string>`json_object(
  'order', json_object('status', o.status, 'paymentStatus', o.payment_status, 'deliveryOption', o.delivery_option,
    'promisedBy', o.promised_by, 'timeZone', o.time_zone, 'isSample', json(iif(o.is_sample, 'true', 'false')),
    'totalCents', o.total_cents, 'paymentReference', o.payment_reference),
  'market', json((select json_object('fulfilmentMinutes', m.fulfilment_minutes, 'choiceHours', m.choice_hours,
    'callAfterSeconds', m.call_after_seconds)
    from ${markets} m where m.id = o.market_id)),
  'shopOrders', ${rows(
    sql`'id', x.id, 'shop', shop.name, 'phone', shop.phone, 'email', shop.email,
      'shopIsActive', json(iif(shop.active, 'true', 'false')), 'status', x.status, 'withdrawnAt', x.withdrawn_at,
      'answeredBy', x.answered_by, 'answerBy', x.answer_by, 'createdAt', x.created_at,
      'link', json((select json_object('id', l.id, 'createdAt', l.created_at, 'openedAt', l.opened_at)
        from ${floristLinks} l where l.shop_order_id = x.id and l.revoked_at is null))`,
    sql`${shopOrders} x join ${shops} shop on shop.id = x.shop_id where x.order_id = o.id`,
  )},
  'choices', ${rows(
    sql`'reason', x.reason, 'waitUntil', x.wait_until, 'offeredAt', x.offered_at, 'expiresAt', x.expires_at,
      'closedAt', x.closed_at, 'outcome', x.outcome`,
    sql`${orderChoices} x where x.order_id = o.id`,
  )},
  'substitutions', ${rows(
    sql`'shopOrderId', x.shop_order_id, 'missing', x.missing, 'instead', x.instead, 'expiresAt', x.expires_at,
      'closedAt', x.closed_at, 'outcome', x.outcome`,
    sql`${orderSubstitutions} x where x.order_id = o.id`,
  )},
  'attempts', ${rows(
    sql`'id', x.id, 'shopOrderId', x.shop_order_id, 'corrects', x.corrects, 'outcome', x.outcome,
      'nextStep', x.next_step, 'nextAt', x.next_at, 'createdAt', x.created_at`,
    sql`${shopOrders} own cross join ${deliveryAttempts} x on x.shop_order_id = own.id where own.order_id = o.id`,
  )},
  'refunds', ${rows(
    sql`'status', x.status, 'amountCents', x.amount_cents`,
    sql`${refunds} x where x.order_id = o.id`,
  )},
  'disputes', ${rows(sql`'status', x.status`, sql`${disputes} x where x.order_id = o.id`)},
  'flags', ${rows(
    sql`'kind', x.kind, 'createdAt', x.created_at`,
    sql`${orderFlags} x where x.order_id = o.id and x.resolved_at is null`,
  )},
  'messages', ${rows(
    sql`'id', x.id, 'dedupeKey', x.dedupe_key, 'status', x.status, 'delivery', x.delivery,
      'deliveryDetail', x.delivery_detail, 'lastError', x.last_error, 'createdAt', x.created_at`,
    sql`${shopOrders} own cross join ${floristLinks} l on l.shop_order_id = own.id and l.revoked_at is null
      cross join ${outbox} x on x.dedupe_key = 'florist-order:' || l.id where own.order_id = o.id`,
  )})`

/** The rows `x` of a table as JSON. Where an index does not give the oldest first, {@link readFacts} sorts them. */
function rows(fields: SQL, from: SQL): SQL {
  return sql`json((select json_group_array(json_object(${fields})) from ${from}))`
}

/** What {@link SITUATION_FACTS} has read of an order. */
export function readFacts(facts: string): Known {
  const known = JSON.parse(facts) as Known
  const [shopOrders, attempts] = [known.shopOrders.toSorted(byAge), known.attempts.toSorted(byAge)]
  return { ...known, shopOrders, attempts }
}

/** The situation at `now` of an order whose facts {@link SITUATION_FACTS} has read. */
export function situationIn(facts: string, now: Date): Situation {
  return situationOf(readFacts(facts), now)
}

const byAge = (a: { createdAt: string }, b: { createdAt: string }) =>
  Number(a.createdAt > b.createdAt) - Number(a.createdAt < b.createdAt)
