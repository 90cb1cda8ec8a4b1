import { eq, inArray, sql } from 'drizzle-orm'
import { CLOSED_DATES } from '#api/capacity/queries.ts'
import { candidatesFrom, SHOP_CAPACITY, selectCandidates } from '#api/capacity/shop-load-queries.ts'
import type { Db } from '#api/deps.ts'
import { overMessage } from '#api/orders/refusal.ts'
import { forOwner, situationOf } from '#api/orders/situation.ts'
import { readState, type StoredOrder } from '#api/orders/state-queries.ts'
import { isEmailOnly, type RingsBy } from '#api/platform/reach.ts'
import { workingHours } from '#domain/availability.ts'
import { bucketOfOrder } from '#domain/capacity.ts'
import { mayBeAssigned } from '#domain/order/fulfilment.ts'
import { shopOrderIsLive } from '#domain/order-status.ts'
import { rankForChoice } from '#domain/shop-ranking.ts'
import { isoDate } from '#domain/zoned-time.ts'
import { markets, marketZipcodes, shops } from '#drizzle/schema/markets.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { orderForShop, rejectionReason } from './detail.ts'

/** Reads in one round trip what the assignment of an order needs: the order, the shops of each market, and former shops. */
export async function readChoices(db: Db, orderId: string, ringsBy: RingsBy, now: Date) {
  const { state, found } = await readState(db, orderId, [
    selectSuggested(db, [orderId]),
    selectEmailOnly(db, ringsBy),
    selectMarkets(db),
    ...selectCandidates(db, [orderId], now),
  ])
  if (!state) return null
  const [suggested, emailOnly, listed, ...candidates] = found
  const { order, item, shopOrders, log } = state
  return {
    order: {
      ...orderForShop(order),
      customerPhone: order.customerPhone,
      apologyNote: order.apologyNote,
      bouquet: item?.title ?? '',
      createdAt: order.createdAt,
    },
    situation: forOwner(situationOf(state, now)),
    /** Why it needs no florist; null: it can be given to a shop, though another one has it. */
    refusal: mayBeAssigned(order) ? null : overMessage(order),
    suggestedMarketId: suggested[0]?.marketId ?? null,
    markets: withShops(listed, candidatesFrom(candidates, [wantedOf(order)]), emailOnly, order),
    /** The shops that were given the order, the newest first. */
    history: shopOrders.toReversed().map((earlier) => ({
      shopOrderId: earlier.id,
      shopId: earlier.shopId,
      shop: earlier.shop,
      status: earlier.status,
      reason: rejectionReason(log, earlier.id),
      specialInstructions: earlier.specialInstructions,
      assignedBy: assignedBy(log, earlier.id),
      assignedAt: earlier.createdAt,
      answeredAt: earlier.answeredAt,
      answeredBy: earlier.answeredBy,
      withdrawnAt: earlier.withdrawnAt,
      live: shopOrderIsLive(earlier),
    })),
  }
}

/** Who gave an order to a shop: an email, or `system`; null or `admin`: they are gone. */
function assignedBy(log: StoredOrder['log'], shopOrderId: string): string | null {
  const assigned = log.find(({ kind, data }) => kind === 'assigned' && data['shopOrderId'] === shopOrderId)
  return assigned ? (assigned.actorEmail ?? assigned.actor) : null
}

/**
 * Reads in one round trip what the assignment of several orders to one shop needs: the shops of each market, each with the
 * ids of those orders for which it has no room. The market that serves most of them is suggested.
 */
export async function readBulkChoices(db: Db, orderIds: readonly string[], ringsBy: RingsBy, now: Date) {
  const [found, suggested, emailOnly, listed, ...candidates] = await db.batch([
    selectOrders(db, orderIds),
    selectSuggested(db, orderIds),
    selectEmailOnly(db, ringsBy),
    selectMarkets(db),
    ...selectCandidates(db, orderIds, now),
  ])
  const [first, ...others] = orderIds.flatMap((id) => found.find((order) => order.id === id) ?? [])
  if (!first) return null
  return {
    suggestedMarketId: suggested[0]?.marketId ?? null,
    markets: withShops(
      listed,
      candidatesFrom(candidates, [wantedOf(first), ...others.map(wantedOf)]),
      emailOnly,
      first,
    ),
  }
}

type ReadOrder = Awaited<ReturnType<typeof selectOrders>>[number]
type ListedMarket = Awaited<ReturnType<typeof selectMarkets>>[number]

const wantedOf = (order: ReadOrder) => ({
  orderId: order.id,
  bucket: bucketOfOrder(order),
  zone: order.timeZone,
  zip: order.deliveryZip,
})

/** The markets with their shops, best first, as a person compares them for an order. */
function withShops(
  listed: readonly ListedMarket[],
  candidates: ReturnType<typeof candidatesFrom>,
  emailOnly: readonly { id: string }[],
  { promisedBy }: ReadOrder,
) {
  const byMarket = Map.groupBy(candidates, ({ shop }) => shop.marketId)
  return listed.map(({ id, name, ...schedule }) => {
    const hours = workingHours(schedule, isoDate(new Date(promisedBy), schedule.timeZone))
    return {
      id,
      name,
      timeZone: schedule.timeZone,
      /** On the day of the promised time (ISO instants); null: closed. */
      hours: hours && { opens: hours.opens.toISOString(), closes: hours.closes.toISOString() },
      shops: rankForChoice(byMarket.get(id) ?? []).map(
        ({ shop, room, leftOut, record, hasEmail, distance }) => ({
          id: shop.id,
          name: shop.name,
          streetAddress: shop.streetAddress,
          city: shop.city,
          state: shop.state,
          zip: shop.zip,
          phone: shop.phone,
          defaultPercentage: shop.defaultPercentage,
          /** It has an email address to send the florist's link to. */
          notifiable: hasEmail,
          /** Nothing but email reaches it, though florists can be rung. */
          emailOnly: emailOnly.some(({ id }) => id === shop.id),
          room,
          /** The ids of the orders for which it has no room. */
          leftOut: leftOut.map(({ orderId }) => orderId),
          record,
          /** Miles in a straight line between the middles of its ZIP code and the order's, to a tenth; null: unknown. */
          miles: distance === null ? null : Math.round(10 * distance) / 10,
        }),
      ),
    }
  })
}

/** Statement: what a shop has to make for orders, and when. */
function selectOrders(db: Db, ids: readonly string[]) {
  return db
    .select({
      id: orders.id,
      deliveryOption: orders.deliveryOption,
      promisedBy: orders.promisedBy,
      timeZone: orders.timeZone,
      deliveryZip: orders.deliveryZip,
    })
    .from(orders)
    .where(inArray(orders.id, [...ids]))
}

/** Statement: the market that serves most of the orders; no row without one. */
function selectSuggested(db: Db, orderIds: readonly string[]) {
  return db
    .select({ marketId: marketZipcodes.marketId })
    .from(marketZipcodes)
    .innerJoin(orders, eq(orders.deliveryZip, marketZipcodes.zipcode))
    .where(inArray(orders.id, [...orderIds]))
    .groupBy(marketZipcodes.marketId)
    .orderBy(sql`count(*) desc`)
    .limit(1)
}

/** Statement: the shops that only email reaches; none while there is no other way. */
function selectEmailOnly(db: Db, ringsBy: RingsBy) {
  return db.select({ id: shops.id }).from(shops).where(isEmailOnly(ringsBy, sql`shops`))
}

/** Statement: all markets by name, and when they are open. */
function selectMarkets(db: Db) {
  return db
    .select({
      id: markets.id,
      name: markets.name,
      timeZone: markets.timeZone,
      openingHours: markets.openingHours,
      closedDates: CLOSED_DATES.as('closed_dates'),
    })
    .from(markets)
    .orderBy(sql`${markets.name} collate nocase`)
}

/** Statement: a shop and what it can make; one row or none. */
export function selectShop(db: Db, id: string) {
  return db
    .select({ shop: shops, capacity: SHOP_CAPACITY.as('capacity') })
    .from(shops)
    .where(eq(shops.id, id))
}
