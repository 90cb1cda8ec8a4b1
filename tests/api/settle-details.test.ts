import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SettleSource, settle, settleOrder } from '#api/orders/settle.ts'
import { readState } from '#api/orders/state-queries.ts'
import { addOrderEvent } from '#api/platform/audit/order-events.ts'
import { shortHash } from '#api/platform/hash.ts'
import type { CheckoutSession } from '#api/platform/payments/payments.ts'
import { receivePaymentEvent } from '#api/webhooks/routes.ts'
import { checkoutSessions, providerEvents } from '#drizzle/schema/checkout.ts'
import { orderEvents, orders } from '#drizzle/schema/orders.ts'
import { openNextSession } from '#tests/support/next-session.ts'
import { type OrderFixture, openOrderFixture } from '#tests/support/order-fixture.ts'

// The exact rows of one settlement: whoever reads the log later has nothing else.

let fixture: OrderFixture

beforeAll(async () => {
  fixture = await openOrderFixture()
})
afterAll(() => fixture.shop.close())

const WEBHOOK = { source: 'webhook' } as const

/** An order and its session as the provider has it; paid there unless told otherwise. */
async function waiting(changes: Partial<CheckoutSession> = {}, pay = true) {
  const { shop } = fixture
  const order = await fixture.placed()
  if (pay) await shop.pay(order.sessionId)
  const session = await shop.deps.payments.retrieveSession(order.sessionId)
  if (!session) throw new Error('The provider has no such session')
  // The time is later than the order's, so that what is written now can be told from what was there.
  shop.pass(1)
  return { order: await fixture.row(order.id), session: { ...session, ...changes } }
}

const eventOf = (type: string) => ({
  id: `evt_${crypto.randomUUID()}`,
  type,
  createdAt: new Date('2026-06-04T14:20:00.000Z'),
})
const outcomeOf = async (id: string) =>
  (await fixture.shop.db.select().from(providerEvents).where(eq(providerEvents.id, id)))[0]
const sessionRow = async (id: string) =>
  (await fixture.shop.db.select().from(checkoutSessions).where(eq(checkoutSessions.sessionId, id)))[0]
const lastEvent = async (id: string) => (await fixture.eventsOf(id)).at(-1)

/** An order as somebody has just read it. */
async function known(orderId: string) {
  const { state } = await readState(fixture.shop.db, orderId)
  if (!state) throw new Error('The order is gone')
  return state
}

/** Settles for a caller that has read the order. @returns its row as the answer has it */
async function settleAsRead(orderId: string, session: CheckoutSession, from: SettleSource) {
  const { outcome, order } = await settleOrder(fixture.shop.deps, session, from, await known(orderId))
  return { outcome, order: order.order }
}

describe('paid', () => {
  test.each<[SettleSource['source'], string]>([
    ['webhook', 'provider'],
    ['look-up', 'provider'],
    ['reconciliation', 'provider'],
    ['placement', 'shopper'],
  ])('told by %s: the log names %s', async (source, actor) => {
    const { order, session } = await waiting()
    const event = eventOf('checkout.session.completed')
    expect(await settle(fixture.shop.deps, session, { source, event })).toBe('settled')
    const at = fixture.shop.clock.at.toISOString()
    expect(await lastEvent(order.id)).toMatchObject({
      kind: 'paid',
      actor,
      data: { source, sessionId: session.id, amountCents: 6358 },
      dedupeKey: `paid:${order.id}`,
      createdAt: at,
    })
    expect(await fixture.row(order.id)).toMatchObject({
      paymentStatus: 'paid',
      status: 'confirmed',
      paymentReference: session.paymentReference,
      paymentMethod: 'card',
      paidAt: session.paidAt?.toISOString(),
      updatedAt: at,
      version: order.version + 1,
    })
    expect(await sessionRow(session.id)).toMatchObject({ status: 'complete', updatedAt: at })
    expect(await outcomeOf(event.id)).toEqual({
      id: event.id,
      type: event.type,
      outcome: 'settled',
      receivedAt: at,
    })
    expect(await fixture.messagesOf(order.id, 'order-confirmation')).toMatchObject([
      { recipient: order.customerEmail },
    ])
    expect(await fixture.messagesOf(order.id, 'order-notice')).toHaveLength(1)
    expect(await fixture.messagesOf(order.id, 'paid-after-cancellation')).toEqual([])
    expect(await fixture.flagsOf(order.id)).toEqual([])
  })

  test('the moment of payment: the charge’s, else the event’s, else now', async () => {
    const { order, session } = await waiting({ paidAt: null })
    const event = eventOf('checkout.session.completed')
    await settle(fixture.shop.deps, session, { ...WEBHOOK, event })
    expect((await fixture.row(order.id)).paidAt).toBe('2026-06-04T14:20:00.000Z')
    const other = await waiting({ paidAt: null })
    await settle(fixture.shop.deps, other.session, WEBHOOK)
    expect((await fixture.row(other.order.id)).paidAt).toBe(fixture.shop.clock.at.toISOString())
  })

  test('a late payment moves the promise only for delivery within hours', async () => {
    for (const [option, moves] of [
      ['hour', true],
      ['few-hours', true],
      ['today', false],
      ['tomorrow', false],
    ] as const) {
      const { order, session } = await waiting()
      await fixture.shop.db.update(orders).set({ deliveryOption: option }).where(eq(orders.id, order.id))
      await settle(fixture.shop.deps, session, WEBHOOK)
      const after = await fixture.row(order.id)
      expect([option, after.promisedBy !== order.promisedBy]).toEqual([option, moves])
      expect([option, after.deliveryDate !== order.deliveryDate]).toEqual([option, moves])
    }
  })

  test('only this order: another one that waits is left alone', async () => {
    const [one, other] = [await waiting(), await waiting({}, false)]
    await settle(fixture.shop.deps, one.session, WEBHOOK)
    expect(await fixture.row(other.order.id)).toEqual(other.order)
    expect(await sessionRow(other.session.id)).toMatchObject({ status: 'open' })
  })

  test('an unrecorded session becomes the order’s current one', async () => {
    const { order, session } = await waiting()
    await fixture.shop.db.update(orders).set({ checkoutSessionId: null }).where(eq(orders.id, order.id))
    expect(await settle(fixture.shop.deps, session, WEBHOOK)).toBe('settled')
    expect(await fixture.row(order.id)).toMatchObject({
      checkoutSessionId: session.id,
      paymentStatus: 'paid',
    })
  })

  test('a payment that failed first may still come', async () => {
    const { order, session } = await waiting()
    await settle(fixture.shop.deps, { ...session, paid: false, status: 'expired' }, WEBHOOK)
    expect(await fixture.row(order.id)).toMatchObject({ paymentStatus: 'failed', status: 'cancelled' })
    expect(await settle(fixture.shop.deps, session, WEBHOOK)).toBe('settled')
    expect(await fixture.row(order.id)).toMatchObject({ paymentStatus: 'paid', status: 'confirmed' })
    expect(await fixture.flagsOf(order.id)).toEqual([])
    expect(await fixture.messagesOf(order.id, 'order-confirmation')).toMatchObject([
      { recipient: order.customerEmail },
    ])
    expect(await fixture.messagesOf(order.id, 'paid-after-cancellation')).toEqual([])
  })

  test.each([
    ['an admin called it off', 'cancelled', { from: 'pending', to: 'cancelled' }],
    ['its form was changed', 'replaced', {}],
  ])('one that comes after %s does not bring it back', async (_, kind, data) => {
    const { order, session } = await waiting()
    await fixture.shop.db.batch([
      addOrderEvent(fixture.shop.db, order.id, { kind, actor: 'admin', data }, order.createdAt),
      fixture.shop.db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, order.id)),
    ])
    await settle(fixture.shop.deps, { ...session, paid: false, status: 'expired' }, WEBHOOK)
    expect(await fixture.row(order.id)).toMatchObject({ paymentStatus: 'failed', status: 'cancelled' })
    expect(await settle(fixture.shop.deps, session, WEBHOOK)).toBe('settled')
    expect(await fixture.row(order.id)).toMatchObject({ paymentStatus: 'paid', status: 'cancelled' })
    expect(await fixture.flagsOf(order.id)).toMatchObject([
      {
        kind: 'needs_refund',
        detail: 'Paid after it was cancelled',
        createdAt: fixture.shop.clock.at.toISOString(),
      },
    ])
    expect(await fixture.messagesOf(order.id, 'order-confirmation')).toEqual([])
    expect(await fixture.messagesOf(order.id, 'paid-after-cancellation')).toMatchObject([
      { recipient: order.customerEmail },
    ])
    expect(await fixture.messagesOf(order.id, 'order-notice')).toMatchObject([
      { payload: { needsRefund: true } },
    ])
  })

  test('by an old copy of the order: what was paid, refunded or sent to pay elsewhere meanwhile stays', async () => {
    const { order, session } = await waiting()
    const copy = await known(order.id)
    await settle(fixture.shop.deps, session, WEBHOOK)
    const paid = await fixture.row(order.id)
    const again = await settleOrder(fixture.shop.deps, session, WEBHOOK, copy)
    expect([again.outcome, again.order.order]).toEqual(['settled', paid])
    expect(await fixture.row(order.id)).toEqual(paid)

    const moved = await waiting()
    const before = await known(moved.order.id)
    await openNextSession(fixture.shop, moved.order.id)
    await settleOrder(fixture.shop.deps, moved.session, WEBHOOK, before)
    expect(await fixture.row(moved.order.id)).toMatchObject({ paymentStatus: 'pending', paidAt: null })
    expect(await fixture.messagesOf(moved.order.id, 'order-confirmation')).toEqual([])
    expect((await fixture.eventsOf(moved.order.id)).map(({ kind }) => kind)).toEqual([
      'placed',
      'checkout_opened',
      'checkout_opened',
      'stray_payment',
    ])
  })
})

describe('not paid', () => {
  test('nothing is decided while a session is open', async () => {
    const { order, session } = await waiting({}, false)
    expect(await settleAsRead(order.id, session, WEBHOOK)).toEqual({
      outcome: 'waiting',
      order,
    })
    expect(await fixture.row(order.id)).toEqual(order)
  })

  test.each([
    ['expired', { status: 'expired' as const }, 'checkout.session.expired'],
    ['payment_failed', { status: 'complete' as const }, 'checkout.session.async_payment_failed'],
  ])('%s: cancelled, with the reason in the log', async (why, changes, type) => {
    const { order, session } = await waiting(changes, false)
    const event = eventOf(type)
    const answer = await settleAsRead(order.id, session, { ...WEBHOOK, event })
    const after = await fixture.row(order.id)
    expect(answer).toEqual({ outcome: 'settled', order: after })
    expect(after).toMatchObject({ paymentStatus: 'failed', status: 'cancelled' })
    expect(await lastEvent(order.id)).toMatchObject({
      kind: 'session_ended',
      actor: 'provider',
      data: { why },
    })
    expect(await outcomeOf(event.id)).toMatchObject({ outcome: why })
  })

  test('the end of an unrecorded session ends the order', async () => {
    const { order, session } = await waiting({ status: 'expired' }, false)
    await fixture.shop.db.update(orders).set({ checkoutSessionId: null }).where(eq(orders.id, order.id))
    const known = await fixture.row(order.id)
    const { order: after } = await settleAsRead(known.id, session, { source: 'placement' })
    expect(after).toMatchObject({ paymentStatus: 'failed', status: 'cancelled' })
    expect(await lastEvent(order.id)).toMatchObject({ actor: 'shopper' })
  })

  test('the end of another session changes nothing', async () => {
    const { order, session } = await waiting({ status: 'expired', id: 'cs_test_before' }, false)
    expect(await settleAsRead(order.id, session, WEBHOOK)).toEqual({
      outcome: 'settled',
      order,
    })
    expect(await fixture.row(order.id)).toEqual(order)
  })
})

describe('amounts that do not match', () => {
  test.each([
    ['stray_payment', { id: 'cs_test_stray' }, 'Paid by cs_test_stray, not the current session'],
    ['amount_mismatch', { amountTotalCents: 6357 }, 'Paid $63.57, not $63.58'],
    ['amount_mismatch', { currency: 'cad' }, 'Paid 63.58 CAD, not $63.58'],
  ])('%s: flagged once, in the log, and somebody is told', async (kind, changes, detail) => {
    const { order, session } = await waiting(changes)
    const own = { ...session, id: kind === 'stray_payment' ? `cs_test_stray_${order.id}` : session.id }
    const words = detail.replace('cs_test_stray', own.id)
    fixture.shop.logged.length = 0
    const event = eventOf('checkout.session.completed')
    for (const each of [event, eventOf('checkout.session.completed')]) {
      const answer = await settleAsRead(order.id, own, { ...WEBHOOK, event: each })
      expect(answer).toEqual({ outcome: 'flagged', order })
      expect(await outcomeOf(each.id)).toMatchObject({ outcome: kind })
    }
    expect(await fixture.flagsOf(order.id)).toMatchObject([{ kind, detail: words }])
    expect(await lastEvent(order.id)).toMatchObject({
      kind,
      actor: 'provider',
      data: { source: 'webhook', sessionId: own.id, detail: words },
      dedupeKey: `${kind}:${own.id}`,
    })
    expect(await fixture.eventsOf(order.id)).toHaveLength(3)
    expect(fixture.shop.logged).toContainEqual({
      level: 'error',
      event: 'payment_flagged',
      fields: { orderId: order.id, session: await shortHash(own.id), kind },
    })
  })
})

test('a session that names no order, or none of ours, is an unknown order', async () => {
  const { session } = await waiting()
  expect(await settle(fixture.shop.deps, { ...session, orderId: null }, WEBHOOK)).toBe('unknown_order')
  expect(await settle(fixture.shop.deps, { ...session, orderId: 'nobody' }, WEBHOOK)).toBe('unknown_order')
})

describe('of a deleted order', () => {
  const addEvent = async (kind: 'deleted' | 'paid', orderId: string, sessionId: string) => {
    const row = { orderId, kind, actor: 'admin', data: { sessionId }, orderReference: 'ORD-00000' } as const
    await fixture.shop.db
      .insert(orderEvents)
      .values({ ...row, id: crypto.randomUUID(), createdAt: '2026-06-04T14:30:00.000Z' })
  }

  test.each([
    ['nothing is left to settle', ['deleted'], false, 'settled'],
    ['a payment that nobody knew of has no order', ['deleted'], true, 'unknown_order'],
    ['a payment that was known is settled', ['paid', 'deleted'], true, 'settled'],
    ['but only of one that was deleted', ['paid'], false, 'unknown_order'],
    ['and of no other', ['paid'], true, 'unknown_order'],
  ] as const)('%s', async (_, kinds, paid, outcome) => {
    const { session } = await waiting({}, false)
    const orderId = crypto.randomUUID()
    for (const kind of kinds) await addEvent(kind, orderId, session.id)
    expect(await settle(fixture.shop.deps, { ...session, paid, orderId }, WEBHOOK)).toBe(outcome)
  })
})

describe('what an event leads to', () => {
  test('an outcome in the log; mails go out at once', async () => {
    const { sessionId, id } = await fixture.placed()
    await fixture.shop.pay(sessionId)
    const events = await fixture.shop.events('checkout.session.completed')
    const event = events.find(({ data }) => data.object.id === sessionId)
    if (!event) throw new Error('The provider has no such payment')
    fixture.shop.logged.length = 0
    expect((await fixture.shop.deliver(event)).body).toEqual({ received: true, outcome: 'settled' })
    await fixture.shop.settled()
    expect(fixture.shop.logged).toContainEqual({
      level: 'info',
      event: 'provider_event',
      fields: { eventId: event.id, type: 'checkout.session.completed', outcome: 'settled' },
    })
    expect(await fixture.messagesOf(id, 'order-confirmation')).toHaveLength(1)
    expect(fixture.shop.logged.map(({ event }) => event)).toContain('message_sent')
  })

  const ofOthers = (event: object) => ({
    payment_intent: 'pi_of_others',
    amount: 500,
    reason: 'fraudulent',
    status: 'lost',
    created: 1,
    expires_at: 1,
    payment_status: 'paid',
    metadata: {},
    client_reference_id: null,
    ...event,
  })

  test.each([
    ['checkout.session.completed', { id: 'cs_none', client_reference_id: null }],
    ['checkout.session.completed', { id: 'cs_cart', client_reference_id: 'cart_17' }],
    ['checkout.session.expired', { id: 'cs_x', client_reference_id: 'c', metadata: { order_id: 'another' } }],
    ['refund.created', { id: 're_others', object: 'refund' }],
    ['charge.dispute.created', { id: 'du_others', object: 'dispute' }],
    ['charge.refunded', { id: 'ch_others', object: 'charge' }],
  ])('%s of other software on the same account is ignored and logged: %o', async (type, object) => {
    fixture.shop.logged.length = 0
    const event = { id: `evt_of_others_${type}`, type, created: 1, data: { object: ofOthers(object) } }
    expect(await fixture.shop.deliver(event as never)).toMatchObject({
      status: 200,
      body: { received: true, outcome: 'ignored' },
    })
    expect(fixture.shop.logged).toContainEqual({
      level: 'info',
      event: 'provider_event',
      fields: { eventId: event.id, type, outcome: 'ignored' },
    })
  })

  test('an event about something else is not even logged, the database is not asked, and nothing is sent', async () => {
    fixture.shop.logged.length = 0
    const event = { id: 'evt_customer', type: 'customer.created', created: 1, data: { object: ofOthers({}) } }
    expect((await fixture.shop.deliver(event as never)).body).toEqual({ received: true, outcome: 'ignored' })
    expect(fixture.shop.logged.filter(({ event }) => event === 'provider_event')).toEqual([])
    const before = fixture.shop.requests()
    const nothing = { session: null, refund: null, dispute: null, refundedPayment: null }
    expect(await receivePaymentEvent(fixture.shop.deps, { ...eventOf('customer.created'), ...nothing })).toBe(
      'ignored',
    )
    expect(fixture.shop.requests() - before).toBe(0)
  })

  test('what settles nothing sends nothing, neither what another order left to send', async () => {
    const { order, session } = await waiting()
    // Whose run sends it later.
    await settle(fixture.shop.deps, session, { source: 'reconciliation' })
    const event = eventOf('checkout.session.completed')
    const unknown = { ...session, id: 'cs_test_unknown', orderId: 'nobody' }
    const ofUnknown = { ...event, session: unknown, refund: null, dispute: null, refundedPayment: null }
    expect(await receivePaymentEvent(fixture.shop.deps, ofUnknown)).toBe('unknown_order')
    await fixture.shop.settled()
    expect(await fixture.messagesOf(order.id, 'order-confirmation')).toMatchObject([{ sentAt: null }])
  })

  test.each(['refund.created', 'charge.refunded'])('%s: the refund is recorded', async (type) => {
    const { id, paymentReference } = await fixture.bought()
    await fixture.atProvider('/v1/refunds', { payment_intent: String(paymentReference), amount: '500' })
    await fixture.deliverAll(type)
    expect(await fixture.row(id)).toMatchObject({ refundedCents: 500 })
    expect(await fixture.refundsOf(id)).toMatchObject([{ amountCents: 500, status: 'succeeded' }])
  })

  test('a dispute is flagged', async () => {
    const { id, paymentReference } = await fixture.bought()
    const dispute = {
      id: 'dp_details',
      object: 'dispute',
      payment_intent: paymentReference,
      amount: 6358,
      reason: 'fraudulent',
      status: 'needs_response',
      created: Math.floor(fixture.shop.clock.at.getTime() / 1000),
      client_reference_id: null,
    }
    const event = { id: 'evt_dispute', type: 'charge.dispute.created', created: 1, data: { object: dispute } }
    expect((await fixture.shop.deliver(event)).status).toBe(200)
    expect(await fixture.flagsOf(id)).toMatchObject([{ kind: 'disputed' }])
  })

  test('an amount that does not match sends no mail', async () => {
    const { order, session } = await waiting({ amountTotalCents: 1 })
    await settle(fixture.shop.deps, session, WEBHOOK)
    await fixture.shop.settled()
    expect(await fixture.messagesOf(order.id, 'order-notice')).toEqual([])
  })
})
