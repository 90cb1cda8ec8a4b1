import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { markets, shops } from '#drizzle/schema/markets.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { floristLinks } from '#drizzle/schema/shop-orders.ts'
import type { Dashboard } from '#src/admin/dashboard/queries.ts'
import { openFloristFixture } from '#tests/support/florist-fixture.ts'
import { market } from '#tests/support/rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { MORNING } from '#tests/support/shop.ts'

// Florists with a deadline whom the email with the order has not reached.

const shop = await shareTestShop()
let fixture: Awaited<ReturnType<typeof openFloristFixture>>
beforeEach(async () => {
  fixture = await openFloristFixture(shop)
})

/** An order at a florist who has to answer; the mail provider is away meanwhile, unless told otherwise. */
async function asked({ away = true, asksForAnswer = true } = {}) {
  const place = market({ asksForAnswer })
  await shop.db.insert(markets).values(place)
  const florist = await fixture.florist({ marketId: place.id, name: 'Stems', phone: '(212) 867-5309' })
  const soon = { deliveryOption: 'hour', promisedBy: '2026-06-04T15:30:00.000Z' } as const
  const order = await fixture.bought({ marketId: place.id, paidAt: MORNING.toISOString(), ...soon })
  if (away) shop.mail.setFault({ kind: 'error-before' })
  const { id } = await fixture.assigned({ orderId: order.id, shopId: florist.id })
  await shop.settled()
  return { id, order, florist }
}

const listed = async () => ((await fixture.admin.get('/admin/dashboard')).body as Dashboard).unreachedFlorists
async function minutes(count: number) {
  shop.pass(count)
  await shop.scheduled()
  await shop.settled()
}

test('is a row of the dashboard after two minutes, with the deadline and the phone, until the email went', async () => {
  const { id, order } = await asked()
  await minutes(1)
  expect(await listed()).toMatchObject({ total: 0, rows: [] })
  await minutes(1)
  expect(await listed()).toEqual({
    total: 1,
    capped: false,
    rows: [
      expect.objectContaining({
        reference: order.orderReference,
        shopOrderId: id,
        shop: 'Stems',
        shopPhone: '(212) 867-5309',
        answerBy: '2026-06-04T14:38:00.000Z',
        reason: 'The mail provider answered 500: internal_server_error',
      }),
    ],
  })
  shop.mail.setFault({ kind: 'none' })
  await minutes(1)
  expect((await listed()).rows).toEqual([])
})

test('is listed when the email bounced, and no more once the florist has answered by phone', async () => {
  const { id, order } = await asked({ away: false })
  expect((await listed()).rows).toEqual([])
  await shop.db.update(outbox).set({ delivery: 'bounced', deliveryDetail: 'No such mailbox' })
  expect((await listed()).rows).toMatchObject([
    { reference: order.orderReference, reason: 'No such mailbox' },
  ])
  const { version } = (await fixture.shopOrdersOf(order.id))[0] ?? {}
  const { status } = await fixture.admin.put(`/admin/shop-orders/${id}/status`, {
    status: 'confirmed',
    version,
  })
  expect(status).toBe(200)
  expect((await listed()).rows).toEqual([])
})

test('is not listed without a deadline, nor until two minutes after another link went out', async () => {
  const { id, florist } = await asked()
  await minutes(2)
  expect((await listed()).rows).toHaveLength(1)
  await asked({ asksForAnswer: false })
  await minutes(2)
  expect((await listed()).rows).toHaveLength(1)
  shop.mail.setFault({ kind: 'rate-limit', ms: 3_600_000 })
  await shop.db.update(shops).set({ email: 'other@stems.test' }).where(eq(shops.id, florist.id))
  expect((await fixture.admin.post(`/admin/shop-orders/${id}/link`, {})).status).toBe(200)
  expect((await listed()).rows).toEqual([])
})

test('is not listed once the florist has opened the order’s page, by a link that somebody passed on', async () => {
  await asked()
  await minutes(2)
  expect((await listed()).rows).toHaveLength(1)
  await shop.db.update(floristLinks).set({ openedAt: shop.clock.at.toISOString() })
  expect((await listed()).rows).toEqual([])
})
