import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { endStoppedSessions, MAX_EXPIRED_SESSIONS } from '#api/orders/reconcile.ts'
import { TIMEOUT_MS } from '#api/platform/payments/stripe.ts'
import { checkoutSessions } from '#drizzle/schema/checkout.ts'
import { orders } from '#drizzle/schema/orders.ts'
import type { FaultKind } from '#local/faults.ts'
import type { MarketDetail } from '#src/admin/markets/queries.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { whileFailing, whileMeeting } from '#tests/support/failing-call.ts'
import { letGoAfter } from '#tests/support/faulty-shop.ts'
import { type OrderFixture, openOrderFixture } from '#tests/support/order-fixture.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

// Pausing a market means stop: nobody is sent to pay any more, and who has been sent cannot pay for long.

const shop = await shareTestShop()
let fixture: OrderFixture
const REASON = 'Snow. Even we stay in.'
const FRISCO = { zip: '94103', city: 'San Francisco', state: 'CA' }

beforeEach(async () => {
  fixture = await openOrderFixture(shop)
})

const send = (request: unknown) => fixture.shop.post('/create-checkout-session', request)

async function save(changes: Partial<MarketDetail>, id = 'market-nyc') {
  const { body } = await fixture.admin.get(`/admin/markets/${id}`)
  const { name, zipCodes, timeZone, openingHours, pausedReason, closedDates, version } = body as MarketDetail
  const form = { name, zipCodes, timeZone, openingHours, pausedReason, closedDates, version, ...changes }
  return fixture.admin.put(`/admin/markets/${id}`, form)
}
const pause = (pausedReason = REASON) => save({ pausedReason })
const unpause = () => save({ pausedReason: null })

/** Pauses the market while the provider cannot be reached, so that nothing is ended there yet. */
async function pauseUnheard() {
  fault('error-before')
  expect((await pause()).status).toBe(200)
  await fixture.shop.settled()
  fault('none')
}

function fault(kind: FaultKind, times?: number) {
  fixture.shop.payments.setFault({ kind, only: 'expire', ...(times !== undefined && { times }) })
}

async function placedWith(customerInfo: object = {}) {
  const request = checkoutRequest({ customerInfo })
  const { status, body } = await send(request)
  if (status !== 200) throw new Error(JSON.stringify(body))
  const sessionId = String(body['sessionId'])
  const [order] = await fixture.shop.db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId))
  return { request, sessionId, id: String(order?.id) }
}

const statusAtProvider = async (sessionId: string) =>
  (await fixture.shop.deps.payments.retrieveSession(sessionId)).status
const stoppedSessions = async () =>
  (await fixture.shop.db.select().from(checkoutSessions)).filter(({ stoppedAt }) => stoppedAt !== null)
// The end of an unpaid order is named by its reason.
const kinds = async (id: string) => (await fixture.eventsOf(id)).map(({ kind, data }) => data['why'] ?? kind)
const eventAbout = async (type: string, sessionId: string) => {
  const event = (await fixture.shop.events(type)).find(({ data }) => data.object.id === sessionId)
  if (!event) throw new Error(`The provider told of no ${type}`)
  return event
}

const CLOSED = {
  status: 409,
  body: {
    error: {
      code: 'option_closed',
      message: REASON,
      issues: [{ path: 'deliveryDetails.option', message: REASON }],
    },
  },
}

describe('pausing a market', () => {
  test('marks its open sessions with the same save, and nobody is sent to them again', async () => {
    const { request, sessionId, id } = await placedWith()
    await pauseUnheard()
    expect(await stoppedSessions()).toMatchObject([
      { sessionId, status: 'open', stoppedAt: fixture.shop.clock.at.toISOString() },
    ])
    for (let time = 0; time < 2; time++) expect(await send(request)).toMatchObject(CLOSED)
    expect(await fixture.eventsOf(id)).toMatchObject([
      { kind: 'placed' },
      { kind: 'checkout_opened' },
      {
        kind: 'checkout_stopped',
        actor: 'admin',
        actorId: fixture.admin.person.id,
        data: { reason: REASON },
      },
    ])
  })

  test('says so although the provider is away', async () => {
    const { request } = await placedWith()
    fixture.shop.payments.setFault({ kind: 'error-before' })
    await pause()
    expect(await send(request)).toMatchObject(CLOSED)
    fixture.shop.payments.setFault({ kind: 'none' })
  })

  test('ends them at the provider at once, and cancels their orders', async () => {
    const { sessionId, id } = await placedWith()
    await pause()
    await fixture.shop.settled()
    expect(await statusAtProvider(sessionId)).toBe('expired')
    expect(await fixture.row(id)).toMatchObject({ status: 'cancelled', paymentStatus: 'failed' })
    expect(await kinds(id)).toEqual(['placed', 'checkout_opened', 'checkout_stopped', 'expired'])
  })

  test('leaves other markets, and orders that are paid, as they are', async () => {
    const frisco = await placedWith(FRISCO)
    const paid = await fixture.bought()
    await pause()
    await fixture.shop.settled()
    await fixture.shop.scheduled()
    expect(await stoppedSessions()).toEqual([])
    expect(await statusAtProvider(frisco.sessionId)).toBe('open')
    expect((await send(frisco.request)).body).toMatchObject({ sessionId: frisco.sessionId })
    expect(await fixture.row(paid.id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
    expect(await fixture.flagsOf(paid.id)).toEqual([])
  })

  test('marks nothing when the save fails', async () => {
    await placedWith()
    await whileFailing(fixture.shop, { at: 4 }, () => pause())
    expect(await stoppedSessions()).toEqual([])
    const market = (await fixture.admin.get('/admin/markets/market-nyc')).body as MarketDetail
    expect(market.pausedReason).toBeNull()
  })

  test('twice, or for another reason, is told once', async () => {
    const { id } = await placedWith()
    await pauseUnheard()
    await pause('Still snow.')
    await fixture.shop.settled()
    await fixture.shop.scheduled()
    expect(await kinds(id)).toEqual(['placed', 'checkout_opened', 'checkout_stopped', 'expired'])
  })
})

describe('a provider that fails while sessions are ended', () => {
  test.each(['error-before', 'error-after', 'lost-answer', 'rate-limit', 'hang'] as const)(
    '%s: the next run ends them',
    async (kind) => {
      const { sessionId, id } = await placedWith()
      fault(kind)
      await pause()
      await letGoAfter(TIMEOUT_MS, fixture.shop, fixture.shop.settled())
      fault('none')
      await fixture.shop.scheduled()
      expect(await statusAtProvider(sessionId)).toBe('expired')
      expect(await fixture.row(id)).toMatchObject({ status: 'cancelled', paymentStatus: 'failed' })
      expect(await kinds(id)).toEqual(['placed', 'checkout_opened', 'checkout_stopped', 'expired'])
    },
  )

  test('more sessions than a run takes are ended within two runs', async () => {
    const aRun = 5
    for (let n = 0; n < 6; n++) await placedWith({ email: `sam${n}@example.com` })
    await pauseUnheard()
    const before = fixture.shop.requests()
    await endStoppedSessions(fixture.shop.deps, aRun)
    expect(((fixture.shop.requests() - before) / aRun) * MAX_EXPIRED_SESSIONS).toBeLessThan(500)
    expect(await fixture.shop.db.$count(orders, eq(orders.status, 'cancelled'))).toBe(aRun)
    await endStoppedSessions(fixture.shop.deps, aRun)
    expect(await fixture.shop.db.$count(orders, eq(orders.status, 'cancelled'))).toBe(6)
    const { sessions } = await fixture.shop.deps.payments.listSessions(new Date(0), null)
    expect(new Set(sessions.map(({ status }) => status))).toEqual(new Set(['expired']))
  })

  test('a session that the provider does not know holds up no other', async () => {
    const [lost, other] = [await placedWith(), await placedWith({ email: 'kim@example.com' })]
    await pauseUnheard()
    await fixture.shop.db
      .update(checkoutSessions)
      .set({ sessionId: 'cs_test_of_another_account' })
      .where(eq(checkoutSessions.sessionId, lost.sessionId))
    await fixture.shop.scheduled()
    expect(await statusAtProvider(other.sessionId)).toBe('expired')
  })
})

describe('one that is paid meanwhile', () => {
  const expectHonoured = async (id: string) => {
    await fixture.shop.settled()
    await fixture.shop.scheduled()
    await fixture.shop.scheduled()
    expect(await fixture.row(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
    expect(await fixture.flagsOf(id)).toMatchObject([{ kind: 'paid_while_paused', resolvedAt: null }])
    expect(await kinds(id)).toEqual(['placed', 'checkout_opened', 'checkout_stopped', 'paid'])
    expect(await fixture.messagesOf(id, 'order-confirmation')).toHaveLength(1)
  }

  test('is honored and flagged when its webhook comes', async () => {
    const { sessionId, id } = await placedWith()
    await pauseUnheard()
    await fixture.shop.pay(sessionId)
    const event = await eventAbout('checkout.session.completed', sessionId)
    for (let time = 0; time < 2; time++) expect((await fixture.shop.deliver(event)).status).toBe(200)
    await expectHonoured(id)
  })

  test('is honored and flagged when it is found paid as it is to be ended', async () => {
    const { sessionId, id } = await placedWith()
    await fixture.shop.pay(sessionId)
    await pause()
    await expectHonoured(id)
  })

  test('is honored and flagged once when webhook, look-up and two runs find it at the same time', async () => {
    const { sessionId, id } = await placedWith()
    await pauseUnheard()
    await fixture.shop.pay(sessionId)
    const event = await eventAbout('checkout.session.completed', sessionId)
    await Promise.all([
      fixture.shop.deliver(event),
      fixture.shop.scheduled(),
      fixture.shop.post('/get-order-details', { sessionId }),
      fixture.shop.scheduled(),
      fixture.shop.deliver(event),
    ])
    await expectHonoured(id)
  })

  test('leads to the thanks when the same form is sent again', async () => {
    const { request, sessionId, id } = await placedWith()
    await pauseUnheard()
    await fixture.shop.pay(sessionId)
    const { status, body } = await send(request)
    expect([status, body['url']]).toEqual([200, `http://localhost:8787/thank-you?session_id=${sessionId}`])
    await expectHonoured(id)
  })

  test('can be marked as settled and does not come back', async () => {
    const { sessionId, id } = await placedWith()
    await fixture.shop.pay(sessionId)
    await pause()
    await expectHonoured(id)
    const [flag] = await fixture.flagsOf(id)
    await fixture.admin.post(`/admin/orders/${id}/flags/${flag?.id}/resolve`, {})
    await fixture.shop.deliver(await eventAbout('checkout.session.completed', sessionId))
    await fixture.shop.scheduled()
    expect(await fixture.flagsOf(id)).toMatchObject([{ resolvedAt: expect.any(String) }])
  })
})

test('its end is recorded once when the webhook about it comes while it is ended', async () => {
  const { sessionId, id } = await placedWith()
  await pauseUnheard()
  await fixture.shop.deps.payments.expireSession(sessionId)
  const event = await eventAbout('checkout.session.expired', sessionId)
  await Promise.all([fixture.shop.deliver(event), fixture.shop.scheduled(), fixture.shop.deliver(event)])
  await fixture.shop.scheduled()
  expect(await fixture.row(id)).toMatchObject({ status: 'cancelled', paymentStatus: 'failed' })
  expect(await kinds(id)).toEqual(['placed', 'checkout_opened', 'checkout_stopped', 'expired'])
})

describe('a form that is sent at that moment', () => {
  // Reading, storing; then the provider, and the session is recorded.
  test.each([
    [2, []],
    [3, ['expired']],
  ])('and meets the pause at database call %i is told why and leaves nothing open', async (call, ended) => {
    const request = checkoutRequest()
    const answer = await whileMeeting(fixture.shop, call, pause, () => send(request))
    expect(answer).toMatchObject(CLOSED)
    await fixture.shop.settled()
    await fixture.shop.scheduled()
    const { sessions } = await fixture.shop.deps.payments.listSessions(new Date(0), null)
    expect(sessions.map(({ status }) => status)).toEqual(ended)
    const all = await fixture.shop.db.select().from(orders)
    expect(all).toMatchObject([{ status: 'cancelled', paymentStatus: 'failed' }])
  })

  test('and meets it as the provider has failed and is asked again is told why', async () => {
    fixture.shop.payments.setFault({ kind: 'error-before', only: 'create', times: 1 })
    // Reading, storing; then the provider, and another session is stored.
    expect(await whileMeeting(fixture.shop, 3, pause, () => send(checkoutRequest()))).toMatchObject(CLOSED)
    await fixture.shop.settled()
    await fixture.shop.scheduled()
    const { sessions } = await fixture.shop.deps.payments.listSessions(new Date(0), null)
    expect(sessions).toEqual([])
    const [order, ...more] = await fixture.shop.db.select().from(orders)
    expect([order, more]).toMatchObject([{ status: 'cancelled', paymentStatus: 'failed' }, []])
    expect(await kinds(String(order?.id))).toEqual(['placed', 'checkout_stopped', 'not_opened'])
  })
})

describe('a market that is open again', () => {
  test('opens new sessions; what was stopped stays ended', async () => {
    const { request, sessionId, id } = await placedWith()
    await pauseUnheard()
    await unpause()
    const { status, body } = await send(request)
    expect(status).toBe(200)
    const next = String(body['sessionId'])
    expect(next).not.toBe(sessionId)
    expect(await statusAtProvider(sessionId)).toBe('expired')
    expect(await fixture.row(id)).toMatchObject({ status: 'cancelled', paymentStatus: 'failed' })
    await fixture.shop.pay(next)
    await fixture.shop.deliver(await eventAbout('checkout.session.completed', next))
    await fixture.shop.scheduled()
    const all = await fixture.shop.db.select().from(orders).orderBy(asc(orders.status))
    expect(all).toMatchObject([
      { status: 'cancelled', paymentStatus: 'failed' },
      { status: 'confirmed', paymentStatus: 'paid' },
    ])
    expect(await fixture.flagsOf(String(all[1]?.id))).toEqual([])
  })

  test('still ends what was stopped and not ended yet', async () => {
    const { sessionId } = await placedWith()
    await pauseUnheard()
    await unpause()
    await fixture.shop.scheduled()
    expect(await statusAtProvider(sessionId)).toBe('expired')
  })
})
