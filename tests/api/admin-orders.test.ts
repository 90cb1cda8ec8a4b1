import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORDER_STATUSES } from '#domain/order-status.ts'
import { agentPlatforms } from '#drizzle/schema/agents.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { whileFailing, whileMeeting } from '#tests/support/failing-call.ts'
import { type OrderFixture, openOrderFixture } from '#tests/support/order-fixture.ts'
import { agentPlatform } from '#tests/support/rows.ts'
import { signIn } from '#tests/support/staff.ts'
import { entriesOf } from '#tests/support/timeline.ts'

let fixture: OrderFixture

beforeAll(async () => {
  fixture = await openOrderFixture()
})
afterAll(() => fixture.shop.close())

describe('detail', () => {
  test('shows an order with everything about it, and what can be done with it', async () => {
    const { admin } = fixture
    const bought = await fixture.bought()
    const shopOrderId = await fixture.assign(bought.id, 5000)
    const shown = await fixture.detail(bought.id)
    expect(shown).toMatchObject({
      reference: bought.orderReference,
      status: 'confirmed',
      paymentStatus: 'paid',
      assignmentStatus: 'assigned',
      customerName: 'Sam Sorry',
      customerPhone: '(212) 555-0100',
      recipientName: 'Alex',
      apologyNote: 'I was wrong about the dishwasher.',
      deliveryInstructions: 'Ring twice',
      deliveryAddress: '350 5th Ave',
      market: { id: 'market-nyc', name: 'New York City' },
      timeZone: 'America/New_York',
      subtotalCents: 4999,
      deliveryFeeCents: 999,
      taxCents: 360,
      totalCents: 6358,
      paymentMethod: 'card',
      paymentReference: bought.paymentReference,
      items: [{ title: 'Really Bad', sku: 'FLOWER-001', priceAtPurchaseCents: 4999, subtotalCents: 4999 }],
      shopOrders: [
        { id: shopOrderId, shopCostCents: 5000, platformFeeCents: 1358, shopPercent: 78.6, live: true },
      ],
      flags: [],
      refunds: [],
      allowed: { delete: false, assign: false, refundCents: 6358, refundNeedsOverride: false },
    })
    expect(shown.allowed.deleteRefusal).toBe('A shop has this order. Unassign it first.')
    expect(entriesOf(shown, 'event').map(({ kind, actor, actorEmail }) => [kind, actor, actorEmail])).toEqual(
      [
        ['placed', 'shopper', null],
        ['paid', 'provider', null],
        ['assigned', 'admin', admin.person.email],
      ],
    )
    // Only the shopper may have this token.
    expect(bought.trackingToken).toMatch(/^[0-9a-f]{32}$/)
    expect(JSON.stringify(shown)).not.toContain(bought.trackingToken)
  })

  test('names the platform whose agent prepared it, with its host, in the timeline, too', async () => {
    const { db } = fixture.shop
    const platform = agentPlatform({ name: 'Assistant', profileUrl: 'https://agents.example/profile.json' })
    await db.insert(agentPlatforms).values(platform)
    const [own, prepared] = [await fixture.bought(), await fixture.bought()]
    await db.update(orders).set({ agentPlatformId: platform.id }).where(eq(orders.id, prepared.id))
    const placed = (shown: Awaited<ReturnType<typeof fixture.detail>>) =>
      entriesOf(shown, 'event').find(({ kind }) => kind === 'placed')
    const shown = await fixture.detail(prepared.id)
    expect(shown.platform).toEqual({ id: platform.id, name: 'Assistant', host: 'agents.example' })
    expect(placed(shown)?.data).toMatchObject({ totalCents: 6358, platform: 'Assistant (agents.example)' })
    const other = await fixture.detail(own.id)
    expect(other.platform).toBeNull()
    expect(placed(other)?.data).not.toHaveProperty('platform')
  })

  test('an unknown order is not found', async () => {
    const { status, body } = await fixture.admin.get('/admin/orders/nothing')
    expect([status, body]).toMatchObject([404, { error: { message: 'Order not found' } }])
  })
})

describe('status', () => {
  test('any status can follow any other, each with a line in the log', async () => {
    const { id } = await fixture.bought()
    let known = (await fixture.eventsOf(id)).length
    let from = 'confirmed'
    for (const to of [...ORDER_STATUSES, ...ORDER_STATUSES.toReversed(), 'confirmed']) {
      const { status, body } = await fixture.setStatus(id, to)
      expect([status, (await fixture.row(id)).status], to).toEqual([200, to])
      expect(body).toMatchObject({ version: (await fixture.row(id)).version })
      const log = await fixture.eventsOf(id)
      const entries = log.slice(known)
      // A cancelled order that was delivered after all is reopened first; setting what it has changes nothing.
      const isReopenedFirst = from === 'cancelled' && (to === 'delivered' || to === 'completed')
      expect(entries, to).toHaveLength(to === from ? 0 : isReopenedFirst ? 2 : 1)
      const path = [from, ...entries.map(({ data }) => data['to'])]
      expect(entries, to).toMatchObject(
        path.slice(1).map((next, n) => ({
          actor: 'admin',
          actorId: fixture.admin.person.id,
          data: { from: path[n], to: next },
        })),
      )
      expect(path.at(-1)).toBe(to)
      known = log.length
      from = to
    }
  })

  test.each(['shipped', '', 'Pending', 'constructor', 'toString'])('%j is refused', async (status) => {
    const { id } = await fixture.bought()
    const answer = await fixture.setStatus(id, status)
    const message = `Invalid order status: ${status}`
    expect(answer).toMatchObject({
      status: 422,
      body: { error: { message, issues: [{ path: 'status', message }] } },
    })
  })

  test('a save from an older version is refused with who was faster, and when', async () => {
    const { id, version } = await fixture.bought()
    const other = await signIn(fixture.shop, { email: 'jo@example.com' })
    const request = (status: string) => ({ status, version })
    await other.put(`/admin/orders/${id}/status`, request('processing'))
    const late = await fixture.setStatus(id, 'cancelled', version)
    const words = `jo@example.com changed the status at ${fixture.shop.clock.at.toISOString()}`
    expect(late).toMatchObject({
      status: 409,
      body: { error: { code: 'edit_conflict', message: `${words}. Please look again.` } },
    })
    expect((await fixture.row(id)).status).toBe('processing')
  })

  test('whoever only noted something is not taken for the one who was faster', async () => {
    const { id } = await fixture.bought()
    const shopOrderId = await fixture.assign(id)
    const { version } = await fixture.row(id)
    const other = await signIn(fixture.shop, { email: 'lee@example.com' })
    await other.put(`/admin/orders/${id}/status`, { status: 'processing', version })
    const contact = { key: crypto.randomUUID(), note: 'Called; they are on it.' }
    expect((await fixture.admin.post(`/admin/shop-orders/${shopOrderId}/contacts`, contact)).status).toBe(200)
    const { body } = await fixture.setStatus(id, 'completed', version)
    const message = expect.stringMatching(/^lee@example\.com changed the status at /)
    expect(body).toMatchObject({ error: { message } })
  })

  test('of several changes at the same moment one succeeds', async () => {
    const { id, version } = await fixture.bought()
    const answers = await Promise.all(
      ['processing', 'cancelled', 'completed'].map((status) => fixture.setStatus(id, status, version)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const changes = (await fixture.eventsOf(id)).filter(({ actor }) => actor === 'admin')
    expect(changes.map(({ data }) => data['to'])).toEqual([(await fixture.row(id)).status])
  })

  test('the shopper hears of delivered once, and of each end', async () => {
    const { id } = await fixture.bought({ email: 'hears@example.com' })
    for (const status of ['delivered', 'confirmed', 'delivered', 'cancelled', 'confirmed', 'cancelled']) {
      expect((await fixture.setStatus(id, status)).status).toBe(200)
    }
    await fixture.shop.settled()
    await fixture.shop.scheduled()
    const subjects = (await fixture.shop.messages('hears@example.com')).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.startsWith('Delivered at'))).toHaveLength(1)
    expect(subjects.filter((subject) => subject.startsWith('Your order was cancelled'))).toHaveLength(2)
  })

  test('nobody hears of an order that was never paid; its checkout is closed', async () => {
    const { id, sessionId } = await fixture.placed({ email: 'silent@example.com' })
    await fixture.setStatus(id, 'cancelled')
    await fixture.shop.settled()
    await fixture.shop.scheduled()
    expect(await fixture.shop.messages('silent@example.com')).toEqual([])
    await expect(fixture.shop.pay(sessionId)).rejects.toThrow('refused')
    expect(await fixture.row(id)).toMatchObject({ status: 'cancelled', paymentStatus: 'failed' })
  })

  test('an order is cancelled although the provider does not answer', async () => {
    const { id } = await fixture.placed()
    await fixture.setFault({ kind: 'error-before' })
    expect((await fixture.setStatus(id, 'cancelled')).status).toBe(200)
    await fixture.shop.settled()
    await fixture.setFault({ kind: 'none' })
    expect(fixture.shop.logged.map(({ event }) => event)).toContain('session_not_ended')
  })

  test('a paid order that is cancelled needs a refund, until it is reopened', async () => {
    const { id } = await fixture.bought()
    await fixture.setStatus(id, 'cancelled')
    expect(await fixture.flagsOf(id)).toMatchObject([{ kind: 'needs_refund', resolvedAt: null }])
    expect((await fixture.detail(id)).allowed).toMatchObject({
      delete: false,
      deleteRefusal: 'This order still needs a refund.',
    })
    await fixture.setStatus(id, 'confirmed')
    expect(await fixture.flagsOf(id)).toMatchObject([{ resolvedAt: fixture.shop.clock.at.toISOString() }])
    await fixture.setStatus(id, 'cancelled')
    expect((await fixture.flagsOf(id)).filter(({ resolvedAt }) => resolvedAt === null)).toHaveLength(1)
  })
})

describe('corrections', () => {
  const form = (changes: object = {}) => ({
    customerPhone: '(212) 555-0100',
    recipientName: 'Alex',
    apologyNote: 'I was wrong about the dishwasher.',
    deliveryAddress: '350 5th Ave',
    deliveryCity: 'New York',
    deliveryState: 'NY',
    deliveryZip: '10001',
    deliveryInstructions: 'Ring twice',
    ...changes,
  })
  const correct = (id: string, changes: object) => fixture.admin.put(`/admin/orders/${id}`, form(changes))

  test('what is put right is in the log with what it was before', async () => {
    const { id, version, totalCents, promisedBy } = await fixture.bought()
    const answer = await correct(id, {
      version,
      customerPhone: '646.555.0199',
      recipientName: '  ',
      apologyNote: 'I was wrong.\r\nAbout everything.',
      deliveryZip: '94110',
      deliveryCity: 'San Francisco',
      deliveryState: 'CA',
    })
    expect(answer.body).toEqual({ version: version + 1 })
    expect(await fixture.row(id)).toMatchObject({
      customerPhone: '(646) 555-0199',
      recipientName: null,
      apologyNote: 'I was wrong.\nAbout everything.',
      deliveryZip: '94110',
      marketId: 'market-sf',
      timeZone: 'America/Los_Angeles',
      promisedBy,
      totalCents,
    })
    const [event] = (await fixture.eventsOf(id)).filter(({ kind }) => kind === 'corrected')
    expect(event).toMatchObject({
      actor: 'admin',
      actorId: fixture.admin.person.id,
      data: {
        fields: {
          customerPhone: { before: '(212) 555-0100', after: '(646) 555-0199' },
          recipientName: { before: 'Alex', after: null },
          deliveryZip: { before: '10001', after: '94110' },
        },
      },
    })
    expect(Object.keys(event?.data['fields'] as object)).toEqual([
      'customerPhone',
      'recipientName',
      'apologyNote',
      'deliveryCity',
      'deliveryState',
      'deliveryZip',
    ])
  })

  test('saving what is there writes nothing', async () => {
    const { id, version } = await fixture.bought()
    const before = await fixture.eventsOf(id)
    expect((await correct(id, { version })).body).toEqual({ version })
    expect(await fixture.eventsOf(id)).toEqual(before)
    expect((await fixture.row(id)).version).toBe(version)
  })

  test('a ZIP that nobody serves is refused, at its field', async () => {
    const { id, version } = await fixture.bought()
    expect(await correct(id, { version, deliveryZip: '94601' })).toMatchObject({
      status: 422,
      body: { error: { code: 'zip_not_served', issues: [{ path: 'deliveryZip' }] } },
    })
    expect((await fixture.row(id)).deliveryZip).toBe('10001')
  })

  test('a post office box is taken from an admin, who was warned at its field', async () => {
    const { id, version } = await fixture.bought()
    const box = { deliveryAddress: 'PO Box 123', deliveryZip: '10008' }
    expect((await correct(id, { version, ...box })).status).toBe(200)
    expect(await fixture.row(id)).toMatchObject(box)
  })

  test('an old form is refused: by whom it was changed, and when', async () => {
    const { id, version } = await fixture.bought()
    const other = await signIn(fixture.shop, { email: 'kim@example.com' })
    await other.put(`/admin/orders/${id}`, form({ version, recipientName: 'Robin' }))
    expect(await correct(id, { version, recipientName: 'Ash' })).toMatchObject({
      status: 409,
      body: {
        error: {
          issues: [
            {
              path: 'version',
              message: `kim@example.com corrected this order at ${fixture.shop.clock.at.toISOString()}`,
            },
          ],
        },
      },
    })
    expect((await fixture.row(id)).recipientName).toBe('Robin')
  })

  test.each([
    [{ customerPhone: '12' }, 'customerPhone', 'Please enter a valid phone number'],
    [{ customerPhone: '' }, 'customerPhone', 'Phone number is required'],
    [{ deliveryAddress: ' ' }, 'deliveryAddress', 'Street address is required'],
    [{ deliveryAddress: 'abcd' }, 'deliveryAddress', 'Please enter a valid street address'],
    [{ deliveryCity: '' }, 'deliveryCity', 'City is required'],
    [{ deliveryCity: 'N' }, 'deliveryCity', 'Please enter a valid city name'],
    [{ deliveryState: 'New York' }, 'deliveryState', 'State is required'],
    [{ deliveryZip: '1000' }, 'deliveryZip', 'Please enter a 5-digit ZIP code'],
    [{ apologyNote: 'x'.repeat(301) }, 'apologyNote', 'Please keep this to 300 characters'],
    [{ deliveryInstructions: 'x'.repeat(301) }, 'deliveryInstructions', 'Please keep this to 300 characters'],
    [{ recipientName: 'x'.repeat(101) }, 'recipientName', 'Please keep this to 100 characters'],
  ])('%j is refused at %s', async (changes, path, message) => {
    const { body, status } = await correct('any', { version: 1, ...changes })
    expect([status, body]).toMatchObject([422, { error: { issues: [{ path, message }] } }])
  })
})

describe('samples', () => {
  test('are paid, pending orders of $101.74 that cannot be refunded', async () => {
    const { status, body } = await fixture.admin.post('/admin/orders/sample')
    expect(status).toBe(200)
    const shown = await fixture.detail(String(body['id']))
    const now = fixture.shop.clock.at.getTime()
    expect(shown.reference).toMatch(/^ORD-\d{5}$/)
    expect(shown).toMatchObject({
      isSample: true,
      status: 'pending',
      paymentStatus: 'paid',
      deliveryOption: 'tomorrow',
      subtotalCents: 8999,
      deliveryFeeCents: 599,
      taxCents: 576,
      totalCents: 10_174,
      deliveryDate: new Date(now + 2 * 24 * 60 * 60 * 1000).toISOString(),
      items: [{ priceAtPurchaseCents: 8999, quantity: 1 }],
      allowed: { assign: true, refundCents: 0 },
    })
    expect(await fixture.row(shown.id)).toMatchObject({ userId: fixture.admin.person.id })
    const refused = await fixture.refund(shown.id)
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'not_refundable' } } })
  })

  test('cause no email to the buyer and can be deleted', async () => {
    const { body } = await fixture.admin.post('/admin/orders/sample')
    const id = String(body['id'])
    await fixture.setStatus(id, 'delivered')
    await fixture.setStatus(id, 'cancelled')
    expect(await fixture.flagsOf(id)).toEqual([])
    expect(await fixture.messagesOf(id, 'order-delivered')).toEqual([])
    expect((await fixture.admin.delete(`/admin/orders/${id}`)).status).toBe(200)
  })

  test('a reference that is taken is drawn again', async () => {
    const { deps } = fixture.shop
    const random = deps.random
    const draws = [7, 7, 8]
    deps.random = (length) => (length === 4 ? new Uint8Array([0, 0, 0, draws.shift() ?? 9]) : random(length))
    const made = [
      await fixture.admin.post('/admin/orders/sample'),
      await fixture.admin.post('/admin/orders/sample'),
    ]
    deps.random = random
    const references = made.map(async ({ body }) => (await fixture.row(String(body['id']))).orderReference)
    expect(await Promise.all(references)).toEqual(['ORD-00007', 'ORD-00008'])
  })

  test('are refused when there is no product', async () => {
    const empty = await openOrderFixture()
    await empty.shop.client.execute('delete from products')
    expect(await empty.admin.post('/admin/orders/sample')).toMatchObject({
      status: 404,
      body: { error: { message: 'Failed to fetch a product for sample order' } },
    })
    await empty.shop.close()
  })

  test('have no item when the product is deleted at the same moment, and the log says so', async () => {
    const other = await openOrderFixture()
    const { shop, admin } = other
    const { body, status } = await whileMeeting(
      shop,
      5,
      () => shop.client.execute('delete from products'),
      () => admin.post('/admin/orders/sample'),
    )
    expect(status).toBe(200)
    expect((await other.detail(String(body['id']))).items).toEqual([])
    expect(shop.logged).toContainEqual(
      expect.objectContaining({ level: 'warn', event: 'sample_item_skipped' }),
    )
    await shop.close()
  })

  test('are refused in their own words when nobody is signed in', async () => {
    const { shop } = fixture
    const answer = await shop.post('/admin/orders/sample', {}, { origin: shop.deps.config.origin })
    expect(answer).toMatchObject({
      status: 401,
      body: {
        error: { code: 'signed_out', message: 'No authenticated user found. Please log in as admin.' },
      },
    })
  })

  test('are refused when their admin is deleted at the same moment', async () => {
    const other = await signIn(fixture.shop)
    const answer = await whileMeeting(
      fixture.shop,
      2,
      () => fixture.shop.client.execute({ sql: 'delete from users where id = ?', args: [other.person.id] }),
      () => other.post('/admin/orders/sample'),
    )
    expect(answer).toMatchObject({
      status: 401,
      body: { error: { message: 'No authenticated user found. Please log in as admin.' } },
    })
  })
})

test.each([
  ['get', '', 'Orders table access error: Failed to load orders'],
  ['get', '/count', 'Orders table access error: Failed to load orders'],
  ['get', '/csv', 'Failed to export the orders'],
  ['post', '/sample', 'Failed to create sample order'],
  ['get', '/some-id', 'Failed to load order details'],
  ['delete', '/some-id', 'Failed to delete order'],
] as const)('%s %s fails in its own words', async (method, path, message) => {
  const answer = await whileFailing(fixture.shop, { at: 2 }, () =>
    fixture.admin[method](`/admin/orders${path}`),
  )
  expect(answer).toMatchObject({ status: 500, body: { error: { message } } })
})

test('a flag that somebody has looked at is taken down, once, with a line in the log', async () => {
  const { id } = await fixture.bought()
  await fixture.setStatus(id, 'cancelled')
  const [flag] = await fixture.flagsOf(id)
  const resolve = () => fixture.admin.post(`/admin/orders/${id}/flags/${flag?.id}/resolve`)
  expect(await Promise.all([resolve(), resolve()])).toMatchObject([{ status: 200 }, { status: 200 }])
  expect((await resolve()).status).toBe(200)
  expect(await fixture.flagsOf(id)).toMatchObject([{ resolvedAt: fixture.shop.clock.at.toISOString() }])
  const lines = (await fixture.eventsOf(id)).filter(({ kind }) => kind === 'flag_resolved')
  expect(lines).toMatchObject([{ data: { flag: 'needs_refund' }, actorId: fixture.admin.person.id }])
  const { id: another } = await fixture.bought()
  expect((await fixture.admin.post(`/admin/orders/${another}/flags/${flag?.id}/resolve`)).status).toBe(404)
  expect(await fixture.shop.db.select().from(orders).where(eq(orders.id, id))).toHaveLength(1)
})
