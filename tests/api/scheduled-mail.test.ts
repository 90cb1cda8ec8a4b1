import { expect, test } from 'vitest'
import { outbox } from '#drizzle/schema/messages.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { outboxMessage } from '#tests/support/message-rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

const shop = await shareTestShop()

const due = () =>
  outboxMessage({
    kind: 'account-notice',
    payload: { news: 'password-changed' },
    nextAttemptAt: '2026-06-04T10:00:00.000Z',
  })

test('a scheduled run sends due mail before it calls the payment provider', async () => {
  await shop.db.insert(outbox).values(due())
  const { listSessions } = shop.deps.payments
  let sentBefore = -1
  shop.deps.payments.listSessions = async (...page) => {
    sentBefore = (await shop.messages()).length
    return listSessions(...page)
  }
  await shop.scheduled()
  expect(sentBefore).toBe(1)
})

test('mail is sent also when the reconciliation uses up the request budget', async () => {
  await shop.db.insert(outbox).values(due())
  shop.deps.payments.listSessions = async () => {
    shop.setDatabaseFault({ kind: 'error' })
    throw new Error('Too many subrequests')
  }
  await shop.scheduled()
  expect(await shop.messages()).toHaveLength(1)
})

test('a payment settled by the reconciliation is confirmed by mail in the same run', async () => {
  const { body } = await shop.post('/create-checkout-session', checkoutRequest())
  await shop.pay(String(body['sessionId']))
  await shop.scheduled()
  expect(await shop.messages('sam@example.com')).toHaveLength(1)
})

test('a run makes a bounded number of database calls for any backlog', async () => {
  const requestsWith = async (messages: number) => {
    for (let left = messages; left > 0; left -= 100) {
      await shop.db.insert(outbox).values(Array.from({ length: Math.min(left, 100) }, due))
    }
    const before = shop.requests()
    await shop.scheduled()
    return shop.requests() - before
  }
  const first = await requestsWith(100)
  expect(await requestsWith(400)).toBe(first)
  expect(first).toBeLessThan(200)
})
