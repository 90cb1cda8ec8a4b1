import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ANY_READER, formatMarketTime } from '#domain/dates.ts'
import { SITE } from '#domain/site.ts'
import { checkoutAttempts, checkoutSessions, providerEvents } from '#drizzle/schema/checkout.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orderEvents, orderFlags, orderItems, orders } from '#drizzle/schema/orders.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { MORNING, type ProviderEventBody } from '#tests/support/shop.ts'

const BUYER = 'sam@example.com'

const shop = await shareTestShop()

async function placed(changes?: Parameters<typeof checkoutRequest>[0]): Promise<string> {
  const { body } = await shop.post('/create-checkout-session', checkoutRequest(changes))
  return String(body['sessionId'])
}

async function paid(changes?: Parameters<typeof checkoutRequest>[0]) {
  const sessionId = await placed(changes)
  await shop.pay(sessionId)
  return { sessionId, event: await newest('checkout.session.completed') }
}

async function newest(type: string): Promise<ProviderEventBody> {
  const event = (await shop.events(type)).at(-1)
  if (!event) throw new Error(`The provider made no ${type}`)
  return event
}

const lookUp = (sessionId: string) => shop.post('/get-order-details', { sessionId })
const theOrder = async () => {
  const all = await shop.db.select().from(orders)
  expect(all).toHaveLength(1)
  return all[0]
}

/** One order, paid once, one email to the buyer and one to the owner: whatever happened before. */
async function expectPaidOnce() {
  await shop.settled()
  await shop.scheduled()
  expect(await theOrder()).toMatchObject({
    paymentStatus: 'paid',
    status: 'confirmed',
    paymentReference: expect.stringMatching(/^pi_/),
    paymentMethod: 'card',
    paidAt: expect.any(String),
    // Placed, then paid: nothing else ever wrote to it.
    version: 2,
  })
  const log = await shop.db.select().from(orderEvents)
  expect(log.map(({ kind }) => kind).sort()).toEqual(['checkout_opened', 'paid', 'placed'])
  expect(await shop.db.select().from(orderFlags)).toEqual([])
  const sent = await shop.messages()
  expect(sent.map(({ to }) => to).sort()).toEqual([[SITE.ownerEmail], [BUYER]])
}

describe('paid, once, with an email to buyer and owner, whoever says it and how often', () => {
  test.each([1, 2, 5, 20])('webhook %i times, one after the other', async (times) => {
    const { event } = await paid()
    for (let time = 0; time < times; time++) {
      expect((await shop.deliver(event)).status).toBe(200)
    }
    await expectPaidOnce()
    const processed = await shop.db.select().from(providerEvents)
    expect(processed.map(({ id, outcome }) => [id, outcome])).toEqual([[event.id, 'settled']])
  })

  test('webhook 20 times at once', async () => {
    const { event } = await paid()
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.deliver(event)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await expectPaidOnce()
  })

  test('look-up first, webhooks later', async () => {
    const { sessionId, event } = await paid()
    expect((await lookUp(sessionId)).body['order']).toMatchObject({ paymentState: 'paid' })
    for (let time = 0; time < 3; time++) await shop.deliver(event)
    await expectPaidOnce()
  })

  test('webhook first, look-ups later', async () => {
    const { sessionId, event } = await paid()
    await shop.deliver(event)
    for (let time = 0; time < 3; time++) {
      expect((await lookUp(sessionId)).body['order']).toMatchObject({ paymentState: 'paid' })
    }
    await expectPaidOnce()
  })

  test('webhooks, look-ups and the scheduled run all at once', async () => {
    const { sessionId, event } = await paid()
    await Promise.all(
      Array.from({ length: 6 }).flatMap(() => [shop.deliver(event), lookUp(sessionId), shop.scheduled()]),
    )
    await expectPaidOnce()
  })

  test('without webhook and look-up: one scheduled run', async () => {
    await paid()
    await shop.scheduled()
    await expectPaidOnce()
  })

  test('two events about the same session', async () => {
    const { event } = await paid()
    await shop.deliver(event)
    await shop.deliver({ ...event, id: 'evt_another' })
    await expectPaidOnce()
  })
})

describe('forged, stale and future-dated webhooks answer 400 and change nothing', () => {
  const untouched = async () => {
    expect(await theOrder()).toMatchObject({ paymentStatus: 'pending', status: 'pending' })
    expect(await shop.db.select().from(providerEvents)).toEqual([])
    expect(await shop.db.select().from(outbox)).toEqual([])
  }
  const seconds = (count: number) => new Date(shop.clock.at.getTime() + count * 1000)

  test.each([
    ['no signature', () => ''],
    ['nonsense', () => 'hello'],
    ['a time without a signature', () => `t=${Math.floor(MORNING.getTime() / 1000)}`],
    ['another secret', (body: string) => shop.signed(body, shop.clock.at, 'whsec_guessed')],
    ['301 seconds old', (body: string) => shop.signed(body, seconds(-301))],
    ['301 seconds in the future', (body: string) => shop.signed(body, seconds(301))],
    ['the signature of another body', () => shop.signed('{}')],
  ])('%s', async (_, sign) => {
    const { event } = await paid()
    const body = JSON.stringify(event)
    const answer = await shop.post('/webhooks/stripe', body, { 'stripe-signature': sign(body) })
    expect([answer.status, answer.body['error']]).toEqual([
      400,
      expect.objectContaining({ code: 'bad_signature' }),
    ])
    await untouched()
  })

  test('a body changed by one character under its old signature', async () => {
    const { event } = await paid()
    const body = JSON.stringify(event)
    const signature = shop.signed(body)
    const answer = await shop.post('/webhooks/stripe', body.replace('"paid"', '"piad"'), {
      'stripe-signature': signature,
    })
    expect(answer.status).toBe(400)
    await untouched()
  })

  test.each([-300, -299, 299, 300])('%i seconds off is still in time', async (off) => {
    const { event } = await paid()
    const body = JSON.stringify(event)
    const answer = await shop.post('/webhooks/stripe', body, {
      'stripe-signature': shop.signed(body, seconds(off)),
    })
    expect(answer.status).toBe(200)
  })
})

describe('what the provider says that is not “paid”', () => {
  test('expired: payment failed, order cancelled, once', async () => {
    await placed()
    shop.pass(32)
    await expect.poll(() => shop.events('checkout.session.expired')).toHaveLength(1)
    const event = await newest('checkout.session.expired')
    for (let time = 0; time < 3; time++) expect((await shop.deliver(event)).status).toBe(200)
    expect(await theOrder()).toMatchObject({ paymentStatus: 'failed', status: 'cancelled' })
    const [session] = await shop.db.select().from(checkoutSessions)
    expect(session?.status).toBe('expired')
    const log = await shop.db.select().from(orderEvents)
    expect(log.map(({ kind, data }) => data['why'] ?? kind).sort()).toEqual([
      'checkout_opened',
      'expired',
      'placed',
    ])
    expect(await shop.db.select().from(outbox)).toEqual([])
  })

  test('expired without a webhook: the scheduled run closes it', async () => {
    await placed()
    shop.pass(32)
    await shop.scheduled()
    expect(await theOrder()).toMatchObject({ paymentStatus: 'failed', status: 'cancelled' })
  })

  test('expired a day ago, out of the sweep’s reach: still closed', async () => {
    await placed()
    shop.pass(24 * 60)
    await shop.scheduled()
    expect(await theOrder()).toMatchObject({ paymentStatus: 'failed', reconciledAt: expect.any(String) })
  })

  test('the end of a session that is not current changes nothing', async () => {
    const { event } = await paid()
    const session = {
      ...event.data.object,
      id: 'cs_test_an_earlier_one',
      status: 'expired',
      payment_status: 'unpaid',
    }
    await shop.deliver({
      id: 'evt_earlier',
      type: 'checkout.session.expired',
      created: 1,
      data: { object: session },
    })
    expect(await theOrder()).toMatchObject({ paymentStatus: 'pending', status: 'pending' })
  })

  test('a late “expired” does not undo “paid”', async () => {
    const { event } = await paid()
    await shop.deliver(event)
    const session = { ...event.data.object, status: 'expired', payment_status: 'unpaid' }
    await shop.deliver({
      id: 'evt_late',
      type: 'checkout.session.expired',
      created: 1,
      data: { object: session },
    })
    await expectPaidOnce()
  })

  test('a slow method: confirming first, then paid', async () => {
    const sessionId = await placed()
    await shop.pay(sessionId, '4000000000000077')
    await shop.deliver(await newest('checkout.session.completed'))
    expect((await lookUp(sessionId)).body['order']).toMatchObject({ paymentState: 'confirming' })
    expect(await theOrder()).toMatchObject({ paymentStatus: 'pending' })
    await fetch(`${shop.payments.url}/_local/sessions/${sessionId}/succeed`, { method: 'POST', body: '{}' })
    await shop.deliver(await newest('checkout.session.async_payment_succeeded'))
    await expectPaidOnce()
  })

  test('a slow method that fails: cancelled', async () => {
    const sessionId = await placed()
    await shop.pay(sessionId, '4000000000000077')
    await fetch(`${shop.payments.url}/_local/sessions/${sessionId}/fail`, { method: 'POST', body: '{}' })
    await shop.deliver(await newest('checkout.session.async_payment_failed'))
    expect(await theOrder()).toMatchObject({ paymentStatus: 'failed', status: 'cancelled' })
    expect((await lookUp(sessionId)).body['order']).toMatchObject({ paymentState: 'cancelled' })
  })

  test('unrelated events are acknowledged and ignored', async () => {
    await placed()
    const answer = await shop.deliver({
      id: 'evt_other',
      type: 'customer.created',
      created: 1,
      data: { object: { id: 'cus_1', client_reference_id: null } },
    })
    expect([answer.status, answer.body]).toEqual([200, { received: true, outcome: 'ignored' }])
    expect(await shop.db.select().from(providerEvents)).toEqual([])
  })
})

describe('money that does not fit is flagged, not settled', () => {
  const changed = (event: ProviderEventBody, fields: object) => ({
    ...event,
    data: { object: { ...event.data.object, ...fields } },
  })

  test.each([
    ['a cent less', { amount_total: 6357 }],
    ['nothing', { amount_total: 0 }],
    ['another currency', { currency: 'cad' }],
  ])('%s', async (_, fields) => {
    const { event } = await paid()
    for (let time = 0; time < 2; time++) expect((await shop.deliver(changed(event, fields))).status).toBe(200)
    expect(await theOrder()).toMatchObject({ paymentStatus: 'pending', status: 'pending' })
    const flags = await shop.db.select().from(orderFlags)
    expect(flags.map(({ kind }) => kind)).toEqual(['amount_mismatch'])
    expect(await shop.db.select().from(outbox)).toEqual([])
  })

  test('a session that is not the order’s current one', async () => {
    const { event } = await paid()
    await shop.deliver(changed(event, { id: 'cs_test_somebody_elses' }))
    expect(await theOrder()).toMatchObject({ paymentStatus: 'pending' })
    const flags = await shop.db.select().from(orderFlags)
    expect(flags.map(({ kind }) => kind)).toEqual(['stray_payment'])
  })

  test('paid after a cancellation: paid, still cancelled, flagged for a refund, and the buyer gets a mail', async () => {
    const { event } = await paid()
    await shop.db.update(orders).set({ status: 'cancelled' })
    await shop.deliver(event)
    await shop.deliver(event)
    await shop.settled()
    expect(await theOrder()).toMatchObject({ paymentStatus: 'paid', status: 'cancelled' })
    const flags = await shop.db.select().from(orderFlags)
    expect(flags.map(({ kind }) => kind)).toEqual(['needs_refund'])
    const sent = await shop.messages(BUYER)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toContain('We will refund all of it')
    const notices = await shop.messages(SITE.ownerEmail)
    expect(notices.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Refund needed/)])
  })

  test('a status that an admin chose stays', async () => {
    const { event } = await paid()
    await shop.db.update(orders).set({ status: 'processing' })
    await shop.deliver(event)
    expect(await theOrder()).toMatchObject({ paymentStatus: 'paid', status: 'processing' })
  })
})

describe('promised times', () => {
  test.each([
    ['hour', 60],
    ['few-hours', 180],
  ])('%s counts from the moment of payment', async (option, minutes) => {
    const sessionId = await placed({ deliveryDetails: { option } })
    shop.pass(10)
    await shop.pay(sessionId)
    const paidAt = shop.clock.at
    // The news comes late; the moment of payment is what counts.
    shop.pass(4)
    await shop.deliver(await newest('checkout.session.completed'))
    const due = new Date(paidAt.getTime() + minutes * 60_000).toISOString()
    expect(await theOrder()).toMatchObject({
      deliveryDate: due,
      promisedBy: due,
      paidAt: paidAt.toISOString(),
    })
    await shop.settled()
    const promised = formatMarketTime(new Date(due), 'America/New_York', 'shortTime', ANY_READER)
    const [confirmation] = await shop.messages(BUYER)
    expect(confirmation?.subject).toContain(`Order confirmed: flowers by ${promised} (`)
  })

  test('today stays the today that was chosen, paid after midnight or not', async () => {
    shop.clock.at = new Date('2026-06-04T17:50:00.000Z')
    const { event } = await paid()
    await shop.deliver(event)
    expect(await theOrder()).toMatchObject({ promisedBy: '2026-06-05T00:00:00.000Z' })
  })
})

describe('an order we do not have', () => {
  async function forget() {
    for (const table of [checkoutAttempts, checkoutSessions, orderItems, orderFlags, orderEvents, orders]) {
      await shop.db.delete(table)
    }
  }

  test('a webhook about it is not acknowledged, so that it comes again', async () => {
    const { event } = await paid()
    await forget()
    const answer = await shop.deliver(event)
    expect([answer.status, answer.body['error']]).toEqual([
      404,
      expect.objectContaining({ code: 'order_not_found' }),
    ])
    expect(await shop.db.select().from(providerEvents)).toEqual([])
  })

  test.each(['hour', 'today', 'tomorrow'])(
    'a paid one (%s) is rebuilt from the provider’s books, whole and flagged, once',
    async (option) => {
      const { sessionId } = await paid({ deliveryDetails: { option } })
      const before = await theOrder()
      const item = (await shop.db.select().from(orderItems))[0]
      await forget()
      await shop.scheduled()
      await shop.scheduled()
      const after = await theOrder()
      const changes = [
        'updatedAt',
        'version',
        'status',
        'paymentStatus',
        'paymentMethod',
        'paymentReference',
        'paidAt',
      ]
      const same = (order: typeof after) =>
        Object.fromEntries(Object.entries(order ?? {}).filter(([name]) => !changes.includes(name)))
      expect(same(after)).toEqual(same(before))
      expect(after).toMatchObject({ paymentStatus: 'paid', status: 'confirmed' })
      expect((await shop.db.select().from(orderItems))[0]).toMatchObject({ ...item, id: expect.any(String) })
      const flags = await shop.db.select().from(orderFlags)
      expect(flags.map(({ kind }) => kind)).toEqual(['rebuilt'])
      const log = await shop.db.select().from(orderEvents)
      expect(log.map(({ kind }) => kind).sort()).toEqual(['paid', 'rebuilt'])
      expect(await shop.messages(BUYER)).toHaveLength(1)
      expect(await shop.messages(SITE.ownerEmail)).toHaveLength(1)
      expect((await lookUp(sessionId)).body['order']).toMatchObject({ paymentState: 'paid' })
    },
  )

  test('after hours it is found once the provider’s list is read that far back', async () => {
    await paid()
    await forget()
    shop.pass(5 * 60)
    await shop.scheduled()
    expect(await shop.db.select().from(orders)).toEqual([])
    shop.deps.config.reconcileHours = 6
    await shop.scheduled()
    shop.deps.config.reconcileHours = 2
    expect(await theOrder()).toMatchObject({ paymentStatus: 'paid', status: 'confirmed' })
  })

  test('an order with invalid metadata does not stop others from being settled', async () => {
    await paid()
    await forget()
    const { sessionId } = await paid()
    const { listSessions } = shop.deps.payments
    shop.deps.payments.listSessions = async (...asked) => {
      const { sessions, next } = await listSessions(...asked)
      const spoilt = sessions.map((session) =>
        session.id === sessionId
          ? session
          : { ...session, metadata: { ...session.metadata, placed_at: 'spoilt' } },
      )
      return { sessions: spoilt, next }
    }
    await shop.scheduled()
    expect(await theOrder()).toMatchObject({ checkoutSessionId: sessionId, paymentStatus: 'paid' })
    expect(shop.logged).toContainEqual(expect.objectContaining({ event: 'reconcile_session_failed' }))
  })

  test('one that was never paid stays forgotten', async () => {
    await placed()
    await forget()
    shop.pass(32)
    await shop.scheduled()
    expect(await shop.db.select().from(orders)).toEqual([])
  })
})

describe('the look-up', () => {
  test('shows what the confirmation lists and nothing more', async () => {
    const { sessionId } = await paid()
    const { status, body } = await lookUp(sessionId)
    const order = await theOrder()
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      order: {
        items: [{ product: { title: 'Really Bad', imageUrl: null, priceCents: 4999 } }],
        customerEmail: 'sam@example.com',
        deliveryOption: 'today',
        promisedBy: '2026-06-05T00:00:00.000Z',
        timeZone: 'America/New_York',
        subtotalCents: 4999,
        deliveryFeeCents: 999,
        taxCents: 360,
        discountCents: 0,
        totalCents: 6358,
        recipientName: order?.recipientName,
        mayAddCard: false,
        apologyNote: order?.apologyNote,
        deliveryAddress: '350 5th Ave',
        deliveryUnit: null,
        deliveryCity: 'New York',
        deliveryZip: '10001',
        reference: order?.orderReference,
        paymentChecked: true,
        paymentState: 'paid',
        trackingToken: order?.trackingToken,
        refund: { refundedCents: 0, requestedCents: 0, inFull: false },
      },
    })
  })

  test('of an order that is not paid yet says so and changes nothing', async () => {
    const sessionId = await placed()
    expect((await lookUp(sessionId)).body['order']).toMatchObject({ paymentState: 'open' })
    expect(await theOrder()).toMatchObject({ paymentStatus: 'pending', version: 1 })
  })

  test('of an unknown session is not found', async () => {
    const { status, body } = await lookUp('cs_test_nobody_has_this_one')
    expect([status, body['error']]).toEqual([404, expect.objectContaining({ message: 'Order not found' })])
  })

  test.each(['', 'x', 'pi_12345678901', "cs_'; drop table orders", `cs_${'a'.repeat(300)}`])(
    'of %j is refused',
    async (sessionId) => {
      expect((await lookUp(sessionId)).status).toBe(422)
    },
  )

  test('works from what is stored when the provider does not answer', async () => {
    const { sessionId } = await paid()
    shop.payments.setFault({ kind: 'error-before', times: 100 })
    const { status, body } = await lookUp(sessionId)
    expect([status, body['order']]).toEqual([200, expect.objectContaining({ paymentState: 'confirming' })])
  })

  test('a GET is not a look-up: it changes nothing', async () => {
    await paid()
    expect((await shop.get('/get-order-details')).status).toBe(405)
    expect(await theOrder()).toMatchObject({ paymentStatus: 'pending' })
  })
})

test('samples are left alone by the scheduled run', async () => {
  const sessionId = await placed()
  await shop.db
    .update(orders)
    .set({ isSample: true, checkoutSessionId: null })
    .where(eq(orders.checkoutSessionId, sessionId))
  await shop.db.delete(checkoutSessions)
  shop.pass(24 * 60)
  await shop.scheduled()
  expect(await theOrder()).toMatchObject({ paymentStatus: 'pending', status: 'pending' })
})
