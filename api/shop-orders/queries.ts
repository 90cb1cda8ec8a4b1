import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { floristLinks, shopOrderContacts, shopOrders } from '#drizzle/schema/shop-orders.ts'

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
export function expireLinksOfShop(db: Db, shopId: string, except: readonly string[], at: string) {
  return db.run(sql`
    update ${floristLinks} set expires_at = ${at}
    where shop_order_id in (select id from ${shopOrders} where shop_id = ${shopId}) and revoked_at is null
      and expires_at > ${at} and id not in (select value from json_each(${JSON.stringify(except)}))`)
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

/** Statement: the entry of a contact history with this id; one row or none. */
export function contactWithId(db: Db, id: string) {
  return db.select({ id: shopOrderContacts.id }).from(shopOrderContacts).where(eq(shopOrderContacts.id, id))
}
