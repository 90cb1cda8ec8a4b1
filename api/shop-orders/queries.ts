import { and, asc, desc, eq, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db, Deps } from '#api/deps.ts'
import { attemptsForStaff } from '#api/orders/attempt-history.ts'
import { selectAttempts, toAttempt } from '#api/orders/attempt-queries.ts'
import { forOwner } from '#api/orders/situation.ts'
import { SITUATION_FACTS, situationIn } from '#api/orders/situation-queries.ts'
import { photoColumns } from '#api/photos/queries.ts'
import { toShownPhotos } from '#api/photos/service.ts'
import { readTimeline, timelineOf } from '#api/platform/audit/timeline.ts'
import type { Answerer } from '#domain/florist.ts'
import { changesSince } from '#domain/order/changes.ts'
import { isOrderEvent, rowOf } from '#domain/order/events.ts'
import type { Situation } from '#domain/order/situation.ts'
import { shopOrderIsLive } from '#domain/order-status.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { deliveryAttempts } from '#drizzle/schema/delivery-attempts.ts'
import { shops, states } from '#drizzle/schema/markets.ts'
import { orderSubstitutions } from '#drizzle/schema/order-substitutions.ts'
import { type Actor, orderItems, orders } from '#drizzle/schema/orders.ts'
import { orderPhotos } from '#drizzle/schema/photos.ts'
import { shareCorrections, shopOrderContacts, shopOrders } from '#drizzle/schema/shop-orders.ts'
import { unrevokedLinkOf } from './florist-link-queries.ts'

/** The columns of an order that its assignment and its shop orders both show. */
export const orderColumns = {
  id: orders.id,
  reference: orders.orderReference,
  status: orders.status,
  paymentStatus: orders.paymentStatus,
  customerName: orders.customerName,
  recipientName: orders.recipientName,
  address: orders.deliveryAddress,
  unit: orders.deliveryUnit,
  city: orders.deliveryCity,
  state: orders.deliveryState,
  zip: orders.deliveryZip,
  deliveryInstructions: orders.deliveryInstructions,
  deliveryOption: orders.deliveryOption,
  promisedBy: orders.promisedBy,
  timeZone: orders.timeZone,
  totalCents: orders.totalCents,
  isSample: orders.isSample,
}

const emailOf = (userId: SQLWrapper) => sql<string | null>`(select email from ${users} where id = ${userId})`

/** A shop order with its order and the timeline of that, its shop, contacts, corrections and link, in one round trip. */
export async function shopOrderDetailOf(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  id: string,
) {
  const timeline = readTimeline(db, sql`(select order_id from ${shopOrders} where id = ${id})`)
  const now = clock.now()
  const [[found], items, corrections, substitutions, [link], photos, attempts, [read], ...rest] =
    await db.batch([
      db
        .select({
          shopOrder: {
            id: shopOrders.id,
            status: shopOrders.status,
            paymentStatus: shopOrders.paymentStatus,
            paymentReference: shopOrders.paymentReference,
            orderTotalCents: shopOrders.orderTotalCents,
            shopCostCents: shopOrders.shopCostCents,
            platformFeeCents: shopOrders.platformFeeCents,
            specialInstructions: shopOrders.specialInstructions,
            shopNotes: shopOrders.shopNotes,
            answerBy: shopOrders.answerBy,
            withdrawnAt: shopOrders.withdrawnAt,
            version: shopOrders.version,
            createdAt: shopOrders.createdAt,
            updatedAt: shopOrders.updatedAt,
          },
          order: {
            ...orderColumns,
            customerEmail: orders.customerEmail,
            customerPhone: orders.customerPhone,
            recipientPhone: orders.recipientPhone,
            apologyNote: orders.apologyNote,
            substitutionPreference: orders.substitutionPreference,
            refundedCents: orders.refundedCents,
            assignmentStatus: orders.assignmentStatus,
          },
          shop: {
            id: shops.id,
            name: shops.name,
            streetAddress: shops.streetAddress,
            city: shops.city,
            state: states.code,
            zip: shops.zip,
            phone: shops.phone,
            email: shops.email,
            active: shops.active,
          },
          linksEndedAt: orders.manageLinksEndedAt,
          statusAt: shopOrders.statusUpdatedAt,
          statusBy: emailOf(shopOrders.statusUpdatedBy).as('status_by'),
          paymentAt: shopOrders.paymentUpdatedAt,
          paymentBy: emailOf(shopOrders.paymentUpdatedBy).as('payment_by'),
        })
        .from(shopOrders)
        .innerJoin(orders, eq(orders.id, shopOrders.orderId))
        .innerJoin(shops, eq(shops.id, shopOrders.shopId))
        .innerJoin(states, eq(states.id, shops.stateId))
        .where(eq(shopOrders.id, id)),
      db
        .select({
          title: orderItems.title,
          sku: orderItems.sku,
          quantity: orderItems.quantity,
          imageUrl: orderItems.imageUrl,
        })
        .from(orderItems)
        .innerJoin(shopOrders, eq(shopOrders.orderId, orderItems.orderId))
        .where(eq(shopOrders.id, id)),
      db
        .select({
          id: shareCorrections.id,
          amountCents: shareCorrections.amountCents,
          reason: shareCorrections.reason,
          createdAt: shareCorrections.createdAt,
        })
        .from(shareCorrections)
        .where(eq(shareCorrections.shopOrderId, id))
        .orderBy(asc(shareCorrections.createdAt), sql`${shareCorrections}.rowid`),
      db
        .select({
          id: orderSubstitutions.id,
          missing: orderSubstitutions.missing,
          instead: orderSubstitutions.instead,
          reportedAt: orderSubstitutions.reportedAt,
          expiresAt: orderSubstitutions.expiresAt,
          outcome: orderSubstitutions.outcome,
        })
        .from(orderSubstitutions)
        .where(eq(orderSubstitutions.shopOrderId, id))
        .orderBy(desc(orderSubstitutions.number)),
      unrevokedLinkOf(db, id),
      db
        .select(photoColumns)
        .from(orderPhotos)
        .where(and(eq(orderPhotos.shopOrderId, id), isNull(orderPhotos.deletedAt)))
        .orderBy(asc(orderPhotos.createdAt), sql`${orderPhotos}.rowid`),
      selectAttempts(db, sql`${deliveryAttempts.shopOrderId} = ${id}`),
      db.all<{ facts: string }>(sql`select ${SITUATION_FACTS} as facts from ${orders} o
        where o.id = (select order_id from ${shopOrders} where id = ${id})`),
      timeline.events,
      timeline.contacts,
      timeline.messages,
    ])
  const [events, contacts, messages] = rest
  if (!found || !read) return null
  const { shopOrder, order, shop, linksEndedAt, statusAt, statusBy, paymentAt, paymentBy } = found
  const statusEvents = events.filter(({ kind, data }) => data['shopOrderId'] === id && setsShopOrder(kind))
  const reason = statusEvents.findLast(({ data }) => data['to'] === 'rejected')?.data['reason']
  return {
    ...shopOrder,
    rejectionReason: shopOrder.status === 'rejected' && typeof reason === 'string' ? reason : null,
    // The email address is null when the user was deleted.
    statusStamp: statusAt === null ? null : { at: statusAt, by: statusActor(statusEvents), email: statusBy },
    paymentStamp: paymentAt === null ? null : { at: paymentAt, by: 'admin' as const, email: paymentBy },
    order: { ...order, items },
    situation: situationAt({ ...shopOrder, shop: shop.name }, order, situationIn(read.facts, now)),
    shop,
    contacts: contacts
      .filter(({ shopOrderId }) => shopOrderId === id)
      .map(({ id, note, email, createdAt }) => ({ id, note, email, createdAt })),
    corrections,
    photos: await toShownPhotos({ config }, { manageLinksEndedAt: linksEndedAt }, photos, now),
    /** The flowers that this florist missed, the newest first. */
    substitutions,
    attempts: attemptsForStaff(attempts.map(toAttempt), [{ id, shop: shop.name }]),
    link: link ? { createdAt: link.createdAt, expiresAt: link.expiresAt, openedAt: link.openedAt } : null,
    /** The changes of the order since the shop was asked. */
    changes: changesSince(events, shopOrder.createdAt),
    timeline: timelineOf({ events, contacts, messages }),
  }
}

type AtShop = Parameters<typeof shopOrderIsLive>[0] & { shop: string }

/** The situation of an order at one of its shops; where another shop has it, there is nothing to do about this one. */
function situationAt(
  shopOrder: AtShop,
  { assignmentStatus }: { assignmentStatus: string },
  situation: Situation,
) {
  const told = forOwner(situation)
  if (shopOrderIsLive(shopOrder)) return told
  const { shop, withdrawnAt } = shopOrder
  const ended =
    withdrawnAt === null ? `${shop} rejected this order.` : `This order was withdrawn from ${shop}.`
  if (assignmentStatus === 'assigned') {
    const sentence = `${ended} Another shop has it now.`
    return { ...told, look: 'plain' as const, flag: null, actions: [], sentence }
  }
  return { ...told, sentence: told.kind === 'unassigned' ? ended : `${ended} ${told.sentence}` }
}

/** True if an event sets the status of a shop order, and does not begin or end it. */
function setsShopOrder(kind: string): boolean {
  const isOwn = isOrderEvent(kind) && kind !== 'assigned' && kind !== 'unassigned'
  return isOwn && rowOf(kind).shopOrder !== undefined
}

function statusActor(statusEvents: readonly { actor: Actor }[]): Answerer {
  const actor = statusEvents.at(-1)?.actor
  return actor === 'florist' || actor === 'system' ? actor : 'admin'
}

export type ShopOrderDetail = NonNullable<Awaited<ReturnType<typeof shopOrderDetailOf>>>

/** Statement: the entry of a contact history with this id; one row or none. */
export function contactWithId(db: Db, id: string) {
  return db.select({ id: shopOrderContacts.id }).from(shopOrderContacts).where(eq(shopOrderContacts.id, id))
}
