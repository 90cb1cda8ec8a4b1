import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shops } from '#drizzle/schema/markets.ts'
import { floristLinks, shopOrders } from '#drizzle/schema/shop-orders.ts'
import type { ManagedOrder } from '#src/lib/shop-api.ts'
import { manageMessage } from '#src/storefront/manage/messages.ts'
import { manageToken } from '#tests/support/manage.ts'
import { type OrderFixture, openOrderFixture } from '#tests/support/order-fixture.ts'

let fixture: OrderFixture

beforeAll(async () => {
  fixture = await openOrderFixture()
})
afterAll(() => fixture.shop.close())

const buyer = async (id: string) => manageToken(fixture.shop, id)
const cancel = async (id: string) => {
  const answer = await fixture.shop.post('/manage/cancel', { token: await buyer(id) })
  await fixture.shop.settled()
  return answer
}
const bought = () => fixture.bought({ email: `buyer-${crypto.randomUUID()}@example.com` })

describe('cancelling', () => {
  test('gives all of the payment back, once, and writes to the buyer', async () => {
    const order = await bought()
    const answers = await Promise.all([cancel(order.id), cancel(order.id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.body).toMatchObject({
      stage: expect.stringMatching(/cancelled|refunded/),
      mayCancel: false,
    })
    expect((await cancel(order.id)).status).toBe(200)
    expect(await fixture.row(order.id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
      refundedCents: order.totalCents,
      assignmentStatus: 'unassigned',
    })
    expect(await fixture.refundsOf(order.id)).toMatchObject([
      { amountCents: order.totalCents, status: 'succeeded', requestedBy: null },
    ])
    const { refunds } = await fixture.provider()
    expect(refunds.filter(({ payment_intent }) => payment_intent === order.paymentReference)).toHaveLength(1)
    expect(await fixture.flagsOf(order.id)).toEqual([])
    const mails = await fixture.shop.messages(order.customerEmail)
    expect(mails.filter(({ subject }) => /was cancelled/.test(subject))).toHaveLength(1)
    expect(mails.find(({ subject }) => /was cancelled/.test(subject))?.text).toContain(
      'You cancelled your order.',
    )
    expect(mails.filter(({ subject }) => /^Refund sent/.test(subject))).toHaveLength(1)
    const cancelled = (await fixture.eventsOf(order.id)).filter(({ kind }) => kind.startsWith('cancelled'))
    expect(cancelled).toMatchObject([{ kind: 'cancelled_by_buyer', actor: 'shopper' }])
  })

  test('gives back what is left after a partial refund', async () => {
    const order = await bought()
    await fixture.refund(order.id, { amountCents: 1000 })
    await fixture.shop.settled()
    await cancel(order.id)
    const amounts = (await fixture.refundsOf(order.id)).map(({ amountCents }) => amountCents)
    expect(amounts).toEqual([1000, order.totalCents - 1000])
    expect(await fixture.row(order.id)).toMatchObject({ paymentStatus: 'refunded' })
  })

  test('takes the order back from a florist who was asked: no link, no live shop order, one email', async () => {
    const order = await bought()
    const shopOrderId = await fixture.assign(order.id)
    const [shop] = await fixture.shop.db
      .select({ email: shops.email })
      .from(shops)
      .innerJoin(shopOrders, eq(shopOrders.shopId, shops.id))
      .where(eq(shopOrders.id, shopOrderId))
    await fixture.shop.settled()
    await cancel(order.id)
    const [withdrawn] = await fixture.shop.db.select().from(shopOrders).where(eq(shopOrders.id, shopOrderId))
    expect(withdrawn).toMatchObject({ status: 'pending', withdrawnAt: fixture.shop.clock.at.toISOString() })
    const asked = await fixture.messagesOf(order.id, 'florist-order')
    expect(await fixture.messagesOf(order.id, 'florist-withdrawn')).toHaveLength(asked.length)
    expect(asked).toHaveLength(shop?.email ? 1 : 0)
    expect(await fixture.messagesOf(order.id, 'florist-cancelled')).toEqual([])
    expect((await fixture.eventsOf(order.id)).map(({ kind }) => kind)).toContain('cancelled_by_buyer')
    const links = await fixture.shop.db
      .select()
      .from(floristLinks)
      .where(eq(floristLinks.shopOrderId, shopOrderId))
    expect(links).toMatchObject([{ revokedAt: fixture.shop.clock.at.toISOString() }])
    // Nothing is left of its share.
    expect(await fixture.correctionsOf(shopOrderId)).toMatchObject([
      { amountCents: -(withdrawn?.shopCostCents ?? 0) },
    ])
  })

  test('is repeated by the scheduled run when the provider does not answer', async () => {
    const order = await bought()
    await fixture.setFault({ kind: 'error-before', only: 'refunds' })
    await cancel(order.id)
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ status: 'pending' }])
    await fixture.setFault({ kind: 'none' })
    fixture.shop.pass(2)
    await fixture.shop.scheduled()
    await fixture.shop.settled()
    expect(await fixture.refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }])
    expect(await fixture.row(order.id)).toMatchObject({ paymentStatus: 'refunded' })
  })

  test('is refused while the payment is disputed', async () => {
    const order = await bought()
    const { charges } = await fixture.provider()
    const charge = charges.find(({ payment_intent }) => payment_intent === order.paymentReference)
    const dispute = `${fixture.shop.payments.url}/_local/charges/${charge?.id}/dispute`
    expect((await fetch(dispute, { method: 'POST' })).ok).toBe(true)
    await fixture.deliverAll('charge.dispute.created')
    const { status, body } = await cancel(order.id)
    expect([status, body['error']]).toEqual([409, expect.objectContaining({ code: 'not_refundable' })])
    expect(await fixture.row(order.id)).toMatchObject({ status: 'confirmed' })
    const page = await fixture.shop.post('/manage', { token: await buyer(order.id) })
    const { text } = manageMessage(page.body as unknown as ManagedOrder)
    expect(text).toMatch(/you can change it here\. Something else\? Call us\.$/)
  })

  test('gives all of the payment back while the bank only asks, which settles its enquiry', async () => {
    const order = await bought()
    const { charges } = await fixture.provider()
    const charge = charges.find(({ payment_intent }) => payment_intent === order.paymentReference)
    const enquiry = `${fixture.shop.payments.url}/_local/charges/${charge?.id}/enquiry`
    expect((await fetch(enquiry, { method: 'POST' })).ok).toBe(true)
    await fixture.deliverAll('charge.dispute.created')
    expect((await cancel(order.id)).status).toBe(200)
    await fixture.shop.settled()
    await fixture.deliverAll('charge.dispute.closed')
    expect(await fixture.row(order.id)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' })
    expect(await fixture.flagsOf(order.id)).toMatchObject([
      { kind: 'disputed', resolvedAt: expect.any(String) },
    ])
  })

  test('of an order that was cancelled changes nothing', async () => {
    const order = await bought()
    await fixture.setStatus(order.id, 'cancelled')
    const before = await fixture.row(order.id)
    expect((await cancel(order.id)).status).toBe(200)
    expect(await fixture.row(order.id)).toEqual(before)
    expect(await fixture.refundsOf(order.id)).toEqual([])
  })

  test('and an admin’s cancelling at once: one of them, and no second refund', async () => {
    const order = await bought()
    await Promise.all([cancel(order.id), fixture.setStatus(order.id, 'cancelled')])
    await fixture.shop.settled()
    expect(await fixture.row(order.id)).toMatchObject({ status: 'cancelled' })
    expect((await fixture.refundsOf(order.id)).length).toBeLessThanOrEqual(1)
    const changed = (await fixture.eventsOf(order.id)).filter(({ kind }) => kind.startsWith('cancelled'))
    expect(changed).toHaveLength(1)
  })

  test('a refund that the provider refuses is flagged: nobody waits for its answer', async () => {
    const order = await bought()
    // It was refunded by hand at the provider, which nobody has reported yet.
    await fixture.atProvider('/v1/refunds', { payment_intent: String(order.paymentReference), amount: '100' })
    await cancel(order.id)
    await fixture.shop.settled()
    expect(await fixture.row(order.id)).toMatchObject({ status: 'cancelled' })
    expect((await fixture.flagsOf(order.id)).filter(({ resolvedAt }) => resolvedAt === null)).toMatchObject([
      { kind: 'needs_refund' },
    ])
  })
})
