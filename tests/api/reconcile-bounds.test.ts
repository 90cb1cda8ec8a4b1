import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { RECONCILE_LIMITS, reconcile as reconcileWithin } from '#api/orders/reconcile.ts'
import type { SessionParams } from '#api/platform/payments/payments.ts'
import { runScheduled } from '#api/scheduled.ts'
import { orderReference } from '#domain/reference.ts'
import { checkoutAttempts, checkoutSessions, jobCursors } from '#drizzle/schema/checkout.ts'
import { outbox, waitlist } from '#drizzle/schema/messages.ts'
import { orderEvents, orderFlags, orderItems, orders } from '#drizzle/schema/orders.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { whileFailing } from '#tests/support/failing-call.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

// Workers allow 1,000 subrequests an invocation, and every call of the database is one.

// The same with few sessions: pages of five, four of them a run, six repairs.
const PAGE = 5
const LIMITS = { pages: 4, repairs: 6 }
const PER_REPAIR = 4
const PER_PAGE = 2
/** The database calls of a run that finds nothing to do. */
const IDLE = 8

let shop: TestShop
let template: SessionParams

beforeAll(async () => {
  shop = await openTestShop()
  await shop.post('/create-checkout-session', checkoutRequest())
  const [row] = await shop.db.select().from(checkoutSessions)
  template = row?.params as SessionParams
  const { listSessions } = shop.deps.payments
  shop.deps.payments.listSessions = async (since, after) => {
    const { sessions, next } = await listSessions(since, after)
    const page = sessions.slice(0, PAGE)
    return { sessions: page, next: sessions.length > PAGE ? (page.at(-1)?.id ?? null) : next }
  }
})
beforeEach(async () => {
  // The sessions of the test before are older than a run looks back.
  shop.pass(60 * (shop.deps.config.reconcileHours + 1))
  await forgetOrders()
})
afterAll(() => shop.close())

const reconcile = () => reconcileWithin(shop.deps, LIMITS)

async function forgetOrders() {
  const tables = [outbox, checkoutAttempts, checkoutSessions, jobCursors]
  for (const table of [...tables, orderItems, orderFlags, orderEvents, orders]) {
    await shop.db.delete(table)
  }
}

/** Opens this many sessions at the provider whose orders our books have lost, the oldest first. */
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

test('a run with the limits of production stays far below what an invocation may call', () => {
  const { pages, repairs } = RECONCILE_LIMITS
  expect(IDLE + PER_PAGE * pages + PER_REPAIR * repairs).toBeLessThan(200)
})

test('ended sessions that the books do not know are settled by successive runs of bounded calls', async () => {
  await lostSessions(9)
  const paid = await lostSessions(15)
  await lostSessions(9)
  await pay(paid)
  shop.pass(32)
  const calls: number[] = []
  for (let run = 0; run < 4; run++) calls.push(await callsDuring(reconcile))
  expect(await paidOrders()).toBe(15)
  expect(Math.max(...calls)).toBeLessThanOrEqual(IDLE + PER_PAGE * LIMITS.pages + PER_REPAIR * LIMITS.repairs)
  // After it there is nothing left to do.
  expect(await callsDuring(reconcile)).toBeLessThanOrEqual(IDLE + PER_PAGE * LIMITS.pages)
})

test('sessions whose orders are settled cost no database call each', async () => {
  await pay(await lostSessions(LIMITS.repairs))
  await reconcile()
  expect(await paidOrders()).toBe(LIMITS.repairs)
  expect(await callsDuring(reconcile)).toBeLessThanOrEqual(IDLE)
})

test('more sessions that cannot be settled than a run takes do not hold up older ones', async () => {
  await pay(await lostSessions(3))
  await pay(await lostSessions(9, { placed_at: 'spoilt' }))
  await reconcile()
  expect(await paidOrders()).toBe(0)
  await reconcile()
  expect(await paidOrders()).toBe(3)
})

test('a run reads its pages of unpaid sessions with a few database calls, and the next run those before', async () => {
  await pay(await lostSessions(1))
  await lostSessions(PAGE * LIMITS.pages + 1)
  shop.pass(32)
  expect(await callsDuring(reconcile)).toBeLessThanOrEqual(IDLE + PER_PAGE * LIMITS.pages)
  expect(await shop.db.$count(orders)).toBe(0)
  await reconcile()
  expect(await paidOrders()).toBe(1)
})

test('starts again from the newest session when the provider does not know where it stopped', async () => {
  await pay(await lostSessions(9))
  await reconcile()
  expect(await paidOrders()).toBe(LIMITS.repairs)
  await shop.client.execute("update job_cursors set cursor = 'cs_test_of_another_account'")
  await reconcile()
  expect(await paidOrders()).toBe(9)
})

test('a run that is cut off by the platform has sent its mail', async () => {
  await pay(await lostSessions(10))
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
  await whileFailing(shop, { at: 30 }, () => runScheduled(shop.deps))
  expect(await shop.messages('kim@example.com')).toHaveLength(sent + 1)
})
