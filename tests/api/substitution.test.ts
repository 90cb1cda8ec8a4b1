import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { applyToOrder } from '#api/orders/apply.ts'
import { markets } from '#drizzle/schema/markets.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { orderPhotos } from '#drizzle/schema/photos.ts'
import { answerAsFlorist } from '#tests/support/florist-answer.ts'
import { dump } from '#tests/support/open-api.ts'
import { orderPhoto } from '#tests/support/rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { MORNING } from '#tests/support/shop.ts'
import { openSubstitutionFixture, type SubstitutionFixture } from '#tests/support/substitution-fixture.ts'

// A florist misses a flower: the moves of florist, buyer and system.

let fixture: SubstitutionFixture
const shop = await shareTestShop()

beforeEach(async () => {
  fixture = await openSubstitutionFixture(shop)
})

/** Everything but what counts requests and what is told of what was shown. */
async function books() {
  const { rate_counters: _, users: __, sessions: ___, florist_links: ____, ...rest } = await dump(shop)
  return rest
}
const kindsOf = async (id: string) => (await fixture.orders.eventsOf(id)).map(({ kind }) => kind)
const inMinutes = (minutes: number) => new Date(shop.clock.at.getTime() + minutes * 60_000).toISOString()

describe('a buyer who leaves it to the florist', () => {
  test('is told once what went in instead, and the tracking page says it', async () => {
    const { order, token, email } = await fixture.accepted('florist')
    const { status, body } = await fixture.substitute(token, { preference: 'florist' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'confirmed',
      substitution: {
        preference: 'florist',
        mayBeReported: true,
        question: null,
        decided: [{ missing: 'pink peonies', instead: 'white ranunculus', outcome: 'florist' }],
      },
    })
    expect((await fixture.subjects(email)).filter((subject) => /small change/.test(subject))).toHaveLength(1)
    expect(await fixture.tokensOf(email)).toEqual([])
    const { body: tracked } = await shop.post('/tracking', { token: order.trackingToken })
    expect(tracked['substitutions']).toEqual([
      { missing: 'pink peonies', instead: 'white ranunculus', isAsked: false },
    ])
    expect(await kindsOf(order.id)).toContain('substituted')
  })

  test('hears of each flower that is missing', async () => {
    const { order, token, email } = await fixture.accepted('florist')
    for (const missing of ['peonies', 'tulips', 'eucalyptus']) {
      expect((await fixture.substitute(token, { missing, preference: 'florist' })).status).toBe(200)
    }
    expect((await fixture.rowsOf(order.id)).map(({ number, missing }) => `${number} ${missing}`)).toEqual([
      '1 peonies',
      '2 tulips',
      '3 eucalyptus',
    ])
    expect((await fixture.subjects(email)).filter((subject) => /small change/.test(subject))).toHaveLength(3)
  })
})

describe('a buyer who wants to be asked', () => {
  test('gets a link and a limit', async () => {
    const { order, token, email, question } = await fixture.asked()
    const at = MORNING.toISOString()
    expect(await fixture.rowsOf(order.id)).toMatchObject([
      {
        number: 1,
        preference: 'ask',
        reportedAt: at,
        expiresAt: inMinutes(60),
        closedAt: null,
        outcome: null,
      },
    ])
    expect(await fixture.look(question)).toMatchObject({
      status: 200,
      body: {
        reference: order.orderReference,
        missing: 'pink peonies',
        instead: 'white ranunculus',
        expiresAt: inMinutes(60),
        outcome: null,
        refundCents: order.totalCents,
        isDisputed: false,
      },
    })
    expect(await fixture.page(token)).toMatchObject({
      substitution: {
        mayBeReported: false,
        question: { missing: 'pink peonies', instead: 'white ranunculus', expiresAt: inMinutes(60) },
        decided: [],
      },
    })
    const [mail] = await shop.messages(email)
    expect(mail?.subject).toBe(`A flower is missing: may we use another? (${order.orderReference})`)
    const { body: tracked } = await shop.post('/tracking', { token: order.trackingToken })
    expect(tracked['substitutions']).toMatchObject([{ isAsked: true }])
  })

  test('sees the photos of what goes in instead, and no others', async () => {
    const { id: shopOrderId, question } = await fixture.asked()
    const taken = (step: 'bouquet' | 'substitution') => orderPhoto({ shopOrderId, step })
    await shop.db.insert(orderPhotos).values([taken('substitution'), taken('bouquet')])
    const { body } = await fixture.look(question)
    expect(body['photos']).toMatchObject([
      { step: 'substitution', url: expect.stringContaining(shopOrderId) },
    ])
  })

  test('says yes: the florist is told at once, and a no says why it does not count', async () => {
    const { order, token, florist, question } = await fixture.asked()
    const { status, body } = await fixture.answer(question, 'yes')
    expect({ status, body }).toMatchObject({ status: 200, body: { outcome: 'agreed' } })
    await shop.settled()
    const [mail] = await shop.messages(florist)
    expect(mail?.subject).toBe(`The sender said yes: go ahead with order ${order.orderReference}`)
    expect(mail?.text).toContain('white ranunculus instead of pink peonies')
    expect(await fixture.page(token)).toMatchObject({
      view: 'accepted',
      substitution: { mayBeReported: true, question: null, decided: [{ outcome: 'agreed' }] },
    })
    const { body: refused } = await fixture.answer(question, 'no')
    expect(refused).toMatchObject({ error: { message: expect.stringMatching(/^You said yes already/) } })
  })

  test('says no: all of it goes back once, and the florist is told at once not to make it', async () => {
    const { id, order, token, email, florist, question } = await fixture.asked()
    const answers = await Promise.all(['no', 'no', 'no'].map((answer) => fixture.answer(question, answer)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await shop.settled()
    const { refunds, charges } = await fixture.orders.provider()
    expect(refunds).toHaveLength(1)
    expect(charges).toMatchObject([{ amount_refunded: order.totalCents }])
    expect((await shop.messages(florist)).map(({ subject }) => subject)[0]).toBe(
      `Order ${order.orderReference} was cancelled: please don’t make it`,
    )
    // The florist keeps the link.
    expect(await fixture.page(token)).toMatchObject({
      view: 'cancelled',
      answers: [],
      delivery: null,
      substitution: { preference: null, question: null, decided: [{ outcome: 'declined' }] },
    })
    expect(await fixture.substitute(token, { missing: 'tulips' })).toMatchObject({
      status: 409,
      body: { error: { code: 'florist_too_late' } },
    })
    const subjects = await fixture.subjects(email)
    expect(subjects.filter((subject) => /was cancelled/.test(subject))).toHaveLength(1)
    expect(subjects.filter((subject) => /^Refund sent/.test(subject))).toHaveLength(1)
    const cancelled = (await shop.messages(email)).find(({ subject }) => /was cancelled/.test(subject))
    expect(cancelled?.text).toContain('You said no to white ranunculus instead of pink peonies')
    expect(await fixture.orders.row(order.id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
      assignmentStatus: 'unassigned',
    })
    expect(await fixture.orders.correctionsOf(id)).toMatchObject([{ amountCents: -order.totalCents }])
    expect(await fixture.look(question)).toMatchObject({
      body: { outcome: 'declined', refund: { refundedCents: order.totalCents, inFull: true } },
    })
  })

  test('says no while the provider is away: the scheduled work refunds, once', async () => {
    const { order, question } = await fixture.asked()
    await fixture.orders.setFault({ kind: 'error-before' })
    expect((await fixture.answer(question, 'no')).status).toBe(200)
    await shop.settled()
    await fixture.orders.setFault({ kind: 'none' })
    expect(await fixture.orders.refundsOf(order.id)).toMatchObject([{ status: 'pending' }])
    for (let run = 0; run < 3; run++) {
      shop.pass(5)
      await fixture.send()
    }
    expect(await fixture.orders.refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }])
    expect((await fixture.orders.provider()).refunds).toHaveLength(1)
  })

  test('says nothing: the florist goes ahead once the time is over, once', async () => {
    const { order, token, email, florist, question } = await fixture.asked()
    shop.pass(59)
    await fixture.send()
    expect(await fixture.rowsOf(order.id)).toMatchObject([{ outcome: null }])
    shop.pass(1)
    await fixture.send()
    await fixture.send()
    expect(await fixture.rowsOf(order.id)).toMatchObject([{ outcome: 'silent' }])
    expect((await shop.messages(florist))[0]?.subject).toBe(
      `No answer from the sender: go ahead with order ${order.orderReference}`,
    )
    const [mail] = await shop.messages(email)
    expect(mail?.subject).toBe(`A small change to your bouquet (${order.orderReference})`)
    expect(mail?.text).toContain('We didn’t hear from you in time')
    expect((await kindsOf(order.id)).filter((kind) => kind === 'substitution_silent')).toHaveLength(1)
    expect(await fixture.page(token)).toMatchObject({
      view: 'accepted',
      substitution: { question: null, decided: [{ outcome: 'silent' }] },
    })
    for (const answer of ['yes', 'no']) {
      expect(await fixture.answer(question, answer)).toMatchObject({
        status: 409,
        body: { error: { message: expect.stringMatching(/time to answer was over/) } },
      })
    }
    expect(await fixture.orders.row(order.id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
  })

  test('is not asked when there is no time for it, and told why', async () => {
    const { order, token, email } = await fixture.accepted('ask')
    const [market] = await shop.db
      .select()
      .from(markets)
      .where(eq(markets.id, String(order.marketId)))
    const left = (market?.fulfilmentMinutes ?? 0) + 9
    shop.clock.at = new Date(Date.parse(order.promisedBy) - left * 60_000)
    expect(await fixture.page(token)).toMatchObject({ substitution: { askUntil: null, mayBeReported: true } })
    expect((await fixture.substitute(token)).status).toBe(200)
    expect(await fixture.rowsOf(order.id)).toMatchObject([{ preference: 'ask', outcome: 'florist' }])
    await fixture.send()
    const mail = (await shop.messages(email)).find(({ subject }) => /small change/.test(subject))
    expect(mail?.text).toContain('You wanted to be asked first. There was no time left')
    expect(await fixture.tokensOf(email)).toEqual([])
  })

  test('is asked about the next flower once the first question is over', async () => {
    const { order, token, email, question } = await fixture.asked()
    expect(await fixture.substitute(token, { missing: 'tulips' })).toMatchObject({
      status: 409,
      body: { error: { code: 'substitution_open' } },
    })
    await fixture.answer(question, 'yes')
    expect((await fixture.substitute(token, { missing: 'tulips' })).status).toBe(200)
    const [second, first] = await fixture.tokensOf(email)
    expect(first).toBe(question)
    expect(await fixture.look(String(second))).toMatchObject({ body: { missing: 'tulips', outcome: null } })
    expect((await fixture.rowsOf(order.id)).map(({ outcome }) => outcome)).toEqual(['agreed', null])
  })
})

describe('a buyer who wants a refund', () => {
  test('gets all of it, and the florist is told at once', async () => {
    const { order, token, email, florist } = await fixture.accepted('refund')
    const { status, body } = await fixture.substitute(token, { preference: 'refund' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ view: 'cancelled', answers: [], substitution: { mayBeReported: false } })
    await shop.settled()
    expect((await shop.messages(florist))[0]?.subject).toContain('was cancelled')
    expect(await fixture.orders.row(order.id)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
    })
    const cancelled = (await shop.messages(email)).find(({ subject }) => /was cancelled/.test(subject))
    expect(cancelled?.text).toContain('Your florist is out of pink peonies, and you wanted a refund')
    expect(await fixture.rowsOf(order.id)).toMatchObject([{ outcome: 'refunded', tokenHash: null }])
    // A second tap.
    const before = await books()
    expect((await fixture.substitute(token, { preference: 'refund' })).status).toBe(200)
    expect(await books()).toEqual(before)
  })

  test('is flagged when the bank has the money', async () => {
    const { order, token } = await fixture.accepted('refund')
    await shop.db.run(
      `insert into disputes (id, order_id, amount_cents, reason, status, created_at, updated_at)
        values ('dp_1', '${order.id}', 100, 'fraudulent', 'needs_response', '${MORNING.toISOString()}', '${MORNING.toISOString()}')`,
    )
    expect((await fixture.substitute(token, { preference: 'refund' })).status).toBe(200)
    expect(await fixture.orders.flagsOf(order.id)).toMatchObject([
      { kind: 'needs_refund', detail: 'Cancelled while the payment is disputed' },
    ])
    expect(await fixture.orders.refundsOf(order.id)).toEqual([])
  })
})

describe('what a florist says', () => {
  test('changes nothing the second time, also of several taps at once', async () => {
    const { order, token } = await fixture.accepted('ask')
    const taps = await Promise.all([1, 2, 3].map(() => fixture.substitute(token)))
    expect(taps.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await fixture.rowsOf(order.id)).toHaveLength(1)
    expect(await fixture.orders.messagesOf(order.id, 'substitution-question')).toHaveLength(1)
  })

  test.each([
    [{ missing: '' }, 'missing', 'Please say what is missing'],
    [{ missing: ' x ' }, 'missing', 'Please say what is missing'],
    [{ instead: '  ' }, 'instead', 'Please say what goes in instead'],
    [{ missing: 'x'.repeat(201) }, 'missing', 'Please keep this to 200 characters'],
    [{ instead: '🌹'.repeat(201) }, 'instead', 'Please keep this to 200 characters'],
  ])('is refused with %j', async (changes, path, message) => {
    const { token } = await fixture.accepted('florist')
    expect(await fixture.substitute(token, { preference: 'florist', ...changes })).toMatchObject({
      status: 422,
      body: { error: { issues: [{ path, message }] } },
    })
  })

  test('is kept as it was typed, on one line', async () => {
    const { order, token } = await fixture.accepted('florist')
    const said = { missing: ' <b>Pfingstrosen</b>\u200b \n 🌸 ', instead: '🌹'.repeat(200) }
    expect((await fixture.substitute(token, { preference: 'florist', ...said })).status).toBe(200)
    expect(await fixture.rowsOf(order.id)).toMatchObject([
      { missing: '<b>Pfingstrosen</b> 🌸', instead: '🌹'.repeat(200) },
    ])
  })

  test('is refused when the page showed another wish than the buyer has', async () => {
    const { order, token } = await fixture.accepted('refund')
    expect(await fixture.substitute(token, { preference: 'florist' })).toMatchObject({
      status: 409,
      body: { error: { code: 'substitution_changed' } },
    })
    expect(await fixture.rowsOf(order.id)).toEqual([])
  })

  test.each(['asked', 'ready', 'delivered', 'rejected', 'cancelled'])(
    'is refused once it is %s',
    async (what) => {
      const { id, order, token } = await fixture.accepted('florist')
      const { admin } = fixture.orders
      const { version } = await fixture.florists.detail(id)
      const set = (status: string) =>
        admin.put(`/admin/shop-orders/${id}/status`, { status, reason: 'Because.', version })
      if (what === 'asked') await set('pending')
      else if (what === 'cancelled') await fixture.orders.setStatus(order.id, 'cancelled')
      else await set(what)
      const { mayBeReported } = (await fixture.page(token)).substitution
      expect(mayBeReported).toBe(false)
      expect(await fixture.substitute(token, { preference: 'florist' })).toMatchObject({
        status: 409,
        body: { error: { code: 'florist_too_late' } },
      })
      expect(await fixture.rowsOf(order.id)).toEqual([])
    },
  )

  test('is refused of a sample, and through a link that opens nothing', async () => {
    const { order, token } = await fixture.accepted('florist')
    expect(await fixture.substitute(`${token}x`, { preference: 'florist' })).toMatchObject({ status: 404 })
    await shop.db.update(orders).set({ isSample: true }).where(eq(orders.id, order.id))
    expect(await fixture.substitute(token, { preference: 'florist' })).toMatchObject({ status: 409 })
  })
})

describe('while the buyer is asked', () => {
  test('Ready is refused with a reason, and possible once the flowers were found', async () => {
    const { order, token, email, question } = await fixture.asked()
    expect(await shop.post('/florist/answer', { token, answer: 'ready' })).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'substitution_open',
          message: expect.stringMatching(/^The sender has not answered yet/),
        },
      },
    })
    expect((await fixture.found(token)).body).toMatchObject({
      view: 'accepted',
      substitution: { mayBeReported: true, question: null, decided: [] },
    })
    expect(await fixture.rowsOf(order.id)).toMatchObject([{ outcome: 'found' }])
    expect(await fixture.subjects(email)).toContain(
      `The flowers turned up after all (${order.orderReference})`,
    )
    expect((await fixture.found(token)).status).toBe(200)
    expect((await kindsOf(order.id)).filter((kind) => kind === 'flowers_found')).toHaveLength(1)
    expect((await shop.post('/florist/answer', { token, answer: 'ready' })).status).toBe(200)
    expect(await fixture.answer(question, 'no')).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringMatching(/found the flowers after all/) } },
    })
  })

  test('the same words may be said again after the flowers were found', async () => {
    const { order, token } = await fixture.asked()
    await fixture.found(token)
    expect((await fixture.substitute(token)).status).toBe(200)
    expect((await fixture.rowsOf(order.id)).map(({ outcome }) => outcome)).toEqual(['found', null])
  })

  const WENT_IN = /small change/
  const CLOSED = /nothing to answer/
  test.each<
    [
      string,
      'over' | 'silent',
      (given: { id: string; token: string; order: { id: string } }) => Promise<unknown>,
      RegExp | null,
    ]
  >([
    ['delivered', 'silent', ({ token }) => answerAsFlorist(shop, token, 'delivered'), WENT_IN],
    [
      'given back',
      'over',
      ({ token }) => shop.post('/florist/answer', { token, answer: 'reject', reason: 'No peonies.' }),
      CLOSED,
    ],
    ['cancelled by an admin', 'over', ({ order }) => fixture.orders.setStatus(order.id, 'cancelled'), null],
    [
      'delivered by an admin',
      'silent',
      ({ order }) => fixture.orders.setStatus(order.id, 'delivered'),
      WENT_IN,
    ],
    ['ready by an admin', 'silent', ({ id }) => setShopOrder(id, 'ready'), WENT_IN],
    ['asked again by an admin', 'over', ({ id }) => setShopOrder(id, 'pending'), CLOSED],
    [
      'withdrawn',
      'over',
      async ({ id }) =>
        fixture.orders.admin.post(`/admin/shop-orders/${id}/unassign`, {
          version: (await fixture.florists.detail(id)).version,
        }),
      CLOSED,
    ],
    [
      'given to another florist',
      'over',
      async ({ id, order }) => {
        const { id: shopId } = await fixture.florists.florist()
        const { totalCents } = await fixture.orders.row(order.id)
        const split = { totalCents, shopCostCents: totalCents, platformFeeCents: 0 }
        await fixture.florists.assigned({ orderId: order.id, shopId, replaces: id, ...split })
      },
      CLOSED,
    ],
    ['refunded in full', 'over', ({ order }) => refundAll(order.id), null],
  ])('the question is over once the order is %s: %s', async (_, outcome, happens, told) => {
    const given = await fixture.asked()
    await happens(given)
    expect(await fixture.rowsOf(given.order.id)).toMatchObject([{ outcome }])
    await fixture.send()
    const subjects = await fixture.subjects(given.email)
    const sent = subjects.flatMap((subject) => [WENT_IN, CLOSED].filter((known) => known.test(subject)))
    expect(sent).toEqual(told === null ? [] : [told])
    const before = await books()
    for (const answer of ['yes', 'no']) {
      expect(await fixture.answer(given.question, answer)).toMatchObject({
        status: 409,
        body: { error: { code: 'substitution_closed' } },
      })
    }
    expect(await fixture.look(given.question)).toMatchObject({ status: 200, body: { outcome } })
    expect(await books()).toEqual(before)
  })

  async function setShopOrder(id: string, status: string) {
    const { version } = await fixture.florists.detail(id)
    await fixture.orders.admin.put(`/admin/shop-orders/${id}/status`, { status, version })
  }
  async function refundAll(orderId: string) {
    const { totalCents } = await fixture.orders.row(orderId)
    const { shopOrders } = await fixture.orders.detail(orderId)
    const share = { shopOrderId: shopOrders[0]?.id, correctionCents: 0, reason: 'Late' }
    await fixture.orders.refund(orderId, { amountCents: totalCents, share })
  }

  test('a buyer whose question was not sent yet hears nothing of its end', async () => {
    const { id, order, email } = await fixture.accepted('ask')
    const question = { type: 'substitute', shopOrderId: id, substitutionId: 'substitution-1' } as const
    const said = {
      missing: 'peonies',
      instead: 'tulips',
      preference: 'ask',
      times: { fulfilmentMinutes: 40, choiceHours: 24 },
    } as const
    const by = { actor: 'florist' } as const
    await applyToOrder(shop.deps, order.id, { ...question, ...said, tokenHash: 'hash', refundId: 'r' }, by)
    await applyToOrder(shop.deps, order.id, { type: 'find_flowers', shopOrderId: id }, by)
    await fixture.send()
    expect(await fixture.tokensOf(email)).toEqual([])
    expect((await fixture.subjects(email)).filter((subject) => /turned up/.test(subject))).toEqual([])
    expect(await fixture.rowsOf(order.id)).toMatchObject([{ outcome: 'found' }])
  })

  test('the order page shows the question, and nobody answers for the buyer', async () => {
    const { id, order } = await fixture.asked()
    const detail = await fixture.orders.detail(order.id)
    expect(detail.substitutionPreference).toBe('ask')
    expect(detail.substitutions).toMatchObject([
      { shopOrderId: id, missing: 'pink peonies', instead: 'white ranunculus', outcome: null },
    ])
    expect(JSON.stringify(detail)).not.toContain('tokenHash')
  })
})

test('a no and Found at the same moment: one of them counts', async () => {
  const { order, token, question } = await fixture.asked()
  await Promise.all([fixture.answer(question, 'no'), fixture.found(token)])
  await shop.settled()
  const [row] = await fixture.rowsOf(order.id)
  const { status } = await fixture.orders.row(order.id)
  expect([row?.outcome, status]).toEqual(
    row?.outcome === 'declined' ? ['declined', 'cancelled'] : ['found', 'confirmed'],
  )
})

test('a link of one question answers no other', async () => {
  const [one, other] = [await fixture.asked(), await fixture.asked()]
  await fixture.answer(one.question, 'yes')
  expect(await fixture.rowsOf(other.order.id)).toMatchObject([{ outcome: null }])
})
