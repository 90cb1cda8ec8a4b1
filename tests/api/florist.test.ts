import { eq } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signToken } from '#api/auth/tokens.ts'
import { sha256 } from '#api/platform/hash.ts'
import { redact } from '#domain/redact.ts'
import { SITE } from '#domain/site.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { floristLinks } from '#drizzle/schema/shop-orders.ts'
import type { FloristOrder } from '#src/lib/order-links.ts'
import { answerAsFlorist } from '#tests/support/florist-answer.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { outboxMessage } from '#tests/support/message-rows.ts'
import { dump } from '#tests/support/open-api.ts'
import { PUSH_PUBLIC_KEY } from '#tests/support/recording-push.ts'
import { openTestShop } from '#tests/support/shop.ts'
import { entriesOf } from '#tests/support/timeline.ts'

let fixture: FloristFixture

beforeAll(async () => {
  fixture = await openFloristFixture()
})
afterAll(() => fixture.shop.close())

const look = (token: string) => fixture.shop.post('/florist/order', { token })
const answer = (token: string, what: string, more: object = {}) =>
  answerAsFlorist(fixture.shop, token, what, more)
const reject = (token: string, reason = 'No peonies left.') => answer(token, 'reject', { reason })

const CLOSED = {
  code: 'florist_link_closed',
  message: `This link does not open an order. It may be old, or the order went to another shop. If you have the flowers in hand, call us: ${SITE.supportPhone}.`,
  issues: [],
  requestId: expect.any(String),
}

/** Both calls are refused in the very same words, and nothing changes. */
async function expectClosed(token: string): Promise<void> {
  await fixture.shop.settled()
  const before = await withoutCounters()
  for (const call of [look(token), answer(token, 'accept'), reject(token), answer(token, 'delivered')]) {
    const { status, body } = await call
    expect([status, body]).toEqual([404, { error: CLOSED }])
  }
  await fixture.shop.settled()
  expect(await withoutCounters()).toEqual(before)
}

async function withoutCounters() {
  const { rate_counters: _, ...rest } = await dump(fixture.shop)
  return rest
}

describe('a florist’s link', () => {
  test('shows what the florist needs and nothing else', async () => {
    const { order, florist, token } = await fixture.asked()
    const { status, body } = await look(token)
    expect([status, body]).toEqual([
      200,
      {
        reference: order.orderReference,
        shop: florist.name,
        status: 'pending',
        answers: ['accept', 'reject'],
        view: 'asked',
        headline: {
          heading: 'Can you make this?',
          text: 'Please answer soon. Somebody is waiting.',
          tone: 'open',
        },
        bouquet: 'Really Bad',
        imageUrl: expect.any(String),
        promisedBy: order.promisedBy,
        timeZone: 'America/New_York',
        shareCents: 5086,
        mayBeLate: false,
        lateUntil: null,
        photoSteps: [],
        photos: [],
        showsPhotos: false,
        push: { publicKey: PUSH_PUBLIC_KEY },
        attempts: [],
        substitution: {
          preference: 'florist',
          mayBeReported: false,
          askUntil: null,
          question: null,
          decided: [],
        },
        delivery: {
          recipientName: 'Alex',
          address: '350 5th Ave',
          unit: null,
          city: 'New York',
          state: 'NY',
          zip: '10001',
          recipientPhone: null,
          senderPhone: '(212) 555-0100',
          instructions: 'Ring twice',
          specialInstructions: null,
          card: { size: 0, lines: ['I was wrong about the', 'dishwasher.'], rest: '' },
          cardText: 'I was wrong about the dishwasher.',
          changes: [],
        },
      } satisfies FloristOrder,
    ])
    const answered = JSON.stringify(body)
    for (const secret of [order.customerName, order.customerEmail, '6358', '1272', order.id]) {
      expect(answered).not.toContain(secret)
    }
  })

  test('the first opening is noted', async () => {
    const { id, token } = await fixture.asked()
    const opened = fixture.shop.clock.at.toISOString()
    await look(token)
    fixture.shop.pass(3)
    await look(token)
    expect(await fixture.linksOf(id)).toMatchObject([{ openedAt: opened }])
  })

  test.each([
    ['rejected', async (token: string) => reject(token)],
    ['cancelled', async () => undefined],
  ])('no address and no card once it is %s', async (what, make) => {
    const { order, token } = await fixture.asked()
    await make(token)
    if (what === 'cancelled') {
      await fixture.shop.db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, order.id))
    }
    const { body } = await look(token)
    expect(body).toMatchObject({ answers: [], delivery: null, view: what })
    expect(JSON.stringify(body)).not.toContain('5th Ave')
  })
})

describe('an invalid link is refused', () => {
  test('of another order: it opens its own, and answers for its own only', async () => {
    const [one, two] = [await fixture.asked(), await fixture.asked()]
    await answer(one.token, 'accept')
    expect(await fixture.detail(one.id)).toMatchObject({ status: 'confirmed' })
    expect(await fixture.detail(two.id)).toMatchObject({ status: 'pending' })
    // The halves of two links make none.
    await expectClosed(one.token.slice(0, 11) + two.token.slice(11))
  })

  test('changed by any one character', async () => {
    const { token } = await fixture.asked()
    for (let at = 0; at < token.length; at++) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
      const { status, body } = await look(changed)
      expect([at, status, body]).toEqual([at, 404, { error: CLOSED }])
    }
    const last = token.at(-1) ?? ''
    for (const other of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
      if (other !== last) expect((await look(token.slice(0, -1) + other)).status).toBe(404)
    }
    for (const text of [` ${token}`, `${token} `, `${token}=`, token.slice(1), token.slice(0, -1), 'x']) {
      expect((await look(text)).status).toBe(404)
    }
    expect((await look(token)).status).toBe(200)
  })

  test('expired: seven days after the promised time, and not before', async () => {
    const { token, order } = await fixture.asked()
    const start = fixture.shop.clock.at
    const end = Date.parse(order.promisedBy) + 7 * 24 * 60 * 60 * 1000
    fixture.shop.clock.at = new Date(end - 1000)
    expect((await look(token)).status).toBe(200)
    fixture.shop.clock.at = new Date(end)
    await expectClosed(token)
    fixture.shop.clock.at = start
  })

  test('an order promised for yesterday has a link that works all the same', async () => {
    const { token } = await fixture.asked({ promisedBy: '2026-05-01T00:00:00.000Z' })
    expect((await look(token)).status).toBe(200)
  })

  test('revoked by an admin', async () => {
    const { id, token } = await fixture.asked()
    expect((await fixture.admin.delete(`/admin/shop-orders/${id}/link`)).status).toBe(200)
    await expectClosed(token)
    expect((await fixture.admin.delete(`/admin/shop-orders/${id}/link`)).status).toBe(200)
    const kinds = entriesOf(await fixture.detail(id), 'event').map(({ kind }) => kind)
    expect(kinds).toEqual(['assigned', 'florist_link_revoked'])
  })

  test('replaced by a new one, which works', async () => {
    const { id, florist, token } = await fixture.asked()
    fixture.shop.pass(1)
    const { status, body } = await fixture.admin.post(`/admin/shop-orders/${id}/link`)
    expect([status, body['sentTo']]).toEqual([200, florist.email])
    await expectClosed(token)
    const [newer = ''] = await fixture.tokensOf(String(florist.email))
    expect(newer).not.toBe(token)
    expect((await look(newer)).status).toBe(200)
  })

  test('after the order was taken back, and after it went to another shop', async () => {
    const { id, order, token } = await fixture.asked()
    await fixture.admin.post(`/admin/shop-orders/${id}/unassign`, { version: 1 })
    await expectClosed(token)
    await fixture.assigned({ orderId: order.id })
    await expectClosed(token)
  })

  test('after a rejection the link of the first florist ends as soon as another one is asked', async () => {
    const { order, token } = await fixture.asked()
    await reject(token)
    expect((await look(token)).body).toMatchObject({ status: 'rejected' })
    await fixture.assigned({ orderId: order.id })
    await expectClosed(token)
  })

  test.each([
    ['of another audience', { audience: 'back-office' }],
    ['of another issuer', { issuer: 'https://evil.example' }],
    ['of an unknown key', { keyId: 'other' }],
    ['of another secret', { secret: 'another-secret-of-nobody-that-is-long-enough' }],
    ['without an end', { endless: true }],
    ['of ours, but never given out', {}],
  ])('forged: %s', async (_, changes: Record<string, unknown>) => {
    const { id } = await fixture.asked()
    const [link] = await fixture.linksOf(id)
    const { config, clock } = fixture.shop.deps
    const [key] = config.authKeys
    const at = Math.floor(clock.now().getTime() / 1000)
    const forged = new SignJWT({ link: link?.id })
      .setProtectedHeader({ alg: 'HS256', kid: String(changes['keyId'] ?? key?.id) })
      .setIssuer(String(changes['issuer'] ?? config.origin))
      .setAudience(String(changes['audience'] ?? 'florist'))
      .setSubject(id)
      .setIssuedAt(at + 1)
    if (changes['endless'] !== true) forged.setExpirationTime(at + 600)
    await expectClosed(
      await forged.sign(new TextEncoder().encode(String(changes['secret'] ?? key?.secret ?? ''))),
    )
  })

  test('stands in no log, no row and no answer', async () => {
    const { id, order, token } = await fixture.asked()
    await look(token)
    await answer(token, 'accept')
    await look(`${token}x`)
    const everything = JSON.stringify([
      await dump(fixture.shop),
      fixture.shop.logged,
      await fixture.detail(id),
    ])
    expect(everything).not.toContain(token)
    expect(everything).toContain(order.orderReference)
  })
})

describe('answers', () => {
  test('accept, ready, delivered: each changes shop order, order and both timelines at once', async () => {
    const { id, order, florist, token } = await fixture.asked()
    for (const [what, kind, status, answers, ofOrder] of [
      ['accept', 'accepted', 'confirmed', ['ready', 'delivered', 'reject'], 'confirmed'],
      ['ready', 'ready', 'ready', ['delivered'], 'confirmed'],
      ['delivered', 'delivered', 'delivered', [], 'delivered'],
    ] as const) {
      fixture.shop.pass(10)
      const { status: code, body } = await answer(token, what)
      expect([code, body]).toEqual([200, expect.objectContaining({ status, answers })])
      expect(await fixture.detail(id)).toMatchObject({
        status,
        statusStamp: { at: fixture.shop.clock.at.toISOString(), by: 'florist', email: null },
      })
      expect(await fixture.orderOf(order.id)).toMatchObject({ status: ofOrder, assignmentStatus: 'assigned' })
      const last = (await fixture.eventsOf(order.id)).at(-1)
      expect(last).toMatchObject({
        kind,
        actor: 'florist',
        actorId: florist.id,
        data: { shopOrderId: id, to: status },
      })
    }
    await fixture.shop.settled()
    const subjects = (await fixture.shop.messages(order.customerEmail))
      .map(({ subject }) => subject)
      .filter((subject) => subject.includes(order.orderReference))
    expect(subjects.toReversed()).toEqual([
      `A florist accepted your order (${order.orderReference})`,
      expect.stringMatching(/^Delivered at .* EST \(ORD-/),
    ])
  })

  test('the same answer twice or concurrently is applied once', async () => {
    const { id, order, token } = await fixture.asked()
    const answers = await Promise.all(Array.from({ length: 5 }, () => answer(token, 'accept')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await fixture.detail(id)).toMatchObject({ status: 'confirmed', version: 2 })
    expect(await fixture.eventsOf(order.id)).toHaveLength(2)
    expect(await fixture.messagesOf(order.id, 'order-accepted')).toHaveLength(1)
  })

  test('of a concurrent accept and reject one is applied, and the order matches it', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, order, token } = await fixture.asked()
      await Promise.all([answer(token, 'accept'), reject(token)])
      const { status } = await fixture.detail(id)
      // A rejection may come after the acceptance, never the other way round.
      expect(status).toBe('rejected')
      expect(await fixture.orderOf(order.id)).toMatchObject({ assignmentStatus: 'unassigned' })
    }
  })

  test.each([
    ['accept', 'ready', 'This order is ready already.'],
    ['reject', 'ready', 'This order is ready already.'],
    ['ready', 'delivered', 'This order is delivered already.'],
    ['accept', 'rejected', 'This order is rejected already.'],
    ['delivered', 'rejected', 'This order is rejected already.'],
    ['ready', 'pending', 'This order is pending already.'],
  ])('%s is refused when it is %s', async (what, status, message) => {
    const { id, token } = await fixture.asked()
    if (status !== 'pending') {
      await fixture.admin.put(`/admin/shop-orders/${id}/status`, { status, reason: null, version: 1 })
    }
    const given = await answer(token, what, { reason: 'Because.' })
    expect([given.status, given.body['error']]).toEqual([
      409,
      expect.objectContaining({ code: 'florist_too_late', message }),
    ])
    expect(await fixture.detail(id)).toMatchObject({ status })
  })

  test('a rejection makes the order unassigned and keeps the history', async () => {
    const { id, order, token } = await fixture.asked()
    await reject(token, '  No\u0000 peonies left.  ')
    expect(await fixture.orderOf(order.id)).toMatchObject({ assignmentStatus: 'unassigned' })
    expect(await fixture.detail(id)).toMatchObject({
      status: 'rejected',
      rejectionReason: 'No peonies left.',
    })
    expect((await fixture.shopOrdersOf(order.id)).map(({ status }) => status)).toEqual(['rejected'])
    expect(await fixture.messagesOf(order.id, 'order-accepted')).toEqual([])
  })

  test.each([{}, { reason: '' }, { reason: '  \n ' }, { reason: 'no' }])(
    'no rejection without a reason: %j',
    async (more) => {
      const { id, token } = await fixture.asked()
      const { status, body } = await answer(token, 'reject', more)
      expect([status, body['error']]).toEqual([
        422,
        expect.objectContaining({
          issues: [{ path: 'reason', message: 'Please say why in a few words, so that we can help' }],
        }),
      ])
      expect(await fixture.detail(id)).toMatchObject({ status: 'pending' })
    },
  )

  test('nothing is to be made for an order that was cancelled or refunded', async () => {
    for (const changes of [
      { status: 'cancelled' },
      { paymentStatus: 'refunded', refundedCents: 6358 },
    ] as const) {
      const { id, order, token } = await fixture.asked()
      await fixture.shop.db.update(orders).set(changes).where(eq(orders.id, order.id))
      const { body } = await answer(token, 'accept')
      expect(body['error']).toMatchObject({
        code: 'florist_too_late',
        message: 'This order was cancelled. Please do not make it.',
      })
      expect(await fixture.detail(id)).toMatchObject({ status: 'pending' })
    }
  })

  test('of an answer and a concurrent withdrawal the second is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, order, token } = await fixture.asked()
      const [answered, taken] = await Promise.all([
        answer(token, 'accept'),
        fixture.admin.post(`/admin/shop-orders/${id}/unassign`, { version: 1 }),
      ])
      expect([
        [200, 409],
        [404, 200],
      ]).toContainEqual([answered.status, taken.status])
      const { assignmentStatus } = (await fixture.orderOf(order.id)) ?? {}
      expect(assignmentStatus).toBe(taken.status === 200 ? 'unassigned' : 'assigned')
    }
  })
})

describe('a cancelled order', () => {
  const cancel = async (orderId: string) => {
    const { version } = (await fixture.orderOf(orderId)) ?? {}
    return fixture.admin.put(`/admin/orders/${orderId}/status`, { status: 'cancelled', version })
  }

  test('the florist who has it hears at once, once', async () => {
    const { order, florist, token } = await fixture.asked()
    await answer(token, 'accept')
    await cancel(order.id)
    expect((await look(token)).body).toMatchObject({ view: 'cancelled', answers: [], delivery: null })
    await fixture.shop.settled()
    const [mail] = await fixture.shop.messages(String(florist.email))
    expect(mail?.subject).toBe(`Order ${order.orderReference} was cancelled: please don’t make it`)
    expect(mail?.html).not.toContain('5th Ave')
    expect(await fixture.messagesOf(order.id, 'florist-cancelled')).toHaveLength(1)
  })

  test.each([
    ['who said no', async (id: string, token: string) => reject(token).then(() => id)],
    [
      'who has delivered it',
      async (id: string, token: string) =>
        answer(token, 'accept')
          .then(() => answer(token, 'delivered'))
          .then(() => id),
    ],
    [
      'from whom it was taken back',
      async (id: string) => fixture.admin.post(`/admin/shop-orders/${id}/unassign`, { version: 1 }),
    ],
    ['whose link was ended', async (id: string) => fixture.admin.delete(`/admin/shop-orders/${id}/link`)],
  ])('a florist %s hears nothing', async (_, first) => {
    const { id, order, token } = await fixture.asked()
    await first(id, token)
    expect((await cancel(order.id)).status).toBe(200)
    expect(await fixture.messagesOf(order.id, 'florist-cancelled')).toEqual([])
  })
})

describe('the mail', () => {
  test('to the florist says what is wanted and by when; who, where and the card stand behind the link', async () => {
    const { order, florist, token } = await fixture.asked()
    const [mail] = await fixture.shop.messages(String(florist.email))
    expect(mail?.subject).toBe(`New order ${order.orderReference}: promised by 8 PM EST`)
    expect(mail?.html).toContain(`${fixture.shop.deps.config.origin}/florist?token=${token}`)
    for (const part of ['$50.86', 'New York, NY 10001', 'Thu Jun 11, 8 PM EST']) {
      expect(mail?.text).toContain(part)
    }
    for (const secret of ['Alex', '350 5th', 'dishwasher', order.customerName, order.customerEmail]) {
      expect(mail?.html).not.toContain(secret)
    }
  })

  test('a message whose link was over before it could be sent is not sent', async () => {
    const { id, order, florist } = await fixture.asked()
    await fixture.admin.delete(`/admin/shop-orders/${id}/link`)
    const [link] = await fixture.linksOf(id)
    const late = outboxMessage({
      kind: 'florist-order',
      orderId: order.id,
      recipient: String(florist.email),
      payload: { linkId: link?.id },
      nextAttemptAt: fixture.shop.clock.at.toISOString(),
    })
    await fixture.shop.db.insert(outbox).values(late)
    await fixture.shop.scheduled()
    expect(await fixture.shop.db.select().from(outbox).where(eq(outbox.id, late.id))).toEqual([])
    expect(await fixture.shop.messages(String(florist.email))).toHaveLength(1)
  })

  test('a link made with the key before the newest one works, in the mail and on the page', async () => {
    const { token } = await fixture.asked()
    const keys = fixture.shop.deps.config.authKeys
    Object.assign(fixture.shop.deps.config, {
      authKeys: [{ id: 'newer', secret: 'a-newer-secret-of-the-tests-and-of-nothing-else' }, ...keys],
    })
    expect((await look(token)).status).toBe(200)
    const florist = await fixture.florist()
    await fixture.assigned({ shopId: florist.id })
    const [made = ''] = await fixture.tokensOf(String(florist.email))
    expect((await look(made)).status).toBe(200)
    Object.assign(fixture.shop.deps.config, { authKeys: keys })
    expect((await look(made)).status).toBe(404)
  })

  const YEAR = 365 * 24 * 60 * 60
  test.each([
    ['until its end, as before 2026-11-25', (ownSeconds: number) => ownSeconds],
    ['for a year, as before 2026-11-28', () => YEAR],
  ])('a link whose token was signed %s works in the mail', async (_, lasting) => {
    const florist = await fixture.florist()
    const { mail, config } = fixture.shop.deps
    fixture.shop.deps.mail = { ...mail, send: () => Promise.reject(new Error('down')) }
    const { id } = await fixture.assigned({ shopId: florist.id })
    await fixture.shop.settled()
    fixture.shop.deps.mail = mail
    const [link] = await fixture.linksOf(id)
    if (!link) throw new Error('There is no link')
    const ownSeconds = Math.ceil((Date.parse(link.expiresAt) - Date.parse(link.createdAt)) / 1000) + 1
    const claims = { link: link.id }
    const what = { audience: 'florist', subject: id, claims, seconds: lasting(ownSeconds) } as const
    const { token } = await signToken(config, what, new Date(link.createdAt))
    await fixture.shop.db
      .update(floristLinks)
      .set({ tokenHash: await sha256(token) })
      .where(eq(floristLinks.id, link.id))
    fixture.shop.pass(60)
    expect(await fixture.tokensOf(String(florist.email))).toEqual([token])
    expect((await look(token)).status).toBe(200)
    const keys = config.authKeys
    Object.assign(config, { authKeys: [{ id: 'newer', secret: 'another-secret-of-the-tests-alone' }] })
    expect((await look(token)).status).toBe(404)
    Object.assign(config, { authKeys: keys })
  })

  test('a token is short, ends in a letter or a digit, and is kept out of logs', async () => {
    const { token } = await fixture.asked()
    expect(token).toMatch(/^[0-9a-f]{32}$/)
    expect(redact(`Cannot read ${token}`)).toBe('Cannot read [id]')
  })

  test('nothing that is stored about a link opens it', async () => {
    const { id, token } = await fixture.asked()
    const [link] = await fixture.linksOf(id)
    const stored = await fixture.shop.db.select().from(outbox)
    expect(JSON.stringify([link, stored])).not.toContain(token)
    for (const text of [link?.id, link?.tokenHash, id]) {
      expect((await look(String(text))).status).toBe(404)
    }
  })

  test('a row that was written without a key of ours opens nothing', async () => {
    const { id } = await fixture.asked()
    const forged = 'a1'.repeat(16)
    await fixture.shop.db
      .update(floristLinks)
      .set({ tokenHash: await sha256(forged) })
      .where(eq(floristLinks.shopOrderId, id))
    expect((await look(forged)).status).toBe(404)
    expect((await answer(forged, 'accept')).status).toBe(404)
  })
})

test('one address can only try so often', async () => {
  const shop = await openTestShop({ config: { limits: { lookUp: { max: 3, seconds: 60 } } } })
  const codes: number[] = []
  for (let n = 0; n < 5; n++) codes.push((await shop.post('/florist/order', { token: 'x' })).status)
  expect(codes).toEqual([404, 404, 404, 429, 429])
  await shop.close()
})
