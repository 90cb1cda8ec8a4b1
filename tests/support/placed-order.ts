import { eq } from 'drizzle-orm'
import { checkoutAttempts, checkoutSessions } from '#drizzle/schema/checkout.ts'
import { orderItems, orders } from '#drizzle/schema/orders.ts'
import { checkoutRequest } from './checkout-request.ts'
import type { FloristFixture } from './florist-fixture.ts'

/** Places an order through the API, as the checkout does. */
export async function placeOrder({ shop }: FloristFixture, customerInfo: object) {
  const { body } = await shop.post('/create-checkout-session', checkoutRequest({ customerInfo }))
  const sessionId = String(body['sessionId'])
  return { order: await orderOfSession({ shop }, sessionId), sessionId }
}

/** @throws Error when the session has no order */
export async function orderOfSession({ shop }: Pick<FloristFixture, 'shop'>, sessionId: string) {
  const [order] = await shop.db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId))
  if (!order) throw new Error('Nothing was placed')
  return order
}

/** Places an order, pays it and assigns it to a new florist, whose link's token is returned. */
export async function orderAtFlorist(fixture: FloristFixture, customerInfo: object) {
  const { order, sessionId } = await placeOrder(fixture, customerInfo)
  await fixture.shop.pay(sessionId)
  await fixture.shop.post('/get-order-details', { sessionId })
  const florist = await fixture.florist()
  const split = { totalCents: order.totalCents, shopCostCents: order.totalCents, platformFeeCents: 0 }
  const { id } = await fixture.assigned({ orderId: order.id, shopId: florist.id, ...split })
  const [token = ''] = await fixture.tokensOf(String(florist.email))
  return { id, order, sessionId, florist, token }
}

/** Takes an order out of the database, as an older copy of it would: the provider still knows its session. */
export async function loseOrder(
  { shop: { db } }: Pick<FloristFixture, 'shop'>,
  orderId: string,
): Promise<void> {
  await db.delete(orderItems).where(eq(orderItems.orderId, orderId))
  await db.delete(checkoutSessions).where(eq(checkoutSessions.orderId, orderId))
  await db.delete(checkoutAttempts).where(eq(checkoutAttempts.orderId, orderId))
  await db.delete(orders).where(eq(orders.id, orderId))
}
