import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refunds } from '#drizzle/schema/checkout.ts'
import { orders } from '#drizzle/schema/orders.ts'
import type { TrackingAnswer } from '#src/lib/order-links.ts'
import type { ConfirmationOrder } from '#src/lib/shop-api.ts'
import { orderMessage } from '#src/storefront/confirmation/messages.ts'
import { type OrderFixture, openOrderFixture } from '#tests/support/order-fixture.ts'
import { refund } from '#tests/support/rows.ts'

// A buyer reads about their money in the confirmation, tracking and mail, in every state that money can be in.

let fixture: OrderFixture

beforeAll(async () => {
  fixture = await openOrderFixture()
})
afterAll(() => fixture.shop.close())

const NONE = 'Your payment has not been refunded. If a refund is sent, you’ll get an email.'
const REQUESTED = 'A refund of $63.58 has been requested. You’ll get an email when it is sent.'
const PART = 'We refunded $20.00 of your payment. Banks take five to ten days to show it.'
const PART_AND_REQUESTED =
  'We refunded $20.00 of your payment, and another $43.58 has been requested. Banks take five to ten days to show a refund.'
const ALL = 'We refunded all of your payment, $63.58. Banks take five to ten days to show it.'

type Bought = Awaited<ReturnType<OrderFixture['bought']>>

async function confirmation({ sessionId }: Bought): Promise<ConfirmationOrder> {
  const { status, body } = await fixture.shop.post('/get-order-details', { sessionId })
  expect(status).toBe(200)
  return body['order'] as ConfirmationOrder
}
const tracking = async ({ trackingToken }: Bought) =>
  (await fixture.shop.post('/tracking', { token: trackingToken })).body as unknown as TrackingAnswer

/** The newest mail to the buyer of this order. */
async function newestMail({ customerEmail, orderReference }: Bought) {
  await fixture.shop.settled()
  await fixture.shop.scheduled()
  const mails = await fixture.shop.messages(customerEmail)
  return mails.find(({ subject }) => subject.includes(orderReference))
}

/** A refund as our books have it. */
async function refunded({ id, totalCents }: Bought, amountCents: number, status: 'pending' | 'succeeded') {
  await fixture.shop.db.insert(refunds).values(refund({ orderId: id, amountCents, status }))
  if (status === 'pending') return
  const all = amountCents === totalCents
  await fixture.shop.db
    .update(orders)
    .set({ refundedCents: amountCents, paymentStatus: all ? 'refunded' : 'paid' })
    .where(eq(orders.id, id))
}

describe('an order that was cancelled after it was paid', () => {
  test.each<[string, (order: Bought) => Promise<unknown>, string]>([
    ['not refunded', async () => undefined, NONE],
    ['a refund is requested', (order) => refunded(order, 6358, 'pending'), REQUESTED],
    ['refunded in part', (order) => refunded(order, 2000, 'succeeded'), PART],
    [
      'refunded in part, the rest requested',
      async (order) => {
        await refunded(order, 2000, 'succeeded')
        await refunded(order, 4358, 'pending')
      },
      PART_AND_REQUESTED,
    ],
    ['refunded in full', (order) => refunded(order, 6358, 'succeeded'), ALL],
  ])('%s', async (_, given, sentence) => {
    const order = await fixture.bought({ email: `${crypto.randomUUID()}@example.com` })
    expect(order.totalCents).toBe(6358)
    await given(order)
    await fixture.setStatus(order.id, 'cancelled')

    const confirmed = await confirmation(order)
    expect(confirmed.paymentState).toBe('returned')
    const words = orderMessage(confirmed, false)
    expect(words.text).toContain(sentence)
    const { headline } = await tracking(order)
    expect(headline.text).toContain(sentence)
    const said = [words.heading, words.text, headline.heading].join()
    expect(said).not.toMatch(/on its way back|goes back/)

    const mail = await newestMail(order)
    if (sentence === ALL) return
    expect(mail?.subject).toBe(`Your order was cancelled (${order.orderReference})`)
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(sentence)
    expect(mail?.text).not.toMatch(/on its way|goes back/)
  })
})

describe('an active order', () => {
  test.each([
    ['nothing refunded', 0, null],
    ['refunded in part', 2000, PART],
  ])('%s', async (_, cents, sentence) => {
    const order = await fixture.bought()
    if (cents > 0) await refunded(order, cents, 'succeeded')
    const confirmed = orderMessage(await confirmation(order), false)
    const { headline: tracked } = await tracking(order)
    expect(confirmed.heading).toBe('Thank you. The flowers will take it from here.')
    expect(tracked.heading).toBe('We are on it.')
    for (const { text } of [confirmed, tracked]) {
      if (sentence) expect(text).toContain(sentence)
      else expect(text).not.toContain('refund')
    }
  })

  test('delivered and then refunded in full is shown as refunded', async () => {
    const order = await fixture.bought()
    await fixture.setStatus(order.id, 'delivered')
    await refunded(order, 6358, 'succeeded')
    const { heading, text } = orderMessage(await confirmation(order), false)
    expect(heading).toBe('Your payment was refunded.')
    expect(text).toContain(ALL)
    expect(text).not.toContain('Nothing will be delivered')
  })

  test('an order whose refund failed later is not shown as refunded', async () => {
    const order = await fixture.bought()
    await fixture.setStatus(order.id, 'cancelled')
    await refunded(order, 6358, 'succeeded')
    await fixture.shop.db.update(refunds).set({ status: 'failed' }).where(eq(refunds.orderId, order.id))
    await fixture.shop.db
      .update(orders)
      .set({ refundedCents: 0, paymentStatus: 'paid' })
      .where(eq(orders.id, order.id))
    expect(orderMessage(await confirmation(order), false).text).toContain(NONE)
  })
})

test('an order that was never paid: no payment reached us', async () => {
  const order = await fixture.placed()
  await fixture.shop.db
    .update(orders)
    .set({ status: 'cancelled', paymentStatus: 'failed' })
    .where(eq(orders.id, order.id))
  const confirmed = await confirmation(order)
  expect(confirmed).toMatchObject({ paymentState: 'cancelled', refund: null })
  expect(orderMessage(confirmed, false).text).toContain('No payment reached us')
})

test('an order paid after its cancellation gets a mail that announces the refund', async () => {
  const order = await fixture.placed({ email: 'late@example.com' })
  await fixture.shop.db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, order.id))
  await fixture.shop.pay(order.sessionId)
  await fixture.settle(order.sessionId)
  const mail = await newestMail(order)
  const text = mail?.text.replaceAll(/\s+/g, ' ')
  expect(text).toContain('We will refund all of it and email you when the refund is sent.')
  expect(text).not.toMatch(/we are sending|goes back/)
  expect(orderMessage(await confirmation(order), false).text).toContain(NONE)
})

describe('tracking ends with the last step of the order', () => {
  const steps = async (order: Bought) =>
    (await tracking(order)).steps.map(
      ({ step, done, at }) => `${step} ${done ? (at ? 'at' : 'done') : 'open'}`,
    )

  test('cancelled', async () => {
    const order = await fixture.bought()
    await fixture.setStatus(order.id, 'cancelled')
    expect(await steps(order)).toEqual(['ordered at', 'paid at', 'cancelled at'])
  })

  test('cancelled, and refunded in part', async () => {
    const order = await fixture.bought()
    await fixture.setStatus(order.id, 'cancelled')
    expect((await fixture.refund(order.id, { amountCents: 2000 })).status).toBe(200)
    expect(await steps(order)).toEqual(['ordered at', 'paid at', 'cancelled at', 'refunded at'])
    expect((await tracking(order)).refund).toEqual({ refundedCents: 2000, requestedCents: 0, inFull: false })
  })

  test('delivered, then refunded in full', async () => {
    const order = await fixture.bought()
    await fixture.setStatus(order.id, 'delivered')
    expect((await fixture.refund(order.id, { amountCents: 6358, override: true })).status).toBe(200)
    const ended = await steps(order)
    expect(ended.slice(-2)).toEqual(['delivered at', 'refunded at'])
    expect(ended.join()).not.toContain('open')
  })
})
