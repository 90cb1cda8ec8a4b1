import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderDetail } from '#api/orders/detail.ts'
import { localText } from '#domain/zoned-time.ts'
import { deliveryAttempts } from '#drizzle/schema/delivery-attempts.ts'
import { orderFlags } from '#drizzle/schema/orders.ts'
import { orderPhotos } from '#drizzle/schema/photos.ts'
import type { Dashboard } from '#src/admin/dashboard/queries.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'

// Delivery attempts: reported by florists, recorded and corrected by admins, told to buyers.

let fixture: FloristFixture

beforeAll(async () => {
  fixture = await openFloristFixture()
})
afterAll(() => fixture.shop.close())

const ZONE = 'America/New_York'
const inHours = (hours: number) =>
  localText(new Date(fixture.shop.clock.at.getTime() + hours * 60 * 60_000), ZONE)
const attempt = (token: string, said: object, key: string = crypto.randomUUID()) =>
  fixture.shop.post('/florist/attempt', { token, key, ...said })
const answer = (token: string, what: string) => fixture.shop.post('/florist/answer', { token, answer: what })
const record = (id: string, said: object) =>
  fixture.admin.post(`/admin/shop-orders/${id}/attempts`, { key: crypto.randomUUID(), ...said })
const correct = (id: string, attemptId: string, said: object, key: string = crypto.randomUUID()) =>
  fixture.admin.post(`/admin/shop-orders/${id}/attempts/${attemptId}/correction`, { key, ...said })
const stored = (shopOrderId: string) =>
  fixture.shop.db
    .select()
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.shopOrderId, shopOrderId))
    .orderBy(sql`rowid`)
const openFlags = async (orderId: string) =>
  (await fixture.shop.db.select().from(orderFlags).where(eq(orderFlags.orderId, orderId))).flatMap(
    ({ kind, detail, resolvedAt }) => (resolvedAt === null ? [[kind, detail]] : []),
  )
const track = async (token: string | null) => (await fixture.shop.post('/tracking', { token })).body

/** The subjects of the emails that nobody was there. */
async function missedMails({ customerEmail, orderReference }: Awaited<ReturnType<typeof accepted>>['order']) {
  const subjects = (await fixture.shop.messages(customerEmail)).map(({ subject }) => subject)
  return subjects.filter(
    (subject) => subject.startsWith('Nobody was there') && subject.includes(orderReference),
  )
}

async function accepted() {
  const asked = await fixture.asked()
  await answer(asked.token, 'accept')
  return asked
}

/** The row of a photograph at the door. */
async function photographed(shopOrderId: string, step: 'bouquet' | 'door' = 'door') {
  const photo = { id: crypto.randomUUID(), uploadKey: crypto.randomUUID(), hash: 'a'.repeat(64) }
  const createdAt = fixture.shop.clock.at.toISOString()
  const size = { bytes: 1, width: 1, height: 1 }
  await fixture.shop.db.insert(orderPhotos).values({ ...photo, ...size, shopOrderId, step, createdAt })
}

describe('a florist', () => {
  test.each([
    [{ outcome: 'recipient' }, 'Handed to the recipient.'],
    [{ outcome: 'someone', name: '  Maria  ' }, 'Maria took them in.'],
    [{ outcome: 'front_desk' }, 'Left at the front desk.'],
    [{ outcome: 'front_desk', name: 'Kim' }, 'Left at the front desk, with Kim.'],
    [{ outcome: 'neighbor', name: '' }, 'Left with a neighbor.'],
    [{ outcome: 'neighbor', name: 'Sam' }, 'Left with a neighbor, Sam.'],
  ])('delivers with %j, and the buyer reads it', async (said, sentence) => {
    const { id, order, token } = await accepted()
    const { status, body } = await attempt(token, said)
    expect([status, body]).toMatchObject([
      200,
      { view: 'delivered', answers: [], attempts: [{ outcome: said.outcome }] },
    ])
    expect(await fixture.detail(id)).toMatchObject({ status: 'delivered' })
    expect(await fixture.orderOf(order.id)).toMatchObject({ status: 'delivered' })
    await fixture.shop.settled()
    const [mail] = await fixture.shop.messages(order.customerEmail)
    expect(mail?.subject).toMatch(/^Delivered/)
    expect(mail?.text).toContain(sentence)
    expect(await track(order.trackingToken)).toMatchObject({
      state: 'delivered',
      attempt: { outcome: said.outcome },
    })
  })

  test('has to say who has the flowers', async () => {
    const { id, token } = await accepted()
    const { status, body } = await answer(token, 'delivered')
    expect([status, body['error']]).toMatchObject([
      422,
      { code: 'invalid', message: 'Please say who has the flowers now.' },
    ])
    const { body: order } = await fixture.shop.post('/florist/order', { token })
    expect(order).toMatchObject({ view: 'accepted', answers: ['ready', 'delivered', 'reject'] })
    expect(await stored(id)).toEqual([])
  })

  test.each([
    ['no outcome', {}, 'outcome', 'Please say who has the flowers now.'],
    ['an unknown outcome', { outcome: 'dog' }, 'outcome', 'Please say who has the flowers now.'],
    ['someone without a name', { outcome: 'someone', name: ' ' }, 'name', 'Please say who took them'],
    [
      'a long name',
      { outcome: 'neighbor', name: 'x'.repeat(101) },
      'name',
      'Please keep this to 100 characters',
    ],
    ['a name too many', { outcome: 'recipient', name: 'Kim' }, 'name', 'This outcome has no name'],
    ['nobody and nothing next', { outcome: 'nobody' }, 'nextStep', 'Please say what happens next'],
    [
      'a next step too many',
      { outcome: 'recipient', nextStep: 'at_shop' },
      'nextStep',
      'Only “Nobody there” has a next step',
    ],
    [
      'a second attempt without a time',
      { outcome: 'nobody', nextStep: 'second_attempt' },
      'nextAt',
      'Please enter a date and a time',
    ],
    [
      'a time too many',
      { outcome: 'nobody', nextStep: 'at_shop', nextAt: '2026-06-04T20:00' },
      'nextAt',
      'Only a second attempt has a time',
    ],
    [
      'no time at all',
      { outcome: 'nobody', nextStep: 'second_attempt', nextAt: 'tomorrow' },
      'nextAt',
      'Please enter a date and a time',
    ],
    [
      'a time that has passed',
      { outcome: 'nobody', nextStep: 'second_attempt', nextAt: '2020-06-04T20:00' },
      'nextAt',
      'Please choose a time that is still to come',
    ],
    [
      'a time far away',
      { outcome: 'nobody', nextStep: 'second_attempt', nextAt: '2046-06-04T20:00' },
      'nextAt',
      'Please choose a time within 14 days',
    ],
  ])('is told about %s', async (_, said, path, message) => {
    const { id, token } = await accepted()
    const { status, body } = await attempt(token, said)
    expect([status, body['error']]).toMatchObject([422, { issues: [{ path, message }] }])
    expect(await stored(id)).toEqual([])
  })

  test('leaves flowers at the door only with a photo of them there', async () => {
    const { id, token } = await accepted()
    await photographed(id, 'bouquet')
    const { status, body } = await attempt(token, { outcome: 'left_at_door' })
    expect([status, body['error']]).toMatchObject([
      409,
      { code: 'photo_required', message: 'Please take a photo of the flowers at the door first.' },
    ])
    expect(await fixture.detail(id)).toMatchObject({ status: 'confirmed' })
    await photographed(id)
    expect((await attempt(token, { outcome: 'left_at_door' })).status).toBe(200)
    expect(await fixture.detail(id)).toMatchObject({ status: 'delivered' })
  })

  test('sends the same attempt twice or at once, and it counts once', async () => {
    const { id, order, token } = await accepted()
    const key = crypto.randomUUID()
    const said = { outcome: 'nobody', nextStep: 'second_attempt', nextAt: inHours(1) }
    const answers = await Promise.all(Array.from({ length: 4 }, () => attempt(token, said, key)))
    // Sent again after its time: it is known already.
    fixture.shop.pass(90)
    answers.push(await attempt(token, said, key))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await stored(id)).toHaveLength(1)
    expect(await fixture.messagesOf(order.id, 'delivery-missed')).toHaveLength(1)
  })

  test('delivers at two places at once: one of them is refused', async () => {
    const { id, token } = await accepted()
    const answers = await Promise.all([
      attempt(token, { outcome: 'recipient' }),
      attempt(token, { outcome: 'front_desk' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await stored(id)).toHaveLength(1)
  })

  test.each([
    ['asked', async () => {}],
    [
      'rejected',
      async (_: string, token: string) =>
        fixture.shop.post('/florist/answer', { token, answer: 'reject', reason: 'Full.' }),
    ],
    [
      'cancelled',
      async (orderId: string) => {
        const { version } = (await fixture.orderOf(orderId)) ?? {}
        await fixture.admin.put(`/admin/orders/${orderId}/status`, { status: 'cancelled', version })
      },
    ],
  ])('cannot report an order that is %s', async (_, first) => {
    const { id, order, token } = await fixture.asked()
    await first(order.id, token)
    const { status, body } = await attempt(token, { outcome: 'recipient' })
    expect([status, body['error']]).toMatchObject([409, { code: 'florist_too_late' }])
    expect(await stored(id)).toEqual([])
  })

  test('cannot report by a link that opens nothing', async () => {
    expect((await attempt('none', { outcome: 'recipient' })).status).toBe(404)
  })
})

describe('nobody there', () => {
  test('is not told to a buyer who has not paid', async () => {
    const asked = await fixture.asked({ paymentStatus: 'pending', status: 'pending', paidAt: null })
    expect((await record(asked.id, { outcome: 'nobody', nextStep: 'at_shop' })).status).toBe(200)
    await fixture.shop.settled()
    await fixture.shop.scheduled()
    expect(await missedMails(asked.order)).toEqual([])
    expect(await openFlags(asked.order.id)).toMatchObject([['nobody_there', expect.anything()]])
  })

  test.each([
    [
      { nextStep: 'second_attempt', nextAt: '' },
      /The florist tries again by (Thu Jun 4, )?\S+( \S+)? E[SD]T\./,
      /^Second attempt by /,
    ],
    [
      { nextStep: 'at_shop' },
      /They are back at the shop, at .*, ready to be collected\./,
      /^Back at the shop/,
    ],
    [{ nextStep: 'ask_sender' }, /Please tell us what to do: call \(555\) 555-0142\./, /^Ask the sender/],
  ])(
    'leaves the order as it is with flowers that are made, tells the buyer once and flags it: %j',
    async (next, sentence, detail) => {
      const { id, order, token, florist } = await accepted()
      const said = {
        outcome: 'nobody',
        ...next,
        ...(next.nextStep === 'second_attempt' && { nextAt: inHours(2) }),
      }
      const { status, body } = await attempt(token, said)
      expect([status, body]).toMatchObject([
        200,
        { view: 'ready', attempts: [{ outcome: 'nobody', nextStep: next.nextStep }] },
      ])
      expect(await fixture.detail(id)).toMatchObject({ status: 'ready' })
      expect(await fixture.orderOf(order.id)).toMatchObject({ status: 'confirmed' })
      expect(await openFlags(order.id)).toEqual([['nobody_there', expect.stringMatching(detail)]])
      await fixture.shop.settled()
      const [mail] = await fixture.shop.messages(order.customerEmail)
      expect(mail?.subject).toBe(`Nobody was there for your flowers (${order.orderReference})`)
      const text = mail?.text.replaceAll(/\s+/g, ' ')
      expect(text).toMatch(sentence)
      expect(text).toContain('(555) 555-0142')
      if (next.nextStep === 'at_shop') expect(text).toContain(`${florist.name}, ${florist.streetAddress}`)
      expect(await track(order.trackingToken)).toMatchObject({
        state: 'on-its-way',
        attempt: { outcome: 'nobody', nextStep: next.nextStep },
      })
    },
  )

  test('each time is kept, told and flagged anew; delivery clears the flag', async () => {
    const { id, order, token } = await accepted()
    await attempt(token, { outcome: 'nobody', nextStep: 'second_attempt', nextAt: inHours(1) })
    await fixture.shop.settled()
    fixture.shop.pass(60)
    await attempt(token, { outcome: 'nobody', nextStep: 'at_shop' })
    expect(await fixture.messagesOf(order.id, 'delivery-missed')).toHaveLength(2)
    expect(await openFlags(order.id)).toEqual([['nobody_there', 'Back at the shop, to be collected']])
    const { body } = await attempt(token, { outcome: 'recipient' })
    expect(body['attempts']).toMatchObject([
      { outcome: 'nobody' },
      { outcome: 'nobody' },
      { outcome: 'recipient' },
    ])
    expect(await openFlags(order.id)).toEqual([])
    expect(await stored(id)).toHaveLength(3)
    expect(await track(order.trackingToken)).toMatchObject({ attempt: { outcome: 'recipient' } })
  })

  test('is no news any more once the flowers are there before its email went', async () => {
    const { order, token } = await accepted()
    await fixture.shop.settled()
    fixture.shop.mail.setFault({ kind: 'error-before', times: 1, ms: 0 })
    await attempt(token, { outcome: 'nobody', nextStep: 'at_shop' })
    await attempt(token, { outcome: 'recipient' })
    await fixture.shop.settled()
    fixture.shop.pass(60)
    await fixture.shop.scheduled()
    expect(await missedMails(order)).toEqual([])
  })

  test('is cleared by cancelling, and by hand', async () => {
    const [one, other] = [await accepted(), await accepted()]
    for (const { token } of [one, other]) await attempt(token, { outcome: 'nobody', nextStep: 'ask_sender' })
    const { version } = (await fixture.orderOf(one.order.id)) ?? {}
    await fixture.admin.put(`/admin/orders/${one.order.id}/status`, { status: 'cancelled', version })
    expect((await openFlags(one.order.id)).map(([kind]) => kind)).not.toContain('nobody_there')
    expect(await track(one.order.trackingToken)).toMatchObject({ state: 'cancelled', attempt: null })
    const flags = await fixture.shop.db
      .select()
      .from(orderFlags)
      .where(eq(orderFlags.orderId, other.order.id))
    await fixture.admin.post(`/admin/orders/${other.order.id}/flags/${flags[0]?.id}/resolve`)
    expect(await openFlags(other.order.id)).toEqual([])
  })

  test('is not told of a shop that has lost the order since', async () => {
    const { id, order, token } = await accepted()
    await attempt(token, { outcome: 'nobody', nextStep: 'second_attempt', nextAt: inHours(1) })
    const { version } = await fixture.detail(id)
    await fixture.admin.post(`/admin/shop-orders/${id}/unassign`, { version })
    expect(await track(order.trackingToken)).toMatchObject({ attempt: null })
  })
})

describe('an admin', () => {
  test('records an attempt at any live state, without a photo, and delivers only if asked', async () => {
    const { id, order } = await fixture.asked()
    const first = await record(id, { outcome: 'left_at_door' })
    expect([first.status, first.body]).toEqual([200, { version: 2, emails: [], wrongEmails: [] }])
    // Flowers that somebody has taken are made.
    expect(await fixture.detail(id)).toMatchObject({ status: 'ready', version: 2 })
    expect(await track(order.trackingToken)).toMatchObject({ state: 'on-its-way', attempt: null })
    const second = await record(id, { outcome: 'someone', name: 'Maria', alsoDelivered: true })
    expect(second.body).toEqual({ version: 3, emails: ['order-delivered'], wrongEmails: [] })
    expect(await fixture.detail(id)).toMatchObject({ status: 'delivered' })
    expect(await stored(id)).toMatchObject([
      { source: 'admin', outcome: 'left_at_door' },
      { source: 'admin', outcome: 'someone', name: 'Maria' },
    ])
    // Said later of an earlier time: nobody has to hear of that.
    await record(id, { outcome: 'nobody', nextStep: 'at_shop' })
    expect(await openFlags(order.id)).toEqual([])
    expect(await fixture.messagesOf(order.id, 'delivery-missed')).toEqual([])
  })

  test('presses twice, and it is one attempt', async () => {
    const { id, order } = await accepted()
    const said = { key: crypto.randomUUID(), outcome: 'nobody', nextStep: 'ask_sender' }
    const answers = await Promise.all([record(id, said), record(id, said)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await stored(id)).toHaveLength(1)
    expect(await openFlags(order.id)).toEqual([['nobody_there', 'Ask the sender what to do']])
    expect(await fixture.messagesOf(order.id, 'delivery-missed')).toHaveLength(1)
  })

  test('cannot record one of a shop that has lost the order', async () => {
    const { id } = await accepted()
    const { version } = await fixture.detail(id)
    await fixture.admin.post(`/admin/shop-orders/${id}/unassign`, { version })
    const { status, body } = await record(id, { outcome: 'recipient' })
    expect([status, body['error']]).toMatchObject([409, { code: 'shop_order_over' }])
  })

  test('sets delivered without an outcome, as before', async () => {
    const { id, order } = await accepted()
    await fixture.admin.put(`/admin/shop-orders/${id}/status`, {
      status: 'delivered',
      reason: null,
      version: 2,
    })
    expect(await track(order.trackingToken)).toMatchObject({ state: 'delivered', attempt: null })
  })

  test('corrects an outcome, both stay, and no status moves', async () => {
    const { id, order, token } = await accepted()
    await attempt(token, { outcome: 'recipient' })
    const [first] = await stored(id)
    const { version } = await fixture.detail(id)
    fixture.shop.pass(5)
    const said = { outcome: 'neighbor', name: 'Sam' }
    const key = crypto.randomUUID()
    const answers = [
      await correct(id, first?.id ?? '', said, key),
      await correct(id, first?.id ?? '', said, key),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [, second] = await stored(id)
    expect(second).toMatchObject({ corrects: first?.id, source: 'admin', ...said })
    expect(await fixture.detail(id)).toMatchObject({ status: 'delivered', version })
    expect(await track(order.trackingToken)).toMatchObject({
      attempt: { outcome: 'neighbor', name: 'Sam', at: first?.createdAt },
    })
    const log = await fixture.eventsOf(order.id)
    expect(log.find(({ kind }) => kind === 'attempt_corrected')?.data).toMatchObject({
      before: { outcome: 'recipient', name: null },
      after: { outcome: 'neighbor', name: 'Sam' },
    })
    const again = await correct(id, first?.id ?? '', { outcome: 'front_desk' })
    expect([again.status, again.body['error']]).toMatchObject([
      409,
      { code: 'edit_conflict', message: expect.stringContaining('corrected this at') },
    ])
    expect((await correct(id, second?.id ?? '', { outcome: 'front_desk' })).status).toBe(200)
    const { body } = await fixture.shop.post('/florist/order', { token })
    expect(body['attempts']).toMatchObject([{ outcome: 'front_desk', name: null }])
    expect(await stored(id)).toHaveLength(3)
  })

  test('who says the same changes nothing', async () => {
    const { id, token } = await accepted()
    await attempt(token, { outcome: 'someone', name: 'Maria' })
    const [first] = await stored(id)
    expect((await correct(id, first?.id ?? '', { outcome: 'someone', name: 'Maria' })).status).toBe(200)
    expect(await stored(id)).toHaveLength(1)
  })

  test('corrects “nobody there”: the flag goes, and the buyer’s email that has not gone with it', async () => {
    const { id, order, token } = await accepted()
    await fixture.shop.settled()
    fixture.shop.mail.setFault({ kind: 'error-before', times: 1, ms: 0 })
    await attempt(token, { outcome: 'nobody', nextStep: 'second_attempt', nextAt: inHours(1) })
    const [first] = await stored(id)
    await correct(id, first?.id ?? '', { outcome: 'front_desk' })
    expect(await openFlags(order.id)).toEqual([])
    await fixture.shop.settled()
    fixture.shop.pass(60)
    await fixture.shop.scheduled()
    expect(await missedMails(order)).toEqual([])
  })

  test('corrects the next step, also when its time has passed', async () => {
    const { id, order, token } = await accepted()
    const nextAt = inHours(1)
    await attempt(token, { outcome: 'nobody', nextStep: 'second_attempt', nextAt })
    fixture.shop.pass(120)
    const [first] = await stored(id)
    const same = { outcome: 'nobody', nextStep: 'second_attempt', nextAt }
    expect((await correct(id, first?.id ?? '', same)).status).toBe(200)
    expect((await correct(id, first?.id ?? '', { outcome: 'nobody', nextStep: 'at_shop' })).status).toBe(200)
    expect(await openFlags(order.id)).toEqual([['nobody_there', 'Back at the shop, to be collected']])
  })

  test('corrects no attempt of another order', async () => {
    const [one, other] = [await accepted(), await accepted()]
    await attempt(one.token, { outcome: 'recipient' })
    const [first] = await stored(one.id)
    const { status, body } = await correct(other.id, first?.id ?? '', { outcome: 'front_desk' })
    expect([status, body['error']]).toMatchObject([404, { code: 'attempt_not_found' }])
  })
})

test('the order, the shop order and the dashboard show what happened, with what was corrected', async () => {
  const { id, order, token, florist } = await accepted()
  await attempt(token, { outcome: 'nobody', nextStep: 'ask_sender' })
  const dashboard = (await fixture.admin.get('/admin/dashboard')).body as unknown as Dashboard
  expect(dashboard.nobodyThere.rows).toContainEqual(
    expect.objectContaining({
      id: order.id,
      situation: expect.objectContaining({
        sentence: expect.stringContaining('Ask the sender what to do.'),
        actions: ['call_buyer', 'call', 'settle'],
      }),
      shop: florist.name,
      shopOrderId: id,
    }),
  )
  const [first] = await stored(id)
  await correct(id, first?.id ?? '', { outcome: 'neighbor', name: 'Sam' })
  const shown = [
    {
      shopOrderId: id,
      shop: florist.name,
      at: first?.createdAt,
      versions: [
        expect.objectContaining({ outcome: 'nobody', nextStep: 'ask_sender', by: florist.name }),
        expect.objectContaining({ outcome: 'neighbor', name: 'Sam', by: fixture.admin.person.email }),
      ],
    },
  ]
  expect((await fixture.detail(id)).attempts).toEqual(shown)
  const { body } = await fixture.admin.get(`/admin/orders/${order.id}`)
  expect((body as unknown as OrderDetail).attempts).toEqual(shown)
})

test('names are shown on the shared page for four weeks', async () => {
  const { order, token } = await accepted()
  await attempt(token, { outcome: 'someone', name: 'Maria' })
  expect(await track(order.trackingToken)).toMatchObject({ attempt: { name: 'Maria' } })
  fixture.shop.pass(30 * 24 * 60)
  expect(await track(order.trackingToken)).toMatchObject({ attempt: { outcome: 'someone', name: null } })
})

test('an order takes its attempts with it', async () => {
  const { id, order, token } = await accepted()
  await attempt(token, { outcome: 'nobody', nextStep: 'ask_sender' })
  const { version } = await fixture.detail(id)
  await fixture.admin.post(`/admin/shop-orders/${id}/unassign`, { version })
  const { version: now } = (await fixture.orderOf(order.id)) ?? {}
  await fixture.shop.client.execute(`update orders set payment_status = 'failed' where id = '${order.id}'`)
  expect(now).toBeGreaterThan(0)
  expect((await fixture.admin.delete(`/admin/orders/${order.id}`)).status).toBe(200)
  expect(await stored(id)).toEqual([])
})
