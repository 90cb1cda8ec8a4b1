import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TIMEOUT_MS } from '#api/platform/payments/stripe.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { whileMeeting } from '#tests/support/failing-call.ts'
import { letGoAfter } from '#tests/support/faulty-shop.ts'
import { type OrderFixture, openOrderFixture } from '#tests/support/order-fixture.ts'

let fixture: OrderFixture

beforeAll(async () => {
  fixture = await openOrderFixture()
})
afterAll(() => fixture.shop.close())
beforeEach(() => fixture.setFault({ kind: 'none' }))

const remove = (id: string) => fixture.admin.delete(`/admin/orders/${id}`)
const rowsOf = async (table: string, id: string) =>
  (await fixture.shop.client.execute({ sql: `select * from ${table} where order_id = ?`, args: [id] })).rows

async function expectGone(id: string) {
  expect((await fixture.admin.get(`/admin/orders/${id}`)).status).toBe(404)
  for (const table of ['order_items', 'shop_orders', 'refunds', 'order_flags', 'checkout_sessions']) {
    expect(await rowsOf(table, id), table).toEqual([])
  }
  expect(await rowsOf('order_search_keys', id)).toEqual([])
  expect((await fixture.eventsOf(id)).at(-1)).toMatchObject({
    kind: 'deleted',
    actor: 'admin',
    actorId: fixture.admin.person.id,
  })
}

async function expectKept(id: string, reason: string) {
  expect((await fixture.detail(id)).allowed).toMatchObject({ delete: false, deleteRefusal: reason })
  expect(await remove(id)).toMatchObject({
    status: 409,
    body: { error: { code: 'order_not_deletable', message: reason } },
  })
  expect((await fixture.detail(id)).id).toBe(id)
  expect((await fixture.eventsOf(id)).map(({ kind }) => kind)).not.toContain('deleted')
}

describe('deletes', () => {
  test('an unpaid order, after its checkout was closed at the provider', async () => {
    const { id, sessionId } = await fixture.placed()
    expect((await fixture.detail(id)).allowed).toMatchObject({ delete: true, deleteRefusal: null })
    expect((await remove(id)).status).toBe(200)
    await expectGone(id)
    await expect(fixture.shop.pay(sessionId)).rejects.toThrow('refused')
    // News of its end are taken, and bring nothing back.
    const events = await fixture.shop.events('checkout.session.expired')
    const ended = events.find(({ data }) => data.object.id === sessionId)
    expect(ended && (await fixture.shop.deliver(ended))).toMatchObject({ status: 200 })
    await fixture.shop.scheduled()
    expect((await fixture.admin.get(`/admin/orders/${id}`)).status).toBe(404)
  })

  test('an unpaid order whose session expired', async () => {
    const { id } = await fixture.placed()
    fixture.shop.pass(40)
    await fixture.shop.scheduled()
    expect((await remove(id)).status).toBe(200)
    await expectGone(id)
  })

  test('an order whose message is being written, and drops the message without an error', async () => {
    const { id } = await fixture.bought()
    await fixture.shop.settled()
    await fixture.refund(id, { amountCents: 6358 })
    await fixture.shop.settled()
    const { deps } = fixture.shop
    const [row] = await fixture.shop.db.select().from(outbox).where(eq(outbox.orderId, id))
    if (!row) throw new Error('The order has no message')
    expect((await remove(id)).status).toBe(200)
    expect(await deps.renderEmail(deps, row)).toBeNull()
  })

  test('a refunded order with its shop order, refunds and corrections; it is not rebuilt', async () => {
    const bought = await fixture.bought()
    const { id } = bought
    const shopOrderId = await fixture.assign(id, 5000)
    await fixture.refund(id, {
      amountCents: 6358,
      share: { shopOrderId, correctionCents: -5000, reason: 'Never made' },
    })
    const unassigned = await fixture.admin.post(`/admin/shop-orders/${shopOrderId}/unassign`, { version: 1 })
    expect(unassigned.status).toBe(200)
    expect((await remove(id)).status).toBe(200)
    await expectGone(id)
    expect(await fixture.correctionsOf(shopOrderId)).toEqual([])
    // The provider still knows its payment, and tells it again.
    await fixture.settle(bought.sessionId)
    await fixture.shop.scheduled()
    expect((await fixture.admin.get(`/admin/orders/${id}`)).status).toBe(404)
    await fixture.shop.settled()
    expect(fixture.shop.logged.filter(({ event }) => event === 'message_failed')).toEqual([])
  })

  test('an order once when it is asked twice at once', async () => {
    const { id } = await fixture.placed()
    const answers = await Promise.all([remove(id), remove(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await fixture.eventsOf(id)).filter(({ kind }) => kind === 'deleted')).toHaveLength(1)
  })
})

describe('refuses to delete', () => {
  test('a paid order', async () => {
    const { id } = await fixture.bought()
    await expectKept(id, 'This order is paid. Cancel it and refund it first.')
  })

  test('a sample that counts as paid, until it is cancelled', async () => {
    const { body } = await fixture.admin.post('/admin/orders/sample')
    const id = String(body['id'])
    const sql = "update orders set payment_status = 'paid', paid_at = created_at where id = ?"
    await fixture.shop.client.execute({ sql, args: [id] })
    await expectKept(id, 'This order counts as paid. Cancel it first.')
    await fixture.setStatus(id, 'cancelled')
    expect((await remove(id)).status).toBe(200)
  })

  test('a cancelled order whose money was not given back', async () => {
    const { id } = await fixture.bought()
    await fixture.setStatus(id, 'cancelled')
    await expectKept(id, 'This order still needs a refund.')
  })

  test('an order that a shop has', async () => {
    const { id } = await fixture.bought()
    const shopOrderId = await fixture.assign(id)
    await fixture.setStatus(id, 'cancelled')
    await fixture.refund(id, {
      amountCents: 6358,
      share: { shopOrderId, correctionCents: 0, reason: 'They keep it' },
    })
    await expectKept(id, 'A shop has this order. Unassign it first.')
  })

  test('an order for which a shop was paid, until that is taken back', async () => {
    const { id } = await fixture.bought()
    const shopOrderId = await fixture.assign(id, 5000)
    const path = `/admin/shop-orders/${shopOrderId}`
    await fixture.admin.put(`${path}/payment`, { paymentStatus: 'paid', version: 1 })
    expect((await fixture.admin.post(`${path}/unassign`, { version: 2 })).status).toBe(200)
    await fixture.refund(id, { amountCents: 6358 })
    await expectKept(id, 'A shop was paid for this order. Settle that with the shop first.')
    await fixture.admin.put(`${path}/payment`, { paymentStatus: 'pending', version: 3 })
    expect((await remove(id)).status).toBe(200)
  })

  test('an order whose refund is on its way', async () => {
    const { id } = await fixture.bought()
    await fixture.setStatus(id, 'cancelled')
    await fixture.setFault({ kind: 'error-before', only: 'refunds' })
    await fixture.refund(id, { amountCents: 6358 })
    await expectKept(id, 'A refund is on its way. Wait until it goes through.')
  })

  test('an order that is paid at the same moment', async () => {
    const { id, sessionId } = await fixture.placed()
    await fixture.shop.pay(sessionId)
    expect(await remove(id)).toMatchObject({
      status: 409,
      body: { error: { message: 'This order is paid. Cancel it and refund it first.' } },
    })
    expect(await fixture.row(id)).toMatchObject({ paymentStatus: 'paid', status: 'confirmed' })
  })

  test('an order that is assigned at the same moment', async () => {
    const { body } = await fixture.admin.post('/admin/orders/sample')
    const id = String(body['id'])
    await fixture.setStatus(id, 'cancelled')
    const answer = await whileMeeting(
      fixture.shop,
      3,
      async () => {
        await fixture.setStatus(id, 'confirmed')
        await fixture.assign(id)
        await fixture.setStatus(id, 'cancelled')
      },
      () => remove(id),
    )
    expect(answer.status).toBe(409)
    expect((await fixture.detail(id)).shopOrders).toHaveLength(1)
  })

  test('an order whose checkout cannot be closed, while the provider does not answer', async () => {
    const { id } = await fixture.placed()
    await fixture.setFault({ kind: 'hang', only: 'expire' })
    const refused = await letGoAfter(TIMEOUT_MS, fixture.shop, remove(id))
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'payments_unavailable' } } })
    expect((await fixture.row(id)).status).toBe('pending')
    await fixture.setFault({ kind: 'none' })
    expect((await remove(id)).status).toBe(200)
  })
})

test('a payment for a deleted order recreates the order', async () => {
  const { id, sessionId } = await fixture.placed()
  // It is as after a restore: gone from our books, its checkout still open.
  await fixture.shop.client.batch([
    { sql: 'delete from checkout_attempts where order_id = ?', args: [id] },
    { sql: 'delete from orders where id = ?', args: [id] },
    {
      sql: `insert into order_events (id, order_id, order_reference, kind, actor, data, created_at)
        values ('gone', ?, 'ORD-00000', 'deleted', 'admin', '{}', '2026-06-04T14:30:00.000Z')`,
      args: [id],
    },
  ])
  await fixture.shop.pay(sessionId)
  await fixture.shop.scheduled()
  expect(await fixture.row(id)).toMatchObject({ paymentStatus: 'paid' })
  expect((await fixture.flagsOf(id)).map(({ kind }) => kind)).toEqual(['rebuilt'])
})
