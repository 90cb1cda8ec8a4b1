import { and, asc, eq } from 'drizzle-orm'
import type { ShopOrderDetail } from '#api/shop-orders/detail.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orderEvents, orderItems, orders } from '#drizzle/schema/orders.ts'
import { floristLinks, shopOrders } from '#drizzle/schema/shop-orders.ts'
import { order, orderItem, shop as shopRow } from './rows.ts'
import { openTestShop, type TestShop } from './shop.ts'
import { signIn } from './staff.ts'

/** A shop whose orders go to florists: an admin, paid orders, florists of New York. */
export async function openFloristFixture(given?: TestShop) {
  const shop = given ?? (await openTestShop())
  const admin = await signIn(shop)
  const { db } = shop

  const florist = async (changes: Partial<typeof shops.$inferSelect> = {}) => {
    const [known] = await db.select().from(shops).limit(1)
    if (!known) throw new Error('No shop was seeded')
    const row = shopRow({ marketId: known.marketId, stateId: known.stateId, ...changes })
    await db.insert(shops).values(row)
    return row
  }
  /** An order that was paid, with a bouquet. */
  const bought = async (changes: Parameters<typeof order>[0] = {}) => {
    const row = order({
      paymentStatus: 'paid',
      status: 'confirmed',
      recipientName: 'Alex',
      apologyNote: 'I was wrong about the dishwasher.',
      deliveryInstructions: 'Ring twice',
      trackingToken: crypto.randomUUID(),
      ...changes,
    })
    await db.insert(orders).values(row)
    await db.insert(orderItems).values(orderItem({ orderId: row.id }))
    return row
  }
  const assignment = (orderId: string, shopId: string, changes: object = {}) => ({
    orderId,
    shopId,
    totalCents: 6358,
    shopCostCents: 5086,
    platformFeeCents: 1272,
    specialInstructions: null,
    ...changes,
  })
  /** Assigns an order, by default a new one to a new florist. */
  const assigned = async (given: { orderId?: string; shopId?: string; [field: string]: unknown } = {}) => {
    const { orderId = (await bought()).id, shopId = (await florist()).id, ...changes } = given
    const { status, body } = await admin.post('/admin/assignments', assignment(orderId, shopId, changes))
    if (status !== 200) throw new Error(JSON.stringify(body))
    return { orderId, shopId, id: String(body['shopOrderId']), notified: body['notified'] }
  }
  /** The tokens of the links in the mails to an address, newest first; mails are sent first. */
  const tokensOf = async (email: string) => {
    await shop.settled()
    await shop.scheduled()
    const mails = await shop.messages(email)
    return mails.flatMap(({ text }) => /\/florist\?token=(\S+)/.exec(text)?.[1] ?? [])
  }

  return {
    shop,
    admin,
    florist,
    bought,
    assignment,
    assigned,
    tokensOf,
    /** Assigns a new order to a new florist and reads the mail. */
    asked: async (changes: Parameters<typeof order>[0] = {}) => {
      const [to, what] = [await florist(), await bought(changes)]
      const { id } = await assigned({ orderId: what.id, shopId: to.id })
      const [token = ''] = await tokensOf(String(to.email))
      return { id, order: what, florist: to, token }
    },
    detail: async (id: string) => (await admin.get(`/admin/shop-orders/${id}`)).body as ShopOrderDetail,
    orderOf: async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0],
    shopOrdersOf: (orderId: string) =>
      db.select().from(shopOrders).where(eq(shopOrders.orderId, orderId)).orderBy(asc(shopOrders.createdAt)),
    linksOf: (shopOrderId: string) =>
      db.select().from(floristLinks).where(eq(floristLinks.shopOrderId, shopOrderId)),
    eventsOf: (orderId: string) =>
      db
        .select()
        .from(orderEvents)
        .where(eq(orderEvents.orderId, orderId))
        .orderBy(asc(orderEvents.createdAt), asc(orderEvents.seq)),
    messagesOf: (orderId: string, kind: string) =>
      db
        .select()
        .from(outbox)
        .where(and(eq(outbox.orderId, orderId), eq(outbox.kind, kind))),
  }
}

export type FloristFixture = Awaited<ReturnType<typeof openFloristFixture>>
