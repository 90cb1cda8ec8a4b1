import { and, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { eventsWhere } from '#api/platform/audit/order-events.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { orderEvents, orderItems, orders } from '#drizzle/schema/orders.ts'
import { floristLinks, shopOrders } from '#drizzle/schema/shop-orders.ts'

export type NewFloristLink = { id: string; tokenHash: string; expiresAt: string }

/** Statement: adds a florist's link. */
export function addFloristLink(db: Db, shopOrderId: string, link: NewFloristLink, at: string, onlyIf: SQL) {
  return db.run(sql`
    insert into ${floristLinks} (id, shop_order_id, token_hash, expires_at, created_at)
    select ${link.id}, ${shopOrderId}, ${link.tokenHash}, ${link.expiresAt}, ${at} where ${onlyIf}`)
}

/** Statement: revokes the links of a shop order. */
export function revokeLinksOf(db: Db, shopOrderId: string, at: string, onlyIf: SQL) {
  return db.run(sql`
    update ${floristLinks} set revoked_at = ${at}
    where shop_order_id = ${shopOrderId} and revoked_at is null and ${onlyIf}`)
}

/**
 * Statement: revokes the links of all shop orders of an order that a shop is given. Those of other shops that did not answer in
 * time stay: they open nothing of the order, and a late yes gets a kind reply.
 */
export function revokeLinksOfOrder(db: Db, orderId: string, shopId: string, at: string, onlyIf: SQL) {
  return db.run(sql`
    update ${floristLinks} set revoked_at = ${at}
    where shop_order_id in (select id from ${shopOrders} where order_id = ${orderId}
        and not (status = 'rejected' and answered_by is 'system' and withdrawn_at is null and shop_id <> ${shopId}))
      and revoked_at is null and ${onlyIf}`)
}

/** Statement: lets the link of the shop that has an order work until `expiresAt`, if it works at `at`. */
export function extendLinkOfOrder(db: Db, orderId: string, expiresAt: string, at: string, onlyIf: SQL) {
  return db.run(sql`
    update ${floristLinks} set expires_at = ${expiresAt}
    where shop_order_id in (select id from ${shopOrders}
        where order_id = ${orderId} and withdrawn_at is null and status <> 'rejected')
      and revoked_at is null and expires_at > ${at} and ${onlyIf}`)
}

/** The links of a shop that work at an instant, with their shop orders and orders. */
export function openLinksOfShop(db: Db, shopId: string, at: string) {
  return db
    .select({ link: floristLinks, shopOrder: shopOrders, order: orders })
    .from(floristLinks)
    .innerJoin(shopOrders, eq(shopOrders.id, floristLinks.shopOrderId))
    .innerJoin(orders, eq(orders.id, shopOrders.orderId))
    .where(and(eq(shopOrders.shopId, shopId), isNull(floristLinks.revokedAt), gt(floristLinks.expiresAt, at)))
}

/** Condition: exactly these links of a shop work. */
export function openLinksOfShopAre(shopId: string, ids: readonly string[], at: string): SQL {
  const open = sql`select l.id from ${floristLinks} l join ${shopOrders} so on so.id = l.shop_order_id
    where so.shop_id = ${shopId} and l.revoked_at is null and l.expires_at > ${at}`
  const known = sql`select value from json_each(${JSON.stringify(ids)})`
  return sql`(select count(*) from (${open})) = ${ids.length} and not exists (${open} and l.id not in (${known}))`
}

/**
 * Statement: lets the links of a shop expire now. They are not revoked, because a florist with a link that is not revoked
 * still hears when the order is cancelled.
 * @param except links that go on working
 */
export function expireLinksOfShop(
  db: Db,
  shopId: string,
  except: readonly string[],
  at: string,
  onlyIf: SQL,
) {
  return db.run(sql`
    update ${floristLinks} set expires_at = ${at}
    where shop_order_id in (select id from ${shopOrders} where shop_id = ${shopId}) and revoked_at is null
      and expires_at > ${at} and id not in (select value from json_each(${JSON.stringify(except)})) and ${onlyIf}`)
}

/** Condition: a link works at an instant. */
export function floristLinkIsOpen(id: string, at: string): SQL {
  return sql`exists (select 1 from ${floristLinks} where id = ${id} and revoked_at is null and expires_at > ${at})`
}

/** Statement: the link of a shop order that is not revoked; one row or none. */
export function unrevokedLinkOf(db: Db, shopOrderId: string) {
  return db
    .select()
    .from(floristLinks)
    .where(and(eq(floristLinks.shopOrderId, shopOrderId), isNull(floristLinks.revokedAt)))
    .orderBy(desc(floristLinks.createdAt))
    .limit(1)
}

/** Statement: notes when a link was first opened. */
export function markOpened(db: Db, tokenHash: string, at: string) {
  return db
    .update(floristLinks)
    .set({ openedAt: at })
    .where(
      sql`${floristLinks.tokenHash} = ${tokenHash} and ${floristLinks.openedAt} is null
        and ${floristLinks.revokedAt} is null and ${floristLinks.expiresAt} > ${at}`,
    )
}

/** Statement: a link with its shop order, shop, order and bouquet; one row or none. */
export function floristLinkTarget(db: Db, by: { id: string } | { tokenHash: string }) {
  return db
    .select({
      link: floristLinks,
      shopOrder: shopOrders,
      shop: shops,
      order: orders,
      item: orderItems,
      // While nobody has agreed to it.
      lateUntil: orderChoices.waitUntil,
    })
    .from(floristLinks)
    .innerJoin(shopOrders, eq(shopOrders.id, floristLinks.shopOrderId))
    .innerJoin(shops, eq(shops.id, shopOrders.shopId))
    .innerJoin(orders, eq(orders.id, shopOrders.orderId))
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .leftJoin(
      orderChoices,
      and(
        eq(orderChoices.orderId, orders.id),
        isNull(orderChoices.closedAt),
        eq(orderChoices.reason, 'late'),
      ),
    )
    .where('id' in by ? eq(floristLinks.id, by.id) : eq(floristLinks.tokenHash, by.tokenHash))
    .limit(1)
}

/** Statement: the corrections of a link's order, oldest first. */
export function correctionsOfLink(db: Db, tokenHash: string) {
  return eventsWhere(
    db,
    sql`${orderEvents.kind} = 'corrected' and ${orderEvents.orderId} = (select so.order_id from ${floristLinks} l
      join ${shopOrders} so on so.id = l.shop_order_id where l.token_hash = ${tokenHash})`,
  )
}

export type FloristLinkTarget = Awaited<ReturnType<typeof floristLinkTarget>>[number]
