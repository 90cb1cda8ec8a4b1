import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ManagedOrder } from '#api/buyer-portal/service.ts'
import { PERSONAL_DATA_DAYS } from '#domain/personal-data.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import type { FloristOrder } from '#src/lib/order-links.ts'
import { manageMessage } from '#src/storefront/manage/messages.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { formOf, manageToken } from '#tests/support/manage.ts'
import { dump } from '#tests/support/open-api.ts'
import { signIn } from '#tests/support/staff.ts'

let fixture: FloristFixture

beforeAll(async () => {
  fixture = await openFloristFixture()
})
afterAll(() => fixture.shop.close())

const look = (token: unknown) => fixture.shop.post('/manage', { token })
const tokenOf = (orderId: string) => manageToken(fixture.shop, orderId)
const market = async () => (await fixture.florist()).marketId

/** A paid order of New York with its buyer's token. */
async function managed(changes: Parameters<FloristFixture['bought']>[0] = {}) {
  const order = await fixture.bought({ marketId: await market(), ...changes })
  return { order, token: await tokenOf(order.id) }
}

/** Sends the form that the page shows, with other content in some of its fields. */
async function change(token: string, changes: object) {
  const { body } = await look(token)
  return fixture.shop.post('/manage/change', { token, ...formOf(body as ManagedOrder), ...changes })
}

async function withoutCounters() {
  await fixture.shop.settled()
  const { rate_counters: _, ...rest } = await dump(fixture.shop)
  return rest
}

describe('the buyer’s own link', () => {
  test('shows the confirmation to keep', async () => {
    const { order, token } = await managed()
    const { status, body } = await look(token)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      reference: order.orderReference,
      stage: 'placed',
      mayChange: true,
      mayCancel: true,
      bouquet: 'Really Bad',
      personal: {
        recipientName: 'Alex',
        apologyNote: 'I was wrong about the dishwasher.',
        deliveryInstructions: 'Ring twice',
        deliveryAddress: '350 5th Ave',
      },
      promisedBy: order.promisedBy,
      trackingToken: order.trackingToken,
      totalCents: order.totalCents,
    })
    expect(JSON.stringify(body)).not.toContain(order.id)
  })

  test('shows nobody’s name, address or card four weeks after the promised time, and changes nothing then', async () => {
    const { order, token } = await managed()
    const { body: before } = await look(token)
    const promised = Date.parse(order.promisedBy)
    const weeks = PERSONAL_DATA_DAYS * 24 * 60 * 60_000
    fixture.shop.clock.at = new Date(promised + weeks - 1)
    expect((await look(token)).body).toMatchObject({ personal: { recipientName: 'Alex' }, mayChange: true })
    fixture.shop.clock.at = new Date(promised + weeks)
    const { status, body } = await look(token)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      reference: order.orderReference,
      totalCents: order.totalCents,
      deliveryCity: order.deliveryCity,
      personal: null,
      mayChange: false,
    })
    // It says nothing of what cannot be done here.
    expect(manageMessage(body as ManagedOrder).text).toMatch(/We are sorry\. Call us\.$/)
    const shown = JSON.stringify(body)
    for (const secret of [
      'Alex',
      'dishwasher',
      'Ring twice',
      '5th Ave',
      order.customerEmail,
      order.deliveryZip,
    ])
      expect(shown).not.toContain(secret)
    const form = { token, ...formOf(before as ManagedOrder), apologyNote: 'Much too late.' }
    expect((await fixture.shop.post('/manage/change', form)).status).toBe(409)
    expect((await fixture.shop.post('/manage/cancel', { token })).status).toBe(409)
    fixture.shop.clock.at = new Date(order.createdAt)
  })

  test('ends when an admin ends it; the next email has another one', async () => {
    const { order, token } = await managed()
    const path = `/admin/orders/${order.id}/end-buyer-links`
    const { version } = (await fixture.admin.get(`/admin/orders/${order.id}`)).body
    const ended = await fixture.admin.post(path, { version })
    expect([ended.status, ended.body]).toEqual([200, { version: Number(version) + 1 }])
    expect((await look(token)).status).toBe(404)
    expect((await fixture.shop.post('/manage/cancel', { token })).status).toBe(404)

    const again = await fixture.admin.post(path, { version })
    expect(again.status).toBe(409)
    expect(JSON.stringify(again.body)).toContain('ended the buyer’s links')
    expect(
      (await fixture.eventsOf(order.id)).filter(({ kind }) => kind === 'buyer_links_ended'),
    ).toHaveLength(1)

    const { orderReference: reference, customerEmail: email } = order
    expect((await fixture.shop.post('/find-order', { reference, email })).status).toBe(200)
    await fixture.shop.settled()
    const mail = (await fixture.shop.messages(email)).find(({ text }) => text.includes(reference))
    const renewed = /\/manage\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(renewed).not.toBe(token)
    expect((await look(renewed)).body).toMatchObject({ reference, mayChange: true })
  })

  test('of an order that does not exist cannot be ended, nor by a member', async () => {
    const missing = `/admin/orders/${crypto.randomUUID()}/end-buyer-links`
    expect((await fixture.admin.post(missing, { version: 1 })).status).toBe(404)
    const member = await signIn(fixture.shop, { role: 'member' })
    expect((await member.post(missing, { version: 1 })).status).toBe(403)
  })

  test('is in the confirmation, and in no email to the florist or the owner', async () => {
    const { order, florist } = await fixture.asked()
    const at = fixture.shop.clock.at.toISOString()
    await fixture.shop.db.insert(outbox).values(
      (['order-confirmation', 'order-notice'] as const).map((kind) => ({
        id: crypto.randomUUID(),
        kind,
        dedupeKey: `${kind}:${order.id}`,
        orderId: order.id,
        recipient: kind === 'order-notice' ? 'owner@example.com' : order.customerEmail,
        payload: {},
        nextAttemptAt: at,
        createdAt: at,
        updatedAt: at,
      })),
    )
    await fixture.shop.scheduled()
    const secret = await tokenOf(order.id)
    const mails = await fixture.shop.messages()
    const about = mails.filter(({ text, subject }) => `${subject}${text}`.includes(order.orderReference))
    const withLink = about.filter(({ text, html }) => `${text}${html}`.includes(secret))
    expect(withLink.map(({ subject }) => subject.split(':')[0])).toEqual(['Order confirmed'])
    expect(about.map(({ to }) => to[0])).toEqual(
      expect.arrayContaining(['owner@example.com', florist.email, order.customerEmail]),
    )
  })

  test('tracking stays shareable: neither token opens the other page', async () => {
    const { order, token } = await managed()
    expect((await look(order.trackingToken)).status).toBe(404)
    expect((await fixture.shop.post('/tracking', { token })).status).toBe(404)
    const { body } = await fixture.shop.post('/tracking', { token: order.trackingToken })
    for (const secret of [token, 'dishwasher', '5th Ave', 'Alex', order.customerEmail]) {
      expect(JSON.stringify(body)).not.toContain(secret)
    }
  })

  test('forged, cut or of another order it opens nothing and changes nothing', async () => {
    const [{ token, order }, other] = [await managed(), await managed()]
    const [signature, id] = [token.slice(0, 43), token.slice(43)]
    const [otherSignature, otherId] = [other.token.slice(0, 43), other.token.slice(43)]
    expect([id, otherId]).toEqual([order.id, other.order.id])
    const before = await withoutCounters()
    for (const forged of [
      `${otherSignature}${id}`,
      `${signature}${otherId}`,
      `${signature.slice(0, -1)}${signature.endsWith('A') ? 'E' : 'A'}${id}`,
      `${signature.slice(1)}${id}`,
      token.slice(0, -1),
      id,
      signature,
      order.trackingToken,
      `${token}.`,
      ` ${token}`,
      `${signature}${crypto.randomUUID()}`,
    ]) {
      for (const path of ['/manage', '/manage/cancel']) {
        const { status, body } = await fixture.shop.post(path, { token: forged })
        expect([forged, path, status, body['error']]).toEqual([
          forged,
          path,
          404,
          expect.objectContaining({ code: 'link_unknown' }),
        ])
      }
    }
    expect(await withoutCounters()).toEqual(before)
  })

  test.each([
    ['that was never paid', { paymentStatus: 'pending', paidAt: null }],
    ['whose payment failed', { paymentStatus: 'failed', paidAt: null, status: 'cancelled' }],
    ['that is a sample', { isSample: true }],
  ] as const)('opens no order %s', async (_, changes) => {
    const { token } = await managed(changes)
    expect((await look(token)).status).toBe(404)
  })

  test('is not logged', async () => {
    const { token } = await managed()
    await look(token)
    await look(`${token}x`)
    expect(JSON.stringify(fixture.shop.logged)).not.toContain(token)
  })
})

describe('a change', () => {
  test('of everything that may change is stored once, with its history', async () => {
    const { order, token } = await managed()
    const wanted = {
      recipientName: 'Robin',
      recipientPhone: '6465550123',
      apologyNote: 'I was wrong.\nTwice.',
      deliveryInstructions: null,
      deliveryAddress: '11 Wall St',
      deliveryUnit: 'Floor 2',
      deliveryZip: '10005',
    }
    const { status, body } = await change(token, wanted)
    expect(status).toBe(200)
    const stored = { ...wanted, recipientPhone: '(646) 555-0123' }
    expect(body).toMatchObject({ personal: stored })
    expect(await fixture.orderOf(order.id)).toMatchObject({
      ...stored,
      version: 2,
      promisedBy: order.promisedBy,
    })
    const [event] = (await fixture.eventsOf(order.id)).filter(({ kind }) => kind === 'changed_by_buyer')
    expect(event).toMatchObject({ actor: 'shopper', actorId: null })
    expect(event?.data['fields']).toMatchObject({
      apologyNote: { before: order.apologyNote, after: wanted.apologyNote },
      deliveryZip: { before: '10001', after: '10005' },
    })
  })

  test('sent twice is one change', async () => {
    const { order, token } = await managed()
    const { body } = await look(token)
    const request = { token, ...formOf(body as ManagedOrder), apologyNote: 'Once.' }
    const answers = await Promise.all([1, 2].map(() => fixture.shop.post('/manage/change', request)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await fixture.orderOf(order.id))?.version).toBe(2)
  })

  test('does not overwrite what was changed since the form was shown', async () => {
    const { order, token } = await managed()
    const { body } = await look(token)
    await change(token, { deliveryAddress: '2 Broad St' })
    const late = await fixture.shop.post('/manage/change', {
      token,
      ...formOf(body as ManagedOrder),
      apologyNote: 'Late.',
    })
    expect([late.status, late.body['error']]).toEqual([
      409,
      expect.objectContaining({ code: 'edit_conflict' }),
    ])
    expect(await fixture.orderOf(order.id)).toMatchObject({
      deliveryAddress: '2 Broad St',
      apologyNote: order.apologyNote,
    })
  })

  test('is not refused because the order was assigned meanwhile', async () => {
    const { order, token } = await managed()
    const { body } = await look(token)
    await fixture.assigned({ orderId: order.id })
    const request = { token, ...formOf(body as ManagedOrder), apologyNote: 'In time.' }
    expect((await fixture.shop.post('/manage/change', request)).status).toBe(200)
  })

  test.each([
    [{ deliveryAddress: 'General Delivery' }, 'deliveryAddress', /not a PO box\.$/],
    [{ deliveryZip: '10116' }, 'deliveryZip', /^10116 is for PO boxes only\./],
  ])('does not move it to a post office box: %j', async (changes, path, message) => {
    const { order, token } = await managed()
    const { status, body } = await change(token, changes)
    expect([status, body]).toMatchObject([
      422,
      { error: { code: 'invalid', issues: [{ path, message: expect.stringMatching(message) }] } },
    ])
    const { body: after } = await look(token)
    expect(after['personal']).toMatchObject({ deliveryAddress: order.deliveryAddress })
  })

  test.each([
    ['nobody delivers to', '94601', 'CA', 422, 'zip_not_served', 'deliveryZip', /Join our waitlist!$/],
    [
      'another market delivers to',
      '94102',
      'CA',
      422,
      'invalid',
      'deliveryZip',
      /order again for San Francisco\.$/,
    ],
    [
      'lies in another state',
      '94601',
      'NY',
      422,
      'invalid',
      'deliveryState',
      /^ZIP code 94601 is in California$/,
    ],
    ['is no ZIP code', '1000', 'NY', 422, 'invalid', 'deliveryZip', /5-digit/],
  ])('to a ZIP that %s is refused beside its field', async (_, zip, state, status, code, path, message) => {
    const { order, token } = await managed()
    const answer = await change(token, { deliveryZip: zip, deliveryState: state })
    expect([answer.status, answer.body['error']]).toEqual([
      status,
      expect.objectContaining({ code, issues: [{ path, message: expect.stringMatching(message) }] }),
    ])
    expect(await fixture.orderOf(order.id)).toMatchObject({ deliveryZip: '10001', version: 1 })
  })

  test.each([
    ['deliveryAddress', '', 'Street address is required'],
    ['recipientPhone', '12', 'Please enter a valid phone number'],
    ['apologyNote', 'x'.repeat(301), 'Please keep this to 300 characters'],
    ['deliveryInstructions', 'x'.repeat(301), 'Please keep this to 300 characters'],
  ])('with a bad %s is refused beside it', async (field, value, message) => {
    const { token } = await managed()
    const { status, body } = await change(token, { [field]: value })
    expect([status, body['error']]).toEqual([
      422,
      expect.objectContaining({ issues: [{ path: field, message }] }),
    ])
  })

  test('cannot touch what is not on the form', async () => {
    const { token } = await managed()
    for (const field of [
      'customerEmail',
      'customerPhone',
      'totalCents',
      'marketId',
      'status',
      'promisedBy',
    ]) {
      expect((await change(token, { [field]: 'x' })).status).toBe(422)
    }
  })
})

describe('a florist who was asked', () => {
  const open = async (token: string) =>
    (await fixture.shop.post('/florist/order', { token })).body as unknown as FloristOrder

  test('gets an email, and sees the last version and what changed', async () => {
    const asked = await fixture.asked({ marketId: await market() })
    const buyer = await tokenOf(asked.order.id)
    fixture.shop.pass(1)
    await change(buyer, { apologyNote: 'Forgive me.', deliveryUnit: 'Apt 9' })
    const changedAt = fixture.shop.clock.at.toISOString()
    await fixture.shop.settled()
    const [mail] = await fixture.shop.messages(String(asked.florist.email))
    expect(mail?.subject).toBe(`Order ${asked.order.orderReference} has changed: card message and address`)
    expect(mail?.text).not.toMatch(/Forgive|Apt 9|5th Ave/)
    expect(/\/florist\?token=(\S+)/.exec(mail?.text ?? '')?.[1]).toBe(asked.token)
    const { delivery } = await open(asked.token)
    expect(delivery).toMatchObject({
      cardText: 'Forgive me.',
      unit: 'Apt 9',
      changes: [
        { part: 'card message', at: changedAt },
        { part: 'address', at: changedAt },
      ],
    })
    expect((await fixture.detail(asked.id)).changes).toEqual(delivery?.changes)
  })

  test('is written to once in ten minutes, with all that has changed, however often the buyer changes it', async () => {
    const asked = await fixture.asked({ marketId: await market() })
    const buyer = await tokenOf(asked.order.id)
    const subjects = async () => {
      await fixture.shop.scheduled()
      await fixture.shop.settled()
      const sent = await fixture.shop.messages(String(asked.florist.email))
      return sent.flatMap(({ subject }) => (subject.includes('has changed') ? [subject.split(': ')[1]] : []))
    }
    await change(buyer, { apologyNote: 'One.' })
    expect(await subjects()).toEqual(['card message'])
    fixture.shop.pass(3)
    await change(buyer, { recipientName: 'Robin Other' })
    await change(buyer, { apologyNote: 'Two.' })
    await change(buyer, { deliveryUnit: 'Apt 9' })
    fixture.shop.pass(6)
    expect(await subjects()).toHaveLength(1)
    fixture.shop.pass(1)
    expect((await subjects()).toSorted()).toEqual(['card message', 'card message, recipient and address'])
    fixture.shop.pass(10)
    await change(buyer, { apologyNote: 'Three.' })
    expect(await subjects()).toHaveLength(3)
  })

  test('is written to about each change once, and not after the order was taken back', async () => {
    const asked = await fixture.asked({ marketId: await market() })
    const buyer = await tokenOf(asked.order.id)
    await change(buyer, { apologyNote: 'One.' })
    await change(buyer, { apologyNote: 'One.' })
    expect(await fixture.messagesOf(asked.order.id, 'florist-changed')).toHaveLength(1)
    const { version } = await fixture.detail(asked.id)
    await fixture.admin.post(`/admin/shop-orders/${asked.id}/unassign`, { version })
    await fixture.shop.settled()
    await change(buyer, { apologyNote: 'Two.' })
    expect(await fixture.messagesOf(asked.order.id, 'florist-changed')).toHaveLength(1)
  })

  test('and rejected or was taken back sees no change of the order', async () => {
    const asked = await fixture.asked({ marketId: await market() })
    await fixture.shop.post('/florist/answer', { token: asked.token, answer: 'reject', reason: 'Too many.' })
    expect((await change(await tokenOf(asked.order.id), { apologyNote: 'Other.' })).status).toBe(200)
    expect((await open(asked.token)).delivery).toBeNull()
    expect(await fixture.messagesOf(asked.order.id, 'florist-changed')).toEqual([])
  })

  test('sees an admin’s correction too', async () => {
    const asked = await fixture.asked({ marketId: await market() })
    const { body } = await fixture.admin.get(`/admin/orders/${asked.order.id}`)
    const { customerPhone, deliveryAddress, deliveryCity, deliveryState, deliveryZip, version } = body
    const correction = { customerPhone, deliveryAddress, deliveryCity, deliveryState, deliveryZip, version }
    const put = await fixture.admin.put(`/admin/orders/${asked.order.id}`, {
      ...correction,
      deliveryAddress: '1 Main St',
    })
    expect(put.status).toBe(200)
    expect((await open(asked.token)).delivery?.changes).toMatchObject([{ part: 'address' }])
  })
})

const OVER: readonly [string, object | null, object][] = [
  ['accepted', { status: 'confirmed', statusUpdatedAt: '2026-06-04T14:30:00.000Z' }, {}],
  ['being made', { status: 'processing', statusUpdatedAt: '2026-06-04T14:30:00.000Z' }, {}],
  ['ready', { status: 'ready', statusUpdatedAt: '2026-06-04T14:30:00.000Z' }, {}],
  [
    'delivered',
    { status: 'delivered', statusUpdatedAt: '2026-06-04T14:30:00.000Z' },
    { status: 'delivered' },
  ],
  ['set to delivered by an admin', null, { status: 'delivered' }],
  ['completed', null, { status: 'completed' }],
]

describe.each(OVER)('an order that is %s', (_, shopOrder, order) => {
  test('is neither changed nor cancelled, and says whom to call', async () => {
    const asked = await fixture.asked({ marketId: await market() })
    const { db } = fixture.shop
    const buyer = await tokenOf(asked.order.id)
    const { body: before } = await look(buyer)
    if (shopOrder) await db.update(shopOrders).set(shopOrder).where(eq(shopOrders.id, asked.id))
    else
      await db
        .update(shopOrders)
        .set({ withdrawnAt: asked.order.createdAt })
        .where(eq(shopOrders.id, asked.id))
    if (Object.keys(order).length > 0) await db.update(orders).set(order).where(eq(orders.id, asked.order.id))
    const stored = await withoutCounters()
    const form = { token: buyer, ...formOf(before as ManagedOrder), apologyNote: 'Too late.' }
    for (const [path, request] of [
      ['/manage/change', form],
      ['/manage/cancel', { token: buyer }],
    ] as const) {
      const { status, body } = await fixture.shop.post(path, request)
      expect([path, status, body['error']]).toEqual([
        path,
        409,
        expect.objectContaining({
          code: 'order_not_changeable',
          message: expect.stringMatching(/call us\.$/),
        }),
      ])
    }
    expect(await withoutCounters()).toEqual(stored)
    expect((await look(buyer)).body).toMatchObject({ mayChange: false, mayCancel: false })
  })
})

test('of a yes and a change at the same moment, the florist never accepts what the page does not show', async () => {
  for (let round = 0; round < 8; round++) {
    const asked = await fixture.asked({ marketId: await market() })
    const buyer = await tokenOf(asked.order.id)
    const [accepted, changed] = await Promise.all([
      fixture.shop.post('/florist/answer', { token: asked.token, answer: 'accept' }),
      round % 2 === 0
        ? change(buyer, { apologyNote: `Round ${round}` })
        : fixture.shop.post('/manage/cancel', { token: buyer }),
    ])
    const order = await fixture.orderOf(asked.order.id)
    if (round % 2 === 0) {
      expect(accepted.status).toBe(200)
      expect([200, 409]).toContain(changed.status)
      expect(order?.apologyNote === `Round ${round}`).toBe(changed.status === 200)
    } else {
      // One of the two, never both.
      expect([accepted.status === 200, changed.status === 200].filter(Boolean)).toHaveLength(1)
      expect(order?.status).toBe(changed.status === 200 ? 'cancelled' : 'confirmed')
    }
  }
})

test('a buyer’s change is in the timeline as the shopper’s', async () => {
  const { order, token } = await managed()
  await change(token, { apologyNote: 'Logged.' })
  const { body } = await fixture.admin.get(`/admin/orders/${order.id}`)
  expect(body['timeline']).toContainEqual(
    expect.objectContaining({ type: 'event', kind: 'changed_by_buyer', actor: 'shopper', actorEmail: null }),
  )
  const rows = await fixture.shop.db
    .select()
    .from(outbox)
    .where(and(eq(outbox.orderId, order.id), eq(outbox.kind, 'florist-changed')))
  expect(rows).toEqual([])
})
