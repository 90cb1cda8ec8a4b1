import { and, asc, eq } from 'drizzle-orm'
import type { OrderDetail } from '#api/orders/detail.ts'
import type { OrderListQuery, RecentOrder } from '#api/orders/schema.ts'
import type { Page } from '#api/platform/database/paging-schema.ts'
import { refunds } from '#drizzle/schema/checkout.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orderEvents, orderFlags, orders } from '#drizzle/schema/orders.ts'
import { shareCorrections } from '#drizzle/schema/shop-orders.ts'
import type { OrderRow } from '#src/admin/orders/queries.ts'
import { checkoutRequest } from './checkout-request.ts'
import { openTestShop, type ProviderEventBody, type TestShop } from './shop.ts'
import { signIn } from './staff.ts'

type Refund = { id: string; amount: number; status: string; payment_intent: string; metadata: object }
type State = {
  events: (Omit<ProviderEventBody, 'data'> & { data: { object: Record<string, unknown> } })[]
  refunds: Refund[]
  charges: { id: string; payment_intent: string; amount_refunded: number }[]
}

/** A shop with an admin, whose orders were really bought: placed, paid at the provider, settled by its webhook. */
export async function openOrderFixture(given?: TestShop) {
  const shop = given ?? (await openTestShop())
  const admin = await signIn(shop)
  const { db } = shop

  const placed = async (customerInfo: object = {}) => {
    const { body, status } = await shop.post('/create-checkout-session', checkoutRequest({ customerInfo }))
    if (status !== 200) throw new Error(JSON.stringify(body))
    const sessionId = String(body['sessionId'])
    const [order] = await db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId))
    if (!order) throw new Error('Nothing was placed')
    return { ...order, sessionId }
  }
  const settle = async (sessionId: string) => {
    const events = await shop.events('checkout.session.completed')
    const event = events.find(({ data }) => data.object.id === sessionId)
    if (!event) throw new Error('The provider has no such payment')
    const { status } = await shop.deliver(event)
    if (status !== 200) throw new Error(`The webhook was answered with ${status}`)
  }
  const row = async (id: string) => {
    const [order] = await db.select().from(orders).where(eq(orders.id, id))
    if (!order) throw new Error('The order is gone')
    return order
  }
  const bought = async (customerInfo: object = {}) => {
    const { id, sessionId } = await placed(customerInfo)
    await shop.pay(sessionId)
    await settle(sessionId)
    await shop.settled()
    return { ...(await row(id)), sessionId }
  }
  const provider = async () => {
    const response = await fetch(`${shop.payments.url}/_local/state?limit=1000`)
    return (await response.json()) as State
  }

  return {
    shop,
    admin,
    placed,
    settle,
    bought,
    row,
    provider,
    /** Gives an order to a shop. @returns the shop order's id */
    assign: async (orderId: string, shopCostCents?: number, shopId?: string) => {
      const { totalCents } = await row(orderId)
      const cost = shopCostCents ?? totalCents
      const { body, status } = await admin.post('/admin/assignments', {
        orderId,
        shopId: shopId ?? (await firstShop(shop)),
        totalCents,
        shopCostCents: cost,
        platformFeeCents: totalCents - cost,
        specialInstructions: null,
      })
      if (status !== 200) throw new Error(JSON.stringify(body))
      return String(body['shopOrderId'])
    },
    list: async (query = '') => {
      const { body, status } = await admin.get(`/admin/orders${query}`)
      if (status !== 200) throw new Error(JSON.stringify(body))
      return body as Page<OrderRow> &
        Pick<OrderListQuery, 'sort'> & {
          recentOrders: RecentOrder[]
          platforms: NonNullable<OrderRow['platform']>[]
        }
    },
    detail: async (id: string) => (await admin.get(`/admin/orders/${id}`)).body as OrderDetail,
    setStatus: async (id: string, status: string, version?: number) =>
      admin.put(`/admin/orders/${id}/status`, { status, version: version ?? (await row(id)).version }),
    refund: (id: string, changes: object = {}) =>
      admin.post(`/admin/orders/${id}/refunds`, {
        key: crypto.randomUUID(),
        amountCents: 1000,
        reason: 'The roses were late',
        ...changes,
      }),
    eventsOf: (id: string) =>
      db
        .select()
        .from(orderEvents)
        .where(eq(orderEvents.orderId, id))
        .orderBy(asc(orderEvents.createdAt), asc(orderEvents.seq)),
    flagsOf: (id: string) => db.select().from(orderFlags).where(eq(orderFlags.orderId, id)),
    refundsOf: (id: string) =>
      db.select().from(refunds).where(eq(refunds.orderId, id)).orderBy(asc(refunds.createdAt)),
    correctionsOf: (shopOrderId: string) =>
      db.select().from(shareCorrections).where(eq(shareCorrections.shopOrderId, shopOrderId)),
    messagesOf: (orderId: string, kind: string) =>
      db
        .select()
        .from(outbox)
        .where(and(eq(outbox.orderId, orderId), eq(outbox.kind, kind))),
    /** Makes the provider fail from here on. */
    setFault: async (fault: { kind: string; only?: string; times?: number }) => {
      const response = await fetch(`${shop.payments.url}/_local/fault`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fault),
      })
      if (!response.ok) throw new Error(await response.text())
    },
    /** A call to the provider as others make it, by hand on its own site. */
    atProvider: async (path: string, params: Record<string, string>) => {
      const response = await fetch(`${shop.payments.url}${path}`, {
        method: 'POST',
        headers: {
          authorization: 'Bearer sk_test_of_the_tests',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams(params),
      })
      return (await response.json()) as { id: string }
    },
    /** Delivers the provider's events of a type, oldest first. */
    deliverAll: async (...types: string[]) => {
      const { events } = await provider()
      for (const event of events.filter(({ type }) => types.includes(type)).reverse()) {
        const { status } = await shop.deliver(event as unknown as ProviderEventBody)
        if (status !== 200) throw new Error(`${event.type} was answered with ${status}`)
      }
    },
  }
}

export type OrderFixture = Awaited<ReturnType<typeof openOrderFixture>>

async function firstShop({ client }: TestShop): Promise<string> {
  const { rows } = await client.execute('select id from shops where active = 1 limit 1')
  return String(rows[0]?.['id'])
}
