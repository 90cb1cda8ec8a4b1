import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { CAPACITIES, scheduleColumns } from '#api/capacity/queries.ts'
import type { Db } from '#api/deps.ts'
import { photoColumns } from '#api/photos/queries.ts'
import type { Statement } from '#api/platform/database/condition.ts'
import { phoneHash } from '#api/platform/outbox/text-stops.ts'
import { MARKET_PROMISE_DEFAULTS } from '#domain/market-promises.ts'
import { type AskingRound, agreedAtOf, type DangerReason, dangerOf } from '#domain/order/broken-promise.ts'
import type { QuestionKind } from '#domain/order/questions.ts'
import { flagOf, orderAndShop } from '#domain/order/state.ts'
import { upcast } from '#domain/order/upcast.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { checkoutSessions, disputes, refunds } from '#drizzle/schema/checkout.ts'
import { deliveryAttempts } from '#drizzle/schema/delivery-attempts.ts'
import { markets, shops, states } from '#drizzle/schema/markets.ts'
import { consents, outbox } from '#drizzle/schema/messages.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { orderSubstitutions } from '#drizzle/schema/order-substitutions.ts'
import { orderEvents, orderFlags, orderItems, orders } from '#drizzle/schema/orders.ts'
import { orderPhotos } from '#drizzle/schema/photos.ts'
import { floristLinks, shareCorrections, shopOrders } from '#drizzle/schema/shop-orders.ts'

/** The statements that read the state of an order, for a batch. @param orderId a value or a select that gives one */
export function selectState(db: Db, orderId: SQL) {
  return [
    db
      .select({
        order: orders,
        item: orderItems,
        consentHash: sql<string | null>`(select c.phone_hash from ${consents} c
          where c.order_id = ${orders.id} and c.taken_back_at is null)`.as('consent_hash'),
      })
      .from(orders)
      .leftJoin(orderItems, eq(orderItems.orderId, orders.id))
      .where(sql`${orders.id} = ${orderId}`)
      .limit(1),
    db
      .select({
        shopOrder: shopOrders,
        shop: {
          name: shops.name,
          email: shops.email,
          phone: shops.phone,
          active: shops.active,
          showsPhotos: shops.showsPhotos,
        },
        address: { street: shops.streetAddress, city: shops.city, state: states.code, zip: shops.zip },
        link: {
          id: floristLinks.id,
          tokenHash: floristLinks.tokenHash,
          createdAt: floristLinks.createdAt,
          openedAt: floristLinks.openedAt,
          expiresAt: floristLinks.expiresAt,
        },
        correctedCents: sql<number>`coalesce((select sum(c.amount_cents) from ${shareCorrections} c
          where c.shop_order_id = ${shopOrders.id}), 0)`.as('corrected_cents'),
      })
      .from(shopOrders)
      .innerJoin(shops, eq(shops.id, shopOrders.shopId))
      .innerJoin(states, eq(states.id, shops.stateId))
      .leftJoin(
        floristLinks,
        and(eq(floristLinks.shopOrderId, shopOrders.id), isNull(floristLinks.revokedAt)),
      )
      .where(sql`${shopOrders.orderId} = ${orderId}`)
      .orderBy(asc(shopOrders.createdAt), sql`${shopOrders}.rowid`),
    db
      .select()
      .from(orderChoices)
      .where(sql`${orderChoices.orderId} = ${orderId}`)
      .orderBy(orderChoices.number),
    db
      .select()
      .from(orderSubstitutions)
      .where(sql`${orderSubstitutions.orderId} = ${orderId}`)
      .orderBy(orderSubstitutions.number),
    db
      .select({ refund: refunds, byEmail: users.email })
      .from(refunds)
      .leftJoin(users, eq(users.id, refunds.requestedBy))
      .where(sql`${refunds.orderId} = ${orderId}`)
      .orderBy(asc(refunds.createdAt), sql`${refunds}.rowid`),
    db
      .select()
      .from(disputes)
      .where(sql`${disputes.orderId} = ${orderId}`)
      .orderBy(asc(disputes.createdAt), sql`${disputes}.rowid`),
    db
      .select()
      .from(orderFlags)
      .where(sql`${orderFlags.orderId} = ${orderId}`)
      .orderBy(asc(orderFlags.createdAt), sql`${orderFlags}.rowid`),
    db
      .select()
      .from(outbox)
      .where(sql`${outbox.orderId} = ${orderId}`)
      .orderBy(asc(outbox.createdAt), sql`${outbox}.rowid`),
    db
      .select()
      .from(checkoutSessions)
      .where(sql`${checkoutSessions.orderId} = ${orderId}`)
      .orderBy(desc(checkoutSessions.n)),
    db
      .select(photoColumns)
      .from(orderPhotos)
      .innerJoin(shopOrders, eq(shopOrders.id, orderPhotos.shopOrderId))
      .where(sql`${shopOrders.orderId} = ${orderId}`)
      .orderBy(asc(orderPhotos.createdAt), sql`${orderPhotos}.rowid`),
    db
      .select({ attempt: deliveryAttempts, actorEmail: users.email })
      .from(deliveryAttempts)
      .innerJoin(shopOrders, eq(shopOrders.id, deliveryAttempts.shopOrderId))
      .leftJoin(users, eq(users.id, deliveryAttempts.actorId))
      .where(sql`${shopOrders.orderId} = ${orderId}`)
      .orderBy(asc(deliveryAttempts.createdAt), sql`${deliveryAttempts}.rowid`),
    db
      .select({ entry: orderEvents, actorEmail: users.email })
      .from(orderEvents)
      .leftJoin(users, eq(users.id, orderEvents.actorId))
      .where(sql`${orderEvents.orderId} = ${orderId}`)
      .orderBy(asc(orderEvents.createdAt), sql`${orderEvents}.rowid`),
    db
      .select({
        id: markets.id,
        name: markets.name,
        ...scheduleColumns,
        asksForAnswer: markets.asksForAnswer,
        assignsAutomatically: markets.assignsAutomatically,
        answerMinutes: markets.answerMinutes,
        fulfilmentMinutes: markets.fulfilmentMinutes,
        choiceHours: markets.choiceHours,
        callAfterSeconds: markets.callAfterSeconds,
        capacities: CAPACITIES.as('capacities'),
      })
      .from(markets)
      .where(sql`${markets.id} = (select o.market_id from ${orders} o where o.id = ${orderId})`),
  ] as const
}

/** The rows that {@link selectState} reads. */
export type StateRead = Awaited<ReturnType<typeof readAll>>
const readAll = (db: Db, orderId: SQL) => db.batch(selectState(db, orderId))

/** The state that {@link selectState} has read; null when there is no such order. */
export function toState(read: StateRead) {
  const [[found], given, choices, substitutions, returned, disputed, flags, messages, sessions, ...rest] =
    read
  const [photos, attempts, log, [market]] = rest
  if (!found) return null
  const { order, item, consentHash } = found
  const pendingShare = (shopOrderId: string) =>
    returned
      .filter(({ refund }) => refund.status === 'pending' && refund.share?.shopOrderId === shopOrderId)
      .reduce((cents, { refund: { share } }) => cents + (share?.amountCents ?? 0), 0)
  return {
    seq: Math.max(0, ...log.map(({ entry }) => entry.seq ?? 0)),
    order,
    item,
    shopOrders: given.map(({ shopOrder, shop, address, link, correctedCents }) => ({
      ...shopOrder,
      shop: shop.name,
      email: shop.email,
      phone: shop.phone,
      address,
      shopIsActive: shop.active,
      shopShowsPhotos: shop.showsPhotos,
      correctedCents: correctedCents + pendingShare(shopOrder.id),
      link,
    })),
    choices,
    substitutions,
    refunds: returned.map(({ refund, byEmail }) => ({ ...refund, byEmail })),
    disputes: disputed,
    /** Those that are open. */
    flags: flags.filter(({ resolvedAt }) => resolvedAt === null),
    allFlags: flags,
    messages: messages.map(({ attempts, sentAt, updatedAt, ...message }) => ({
      ...message,
      tried: message.status !== 'pending' || attempts > 0,
      failed: message.status === 'failed',
      at: sentAt ?? updatedAt,
    })),
    takesTexts: consentHash !== null && consentHash === phoneHash(order.customerPhone),
    sessions,
    photos,
    attempts: attempts.map(({ attempt, actorEmail }) => ({ ...attempt, actorEmail })),
    log: log.map(({ entry, actorEmail }) => ({ ...upcast(entry), actorEmail })),
    market: market ?? null,
  }
}

/** The state of an order as it is stored, with what the services that ask about it want to know beside it. */
export type StoredOrder = NonNullable<ReturnType<typeof toState>>
type PromiseTimes = Pick<NonNullable<StoredOrder['market']>, 'fulfilmentMinutes' | 'choiceHours'>

/**
 * Why an order's promise is in danger at `now`, null if it is not.
 * @param asking null: nobody has looked at the shops of its market
 */
export function dangerAt(
  state: {
    order: Pick<StoredOrder['order'], 'status' | 'paymentStatus' | 'promisedBy' | 'isSample'>
    shopOrders: readonly Pick<StoredOrder['shopOrders'][number], 'status' | 'withdrawnAt'>[]
    choices: readonly Pick<StoredOrder['choices'][number], 'closedAt' | 'outcome'>[]
    flags: readonly Pick<StoredOrder['flags'][number], 'kind'>[]
    market: PromiseTimes | null
  },
  asking: AskingRound | null,
  now: Date,
): DangerReason | null {
  const { order, choices, market } = state
  const facts = {
    isOverCapacity: flagOf(state, 'over_capacity') !== null,
    fulfilmentMinutes: promiseTimesOf(market).fulfilmentMinutes,
    agreedAt: agreedAtOf(choices),
    asking,
  }
  return dangerOf({ ...order, ...orderAndShop(state) }, facts, now)
}

/** The minutes that a market needs for a bouquet and its delivery, and a buyer's hours to think; the usual ones without a market. */
export function promiseTimesOf(market: PromiseTimes | null) {
  const { fulfilmentMinutes, choiceHours } = market ?? MARKET_PROMISE_DEFAULTS
  return { fulfilmentMinutes, choiceHours }
}

/** The questions of each kind. */
export const QUESTION_TABLES = {
  choice: orderChoices,
  substitution: orderSubstitutions,
} as const satisfies Record<QuestionKind, object>

/** An order is named by its id, or by something of its own. Tokens are named by their hashes. */
export type OrderKey =
  | string
  | { shopOrderId: string }
  | { floristToken: string }
  | { question: QuestionKind; token: string }
  | { trackingToken: string }
  | { paymentReference: string }
  | { sessionId: string }

/** The id of the order that a key names, as SQL. */
export function orderIdOf(key: OrderKey): SQL {
  if (typeof key === 'string') return sql`${key}`
  if ('shopOrderId' in key) return sql`(select order_id from ${shopOrders} where id = ${key.shopOrderId})`
  if ('question' in key) {
    const table = QUESTION_TABLES[key.question]
    return sql`(select order_id from ${table} where token_hash = ${key.token})`
  }
  if ('trackingToken' in key) {
    return sql`(select id from ${orders} where tracking_token = ${key.trackingToken})`
  }
  if ('paymentReference' in key) {
    return sql`(select id from ${orders} where payment_reference = ${key.paymentReference})`
  }
  if ('sessionId' in key) {
    return sql`(select order_id from ${checkoutSessions} where session_id = ${key.sessionId})`
  }
  return sql`(select so.order_id from ${floristLinks} l join ${shopOrders} so on so.id = l.shop_order_id
    where l.token_hash = ${key.floristToken})`
}

/** The results of statements, in their order. */
export type Found<Reading extends readonly Statement[]> = {
  [At in keyof Reading]: Reading[At]['_']['result']
}

/**
 * The state of an order, in one round trip; null when there is none.
 * @param reading statements that run in the same round trip
 * @returns also what those have found
 */
export async function readState<const Reading extends readonly Statement[] = []>(
  db: Db,
  key: OrderKey,
  reading?: Reading,
): Promise<{ state: StoredOrder | null; found: Found<Reading> }> {
  // First what writes: a transaction that reads first may find the database busy once it wants to write.
  const [first, ...more] = [...(reading ?? []), ...selectState(db, orderIdOf(key))]
  const read: unknown[] = first ? await db.batch([first, ...more]) : []
  const found = read.splice(0, reading?.length ?? 0)
  return { state: toState(read as unknown as StateRead), found: found as Found<Reading> }
}

/** The states of several orders, in one round trip. */
export async function readStates(db: Db, orderIds: readonly string[]): Promise<StoredOrder[]> {
  const statements = orderIds.flatMap((id) => [...selectState(db, sql`${id}`)])
  const [first, ...more] = statements
  if (!first) return []
  const read: unknown[] = await db.batch([first, ...more])
  const each = read.length / orderIds.length
  return orderIds.flatMap((_, n) => {
    const own = read.slice(n * each, (n + 1) * each) as unknown as StateRead
    return toState(own) ?? []
  })
}
