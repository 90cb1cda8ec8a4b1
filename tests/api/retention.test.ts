import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { checkoutAttempts, checkoutSessions, providerEvents } from '#drizzle/schema/checkout.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orderEvents, orderFlags, orders } from '#drizzle/schema/orders.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { orderFlag } from '#tests/support/rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

// The minute's job deletes some rows because of their age.

const shop = await shareTestShop()
const DAY = 24 * 60

async function placed(form = {}): Promise<{ sessionId: string; orderId: string }> {
  const { body } = await shop.post('/create-checkout-session', checkoutRequest(form))
  const sessionId = String(body['sessionId'])
  const [session] = await shop.db
    .select()
    .from(checkoutSessions)
    .where(eq(checkoutSessions.sessionId, sessionId))
  return { sessionId, orderId: session?.orderId ?? '' }
}

/** Passes the end of the session, after which the job closes the order. */
async function expire(): Promise<void> {
  shop.pass(45)
  await shop.scheduled()
}

const idsOf = async () => (await shop.db.select({ id: orders.id }).from(orders)).map(({ id }) => id)

test('deletes an order that nobody paid for after 90 days, with its attempt and session, and keeps its log', async () => {
  const { orderId } = await placed()
  await expire()
  shop.pass(89 * DAY)
  await shop.scheduled()
  expect(await idsOf()).toEqual([orderId])
  shop.pass(DAY)
  await shop.scheduled()
  await shop.scheduled()
  expect(await idsOf()).toEqual([])
  expect(await shop.db.select().from(checkoutAttempts)).toEqual([])
  expect(await shop.db.select().from(checkoutSessions)).toEqual([])
  const log = await shop.db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId))
  expect(log.filter(({ kind }) => kind === 'deleted')).toMatchObject([{ actor: 'system' }])
})

test('keeps an unpaid order with an open flag, a paid one and the newest ones', async () => {
  const flagged = await placed()
  await expire()
  await shop.db.insert(orderFlags).values(orderFlag({ orderId: flagged.orderId, kind: 'stray_payment' }))
  const paid = await placed({ attemptKey: crypto.randomUUID() })
  await shop.pay(paid.sessionId)
  await shop.scheduled()
  shop.pass(91 * DAY)
  const fresh = await placed({ attemptKey: crypto.randomUUID(), deliveryDetails: { option: 'tomorrow' } })
  await shop.scheduled()
  expect((await idsOf()).toSorted()).toEqual([flagged.orderId, paid.orderId, fresh.orderId].toSorted())
})

test('forgets what sent messages said, and the providers’ events, after a year', async () => {
  const { sessionId } = await placed()
  await shop.pay(sessionId)
  const [event] = await shop.events('checkout.session.completed')
  if (!event) throw new Error('The provider made no event')
  await shop.deliver(event)
  await shop.settled()
  const said = { asked: 'for roses' }
  await shop.db.update(outbox).set({ payload: said })
  shop.pass(364 * DAY)
  await shop.scheduled()
  expect(await shop.db.select().from(providerEvents)).not.toEqual([])
  const payloads = async () =>
    (await shop.db.select().from(outbox))
      .filter(({ status }) => status === 'sent')
      .map(({ payload }) => payload)
  expect(await payloads()).toContainEqual(said)
  shop.pass(2 * DAY)
  await shop.scheduled()
  expect(await shop.db.select().from(providerEvents)).toEqual([])
  expect(await payloads()).not.toContainEqual(said)
})
