import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { sqlList } from '#api/platform/database/paging.ts'
import { addMessage } from '#api/platform/outbox/outbox.ts'
import { STATUSES_AT_WORK } from '#domain/fulfilment.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { floristLinks, shopOrders } from '#drizzle/schema/shop-orders.ts'

type Told = { orderId: string; email: string }

/** The florist's message with the link, as a statement for a batch. */
export function tellFlorist(db: Db, { orderId, email }: Told, linkId: string, at: string, onlyIf: SQL) {
  const payload = sql`${JSON.stringify({ linkId })}`
  return addMessage(
    db,
    { kind: 'florist-order', about: linkId, orderId, recipient: email, payload },
    at,
    onlyIf,
  )
}

/**
 * The message that an order was taken back, to a florist who had been told of it; as a statement for a batch, before
 * their link is revoked.
 */
export function tellFloristWithdrawn(
  db: Db,
  { orderId, email }: Told,
  shopOrderId: string,
  at: string,
  onlyIf: SQL,
) {
  return addMessage(
    db,
    {
      kind: 'florist-withdrawn',
      about: shopOrderId,
      orderId,
      recipient: email,
      payload: sql`${JSON.stringify({ shopOrderId })}`,
    },
    at,
    sql`${onlyIf} and exists (select 1 from ${floristLinks} where shop_order_id = ${shopOrderId} and revoked_at is null)`,
  )
}

/**
 * The message that an order is off, to the florist who has it and was told of it; none when it is delivered or off
 * already. As a statement for a batch, before the order's status changes.
 * @param about what happened, once: the batch's claim
 */
export function tellFloristCancelled(db: Db, orderId: string, about: string, at: string, onlyIf: SQL) {
  const found = sql`${atShop(orderId)} and o.status in (${sqlList(STATUSES_AT_WORK.order)})`
  return addMessage(
    db,
    {
      kind: 'florist-cancelled',
      about,
      orderId,
      recipient: sql`(select s.email ${found})`,
      payload: sql`'{}'`,
    },
    at,
    sql`${onlyIf} and exists (select 1 ${found})`,
  )
}

/**
 * The message that an order is on again, to the florist who has it and still has its link. As a statement for a batch.
 * @param about what happened, once: the batch's claim
 */
export function enqueueFloristReopened(db: Db, orderId: string, about: string, at: string, onlyIf: SQL) {
  const found = atShop(orderId)
  return addMessage(
    db,
    {
      kind: 'florist-reopened',
      about,
      orderId,
      recipient: sql`(select s.email ${found})`,
      payload: sql`json_object('linkId', (select l.id ${found}))`,
    },
    at,
    sql`${onlyIf} and exists (select 1 ${found})`,
  )
}

/** The shop that has an order to do, and its link: `so`, `s`, `o`, `l`. */
function atShop(orderId: string): SQL {
  return sql`from ${shopOrders} so join ${shops} s on s.id = so.shop_id
    join ${orders} o on o.id = so.order_id
    join ${floristLinks} l on l.shop_order_id = so.id and l.revoked_at is null
    where so.order_id = ${orderId} and so.withdrawn_at is null and s.email is not null
      and so.status in (${sqlList(STATUSES_AT_WORK.shopOrder)})`
}
