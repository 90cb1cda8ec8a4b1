import { beforeEach, expect, test } from 'vitest'
import type { TrackingAnswer } from '#src/lib/order-links.ts'
import type { ManagedOrder } from '#src/lib/shop-api.ts'
import { manageMessage } from '#src/storefront/manage/messages.ts'
import { type DangerFixture, openDangerFixture } from '#tests/support/danger-fixture.ts'
import { manageToken } from '#tests/support/manage.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

// While the buyer is asked about a promise in danger, the pages of the order say so and lead there.

const shop = await shareTestShop()
let fixture: DangerFixture
beforeEach(async () => {
  fixture = await openDangerFixture(shop)
})

async function pages(id: string) {
  const { trackingToken } = await fixture.orders.row(id)
  const tracking = (await shop.post('/tracking', { token: trackingToken })).body as unknown as TrackingAnswer
  const manage = (await shop.post('/manage', { token: await manageToken(shop, id) }))
    .body as unknown as ManagedOrder
  return {
    tracking,
    manage,
    headings: [tracking.headline.heading, manageMessage(manage).heading],
  }
}

test('both say so; the buyer’s own page has the link of the email, and the shared one does not', async () => {
  const order = await fixture.bought()
  fixture.passTo(order.promisedBy, -30)
  await fixture.send()
  const before = await pages(order.id)
  expect([before.tracking.isAsked, before.manage.choiceUrl]).toEqual([false, null])
  expect(before.headings).toEqual(['We are on it.', 'Your order is confirmed.'])

  await fixture.offer(order.id)
  const [token = ''] = await fixture.tokensOf(order.customerEmail)
  const asked = await pages(order.id)
  expect([asked.tracking.isAsked, asked.manage.choiceUrl]).toEqual([
    true,
    `http://localhost:8787/choice?token=${token}`,
  ])
  expect(JSON.stringify(asked.tracking)).not.toContain(token)
  expect(asked.headings).toEqual(['We may be late.', 'We may be late.'])
  fixture.passTo(order.promisedBy, 1)
  expect((await pages(order.id)).headings).toEqual(['We are late.', 'We are late.'])

  await fixture.answer(token, 'day', { date: '2026-06-08' })
  const after = await pages(order.id)
  expect([after.tracking.isAsked, after.manage.choiceUrl]).toEqual([false, null])
  expect(after.headings).toEqual(['We are on it.', 'Your order is confirmed.'])
})
