import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { askBuyer } from '#api/questions/dangers.ts'
import { detectDanger } from '#api/shop-orders/ask-next.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { orderFlags, orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import { type DangerFixture, openDangerFixture } from '#tests/support/danger-fixture.ts'
import { answerAsFlorist } from '#tests/support/florist-answer.ts'
import { orderFlag } from '#tests/support/rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { signIn } from '#tests/support/staff.ts'

// When a promise is in danger, and when it is not any more.

let fixture: DangerFixture
const shop = await shareTestShop()

beforeEach(async () => {
  fixture = await openDangerFixture(shop)
  await fixture.setMarket({ asksForAnswer: false, offersChoiceAfterMinutes: null, fulfilmentMinutes: 40 })
})

const kindsOf = async (orderId: string) => (await fixture.orders.eventsOf(orderId)).map(({ kind }) => kind)
const messages = (orderId: string, kind: string) => fixture.orders.messagesOf(orderId, kind)

describe('found by the scheduled run', () => {
  test('once too little time is left and nobody has accepted', async () => {
    const order = await fixture.bought()
    fixture.passTo(order.promisedBy, -41)
    await fixture.send()
    expect(await fixture.choicesOf(order.id)).toEqual([])
    fixture.passTo(order.promisedBy, -39)
    await fixture.send()
    await fixture.send()
    expect(await fixture.choicesOf(order.id)).toMatchObject([
      { number: 1, reason: 'too_late', waitUntil: null, offeredAt: null, closedAt: null },
    ])
    expect((await kindsOf(order.id)).filter((kind) => kind === 'promise_in_danger')).toHaveLength(1)
    // The buyer hears of it only when somebody asks them.
    expect(await messages(order.id, 'promise-choice')).toEqual([])
  })

  test('by what its market needs to make and deliver', async () => {
    await fixture.setMarket({ fulfilmentMinutes: 90 })
    const order = await fixture.bought()
    fixture.passTo(order.promisedBy, -80)
    await fixture.send()
    expect(await fixture.choicesOf(order.id)).toMatchObject([{ reason: 'too_late' }])
  })

  test('not while a florist has accepted it', async () => {
    const { order } = await fixture.atFlorist('accept')
    fixture.passTo(order.promisedBy, 10)
    await fixture.send()
    expect(await fixture.choicesOf(order.id)).toEqual([])
  })

  test('when there was no room for it', async () => {
    const order = await fixture.bought()
    await fixture.shop.db.insert(orderFlags).values(orderFlag({ orderId: order.id, kind: 'over_capacity' }))
    await fixture.send()
    expect(await fixture.choicesOf(order.id)).toMatchObject([{ reason: 'no_room' }])
  })

  test.each([
    ['cancelled', { status: 'cancelled' }],
    ['completed', { status: 'completed' }],
    ['a sample', { isSample: true }],
  ] as const)('not when it is %s', async (_, changes) => {
    const order = await fixture.bought()
    await fixture.shop.db.update(orders).set(changes).where(eq(orders.id, order.id))
    fixture.passTo(order.promisedBy, 5)
    await fixture.send()
    expect(await fixture.choicesOf(order.id)).toEqual([])
  })

  test('not while it is unpaid', async () => {
    const order = await fixture.orders.placed({ email: 'not-paid@example.com' })
    fixture.passTo(order.promisedBy, -20)
    await fixture.send()
    expect(await fixture.choicesOf(order.id)).toEqual([])
  })

  test('not when its promise was broken more than a day ago', async () => {
    const order = await fixture.bought()
    fixture.passTo(order.promisedBy, 24 * 60 + 1)
    await fixture.send()
    expect(await fixture.choicesOf(order.id)).toEqual([])
  })
})

describe('found at once', () => {
  test('when a florist says no with too little time left', async () => {
    const { order, token } = await fixture.atFlorist()
    fixture.passTo(order.promisedBy, -20)
    await fixture.shop.post('/florist/answer', { token, answer: 'reject', reason: 'No peonies left.' })
    await fixture.shop.settled()
    expect(await fixture.choicesOf(order.id)).toMatchObject([{ reason: 'too_late' }])
  })

  test('two that look at once open one', async () => {
    const order = await fixture.bought()
    fixture.passTo(order.promisedBy, -20)
    await Promise.all([1, 2, 3].map(() => detectDanger(fixture.shop.deps, order.id)))
    expect(await fixture.choicesOf(order.id)).toHaveLength(1)
    expect((await kindsOf(order.id)).filter((kind) => kind === 'promise_in_danger')).toHaveLength(1)
  })
})

describe('I will be late', () => {
  // Promised by 8 PM in New York.
  const at = (order: { promisedBy: string }, time: string) => `${localDay(order)}T${time}`
  const localDay = ({ promisedBy }: { promisedBy: string }) =>
    new Date(Date.parse(promisedBy) - 12 * 60 * 60_000).toISOString().slice(0, 10)

  test('puts the promise in danger, with the new time by the market’s clock', async () => {
    const { order, token } = await fixture.atFlorist('accept')
    const { status, body } = await fixture.late(token, at(order, '20:45'))
    expect(status).toBe(200)
    const until = new Date(Date.parse(order.promisedBy) + 45 * 60_000).toISOString()
    expect(body).toMatchObject({ view: 'accepted', mayBeLate: true, lateUntil: until })
    expect(await fixture.choicesOf(order.id)).toMatchObject([
      { reason: 'late', waitUntil: until, offeredAt: null },
    ])
  })

  test('said again with the same time changes nothing, with another it is the newer', async () => {
    const { order, token } = await fixture.atFlorist('ready')
    await fixture.late(token, at(order, '20:45'))
    await fixture.late(token, at(order, '20:45'))
    expect((await kindsOf(order.id)).filter((kind) => kind === 'florist_late')).toHaveLength(1)
    await fixture.late(token, at(order, '21:30'))
    const until = new Date(Date.parse(order.promisedBy) + 90 * 60_000).toISOString()
    expect(await fixture.choicesOf(order.id)).toMatchObject([{ number: 1, waitUntil: until }])
  })

  test.each([
    ['no time', 'soon', 'Please enter a date and a time'],
    ['a time that has passed', '2020-01-01T10:00', 'Please choose a time that is still to come'],
    ['far away', '2099-01-01T10:00', 'Please choose a time within 14 days'],
  ])('is refused with %s', async (_, until, message) => {
    const { order, token } = await fixture.atFlorist('accept')
    const { status, body } = await fixture.late(token, until)
    expect([status, body]).toMatchObject([422, { error: { issues: [{ path: 'until', message }] } }])
    expect((await fixture.late(token, at(order, '19:59'))).body).toMatchObject({
      error: { issues: [{ message: 'Please choose a time after the promised one' }] },
    })
    expect(await fixture.choicesOf(order.id)).toEqual([])
  })

  test('is refused before a yes, after delivery, and once the order is cancelled', async () => {
    const asked = await fixture.atFlorist()
    expect(await fixture.late(asked.token, at(asked.order, '20:45'))).toMatchObject({ status: 409 })
    const { order, token } = await fixture.atFlorist('ready')
    await answerAsFlorist(fixture.shop, token, 'delivered')
    expect(await fixture.late(token, at(order, '20:45'))).toMatchObject({ status: 409 })
    const cancelled = await fixture.atFlorist('accept')
    await fixture.orders.setStatus(cancelled.order.id, 'cancelled')
    expect(await fixture.late(cancelled.token, at(cancelled.order, '20:45'))).toMatchObject({ status: 409 })
    expect(await fixture.late('not-a-token', at(order, '20:45'))).toMatchObject({ status: 404 })
  })

  test('a florist who gives the order back is nobody to wait for', async () => {
    const { order, token } = await fixture.atFlorist('accept')
    await fixture.late(token, at(order, '20:45'))
    await fixture.shop.post('/florist/answer', { token, answer: 'reject', reason: 'The van broke down.' })
    expect(await fixture.choicesOf(order.id)).toMatchObject([{ waitUntil: null, closedAt: null }])
  })

  test('nor is one from whom an admin takes it', async () => {
    const { id, order, token } = await fixture.atFlorist('accept')
    await fixture.late(token, at(order, '20:45'))
    const [row] = await fixture.shop.db.select().from(shopOrders).where(eq(shopOrders.id, id))
    const { status } = await fixture.orders.admin.post(`/admin/shop-orders/${id}/unassign`, {
      version: row?.version,
    })
    expect(status).toBe(200)
    expect(await fixture.choicesOf(order.id)).toMatchObject([{ waitUntil: null, closedAt: null }])
  })
})

describe('a danger ends', () => {
  const OVER = [{ outcome: 'over', closedAt: expect.any(String) }]

  test('when a florist accepts; who was not asked hears nothing of it', async () => {
    const { order, token } = await fixture.atFlorist()
    fixture.passTo(order.promisedBy, -20)
    await fixture.send()
    expect(await fixture.choicesOf(order.id)).toMatchObject([{ reason: 'too_late', closedAt: null }])
    await fixture.shop.post('/florist/answer', { token, answer: 'accept' })
    expect(await fixture.choicesOf(order.id)).toMatchObject(OVER)
    expect(await messages(order.id, 'choice-closed')).toEqual([])
  })

  test('when a florist accepts; the buyer who was asked hears of it once', async () => {
    const { order, token } = await fixture.atFlorist()
    fixture.passTo(order.promisedBy, -20)
    await fixture.offer(order.id)
    await fixture.send()
    await fixture.shop.post('/florist/answer', { token, answer: 'accept' })
    await fixture.send()
    expect(await fixture.choicesOf(order.id)).toMatchObject(OVER)
    const subjects = (await fixture.shop.messages(order.customerEmail)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.includes('after all'))).toHaveLength(1)
  })

  test('and a buyer whose question was not sent yet hears neither', async () => {
    const { order, token } = await fixture.atFlorist()
    fixture.passTo(order.promisedBy, -20)
    // The email is written, and not sent.
    await askBuyer(fixture.shop.deps, { actor: 'system' }, order.id, () => null)
    await fixture.shop.post('/florist/answer', { token, answer: 'accept' })
    await fixture.send()
    const subjects = (await fixture.shop.messages(order.customerEmail)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => /after all|you choose/.test(subject))).toEqual([])
  })

  test.each(['delivered', 'cancelled', 'completed'])('when the order is set to %s', async (status) => {
    const order = await fixture.bought()
    fixture.passTo(order.promisedBy, -20)
    await fixture.send()
    const admin = await signIn(fixture.shop)
    const { version } = await fixture.orders.row(order.id)
    expect((await admin.put(`/admin/orders/${order.id}/status`, { status, version })).status).toBe(200)
    expect(await fixture.choicesOf(order.id)).toMatchObject(OVER)
    expect(await messages(order.id, 'choice-closed')).toEqual([])
  })

  test('when all of the money goes back', async () => {
    const order = await fixture.bought()
    fixture.passTo(order.promisedBy, -20)
    await fixture.send()
    const admin = await signIn(fixture.shop)
    const refund = { key: crypto.randomUUID(), amountCents: order.totalCents, reason: 'Too late' }
    expect((await admin.post(`/admin/orders/${order.id}/refunds`, refund)).status).toBe(200)
    expect(await fixture.choicesOf(order.id)).toMatchObject(OVER)
  })
})

test('the dashboard lists promises in danger, those that wait for the owner first', async () => {
  await fixture.shop.db.delete(orderChoices)
  await fixture.shop.db.update(orders).set({ status: 'delivered' })
  const [first, second] = [await fixture.bought(), await fixture.bought()]
  fixture.passTo(first.promisedBy, -20)
  await fixture.send()
  await fixture.offer(first.id)
  const { rows } = await fixture.inDanger()
  const own = rows.filter(({ id }) => id === first.id || id === second.id)
  expect(own).toMatchObject([
    { id: second.id, situation: { kind: 'danger', actions: ['assign', 'ask'] } },
    {
      id: first.id,
      situation: { actions: ['assign'], sentence: expect.stringContaining('The buyer can answer until') },
    },
  ])
})
