import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from '#api/platform/database/paging-schema.ts'
import { DIRECTIONS, SHOP_ORDER_SORTS, type ShopOrderSort } from '#domain/admin-lists.ts'
import { SHOP_ORDER_STATUSES } from '#domain/order-status.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shareCorrections, shopOrderContacts, shopOrders } from '#drizzle/schema/shop-orders.ts'
import type { ShopOrderRow } from '#src/admin/shop-orders/queries.ts'
import { HELD_MS, letGoAfter } from '#tests/support/faulty-shop.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { shareCorrection, shopOrder } from '#tests/support/rows.ts'
import { signIn } from '#tests/support/staff.ts'
import { entriesOf } from '#tests/support/timeline.ts'

let fixture: FloristFixture

beforeAll(async () => {
  fixture = await openFloristFixture()
})
afterAll(() => fixture.shop.close())

const setStatus = (id: string, status: string, version: number, reason: string | null = null) =>
  fixture.admin.put(`/admin/shop-orders/${id}/status`, { status, reason, version })
const now = () => fixture.shop.clock.at.toISOString()

describe('the list', () => {
  const list = async (query: string) => {
    const { status, body } = await fixture.admin.get(`/admin/shop-orders${query}`)
    expect(status).toBe(200)
    return body as unknown as Page<ShopOrderRow> & { sort: ShopOrderSort }
  }
  const idsOf = async (query: string) => (await list(query)).rows.map(({ id }) => id)

  test('newest first, with what the screen shows', async () => {
    const florist = await fixture.florist({ name: 'Zinnia & Daughters' })
    const first = await fixture.assigned({ shopId: florist.id })
    fixture.shop.pass(1)
    const second = await fixture.assigned({ shopId: florist.id })
    const { rows, info } = await list('?q=zinnia')
    expect(rows.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(info).toEqual({ page: 1, pageSize: 10, total: 2, capped: false })
    expect(rows[0]).toEqual({
      id: second.id,
      version: 1,
      shopId: florist.id,
      shop: 'Zinnia & Daughters',
      orderId: second.orderId,
      orderReference: (await fixture.orderOf(second.orderId))?.orderReference,
      status: 'pending',
      paymentStatus: 'pending',
      shopCostCents: 5086,
      orderStatus: 'confirmed',
      orderPaymentStatus: 'paid',
      promisedBy: '2026-06-05T00:00:00.000Z',
      timeZone: 'America/New_York',
      isSample: false,
      withdrawnAt: null,
      situation: { kind: 'asked', look: 'amber', label: 'Waiting for the florist', flag: null },
      createdAt: now(),
    })
  })

  test('search finds the beginning of an id, a reference, and a part of a shop’s name', async () => {
    const { id, orderId } = await fixture.assigned()
    const reference = String((await fixture.orderOf(orderId))?.orderReference)
    for (const q of [
      id,
      id.slice(0, 8),
      id.slice(0, 8).toUpperCase(),
      reference,
      reference.toLowerCase(),
      reference.slice(4),
    ]) {
      expect(await idsOf(`?q=${encodeURIComponent(q)}`), q).toContain(id)
    }
    for (const q of ['%', '_', 'nobody', reference.slice(6)]) {
      expect(await idsOf(`?q=${encodeURIComponent(q)}`), q).not.toContain(id)
    }
  })

  test.each([
    [{ status: 'pending' }, ['pending']],
    [{ status: 'confirmed', statusUpdatedAt: '2026-06-04T14:30:00.000Z' }, ['confirmed']],
    [{ status: 'rejected', statusUpdatedAt: '2026-06-04T14:30:00.000Z' }, ['rejected']],
    [{ status: 'pending', withdrawnAt: '2026-06-04T14:30:00.000Z' }, ['withdrawn']],
    [{ status: 'delivered', statusUpdatedAt: '2026-06-04T14:30:00.000Z' }, ['delivered', 'to-pay']],
    [
      {
        status: 'delivered',
        statusUpdatedAt: '2026-06-04T14:30:00.000Z',
        paymentStatus: 'paid',
        paymentUpdatedAt: '2026-06-04T14:30:00.000Z',
      },
      ['delivered', 'paid'],
    ],
  ] as const)('filters: %j', async (changes, shown) => {
    const florist = await fixture.florist()
    const row = shopOrder({ orderId: (await fixture.bought()).id, shopId: florist.id, ...changes })
    await fixture.shop.db.insert(shopOrders).values(row)
    const q = encodeURIComponent(florist.name)
    expect(await idsOf(`?q=${q}`)).toEqual([row.id])
    for (const show of [...SHOP_ORDER_STATUSES, 'withdrawn', 'to-pay', 'paid']) {
      const expected = shown.some((name) => name === show)
      expect(await idsOf(`?q=${q}&show=${show}`), show).toEqual(expected ? [row.id] : [])
      expect((await idsOf(`?show=${show}`)).includes(row.id), `${show} without words`).toBe(expected)
    }
  })

  describe('sorted', () => {
    const DAY = '2026-06-04T14:30:00.000Z'
    const STATUSES = ['delivered', 'pending', 'ready', 'confirmed', 'rejected', 'processing'] as const
    let q = ''
    /** The shop orders in the order of their assignment: the later, the sooner they are promised; the last is taken back. */
    let ids: string[] = []
    const shown = async (query: string) => {
      const found = await idsOf(`?q=${q}&${query}`)
      expect((await idsOf(`?show=pending&${query}`)).length).toBeGreaterThan(0)
      return found.map((id) => ids.indexOf(id))
    }

    beforeAll(async () => {
      const florist = await fixture.florist({ name: 'Sorted Stems' })
      q = encodeURIComponent(florist.name)
      ids = []
      for (const [n, status] of [...STATUSES, 'confirmed' as const].entries()) {
        // Written in three ways, the instants would not sort as texts of the wall: New York is three hours ahead.
        const timeZone = n % 2 ? 'America/Los_Angeles' : 'America/New_York'
        const { id: orderId } = await fixture.bought({
          orderReference: `ORD-SRTD${(n + 4) % 3}${n}00`,
          promisedBy: `2026-06-0${8 - n}T01:00:00.000Z`,
          timeZone,
        })
        const row = shopOrder({
          id: `sorted-${(n + 1) % 4}-${n}`,
          orderId,
          ...(n % 2 === 0 && { paymentStatus: 'paid', paymentUpdatedAt: DAY }),
          shopCostCents: 5000 - n,
          platformFeeCents: 1358 + n,
          shopId: florist.id,
          status,
          statusUpdatedAt: DAY,
          createdAt: `2026-05-0${n + 1}T12:00:00.000Z`,
          withdrawnAt: n === STATUSES.length ? DAY : null,
        })
        await fixture.shop.db.insert(shopOrders).values(row)
        ids.push(row.id)
      }
      // The last one that is assigned, of the shop that comes first.
      const early = await fixture.florist({ name: 'an early bud' })
      const { id: orderId } = await fixture.bought()
      await fixture.shop.db.insert(shopOrders).values(shopOrder({ orderId, shopId: early.id }))
    })

    test.each([
      ['', [6, 5, 4, 3, 2, 1, 0]],
      ['direction=asc', [0, 1, 2, 3, 4, 5, 6]],
      ['sort=promised', [6, 5, 4, 3, 2, 1, 0]],
      ['sort=promised&direction=desc', [0, 1, 2, 3, 4, 5, 6]],
      ['sort=status', [1, 3, 5, 2, 0, 4, 6]],
      ['sort=status&direction=desc', [6, 4, 0, 2, 5, 3, 1]],
      ['sort=payment', [5, 3, 1, 6, 4, 2, 0]],
      ['sort=payment&direction=desc', [6, 4, 2, 0, 5, 3, 1]],
      ['sort=cost', [6, 5, 4, 3, 2, 1, 0]],
      ['sort=cost&direction=desc', [0, 1, 2, 3, 4, 5, 6]],
      ['sort=order', [2, 5, 0, 3, 6, 1, 4]],
      ['sort=order&direction=desc', [4, 1, 6, 3, 0, 5, 2]],
      ['sort=id', [3, 0, 4, 1, 5, 2, 6]],
      ['sort=id&direction=desc', [6, 2, 5, 1, 4, 0, 3]],
      ['sort=shop', [0, 1, 2, 3, 4, 5, 6]],
      ['sort=shop&direction=desc', [6, 5, 4, 3, 2, 1, 0]],
    ])('by “%s”', async (query, expected) => {
      expect(await shown(query)).toEqual(expected)
      expect((await list(`?q=${q}&${query}`)).sort).toBe(/sort=(\w+)/.exec(query)?.[1] ?? 'assigned')
    })

    const KEYS: Record<ShopOrderSort, (row: ShopOrderRow) => string | number> = {
      id: ({ id }) => id,
      shop: ({ shop }) => shop.toLowerCase(),
      order: ({ orderReference }) => orderReference,
      status: ({ status, withdrawnAt }) =>
        withdrawnAt ? SHOP_ORDER_STATUSES.length : SHOP_ORDER_STATUSES.indexOf(status),
      payment: ({ paymentStatus }) => (paymentStatus === 'pending' ? 0 : 1),
      promised: ({ promisedBy }) => promisedBy,
      cost: ({ shopCostCents }) => shopCostCents,
      assigned: ({ createdAt }) => createdAt,
    }

    test.each(SHOP_ORDER_SORTS.flatMap((sort) => DIRECTIONS.map((direction) => [sort, direction] as const)))(
      'pages without words go on where the last one ended, by %s %s',
      async (sort, direction) => {
        const query = `sort=${sort}&direction=${direction}`
        const first = await list(`?${query}`)
        const pages = Math.ceil(first.info.total / first.info.pageSize)
        const rest = await Promise.all(
          Array.from({ length: pages - 1 }, (_, n) => list(`?${query}&page=${n + 2}`)),
        )
        const rows = [first, ...rest].flatMap((page) => page.rows)
        expect(rows).toHaveLength(first.info.total)
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
        const keys = rows.map(KEYS[sort])
        const sorted = keys.toSorted((one, other) => (one < other ? -1 : Number(one > other)))
        expect(keys).toEqual(direction === 'desc' ? sorted.toReversed() : sorted)
      },
    )
  })

  test('each page continues where the last one ended', async () => {
    const florist = await fixture.florist()
    const rows = await Promise.all(
      Array.from({ length: 23 }, async (_, n) =>
        shopOrder({
          orderId: (await fixture.bought()).id,
          shopId: florist.id,
          createdAt: new Date(Date.UTC(2026, 0, 1 + (n % 5))).toISOString(),
        }),
      ),
    )
    await fixture.shop.db.insert(shopOrders).values(rows)
    const q = encodeURIComponent(florist.name)
    const pages = [await list(`?q=${q}`), await list(`?q=${q}&page=2`), await list(`?q=${q}&page=3`)]
    const seen = pages.flatMap((page) => page.rows)
    expect(seen).toHaveLength(23)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(23)
    expect(seen.map(({ createdAt }) => createdAt)).toEqual(
      seen
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    )
    expect(pages.map(({ info }) => info.total)).toEqual([23, 23, 23])
  })
})

describe('the detail', () => {
  test('holds order, shop, money, people, links and what happened', async () => {
    const { id, order, florist, token } = await fixture.asked()
    const openedAt = now()
    await fixture.shop.post('/florist/order', { token })
    fixture.shop.pass(5)
    await fixture.shop.post('/florist/answer', { token, answer: 'accept' })
    await fixture.shop.db
      .insert(shareCorrections)
      .values(shareCorrection({ shopOrderId: id, amountCents: -250 }))
    await fixture.shop.settled()
    const requests = fixture.shop.requests()
    const detail = await fixture.detail(id)
    // The guard's, and this one.
    expect(fixture.shop.requests() - requests).toBe(2)
    expect(detail).toMatchObject({
      id,
      status: 'confirmed',
      paymentStatus: 'pending',
      orderTotalCents: 6358,
      shopCostCents: 5086,
      platformFeeCents: 1272,
      statusStamp: { at: now(), by: 'florist', email: null },
      paymentStamp: null,
      version: 2,
      order: {
        id: order.id,
        reference: order.orderReference,
        recipientName: 'Alex',
        apologyNote: 'I was wrong about the dishwasher.',
        address: '350 5th Ave',
        customerPhone: '(212) 555-0100',
        items: [{ title: 'Really Bad', sku: 'FLOWER-001', quantity: 1, imageUrl: null }],
      },
      shop: {
        id: florist.id,
        name: florist.name,
        streetAddress: '88 Perry St',
        city: 'New York',
        zip: '10014',
      },
      corrections: [{ amountCents: -250, reason: 'Half of it was refunded.' }],
      link: { openedAt },
    })
    expect(entriesOf(detail, 'event')).toMatchObject([
      { kind: 'assigned', actor: 'admin', actorEmail: fixture.admin.person.email },
      { kind: 'accepted', actor: 'florist', data: { from: 'pending', to: 'confirmed' } },
    ])
    expect(JSON.stringify(detail)).not.toContain(token)
  })

  test('an unknown shop order is not found, and the message names its id', async () => {
    const { status, body } = await fixture.admin.get('/admin/shop-orders/nobody')
    expect([status, body['error']]).toEqual([
      404,
      expect.objectContaining({ message: 'Failed to load shop order with ID nobody' }),
    ])
  })

  test('a failure of the database names the id, too', async () => {
    const { id } = await fixture.assigned()
    const { client } = fixture.shop
    const batch = client.batch
    client.batch = () => Promise.reject(new Error('down'))
    const { status, body } = await fixture.admin.get(`/admin/shop-orders/${id}`)
    client.batch = batch
    expect([status, body['error']]).toEqual([
      500,
      expect.objectContaining({ message: `Failed to load shop order with ID ${id}` }),
    ])
  })
})

describe('the status', () => {
  test('any status can follow any other, with time and person', async () => {
    const { id, orderId } = await fixture.assigned()
    const path = [
      'ready',
      'pending',
      'delivered',
      'processing',
      'rejected',
      'confirmed',
      'rejected',
      'pending',
    ]
    for (const [n, status] of path.entries()) {
      fixture.shop.pass(1)
      const answer = await setStatus(id, status, n + 1)
      expect([status, answer.status, answer.body]).toMatchObject([status, 200, { version: n + 2 }])
      const detail = await fixture.detail(id)
      expect(detail).toMatchObject({
        status,
        statusStamp: { at: now(), by: 'admin', email: fixture.admin.person.email },
      })
      const marked = status === 'rejected' ? 'unassigned' : 'assigned'
      expect(await fixture.orderOf(orderId)).toMatchObject({ assignmentStatus: marked })
    }
  })

  test.each(['accepted', '', 'Pending', 'withdrawn'])('refuses %j', async (status) => {
    const { id } = await fixture.assigned()
    const { status: code, body } = await setStatus(id, status, 1)
    expect([code, body['error']]).toEqual([
      422,
      expect.objectContaining({
        message: `Invalid shop order status: ${status}`,
        issues: [{ path: 'status', message: `Invalid shop order status: ${status}` }],
      }),
    ])
  })

  test('setting the same status again changes nothing', async () => {
    const { id, orderId } = await fixture.assigned()
    expect((await setStatus(id, 'pending', 1)).body).toMatchObject({ version: 1 })
    expect(await fixture.eventsOf(orderId)).toHaveLength(1)
  })

  test('an old version is refused, naming who was faster and when', async () => {
    const { id, florist, token } = await fixture.asked()
    await fixture.shop.post('/florist/answer', { token, answer: 'accept' })
    const late = await setStatus(id, 'ready', 1)
    expect([late.status, late.body['error']]).toEqual([
      409,
      expect.objectContaining({
        code: 'edit_conflict',
        message: `${florist.name} changed this to confirmed at ${now()}. Please look again.`,
      }),
    ])
    const other = await signIn(fixture.shop)
    await other.put(`/admin/shop-orders/${id}/status`, { status: 'ready', reason: null, version: 2 })
    expect((await setStatus(id, 'delivered', 2)).body['error']).toMatchObject({
      message: `${other.person.email} changed this to ready at ${now()}. Please look again.`,
    })
  })

  test('of concurrent changes one succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, orderId } = await fixture.assigned()
      const answers = await Promise.all(['confirmed', 'rejected', 'ready'].map((to) => setStatus(id, to, 1)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
      const [row] = await fixture.shopOrdersOf(orderId)
      const { assignmentStatus } = (await fixture.orderOf(orderId)) ?? {}
      expect(assignmentStatus).toBe(row?.status === 'rejected' ? 'unassigned' : 'assigned')
      expect(await fixture.eventsOf(orderId)).toHaveLength(2)
    }
  })

  test('rejecting keeps the reason and brings the order back', async () => {
    const { id, orderId } = await fixture.assigned()
    await fixture.shop.db.update(orders).set({ status: 'processing' }).where(eq(orders.id, orderId))
    await setStatus(id, 'rejected', 1, 'They called: the van is broken.')
    expect(await fixture.detail(id)).toMatchObject({ rejectionReason: 'They called: the van is broken.' })
    expect(await fixture.orderOf(orderId)).toMatchObject({
      status: 'confirmed',
      assignmentStatus: 'unassigned',
    })
  })

  test('un-rejecting is refused while another shop has the order, naming it', async () => {
    const { id, orderId } = await fixture.assigned()
    await setStatus(id, 'rejected', 1)
    const florist = await fixture.florist()
    await fixture.assigned({ orderId, shopId: florist.id })
    const { status, body } = await setStatus(id, 'confirmed', 2)
    expect([status, body['error']]).toEqual([
      409,
      expect.objectContaining({
        code: 'already_assigned',
        message: `This order was already assigned to ${florist.name} by ${fixture.admin.person.email} at ${now()}.`,
      }),
    ])
    expect(await fixture.detail(id)).toMatchObject({ status: 'rejected', version: 2 })
  })

  test('a withdrawn shop order is refused', async () => {
    const { id } = await fixture.assigned()
    await fixture.admin.post(`/admin/shop-orders/${id}/unassign`, { version: 1 })
    expect((await setStatus(id, 'ready', 2)).body['error']).toMatchObject({ code: 'shop_order_withdrawn' })
  })

  test('delivered delivers the order, and the shopper hears of it once', async () => {
    const { id, orderId } = await fixture.assigned()
    await setStatus(id, 'delivered', 1)
    expect(await fixture.orderOf(orderId)).toMatchObject({
      status: 'delivered',
      assignmentStatus: 'assigned',
    })
    await setStatus(id, 'ready', 2)
    await setStatus(id, 'delivered', 3)
    expect(await fixture.messagesOf(orderId, 'order-delivered')).toHaveLength(1)
  })

  test.each(['completed', 'cancelled'] as const)('delivered leaves a %s order as it is', async (status) => {
    const { id, orderId } = await fixture.assigned()
    await fixture.shop.db.update(orders).set({ status }).where(eq(orders.id, orderId))
    await setStatus(id, 'delivered', 1)
    expect(await fixture.orderOf(orderId)).toMatchObject({ status })
    expect(await fixture.messagesOf(orderId, 'order-delivered')).toEqual([])
  })
})

describe('payment, texts and contacts', () => {
  const setPayment = (id: string, paymentStatus: string, version: number) =>
    fixture.admin.put(`/admin/shop-orders/${id}/payment`, { paymentStatus, version })

  test('payment is set to paid and back, with time and person', async () => {
    const { id, orderId } = await fixture.assigned()
    expect((await setPayment(id, 'paid', 1)).body).toEqual({ version: 2 })
    const stamp = { at: now(), by: 'admin', email: fixture.admin.person.email }
    expect(await fixture.detail(id)).toMatchObject({ paymentStatus: 'paid', paymentStamp: stamp })
    await setPayment(id, 'pending', 2)
    expect(await fixture.detail(id)).toMatchObject({ paymentStatus: 'pending', version: 3 })
    expect((await fixture.eventsOf(orderId)).at(-1)).toMatchObject({
      kind: 'shop_order_payment',
      data: { from: 'paid', to: 'pending' },
    })
    expect((await setPayment(id, 'paid', 2)).body['error']).toMatchObject({ code: 'edit_conflict' })
  })

  test.each(['refunded', 'PAID', ''])('payment refuses %j', async (to) => {
    const { id } = await fixture.assigned()
    expect((await setPayment(id, to, 1)).body['error']).toMatchObject({
      message: `Invalid payment status: ${to}`,
    })
  })

  test('notes, reference and instructions are kept as typed, and told in the log', async () => {
    const { id, orderId } = await fixture.assigned()
    const notes = { shopNotes: ' They prefer calls.\nNot mails. ', version: 1 }
    expect((await fixture.admin.put(`/admin/shop-orders/${id}/notes`, notes)).body).toEqual({ version: 2 })
    const details = { paymentReference: ' CHK 1042 ', specialInstructions: 'White only', version: 2 }
    expect((await fixture.admin.put(`/admin/shop-orders/${id}/notes`, details)).body).toEqual({
      version: 3,
    })
    expect(await fixture.detail(id)).toMatchObject({
      shopNotes: 'They prefer calls.\nNot mails.',
      paymentReference: 'CHK 1042',
      specialInstructions: 'White only',
    })
    const again = await fixture.admin.put(`/admin/shop-orders/${id}/notes`, { ...details, version: 3 })
    expect(again.body).toEqual({ version: 3 })
    const edits = (await fixture.eventsOf(orderId)).filter(({ kind }) => kind === 'shop_order_edited')
    expect(edits).toHaveLength(2)
    expect(edits[1]?.data).toMatchObject({
      before: { paymentReference: null, specialInstructions: null },
      after: { paymentReference: 'CHK 1042', specialInstructions: 'White only' },
    })
    const late = await fixture.admin.put(`/admin/shop-orders/${id}/notes`, notes)
    expect([late.status, late.body['error']]).toEqual([
      409,
      expect.objectContaining({ code: 'edit_conflict' }),
    ])
  })

  test('a contact note is added once a key, with who wrote it', async () => {
    const { id } = await fixture.assigned()
    const contact = { key: crypto.randomUUID(), note: '  Called; they are on it.  ' }
    const add = (body: object) => fixture.admin.post(`/admin/shop-orders/${id}/contacts`, body)
    const answers = await Promise.all([add(contact), add(contact)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const detail = await fixture.detail(id)
    expect(detail.contacts).toEqual([
      {
        id: contact.key,
        note: 'Called; they are on it.',
        email: fixture.admin.person.email,
        createdAt: now(),
      },
    ])
    expect(await fixture.shop.db.select().from(shopOrderContacts)).toHaveLength(1)
  })

  test('a slow database delays what an admin does, longer than a shopper would wait', async () => {
    const { id } = await fixture.assigned()
    fixture.shop.setDatabaseFault({ kind: 'slow', ms: HELD_MS })
    const contact = { key: crypto.randomUUID(), note: 'Called' }
    // Two calls of the database together take longer than a shopper waits.
    const adding = fixture.admin.post(`/admin/shop-orders/${id}/contacts`, contact)
    const answer = await letGoAfter(1_600, fixture.shop, adding)
    fixture.shop.setDatabaseFault(null)
    expect(answer).toMatchObject({ status: 200 })
  })

  test.each([{ note: '   ' }, { note: '' }, {}])('an empty contact note is refused: %j', async (body) => {
    const { id } = await fixture.assigned()
    const answer = await fixture.admin.post(`/admin/shop-orders/${id}/contacts`, {
      key: crypto.randomUUID(),
      ...body,
    })
    expect(answer.body['error']).toMatchObject({
      issues: [{ path: 'note', message: 'Contact note cannot be empty' }],
    })
  })

  test.each([
    ['put', '/status', { status: 'ready', reason: null, version: 1 }, 'Failed to update shop order status'],
    ['put', '/payment', { paymentStatus: 'paid', version: 1 }, 'Failed to update payment status'],
    ['put', '/notes', { shopNotes: 'x', version: 1 }, 'Failed to update shop notes'],
    ['post', '/contacts', { key: crypto.randomUUID(), note: 'x' }, 'Failed to add contact record'],
  ] as const)('%s %s says what failed when the database does', async (method, path, body, message) => {
    const { id } = await fixture.assigned()
    const { client } = fixture.shop
    const batch = client.batch
    client.batch = () => Promise.reject(new Error('down'))
    const answer = await fixture.admin[method](`/admin/shop-orders/${id}${path}`, body)
    client.batch = batch
    expect([answer.status, answer.body['error']]).toEqual([500, expect.objectContaining({ message })])
  })

  test.each([
    ['/admin/shop-orders', 'Failed to load shop orders'],
    ['/admin/assignments', 'Failed to load orders awaiting assignment'],
  ])('%s says what failed when the database does', async (path, message) => {
    const { client } = fixture.shop
    const batch = client.batch
    client.batch = () => Promise.reject(new Error('down'))
    const answer = await fixture.admin.get(path)
    client.batch = batch
    expect([answer.status, answer.body['error']]).toEqual([500, expect.objectContaining({ message })])
  })

  test('assigning says what failed when the database does', async () => {
    const [placed, florist] = [await fixture.bought(), await fixture.florist()]
    const { client } = fixture.shop
    const batch = client.batch
    client.batch = () => Promise.reject(new Error('down'))
    const answer = await fixture.admin.post('/admin/assignments', fixture.assignment(placed.id, florist.id))
    client.batch = batch
    expect(answer.body['error']).toMatchObject({ message: 'Failed to create shop order' })
  })
})
