import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { sqlList } from '#api/platform/database/paging.ts'
import {
  addMessage,
  addOrderMessage,
  type FloristMessage,
  lastTried,
  newUuid,
  type OrderMessage,
} from '#api/platform/outbox/outbox.ts'
import { type Counter, incrementCounter, isBelowLimit } from '#api/platform/rate-counters.ts'
import { STATUSES_AT_WORK } from '#domain/fulfilment.ts'
import type { FloristPart } from '#domain/order-changes.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { floristLinks, shopOrders } from '#drizzle/schema/shop-orders.ts'

// Statements for batches: each writes an email about a shop order to the outbox.

type Recipient = { orderId: string; email: string }

/** The order with the florist's link. */
export function enqueueFloristEmail(
  db: Db,
  { orderId, email }: Recipient,
  linkId: string,
  at: string,
  onlyIf: SQL,
) {
  const payload = sql`${JSON.stringify({ linkId })}`
  const message = { kind: 'florist-order', about: linkId, orderId, recipient: email, payload } as const
  return addMessage(db, message, at, onlyIf)
}

/** How many links a shop gets at once when it asks for them. */
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

/**
 * The order was taken back, to a florist who has heard of it and has a link to it. Comes before the statement that revokes the link.
 * @param about.unansweredBy until when there was no answer (ISO instant), if that is why
 */
export function enqueueFloristWithdrawn(
  db: Db,
  { orderId, email }: Recipient,
  about: { shopOrderId: string; unansweredBy?: string },
  at: string,
  onlyIf: SQL,
) {
  const { shopOrderId } = about
  const payload = sql`${JSON.stringify(about)}`
  return addMessage(
    db,
    { kind: 'florist-withdrawn', about: shopOrderId, orderId, recipient: email, payload },
    at,
    sql`${onlyIf} and exists (select 1 from ${floristLinks} where shop_order_id = ${shopOrderId} and revoked_at is null)
      and ${lastTried(orderId, sql`${email}`, ['florist-order'])} is not null`,
  )
}

/**
 * The order is cancelled, to the florist who has it and its link, unless it was delivered or cancelled before, or the
 * florist has not heard yet of it, or that it is on again. Comes before the statement that changes the order's status.
 * @param about what makes the message unique
 * @param notBefore ISO instant before which it is not sent; absent: at once
 */
export function enqueueFloristCancelled(
  db: Db,
  orderId: string,
  { about, notBefore }: ToShop,
  at: string,
  onlyIf: SQL,
) {
  const found = sql`${atShop(orderId)} and o.status in (${sqlList(STATUSES_AT_WORK.order)})`
  const message = { orderId, about, notBefore, found, payload: sql`'{}'` }
  const unheard = sql`${onlyIf} and ${lastHeard(orderId, found)} in ('florist-order', 'florist-reopened')`
  return addMessageToShop(db, 'florist-cancelled', message, at, unheard)
}

/**
 * The order is on again, to the florist who has it and its link, if the last they heard is that it was cancelled. Comes
 * after the statement that changes the shop order.
 * @param about what makes the message unique
 * @param notBefore ISO instant before which it is not sent; absent: at once
 */
export function enqueueFloristReopened(
  db: Db,
  orderId: string,
  { about, notBefore }: ToShop,
  at: string,
  onlyIf: SQL,
) {
  const found = atShop(orderId)
  const payload = sql`json_object('linkId', (select l.id ${found}))`
  const message = { orderId, about, notBefore, found, payload }
  const stopped = sql`${onlyIf} and ${lastHeard(orderId, found)} = 'florist-cancelled'`
  return addMessageToShop(db, 'florist-reopened', message, at, stopped)
}

/** A florist is told of changes of one order at most so often. */
const MINUTES_BETWEEN_CHANGES = 10

/**
 * The buyer has changed the order, to the florist who was asked to make it and has a link: at once, or with whatever else
 * changes until the pause after the last such message is over.
 * @param about what makes the message unique
 * @param parts what is different
 */
export function enqueueFloristChanged(
  db: Db,
  orderId: string,
  { about, parts }: { about: string; parts: readonly FloristPart[] },
  at: string,
  onlyIf: SQL,
) {
  const found = atShop(orderId)
  const linkId = sql`(select l.id ${found})`
  const told = sql`${outbox} where order_id = ${orderId} and kind = 'florist-changed' and payload ->> 'linkId' = ${linkId}`
  // One that was tried is known to the provider as it was.
  const waiting = sql`status = 'pending' and attempts = 0`
  const added = JSON.stringify(parts)
  const notBefore = sql`max(${at}, coalesce((
    select strftime('%Y-%m-%dT%H:%M:%fZ', max(coalesce(sent_at, updated_at)), ${`+${MINUTES_BETWEEN_CHANGES} minutes`})
    from ${told}), ''))`
  const payload = sql`json_object('linkId', ${linkId}, 'parts', json(${added}))`
  const noneWaits = sql`${onlyIf} and not exists (select 1 from ${told} and ${waiting})`
  return [
    db.run(sql`
      update ${outbox} set updated_at = ${at}, payload = json_set(payload, '$.parts', (
        select json_group_array(value) from (
          select value from json_each(payload, '$.parts') union select value from json_each(${added}))))
      where id = (select id from ${told} and ${waiting}) and ${onlyIf}`),
    addMessageToShop(db, 'florist-changed', { orderId, about, notBefore, found, payload }, at, noneWaits),
  ]
}

/**
 * The buyer waits for a new time, to the florist who has the order and its link.
 * @param about what makes the message unique
 */
export function enqueueFloristNewTime(db: Db, orderId: string, about: string, at: string, onlyIf: SQL) {
  const found = atShop(orderId)
  const payload = sql`json_object('linkId', (select l.id ${found}))`
  return addMessageToShop(db, 'florist-new-time', { orderId, about, found, payload }, at, onlyIf)
}

type ToShop = { about: string; notBefore?: string | SQL | undefined }

/** Value: the kind of the last message that said to a shop whether an order is to be made. @param found the shop */
function lastHeard(orderId: string, found: SQL): SQL {
  return lastTried(orderId, sql`(select s.email ${found})`, [
    'florist-order',
    'florist-cancelled',
    'florist-reopened',
  ])
}

/** @param message.found the shop, in the terms of {@link atShop}; without one nothing is written */
function addMessageToShop(
  db: Db,
  kind: FloristMessage,
  { found, ...message }: ToShop & { orderId: string; found: SQL; payload: SQL },
  at: string,
  onlyIf: SQL,
) {
  const recipient = sql`(select s.email ${found})`
  return addMessage(db, { kind, recipient, ...message }, at, sql`${onlyIf} and exists (select 1 ${found})`)
}

/** How far the order is, to the buyer of a real order that is paid for; each kind once an order. */
export function enqueueBuyerEmail(
  db: Db,
  order: { id: string; customerEmail: string },
  { kind, notBefore }: { kind: OrderMessage; notBefore?: string | undefined },
  at: string,
  onlyIf: SQL,
) {
  const paid = sql`${onlyIf} and payment_status = 'paid' and is_sample = 0`
  return addOrderMessage(db, order.id, { kind, recipient: order.customerEmail, notBefore }, at, paid)
}

/** The shop that has to make an order, and its link: `so`, `s`, `o`, `l`. */
function atShop(orderId: string): SQL {
  return sql`from ${shopOrders} so join ${shops} s on s.id = so.shop_id
    join ${orders} o on o.id = so.order_id
    join ${floristLinks} l on l.shop_order_id = so.id and l.revoked_at is null
    where so.order_id = ${orderId} and so.withdrawn_at is null and s.email is not null
      and so.status in (${sqlList(STATUSES_AT_WORK.shopOrder)})`
}
