import { afterEach, beforeEach, expect, test } from 'vitest'
import { reconcile } from '#api/orders/reconcile.ts'
import type { SessionParams } from '#api/platform/payments/payments.ts'
import { runScheduled } from '#api/scheduled.ts'
import { orderReference } from '#domain/reference.ts'
import { checkoutAttempts, checkoutSessions } from '#drizzle/schema/checkout.ts'
import { outbox, waitlist } from '#drizzle/schema/messages.ts'
import { orderEvents, orderFlags, orderItems, orders } from '#drizzle/schema/orders.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { whileFailing } from '#tests/support/failing-call.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

// Workers allow 1,000 subrequests an invocation, and every call of the database is one.

let shop: TestShop
let template: SessionParams

beforeEach(async () => {
  shop = await openTestShop()
  await shop.post('/create-checkout-session', checkoutRequest())
  const [row] = await shop.db.select().from(checkoutSessions)
  template = row?.params as SessionParams
  await forgetOrders()
})
afterEach(() => shop.close())

async function forgetOrders() {
  for (const table of [checkoutAttempts, checkoutSessions, orderItems, orderFlags, orderEvents, orders]) {
    await shop.db.delete(table)
  }
}

/** Opens so many sessions at the provider whose orders our books have lost, the oldest first. */
async function lostSessions(count: number, metadata: Record<string, string> = {}): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const orderId = crypto.randomUUID()
    const params: SessionParams = {
      ...template,
      orderId,
      expiresAt: Math.floor(shop.clock.at.getTime() / 1000) + 31 * 60,
      metadata: {
        ...template.metadata,
        order_id: orderId,
        reference: orderReference(shop.deps.random(5)),
        tracking_token: crypto.randomUUID(),
        ...metadata,
      },
    }
    const { id } = await shop.deps.payments.createSession(params, orderId, 10_000)
    ids.push(id)
  }
  return ids
}

async function pay(ids: readonly string[]) {
  for (const id of ids) await shop.pay(id)
}

async function callsDuring(work: () => Promise<unknown>): Promise<number> {
  const before = shop.requests()
  await work()
  return shop.requests() - before
}

const paidOrders = async () =>
  (await shop.db.select().from(orders)).filter(({ paymentStatus }) => paymentStatus === 'paid').length
const MOST_CALLS = 200

test('500 ended sessions that the books do not know are settled by successive runs of bounded calls', async () => {
  await lostSessions(190)
  const paid = await lostSessions(120)
  await lostSessions(190)
  await pay(paid)
  shop.pass(32)
  const calls: number[] = []
  for (let run = 0; run < 3; run++) calls.push(await callsDuring(() => reconcile(shop.deps)))
  expect(await paidOrders()).toBe(120)
  expect(Math.max(...calls)).toBeLessThanOrEqual(MOST_CALLS)
  // And then there is nothing left to do.
  expect(await callsDuring(() => reconcile(shop.deps))).toBeLessThanOrEqual(20)
})

test('sessions whose orders are settled cost no database call each', async () => {
  await pay(await lostSessions(40))
  await reconcile(shop.deps)
  expect(await paidOrders()).toBe(40)
  expect(await callsDuring(() => reconcile(shop.deps))).toBeLessThanOrEqual(10)
})

test('more sessions that cannot be settled than a run takes do not hold up older ones', async () => {
  await pay(await lostSessions(3))
  await pay(await lostSessions(60, { placed_at: 'spoilt' }))
  await reconcile(shop.deps)
  expect(await paidOrders()).toBe(0)
  await reconcile(shop.deps)
  expect(await paidOrders()).toBe(3)
})

test('a run reads 500 unpaid sessions with a few database calls, and the next run those before', async () => {
  await pay(await lostSessions(1))
  await lostSessions(505)
  shop.pass(32)
  expect(await callsDuring(() => reconcile(shop.deps))).toBeLessThanOrEqual(20)
  expect(await shop.db.$count(orders)).toBe(0)
  await reconcile(shop.deps)
  expect(await paidOrders()).toBe(1)
})

test('starts again from the newest session when the provider does not know where it stopped', async () => {
  await pay(await lostSessions(60))
  await reconcile(shop.deps)
  expect(await paidOrders()).toBe(40)
  await shop.client.execute("update job_cursors set cursor = 'cs_test_of_another_account'")
  await reconcile(shop.deps)
  expect(await paidOrders()).toBe(60)
})

test('a run that is cut off by the platform has sent its mail', async () => {
  await pay(await lostSessions(40))
  const place = { email: 'kim@example.com', city: 'Chicago', state: 'IL', zipCode: '60601' }
  await shop.post('/waitlist', place)
  await shop.settled()
  const [entry] = await shop.db.select().from(waitlist)
  const sent = (await shop.messages('kim@example.com')).length
  const at = shop.clock.at.toISOString()
  await shop.db.insert(outbox).values({
    id: crypto.randomUUID(),
    kind: 'waitlist-receipt',
    dedupeKey: 'waitlist-receipt:of-the-test',
    recipient: 'kim@example.com',
    payload: { entryId: entry?.id },
    nextAttemptAt: at,
    createdAt: at,
    updatedAt: at,
  })
  await whileFailing(shop, { at: 60 }, () => runScheduled(shop.deps))
  expect(await shop.messages('kim@example.com')).toHaveLength(sent + 1)
})
