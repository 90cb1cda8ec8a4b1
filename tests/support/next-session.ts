import { eq } from 'drizzle-orm'
import { applyToOrder } from '#api/orders/apply.ts'
import { checkoutSessions } from '#drizzle/schema/checkout.ts'
import { checkoutSession } from './rows.ts'
import type { TestShop } from './shop.ts'

/** Sends the buyer of an unpaid order to another session. */
export async function openNextSession({ db, deps }: Pick<TestShop, 'db' | 'deps'>, orderId: string) {
  await db.update(checkoutSessions).set({ status: 'expired' }).where(eq(checkoutSessions.orderId, orderId))
  const next = checkoutSession({ orderId, n: 2, sessionId: null, url: null, status: 'creating' })
  await db.insert(checkoutSessions).values(next)
  const opened = { id: next.id, sessionId: 'cs_test_next', url: 'https://pay.example.com/cs_test_next' }
  await applyToOrder(deps, orderId, { type: 'open_session', ...opened }, { actor: 'shopper' })
}
