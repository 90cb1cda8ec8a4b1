import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TimelineEntry } from '#api/platform/audit/schema.ts'
import type { OrderDetail } from '#src/admin/orders/queries.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'

let fixture: FloristFixture

beforeAll(async () => {
  fixture = await openFloristFixture()
})
afterAll(() => fixture.shop.close())

const orderDetail = async (id: string) =>
  (await fixture.admin.get(`/admin/orders/${id}`)).body as unknown as OrderDetail

/** An entry in a few words. */
function brief(entry: TimelineEntry): string {
  if (entry.type === 'email') return `email ${entry.kind} to ${entry.recipient}`
  if (entry.type === 'contact') return `${entry.email} about ${entry.shop}: ${entry.note}`
  return `${entry.actorEmail ?? entry.actor} ${entry.kind}`
}

test('an order and each of its shop orders show one timeline, with all that happened to any of them', async () => {
  const { admin, shop } = fixture
  const me = admin.person.email
  const order = await fixture.bought()
  const [one, other] = [await fixture.florist({ name: 'Petals' }), await fixture.florist({ name: 'Stems' })]
  const first = await fixture.assigned({ orderId: order.id, shopId: one.id })
  const note = (id: string, note: string) =>
    admin.post(`/admin/shop-orders/${id}/contacts`, { key: crypto.randomUUID(), note })
  const later = async () => {
    await shop.settled()
    shop.pass(1)
  }
  await later()
  await note(first.id, 'They are closed.')
  await later()
  const { version } = await fixture.detail(first.id)
  await admin.put(`/admin/shop-orders/${first.id}/status`, { status: 'rejected', reason: null, version })
  await later()
  const second = await fixture.assigned({ orderId: order.id, shopId: other.id })
  await later()
  await note(second.id, 'They are on it.')
  await later()
  await admin.put(`/admin/orders/${order.id}/status`, {
    status: 'processing',
    version: (await orderDetail(order.id)).version,
  })
  await shop.settled()

  const requests = shop.requests()
  const { timeline } = await orderDetail(order.id)
  // The guard's, and this one.
  expect(shop.requests() - requests).toBe(2)
  expect(timeline.map(brief)).toEqual([
    `${me} assigned`,
    `email florist-order to ${one.email}`,
    `${me} about Petals: They are closed.`,
    `${me} shop_set_declined`,
    `${me} assigned`,
    `email florist-order to ${other.email}`,
    `${me} about Stems: They are on it.`,
    `${me} status_set`,
  ])
  expect(timeline.map(({ at }) => at)).toEqual(timeline.map(({ at }) => at).toSorted())
  for (const { id } of [first, second]) {
    const detail = await fixture.detail(id)
    expect(detail.timeline).toEqual(timeline)
    // The contact history is the shop's own.
    expect(detail.contacts.map(({ note }) => note)).toEqual([
      id === first.id ? 'They are closed.' : 'They are on it.',
    ])
  }
  // A question to the other shop does not change who answered here.
  expect((await fixture.detail(second.id)).statusStamp).toBeNull()
  expect((await fixture.detail(first.id)).statusStamp).toMatchObject({ by: 'admin', email: me })
})

test('no order shows what happened to another', async () => {
  const [{ orderId, id }, other] = [await fixture.assigned(), await fixture.assigned()]
  await fixture.shop.settled()
  await fixture.admin.post(`/admin/shop-orders/${other.id}/contacts`, {
    key: crypto.randomUUID(),
    note: 'Theirs',
  })
  const { timeline } = await orderDetail(orderId)
  expect(timeline.map(({ type }) => type)).toEqual(['event', 'email'])
  expect((await fixture.detail(id)).timeline).toEqual(timeline)
})

test('a note of staff is an entry of the timeline, once a key, and overtakes no open form', async () => {
  const { admin } = fixture
  const order = await fixture.bought()
  const { version } = await orderDetail(order.id)
  const add = (key: string, note: string, id = order.id) =>
    admin.post(`/admin/orders/${id}/notes`, { key, note })
  const key = crypto.randomUUID()
  const twice = await Promise.all([add(key, '  They ring back.\nAt 3. '), add(key, 'They ring back.')])
  expect(twice.map(({ status }) => status)).toEqual([200, 200])
  await add(crypto.randomUUID(), 'They rang.')
  // One key is one note of each order.
  const other = await fixture.bought()
  expect((await add(key, 'Elsewhere.', other.id)).status).toBe(200)
  const { timeline, version: now } = await orderDetail(order.id)
  const notes = timeline.flatMap((entry) => (entry.type === 'event' ? [entry] : []))
  expect(notes.map(({ kind, actorEmail, data }) => [kind, actorEmail, data['note']])).toEqual([
    ['note_added', admin.person.email, expect.stringMatching(/^They ring back\./)],
    ['note_added', admin.person.email, 'They rang.'],
  ])
  expect(now).toBe(version)
  const change = { status: 'processing', version }
  expect((await admin.put(`/admin/orders/${order.id}/status`, change)).status).toBe(200)
})

test.each([
  ['a blank note', ' \n ', 'Note cannot be empty'],
  ['a long note', 'x'.repeat(2001), 'Please keep this to 2,000 characters'],
])('refuses %s', async (_, note, message) => {
  const order = await fixture.bought()
  const body = { key: crypto.randomUUID(), note }
  const answer = await fixture.admin.post(`/admin/orders/${order.id}/notes`, body)
  expect(answer.body['error']).toMatchObject({ code: 'invalid', issues: [{ path: 'note', message }] })
  expect((await orderDetail(order.id)).timeline).toEqual([])
})

test('a note on an order that nobody has is refused', async () => {
  const note = { key: crypto.randomUUID(), note: 'x' }
  const answer = await fixture.admin.post('/admin/orders/nobody/notes', note)
  expect([answer.status, answer.body['error']]).toEqual([
    404,
    expect.objectContaining({ code: 'order_not_found' }),
  ])
})

test('an email names the instant of the event that caused it', async () => {
  const { orderId } = await fixture.assigned()
  const { timeline } = await orderDetail(orderId)
  const [assigned, email] = timeline
  expect(assigned).toMatchObject({ type: 'event', kind: 'assigned' })
  expect(email).toMatchObject({ type: 'email', kind: 'florist-order', causedAt: assigned?.at })
})
