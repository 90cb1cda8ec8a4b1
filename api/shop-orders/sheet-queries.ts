import { and, asc, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { forList } from '#api/orders/situation.ts'
import { SITUATION_FACTS, situationIn } from '#api/orders/situation-queries.ts'
import { printedStopCode } from '#api/orders/stop-code.ts'
import { CORRECTIONS, changesSince } from '#domain/order/changes.ts'
import { STATUSES_AT_WORK } from '#domain/order/fulfilment.ts'
import { isoDate } from '#domain/zoned-time.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { orderEvents, orderItems, orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'

/** Longer than from any time of a day to its beginning or its end, also when clocks change. */
const DAY_MS = 26 * 60 * 60 * 1000

/**
 * All that is printed for the florists of one day: the shop orders that are still to be made and are promised for today by
 * their market's calendar, by shop, soonest first. In one round trip.
 */
export async function todaysSheets({ db, config }: Pick<Deps, 'db' | 'config'>, now: Date) {
  const due = and(
    gt(orders.promisedBy, new Date(now.getTime() - DAY_MS).toISOString()),
    lt(orders.promisedBy, new Date(now.getTime() + DAY_MS).toISOString()),
    inArray(orders.status, STATUSES_AT_WORK.order),
    ne(orders.paymentStatus, 'refunded'),
    // Cross joins keep the order of the tables: shop orders that nobody marks as delivered become more and more.
    eq(shopOrders.orderId, orders.id),
    isNull(shopOrders.withdrawnAt),
    inArray(shopOrders.status, STATUSES_AT_WORK.shopOrder),
  )
  const [found, items, events] = await db.batch([
    db
      .select({
        id: shopOrders.id,
        status: shopOrders.status,
        specialInstructions: shopOrders.specialInstructions,
        createdAt: shopOrders.createdAt,
        shop: { id: shops.id, name: shops.name },
        facts: sql<string>`(select ${SITUATION_FACTS} from ${orders} o where o.id = ${orders.id})`.as(
          'facts',
        ),
        order: {
          id: orders.id,
          reference: orders.orderReference,
          customerName: orders.customerName,
          customerPhone: orders.customerPhone,
          recipientName: orders.recipientName,
          recipientPhone: orders.recipientPhone,
          address: orders.deliveryAddress,
          unit: orders.deliveryUnit,
          city: orders.deliveryCity,
          state: orders.deliveryState,
          zip: orders.deliveryZip,
          deliveryInstructions: orders.deliveryInstructions,
          substitutionPreference: orders.substitutionPreference,
          apologyNote: orders.apologyNote,
          promisedBy: orders.promisedBy,
          timeZone: orders.timeZone,
          isSample: orders.isSample,
          stopCodeHash: orders.stopCodeHash,
        },
      })
      .from(orders)
      .crossJoin(shopOrders)
      .innerJoin(shops, eq(shops.id, shopOrders.shopId))
      .where(due)
      .orderBy(sql`${shops.name} collate nocase`, asc(shops.id), asc(orders.promisedBy), asc(shopOrders.id)),
    db
      .select({
        orderId: orderItems.orderId,
        title: orderItems.title,
        sku: orderItems.sku,
        quantity: orderItems.quantity,
      })
      .from(orders)
      .crossJoin(shopOrders)
      .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
      .where(due),
    db
      .select({
        orderId: orderEvents.orderId,
        kind: orderEvents.kind,
        data: orderEvents.data,
        createdAt: orderEvents.createdAt,
      })
      .from(orders)
      .crossJoin(shopOrders)
      .innerJoin(orderEvents, eq(orderEvents.orderId, orders.id))
      .where(and(due, inArray(orderEvents.kind, CORRECTIONS)))
      .orderBy(asc(orderEvents.createdAt), sql`${orderEvents}.rowid`),
  ])
  const itemsOf = Map.groupBy(items, ({ orderId }) => orderId)
  const eventsOf = Map.groupBy(events, ({ orderId }) => orderId)
  const today = found.filter(({ order: { promisedBy, timeZone } }) => isToday(promisedBy, timeZone, now))
  const sheets = await Promise.all(
    today.map(async ({ createdAt, order: { stopCodeHash, ...order }, facts, ...sheet }) => ({
      ...sheet,
      situation: forList(situationIn(facts, now)),
      order: {
        ...order,
        items: (itemsOf.get(order.id) ?? []).map(({ orderId, ...item }) => item),
        stopCode: await printedStopCode(config, { id: order.id, stopCodeHash }),
      },
      /** The changes of the order since the shop was asked. */
      changes: changesSince(eventsOf.get(order.id) ?? [], createdAt),
    })),
  )
  return { shops: [...Map.groupBy(sheets, ({ shop }) => shop.id).values()].map(toShop) }
}

function isToday(promisedBy: string, zone: string, now: Date): boolean {
  return isoDate(new Date(promisedBy), zone) === isoDate(now, zone)
}

function toShop<Sheet extends { shop: { id: string; name: string } }>(sheets: readonly Sheet[]) {
  const { id = '', name = '' } = sheets[0]?.shop ?? {}
  return { id, name, sheets }
}
