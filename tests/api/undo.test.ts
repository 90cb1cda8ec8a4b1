import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimMessage, dueMessages } from '#api/platform/outbox/outbox.ts'
import { EMAILS_HELD_MS, UNDO_MS } from '#domain/undo.ts'
import { orderFlags } from '#drizzle/schema/orders.ts'
import { answerAsFlorist } from '#tests/support/florist-answer.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { signIn } from '#tests/support/staff.ts'

// A change that can be undone: its emails are held, and undoing it takes them back.

let fixture: FloristFixture

beforeAll(async () => {
  fixture = await openFloristFixture()
})
afterAll(() => fixture.shop.close())

type Body = Record<string, unknown>

async function setOrder(id: string, status: string, changes: Body = {}) {
  const { version } = (await fixture.orderOf(id)) ?? {}
  const answer = await fixture.admin.put(`/admin/orders/${id}/status`, { status, version, ...changes })
  await fixture.shop.settled()
  return answer
}

const hold = { holdEmails: true }

async function setShopOrder(id: string, status: string, changes: Body = {}) {
  const { version } = await fixture.detail(id)
  const request = { status, reason: null, version, ...changes }
  const answer = await fixture.admin.put(`/admin/shop-orders/${id}/status`, request)
  await fixture.shop.settled()
  return answer
}

/** Undoes the change that led to this version, as the back office does from its answer. */
const undoOrder = (id: string, former: string, { version }: Body) =>
  setOrder(id, former, { version, undo: true })
const undoShopOrder = (id: string, former: string, { version }: Body) =>
  setShopOrder(id, former, { version, undo: true })

const passHold = async () => {
  fixture.shop.pass(EMAILS_HELD_MS / 60_000)
  await fixture.shop.scheduled()
}

/** Subjects of the mails to somebody about an order, oldest first. */
async function subjects(email: string | null, { orderReference }: { orderReference: string }) {
  const mails = await fixture.shop.messages(String(email))
  return mails
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes(orderReference))
    .map((subject) => subject.replace(/ ?\(?ORD-\w+\)?/, ''))
    .toReversed()
}

const CANCELLED = 'Your order was cancelled'
const STOP = 'Order was cancelled: please don’t make it'
const RESUME = 'Order is back on: please make it'

async function accepted() {
  const asked = await fixture.asked()
  await fixture.shop.post('/florist/answer', { token: asked.token, answer: 'accept' })
  await fixture.shop.settled()
  return asked
}

describe('emails of a change that can be undone', () => {
  test('are held until undoing is no longer offered, and the request has had time to arrive', () => {
    expect(EMAILS_HELD_MS).toBeGreaterThan(UNDO_MS + 5000)
  })

  test('are sent by the scheduled run once their time has come, and not before', async () => {
    const { order, florist } = await accepted()
    expect((await setOrder(order.id, 'cancelled', hold)).status).toBe(200)
    fixture.shop.pass((EMAILS_HELD_MS - 1) / 60_000)
    await fixture.shop.scheduled()
    expect(await subjects(order.customerEmail, order)).not.toContain(CANCELLED)
    expect(await subjects(florist.email, order)).not.toContain(STOP)
    fixture.shop.pass(1 / 60_000)
    await fixture.shop.scheduled()
    expect((await subjects(order.customerEmail, order)).at(-1)).toBe(CANCELLED)
    expect((await subjects(florist.email, order)).at(-1)).toBe(STOP)
  })

  test('go at once without the flag', async () => {
    const { order, florist } = await accepted()
    await setOrder(order.id, 'cancelled')
    expect((await subjects(order.customerEmail, order)).at(-1)).toBe(CANCELLED)
    expect((await subjects(florist.email, order)).at(-1)).toBe(STOP)
  })

  test.each([
    ['order', 'cancelled', 'order-cancelled'],
    ['order', 'delivered', 'order-delivered'],
    ['shop order', 'delivered', 'order-delivered'],
    ['shop order', 'confirmed', 'order-accepted'],
  ])('of the %s set to %s: %s waits', async (what, status, kind) => {
    const { id, order } = await fixture.asked()
    await (what === 'order' ? setOrder(order.id, status, hold) : setShopOrder(id, status, hold))
    const until = new Date(fixture.shop.clock.at.getTime() + EMAILS_HELD_MS).toISOString()
    expect(await fixture.messagesOf(order.id, kind)).toMatchObject([
      { status: 'pending', attempts: 0, nextAttemptAt: until },
    ])
    await passHold()
    expect(await fixture.messagesOf(order.id, kind)).toMatchObject([{ status: 'sent' }])
  })

  test('a held flag that is no boolean is refused', async () => {
    const { order } = await fixture.asked()
    expect((await setOrder(order.id, 'cancelled', { holdEmails: 20 })).status).toBe(422)
  })
})

describe('undoing the status of an order', () => {
  test('takes its emails back, to buyer and florist, and is in the log', async () => {
    const { order, florist } = await accepted()
    const [before, shopBefore] = [
      await subjects(order.customerEmail, order),
      await subjects(florist.email, order),
    ]
    const { body } = await setOrder(order.id, 'cancelled', hold)
    expect((await undoOrder(order.id, 'confirmed', body)).body['wrongEmails']).toEqual([])
    await passHold()
    expect(await fixture.orderOf(order.id)).toMatchObject({ status: 'confirmed' })
    expect(await subjects(order.customerEmail, order)).toEqual(before)
    expect(await subjects(florist.email, order)).toEqual(shopBefore)
    for (const kind of ['order-cancelled', 'florist-cancelled', 'florist-reopened'])
      expect(await fixture.messagesOf(order.id, kind)).toEqual([])
    expect((await fixture.eventsOf(order.id)).slice(-2)).toMatchObject([
      { kind: 'cancelled', data: { from: 'confirmed', to: 'cancelled' } },
      { kind: 'undone', actorId: fixture.admin.person.id, data: { undoes: 'cancelled', entries: 1 } },
    ])
  })

  test('a held email that is queued again has its whole time again', async () => {
    const { order } = await accepted()
    const { body } = await setOrder(order.id, 'cancelled', hold)
    fixture.shop.pass(0.2)
    await undoOrder(order.id, 'confirmed', body)
    await setOrder(order.id, 'cancelled', hold)
    fixture.shop.pass(0.2)
    await fixture.shop.scheduled()
    expect(await subjects(order.customerEmail, order)).not.toContain(CANCELLED)
    await passHold()
    expect((await subjects(order.customerEmail, order)).at(-1)).toBe(CANCELLED)
  })

  test('takes the flag for a refund back', async () => {
    const order = await fixture.bought({ paymentReference: `pi_${crypto.randomUUID()}` })
    const { body } = await setOrder(order.id, 'cancelled', hold)
    const flags = () => fixture.shop.db.select().from(orderFlags).where(eq(orderFlags.orderId, order.id))
    expect(await flags()).toMatchObject([{ kind: 'needs_refund', resolvedAt: null }])
    await undoOrder(order.id, 'confirmed', body)
    expect(await flags()).toMatchObject([{ kind: 'needs_refund', resolvedAt: expect.any(String) }])
  })

  test('after its emails have gone is a change like any other, and says who was told', async () => {
    const { order, florist } = await accepted()
    const changed = await setOrder(order.id, 'cancelled', hold)
    await passHold()
    const { body } = await undoOrder(order.id, 'confirmed', changed.body)
    expect((await fixture.eventsOf(order.id)).at(-1)).toMatchObject({ kind: 'reopened' })
    expect(body['wrongEmails']).toEqual(['order-cancelled'])
    expect((await subjects(florist.email, order)).slice(-2)).toEqual([STOP, RESUME])
  })

  test('while the sender has its emails: they count as sent', async () => {
    const { order, florist } = await accepted()
    const changed = await setOrder(order.id, 'cancelled', hold)
    const { db } = fixture.shop
    const later = new Date(fixture.shop.clock.at.getTime() + EMAILS_HELD_MS).toISOString()
    const taken = (await dueMessages(db, later, 20)).filter(({ orderId }) => orderId === order.id)
    expect(taken.map(({ kind }) => kind).sort()).toEqual(['florist-cancelled', 'order-cancelled'])
    for (const row of taken) expect((await claimMessage(db, row, later, later)).claimed).toBe(true)
    const { body } = await undoOrder(order.id, 'confirmed', changed.body)
    expect(body['wrongEmails']).toEqual(['order-cancelled'])
    expect((await subjects(florist.email, order)).at(-1)).toBe(RESUME)
    // Nobody knows whether they went. What is not so any more is not sent again.
    await passHold()
    expect(await subjects(order.customerEmail, order)).not.toContain(CANCELLED)
    expect((await subjects(florist.email, order)).at(-1)).toBe(RESUME)
  })

  test('just before the sender takes them: they are not sent', async () => {
    const { order } = await accepted()
    const { body } = await setOrder(order.id, 'cancelled', hold)
    const { db } = fixture.shop
    const later = new Date(fixture.shop.clock.at.getTime() + EMAILS_HELD_MS).toISOString()
    const read = (await dueMessages(db, later, 20)).filter(({ orderId }) => orderId === order.id)
    expect(read).toHaveLength(2)
    await undoOrder(order.id, 'confirmed', body)
    for (const row of read) expect((await claimMessage(db, row, later, later)).claimed).toBe(false)
  })

  test('twice at once: one is done, the other is refused', async () => {
    const { order } = await accepted()
    const { body } = await setOrder(order.id, 'cancelled', hold)
    const request = { status: 'confirmed', version: body['version'], undo: true }
    const answers = await Promise.all(
      [1, 2].map(() => fixture.admin.put(`/admin/orders/${order.id}/status`, request)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await fixture.eventsOf(order.id)).slice(-2).map(({ kind }) => kind)).toEqual([
      'cancelled',
      'undone',
    ])
  })

  test('after somebody else changed it: refused, and names them', async () => {
    const { order } = await accepted()
    const other = await signIn(fixture.shop, { email: `${crypto.randomUUID()}@example.com` })
    const { body } = await setOrder(order.id, 'cancelled', hold)
    const theirs = { status: 'completed', version: body['version'] }
    expect((await other.put(`/admin/orders/${order.id}/status`, theirs)).status).toBe(200)
    const answer = await undoOrder(order.id, 'confirmed', body)
    expect(answer.status).toBe(409)
    expect(answer.body['error']).toMatchObject({
      code: 'edit_conflict',
      message: expect.stringContaining(`${other.person.email} changed the status at `),
    })
    expect(await fixture.orderOf(order.id)).toMatchObject({ status: 'completed' })
  })

  test('after the florist has answered, which is no news to the order’s form: refused, and names them', async () => {
    const { order, token } = await fixture.asked()
    const { body } = await setOrder(order.id, 'processing', hold)
    await fixture.shop.post('/florist/answer', { token, answer: 'accept' })
    const answer = await undoOrder(order.id, 'confirmed', body)
    expect([answer.status, answer.body['error']]).toEqual([
      409,
      expect.objectContaining({
        code: 'edit_conflict',
        message: `The florist changed this order at ${fixture.shop.clock.at.toISOString()}. Please look again.`,
      }),
    ])
    expect(await fixture.orderOf(order.id)).toMatchObject({ status: 'processing' })
  })
})

describe('what the florist hears', () => {
  test('reopened and undone before that was sent: nothing, they know that it is cancelled', async () => {
    const { order, florist } = await accepted()
    await setOrder(order.id, 'cancelled')
    const heard = await subjects(florist.email, order)
    await setOrder(order.id, 'confirmed', hold)
    await setOrder(order.id, 'cancelled')
    await passHold()
    expect(await subjects(florist.email, order)).toEqual(heard)
    expect(await subjects(order.customerEmail, order)).toEqual(expect.arrayContaining([CANCELLED]))
  })

  test('cancelled, delivered, and set back: that the order is on again', async () => {
    const { order, florist } = await accepted()
    await setOrder(order.id, 'cancelled')
    await setOrder(order.id, 'delivered')
    await setOrder(order.id, 'confirmed')
    expect((await subjects(florist.email, order)).slice(-2)).toEqual([STOP, RESUME])
  })

  test('cancelled, rejected, reopened, and then no longer rejected: that the order is on again', async () => {
    const { id, order, florist } = await accepted()
    await setOrder(order.id, 'cancelled')
    await setShopOrder(id, 'rejected')
    await setOrder(order.id, 'confirmed')
    expect((await subjects(florist.email, order)).at(-1)).toBe(STOP)
    await setShopOrder(id, 'confirmed')
    expect((await subjects(florist.email, order)).slice(-2)).toEqual([STOP, RESUME])
  })

  test('reopened, rejected before that was sent, and no longer rejected: once that the order is on again', async () => {
    const { id, order, florist, token } = await fixture.asked()
    await setOrder(order.id, 'cancelled')
    await setOrder(order.id, 'confirmed', hold)
    const answer = { token, answer: 'reject', reason: 'No van' }
    expect((await fixture.shop.post('/florist/answer', answer)).status).toBe(200)
    await setShopOrder(id, 'processing', hold)
    await passHold()
    expect((await subjects(florist.email, order)).slice(-2)).toEqual([STOP, RESUME])
  })

  test('cancelled while the mail provider is busy, and reopened: not that it is cancelled', async () => {
    const { order, florist } = await accepted()
    const heard = await subjects(florist.email, order)
    fixture.shop.mail.setFault({ kind: 'rate-limit' })
    await setOrder(order.id, 'cancelled')
    fixture.shop.mail.setFault({ kind: 'none' })
    await setOrder(order.id, 'confirmed')
    fixture.shop.pass(10)
    await fixture.shop.scheduled()
    expect(await subjects(florist.email, order)).toEqual(heard)
    await setOrder(order.id, 'cancelled')
    expect((await subjects(florist.email, order)).at(-1)).toBe(STOP)
  })
})

describe('undoing the status of a shop order', () => {
  test('delivered: the order is what it was, and the buyer hears nothing', async () => {
    const { id, order } = await accepted()
    await setOrder(order.id, 'processing')
    const heard = await subjects(order.customerEmail, order)
    const { body } = await setShopOrder(id, 'delivered', hold)
    expect(body['orderStatus']).toEqual({ from: 'processing', to: 'delivered' })
    expect((await undoShopOrder(id, 'confirmed', body)).status).toBe(200)
    await passHold()
    expect(await fixture.detail(id)).toMatchObject({ status: 'confirmed' })
    expect(await fixture.orderOf(order.id)).toMatchObject({
      status: 'processing',
      assignmentStatus: 'assigned',
    })
    expect(await subjects(order.customerEmail, order)).toEqual(heard)
    expect((await fixture.eventsOf(order.id)).slice(-2)).toMatchObject([
      { kind: 'shop_set_delivered', data: { shopOrderId: id, from: 'confirmed', to: 'delivered' } },
      { kind: 'undone', data: { undoes: 'shop_set_delivered', entries: 1 } },
    ])
  })

  test('rejected: the shop has the order again, and the order its status', async () => {
    const { id, order } = await accepted()
    await setOrder(order.id, 'processing')
    const { body } = await setShopOrder(id, 'rejected', { ...hold, reason: 'No van' })
    expect(await fixture.orderOf(order.id)).toMatchObject({
      status: 'confirmed',
      assignmentStatus: 'unassigned',
    })
    expect((await undoShopOrder(id, 'confirmed', body)).status).toBe(200)
    expect(await fixture.orderOf(order.id)).toMatchObject({
      status: 'processing',
      assignmentStatus: 'assigned',
    })
  })

  test('rejected, and another shop has the order by now: refused', async () => {
    const { id, order } = await accepted()
    const { body } = await setShopOrder(id, 'rejected', hold)
    await fixture.assigned({ orderId: order.id })
    const answer = await undoShopOrder(id, 'confirmed', body)
    const message = expect.stringContaining(`${fixture.admin.person.email} assigned this order at `)
    expect([answer.status, answer.body['error']]).toEqual([
      409,
      expect.objectContaining({ code: 'edit_conflict', message }),
    ])
  })

  test('taken back from rejected, and undone: the reason stays', async () => {
    const { id } = await accepted()
    await setShopOrder(id, 'rejected', { reason: 'No van' })
    const { body } = await setShopOrder(id, 'confirmed', hold)
    const undone = { version: body['version'], undo: true, reason: 'No van' }
    expect((await setShopOrder(id, 'rejected', undone)).status).toBe(200)
    expect(await fixture.detail(id)).toMatchObject({ status: 'rejected', rejectionReason: 'No van' })
  })

  test('confirmed: the buyer is not told that a florist accepted', async () => {
    const { id, order } = await fixture.asked()
    const { body } = await setShopOrder(id, 'confirmed', hold)
    await undoShopOrder(id, 'pending', body)
    await passHold()
    expect(await subjects(order.customerEmail, order)).toEqual([])
  })

  test('delivered, once the buyer was told: says so', async () => {
    const { id, order } = await accepted()
    const { body } = await setShopOrder(id, 'delivered', hold)
    await passHold()
    const undone = await undoShopOrder(id, 'confirmed', body)
    expect(undone.body['wrongEmails']).toEqual(['order-delivered'])
    expect(await fixture.orderOf(order.id)).toMatchObject({ status: 'confirmed' })
  })

  test('after somebody else changed it, or the order: refused, nothing is overwritten', async () => {
    const { id, order } = await accepted()
    const { body } = await setShopOrder(id, 'delivered', hold)
    await setOrder(order.id, 'completed')
    const moved = await undoShopOrder(id, 'confirmed', body)
    expect([moved.status, moved.body['error']]).toEqual([
      409,
      expect.objectContaining({
        code: 'edit_conflict',
        message: expect.stringContaining(`${fixture.admin.person.email} changed the status at `),
      }),
    ])
    await setShopOrder(id, 'ready')
    const overtaken = await undoShopOrder(id, 'confirmed', body)
    expect([overtaken.status, overtaken.body['error']]).toEqual([
      409,
      expect.objectContaining({
        code: 'edit_conflict',
        message: expect.stringContaining(`${fixture.admin.person.email} changed this to ready at `),
      }),
    ])
    expect(await fixture.detail(id)).toMatchObject({ status: 'ready' })
    expect(await fixture.orderOf(order.id)).toMatchObject({ status: 'completed' })
  })

  test('an email that a florist’s answer makes wrong while it is held is not sent', async () => {
    const { id, order, token } = await fixture.asked()
    await setShopOrder(id, 'confirmed', hold)
    await fixture.shop.post('/florist/answer', { token, answer: 'reject', reason: 'No van' })
    await passHold()
    expect(await subjects(order.customerEmail, order)).toEqual([])
  })

  test('an acceptance that is held until after the delivery is not told after it', async () => {
    const { id, order, token } = await fixture.asked()
    await setShopOrder(id, 'confirmed', hold)
    await answerAsFlorist(fixture.shop, token, 'delivered')
    await fixture.shop.settled()
    await passHold()
    expect(await subjects(order.customerEmail, order)).toEqual([expect.stringMatching(/^Delivered at /)])
  })

  test('the payment mark: back from paid by version, and not twice', async () => {
    const { id } = await fixture.assigned()
    const path = `/admin/shop-orders/${id}/payment`
    const { body } = await fixture.admin.put(path, { paymentStatus: 'paid', version: 1 })
    const former = { paymentStatus: 'pending', version: body['version'] }
    expect((await fixture.admin.put(path, former)).status).toBe(200)
    expect((await fixture.admin.put(path, former)).status).toBe(409)
    expect(await fixture.detail(id)).toMatchObject({ paymentStatus: 'pending' })
  })
})

describe('undoing that a person on the waitlist was contacted', () => {
  async function entry() {
    const email = `${crypto.randomUUID()}@example.com`
    await fixture.shop.post('/waitlist', { email, city: 'Boston', state: 'MA', zipCode: '02108' })
    await fixture.shop.settled()
    const { body } = await fixture.admin.get(`/admin/waitlist?q=${email}`)
    const [{ id } = { id: '' }] = body['rows'] as { id: string }[]
    const path = `/admin/waitlist/${id}`
    return {
      set: (json: Body) => fixture.admin.put(`${path}/contacted`, json),
      contacted: async () => (await fixture.admin.get(path)).body['contacted'],
    }
  }

  test('sets it back, once', async () => {
    const { set, contacted } = await entry()
    await set({ contacted: true })
    expect((await set({ contacted: false, from: true })).body).toEqual({ contacted: false })
    const again = await set({ contacted: false, from: true })
    expect([again.status, again.body['error']]).toEqual([
      409,
      expect.objectContaining({
        code: 'edit_conflict',
        message: 'Someone else has changed this in the meantime.',
      }),
    ])
    expect(await contacted()).toBe(false)
  })

  test('of an entry that is gone: not found', async () => {
    const answer = await fixture.admin.put(`/admin/waitlist/${crypto.randomUUID()}/contacted`, {
      contacted: false,
      from: true,
    })
    expect(answer.status).toBe(404)
  })
})

test('a change of one order touches neither another order nor its held emails', async () => {
  const [one, other] = [await accepted(), await accepted()]
  await setOrder(one.order.id, 'cancelled', hold)
  await setOrder(other.order.id, 'processing')
  expect(await fixture.orderOf(one.order.id)).toMatchObject({ status: 'cancelled' })
  expect(await fixture.messagesOf(one.order.id, 'order-cancelled')).toHaveLength(1)
  expect(await fixture.messagesOf(one.order.id, 'florist-cancelled')).toHaveLength(1)
})
