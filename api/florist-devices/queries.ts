import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import type { PushSubscriptionKeys } from '#api/platform/push/push.ts'
import { DEVICES_A_SHOP } from '#domain/florist-devices.ts'
import { floristDevices, shops } from '#drizzle/schema/markets.ts'

/** The phones of a shop, the oldest first; fits into a batch. */
export function devicesOf(db: Db, shopId: string) {
  return db
    .select()
    .from(floristDevices)
    .where(eq(floristDevices.shopId, shopId))
    .orderBy(asc(floristDevices.createdAt), asc(floristDevices.id))
}

/**
 * Adds a phone unless the shop has as many as it may. One that is known gets the new keys and name, and is this shop's from then on.
 * @returns none when there are too many
 */
export function addDevice(
  db: Db,
  device: PushSubscriptionKeys & { shopId: string; name: string; at: string },
): Promise<unknown[]> {
  const { shopId, name, endpoint, p256dh, auth, at } = device
  return db.all(sql`
    insert into ${floristDevices} (id, shop_id, name, endpoint, p256dh, auth, created_at)
    select ${crypto.randomUUID()}, ${shopId}, ${name}, ${endpoint}, ${p256dh}, ${auth}, ${at}
    where (select count(*) from ${floristDevices} d where d.shop_id = ${shopId} and d.endpoint <> ${endpoint}) < ${DEVICES_A_SHOP}
    on conflict (endpoint) do update set
      -- Since when it rings for this shop; what was rung for another one is none of its business.
      created_at = case when shop_id = excluded.shop_id then created_at else excluded.created_at end,
      last_rung_at = case when shop_id = excluded.shop_id then last_rung_at end,
      last_answer = case when shop_id = excluded.shop_id then last_answer end,
      shop_id = excluded.shop_id, name = excluded.name, p256dh = excluded.p256dh, auth = excluded.auth
    returning id`)
}

const deviceOfShop = (shopId: string, id: string) =>
  and(eq(floristDevices.id, id), eq(floristDevices.shopId, shopId))

export function renameDevice(db: Db, shopId: string, id: string, name: string) {
  return db
    .update(floristDevices)
    .set({ name })
    .where(deviceOfShop(shopId, id))
    .returning({ id: floristDevices.id })
}

export function removeDevice(db: Db, shopId: string, id: string) {
  return db.delete(floristDevices).where(deviceOfShop(shopId, id))
}

/** Gives a phone its new subscription. One that was added under it meanwhile stays, and the old one ends by itself. */
export function renewDevice(db: Db, before: string, { endpoint, p256dh, auth }: PushSubscriptionKeys) {
  return db.run(sql`update or ignore ${floristDevices}
    set endpoint = ${endpoint}, p256dh = ${p256dh}, auth = ${auth} where endpoint = ${before}`)
}

/** A phone with the version of its shop, for a write of the back office. */
export async function deviceForRemoval(db: Db, shopId: string, id: string) {
  const [found] = await db
    .select({ name: floristDevices.name, version: shops.version })
    .from(floristDevices)
    .innerJoin(shops, eq(shops.id, floristDevices.shopId))
    .where(deviceOfShop(shopId, id))
  return found ?? null
}

/** True in a batch while a shop has this phone. */
export const hasDevice = (shopId: string, id: string): SQL =>
  sql`exists (select 1 from ${floristDevices} where id = ${id} and shop_id = ${shopId})`
