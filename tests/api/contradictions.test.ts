import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { EMAILS_HELD_MS } from '#domain/undo.ts'
import { localText } from '#domain/zoned-time.ts'
import { markets } from '#drizzle/schema/markets.ts'
import { orderFlags } from '#drizzle/schema/orders.ts'
import { type DangerFixture, openDangerFixture } from '#tests/support/danger-fixture.ts'
import { photoOf } from '#tests/support/photo.ts'
import { market } from '#tests/support/rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { MORNING } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'
import { openSubstitutionFixture, type SubstitutionFixture } from '#tests/support/substitution-fixture.ts'

// What contradicted itself before the table ran: one capability of the order against another. Each is told once, by all who are asked.

const shop = await shareTestShop()
let dangers: DangerFixture
let flowers: SubstitutionFixture
beforeEach(async () => {
  dangers = await openDangerFixture(shop)
  flowers = await openSubstitutionFixture(shop)
})

const DAY = 24 * 60
const inMinutes = (minutes: number) =>
  localText(new Date(shop.clock.at.getTime() + minutes * 60_000), 'America/New_York')
const attempt = (token: string, said: object) =>
  shop.post('/florist/attempt', { token, key: crypto.randomUUID(), ...said })
const nobodyThere = async (token: string, said: object = { nextStep: 'at_shop' }) => {
  const { status } = await attempt(token, { outcome: 'nobody', ...said })
  expect(status).toBe(200)
  await shop.settled()
}
const reject = (token: string) =>
  shop.post('/florist/answer', { token, answer: 'reject', reason: 'No peonies.' })
const openFlags = async (orderId: string) =>
  (await shop.db.select().from(orderFlags).where(eq(orderFlags.orderId, orderId))).flatMap(
    ({ kind, detail, resolvedAt }) => (resolvedAt === null ? [{ kind, detail }] : []),
  )
const subjects = async (email: string | null, about: RegExp) =>
  (await flowers.subjects(String(email))).filter((subject) => about.test(subject))

type Changed = Record<string, unknown>
async function setOrder(id: string, status: string, changes: Changed = {}) {
  const { version } = await dangers.orders.row(id)
  const admin = await signIn(shop)
  return admin.put(`/admin/orders/${id}/status`, { status, version, ...changes })
}
async function setShopOrder(id: string, status: string, changes: Changed = {}) {
  const { version } = await dangers.florists.detail(id)
  const admin = await signIn(shop)
  return admin.put(`/admin/shop-orders/${id}/status`, { status, reason: null, version, ...changes })
}

describe('flowers that a florist already carried to the door', () => {
  /** The florist is late, the buyer is asked what is to become of that, and nobody opens. */
  async function carried() {
    await dangers.setMarket({ choiceHours: 1 })
    const given = await dangers.atFlorist('accept')
    const until = localText(new Date(Date.parse(given.order.promisedBy) + 60 * 60_000), 'America/New_York')
    expect((await dangers.late(given.token, until)).status).toBe(200)
    expect((await dangers.offer(given.order.id)).status).toBe(200)
    const [choice = ''] = await dangers.tokensOf(given.order.customerEmail)
    await nobodyThere(given.token)
    return { ...given, choice }
  }
  const kept = async ({ order, id }: { order: { id: string }; id: string }) => {
    await shop.settled()
    expect(await dangers.orders.row(order.id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
    expect(await dangers.orders.refundsOf(order.id)).toEqual([])
    expect(await dangers.florists.detail(id)).toMatchObject({ status: 'ready' })
  }

  test('are neither cancelled nor refunded by silence', async () => {
    const given = await carried()
    shop.pass(90)
    await dangers.send()
    await kept(given)
    expect(await dangers.choicesOf(given.order.id)).toMatchObject([{ outcome: 'over' }])
  })

  test('are neither cancelled nor refunded by the buyer’s choice', async () => {
    const given = await carried()
    const { status, body } = await dangers.answer(given.choice, 'cancel')
    expect([status, body['error']]).toMatchObject([409, { code: 'choice_closed' }])
    await kept(given)
  })

  test('are neither cancelled nor refunded by the buyer’s no to other flowers, of which they hear', async () => {
    const given = await flowers.asked()
    await nobodyThere(given.token)
    const { status, body } = await flowers.answer(given.question, 'no')
    expect([status, body['error']]).toMatchObject([409, { code: 'substitution_closed' }])
    await kept(given)
    expect(await flowers.rowsOf(given.order.id)).toMatchObject([{ outcome: 'silent' }])
    expect(await subjects(given.email, /small change/)).toHaveLength(1)
  })

  test('are neither given back nor changed by the florist', async () => {
    const given = await dangers.atFlorist('accept')
    await nobodyThere(given.token)
    const page = await flowers.page(given.token)
    expect(page).toMatchObject({ answers: ['delivered'], substitution: { mayBeReported: false } })
    expect((await reject(given.token)).body['error']).toMatchObject({ code: 'florist_too_late' })
    const preference = given.order.substitutionPreference
    expect((await flowers.substitute(given.token, { preference })).body.error.code).toBe('florist_too_late')
    await kept(given)
  })
})

describe('what a row implies', () => {
  test('a shop that is asked again has carried nothing: the buyer may cancel, and silence counts', async () => {
    await dangers.setMarket({ choiceHours: 1 })
    const { order, id, token } = await dangers.atFlorist('accept')
    await nobodyThere(token)
    expect((await setShopOrder(id, 'pending')).status).toBe(200)
    expect(await openFlags(order.id)).toEqual([])
    dangers.passTo(order.promisedBy, -30)
    expect((await dangers.offer(order.id)).status).toBe(200)
    shop.pass(61)
    await dangers.send()
    expect(await dangers.choicesOf(order.id)).toMatchObject([{ outcome: 'expired' }])
    expect(await dangers.orders.row(order.id)).toMatchObject({ status: 'cancelled' })
  })

  test('flowers that turn out to have been at the door went in, although their buyer is asked', async () => {
    const { order, id, token, email } = await flowers.accepted('ask')
    const admin = await signIn(shop)
    const path = `/admin/shop-orders/${id}/attempts`
    const said = { key: crypto.randomUUID(), outcome: 'neighbor' }
    expect((await admin.post(path, said)).status).toBe(200)
    const [first] = (await dangers.florists.detail(id)).attempts
    expect((await setShopOrder(id, 'confirmed')).status).toBe(200)
    expect((await flowers.substitute(token)).status).toBe(200)
    await flowers.send()
    const corrected = { key: crypto.randomUUID(), outcome: 'nobody', nextStep: 'at_shop' }
    const correction = `${path}/${first?.versions[0]?.id}/correction`
    expect((await admin.post(correction, corrected)).status).toBe(200)
    expect(await flowers.rowsOf(order.id)).toMatchObject([{ outcome: 'silent' }])
    expect(await subjects(email, /small change/)).toHaveLength(1)
    expect(await flowers.page(token)).toMatchObject({ view: 'ready', answers: ['delivered'] })
  })
})

describe('after “nobody there” the system asks another florist', () => {
  const AUTOMATIC = {
    asksForAnswer: true,
    assignsAutomatically: true,
    assignsSince: '2026-06-01T00:00:00.000Z',
    offersChoiceAfterMinutes: 0,
  } as const

  /** A shop of a market that assigns by itself was at the door, and loses the order. */
  async function lost(shops: number) {
    const { florists } = dangers
    const row = market(AUTOMATIC)
    await shop.db.insert(markets).values(row)
    const made: Awaited<ReturnType<typeof florists.florist>>[] = []
    for (let n = 0; n < shops; n++) made.push(await florists.florist({ marketId: row.id }))
    const order = await florists.bought({
      marketId: row.id,
      customerEmail: `lost-${crypto.randomUUID()}@example.com`,
      paidAt: MORNING.toISOString(),
      promisedBy: new Date(MORNING.getTime() + 5 * 60 * 60_000).toISOString(),
    })
    await dangers.send()
    const [asked] = await florists.shopOrdersOf(order.id)
    const florist = made.find(({ id }) => id === asked?.shopId)
    const [token = ''] = await florists.tokensOf(String(florist?.email))
    expect((await shop.post('/florist/answer', { token, answer: 'accept' })).status).toBe(200)
    await nobodyThere(token, { nextStep: 'ask_sender' })
    expect(await openFlags(order.id)).toMatchObject([{ kind: 'nobody_there' }])
    expect((await setShopOrder(String(asked?.id), 'rejected')).status).toBe(200)
    await dangers.send()
    return { order, asked: String(asked?.id) }
  }

  test('once the shop that was at the door has lost the order', async () => {
    const { order, asked } = await lost(2)
    expect(await openFlags(order.id)).toEqual([])
    expect(await dangers.florists.shopOrdersOf(order.id)).toMatchObject([
      { id: asked, status: 'rejected' },
      { status: 'pending' },
    ])
  })

  test('for the new day that the buyer was promised', async () => {
    const { order } = await lost(1)
    const [choice = ''] = await dangers.tokensOf(order.customerEmail)
    expect((await dangers.answer(choice, 'day', { date: '2026-06-06' })).status).toBe(200)
    shop.pass(1)
    await dangers.send()
    expect(await dangers.florists.shopOrdersOf(order.id)).toMatchObject([
      { status: 'rejected' },
      { status: 'pending' },
    ])
  })
})

describe('Undo is the opposite of all consequences', () => {
  const hold = { holdEmails: true }
  const passHold = async () => {
    shop.pass(EMAILS_HELD_MS / 60_000)
    await dangers.send()
  }

  test.each([
    ['Delivered', 'order', 'delivered', 'confirmed'],
    ['Completed', 'order', 'completed', 'confirmed'],
    ['Cancelled', 'order', 'cancelled', 'confirmed'],
    ['Ready', 'shop order', 'ready', 'confirmed'],
    ['Delivered at the shop', 'shop order', 'delivered', 'confirmed'],
  ])(
    'of %s: the question is open, the buyer’s “no” counts, and no mail goes',
    async (_, what, to, former) => {
      const given = await flowers.asked()
      const { order, id, email, florist } = given
      const set = (status: string, changes: Changed) =>
        what === 'order' ? setOrder(order.id, status, changes) : setShopOrder(id, status, changes)
      const heard = [await flowers.subjects(email), await flowers.subjects(florist)]
      const { version } = (await set(to, hold)).body
      expect((await flowers.rowsOf(order.id))[0]?.outcome).not.toBeNull()
      expect((await set(former, { version, undo: true })).status).toBe(200)
      expect(await flowers.rowsOf(order.id)).toMatchObject([{ closedAt: null, outcome: null }])
      await passHold()
      expect([await flowers.subjects(email), await flowers.subjects(florist)]).toEqual(heard)
      expect(await flowers.page(given.token)).toMatchObject({ view: 'accepted' })
      expect((await flowers.answer(given.question, 'no')).status).toBe(200)
      expect(await dangers.orders.row(order.id)).toMatchObject({ status: 'cancelled' })
    },
  )

  test.each([
    ['Delivered', 'order', 'delivered', 'confirmed'],
    ['Completed', 'order', 'completed', 'confirmed'],
    ['Cancelled', 'order', 'cancelled', 'confirmed'],
    ['Delivered at the shop', 'shop order', 'delivered', 'ready'],
    ['Rejected', 'shop order', 'rejected', 'ready'],
  ])('of %s: the flag is up with what it said, although a note came between', async (_, what, to, former) => {
    const { order, id, token } = await dangers.atFlorist('accept')
    await nobodyThere(token, { nextStep: 'second_attempt', nextAt: inMinutes(60) })
    const set = (status: string, changes: Changed) =>
      what === 'order' ? setOrder(order.id, status, changes) : setShopOrder(id, status, changes)
    const flags = await openFlags(order.id)
    const { version } = (await set(to, hold)).body
    expect((await openFlags(order.id)).map(({ kind }) => kind)).not.toContain('nobody_there')
    const note = async (text: string) =>
      (await signIn(shop)).post(`/admin/orders/${order.id}/notes`, { key: crypto.randomUUID(), note: text })
    expect((await note('They rang.')).status).toBe(200)
    expect((await set(former, { version, undo: true })).status).toBe(200)
    // Whatever happens next finds the attempt that it stands for.
    expect((await note('They rang again.')).status).toBe(200)
    expect(await openFlags(order.id)).toEqual(flags)
    expect(flags).toEqual([{ kind: 'nobody_there', detail: expect.stringMatching(/^Second attempt by /) }])
    expect(await flowers.page(token)).toMatchObject({ view: 'ready', answers: ['delivered'] })
  })
})

describe('what happens twice is told twice', () => {
  test('delivered, set back, nobody there, really delivered', async () => {
    const { order, id, token } = await dangers.atFlorist('accept')
    await attempt(token, { outcome: 'recipient' })
    expect(await subjects(order.customerEmail, /^Delivered at /)).toHaveLength(1)
    expect((await setShopOrder(id, 'ready')).status).toBe(200)
    await nobodyThere(token)
    expect(await subjects(order.customerEmail, /^Nobody was there/)).toHaveLength(1)
    await attempt(token, { outcome: 'neighbor' })
    expect(await subjects(order.customerEmail, /^Delivered at /)).toHaveLength(2)
  })

  test('cancelled, reopened, cancelled by a “no”', async () => {
    const { order, token, email } = await flowers.accepted('ask')
    await setOrder(order.id, 'cancelled')
    expect(await subjects(email, /was cancelled/)).toHaveLength(1)
    await setOrder(order.id, 'confirmed')
    expect((await flowers.substitute(token)).status).toBe(200)
    const [question = ''] = await flowers.tokensOf(email)
    expect((await flowers.answer(question, 'no')).status).toBe(200)
    expect(await subjects(email, /was cancelled/)).toHaveLength(2)
  })
})

describe('second attempts, photographs and answers', () => {
  let uploads = 0
  async function upload(token: string, step: 'substitution' | 'door', colour: string) {
    uploads += 1
    const response = await shop.app.request(`/api/florist/photos?step=${step}&key=contradiction-${uploads}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
      body: await photoOf(colour),
    })
    expect(response.status).toBe(200)
    shop.pass(1)
  }
  const tracked = async (trackingToken: string | null) =>
    (await shop.post('/tracking', { token: trackingToken })).body as { photos: { url: string }[] }

  test('the florist’s link lasts as long as the second attempt that it promises', async () => {
    const { order, token } = await dangers.atFlorist('accept')
    await nobodyThere(token, { nextStep: 'second_attempt', nextAt: inMinutes(13 * DAY) })
    shop.pass(13 * DAY)
    expect(await flowers.page(token)).toMatchObject({ reference: order.orderReference, view: 'ready' })
    expect((await attempt(token, { outcome: 'recipient' })).status).toBe(200)
    shop.pass(7 * DAY)
    expect((await shop.post('/florist/order', { token })).status).toBe(404)
  })

  test('a photo of the missed attempt does not prove the next one', async () => {
    const { token } = await dangers.atFlorist('accept')
    await upload(token, 'door', '#b3273f')
    await nobodyThere(token)
    const { status, body } = await attempt(token, { outcome: 'left_at_door' })
    expect([status, body['error']]).toMatchObject([409, { code: 'photo_required' }])
    shop.pass(1)
    await upload(token, 'door', '#2f5d4a')
    expect((await attempt(token, { outcome: 'left_at_door' })).status).toBe(200)
  })

  test('the question about lilies does not show the photo of the first question', async () => {
    const { token, email } = await flowers.accepted('ask')
    await upload(token, 'substitution', '#b3273f')
    await flowers.substitute(token)
    const [first = ''] = await flowers.tokensOf(email)
    expect((await flowers.look(first)).body.photos).toHaveLength(1)
    await flowers.found(token)
    shop.pass(1)
    expect((await flowers.substitute(token, { missing: 'lilies' })).status).toBe(200)
    const [second = ''] = await flowers.tokensOf(email)
    expect(second).not.toBe(first)
    expect((await flowers.look(second)).body).toMatchObject({ missing: 'lilies', photos: [] })
    expect((await flowers.look(first)).body.photos).toHaveLength(1)
  })

  test('delivered while the buyer is asked: they learn what went in', async () => {
    const { order, token, email, question } = await flowers.asked()
    await attempt(token, { outcome: 'recipient' })
    await flowers.send()
    const mail = (await shop.messages(email)).find(({ subject }) => /small change/.test(subject))
    expect(mail?.text).toContain('white ranunculus')
    expect(await flowers.rowsOf(order.id)).toMatchObject([{ outcome: 'silent' }])
    expect((await flowers.look(question)).body).toMatchObject({ outcome: 'silent' })
  })

  test('a “no” after the deadline does not count, also before the job has run', async () => {
    const { order, question } = await flowers.asked()
    shop.pass(60)
    const { status, body } = await flowers.answer(question, 'no')
    expect([status, body['error']]).toMatchObject([409, { code: 'substitution_closed' }])
    expect(await dangers.orders.row(order.id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
    await flowers.send()
    expect(await flowers.rowsOf(order.id)).toMatchObject([{ outcome: 'silent' }])
  })

  test('tracking, the question’s page and emails have one rule for how long photographs are seen', async () => {
    const { order, token, email } = await flowers.accepted('ask')
    await upload(token, 'substitution', '#b3273f')
    await flowers.substitute(token)
    const [question = ''] = await flowers.tokensOf(email)
    await flowers.answer(question, 'yes')
    await attempt(token, { outcome: 'recipient' })
    await flowers.send()
    const mail = (await shop.messages(email)).find(({ html }) => html.includes('/api/photos/'))
    const src = /src="([^"]*\/api\/photos\/[^"]*)"/.exec(mail?.html ?? '')?.[1]?.replaceAll('&amp;', '&')
    const { pathname, search } = new URL(src ?? '')
    const seen = async () => [
      (await tracked(order.trackingToken)).photos.length,
      (await flowers.look(question)).body.photos.length,
      (await shop.app.request(pathname + search)).status,
    ]
    shop.pass(7 * DAY - 1)
    expect(await seen()).toEqual([1, 1, 200])
    shop.pass(1)
    expect(await seen()).toEqual([0, 0, 404])
  })

  test('tracking and the question’s page show no photographs of an order that was cancelled', async () => {
    const { order, token, email } = await flowers.accepted('ask')
    await upload(token, 'substitution', '#b3273f')
    await flowers.substitute(token)
    const [question = ''] = await flowers.tokensOf(email)
    await flowers.answer(question, 'no')
    await flowers.send()
    expect((await tracked(order.trackingToken)).photos).toEqual([])
    expect((await flowers.look(question)).body.photos).toEqual([])
  })
})
