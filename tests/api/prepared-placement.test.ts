import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { endAttempt } from '#api/checkout/end-attempt.ts'
import { readPrepared } from '#api/prepared-checkouts/queries.ts'
import { agentPlatforms, agentReplies, preparedCheckouts } from '#drizzle/schema/agents.ts'
import { checkoutAttempts, checkoutSessions } from '#drizzle/schema/checkout.ts'
import { orderEvents, orders } from '#drizzle/schema/orders.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { whileMeeting } from '#tests/support/failing-call.ts'
import { prepareCheckout } from '#tests/support/prepared-checkout.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

// A buyer places the order of a checkout that a platform has prepared: its id is the key of their attempt.

const shop = await shareTestShop()

async function place(attemptKey: string, changes: Parameters<typeof checkoutRequest>[0] = {}) {
  const { status, body } = await shop.post(
    '/create-checkout-session',
    checkoutRequest({ ...changes, attemptKey }),
  )
  await shop.settled()
  const error = body['error'] as { code: string; message: string; paidOrder?: object } | undefined
  return { status, error, sessionId: String(body['sessionId']), url: String(body['url']) }
}
const cancel = (id: string) =>
  shop.db
    .update(preparedCheckouts)
    .set({ canceledAt: shop.clock.at.toISOString() })
    .where(eq(preparedCheckouts.id, id))
const block = (id: string) =>
  shop.db
    .update(agentPlatforms)
    .set({ blockedAt: shop.clock.at.toISOString(), blockedBy: 'user-1' })
    .where(eq(agentPlatforms.id, id))
const statusAtProvider = async (sessionId: string) =>
  (await shop.deps.payments.retrieveSession(sessionId)).status
const whyEnded = async () =>
  (await shop.db.select().from(orderEvents).where(eq(orderEvents.kind, 'session_ended'))).map(
    ({ data }) => data['why'],
  )
const OVER = { status: 409, error: { code: 'checkout_over' } }

describe('the order of a prepared checkout', () => {
  test('is one, however often its buyer presses, and knows the platform', async () => {
    const { id, platformId } = await prepareCheckout(shop)
    const answers = await Promise.all([place(id), place(id), place(id)])
    expect(new Set(answers.map(({ sessionId }) => sessionId)).size).toBe(1)
    const stored = await shop.db.select().from(orders)
    expect(stored).toMatchObject([{ agentPlatformId: platformId, totalCents: 6358 }])
    expect(await readPrepared(shop.db, { id })).toMatchObject({
      platform: { id: platformId },
      placed: { order: { id: stored[0]?.id }, item: { sku: 'FLOWER-001' }, paid: false, waiting: true },
    })
  })

  test('takes its place as a changed form does: of two tabs, the last one can be paid', async () => {
    const { id, platformId } = await prepareCheckout(shop)
    const first = await place(id)
    const second = await place(id, { customerInfo: { note: 'I was wrong about the sofa, too.' } })
    expect(second.status).toBe(200)
    expect([await statusAtProvider(first.sessionId), await statusAtProvider(second.sessionId)]).toEqual([
      'expired',
      'open',
    ])
    const stored = await shop.db.select().from(orders)
    expect(stored.map(({ agentPlatformId }) => agentPlatformId)).toEqual([platformId, platformId])
    expect(stored.filter(({ paymentStatus }) => paymentStatus === 'pending')).toHaveLength(1)
  })

  test('needs as many round trips as any other one, and any other one has no platform', async () => {
    const trips = async (key: string) => {
      const before = shop.requests()
      expect((await place(key)).status).toBe(200)
      return shop.requests() - before
    }
    const { id } = await prepareCheckout(shop)
    expect([await trips(id), await trips(crypto.randomUUID())]).toEqual([3, 3])
    const stored = await shop.db.select().from(orders)
    expect(stored.filter(({ agentPlatformId }) => agentPlatformId === null)).toHaveLength(1)
  })

  test('is placed after the checkout has expired: its buyer had it open', async () => {
    const { id } = await prepareCheckout(shop)
    shop.pass(7 * 60)
    expect((await place(id, { deliveryDetails: { option: 'tomorrow' } })).status).toBe(200)
  })

  test('that is paid is not named to who has the key, which the platform has, and is not bought twice', async () => {
    const { id } = await prepareCheckout(shop)
    const first = await place(id)
    await shop.pay(first.sessionId)
    const other = await place(id, { customerInfo: { note: 'Somebody else asks' } })
    expect(other).toMatchObject({ status: 409, error: { code: 'already_paid' } })
    expect(other.error?.paidOrder).toBeUndefined()
    expect(JSON.stringify(other)).not.toContain(first.sessionId)
    // The same filled-in form is its buyer's.
    expect(await place(id)).toMatchObject({ status: 200, sessionId: first.sessionId })
    expect(await shop.db.$count(orders)).toBe(1)
    expect(await readPrepared(shop.db, { id })).toMatchObject({ placed: { paid: true, waiting: false } })
  })

  test('that was refunded is not placed again', async () => {
    const { id } = await prepareCheckout(shop)
    const { sessionId } = await place(id)
    await shop.pay(sessionId)
    for (const event of await shop.events('checkout.session.completed')) await shop.deliver(event)
    await shop.db.update(orders).set({ paymentStatus: 'refunded', refundedCents: 6358 })
    expect(await place(id)).toMatchObject(OVER)
    expect(await shop.db.$count(orders)).toBe(1)
    expect(await readPrepared(shop.db, { id })).toMatchObject({ placed: { paid: true } })
  })
})

describe('a checkout that is over', () => {
  test('orders nothing once it is canceled', async () => {
    const { id } = await prepareCheckout(shop)
    await cancel(id)
    const refused = await place(id)
    expect(refused).toMatchObject(OVER)
    expect(refused.error?.message).toBe(
      'This prepared checkout was canceled. Nothing was ordered or charged. Please start again in our shop.',
    )
    expect([await shop.db.$count(orders), await shop.db.$count(checkoutSessions)]).toEqual([0, 0])
  })

  test('orders nothing while its platform is blocked, and another platform’s does', async () => {
    const [one, other] = [await prepareCheckout(shop), await prepareCheckout(shop)]
    await block(one.platformId)
    expect(await place(one.id)).toMatchObject(OVER)
    expect((await place(other.id)).status).toBe(200)
  })

  test('ends the order that waits for its payment when its buyer presses again', async () => {
    const { id, platformId } = await prepareCheckout(shop)
    const { sessionId } = await place(id)
    await block(platformId)
    expect(await place(id)).toMatchObject(OVER)
    expect(await statusAtProvider(sessionId)).toBe('expired')
    expect(await shop.db.select().from(orders)).toMatchObject([{ paymentStatus: 'failed' }])
    expect(await whyEnded()).toEqual(['checkout_over'])
  })

  test('does not say that nothing was charged of one that was paid a moment ago', async () => {
    const { id } = await prepareCheckout(shop)
    const { sessionId } = await place(id)
    await shop.pay(sessionId)
    await cancel(id)
    expect(await place(id)).toMatchObject({ status: 409, error: { code: 'already_paid' } })
    expect(await shop.db.select().from(orders)).toMatchObject([{ paymentStatus: 'paid' }])
  })

  test('that is canceled while its order is being stored leaves nothing that can be paid', async () => {
    const { id } = await prepareCheckout(shop)
    // Calls of the database: read, stored.
    const refused = await whileMeeting(
      shop,
      2,
      async () => {
        await cancel(id)
        await endAttempt(shop.deps, id)
      },
      () => place(id),
    )
    expect(refused).toMatchObject(OVER)
    expect(await shop.db.select().from(orders)).toMatchObject([{ paymentStatus: 'failed' }])
    expect((await shop.providerState()).sessions).toEqual([])
  })

  test('that is canceled while its session is being opened gives nobody the address', async () => {
    const { id } = await prepareCheckout(shop)
    const refused = await whileMeeting(
      shop,
      3,
      async () => {
        await cancel(id)
        await endAttempt(shop.deps, id)
      },
      () => place(id),
    )
    expect(refused).toMatchObject(OVER)
    expect(await shop.db.select().from(orders)).toMatchObject([{ paymentStatus: 'failed' }])
    expect(await whyEnded()).toEqual(['checkout_over'])
  })
})

describe('the end of an attempt', () => {
  test('is none where nothing was placed, and a second one changes nothing', async () => {
    const { id } = await prepareCheckout(shop)
    await endAttempt(shop.deps, id)
    const { sessionId } = await place(id)
    await endAttempt(shop.deps, id)
    await endAttempt(shop.deps, id)
    expect(await statusAtProvider(sessionId)).toBe('expired')
    expect(await whyEnded()).toEqual(['checkout_over'])
    expect(await readPrepared(shop.db, { id })).toMatchObject({ placed: { paid: false, waiting: false } })
  })

  test('is refused when it was paid meanwhile, and the payment is booked', async () => {
    const { id } = await prepareCheckout(shop)
    await shop.pay((await place(id)).sessionId)
    await expect(endAttempt(shop.deps, id)).rejects.toMatchObject({ code: 'already_paid' })
    expect(await shop.db.select().from(orders)).toMatchObject([{ paymentStatus: 'paid' }])
    await expect(endAttempt(shop.deps, id)).rejects.toMatchObject({ code: 'already_paid' })
  })

  test('leaves everything as it is when the provider does not answer', async () => {
    const { id } = await prepareCheckout(shop)
    await place(id)
    shop.payments.setFault({ kind: 'error-before' })
    await expect(endAttempt(shop.deps, id)).rejects.toMatchObject({ code: 'payments_unavailable' })
    expect(await shop.db.select().from(orders)).toMatchObject([{ paymentStatus: 'pending' }])
  })

  test('ends also the session that was opened since it looked', async () => {
    const { id } = await prepareCheckout(shop)
    shop.payments.setFault({ kind: 'rate-limit', only: 'create' })
    expect((await place(id)).status).toBe(503)
    shop.payments.setFault({ kind: 'none' })
    let sessionId = ''
    // Calls of the database: read, and read again for the end.
    await whileMeeting(
      shop,
      2,
      async () => {
        sessionId = (await place(id)).sessionId
      },
      () => endAttempt(shop.deps, id),
    )
    expect(await statusAtProvider(sessionId)).toBe('expired')
    expect(await shop.db.select().from(orders)).toMatchObject([{ paymentStatus: 'failed' }])
  })
})

describe('the job of every minute', () => {
  const HOUR = 60
  const reply = (keyHash: string, checkoutId: string) => {
    const createdAt = shop.clock.at.toISOString()
    return shop.db
      .insert(agentReplies)
      .values({ keyHash, requestHash: 'r', checkoutId, status: 200, body: 'b', createdAt })
  }
  const ids = async () => (await shop.db.select().from(preparedCheckouts)).map(({ id }) => id)

  test('forgets a checkout without an order 24 hours after its last change, with its replies', async () => {
    const { id } = await prepareCheckout(shop)
    await reply('one', id)
    shop.pass(24 * HOUR)
    await shop.scheduled()
    expect(await ids()).toEqual([id])
    shop.pass(1)
    await shop.scheduled()
    expect([await ids(), await shop.db.$count(agentReplies)]).toEqual([[], 0])
  })

  test('keeps one with an order, without what was typed; its replies go after 48 hours', async () => {
    const { id } = await prepareCheckout(shop)
    await shop.pay((await place(id)).sessionId)
    await reply('two', id)
    shop.pass(24 * HOUR + 1)
    await shop.scheduled()
    const [checkout] = await shop.db.select().from(preparedCheckouts)
    expect(checkout).toMatchObject({ id, content: null, memo: {} })
    expect(await shop.db.$count(agentReplies)).toBe(1)
    shop.pass(24 * HOUR)
    await shop.scheduled()
    expect(await shop.db.$count(agentReplies)).toBe(0)
    expect(await readPrepared(shop.db, { id })).toMatchObject({ placed: { paid: true } })
  })

  test('forgets a platform after 30 days, unless it has orders or is blocked', async () => {
    const [gone, blocked, buying] = [
      await prepareCheckout(shop),
      await prepareCheckout(shop),
      await prepareCheckout(shop),
    ]
    await block(blocked.platformId)
    await place(buying.id)
    shop.pass(30 * 24 * HOUR + 1)
    await shop.scheduled()
    // What it had prepared goes first.
    await shop.scheduled()
    const kept = (await shop.db.select().from(agentPlatforms)).map(({ id }) => id)
    expect(kept.toSorted()).toEqual([blocked.platformId, buying.platformId].toSorted())
    expect(gone.platformId).not.toBe('')
    // Its order goes like any other unpaid one, and then nothing holds the platform.
    shop.pass(60 * 24 * HOUR)
    await shop.scheduled()
    await shop.scheduled()
    expect([await shop.db.$count(orders), await shop.db.$count(checkoutAttempts)]).toEqual([0, 0])
    expect((await shop.db.select().from(agentPlatforms)).map(({ id }) => id)).toEqual([blocked.platformId])
  })
})
