import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyToOrder } from '#api/orders/apply.ts'
import { changeOrderStatus } from '#api/orders/service.ts'
import { assignOrder } from '#api/shop-orders/assign.ts'
import { changeShopOrderStatus, unassignOrder } from '#api/shop-orders/service.ts'
import type { By } from '#domain/order/patches.ts'
import type { ShopOrderStatus } from '#domain/order-status.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import { whileMeeting } from '#tests/support/failing-call.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'

// Assigning, taking back and answering: the exact rows they write, and the outcome when somebody is faster.

let fixture: FloristFixture
let admin: string

beforeAll(async () => {
  fixture = await openFloristFixture()
  admin = fixture.admin.person.id
})
afterAll(() => fixture.shop.close())

/** Counts the calls of `waitUntil`: emails, here. */
function counted() {
  const put = { off: 0 }
  const waitUntil = (work: Promise<unknown>) => {
    put.off += 1
    fixture.shop.deps.waitUntil(work)
  }
  return { deps: { ...fixture.shop.deps, waitUntil }, put }
}

const now = () => fixture.shop.clock.at.toISOString()
const refusal = (code: string) => expect.objectContaining({ code })
const NEXT_ENTRY = `insert into order_events (id, order_id, order_reference, seq, kind, actor, data, created_at)
  select hex(randomblob(8)), id, order_reference,
    1 + (select coalesce(max(e.seq), 0) from order_events e where e.order_id = orders.id), 'touched', 'system', '{}', created_at
  from orders where id = ?`
const touch = (orderId: string) => fixture.shop.client.execute({ sql: NEXT_ENTRY, args: [orderId] })
const messages = async (orderId: string) => {
  const kinds = ['florist-order', 'florist-withdrawn', 'order-accepted', 'order-delivered']
  const found = await Promise.all(kinds.map((kind) => fixture.messagesOf(orderId, kind)))
  return found.flat().map(({ kind, recipient }) => `${kind} ${recipient}`)
}

/** Somebody changes the order before each call of the database, for as long as it takes. @returns how many calls there were */
async function whileNeverStill(orderId: string, work: () => Promise<unknown>): Promise<number> {
  await fixture.shop.settled()
  const { client } = fixture.shop
  const { execute, batch } = client
  let calls = 0
  const bump = async () => {
    calls += 1
    await Reflect.apply(execute, client, [{ sql: NEXT_ENTRY, args: [orderId] }])
  }
  client.execute = async (...call: unknown[]) => {
    await bump()
    return Reflect.apply(execute, client, call)
  }
  client.batch = async (...call) => {
    await bump()
    return batch.apply(client, call)
  }
  try {
    await work()
  } finally {
    client.execute = execute
    client.batch = batch
  }
  return calls
}

describe('assigning', () => {
  test('one event with the whole split; the mail goes at once', async () => {
    const [order, florist] = [await fixture.bought(), await fixture.florist()]
    const { deps, put } = counted()
    fixture.shop.pass(1)
    const answer = await assignOrder(deps, admin, fixture.assignment(order.id, florist.id))
    expect(answer).toEqual({
      shopOrderId: expect.any(String),
      version: 1,
      notified: true,
      aboveCapacity: false,
    })
    const events = await fixture.eventsOf(order.id)
    expect(events).toMatchObject([
      {
        kind: 'assigned',
        actor: 'admin',
        actorId: admin,
        createdAt: now(),
        dedupeKey: null,
      },
    ])
    expect(events[0]?.data).toEqual({
      shopOrderId: answer.shopOrderId,
      shopId: florist.id,
      shop: florist.name,
      totalCents: 6358,
      shopCostCents: 5086,
      platformFeeCents: 1272,
      changes: ['order'],
    })
    expect(await messages(order.id)).toEqual([`florist-order ${florist.email}`])
    expect(put.off).toBe(1)
  })

  test('a shop without an email address causes no work after the answer', async () => {
    const [order, florist] = [await fixture.bought(), await fixture.florist({ email: null })]
    const { deps, put } = counted()
    expect(await assignOrder(deps, admin, fixture.assignment(order.id, florist.id))).toMatchObject({
      notified: false,
    })
    expect(put.off).toBe(0)
  })

  test('anew: taken back and given in one step, in the log too; the first florist hears of it', async () => {
    const { orderId, id, shopId } = await fixture.assigned()
    await fixture.shop.settled()
    const first = (await fixture.shop.db.select().from(shops).where(eq(shops.id, shopId)))[0]
    const next = await fixture.florist({ email: null })
    const { deps, put } = counted()
    fixture.shop.pass(1)
    const request = fixture.assignment(orderId, next.id, { replaces: id })
    const { shopOrderId, notified } = await assignOrder(deps, admin, request)
    expect([notified, put.off]).toEqual([false, 1])
    const events = (await fixture.eventsOf(orderId)).slice(1)
    expect(events).toMatchObject([
      {
        kind: 'unassigned',
        actor: 'admin',
        actorId: admin,
        createdAt: now(),
        dedupeKey: null,
        data: { shopOrderId: id, shopId, shop: first?.name, reassigned: true },
      },
      {
        kind: 'assigned',
        actorId: admin,
        createdAt: now(),
        dedupeKey: null,
        data: { shopOrderId, shopId: next.id, shop: next.name, totalCents: 6358 },
      },
    ])
    expect(await messages(orderId)).toEqual([
      `florist-order ${first?.email}`,
      `florist-withdrawn ${first?.email}`,
    ])
    expect(await fixture.linksOf(id)).toMatchObject([{ revokedAt: now() }])
    expect(await fixture.shopOrdersOf(orderId)).toMatchObject([
      { id, withdrawnAt: now(), version: 2 },
      { id: shopOrderId, withdrawnAt: null, version: 1 },
    ])
  })

  test('a reassignment from a shop without an email address writes to the new florist only', async () => {
    const first = await fixture.florist({ email: null })
    const { orderId, id } = await fixture.assigned({ shopId: first.id })
    const next = await fixture.florist()
    await assignOrder(fixture.shop.deps, admin, fixture.assignment(orderId, next.id, { replaces: id }))
    expect(await messages(orderId)).toEqual([`florist-order ${next.email}`])
  })

  test('an order that changed meanwhile is read again', async () => {
    const [order, florist] = [await fixture.bought(), await fixture.florist()]
    const request = fixture.assignment(order.id, florist.id)
    await whileMeeting(
      fixture.shop,
      2,
      () => touch(order.id),
      () => assignOrder(fixture.shop.deps, admin, request),
    )
    expect(await fixture.shopOrdersOf(order.id)).toHaveLength(1)
    expect((await fixture.eventsOf(order.id)).map(({ kind }) => kind).sort()).toEqual(['assigned', 'touched'])
  })

  test.each<[string, string, (orderId: string, shopId: string) => Promise<unknown>]>([
    [
      'the shop stopped',
      'shop_inactive',
      (_, shopId) => fixture.shop.db.update(shops).set({ active: false }).where(eq(shops.id, shopId)),
    ],
    [
      'the order was cancelled',
      'order_over',
      (orderId) => changeOrderStatus(fixture.shop.deps, admin, orderId, { status: 'cancelled', version: 1 }),
    ],
    ['somebody else gave it to a shop', 'already_assigned', (orderId) => fixture.assigned({ orderId })],
  ])('meanwhile %s: refused', async (_, code, meanwhile) => {
    const [order, florist] = [await fixture.bought(), await fixture.florist()]
    const before = (await fixture.shopOrdersOf(order.id)).length
    const work = whileMeeting(
      fixture.shop,
      2,
      () => meanwhile(order.id, florist.id),
      () => assignOrder(fixture.shop.deps, admin, fixture.assignment(order.id, florist.id)),
    )
    await expect(work).rejects.toEqual(refusal(code))
    const stored = (await fixture.shopOrdersOf(order.id)).filter(({ shopId }) => shopId === florist.id)
    expect([before, stored]).toEqual([0, []])
  })

  test('meanwhile the shop order that is replaced was taken back: refused', async () => {
    const { orderId, id } = await fixture.assigned()
    const next = await fixture.florist()
    const work = whileMeeting(
      fixture.shop,
      2,
      () => unassignOrder(fixture.shop.deps, admin, id, 1),
      () => assignOrder(fixture.shop.deps, admin, fixture.assignment(orderId, next.id, { replaces: id })),
    )
    await expect(work).rejects.toEqual(refusal('assignment_changed'))
  })

  test('an order that keeps changing is given up after six attempts', async () => {
    const [order, florist] = [await fixture.bought(), await fixture.florist()]
    const calls = await whileNeverStill(order.id, async () => {
      const work = assignOrder(fixture.shop.deps, admin, fixture.assignment(order.id, florist.id))
      await expect(work).rejects.toEqual(refusal('edit_conflict'))
    })
    expect(calls).toBe(12)
    expect(await fixture.shopOrdersOf(order.id)).toEqual([])
  })
})

describe('taking back', () => {
  test('one event; the florist who had a link is told', async () => {
    const { id, orderId, shopId } = await fixture.assigned()
    // The mail about the order goes after the answer; with its link ended first it would not be sent at all.
    await fixture.shop.settled()
    const florist = (await fixture.shop.db.select().from(shops).where(eq(shops.id, shopId)))[0]
    const { deps, put } = counted()
    fixture.shop.pass(1)
    expect(await unassignOrder(deps, admin, id, 1)).toEqual({ notified: true })
    expect(put.off).toBe(1)
    const events = (await fixture.eventsOf(orderId)).slice(1)
    expect(events).toMatchObject([
      {
        kind: 'unassigned',
        actor: 'admin',
        actorId: admin,
        createdAt: now(),
        dedupeKey: null,
      },
    ])
    expect(events[0]?.data).toEqual({
      ...{ shopOrderId: id, shopId, shop: florist?.name },
      changes: [id, 'order'],
    })
    expect(await messages(orderId)).toEqual([
      `florist-order ${florist?.email}`,
      `florist-withdrawn ${florist?.email}`,
    ])
    expect(await fixture.shopOrdersOf(orderId)).toMatchObject([{ withdrawnAt: now(), version: 2 }])
    expect(await fixture.linksOf(id)).toMatchObject([{ revokedAt: now() }])
    expect(await fixture.orderOf(orderId)).toMatchObject({
      assignmentStatus: 'unassigned',
      status: 'confirmed',
      version: 3,
    })
  })

  test.each([
    ['without an address', { email: null }, false],
    ['whose link an admin has ended', {}, true],
  ])('a florist %s is not told', async (_, changes, endLink) => {
    const florist = await fixture.florist(changes)
    const { id, orderId } = await fixture.assigned({ shopId: florist.id })
    if (endLink) await fixture.admin.delete(`/admin/shop-orders/${id}/link`)
    const { deps, put } = counted()
    expect(await unassignOrder(deps, admin, id, 1)).toEqual({ notified: false })
    expect(put.off).toBe(0)
    expect(await fixture.messagesOf(orderId, 'florist-withdrawn')).toEqual([])
  })

  test('a florist whose address is gone by now is not told, though they have a link', async () => {
    const { id, orderId, shopId } = await fixture.assigned()
    await fixture.shop.db.update(shops).set({ email: null }).where(eq(shops.id, shopId))
    expect(await unassignOrder(fixture.shop.deps, admin, id, 1)).toEqual({ notified: false })
    expect(await fixture.messagesOf(orderId, 'florist-withdrawn')).toEqual([])
  })

  test('what was being made awaits a shop again, and the log says so', async () => {
    for (const [paymentStatus, then] of [
      ['paid', 'confirmed'],
      ['pending', 'pending'],
    ] as const) {
      const { id, orderId } = await fixture.assigned()
      await fixture.shop.db
        .update(orders)
        .set({ status: 'processing', paymentStatus })
        .where(eq(orders.id, orderId))
      await unassignOrder(fixture.shop.deps, admin, id, 1)
      expect(await fixture.orderOf(orderId)).toMatchObject({ status: then })
      expect((await fixture.eventsOf(orderId)).at(-1)).toMatchObject({
        kind: 'unassigned',
        actor: 'admin',
        actorId: admin,
        data: { shopOrderId: id },
      })
    }
  })

  test('is refused for unknown, changed, rejected, delivered and withdrawn shop orders', async () => {
    const { deps } = fixture.shop
    await expect(unassignOrder(deps, admin, 'nobody', 1)).rejects.toEqual(refusal('shop_order_not_found'))
    const { id } = await fixture.assigned()
    await expect(unassignOrder(deps, admin, id, 2)).rejects.toEqual(refusal('edit_conflict'))
    await changeShopOrderStatus(deps, admin, id, { status: 'rejected', reason: null, version: 1 })
    await expect(unassignOrder(deps, admin, id, 2)).rejects.toEqual(refusal('shop_order_over'))
    await changeShopOrderStatus(deps, admin, id, { status: 'delivered', reason: null, version: 2 })
    await expect(unassignOrder(deps, admin, id, 3)).rejects.toEqual(refusal('shop_order_delivered'))
    const other = await fixture.assigned()
    await unassignOrder(deps, admin, other.id, 1)
    await expect(unassignOrder(deps, admin, other.id, 2)).rejects.toEqual(refusal('shop_order_withdrawn'))
  })

  test('an order that changed meanwhile is read again, and given up after six rounds', async () => {
    const { id, orderId } = await fixture.assigned()
    const calls = await whileNeverStill(orderId, async () => {
      await expect(unassignOrder(fixture.shop.deps, admin, id, 1)).rejects.toEqual(refusal('edit_conflict'))
    })
    expect(calls).toBe(12)
    await whileMeeting(
      fixture.shop,
      2,
      () => touch(orderId),
      () => unassignOrder(fixture.shop.deps, admin, id, 1),
    )
    expect(await fixture.shopOrdersOf(orderId)).toMatchObject([{ withdrawnAt: now() }])
  })

  test('a shop order that its florist answered for meanwhile stays theirs', async () => {
    const { id, orderId } = await fixture.assigned()
    const answered = { status: 'confirmed', reason: null, version: 1 }
    const work = whileMeeting(
      fixture.shop,
      2,
      () => changeShopOrderStatus(fixture.shop.deps, admin, id, answered),
      () => unassignOrder(fixture.shop.deps, admin, id, 1),
    )
    await expect(work).rejects.toEqual(refusal('edit_conflict'))
    expect(await fixture.shopOrdersOf(orderId)).toMatchObject([{ status: 'confirmed', withdrawnAt: null }])
  })
})

describe('a status by an admin', () => {
  const set = (id: string, status: string, version: number, reason: string | null = null) =>
    changeShopOrderStatus(fixture.shop.deps, admin, id, { status, reason, version })

  test('a reason is kept for a rejection only', async () => {
    const { id, orderId } = await fixture.assigned()
    expect(await set(id, 'ready', 1, 'Because')).toMatchObject({ version: 2 })
    expect((await fixture.eventsOf(orderId)).at(-1)?.data).not.toHaveProperty('reason')
    expect(await set(id, 'rejected', 2, 'No van')).toMatchObject({ version: 3 })
    expect(
      (await fixture.eventsOf(orderId)).find(({ data }) => data['to'] === 'rejected')?.data,
    ).toMatchObject({
      from: 'ready',
      reason: 'No van',
    })
  })

  test('mails go after a change, and after nothing else', async () => {
    const { id } = await fixture.assigned()
    const { deps, put } = counted()
    const change = { status: 'confirmed', reason: null }
    expect(await changeShopOrderStatus(deps, admin, id, { ...change, version: 1 })).toMatchObject({
      version: 2,
    })
    expect(put.off).toBe(1)
    expect(await changeShopOrderStatus(deps, admin, id, { ...change, version: 2 })).toMatchObject({
      version: 2,
    })
    expect(put.off).toBe(1)
  })

  test('is refused for unknown, changed and withdrawn shop orders, and for an unknown status', async () => {
    await expect(set('nobody', 'ready', 1)).rejects.toEqual(refusal('shop_order_not_found'))
    const { id } = await fixture.assigned()
    await expect(set(id, 'ready', 2)).rejects.toEqual(refusal('edit_conflict'))
    await expect(set(id, 'lost', 1)).rejects.toMatchObject({
      code: 'invalid',
      message: 'Invalid shop order status: lost',
      issues: [{ path: 'status', message: 'Invalid shop order status: lost' }],
    })
    await unassignOrder(fixture.shop.deps, admin, id, 1)
    await expect(set(id, 'ready', 2)).rejects.toEqual(refusal('shop_order_withdrawn'))
  })

  test('an order that keeps changing is given up after six attempts', async () => {
    const { id, orderId } = await fixture.assigned()
    const calls = await whileNeverStill(orderId, async () => {
      await expect(set(id, 'ready', 1)).rejects.toEqual(refusal('edit_conflict'))
    })
    expect(calls).toBe(12)
    await whileMeeting(
      fixture.shop,
      2,
      () => touch(orderId),
      () => set(id, 'ready', 1),
    )
    expect(await fixture.shopOrdersOf(orderId)).toMatchObject([{ status: 'ready' }])
  })

  test('un-rejected once another shop that had the order has given it back: it holds', async () => {
    const { id, orderId } = await fixture.assigned()
    await set(id, 'rejected', 1)
    const other = await fixture.assigned({ orderId })
    await expect(set(id, 'confirmed', 2)).rejects.toEqual(refusal('already_assigned'))
    await unassignOrder(fixture.shop.deps, admin, other.id, 1)
    await set(id, 'confirmed', 2)
    expect(await fixture.shopOrdersOf(orderId)).toMatchObject([{ id, status: 'confirmed' }, { id: other.id }])
  })

  test('a failure of the database is no “already assigned”', async () => {
    const { id } = await fixture.assigned()
    const failing = whileMeeting(
      fixture.shop,
      2,
      () => Promise.reject(new Error('away')),
      () => set(id, 'ready', 1),
    )
    await expect(failing).rejects.toThrow('away')
  })
})

describe('what a status leads to', () => {
  const write = async (id: string, to: ShopOrderStatus, by: By = { actor: 'admin', actorId: admin }) => {
    const command = { type: 'set_shop_order_status', shopOrderId: id, to, reason: null } as const
    return (await applyToOrder(fixture.shop.deps, { shopOrderId: id }, command, by)).changed
  }

  test('a florist’s answer is stored without a user', async () => {
    const { id, orderId, shopId } = await fixture.assigned()
    fixture.shop.pass(1)
    const accept = { type: 'florist_answers', shopOrderId: id, answer: 'accept', reason: null } as const
    await applyToOrder(fixture.shop.deps, { shopOrderId: id }, accept, { actor: 'florist', actorId: shopId })
    expect(await fixture.shopOrdersOf(orderId)).toMatchObject([
      { status: 'confirmed', statusUpdatedAt: now(), statusUpdatedBy: null },
    ])
    expect((await fixture.eventsOf(orderId)).at(-1)).toMatchObject({
      kind: 'accepted',
      actor: 'florist',
      actorId: shopId,
      dedupeKey: null,
      data: { shopOrderId: id, shopId, shop: expect.any(String), from: 'pending', to: 'confirmed' },
    })
    await write(id, 'ready')
    expect(await fixture.shopOrdersOf(orderId)).toMatchObject([{ statusUpdatedBy: admin }])
  })

  test('an order that stays as it is keeps its version', async () => {
    const { id, orderId } = await fixture.assigned()
    const before = await fixture.orderOf(orderId)
    await write(id, 'confirmed')
    await write(id, 'ready')
    expect(await fixture.orderOf(orderId)).toEqual(before)
    await write(id, 'rejected')
    expect(await fixture.orderOf(orderId)).toMatchObject({ assignmentStatus: 'unassigned', version: 3 })
    await write(id, 'ready')
    expect(await fixture.orderOf(orderId)).toMatchObject({ assignmentStatus: 'assigned', version: 4 })
    await write(id, 'delivered')
    expect(await fixture.orderOf(orderId)).toMatchObject({ status: 'delivered', version: 5 })
    // The order's own status follows its shop order's: it has no entry of its own.
    expect((await fixture.eventsOf(orderId)).map(({ kind }) => kind)).toEqual([
      'assigned',
      'shop_set_accepted',
      'shop_set_ready',
      'shop_set_declined',
      'shop_set_ready',
      'shop_set_delivered',
    ])
  })

  test('an order that was refunded is delivered, too', async () => {
    const { id, orderId } = await fixture.assigned()
    await fixture.shop.db
      .update(orders)
      .set({ paymentStatus: 'refunded', refundedCents: 6358 })
      .where(eq(orders.id, orderId))
    await write(id, 'delivered')
    expect(await fixture.orderOf(orderId)).toMatchObject({ status: 'delivered', paymentStatus: 'refunded' })
  })

  test('an order that is being made stays so until its shop has done with it', async () => {
    const { id, orderId } = await fixture.assigned()
    await fixture.shop.db.update(orders).set({ status: 'processing' }).where(eq(orders.id, orderId))
    for (const to of ['confirmed', 'processing', 'ready'] as const) {
      await write(id, to)
      expect(await fixture.orderOf(orderId)).toMatchObject({ status: 'processing' })
    }
    await write(id, 'rejected')
    expect(await fixture.orderOf(orderId)).toMatchObject({ status: 'confirmed' })
  })

  test('the shopper hears that it was accepted, and that it is there', async () => {
    const { id, orderId } = await fixture.assigned()
    const { customerEmail } = (await fixture.orderOf(orderId)) ?? {}
    const toShopper = async () => (await messages(orderId)).filter((message) => message.startsWith('order-'))
    await write(id, 'processing')
    expect(await toShopper()).toEqual([])
    await write(id, 'confirmed')
    expect(await toShopper()).toEqual([`order-accepted ${customerEmail}`])
    await write(id, 'delivered')
    expect(await toShopper()).toEqual([`order-accepted ${customerEmail}`, `order-delivered ${customerEmail}`])
  })

  test.each([
    ['that is not paid', { paymentStatus: 'pending' }],
    ['that was cancelled', { status: 'cancelled' }],
    ['that is a sample', { isSample: true }],
    ['that was delivered before', { status: 'delivered' }],
    ['that is completed', { status: 'completed' }],
  ] as const)('the shopper of an order %s does not hear that it is there', async (_, changes) => {
    const { id, orderId } = await fixture.assigned()
    await fixture.shop.db.update(orders).set(changes).where(eq(orders.id, orderId))
    await write(id, 'delivered')
    expect(await fixture.messagesOf(orderId, 'order-delivered')).toEqual([])
    await fixture.shop.db.update(shopOrders).set({ status: 'pending' }).where(eq(shopOrders.id, id))
    await write(id, 'confirmed')
    // The buyer does not hear that somebody has it, once it is over, delivered or a sample.
    expect(await fixture.messagesOf(orderId, 'order-accepted')).toEqual([])
  })
})
