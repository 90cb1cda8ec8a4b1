import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { orderPhotos } from '#drizzle/schema/photos.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'

/** Value: the name of a photograph's object. */
const objectName = sql<string>`coalesce(${orderPhotos.object}, ${orderPhotos.hash})`

/** The columns of a photograph. */
export const photoColumns = { ...getTableColumns(orderPhotos), object: objectName.as('object_name') }

/** When the buyer's links of a photograph's order were ended; none if there is no such photograph, or it was deleted. */
export async function linksOfPhoto(db: Db, shopOrderId: string, object: string) {
  const [found] = await db
    .select({ manageLinksEndedAt: orders.manageLinksEndedAt })
    .from(orderPhotos)
    .innerJoin(shopOrders, eq(shopOrders.id, orderPhotos.shopOrderId))
    .innerJoin(orders, eq(orders.id, shopOrders.orderId))
    .where(
      and(eq(orderPhotos.shopOrderId, shopOrderId), eq(objectName, object), isNull(orderPhotos.deletedAt)),
    )
    .limit(1)
  return found ?? null
}
