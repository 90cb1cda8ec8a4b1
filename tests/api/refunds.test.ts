import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { PaymentsError } from '#api/platform/payments/payments.ts'
import { TIMEOUT_MS } from '#api/platform/payments/stripe.ts'
import { reconcileRefunds } from '#api/refunds/reconcile.ts'
import { feeRefundKey, unearnedFeeCents } from '#domain/order/promise.ts'
import { refunds } from '#drizzle/schema/checkout.ts'
import { whileMeeting } from '#tests/support/failing-call.ts'
import { letGoAfter } from '#tests/support/faulty-shop.ts'
import { type OrderFixture, openOrderFixture } from '#tests/support/order-fixture.ts'
import { refund } from '#tests/support/rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { signIn } from '#tests/support/staff.ts'
import { entriesOf } from '#tests/support/timeline.ts'

let fixture: OrderFixture
const TOTAL = 6358

const shop = await shareTestShop()

beforeEach(async () => {
  fixture = await openOrderFixture(shop)
})

/** The sum that the provider has given back of a payment, in cents. */
async function returned(paymentReference: string | null): Promise<number> {
  const { charges } = await fixture.provider()
  return charges.find((charge) => charge.payment_intent === paymentReference)?.amount_refunded ?? 0
}

/** Our books and the provider's agree about an order. */
async function expectBalanced(id: string, refundedCents: number) {
  const order = await fixture.row(id)
  expect(order).toMatchObject({
    refundedCents,
    paymentStatus: refundedCents === order.totalCents ? 'refunded' : 'paid',
  })
  expect(await returned(order.paymentReference)).toBe(refundedCents)
}

const allOfIt = { amountCents: TOTAL }
const kinds = async (id: string) => (await fixture.eventsOf(id)).map(({ kind }) => kind)

describe('by an admin', () => {
  test('refunds in parts up to the total, with an email to the buyer each, and refuses more', async () => {
    const { id } = await fixture.bought({ email: 'parts@example.com' })
    const first = await fixture.refund(id, { amountCents: 1000 })
    expect(first).toMatchObject({ status: 200, body: { status: 'succeeded', amountCents: 1000 } })
    await expectBalanced(id, 1000)
    expect((await fixture.detail(id)).allowed.refundCents).toBe(5358)
    await fixture.refund(id, { amountCents: 358 })
    await expectBalanced(id, 1358)
    expect(await fixture.refund(id, { amountCents: 5001 })).toMatchObject({
      status: 422,
      body: {
        error: { issues: [{ path: 'amountCents', message: 'At most $50.00 can be refunded.' }] },
      },
    })
    await fixture.refund(id, { amountCents: 5000 })
    await expectBalanced(id, TOTAL)
    expect((await fixture.refund(id, { amountCents: 1 })).body).toMatchObject({
      error: { code: 'not_refundable' },
    })
    expect((await kinds(id)).filter((kind) => kind.startsWith('refunded'))).toEqual([
      'refunded_in_part',
      'refunded_in_part',
      'refunded',
    ])
    expect((await fixture.detail(id)).refunds).toMatchObject(
      [1000, 358, 5000].map((amountCents) => ({
        amountCents,
        status: 'succeeded',
        byEmail: fixture.admin.person.email,
        reason: 'The roses were late',
      })),
    )
    await fixture.shop.settled()
    await fixture.shop.scheduled()
    const mails = (await fixture.shop.messages('parts@example.com')).filter(({ subject }) =>
      subject.startsWith('Refund sent'),
    )
    expect(mails.map(({ subject }) => /\$[\d.]+/.exec(subject)?.[0]).sort()).toEqual([
      '$10.00',
      '$3.58',
      '$50.00',
    ])
  })

  test('the same form twice is one refund with one email, concurrently and later', async () => {
    const { id } = await fixture.bought()
    const key = crypto.randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => fixture.refund(id, { key, amountCents: 700 })))
    answers.push(await fixture.refund(id, { key, amountCents: 700 }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1)
    await expectBalanced(id, 700)
    expect((await kinds(id)).filter((kind) => kind.startsWith('refund'))).toEqual([
      'refund_requested',
      'refunded_in_part',
    ])
    expect(await fixture.messagesOf(id, 'order-refunded')).toHaveLength(1)
  })

  test.each([1, 2, 3, 4, 5])(
    'the same form twice, the first one taken whole right before call %i of the second: one refund of everything',
    async (at) => {
      const { id } = await fixture.bought()
      const form = { key: crypto.randomUUID(), ...allOfIt }
      const answers: Awaited<ReturnType<typeof fixture.refund>>[] = []
      const click = async () => answers.push(await fixture.refund(id, form))
      await whileMeeting(fixture.shop, at, click, click)
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1)
      await expectBalanced(id, TOTAL)
    },
  )

  test('a form that was used for another refund is refused', async () => {
    const [one, two] = [await fixture.bought(), await fixture.bought()]
    const key = crypto.randomUUID()
    await fixture.refund(one.id, { key, amountCents: 700 })
    for (const answer of [
      await fixture.refund(one.id, { key, amountCents: 701 }),
      await fixture.refund(two.id, { key, amountCents: 700 }),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'refund_form_used' } } })
    }
    await expectBalanced(two.id, 0)
  })

  test('concurrent refunds never exceed what was paid', async () => {
    const { id } = await fixture.bought()
    const others = await Promise.all([1, 2, 3, 4, 5].map(() => signIn(fixture.shop)))
    const answers = await Promise.all(
      others.map((person) =>
        person.post(`/admin/orders/${id}/refunds`, {
          key: crypto.randomUUID(),
          amountCents: 2000,
          reason: 'Late',
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(2)
    await expectBalanced(id, 6000)
  })

  test('completed and delivered orders need an override', async () => {
    for (const status of ['completed', 'delivered']) {
      const { id } = await fixture.bought()
      await fixture.setStatus(id, status)
      expect((await fixture.detail(id)).allowed.refundNeedsOverride).toBe(true)
      expect(await fixture.refund(id)).toMatchObject({
        status: 409,
        body: { error: { code: 'refund_needs_override' } },
      })
      await expectBalanced(id, 0)
      expect((await fixture.refund(id, { override: true })).status).toBe(200)
      await expectBalanced(id, 1000)
    }
  })

  test('an order that is delivered at that moment is not refunded without it', async () => {
    const { id } = await fixture.bought()
    const answer = await whileMeeting(
      fixture.shop,
      3,
      () => fixture.setStatus(id, 'delivered'),
      () => fixture.refund(id),
    )
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'refund_needs_override' } } })
    await expectBalanced(id, 0)
  })

  test('a full refund resolves the flag', async () => {
    const { id } = await fixture.bought()
    await fixture.setStatus(id, 'cancelled')
    await fixture.refund(id, { amountCents: 1000 })
    expect(await fixture.flagsOf(id)).toMatchObject([{ kind: 'needs_refund', resolvedAt: null }])
    await fixture.refund(id, { amountCents: TOTAL - 1000 })
    expect(await fixture.flagsOf(id)).toMatchObject([{ resolvedAt: fixture.shop.clock.at.toISOString() }])
    expect((await fixture.detail(id)).allowed.delete).toBe(true)
  })

  test('an unpaid order is not refundable', async () => {
    const { id } = await fixture.placed()
    expect(await fixture.refund(id)).toMatchObject({
      status: 409,
      body: { error: { code: 'not_refundable' } },
    })
    expect((await fixture.refund('nothing')).status).toBe(404)
  })

  test.each([
    [{ amountCents: 0 }, 'amountCents', 'Please enter an amount'],
    [{ amountCents: -5 }, 'amountCents', 'Please enter an amount'],
    [{ amountCents: 10.5 }, 'amountCents', 'Please enter an amount'],
    [{ amountCents: '10' }, 'amountCents', 'Please enter an amount'],
    [{ reason: ' ' }, 'reason', 'Please give a reason'],
    [{ key: 'short' }, 'key', 'This form is out of date. Please reload it.'],
  ])('%j is refused', async (changes, path, message) => {
    expect(await fixture.refund('any', changes)).toMatchObject({
      status: 422,
      body: { error: { issues: [{ path, message }] } },
    })
  })
})

describe('of an assigned order', () => {
  const share = (shopOrderId: string, correctionCents: number) => ({
    shopOrderId,
    correctionCents,
    reason: 'The roses were late',
  })

  test('requires the change of the shop’s share and records it signed', async () => {
    const { id } = await fixture.bought()
    const shopOrderId = await fixture.assign(id, 5000)
    expect(await fixture.refund(id)).toMatchObject({
      status: 422,
      body: {
        error: { issues: [{ path: 'share', message: 'Please choose what happens to the shop’s share.' }] },
      },
    })
    await fixture.refund(id, { amountCents: 1000, share: share(shopOrderId, -800) })
    expect(await fixture.correctionsOf(shopOrderId)).toMatchObject([
      { amountCents: -800, reason: 'The roses were late', createdBy: fixture.admin.person.id },
    ])
    await fixture.refund(id, { amountCents: 500, share: share(shopOrderId, 0) })
    expect(await fixture.correctionsOf(shopOrderId)).toHaveLength(1)
    const shown = await fixture.detail(id)
    expect(shown.shopOrders).toMatchObject([
      { shopCostCents: 5000, corrections: [{ amountCents: -800, byEmail: fixture.admin.person.email }] },
    ])
    expect(entriesOf(shown, 'event').filter(({ kind }) => kind === 'refund_requested')).toMatchObject([
      { data: { shareCorrectionCents: -800 } },
      { data: { shareCorrectionCents: 0 } },
    ])
    await expectBalanced(id, 1500)
  })

  test.each([
    [-5001, "The shop's share is $50.00. Change it by between -$50.00 and $13.58."],
    [1359, "The shop's share is $50.00. Change it by between -$50.00 and $13.58."],
  ])('a share cannot change by %i', async (correctionCents, message) => {
    const { id } = await fixture.bought()
    const shopOrderId = await fixture.assign(id, 5000)
    expect(await fixture.refund(id, { share: share(shopOrderId, correctionCents) })).toMatchObject({
      status: 422,
      body: { error: { issues: [{ path: 'share.correctionCents', message }] } },
    })
    await expectBalanced(id, 0)
  })

  test('concurrent corrections never make the share negative', async () => {
    const { id } = await fixture.bought()
    const shopOrderId = await fixture.assign(id, 5000)
    const people = await Promise.all([1, 2, 3].map(() => signIn(fixture.shop)))
    const answers = await Promise.all(
      people.map((person) =>
        person.post(`/admin/orders/${id}/refunds`, {
          key: crypto.randomUUID(),
          amountCents: 100,
          reason: 'Late',
          share: share(shopOrderId, -2500),
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422])
    const sum = (await fixture.correctionsOf(shopOrderId)).reduce(
      (all, { amountCents }) => all + amountCents,
      0,
    )
    expect(sum).toBe(-5000)
  })

  test('the share of a shop that does not have it any more is refused', async () => {
    const { id } = await fixture.bought()
    const shopOrderId = await fixture.assign(id, 5000)
    const answer = await whileMeeting(
      fixture.shop,
      3,
      () => fixture.admin.post(`/admin/shop-orders/${shopOrderId}/unassign`, { version: 1 }),
      () => fixture.refund(id, { share: share(shopOrderId, -100) }),
    )
    expect(answer).toMatchObject({ status: 422, body: { error: { issues: [{ path: 'share' }] } } })
    await expectBalanced(id, 0)
    expect(await fixture.correctionsOf(shopOrderId)).toEqual([])
  })
})

describe('a provider that fails', () => {
  test.each(['hang', 'error-before', 'rate-limit'])(
    '%s: it is on its way, and made by the scheduled run',
    async (kind) => {
      const { id } = await fixture.bought()
      await fixture.setFault({ kind, only: 'refunds' })
      const key = crypto.randomUUID()
      const answer = await letGoAfter(TIMEOUT_MS, fixture.shop, fixture.refund(id, { ...allOfIt, key }))
      expect(answer).toMatchObject({ status: 200, body: { status: 'pending' } })
      await expectBalanced(id, 0)
      // A refund on its way is not given a second time.
      expect((await fixture.detail(id)).allowed).toMatchObject({ refundCents: 0, delete: false })
      expect((await fixture.refund(id, { amountCents: 1 })).status).toBe(422)
      await fixture.setFault({ kind: 'none' })
      fixture.shop.pass(1)
      await fixture.shop.scheduled()
      await expectBalanced(id, TOTAL)
      expect((await fixture.refund(id, { ...allOfIt, key })).body).toMatchObject({ status: 'succeeded' })
      expect(await fixture.refundsOf(id)).toHaveLength(1)
      expect((await fixture.eventsOf(id)).at(-1)).toMatchObject({ kind: 'refunded', actor: 'provider' })
    },
  )

  test.each(['lost-answer', 'error-after'])('%s: it is made once', async (kind) => {
    const { id } = await fixture.bought()
    await fixture.setFault({ kind, only: 'refunds' })
    const key = crypto.randomUUID()
    expect((await fixture.refund(id, { amountCents: 900, key })).body).toMatchObject({ status: 'pending' })
    await fixture.setFault({ kind: 'none' })
    expect((await fixture.refund(id, { amountCents: 900, key })).body).toMatchObject({ status: 'succeeded' })
    fixture.shop.pass(1)
    await fixture.shop.scheduled()
    await fixture.deliverAll('refund.created', 'charge.refunded')
    await expectBalanced(id, 900)
    expect(await fixture.refundsOf(id)).toHaveLength(1)
    expect((await kinds(id)).filter((each) => each === 'refunded_in_part')).toHaveLength(1)
  })

  test('a lost answer, asked for again when the provider has forgotten the key: still one', async () => {
    const { id } = await fixture.bought()
    const { clock } = fixture.shop
    const { at } = clock
    await fixture.setFault({ kind: 'lost-answer', only: 'refunds' })
    expect((await fixture.refund(id, { amountCents: 900 })).body).toMatchObject({ status: 'pending' })
    await fixture.setFault({ kind: 'none' })
    fixture.shop.pass(25 * 60)
    await reconcileRefunds(fixture.shop.deps)
    await expectBalanced(id, 900)
    clock.at = at
  })

  test('refunds pending for days do not delay an unanswered one', async () => {
    const [slow, { id }] = [await fixture.bought(), await fixture.bought()]
    const at = new Date(fixture.shop.clock.at.getTime() - 3_600_000).toISOString()
    await fixture.shop.db.insert(refunds).values(
      Array.from({ length: 20 }, (_, n) => ({
        id: `slow-${n}`,
        orderId: slow.id,
        providerRefundId: `re_slow_${n}`,
        idempotencyKey: `key-of-the-slow-refund-${n}`,
        amountCents: 1,
        reason: 'Late',
        createdAt: at,
        updatedAt: at,
      })),
    )
    await fixture.setFault({ kind: 'error-before', only: 'refunds' })
    expect((await fixture.refund(id, { amountCents: 900 })).body).toMatchObject({ status: 'pending' })
    await fixture.setFault({ kind: 'none' })
    fixture.shop.pass(1)
    await reconcileRefunds(fixture.shop.deps)
    await expectBalanced(id, 900)
    await fixture.shop.db.delete(refunds).where(eq(refunds.orderId, slow.id))
  })

  test('one that refuses: nothing is given, the reason is kept, and another try is possible', async () => {
    const { id, paymentReference } = await fixture.bought()
    // Behind our back, so that our books still think there is something to give.
    await fixture.atProvider('/v1/refunds', { payment_intent: String(paymentReference), amount: '6000' })
    const answer = await fixture.refund(id, { amountCents: 5000 })
    expect(answer.body).toMatchObject({ status: 'failed' })
    expect((await fixture.refundsOf(id))[0]).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('greater than unrefunded amount'),
    })
    // A refund given at the provider is in our books by now.
    await fixture.shop.settled()
    await expectBalanced(id, 6000)
    expect((await fixture.refund(id, { amountCents: 358 })).body).toMatchObject({ status: 'succeeded' })
    await expectBalanced(id, TOTAL)
  })
})

test('a refund refused because another call made it is recorded', async () => {
  const { id } = await fixture.bought()
  const { payments } = fixture.shop.deps
  const { createRefund } = payments
  payments.createRefund = async (...call) => {
    await createRefund(...call)
    throw new PaymentsError('rejected', 'Refund amount is greater than unrefunded amount')
  }
  const answer = await fixture.refund(id, { amountCents: 500 })
  payments.createRefund = createRefund
  expect(answer.status).toBe(200)
  await fixture.shop.settled()
  expect(await fixture.refundsOf(id)).toMatchObject([{ amountCents: 500, status: 'succeeded' }])
  await expectBalanced(id, 500)
})

describe('made elsewhere', () => {
  const elsewhere = async (paymentReference: string | null, amount: number) =>
    fixture.atProvider('/v1/refunds', { payment_intent: String(paymentReference), amount: String(amount) })

  test.each([
    ['refund.created', ['refund.created']],
    ['charge.refunded', ['charge.refunded']],
    ['both, and both again', ['refund.created', 'charge.refunded', 'refund.created', 'charge.refunded']],
  ])('learned by %s', async (_, types) => {
    const { id, paymentReference } = await fixture.bought()
    await elsewhere(paymentReference, 1500)
    await elsewhere(paymentReference, 500)
    for (const type of types) await fixture.deliverAll(type)
    await expectBalanced(id, 2000)
    expect(await fixture.refundsOf(id)).toMatchObject(
      [1500, 500].map((amountCents) => ({
        amountCents,
        status: 'succeeded',
        requestedBy: null,
        reason: 'Made at the payment provider',
      })),
    )
    expect(await fixture.messagesOf(id, 'order-refunded')).toHaveLength(2)
    expect((await kinds(id)).filter((kind) => kind === 'refunded_in_part')).toHaveLength(2)
  })

  test('learned by the scheduled run when no webhook comes, once', async () => {
    const { id, paymentReference } = await fixture.bought()
    await elsewhere(paymentReference, TOTAL)
    await fixture.shop.scheduled()
    await fixture.shop.scheduled()
    await expectBalanced(id, TOTAL)
    expect((await kinds(id)).filter((kind) => kind === 'refunded')).toHaveLength(1)
  })

  test('webhook, scheduled run and admin at the same time: each refund once', async () => {
    const { id, paymentReference } = await fixture.bought()
    await elsewhere(paymentReference, 300)
    await Promise.all([
      fixture.deliverAll('refund.created'),
      fixture.deliverAll('charge.refunded'),
      fixture.shop.scheduled(),
      fixture.refund(id, { amountCents: 200 }),
    ])
    await fixture.shop.scheduled()
    await expectBalanced(id, 500)
    expect((await kinds(id)).filter((kind) => kind === 'refunded_in_part')).toHaveLength(2)
  })

  test('a refund event of an unknown payment is acknowledged and ignored', async () => {
    const { shop } = fixture
    const { events } = await fixture.provider()
    const known = events.find(({ type }) => type === 'refund.created')
    const { body, status } = await shop.deliver({
      id: 'evt_other',
      type: 'refund.created',
      created: 1,
      data: { object: { ...known?.data.object, id: 're_other', payment_intent: 'pi_other', metadata: {} } },
    } as never)
    expect([status, body]).toMatchObject([200, { outcome: 'ignored' }])
  })

  /** News of a refund as the provider sends them, with another status. */
  async function news(refundId: string, id: string, status: string, failure?: string) {
    const { events } = await fixture.provider()
    const known = events.find(({ type, data }) => type === 'refund.created' && data.object['id'] === refundId)
    return fixture.shop.deliver({
      id,
      type: 'refund.updated',
      created: 1,
      data: { object: { ...known?.data.object, status, ...(failure && { failure_reason: failure }) } },
    } as never)
  }

  test('a bank that sends it back: the money is ours again and still owed, the share as it was', async () => {
    const { id } = await fixture.bought()
    const shopOrderId = await fixture.assign(id, 5000)
    await fixture.refund(id, {
      ...allOfIt,
      share: { shopOrderId, correctionCents: -5000, reason: 'Never delivered' },
    })
    const [refund] = await fixture.refundsOf(id)
    const providerId = String(refund?.providerRefundId)
    for (let n = 0; n < 2; n++) await news(providerId, 'evt_back', 'failed', 'lost_or_stolen_card')
    expect(await fixture.row(id)).toMatchObject({ paymentStatus: 'paid', refundedCents: 0 })
    expect(await fixture.refundsOf(id)).toMatchObject([{ status: 'failed', failure: 'lost_or_stolen_card' }])
    expect(await fixture.flagsOf(id)).toMatchObject([{ kind: 'needs_refund', resolvedAt: null }])
    expect((await fixture.correctionsOf(shopOrderId)).map(({ amountCents }) => amountCents).sort()).toEqual([
      -5000, 5000,
    ])
    // Cancelling and un-cancelling takes down only what the cancelling put up.
    await fixture.setStatus(id, 'cancelled')
    await fixture.setStatus(id, 'confirmed')
    expect(await fixture.flagsOf(id)).toMatchObject([{ kind: 'needs_refund', resolvedAt: null }])
    // Old news that comes late changes nothing.
    await news(providerId, 'evt_late', 'succeeded')
    await news(providerId, 'evt_later', 'pending')
    expect(await fixture.row(id)).toMatchObject({ paymentStatus: 'paid', refundedCents: 0 })
  })

  test('a slow refund is pending, then succeeds', async () => {
    const { id, paymentReference } = await fixture.bought()
    const { id: providerId } = await elsewhere(paymentReference, 1000)
    await news(providerId, 'evt_pending', 'pending')
    expect(await fixture.refundsOf(id)).toMatchObject([{ status: 'pending', providerRefundId: providerId }])
    expect(await fixture.row(id)).toMatchObject({ refundedCents: 0 })
    expect((await fixture.detail(id)).allowed.refundCents).toBe(TOTAL - 1000)
    // The scheduled run asks about it, and asks nobody for another one.
    fixture.shop.pass(1)
    await fixture.shop.scheduled()
    await expectBalanced(id, 1000)
    expect(await fixture.refundsOf(id)).toHaveLength(1)
  })
})

describe('disputes', () => {
  const dispute = async () => {
    const bought = await fixture.bought()
    const { charges } = await fixture.provider()
    const charge = charges.find(({ payment_intent }) => payment_intent === bought.paymentReference)
    const opened = await fetch(`${fixture.shop.payments.url}/_local/charges/${charge?.id}/dispute`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
    if (!opened.ok) throw new Error(await opened.text())
    return bought
  }
  const closed = async (paymentReference: string | null, how: 'win' | 'lose') => {
    const { events } = await fixture.provider()
    const opened = events.find(
      ({ type, data }) =>
        type === 'charge.dispute.created' && data.object['payment_intent'] === paymentReference,
    )
    const dispute = `${fixture.shop.payments.url}/_local/disputes/${opened?.data.object['id']}/${how}`
    expect((await fetch(dispute, { method: 'POST' })).ok).toBe(true)
  }

  test.each(['webhook', 'scheduled run'])('learned by %s: flagged once', async (way) => {
    const { id } = await dispute()
    for (let n = 0; n < 2; n++) {
      await (way === 'webhook' ? fixture.deliverAll('charge.dispute.created') : fixture.shop.scheduled())
    }
    expect(await fixture.flagsOf(id)).toMatchObject([
      { kind: 'disputed', detail: 'fraudulent, $63.58', resolvedAt: null },
    ])
    expect((await kinds(id)).filter((kind) => kind === 'disputed')).toHaveLength(1)
    await fixture.setStatus(id, 'cancelled')
    expect((await fixture.detail(id)).allowed.delete).toBe(false)
  })

  test('a won dispute resolves the flag, a lost one keeps it, and older events change nothing', async () => {
    const [won, lost] = [await dispute(), await dispute()]
    await fixture.deliverAll('charge.dispute.created')
    await closed(won.paymentReference, 'win')
    await closed(lost.paymentReference, 'lose')
    await fixture.deliverAll('charge.dispute.closed')
    await fixture.deliverAll('charge.dispute.created')
    await fixture.shop.scheduled()
    expect(await fixture.flagsOf(won.id)).toMatchObject([{ resolvedAt: expect.any(String) }])
    expect(await fixture.flagsOf(lost.id)).toMatchObject([{ resolvedAt: null }])
    for (const { id } of [won, lost]) {
      expect((await kinds(id)).slice(-2)).toEqual(['disputed', 'dispute_closed'])
    }
  })
})

test('a delivery fee is given back once, and no more than is left beside pending refunds', async () => {
  const { row } = fixture
  const order = await row((await fixture.bought()).id)
  const besides = (amountCents: number, idempotencyKey: string) =>
    unearnedFeeCents({
      order,
      refunds: [refund({ orderId: order.id, amountCents, idempotencyKey })],
      disputes: [],
    })
  const fee = unearnedFeeCents({ order, refunds: [], disputes: [] })
  expect(fee).toBeGreaterThan(0)
  expect(besides(TOTAL - fee, 'another')).toBe(fee)
  expect(besides(TOTAL - fee + 1, 'another')).toBe(fee - 1)
  expect(besides(1, feeRefundKey(order.id))).toBe(0)
})
