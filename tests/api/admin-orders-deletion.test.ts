import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { whileMeeting } from '#tests/support/failing-call.ts'
import { type OrderDesk, openOrderDesk } from '#tests/support/order-desk.ts'

let desk: OrderDesk

beforeAll(async () => {
  desk = await openOrderDesk()
})
afterAll(() => desk.shop.close())
beforeEach(() => desk.setFault({ kind: 'none' }))

const remove = (id: string) => desk.admin.delete(`/admin/orders/${id}`)
const rowsOf = async (table: string, id: string) =>
  (await desk.shop.client.execute({ sql: `select * from ${table} where order_id = ?`, args: [id] })).rows

async function expectGone(id: string) {
  expect((await desk.admin.get(`/admin/orders/${id}`)).status).toBe(404)
  for (const table of ['order_items', 'shop_orders', 'refunds', 'order_flags', 'checkout_sessions']) {
    expect(await rowsOf(table, id), table).toEqual([])
  }
  expect(await rowsOf('order_search_keys', id)).toEqual([])
  expect((await desk.eventsOf(id)).at(-1)).toMatchObject({
    kind: 'deleted',
    actor: 'admin',
    actorId: desk.admin.person.id,
  })
}

async function expectKept(id: string, reason: string) {
  expect((await desk.detail(id)).allowed).toMatchObject({ delete: false, deleteRefusal: reason })
  expect(await remove(id)).toMatchObject({
    status: 409,
    body: { error: { code: 'order_not_deletable', message: reason } },
  })
  expect((await desk.detail(id)).id).toBe(id)
  expect((await desk.eventsOf(id)).map(({ kind }) => kind)).not.toContain('deleted')
}

describe('goes', () => {
  test('an unpaid order, after its checkout was closed at the provider', async () => {
    const { id, sessionId } = await desk.placed()
    expect((await desk.detail(id)).allowed).toMatchObject({ delete: true, deleteRefusal: null })
    expect((await remove(id)).status).toBe(200)
    await expectGone(id)
    await expect(desk.shop.pay(sessionId)).rejects.toThrow('refused')
    // News of its end are taken, and bring nothing back.
    const events = await desk.shop.events('checkout.session.expired')
    const ended = events.find(({ data }) => data.object.id === sessionId)
    expect(ended && (await desk.shop.deliver(ended))).toMatchObject({ status: 200 })
    await desk.shop.scheduled()
    expect((await desk.admin.get(`/admin/orders/${id}`)).status).toBe(404)
  })

  test('one that ran out', async () => {
    const { id } = await desk.placed()
    desk.shop.pass(40)
    await desk.shop.scheduled()
    expect((await remove(id)).status).toBe(200)
    await expectGone(id)
  })

  test('a refunded one, with the shop that rejected it, its refunds and corrections; it is not rebuilt', async () => {
    const bought = await desk.bought()
    const { id } = bought
    const shopOrderId = await desk.assign(id, 5000)
    await desk.refund(id, {
      amountCents: 6358,
      share: { shopOrderId, correctionCents: -5000, reason: 'Never made' },
    })
    const unassigned = await desk.admin.post(`/admin/shop-orders/${shopOrderId}/unassign`, { version: 1 })
    expect(unassigned.status).toBe(200)
    expect((await remove(id)).status).toBe(200)
    await expectGone(id)
    expect(await desk.correctionsOf(shopOrderId)).toEqual([])
    // The provider still knows its payment, and tells it again.
    await desk.settle(bought.sessionId)
    await desk.shop.scheduled()
    expect((await desk.admin.get(`/admin/orders/${id}`)).status).toBe(404)
    await desk.shop.settled()
    expect(desk.shop.logged.filter(({ event }) => event === 'message_failed')).toEqual([])
  })

  test('deleting twice has the effect of once', async () => {
    const { id } = await desk.placed()
    const answers = await Promise.all([remove(id), remove(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await desk.eventsOf(id)).filter(({ kind }) => kind === 'deleted')).toHaveLength(1)
  })
})

describe('stays', () => {
  test('a paid one', async () => {
    const { id } = await desk.bought()
    await expectKept(id, 'This order is paid. Cancel it and refund it first.')
  })

  test('a sample that counts as paid: there is no money to give back', async () => {
    const { body } = await desk.admin.post('/admin/orders/sample')
    const id = String(body['id'])
    const sql = "update orders set payment_status = 'paid', paid_at = created_at where id = ?"
    await desk.shop.client.execute({ sql, args: [id] })
    await expectKept(id, 'This order counts as paid. Cancel it first.')
    await desk.setStatus(id, 'cancelled')
    expect((await remove(id)).status).toBe(200)
  })

  test('a cancelled one whose money was not given back', async () => {
    const { id } = await desk.bought()
    await desk.setStatus(id, 'cancelled')
    await expectKept(id, 'This order still needs a refund.')
  })

  test('one that a shop has', async () => {
    const { id } = await desk.bought()
    const shopOrderId = await desk.assign(id)
    await desk.setStatus(id, 'cancelled')
    await desk.refund(id, {
      amountCents: 6358,
      share: { shopOrderId, correctionCents: 0, reason: 'They keep it' },
    })
    await expectKept(id, 'A shop has this order. Take it back from the shop first.')
  })

  test('one for which a shop was paid: its statement has the money to come back', async () => {
    const { id } = await desk.bought()
    const shopOrderId = await desk.assign(id, 5000)
    const path = `/admin/shop-orders/${shopOrderId}`
    await desk.admin.put(`${path}/payment`, { paymentStatus: 'paid', version: 1 })
    expect((await desk.admin.post(`${path}/unassign`, { version: 2 })).status).toBe(200)
    await desk.refund(id, { amountCents: 6358 })
    await expectKept(id, 'A shop was paid for this order. Settle that with the shop first.')
    await desk.admin.put(`${path}/payment`, { paymentStatus: 'pending', version: 3 })
    expect((await remove(id)).status).toBe(200)
  })

  test('one whose refund is on its way', async () => {
    const { id } = await desk.bought()
    await desk.setStatus(id, 'cancelled')
    await desk.setFault({ kind: 'error-before', only: 'refunds' })
    await desk.refund(id, { amountCents: 6358 })
    await expectKept(id, 'A refund is on its way. Wait until it went through.')
  })

  test('one that is paid at that moment', async () => {
    const { id, sessionId } = await desk.placed()
    await desk.shop.pay(sessionId)
    expect(await remove(id)).toMatchObject({
      status: 409,
      body: { error: { message: 'This order is paid. Cancel it and refund it first.' } },
    })
    expect(await desk.row(id)).toMatchObject({ paymentStatus: 'paid', status: 'confirmed' })
  })

  test('one that a shop gets at that moment', async () => {
    const { body } = await desk.admin.post('/admin/orders/sample')
    const id = String(body['id'])
    await desk.setStatus(id, 'cancelled')
    const answer = await whileMeeting(
      desk.shop,
      3,
      async () => {
        await desk.setStatus(id, 'confirmed')
        await desk.assign(id)
        await desk.setStatus(id, 'cancelled')
      },
      () => remove(id),
    )
    expect(answer.status).toBe(409)
    expect((await desk.detail(id)).shopOrders).toHaveLength(1)
  })

  test('one whose checkout cannot be closed, because the provider is away', async () => {
    const { id } = await desk.placed()
    await desk.setFault({ kind: 'hang', only: 'expire' })
    expect(await remove(id)).toMatchObject({ status: 503, body: { error: { code: 'payments_unavailable' } } })
    expect((await desk.row(id)).status).toBe('pending')
    await desk.setFault({ kind: 'none' })
    expect((await remove(id)).status).toBe(200)
  })
})

test('a payment for a deleted order recreates the order', async () => {
  const { id, sessionId } = await desk.placed()
  // As after a restore: gone from our books, its checkout still open.
  await desk.shop.client.batch([
    { sql: 'delete from checkout_attempts where order_id = ?', args: [id] },
    { sql: 'delete from orders where id = ?', args: [id] },
    {
      sql: `insert into order_events (id, order_id, order_reference, kind, actor, data, created_at)
        values ('gone', ?, 'ORD-00000', 'deleted', 'admin', '{}', '2026-06-04T14:30:00.000Z')`,
      args: [id],
    },
  ])
  await desk.shop.pay(sessionId)
  await desk.shop.scheduled()
  expect(await desk.row(id)).toMatchObject({ paymentStatus: 'paid' })
  expect((await desk.flagsOf(id)).map(({ kind }) => kind)).toEqual(['rebuilt'])
})
