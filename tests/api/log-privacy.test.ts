import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sha256 } from '#api/platform/hash.ts'
import { checkoutAttempts, checkoutSessions } from '#drizzle/schema/checkout.ts'
import { orderEvents, orderFlags, orderItems, orders } from '#drizzle/schema/orders.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { openOrderFixture } from '#tests/support/order-fixture.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

// Whoever has the id of a payment session reads a name and an address through the look-up.

const shop = await shareTestShop()

async function placed(): Promise<string> {
  const { body } = await shop.post('/create-checkout-session', checkoutRequest())
  return String(body['sessionId'])
}

async function forgetOrders() {
  for (const table of [checkoutAttempts, checkoutSessions, orderItems, orderFlags, orderEvents, orders]) {
    await shop.db.delete(table)
  }
}

/** Lets the provider's list say something else of its sessions. */
function changeListed(change: object) {
  const { listSessions } = shop.deps.payments
  shop.deps.payments.listSessions = async (...asked) => {
    const found = await listSessions(...asked)
    return { ...found, sessions: found.sessions.map((session) => ({ ...session, ...change })) }
  }
}

type Scene = [event: string, play: (sessionId: string) => Promise<unknown>]
const SCENES: Scene[] = [
  [
    'look_up_without_provider',
    async (sessionId) => {
      shop.payments.setFault({ kind: 'error-before', times: 10 })
      await shop.post('/get-order-details', { sessionId })
    },
  ],
  [
    'session_not_ended',
    async (sessionId) => {
      const fixture = await openOrderFixture(shop)
      const [order] = await shop.db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId))
      shop.payments.setFault({ kind: 'error-before', times: 10 })
      await fixture.setStatus(String(order?.id), 'cancelled')
    },
  ],
  [
    'payment_flagged',
    async (sessionId) => {
      await shop.pay(sessionId)
      changeListed({ amountTotalCents: 1 })
      await shop.scheduled()
    },
  ],
  [
    'order_rebuilt',
    async (sessionId) => {
      await shop.pay(sessionId)
      await forgetOrders()
      await shop.scheduled()
    },
  ],
  [
    'paid_session_without_order',
    async (sessionId) => {
      await shop.pay(sessionId)
      await forgetOrders()
      changeListed({ metadata: {} })
      await shop.scheduled()
    },
  ],
  [
    'reconcile_session_failed',
    async (sessionId) => {
      await shop.pay(sessionId)
      await forgetOrders()
      const session = await shop.deps.payments.retrieveSession(sessionId)
      changeListed({ metadata: { ...session.metadata, placed_at: 'spoilt' } })
      await shop.scheduled()
    },
  ],
]

test.each(SCENES)('%s names the payment session by a short hash only', async (event, play) => {
  const sessionId = await placed()
  await play(sessionId)
  await shop.settled()
  const hash = (await sha256(sessionId)).slice(0, 12)
  expect(shop.logged).toContainEqual(
    expect.objectContaining({ event, fields: expect.objectContaining({ session: hash }) }),
  )
  expect(JSON.stringify(shop.logged)).not.toContain(sessionId)
})
