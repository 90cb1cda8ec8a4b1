import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { endExpiredQuestion } from '#api/questions/service.ts'
import { deliveryFeeWithTaxCents } from '#domain/pricing.ts'
import { marketClosedDates, markets, shopCapacityDates, shops } from '#drizzle/schema/markets.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { floristLinks, shopOrders } from '#drizzle/schema/shop-orders.ts'
import { type DangerFixture, openDangerFixture } from '#tests/support/danger-fixture.ts'
import { answerAsFlorist } from '#tests/support/florist-answer.ts'
import { tokenOf } from '#tests/support/order-state.ts'
import * as rows from '#tests/support/rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { MORNING } from '#tests/support/shop.ts'

// A promise in danger: the moves of the owner, the buyer and the system.

let fixture: DangerFixture
const shop = await shareTestShop()

beforeEach(async () => {
  fixture = await openDangerFixture(shop)
  await fixture.setMarket({
    offersChoiceAfterMinutes: null,
    choiceHours: 24,
    pausedReason: null,
    closedWithoutFlorist: false,
  })
})

const later = (order: { promisedBy: string }, minutes: number) =>
  new Date(Date.parse(order.promisedBy) + minutes * 60_000).toISOString()
const subjects = async (email: string) => (await fixture.shop.messages(email)).map(({ subject }) => subject)
const kindsOf = async (id: string) => (await fixture.orders.eventsOf(id)).map(({ kind }) => kind)

describe('asked by the owner', () => {
  test('once, with a link, a limit and no time to wait for', async () => {
    await fixture.setMarket({ choiceHours: 6 })
    const { id, customerEmail } = await fixture.offered()
    expect(await fixture.choicesOf(id)).toMatchObject([
      {
        number: 1,
        waitUntil: null,
        offeredAt: fixture.shop.clock.at.toISOString(),
        expiresAt: new Date(fixture.shop.clock.at.getTime() + 6 * 60 * 60_000).toISOString(),
      },
    ])
    expect(await fixture.offer(id)).toMatchObject({
      status: 409,
      body: { error: { code: 'choice_offered' } },
    })
    await fixture.send()
    expect((await subjects(customerEmail)).filter((subject) => subject.includes('you choose'))).toHaveLength(
      1,
    )
  })

  test('with a time by the market’s clock', async () => {
    const order = await fixture.bought()
    fixture.passTo(order.promisedBy, -30)
    expect((await fixture.offer(order.id, '2026-06-04T21:15')).status).toBe(200)
    // The market gives 24 hours; nobody can wait for a time that has passed.
    expect(await fixture.choicesOf(order.id)).toMatchObject([
      { waitUntil: later(order, 75), expiresAt: later(order, 75) },
    ])
  })

  test.each([
    ['soon', 'Please enter a date and a time'],
    ['2026-06-04T12:00', 'Please choose a time that is still to come'],
    ['2026-06-04T19:39', 'Please choose a time at least 10 minutes from now'],
    ['2026-06-04T20:00', 'Please choose a time after the promised one'],
  ])('is refused with the time %s', async (time, message) => {
    const order = await fixture.bought()
    fixture.passTo(order.promisedBy, -30)
    expect(await fixture.offer(order.id, time)).toMatchObject({
      status: 422,
      body: { error: { issues: [{ path: 'waitUntil', message }] } },
    })
  })

  test('is refused while nothing is in danger, and for no order', async () => {
    const order = await fixture.bought()
    expect(await fixture.offer(order.id)).toMatchObject({
      status: 409,
      body: { error: { code: 'promise_not_in_danger' } },
    })
    expect(await fixture.offer('nobody')).toMatchObject({ status: 404 })
  })
})

describe('asked by the system', () => {
  test('after the market’s minutes, and never without them', async () => {
    const order = await fixture.bought()
    fixture.passTo(order.promisedBy, -39)
    await fixture.send()
    await fixture.setMarket({ offersChoiceAfterMinutes: 10 })
    fixture.shop.pass(9)
    await fixture.send()
    expect(await fixture.choicesOf(order.id)).toMatchObject([{ offeredAt: null }])
    fixture.shop.pass(1)
    await fixture.send()
    await fixture.send()
    expect(await fixture.choicesOf(order.id)).toMatchObject([{ offeredAt: expect.any(String) }])
    expect(await fixture.orders.messagesOf(order.id, 'promise-choice')).toHaveLength(1)
    expect((await kindsOf(order.id)).filter((kind) => kind === 'choice_offered')).toHaveLength(1)
  })

  test('before the promised time, however many minutes there should be', async () => {
    await fixture.setMarket({ offersChoiceAfterMinutes: 120 })
    const order = await fixture.bought()
    fixture.passTo(order.promisedBy, -39)
    await fixture.send()
    fixture.passTo(order.promisedBy, -2)
    await fixture.send()
    const [message] = await fixture.orders.messagesOf(order.id, 'promise-choice')
    expect(message && message.createdAt < order.promisedBy).toBe(true)
  })

  test('with the time that a florist gave', async () => {
    await fixture.setMarket({ offersChoiceAfterMinutes: 0 })
    const { order, token } = await fixture.atFlorist('accept')
    await fixture.late(token, '2026-06-04T21:00')
    await fixture.send()
    expect(await fixture.choicesOf(order.id)).toMatchObject([
      { reason: 'late', waitUntil: later(order, 60), offeredAt: expect.any(String) },
    ])
  })

  test('early enough to answer before the time that a florist gave', async () => {
    await fixture.setMarket({ offersChoiceAfterMinutes: 120 })
    const { order, token } = await fixture.atFlorist('accept')
    fixture.passTo(order.promisedBy, -20)
    await fixture.late(token, '2026-06-04T20:05')
    fixture.passTo(order.promisedBy, -6)
    await fixture.send()
    expect(await fixture.choicesOf(order.id)).toMatchObject([{ offeredAt: null }])
    fixture.passTo(order.promisedBy, -5)
    await fixture.send()
    expect(await fixture.choicesOf(order.id)).toMatchObject([
      { waitUntil: later(order, 5), offeredAt: expect.any(String), expiresAt: later(order, 5) },
    ])
  })

  test('without the time that a florist gave, once it is too near to be answered', async () => {
    const { order, token } = await fixture.atFlorist('accept')
    await fixture.late(token, '2026-06-04T20:10')
    fixture.passTo(order.promisedBy, 3)
    await fixture.setMarket({ offersChoiceAfterMinutes: 0 })
    await fixture.send()
    expect(await fixture.choicesOf(order.id)).toMatchObject([
      { waitUntil: null, expiresAt: later(order, 3 + 24 * 60) },
    ])
  })
})

describe('the page', () => {
  test('shows what can be chosen, and no personal data', async () => {
    const order = await fixture.offered('2026-06-04T21:15')
    const { status, body } = await fixture.look(order.token)
    expect([status, body]).toMatchObject([
      200,
      {
        reference: order.orderReference,
        promisedBy: order.promisedBy,
        outcome: null,
        offer: {
          waitUntil: later(order, 75),
          feeCents: deliveryFeeWithTaxCents(order),
          refundCents: order.totalCents,
        },
      },
    ])
    expect([body.offer?.days.length, body.offer?.days[0]]).toEqual([14, '2026-06-05'])
    const shown = JSON.stringify(body)
    for (const secret of [order.customerName, order.customerEmail, '5th Ave', 'dishwasher', order.id]) {
      expect(shown).not.toContain(secret)
    }
  })

  test('a time that has passed is none to wait for, while flowers that are ready keep the choice open', async () => {
    const { order, token } = await fixture.atFlorist('ready')
    await fixture.late(token, '2026-06-04T21:15')
    await fixture.offer(order.id, '2026-06-04T21:15')
    const [link = ''] = await fixture.tokensOf(order.customerEmail)
    fixture.passTo(order.promisedBy, 76)
    expect((await fixture.look(link)).body.offer).toMatchObject({ waitUntil: null })
    expect(await fixture.answer(link, 'wait', { waitUntil: later(order, 75) })).toMatchObject({
      status: 409,
      body: { error: { code: 'choice_changed' } },
    })
  })
})

describe('wait', () => {
  test('the new time is the promised one, and a promise that is broken again opens the next choice', async () => {
    const order = await fixture.offered('2026-06-04T21:15')
    const waitUntil = later(order, 75)
    const { status, body } = await fixture.answer(order.token, 'wait', { waitUntil })
    expect([status, body]).toMatchObject([200, { outcome: 'wait', promisedBy: waitUntil, offer: null }])
    expect(await fixture.orders.row(order.id)).toMatchObject({ promisedBy: waitUntil, status: 'confirmed' })
    await fixture.send()
    expect(
      (await subjects(order.customerEmail)).filter((text) => text.startsWith('Your flowers arrive by')),
    ).toHaveLength(1)
    // Late again.
    fixture.passTo(waitUntil, -20)
    await fixture.send()
    expect(await fixture.choicesOf(order.id)).toMatchObject([
      { number: 1, outcome: 'wait' },
      { number: 2, outcome: null, offeredAt: null },
    ])
  })

  test('is refused for another time than the page showed', async () => {
    const { order, token } = await fixture.atFlorist('accept')
    await fixture.late(token, '2026-06-04T20:30')
    await fixture.offer(order.id, '2026-06-04T20:30')
    const [link = ''] = await fixture.tokensOf(order.customerEmail)
    await fixture.late(token, '2026-06-04T22:00')
    expect(await fixture.answer(link, 'wait', { waitUntil: later(order, 30) })).toMatchObject({
      status: 409,
      body: { error: { code: 'choice_changed' } },
    })
    expect((await fixture.answer(link, 'wait', { waitUntil: later(order, 120) })).status).toBe(200)
  })

  test('keeps the link of the florist who has the order until seven days after the new time', async () => {
    const { id, order, token } = await fixture.atFlorist('accept')
    await fixture.late(token, '2026-06-14T20:00')
    await fixture.offer(order.id, '2026-06-14T20:00')
    const [link = ''] = await fixture.tokensOf(order.customerEmail)
    const waitUntil = later(order, 10 * 24 * 60)
    const given = await fixture.shop.post('/florist/order', { token })
    expect(given.body).toMatchObject({ promisedBy: order.promisedBy, lateUntil: waitUntil })
    expect((await fixture.answer(link, 'wait', { waitUntil })).status).toBe(200)
    const agreed = await fixture.shop.post('/florist/order', { token })
    expect(agreed.body).toMatchObject({ promisedBy: waitUntil, lateUntil: null })
    fixture.passTo(waitUntil, -60)
    const ready = await fixture.shop.post('/florist/answer', { token, answer: 'ready' })
    expect([ready.status, ready.body]).toMatchObject([200, { view: 'ready', promisedBy: waitUntil }])
    // Emails that are still to come lead to the same page.
    expect(await tokenOf(fixture.florists, id)).toBe(token)
    fixture.passTo(waitUntil, 7 * 24 * 60 - 1)
    expect((await fixture.shop.post('/florist/order', { token })).status).toBe(200)
    fixture.passTo(waitUntil, 7 * 24 * 60)
    expect((await fixture.shop.post('/florist/order', { token })).status).toBe(404)
  })

  test('does not revive a link that has ended', async () => {
    const { id, order, token } = await fixture.atFlorist('accept')
    await fixture.late(token, '2026-06-14T20:00')
    await fixture.offer(order.id, '2026-06-14T20:00')
    const [link = ''] = await fixture.tokensOf(order.customerEmail)
    const ended = { expiresAt: fixture.shop.clock.at.toISOString() }
    await fixture.shop.db.update(floristLinks).set(ended).where(eq(floristLinks.shopOrderId, id))
    const waitUntil = later(order, 10 * 24 * 60)
    expect((await fixture.answer(link, 'wait', { waitUntil })).status).toBe(200)
    expect((await fixture.shop.post('/florist/order', { token })).status).toBe(404)
  })

  test('is refused without a time', async () => {
    const { token } = await fixture.offered()
    for (const more of [{}, { waitUntil: '2026-06-05T01:00:00.000Z' }]) {
      expect(await fixture.answer(token, 'wait', more)).toMatchObject({ status: 409 })
    }
  })
})

describe('another day', () => {
  test('takes the order back from a late florist, and refunds the delivery fee with its tax', async () => {
    const { id, order, token } = await fixture.atFlorist('accept')
    await fixture.late(token, '2026-06-04T21:00')
    await fixture.offer(order.id, '2026-06-04T21:00')
    const [link = ''] = await fixture.tokensOf(order.customerEmail)
    const { status, body } = await fixture.answer(link, 'day', { date: '2026-06-06' })
    const feeCents = deliveryFeeWithTaxCents(order)
    expect([status, body]).toMatchObject([200, { outcome: 'day', promisedBy: '2026-06-07T00:00:00.000Z' }])
    await fixture.send()
    expect(await fixture.orders.row(order.id)).toMatchObject({
      promisedBy: '2026-06-07T00:00:00.000Z',
      deliveryOption: 'today',
      assignmentStatus: 'unassigned',
      status: 'confirmed',
      paymentStatus: 'paid',
      refundedCents: feeCents,
    })
    expect(await fixture.orders.refundsOf(order.id)).toMatchObject([
      { amountCents: feeCents, status: 'succeeded', share: null },
    ])
    const [given] = await fixture.florists.shopOrdersOf(order.id)
    expect(given).toMatchObject({ id, withdrawnAt: expect.any(String) })
    expect(await fixture.shop.post('/florist/order', { token })).toMatchObject({ status: 404 })
    expect(await fixture.florists.messagesOf(order.id, 'florist-withdrawn')).toHaveLength(1)
    const [answered] = (await fixture.shop.messages(order.customerEmail)).filter(({ subject }) =>
      subject.startsWith('Your flowers arrive by'),
    )
    expect(answered?.text).toContain('$10.59')
  })

  test('the fee goes back once, however often the day changes', async () => {
    const order = await fixture.offered()
    await fixture.answer(order.token, 'day', { date: '2026-06-06' })
    await fixture.shop.settled()
    const { promisedBy } = await fixture.orders.row(order.id)
    fixture.passTo(promisedBy, -20)
    await fixture.offer(order.id)
    const [token = ''] = await fixture.tokensOf(order.customerEmail)
    expect(token).not.toBe(order.token)
    expect((await fixture.answer(token, 'day', { date: '2026-06-08' })).status).toBe(200)
    await fixture.send()
    expect(await fixture.orders.refundsOf(order.id)).toHaveLength(1)
    expect(await fixture.choicesOf(order.id)).toMatchObject([
      { outcome: 'day' },
      { number: 2, outcome: 'day' },
    ])
  })

  test.each([
    ['no day', {}],
    ['today', { date: '2026-06-04' }],
    ['a closed day', { date: '2026-06-10' }],
    ['too far away', { date: '2026-07-10' }],
    ['no date at all', { date: 'someday' }],
  ])('is refused with %s', async (_, more) => {
    const [market] = await fixture.shop.db.select().from(markets)
    const { token, id } = await fixture.offered()
    const { marketId } = await fixture.orders.row(id)
    await fixture.shop.db
      .insert(marketClosedDates)
      .values({ marketId: marketId ?? market?.id ?? '', date: '2026-06-10' })
      .onConflictDoNothing()
    const { status } = await fixture.answer(token, 'day', more)
    expect([409, 422]).toContain(status)
    expect(await fixture.choicesOf(id)).toMatchObject([{ outcome: null }])
  })

  test('is refused while the market is paused', async () => {
    const { token } = await fixture.offered()
    await fixture.setMarket({ pausedReason: 'A snow storm' })
    expect((await fixture.look(token)).body.offer?.days).toEqual([])
    expect((await fixture.answer(token, 'day', { date: '2026-06-06' })).status).toBe(409)
  })

  test('is refused while the market is closed for want of a florist', async () => {
    const { token } = await fixture.offered()
    await fixture.setMarket({ closedWithoutFlorist: true })
    expect((await fixture.look(token)).body.offer?.days).not.toEqual([])
    await fixture.shop.db.update(shops).set({ active: false })
    expect((await fixture.look(token)).body.offer?.days).toEqual([])
    expect((await fixture.answer(token, 'day', { date: '2026-06-06' })).status).toBe(409)
    await fixture.shop.db.update(shops).set({ active: true })
  })

  test('is refused once a late florist has the flowers ready', async () => {
    const { order, token } = await fixture.atFlorist('ready')
    await fixture.late(token, '2026-06-04T21:00')
    await fixture.offer(order.id, '2026-06-04T21:00')
    const [link = ''] = await fixture.tokensOf(order.customerEmail)
    expect((await fixture.look(link)).body.offer?.days).toEqual([])
    expect((await fixture.answer(link, 'day', { date: '2026-06-06' })).status).toBe(409)
  })

  describe('with limited capacity', () => {
    const DATE = '2026-06-09'

    beforeEach(async () => {
      const all = await fixture.shop.db.select({ id: shops.id }).from(shops)
      for (const [n, { id: shopId }] of all.entries()) {
        await fixture.shop.db
          .insert(shopCapacityDates)
          .values({ shopId, date: DATE, capacity: n === 0 ? 1 : 0 })
          .onConflictDoNothing()
      }
    })

    test('the last place goes to one of two, and the other may choose again', async () => {
      const one = await fixture.offered()
      fixture.shop.clock.at = MORNING
      const two = await fixture.offered()
      const take = (token: string) => fixture.answer(token, 'day', { date: DATE })
      const statuses = (await Promise.all([take(one.token), take(two.token)])).map(({ status }) => status)
      expect(statuses.toSorted()).toEqual([200, 409])
      const loser = statuses[0] === 200 ? two : one
      expect((await fixture.look(loser.token)).body.offer?.days).not.toContain(DATE)
      expect((await fixture.answer(loser.token, 'cancel')).status).toBe(200)
    })
  })
})

describe('cancel', () => {
  test('everything goes back by itself, the shop loses the order and its share', async () => {
    const { id, order, florist, token } = await fixture.atFlorist('accept')
    await fixture.late(token, '2026-06-04T21:00')
    await fixture.offer(order.id, '2026-06-04T21:00')
    const [link = ''] = await fixture.tokensOf(order.customerEmail)
    expect(await fixture.answer(link, 'cancel')).toMatchObject({ status: 200, body: { outcome: 'cancel' } })
    await fixture.send()
    expect(await fixture.orders.row(order.id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
      refundedCents: order.totalCents,
      assignmentStatus: 'unassigned',
    })
    const [given] = await fixture.florists.shopOrdersOf(order.id)
    expect(given?.withdrawnAt).not.toBeNull()
    expect(await fixture.orders.correctionsOf(id)).toMatchObject([
      { amountCents: -(given?.shopCostCents ?? 0) },
    ])
    expect((await fixture.orders.flagsOf(order.id)).filter(({ resolvedAt }) => resolvedAt === null)).toEqual(
      [],
    )
    const { body } = await fixture.florists.admin.get(`/admin/shops/${florist.id}/statement?month=2026-06`)
    expect(body).toMatchObject({ lines: [], totals: { dueCents: 0, paidCents: 0, unpaidCents: 0 } })
    const sent = (await subjects(order.customerEmail)).map((subject) => subject.replace(/ \(.*| \$.*/, ''))
    expect(sent).toEqual(expect.arrayContaining(['Your order was cancelled', 'Refund sent:']))
    expect(await fixture.florists.messagesOf(order.id, 'florist-withdrawn')).toHaveLength(1)
    expect(await fixture.florists.messagesOf(order.id, 'florist-cancelled')).toEqual([])
  })

  test('after part of it was refunded, the rest goes back', async () => {
    const order = await fixture.offered()
    fixture.shop.clock.at = MORNING
    await fixture.orders.refund(order.id, { amountCents: 1000 })
    await fixture.answer(order.token, 'cancel')
    await fixture.send()
    expect((await fixture.orders.refundsOf(order.id)).map(({ amountCents }) => amountCents)).toEqual([
      1000,
      order.totalCents - 1000,
    ])
    expect(await fixture.orders.row(order.id)).toMatchObject({ paymentStatus: 'refunded' })
  })
})

test('an old link says that there is nothing to choose', async () => {
  const { order, token } = await fixture.atFlorist()
  fixture.passTo(order.promisedBy, -20)
  await fixture.offer(order.id)
  const [link = ''] = await fixture.tokensOf(order.customerEmail)
  await fixture.shop.post('/florist/answer', { token, answer: 'accept' })
  expect((await fixture.look(link)).body).toMatchObject({ outcome: 'over' })
  expect(await fixture.answer(link, 'cancel')).toMatchObject({
    status: 409,
    body: { error: { code: 'choice_closed' } },
  })
  expect(await fixture.orders.row(order.id)).toMatchObject({ status: 'confirmed', refundedCents: 0 })
})

describe('without an answer', () => {
  const DAY = 24 * 60

  test('the order is cancelled and refunded after the market’s hours, once', async () => {
    const order = await fixture.offered()
    fixture.shop.pass(DAY - 1)
    await fixture.send()
    expect(await fixture.orders.row(order.id)).toMatchObject({ status: 'confirmed', refundedCents: 0 })
    fixture.shop.pass(1)
    await Promise.all([1, 2].map(() => endExpiredQuestion(fixture.shop.deps, 'choice', order.id)))
    await fixture.send()
    expect(await fixture.orders.row(order.id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
    })
    expect(await fixture.choicesOf(order.id)).toMatchObject([{ outcome: 'expired' }])
    expect(await fixture.orders.refundsOf(order.id)).toHaveLength(1)
    expect((await kindsOf(order.id)).filter((kind) => kind === 'choice_expired')).toHaveLength(1)
    expect(await subjects(order.customerEmail)).toEqual(
      expect.arrayContaining([expect.stringContaining('Your order was cancelled')]),
    )
  })

  test.each([
    ['accepted', ['accept']],
    ['ready', ['accept', 'ready']],
    ['delivered', ['accept', 'ready', 'delivered']],
  ])('nothing is refunded once the flowers are %s', async (_, answers) => {
    const { order, token } = await fixture.atFlorist()
    fixture.passTo(order.promisedBy, -20)
    await fixture.offer(order.id)
    for (const answer of answers) await answerAsFlorist(fixture.shop, token, answer)
    fixture.shop.pass(DAY)
    await endExpiredQuestion(fixture.shop.deps, 'choice', order.id)
    await fixture.send()
    expect(await fixture.orders.refundsOf(order.id)).toEqual([])
    expect((await fixture.orders.row(order.id)).status).not.toBe('cancelled')
  })

  test('nothing is refunded once a late florist has the flowers ready', async () => {
    const { order, token } = await fixture.atFlorist('ready')
    await fixture.late(token, '2026-06-04T21:00')
    await fixture.offer(order.id, '2026-06-04T21:00')
    fixture.shop.pass(DAY)
    await fixture.send()
    expect(await fixture.orders.refundsOf(order.id)).toEqual([])
    expect(await fixture.choicesOf(order.id)).toMatchObject([{ outcome: null }])
  })

  test('orders that are ready and never marked as delivered keep no other waiting', async () => {
    const { db } = fixture.shop
    const order = await fixture.offered()
    const shopId = (await db.select().from(shops).limit(1))[0]?.id ?? ''
    const early = '2026-06-01T12:00:00.000Z'
    const made = Array.from({ length: 50 }, () =>
      rows.order({ status: 'confirmed', paymentStatus: 'paid', promisedBy: early }),
    )
    await db.insert(orders).values(made)
    await db
      .insert(shopOrders)
      .values(made.map(({ id }) => rows.shopOrder({ orderId: id, shopId, status: 'ready' })))
    await db.insert(orderChoices).values(
      made.map(({ id }) =>
        rows.orderChoice({
          orderId: id,
          openedAt: early,
          offeredAt: early,
          tokenHash: id,
          expiresAt: early,
        }),
      ),
    )
    fixture.shop.pass(DAY)
    await fixture.send()
    expect(await fixture.choicesOf(order.id)).toMatchObject([{ outcome: 'expired' }])
    expect(await fixture.choicesOf(made[0]?.id ?? '')).toMatchObject([{ outcome: null }])
  })

  test('a florist who accepts at that very moment keeps the order, or loses it whole', async () => {
    const { id, order, token } = await fixture.atFlorist()
    fixture.passTo(order.promisedBy, -20)
    await fixture.offer(order.id)
    fixture.shop.pass(DAY)
    await Promise.all([
      endExpiredQuestion(fixture.shop.deps, 'choice', order.id),
      fixture.shop.post('/florist/answer', { token, answer: 'accept' }),
    ])
    await fixture.shop.settled()
    const [row] = await fixture.shop.db.select().from(shopOrders).where(eq(shopOrders.id, id))
    const { status } = await fixture.orders.row(order.id)
    const refunds = await fixture.orders.refundsOf(order.id)
    const kept = row?.status === 'confirmed' && row.withdrawnAt === null
    expect([status, refunds.length]).toEqual(kept ? ['confirmed', 0] : ['cancelled', 1])
  })
})
