import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reconcileRefunds } from '#api/refunds/reconcile.ts'
import { type OrderFixture, openOrderFixture } from '#tests/support/order-fixture.ts'

// The provider's news days after a payment: refunds that take time or come back, disputes. All of it comes from the
// stand-in, over its webhooks or by the scheduled run.

let fixture: OrderFixture
const TOTAL = 6358
/** A card whose refunds are pending at first. */
const SLOW_REFUNDS = '4000000000007726'

beforeAll(async () => {
  fixture = await openOrderFixture()
})
afterAll(() => fixture.shop.close())

async function bought(card?: string) {
  const { id, sessionId } = await fixture.placed()
  await fixture.shop.pay(sessionId, card)
  await fixture.settle(sessionId)
  await fixture.shop.settled()
  return fixture.row(id)
}

async function local(path: string): Promise<{ id: string }> {
  const response = await fetch(`${fixture.shop.payments.url}/_local/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

async function chargeOf(paymentReference: string | null): Promise<string> {
  const { charges } = await fixture.provider()
  return String(charges.find(({ payment_intent }) => payment_intent === paymentReference)?.id)
}

/** Sends all news of one object, as often and in whatever order a test wants. */
async function deliverAbout(objectId: string, order: 'as told' | 'the last first', types?: string[]) {
  const { events } = await fixture.provider()
  const about = events.filter(
    ({ type, data }) => data.object['id'] === objectId && (types?.includes(type) ?? true),
  )
  for (const event of order === 'as told' ? about.toReversed() : about) {
    const { status } = await fixture.shop.deliver(event as never)
    if (status !== 200) throw new Error(`${event.type} was answered with ${status}`)
  }
}

const kinds = async (id: string) => (await fixture.eventsOf(id)).map(({ kind }) => kind)

describe('a refund that takes time', () => {
  async function pending() {
    const order = await bought(SLOW_REFUNDS)
    const answer = await fixture.refund(order.id, { amountCents: 1000 })
    expect(answer).toMatchObject({ status: 200, body: { status: 'pending' } })
    const [refund] = await fixture.refundsOf(order.id)
    return { ...order, refundId: String(refund?.providerRefundId) }
  }

  test('is shown as pending, counts as given, and tells the shopper nothing yet', async () => {
    const { id, refundId } = await pending()
    await deliverAbout(refundId, 'as told')
    expect(await fixture.detail(id)).toMatchObject({
      paymentStatus: 'paid',
      refundedCents: 0,
      refunds: [{ status: 'pending', amountCents: 1000, failure: null }],
      allowed: { refundCents: TOTAL - 1000 },
    })
    expect(await fixture.messagesOf(id, 'order-refunded')).toEqual([])
  })

  test.each([
    ['refund.updated', (id: string) => deliverAbout(id, 'as told', ['refund.updated'])],
    ['charge.refund.updated', (id: string) => deliverAbout(id, 'as told', ['charge.refund.updated'])],
    [
      'all news twice',
      async (id: string) => {
        await deliverAbout(id, 'as told')
        await deliverAbout(id, 'as told')
      },
    ],
    ['all news, the last first', (id: string) => deliverAbout(id, 'the last first')],
    ['the scheduled run', () => reconcileRefunds(fixture.shop.deps)],
  ])('succeeds, told by %s: given once, and the shopper hears of it once', async (_, tell) => {
    const { id, refundId } = await pending()
    await local(`refunds/${refundId}/succeed`)
    await tell(refundId)
    expect(await fixture.detail(id)).toMatchObject({
      refundedCents: 1000,
      refunds: [{ status: 'succeeded' }],
      allowed: { refundCents: TOTAL - 1000 },
    })
    expect((await kinds(id)).filter((kind) => kind === 'refunded_in_part')).toHaveLength(1)
    expect(await fixture.messagesOf(id, 'order-refunded')).toHaveLength(1)
    expect(await fixture.flagsOf(id)).toEqual([])
  })

  test.each([
    ['refund.failed', (id: string) => deliverAbout(id, 'as told', ['refund.failed'])],
    [
      'all news twice',
      async (id: string) => {
        await deliverAbout(id, 'as told')
        await deliverAbout(id, 'as told')
      },
    ],
    ['all news, the last first', (id: string) => deliverAbout(id, 'the last first')],
    ['the scheduled run', () => reconcileRefunds(fixture.shop.deps)],
  ])('fails, told by %s: it is still owed, and somebody is told to look', async (_, tell) => {
    const { id, refundId } = await pending()
    await local(`refunds/${refundId}/fail`)
    await tell(refundId)
    expect(await fixture.detail(id)).toMatchObject({
      paymentStatus: 'paid',
      refundedCents: 0,
      refunds: [{ status: 'failed', failure: 'lost_or_stolen_card' }],
      flags: [{ kind: 'needs_refund', detail: 'A refund did not go through', resolvedAt: null }],
      allowed: { refundCents: TOTAL },
    })
    expect((await kinds(id)).filter((kind) => kind === 'refund_failed')).toHaveLength(1)
    expect(await fixture.messagesOf(id, 'order-refunded')).toEqual([])
  })
})

test('a refund that had succeeded and comes back is owed again', async () => {
  const { id } = await bought()
  await fixture.refund(id, { amountCents: TOTAL })
  expect(await fixture.row(id)).toMatchObject({ paymentStatus: 'refunded', refundedCents: TOTAL })
  const [refund] = await fixture.refundsOf(id)
  await local(`refunds/${refund?.providerRefundId}/fail`)
  await deliverAbout(String(refund?.providerRefundId), 'as told')
  expect(await fixture.detail(id)).toMatchObject({
    paymentStatus: 'paid',
    refundedCents: 0,
    refunds: [{ status: 'failed' }],
    flags: [{ kind: 'needs_refund', resolvedAt: null }],
    allowed: { refundCents: TOTAL },
  })
})

describe('a dispute', () => {
  async function disputed() {
    const order = await bought()
    const { id } = await local(`charges/${await chargeOf(order.paymentReference)}/dispute`)
    return { ...order, disputeId: id }
  }

  const NEWS: [string, (id: string) => Promise<unknown>][] = [
    ['its webhooks', (id) => deliverAbout(id, 'as told')],
    ['its webhooks, the last first', (id) => deliverAbout(id, 'the last first')],
    ['the scheduled run', () => reconcileRefunds(fixture.shop.deps)],
  ]

  test.each(NEWS)('told by %s is shown with what the bank wants and by when', async (_, tell) => {
    const { id, disputeId } = await disputed()
    for (let time = 0; time < 2; time++) await tell(disputeId)
    const respondBy = new Date(fixture.shop.clock.at.getTime() + 7 * 24 * 60 * 60_000).toISOString()
    expect(await fixture.detail(id)).toMatchObject({
      disputes: [
        { id: disputeId, amountCents: TOTAL, reason: 'fraudulent', status: 'needs_response', respondBy },
      ],
      flags: [{ kind: 'disputed', resolvedAt: null }],
      allowed: { refundCents: 0 },
    })
    expect((await kinds(id)).filter((kind) => kind === 'disputed')).toHaveLength(1)
  })

  test.each(NEWS)('answered, told by %s, is under review', async (_, tell) => {
    const { id, disputeId } = await disputed()
    await local(`disputes/${disputeId}/answer`)
    for (let time = 0; time < 2; time++) await tell(disputeId)
    expect(await fixture.detail(id)).toMatchObject({
      disputes: [{ status: 'under_review' }],
      flags: [{ kind: 'disputed', resolvedAt: null }],
    })
    expect((await kinds(id)).filter((kind) => kind.startsWith('dispute'))).toEqual([
      'disputed',
      'dispute_answered',
    ])
  })

  test.each(NEWS)('won, told by %s, takes the flag down and lets the money be refunded', async (_, tell) => {
    const { id, disputeId } = await disputed()
    await deliverAbout(disputeId, 'as told')
    await local(`disputes/${disputeId}/answer`)
    await local(`disputes/${disputeId}/win`)
    for (let time = 0; time < 2; time++) await tell(disputeId)
    expect(await fixture.detail(id)).toMatchObject({
      disputes: [{ status: 'won' }],
      flags: [{ kind: 'disputed', resolvedAt: expect.any(String) }],
      allowed: { refundCents: TOTAL },
    })
    expect((await kinds(id)).filter((kind) => kind === 'dispute_closed')).toHaveLength(1)
    expect((await fixture.refund(id, { amountCents: TOTAL })).body).toMatchObject({ status: 'succeeded' })
  })

  test.each(NEWS)('lost, told by %s, keeps the flag and the money cannot be refunded', async (_, tell) => {
    const { id, disputeId } = await disputed()
    await local(`disputes/${disputeId}/lose`)
    for (let time = 0; time < 2; time++) await tell(disputeId)
    expect(await fixture.detail(id)).toMatchObject({
      disputes: [{ status: 'lost' }],
      flags: [{ kind: 'disputed', resolvedAt: null }],
      allowed: { refundCents: 0 },
    })
    expect(await fixture.refund(id)).toMatchObject({
      status: 409,
      body: { error: { code: 'not_refundable' } },
    })
  })

  test('that the books know lets nothing be refunded, and says why', async () => {
    const { id, disputeId } = await disputed()
    await deliverAbout(disputeId, 'as told')
    expect(await fixture.refund(id)).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'not_refundable',
          message: 'The payment is disputed. The bank decides who gets the money. Nothing was refunded.',
        },
      },
    })
    expect(await fixture.refundsOf(id)).toEqual([])
  })

  test('that the books do not know yet: the provider refuses the refund, and the books say why', async () => {
    const { id } = await disputed()
    expect((await fixture.refund(id)).body).toMatchObject({ status: 'failed' })
    expect((await fixture.detail(id)).refunds).toMatchObject([
      { status: 'failed', failure: 'The payment is disputed. The bank decides who gets the money.' },
    ])
    await fixture.shop.settled()
    expect(await fixture.row(id)).toMatchObject({ refundedCents: 0, paymentStatus: 'paid' })
  })
})

// Before the tests that let time pass: after a minute, pending refunds are asked about again.
test('disputes and refunds that the books have cost the scheduled run no database call each', async () => {
  for (let n = 0; n < 4; n++) {
    const { id, paymentReference } = await bought()
    await fixture.refund(id)
    await local(`charges/${await chargeOf(paymentReference)}/dispute`)
  }
  await fixture.shop.scheduled()
  const before = fixture.shop.requests()
  await reconcileRefunds(fixture.shop.deps)
  expect(fixture.shop.requests() - before).toBeLessThanOrEqual(4)
})

describe('an inquiry of the bank', () => {
  async function asked() {
    const order = await bought()
    const { id } = await local(`charges/${await chargeOf(order.paymentReference)}/enquiry`)
    await deliverAbout(id, 'as told')
    return { ...order, disputeId: id }
  }

  test('is shown with its deadline; a part is refused, all of it refunds and settles it', async () => {
    const { id, disputeId } = await asked()
    expect(await fixture.detail(id)).toMatchObject({
      disputes: [{ status: 'warning_needs_response', respondBy: expect.any(String) }],
      flags: [{ kind: 'disputed', resolvedAt: null }],
      allowed: { refundCents: TOTAL, refundOnlyInFull: true },
    })
    expect(await fixture.refund(id, { amountCents: TOTAL - 1 })).toMatchObject({
      status: 422,
      body: {
        error: { code: 'invalid', issues: [{ path: 'amountCents', message: /all that is left, \$63\.58/ }] },
      },
    })
    expect((await fixture.refund(id, { amountCents: TOTAL })).body).toMatchObject({ status: 'succeeded' })
    await deliverAbout(disputeId, 'as told')
    expect(await fixture.detail(id)).toMatchObject({
      paymentStatus: 'refunded',
      disputes: [{ status: 'warning_closed' }],
      flags: [{ kind: 'disputed', resolvedAt: expect.any(String) }],
    })
    expect((await kinds(id)).filter((kind) => kind.startsWith('dispute'))).toEqual([
      'disputed',
      'dispute_closed',
    ])
  })

  test('that becomes a chargeback is logged again and lets nothing be refunded', async () => {
    const { id, disputeId } = await asked()
    const [flag] = await fixture.flagsOf(id)
    await fixture.admin.post(`/admin/orders/${id}/flags/${flag?.id}/resolve`, {})
    fixture.shop.pass(1)
    await local(`disputes/${disputeId}/escalate`)
    await deliverAbout(disputeId, 'the last first')
    expect(await fixture.detail(id)).toMatchObject({
      disputes: [{ status: 'needs_response' }],
      allowed: { refundCents: 0 },
    })
    expect((await fixture.flagsOf(id)).filter(({ resolvedAt }) => resolvedAt === null)).toHaveLength(1)
    expect((await kinds(id)).filter((kind) => kind === 'disputed')).toHaveLength(2)
  })
})

describe('the provider’s latest word about a dispute holds', () => {
  async function lost() {
    const order = await bought()
    const { id: disputeId } = await local(`charges/${await chargeOf(order.paymentReference)}/dispute`)
    await local(`disputes/${disputeId}/lose`)
    await deliverAbout(disputeId, 'as told')
    fixture.shop.pass(60 * 24 * 7)
    return { ...order, disputeId }
  }

  test.each([
    ['its webhooks', (id: string) => deliverAbout(id, 'as told')],
    ['its webhooks, the last first', (id: string) => deliverAbout(id, 'the last first')],
    ['the scheduled run', () => reconcileRefunds(fixture.shop.deps)],
  ])('lost, then won after all, told by %s', async (_, tell) => {
    const { id, disputeId } = await lost()
    await local(`disputes/${disputeId}/win`)
    for (let time = 0; time < 2; time++) await tell(disputeId)
    expect(await fixture.detail(id)).toMatchObject({
      disputes: [{ status: 'won' }],
      flags: [{ kind: 'disputed', resolvedAt: expect.any(String) }],
      allowed: { refundCents: TOTAL, refundOnlyInFull: false },
    })
    expect((await kinds(id)).filter((kind) => kind === 'dispute_closed')).toHaveLength(2)
  })

  test.each(['prevented', 'lost'])('a report of %s is replaced by nothing older', async (status) => {
    const order = await bought()
    const { id: disputeId } = await local(`charges/${await chargeOf(order.paymentReference)}/dispute`)
    const { events } = await fixture.provider()
    const opened = events.find(({ data }) => data.object['id'] === disputeId)
    const created = Number(opened?.created) + 60
    const later = {
      ...opened,
      id: `evt_${status}_${disputeId}`,
      created,
      data: { object: { ...opened?.data.object, status } },
    }
    expect((await fixture.shop.deliver(later as never)).status).toBe(200)
    await deliverAbout(disputeId, 'as told')
    expect(await fixture.detail(order.id)).toMatchObject({
      disputes: [{ status }],
      flags: [{ kind: 'disputed', resolvedAt: null }],
      allowed: { refundCents: 0 },
    })
    // The provider's own books are right in the end.
    fixture.shop.pass(2)
    await reconcileRefunds(fixture.shop.deps)
    expect(await fixture.detail(order.id)).toMatchObject({ disputes: [{ status: 'needs_response' }] })
  })

  test('a dispute that the card network blocked took nothing: it is won', async () => {
    const order = await bought()
    const { id: disputeId } = await local(`charges/${await chargeOf(order.paymentReference)}/dispute`)
    const { events } = await fixture.provider()
    const opened = events.find(({ data }) => data.object['id'] === disputeId)
    const payment_method_details = { type: 'card', card: { case_type: 'block' } }
    const object = { ...opened?.data.object, status: 'prevented', payment_method_details }
    await fixture.shop.deliver({ ...opened, id: `evt_block_${disputeId}`, data: { object } } as never)
    expect(await fixture.detail(order.id)).toMatchObject({
      disputes: [{ status: 'won' }],
      flags: [],
      allowed: { refundCents: TOTAL },
    })
  })

  test('a dispute that is won leaves the flag up while another one is open', async () => {
    const { id, disputeId } = await lost()
    const { events } = await fixture.provider()
    const opened = events.find(({ data }) => data.object['id'] === disputeId)
    const other = { ...opened?.data.object, id: `${disputeId}_2`, status: 'needs_response' }
    await fixture.shop.deliver({ ...opened, id: `evt_2_${disputeId}`, data: { object: other } } as never)
    await local(`disputes/${disputeId}/win`)
    await deliverAbout(disputeId, 'as told')
    expect(await fixture.flagsOf(id)).toMatchObject([{ kind: 'disputed', resolvedAt: null }])
  })
})

test('a paid session of other software on the account is no order of ours to rebuild', async () => {
  const session = await fixture.atProvider('/v1/checkout/sessions', {
    mode: 'payment',
    client_reference_id: 'cart_17',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '500',
    'line_items[0][price_data][product_data][name]': 'A mug',
    success_url: 'https://mugs.example/thanks',
    cancel_url: 'https://mugs.example/cart',
  })
  await fixture.shop.pay(session.id)
  fixture.shop.logged.length = 0
  await fixture.shop.scheduled()
  expect(fixture.shop.logged.filter(({ level }) => level === 'error')).toEqual([])
})
