import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OrderDetail } from '#api/orders/detail.ts'
import { SITE } from '#domain/site.ts'
import { providerEvents } from '#drizzle/schema/checkout.ts'
import { mailSuppressions, outbox, waitlist } from '#drizzle/schema/messages.ts'
import type { EventType } from '#local/mail/events.ts'
import type { Dashboard } from '#src/admin/dashboard/queries.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { outboxMessage, waitlistEntry } from '#tests/support/message-rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { entriesOf } from '#tests/support/timeline.ts'

let fixture: FloristFixture
const shop = await shareTestShop()

beforeEach(async () => {
  fixture = await openFloristFixture(shop)
})

const PHONE = '(212) 555-0100'
const rows = () => shop.db.select().from(outbox)
const rowTo = async (recipient: string) => (await rows()).find((row) => row.recipient === recipient)
const toOwner = () => shop.messages(SITE.ownerEmail)
const dashboard = async () => (await fixture.admin.get('/admin/dashboard')).body as unknown as Dashboard
const orderDetail = async (id: string) =>
  (await fixture.admin.get(`/admin/orders/${id}`)).body as unknown as OrderDetail

/** An order whose buyer was written to, by a message of the given kind. */
async function written(customerEmail: string, kind = 'order-confirmation') {
  // A message about a status is sent only while the order has it.
  const status = kind === 'order-delivered' ? 'delivered' : 'confirmed'
  const order = await fixture.bought({ customerEmail, status })
  const message = outboxMessage({
    kind,
    orderId: order.id,
    recipient: customerEmail,
    nextAttemptAt: '2026-06-04T14:00:00.000Z',
  })
  await shop.db.insert(outbox).values(message)
  await shop.scheduled()
  return { order, message }
}

/** Sends the shop all that the provider has to say, or the events of one type, and lets the shop act on it. */
async function report(type?: EventType): Promise<unknown[]> {
  const outcomes: unknown[] = []
  for (const event of await shop.mailEvents(type)) {
    const { status, body } = await shop.deliverMailEvent(event)
    outcomes.push(status === 200 ? body['outcome'] : status)
  }
  await shop.settled()
  return outcomes
}

describe('an event', () => {
  test.each([
    ['sam@example.com', 'delivered', null],
    ['delayed@example.com', 'delayed', null],
    ['bounced@example.com', 'bounced', expect.stringContaining('there is no mailbox')],
    ['suppressed@example.com', 'suppressed', expect.stringContaining('suppression list')],
    ['failed@example.com', 'failed', 'reached_daily_quota'],
    ['complained@example.com', 'complained', null],
  ])('about a message to %s marks it as %s', async (email, delivery, deliveryDetail) => {
    await written(email)
    await report()
    expect(await rowTo(email)).toMatchObject({
      status: 'sent',
      delivery,
      deliveryDetail,
      deliveryAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
  })

  test('an event that arrives twice acts once', async () => {
    await written('bounced@example.com')
    expect(await report()).toEqual(['recorded'])
    const before = await rowTo('bounced@example.com')
    shop.pass(5)
    expect((await report())[0]).toBe('duplicate')
    expect(await rowTo('bounced@example.com')).toEqual(before)
    expect(await toOwner()).toHaveLength(1)
  })

  test('ten concurrent copies of an event act once', async () => {
    await written('bounced@example.com')
    const [event] = await shop.mailEvents()
    if (!event) throw new Error('The provider made no event')
    await Promise.all(Array.from({ length: 10 }, () => shop.deliverMailEvent(event)))
    await shop.settled()
    expect(await toOwner()).toHaveLength(1)
    expect(await shop.db.select().from(providerEvents)).toHaveLength(1)
  })

  test.each<[EventType[], string]>([
    [['email.complained', 'email.delivered'], 'complained'],
    [['email.bounced', 'email.delivery_delayed'], 'bounced'],
    [['email.delivered', 'email.delivery_delayed'], 'delivered'],
    [['email.delivery_delayed', 'email.delivered'], 'delivered'],
    [['email.bounced', 'email.delivered', 'email.delivery_delayed'], 'bounced'],
  ])('%j, in this order, leaves the message %s', async (types, state) => {
    await written('sam@example.com')
    const [sent] = await shop.messages('sam@example.com')
    for (const type of types) await shop.addMailEvent(sent?.id ?? '', type)
    const events = await shop.mailEvents()
    for (const type of types) {
      const event = events.findLast((one) => one.type === type)
      if (event) await shop.deliverMailEvent(event)
    }
    await shop.settled()
    expect(await rowTo('sam@example.com')).toMatchObject({ delivery: state })
  })

  test('about a message whose answer was lost says that it went', async () => {
    shop.mail.setFault({ kind: 'lost-answer', times: 1 })
    await written('sam@example.com')
    expect(await rowTo('sam@example.com')).toMatchObject({ status: 'pending', providerMessageId: null })
    await report()
    expect(await rowTo('sam@example.com')).toMatchObject({
      status: 'sent',
      delivery: 'delivered',
      lastError: null,
      providerMessageId: expect.any(String),
    })
    shop.pass(25 * 60)
    await shop.scheduled()
    expect(await shop.messages('sam@example.com')).toHaveLength(1)
  })

  test('about a message that was sent before messages carried our id is found by the provider’s', async () => {
    const { message } = await written('bounced@example.com')
    await shop.db.update(outbox).set({ id: 'renamed' }).where(eq(outbox.id, message.id))
    expect(await report()).toEqual(['recorded'])
    expect(await rowTo('bounced@example.com')).toMatchObject({ id: 'renamed', delivery: 'bounced' })
  })

  test('about a message that is not ours is acknowledged', async () => {
    await written('bounced@example.com')
    await shop.db.delete(outbox)
    expect(await report()).toEqual(['unknown_message'])
    expect(await toOwner()).toEqual([])
  })

  test.each(['domain.updated', '__proto__', 'constructor'])(
    'of a type that nobody asked for is acknowledged and left alone: %s',
    async (type) => {
      const body = JSON.stringify({ type, created_at: '2026-06-04T14:30:00.000Z', data: {} })
      expect(await shop.deliverMailEvent({ id: 'msg_1', body })).toMatchObject({
        status: 200,
        body: { outcome: 'ignored' },
      })
      expect(await shop.db.select().from(providerEvents)).toEqual([])
    },
  )

  test.each([
    ['{', 'no JSON'],
    ['{}', 'without a type'],
    [
      '{"type":"email.bounced","created_at":"yesterday","data":{"email_id":"x","to":[]}}',
      'without an instant',
    ],
    ['{"type":"email.bounced","created_at":"2026-06-04T14:30:00Z","data":{"to":[]}}', 'without a message'],
  ])('that is signed and cannot be read is refused: %s (%s)', async (body) => {
    expect(await shop.deliverMailEvent({ id: 'msg_1', body })).toMatchObject({
      status: 400,
      body: { error: { code: 'malformed' } },
    })
  })

  test('an unsigned event is refused and changes nothing', async () => {
    await written('bounced@example.com')
    const [event] = await shop.mailEvents()
    const answer = await shop.post('/webhooks/resend', event?.body, {
      'svix-id': event?.id ?? '',
      'svix-timestamp': String(shop.clock.at.getTime() / 1000),
      'svix-signature': 'v1,c29tZXRoaW5n',
    })
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'bad_signature' } } })
    expect(await rowTo('bounced@example.com')).toMatchObject({ delivery: null })
  })

  test('is logged without addresses and reasons', async () => {
    await written('bounced@example.com')
    await report()
    const lines = JSON.stringify(shop.logged)
    expect(lines).toContain('"mail_event"')
    expect(lines).not.toMatch(/bounced@|no mailbox|555-0100/)
  })
})

describe('the owner is told', () => {
  test('that a buyer was not reached, with the phone number beside it', async () => {
    const { order } = await written('bounced@example.com')
    await report()
    const [notice, ...others] = await toOwner()
    expect(others).toEqual([])
    expect(notice?.subject).toBe(`Email to the buyer of ${order.orderReference} did not arrive`)
    for (const form of [notice?.html, notice?.text]) {
      for (const fact of [
        'Sam Sorry',
        PHONE,
        'bounced@example.com',
        'there is no mailbox',
        `/admin/orders/${order.id}`,
      ]) {
        expect(form).toContain(fact)
      }
    }
  })

  test('that a florist was not reached, with the shop’s phone number', async () => {
    const florist = await fixture.florist({ email: 'bounced@petals.example', phone: '(212) 555-0177' })
    const { orderId } = await fixture.assigned({ shopId: florist.id })
    await shop.settled()
    await report('email.bounced')
    const [notice, ...others] = await toOwner()
    expect(others).toEqual([])
    expect(notice?.subject).toMatch(/^Email to the florist of ORD-/)
    for (const fact of [florist.name, '(212) 555-0177', `/admin/orders/${orderId}`])
      expect(notice?.text).toContain(fact)
    expect(notice?.text).not.toContain(PHONE)
  })

  test('that a florist does not know that the order is off, though they were not reached before', async () => {
    const florist = await fixture.florist({ email: 'bounced@petals.example' })
    const { id } = await fixture.assigned({ shopId: florist.id })
    await shop.settled()
    await report('email.bounced')
    expect(await toOwner()).toHaveLength(1)
    expect((await toOwner())[0]?.text).toContain('so that the flowers get made')
    await fixture.admin.post(`/admin/shop-orders/${id}/unassign`, { version: 1 })
    await shop.settled()
    await report('email.bounced')
    const [second, ...others] = await toOwner()
    expect(others).toHaveLength(1)
    expect(second?.text).toContain('so that they don’t make the flowers')
  })

  test('once for an order and a buyer, however many messages do not arrive', async () => {
    const { order } = await written('bounced@example.com', 'order-delivered')
    await shop.db.insert(outbox).values(
      outboxMessage({
        kind: 'order-confirmation',
        orderId: order.id,
        recipient: 'bounced@example.com',
        nextAttemptAt: '2026-06-04T14:00:00.000Z',
      }),
    )
    await shop.scheduled()
    await report()
    expect(await toOwner()).toHaveLength(1)
    expect((await rows()).filter(({ delivery }) => delivery === 'bounced')).toHaveLength(2)
  })

  test.each(['delivered', 'delayed', 'complained'])('nothing when the message was %s', async (name) => {
    await written(`${name}@example.com`)
    await report()
    expect(await toOwner()).toEqual([])
  })

  test('nothing when the message was not about an order', async () => {
    await shop.db.insert(outbox).values(
      outboxMessage({
        kind: 'account-notice',
        payload: { news: 'password-changed' },
        recipient: 'bounced@example.com',
        nextAttemptAt: '2026-06-04T14:00:00.000Z',
      }),
    )
    await shop.scheduled()
    await report()
    expect(await rowTo('bounced@example.com')).toMatchObject({ delivery: 'bounced' })
    expect(await toOwner()).toEqual([])
  })
})

describe('whoever complained', () => {
  const complain = async () => {
    await written('complained+tag@example.com')
    await report()
  }

  test('gets no more mail under any spelling; the message says why, and the owner gets a notice', async () => {
    await complain()
    const { order } = await written('Complained@Example.com', 'order-delivered')
    expect(await shop.messages('Complained@Example.com')).toEqual([])
    expect(await rowTo('Complained@Example.com')).toMatchObject({
      status: 'failed',
      delivery: 'suppressed',
      attempts: 0,
      lastError: 'Not sent: an earlier email to this address was marked as spam',
    })
    await shop.scheduled()
    const [notice] = await toOwner()
    expect(notice?.text).toContain(order.orderReference)
    expect(notice?.text).toContain(PHONE)
    expect(notice?.text).toContain('was marked as spam')
  })

  test('gets no waitlist mail, without a notice to the owner', async () => {
    await complain()
    const entry = waitlistEntry({ email: 'complained@example.com' })
    await shop.db.insert(waitlist).values(entry)
    const receipt = outboxMessage({
      kind: 'waitlist-receipt',
      payload: { entryId: entry.id },
      recipient: entry.email,
      nextAttemptAt: '2026-06-04T14:00:00.000Z',
    })
    await shop.db.insert(outbox).values(receipt)
    await shop.scheduled()
    expect(await shop.messages(entry.email)).toEqual([])
    expect(await rowTo(entry.email)).toBeUndefined()
    expect((await dashboard()).failedMessages.rows.map(({ recipient }) => recipient)).not.toContain(
      entry.email,
    )
  })

  test('gets no mail either when the complaint was about a message that is not ours', async () => {
    await written('complained@example.com')
    await shop.db.delete(outbox)
    expect(await report()).toEqual(['unknown_message', 'unknown_message'])
    await written('complained@example.com')
    expect(await shop.messages('complained@example.com')).toHaveLength(1)
  })

  test('is kept as a hash, not as an address', async () => {
    await complain()
    const stored = await shop.db.select().from(mailSuppressions)
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toMatch(/@|complained\+?tag|example/)
  })

  test('gets mail again once the suppression was lifted at the provider, and Send again sends it', async () => {
    await complain()
    const { message } = await written('complained@example.com', 'order-delivered')
    const again = () => fixture.admin.post(`/admin/outbox/${message.id}/send-again`)
    await again()
    await shop.settled()
    expect(await rowTo('complained@example.com')).toMatchObject({ status: 'failed', delivery: 'suppressed' })
    const [first] = await shop.messages('complained+tag@example.com')
    await shop.addMailEvent(first?.id ?? '', 'suppression.removed')
    await report('suppression.removed')
    await again()
    await shop.settled()
    expect(await shop.messages('complained@example.com')).toHaveLength(1)
    expect(await rowTo('complained@example.com')).toMatchObject({ status: 'sent', delivery: null })
  })

  test('gets mail when the complaint is heard of after it was lifted', async () => {
    await written('complained@example.com')
    const [first] = await shop.messages('complained@example.com')
    await shop.addMailEvent(first?.id ?? '', 'suppression.removed')
    await report('suppression.removed')
    await report('email.complained')
    await written('complained@example.com', 'order-delivered')
    expect(await shop.messages('complained@example.com')).toHaveLength(2)
  })
})

describe('the back office shows', () => {
  test('the dashboard shows undelivered mail with reason and phone number until it is dismissed', async () => {
    const { order, message } = await written('bounced@example.com')
    await report()
    const [row, ...others] = (await dashboard()).failedMessages.rows
    expect(others).toEqual([])
    expect(row).toEqual({
      id: message.id,
      channel: 'mail',
      nextTryAt: null,
      sentAgainTo: null,
      kind: 'order-confirmation',
      recipient: 'bounced@example.com',
      status: 'sent',
      delivery: 'bounced',
      reason: expect.stringContaining('there is no mailbox'),
      phone: PHONE,
      contactName: 'Sam Sorry',
      attempts: 1,
      failedAt: shop.clock.at.toISOString(),
      orderId: order.id,
    })
    const dismiss = (id = message.id) => fixture.admin.post(`/admin/outbox/${id}/dismiss`)
    expect(await dismiss()).toMatchObject({ status: 200, body: { dismissed: true } })
    expect(await dismiss()).toMatchObject({ status: 200, body: { dismissed: true } })
    expect((await dashboard()).failedMessages).toEqual({ total: 0, capped: false, rows: [] })
    expect(await dismiss('nothing')).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
  })

  test('the dashboard shows a dismissed message again after a worse event', async () => {
    const { message } = await written('bounced@example.com')
    await report()
    await fixture.admin.post(`/admin/outbox/${message.id}/dismiss`)
    const [sent] = await shop.messages('bounced@example.com')
    await shop.addMailEvent(sent?.id ?? '', 'email.complained')
    await report('email.complained')
    expect((await dashboard()).failedMessages.rows).toMatchObject([{ delivery: 'complained' }])
  })

  test('the dashboard shows no bounced waitlist mail', async () => {
    const entry = waitlistEntry({ email: 'bounced@example.com' })
    await shop.db.insert(waitlist).values(entry)
    await shop.db.insert(outbox).values(
      outboxMessage({
        kind: 'waitlist-receipt',
        payload: { entryId: entry.id },
        recipient: entry.email,
        nextAttemptAt: '2026-06-04T14:00:00.000Z',
      }),
    )
    await shop.scheduled()
    await report()
    expect(await rowTo(entry.email)).toMatchObject({ delivery: 'bounced' })
    expect((await dashboard()).failedMessages.total).toBe(0)
  })

  test('on the order every email about it, oldest first, and how it stands', async () => {
    const order = await fixture.bought({ customerEmail: 'delayed@example.com' })
    const florist = await fixture.florist({ email: 'bounced@petals.example', phone: '(212) 555-0177' })
    await shop.db.insert(outbox).values(
      outboxMessage({
        orderId: order.id,
        recipient: 'delayed@example.com',
        createdAt: '2026-06-04T14:00:00.000Z',
        nextAttemptAt: '2026-06-04T14:00:00.000Z',
      }),
    )
    await fixture.assigned({ orderId: order.id, shopId: florist.id })
    await shop.settled()
    await shop.scheduled()
    await report()
    const messages = entriesOf(await orderDetail(order.id), 'email')
    expect(messages).toMatchObject([
      {
        kind: 'order-confirmation',
        recipient: 'delayed@example.com',
        status: 'sent',
        delivery: 'delayed',
        phone: PHONE,
        contactName: 'Sam Sorry',
      },
      {
        kind: 'florist-order',
        recipient: 'bounced@petals.example',
        delivery: 'bounced',
        reason: expect.stringContaining('there is no mailbox'),
        phone: '(212) 555-0177',
      },
      { kind: 'undelivered-notice', recipient: SITE.ownerEmail, phone: null },
    ])
    expect(JSON.stringify(messages)).not.toMatch(/linkId|payload|dedupe/)
  })
})
