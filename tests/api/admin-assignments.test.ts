import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Page } from '#api/platform/database/paging-schema.ts'
import { marketZipcodes, shops } from '#drizzle/schema/markets.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { floristLinks, shopOrders } from '#drizzle/schema/shop-orders.ts'
import type { AssignmentChoices, AssignmentRow } from '#src/admin/assign/queries.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { outboxMessage } from '#tests/support/message-rows.ts'
import { signIn } from '#tests/support/staff.ts'

let fixture: FloristFixture

beforeAll(async () => {
  fixture = await openFloristFixture()
})
afterAll(() => fixture.shop.close())

const choices = async (orderId: string) =>
  (await fixture.admin.get(`/admin/assignments/${orderId}`)).body as AssignmentChoices

describe('the assign list', () => {
  beforeEach(async () => {
    await fixture.shop.db.delete(shopOrders)
    await fixture.shop.db.delete(orders)
  })
  const list = async (query = '') => {
    const { status, body } = await fixture.admin.get(`/admin/assignments${query}`)
    expect(status).toBe(200)
    return body as unknown as Page<AssignmentRow>
  }

  test.each([
    ['paid and confirmed', true, true, {}],
    ['paid and pending', true, true, { status: 'pending' }],
    ['a sample', true, true, { isSample: true }],
    ['not paid', false, true, { status: 'pending', paymentStatus: 'pending', paidAt: null }],
    ['refunded', false, false, { paymentStatus: 'refunded' }],
    ['assigned', false, false, { assignmentStatus: 'assigned' }],
    ['processing', false, false, { status: 'processing' }],
    ['delivered', false, false, { status: 'delivered' }],
    ['completed', false, false, { status: 'completed' }],
    ['cancelled', false, false, { status: 'cancelled' }],
  ] as const)('%s', async (_, listed, withUnpaid, changes) => {
    const placed = await fixture.bought(changes)
    const ids = async (query?: string) => (await list(query)).rows.map(({ id }) => id)
    expect(await ids()).toEqual(listed ? [placed.id] : [])
    expect(await ids('?includeUnpaid=true')).toEqual(withUnpaid ? [placed.id] : [])
  })

  test('is sorted by promised time, ten a page, with its count', async () => {
    const times = Array.from(
      { length: 12 },
      (_, n) => `2026-06-${String(28 - n).padStart(2, '0')}T00:00:00.000Z`,
    )
    for (const promisedBy of times) await fixture.bought({ promisedBy })
    const [first, second] = [await list(), await list('?page=2')]
    expect(first.info).toEqual({ page: 1, pageSize: 10, total: 12, capped: false })
    expect([...first.rows, ...second.rows].map(({ promisedBy }) => promisedBy)).toEqual(times.toSorted())
  })

  test('shows the shop that rejected the order and its reason', async () => {
    const { order, florist, token } = await fixture.asked()
    await fixture.shop.post('/florist/answer', { token, answer: 'reject', reason: 'No peonies left.' })
    expect((await list()).rows).toEqual([
      {
        id: order.id,
        reference: order.orderReference,
        customerName: 'Sam Sorry',
        city: 'New York',
        zip: '10001',
        bouquet: 'Really Bad',
        totalCents: 6358,
        status: 'confirmed',
        paymentStatus: 'paid',
        promisedBy: order.promisedBy,
        timeZone: 'America/New_York',
        isSample: false,
        createdAt: order.createdAt,
        situation: expect.objectContaining({
          kind: 'unassigned',
          sentence: `No shop has it. ${florist.name} declined it.`,
        }),
        rejectedBy: {
          shopId: florist.id,
          shop: florist.name,
          reason: 'No peonies left.',
          at: fixture.shop.clock.at.toISOString(),
        },
      },
    ])
  })
})

describe('choosing a shop', () => {
  test('the market of the delivery ZIP is suggested; only active shops are offered, each in its market', async () => {
    const [active, resting, silent] = [
      await fixture.florist(),
      await fixture.florist({ active: false }),
      await fixture.florist({ email: null }),
    ]
    const placed = await fixture.bought()
    const [served] = await fixture.shop.db
      .select()
      .from(marketZipcodes)
      .where(eq(marketZipcodes.zipcode, '10001'))
    const found = await choices(placed.id)
    expect(found.suggestedMarketId).toBe(served?.marketId)
    expect(found).toMatchObject({
      order: { id: placed.id, address: '350 5th Ave' },
      situation: { kind: 'unassigned' },
      refusal: null,
    })
    const shopsOf = Object.fromEntries(found.markets.map(({ id, shops }) => [id, shops]))
    const offered = found.markets.flatMap(({ shops }) => shops.map(({ id }) => id))
    expect(offered).toContain(active.id)
    expect(offered).not.toContain(resting.id)
    expect(shopsOf[active.marketId]?.find(({ id }) => id === silent.id)).toMatchObject({ notifiable: false })
    expect(shopsOf[active.marketId]?.find(({ id }) => id === active.id)).toMatchObject({
      city: 'New York',
      state: 'NY',
      notifiable: true,
    })
    for (const { id, shops: listed } of found.markets) {
      const stored = await fixture.shop.db.select({ id: shops.id }).from(shops).where(eq(shops.marketId, id))
      expect(stored.map((row) => row.id)).toEqual(expect.arrayContaining(listed.map((row) => row.id)))
    }
    expect(found.markets.map(({ name }) => name)).toEqual(found.markets.map(({ name }) => name).toSorted())
  })

  test('a ZIP that no market has suggests nothing and is warned of, without saying which', async () => {
    const placed = await fixture.bought({ deliveryZip: '99501' })
    fixture.shop.logged.length = 0
    expect((await choices(placed.id)).suggestedMarketId).toBeNull()
    expect(fixture.shop.logged.filter(({ level }) => level === 'warn')).toEqual([
      { level: 'warn', event: 'no_market_for_zip', fields: { orderId: placed.id } },
    ])
  })

  test('an unknown order is not found', async () => {
    expect((await fixture.admin.get('/admin/assignments/nobody')).body).toMatchObject({
      error: { code: 'order_not_found', message: 'Order not found' },
    })
  })
})

describe('assigning', () => {
  test('writes shop order, mark, event, link and message together', async () => {
    const [placed, florist] = [await fixture.bought(), await fixture.florist()]
    const request = fixture.assignment(placed.id, florist.id, { specialInstructions: '  Ring\nthe bell  ' })
    const { status, body } = await fixture.admin.post('/admin/assignments', request)
    expect([status, body]).toEqual([
      200,
      { shopOrderId: expect.any(String), version: 1, notified: true, aboveCapacity: false },
    ])
    const id = String(body['shopOrderId'])
    expect(await fixture.shopOrdersOf(placed.id)).toMatchObject([
      {
        id,
        shopId: florist.id,
        status: 'pending',
        paymentStatus: 'pending',
        orderTotalCents: 6358,
        shopCostCents: 5086,
        platformFeeCents: 1272,
        specialInstructions: 'Ring\nthe bell',
        statusUpdatedAt: null,
        paymentUpdatedAt: null,
        withdrawnAt: null,
        version: 1,
      },
    ])
    expect(await fixture.orderOf(placed.id)).toMatchObject({
      assignmentStatus: 'assigned',
      status: 'confirmed',
      version: 2,
    })
    expect(await fixture.eventsOf(placed.id)).toMatchObject([
      {
        kind: 'assigned',
        actor: 'admin',
        actorId: fixture.admin.person.id,
        data: { shopOrderId: id, shopId: florist.id, shop: florist.name, shopCostCents: 5086 },
      },
    ])
    expect(await fixture.linksOf(id)).toMatchObject([{ revokedAt: null, openedAt: null }])
    await fixture.shop.settled()
    expect(await fixture.shop.messages(String(florist.email))).toMatchObject([
      { subject: expect.stringContaining(placed.orderReference) },
    ])
  })

  test('a shop without an email address is assigned with `notified: false`', async () => {
    const florist = await fixture.florist({ email: null })
    const { id, orderId, notified } = await fixture.assigned({ shopId: florist.id })
    expect(notified).toBe(false)
    expect(await fixture.linksOf(id)).toEqual([])
    expect(await fixture.messagesOf(orderId, 'florist-order')).toEqual([])
  })

  test('of two concurrent assignments one succeeds, the other names shop, admin and time', async () => {
    const other = await signIn(fixture.shop)
    for (let round = 0; round < 8; round++) {
      const [placed, one, two] = [await fixture.bought(), await fixture.florist(), await fixture.florist()]
      const answers = await Promise.all([
        fixture.admin.post('/admin/assignments', fixture.assignment(placed.id, one.id)),
        other.post('/admin/assignments', fixture.assignment(placed.id, two.id)),
      ])
      const won = answers.findIndex(({ status }) => status === 200)
      const [winner, shop] = won === 0 ? [fixture.admin, one] : [other, two]
      const loser = answers[1 - won]
      expect(loser?.status).toBe(409)
      expect(loser?.body['error']).toMatchObject({
        code: 'already_assigned',
        message: `This order was already assigned to ${shop.name} by ${winner.person.email} at ${fixture.shop.clock.at.toISOString()}.`,
      })
      expect(await fixture.shopOrdersOf(placed.id)).toMatchObject([{ shopId: shop.id }])
      expect(await fixture.eventsOf(placed.id)).toHaveLength(1)
      expect(await fixture.messagesOf(placed.id, 'florist-order')).toHaveLength(1)
    }
  })

  test.each([
    ['an inactive shop', { active: false }, {}, 409, 'shop_inactive'],
    ['a cancelled order', {}, { status: 'cancelled' }, 409, 'order_over'],
    ['a delivered order', {}, { status: 'delivered' }, 409, 'order_over'],
    ['a completed order', {}, { status: 'completed' }, 409, 'order_over'],
    ['a refunded order', {}, { paymentStatus: 'refunded' }, 409, 'order_over'],
  ] as const)('refuses %s', async (_, ofShop, ofOrder, status, code) => {
    const [placed, florist] = [await fixture.bought(ofOrder), await fixture.florist(ofShop)]
    const answer = await fixture.admin.post('/admin/assignments', fixture.assignment(placed.id, florist.id))
    expect([answer.status, answer.body['error']]).toEqual([status, expect.objectContaining({ code })])
    expect(await fixture.shopOrdersOf(placed.id)).toEqual([])
    expect(await fixture.orderOf(placed.id)).toEqual(placed)
  })

  test.each([
    ['orderId', { orderId: '  ' }, 'Order ID is required'],
    ['orderId', { orderId: undefined }, 'Order ID is required'],
    ['shopId', { shopId: '' }, 'Shop ID is required'],
    [
      'shopCostCents',
      { shopCostCents: 6359, platformFeeCents: 0 },
      'Shop cost cannot exceed the order total',
    ],
    [
      'platformFeeCents',
      { platformFeeCents: 1271 },
      'Shop cost and platform fee must add up to the order total',
    ],
    ['platformFeeCents', { platformFeeCents: -1 }, 'This cannot be below zero'],
    ['shopCostCents', { shopCostCents: 5086.5 }, 'Please give whole cents'],
    [
      'totalCents',
      { totalCents: 6357, shopCostCents: 5085 },
      'The order total is $63.58. Please split that amount.',
    ],
  ])('refuses a wrong %s', async (path, changes, message) => {
    const [placed, florist] = [await fixture.bought(), await fixture.florist()]
    const { status, body } = await fixture.admin.post(
      '/admin/assignments',
      fixture.assignment(placed.id, florist.id, changes),
    )
    expect([status, body['error']]).toEqual([422, expect.objectContaining({ issues: [{ path, message }] })])
    expect(await fixture.shopOrdersOf(placed.id)).toEqual([])
  })

  test.each([
    ['order', 'Order not found'],
    ['shop', 'Shop not found'],
  ])('refuses an unknown %s', async (what, message) => {
    const ids = { order: (await fixture.bought()).id, shop: (await fixture.florist()).id, [what]: 'nobody' }
    const { body } = await fixture.admin.post('/admin/assignments', fixture.assignment(ids.order, ids.shop))
    expect(body['error']).toMatchObject({ code: `${what}_not_found`, message })
  })
})

describe('unassigning and reassigning', () => {
  const version = async (id: string) => (await fixture.detail(id)).version

  test('unassigning makes the order unassigned, revokes the link and sends the florist a mail', async () => {
    const { id, order, florist, token } = await fixture.asked({ status: 'processing' })
    const answer = await fixture.admin.post(`/admin/shop-orders/${id}/unassign`, { version: 1 })
    expect([answer.status, answer.body]).toEqual([200, { notified: true }])
    expect(await fixture.orderOf(order.id)).toMatchObject({
      assignmentStatus: 'unassigned',
      status: 'confirmed',
    })
    expect(await fixture.shopOrdersOf(order.id)).toMatchObject([
      { id, withdrawnAt: fixture.shop.clock.at.toISOString(), version: 2 },
    ])
    expect((await fixture.shop.post('/florist/order', { token })).status).toBe(404)
    await fixture.shop.settled()
    const [mail] = await fixture.shop.messages(String(florist.email))
    expect(mail?.subject).toBe(`Order ${order.orderReference} was withdrawn: please don’t make it`)
    expect((await fixture.eventsOf(order.id)).map(({ kind }) => kind)).toEqual(['assigned', 'unassigned'])
  })

  test('a florist without a sent mail gets no cancellation', async () => {
    const { id } = await fixture.bought()
    const recipient = 'asked@petals.example'
    const due = fixture.shop.clock.at.toISOString()
    for (const kind of ['florist-withdrawn', 'florist-cancelled'])
      await fixture.shop.db
        .insert(outbox)
        .values(outboxMessage({ kind, orderId: id, recipient, payload: {}, nextAttemptAt: due }))
    await fixture.shop.scheduled()
    expect(await fixture.shop.messages(recipient)).toEqual([])
    expect(await fixture.messagesOf(id, 'florist-withdrawn')).toEqual([])
  })

  test('unassigning twice answers that it was done', async () => {
    const { id } = await fixture.assigned()
    const click = () => fixture.admin.post(`/admin/shop-orders/${id}/unassign`, { version: 1 })
    const answers = await Promise.all([click(), click(), click()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('a delivered shop order cannot be unassigned', async () => {
    const { id } = await fixture.assigned()
    await fixture.admin.put(`/admin/shop-orders/${id}/status`, {
      status: 'delivered',
      reason: null,
      version: 1,
    })
    const { body } = await fixture.admin.post(`/admin/shop-orders/${id}/unassign`, { version: 2 })
    expect(body['error']).toMatchObject({ code: 'shop_order_delivered' })
  })

  test('reassigning is one step: the first florist is out, the second is asked', async () => {
    const { id, order, florist, token } = await fixture.asked()
    const second = await fixture.florist()
    const answer = await fixture.admin.post(
      '/admin/assignments',
      fixture.assignment(order.id, second.id, { replaces: id, specialInstructions: 'White ribbon' }),
    )
    expect(answer.status).toBe(200)
    expect(await fixture.shopOrdersOf(order.id)).toMatchObject([
      { id, withdrawnAt: expect.any(String) },
      { shopId: second.id, withdrawnAt: null },
    ])
    expect(await fixture.orderOf(order.id)).toMatchObject({ assignmentStatus: 'assigned' })
    expect((await fixture.shop.post('/florist/order', { token })).status).toBe(404)
    await fixture.shop.settled()
    expect((await fixture.shop.messages(String(florist.email)))[0]?.subject).toContain('please don’t make it')
    expect(await fixture.tokensOf(String(second.email))).toHaveLength(1)
    const by = { assignedBy: fixture.admin.person.email }
    expect((await choices(order.id)).history).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          shop: second.name,
          live: true,
          specialInstructions: 'White ribbon',
          ...by,
        }),
        expect.objectContaining({ shop: florist.name, live: false, specialInstructions: null, ...by }),
      ]),
    )
  })

  test('another split for the same shop reassigns without a cancellation mail', async () => {
    const { id, order, florist } = await fixture.asked()
    await fixture.admin.post('/admin/assignments', fixture.assignment(order.id, florist.id, { replaces: id }))
    expect(await fixture.messagesOf(order.id, 'florist-withdrawn')).toEqual([])
    expect(await fixture.tokensOf(String(florist.email))).toHaveLength(2)
  })

  test('of two concurrent reassignments one succeeds', async () => {
    const { id, orderId } = await fixture.assigned()
    const florists = [await fixture.florist(), await fixture.florist()]
    const answers = await Promise.all(
      florists.map(({ id: shopId }) =>
        fixture.admin.post('/admin/assignments', fixture.assignment(orderId, shopId, { replaces: id })),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const stored = await fixture.shopOrdersOf(orderId)
    expect(stored.filter(({ withdrawnAt }) => withdrawnAt === null)).toHaveLength(1)
    expect(stored).toHaveLength(2)
  })

  test('replacing a shop order that was taken back meanwhile is refused', async () => {
    const { id, orderId } = await fixture.assigned()
    await fixture.admin.post(`/admin/shop-orders/${id}/unassign`, { version: await version(id) })
    const { id: shopId } = await fixture.florist()
    const { body } = await fixture.admin.post(
      '/admin/assignments',
      fixture.assignment(orderId, shopId, { replaces: id }),
    )
    expect(body['error']).toMatchObject({ code: 'assignment_changed' })
  })

  test('what a shop has delivered cannot be reassigned, even when the order is put back', async () => {
    const { id, orderId } = await fixture.assigned()
    const { id: shopId } = await fixture.florist()
    await fixture.admin.put(`/admin/shop-orders/${id}/status`, {
      status: 'delivered',
      version: await version(id),
    })
    const { version: now } = (await fixture.orderOf(orderId)) ?? {}
    await fixture.admin.put(`/admin/orders/${orderId}/status`, { status: 'confirmed', version: now })
    const again = fixture.assignment(orderId, shopId, { replaces: id })
    const { status, body } = await fixture.admin.post('/admin/assignments', again)
    expect([status, body['error']]).toMatchObject([409, { code: 'shop_order_delivered' }])
    expect(await fixture.shopOrdersOf(orderId)).toMatchObject([{ id, withdrawnAt: null }])
  })

  test('a rejected order can be assigned to the same shop again', async () => {
    const { id, orderId, shopId } = await fixture.assigned()
    await fixture.admin.post(`/admin/shop-orders/${id}/unassign`, { version: 1 })
    await fixture.assigned({ orderId, shopId })
    expect(await fixture.shopOrdersOf(orderId)).toHaveLength(2)
    const open = await fixture.shop.db.select().from(floristLinks).where(eq(floristLinks.shopOrderId, id))
    expect(open).toMatchObject([{ revokedAt: expect.any(String) }])
  })
})
