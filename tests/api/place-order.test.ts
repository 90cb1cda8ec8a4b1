import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { reconcile } from '#api/orders/reconcile.ts'
import { PaymentsError } from '#api/platform/payments/payments.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import { checkoutAttempts, checkoutSessions } from '#drizzle/schema/checkout.ts'
import { marketClosedDates, markets } from '#drizzle/schema/markets.ts'
import { orderEvents, orderItems, orders } from '#drizzle/schema/orders.ts'
import type { FaultKind } from '#local/faults.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { whileMeeting } from '#tests/support/failing-call.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { MORNING, type TestShop } from '#tests/support/shop.ts'

const shop = await shareTestShop({ wire: true })

const place = (changes?: Parameters<typeof checkoutRequest>[0]) =>
  shop.post('/create-checkout-session', checkoutRequest(changes))
const send = (request: unknown) => shop.post('/create-checkout-session', request)
const countOf = async (table: Parameters<TestShop['db']['$count']>[0]) => shop.db.$count(table)

describe('a new order', () => {
  test('is stored with the catalogue’s price, the option’s fee and 6 % tax, and leads to the payment page', async () => {
    const { status, body } = await place()
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      sessionId: expect.stringMatching(/^cs_test_/),
      url: expect.stringContaining(String(body['sessionId'])),
    })
    const [order] = await shop.db.select().from(orders)
    expect(order).toMatchObject({
      orderReference: expect.stringMatching(/^ORD-[0-9A-HJKMNP-TV-Z]{8}$/),
      customerEmail: 'sam@example.com',
      customerPhone: '(212) 555-0100',
      recipientName: 'Alex',
      apologyNote: 'I was wrong about the dishwasher.',
      deliveryZip: '10001',
      marketId: 'market-nyc',
      timeZone: 'America/New_York',
      subtotalCents: 4999,
      deliveryFeeCents: 999,
      taxCents: 360,
      totalCents: 6358,
      status: 'pending',
      paymentStatus: 'pending',
      assignmentStatus: 'unassigned',
      checkoutSessionId: body['sessionId'],
      // 23:59:59 and 20:00 in New York, which is four hours behind in June.
      deliveryDate: '2026-06-05T03:59:59.000Z',
      promisedBy: '2026-06-05T00:00:00.000Z',
      createdAt: MORNING.toISOString(),
    })
    expect(await shop.db.select().from(orderItems)).toEqual([
      expect.objectContaining({
        sku: 'FLOWER-001',
        title: 'Really Bad',
        priceAtPurchaseCents: 4999,
        quantity: 1,
      }),
    ])
    expect(await shop.db.select().from(orderEvents)).toEqual([
      expect.objectContaining({ kind: 'placed', actor: 'shopper', orderReference: order?.orderReference }),
      expect.objectContaining({ kind: 'checkout_opened', seq: 2 }),
    ])
  })

  test('asks the provider for exactly our amounts, currency, method and 31 minutes', async () => {
    const { body } = await place({ productId: 'product-nuclear-bad', deliveryDetails: { option: 'hour' } })
    const session = await shop.deps.payments.retrieveSession(String(body['sessionId']))
    const [order] = await shop.db.select().from(orders)
    // 139.99 + 19.99 = 159.98; 6 % of it is 9.5988, half up 9.60
    expect(session).toMatchObject({
      status: 'open',
      paid: false,
      orderId: order?.id,
      amountTotalCents: 13999 + 1999 + 960,
      currency: 'usd',
      expiresAt: new Date(MORNING.getTime() + 31 * 60_000),
    })
    expect(session.metadata).toMatchObject({ reference: order?.orderReference, option: 'hour', zip: '10001' })
    const state = await (await fetch(`${shop.payments.url}/_local/state`)).json()
    expect(state.sessions[0]).toMatchObject({
      payment_method_types: ['card'],
      adaptive_pricing: { enabled: false },
      success_url: 'http://localhost:8787/thank-you?session_id={CHECKOUT_SESSION_ID}',
      customer_email: 'sam@example.com',
    })
    expect(state.sessions[0].cancel_url).toMatch(/^http:\/\/localhost:8787\/payment\?.*canceled=true/)
  })

  test('leaves the free delivery out of the line items', async () => {
    await place({ deliveryDetails: { option: 'tomorrow' } })
    const [row] = await shop.db.select().from(checkoutSessions)
    expect(row?.params).toMatchObject({
      lineItems: [
        { name: 'Really Bad', amountCents: 4999 },
        { name: 'Sales tax', amountCents: 300 },
      ],
    })
  })

  test('keeps optional fields that were left empty as null', async () => {
    await place({ customerInfo: { recipientName: '  ', note: '', instructions: undefined } })
    const [order] = await shop.db.select().from(orders)
    expect(order).toMatchObject({ recipientName: null, apologyNote: null, deliveryInstructions: null })
  })
})

test('a note is stored verbatim without unprintable characters', async () => {
  const typed = 'I was wrong.\r\nAbout \u0000the\u0007 dishwasher 🍽️ and “the” rest.\ud800'
  await place({ customerInfo: { note: typed, name: ' Sam\u0000  \tSorry ' } })
  const [order] = await shop.db.select().from(orders)
  expect(order).toMatchObject({
    apologyNote: 'I was wrong.\nAbout the dishwasher 🍽️ and “the” rest.\ufffd',
    customerName: 'Sam Sorry',
  })
})

describe('what a browser says about money and time counts for nothing', () => {
  test.each([
    ['a fee of nothing', { deliveryDetails: { option: 'hour', fee: 0 } }, 1999],
    ['a negative fee', { deliveryDetails: { option: 'today', fee: -50 } }, 999],
    ['a date long ago', { deliveryDetails: { option: 'today', date: '1999-01-01T00:00:00Z' } }, 999],
  ])('%s', async (_, changes, feeCents) => {
    const { status } = await place(changes)
    expect(status).toBe(200)
    const [order] = await shop.db.select().from(orders)
    expect(order?.deliveryFeeCents).toBe(feeCents)
    expect(order?.deliveryDate).toMatch(/^2026-06-0/)
  })

  test('a price that changed since the page was shown: the catalogue’s counts', async () => {
    await shop.db.update(products).set({ priceCents: 5999 }).where(eq(products.id, 'product-really-bad'))
    await place()
    const [order] = await shop.db.select().from(orders)
    expect(order?.subtotalCents).toBe(5999)
  })
})

describe('what is refused makes no order and no session', () => {
  const refused = async () => {
    expect(await countOf(orders)).toBe(0)
    expect(await countOf(checkoutAttempts)).toBe(0)
    expect((await shop.providerState()).sessions).toEqual([])
  }

  test('a product that is not sold', async () => {
    const { status, body } = await place({ productId: 'product-of-somebody-else' })
    expect([status, body['error']]).toEqual([404, expect.objectContaining({ message: 'Product not found' })])
    await refused()
  })

  test('a product that is in the catalogue but not on the storefront', async () => {
    const at = MORNING.toISOString()
    await shop.db
      .insert(products)
      .values({ id: 'p4', sku: 'FLOWER-004', title: 'Secret', priceCents: 100, createdAt: at, updatedAt: at })
    expect((await place({ productId: 'p4' })).status).toBe(404)
    await refused()
  })

  test('an unserved ZIP code, with the message at the ZIP field', async () => {
    const { status, body } = await place({ customerInfo: { zip: '90210' } })
    expect(status).toBe(422)
    expect(body['error']).toMatchObject({
      code: 'zip_not_served',
      issues: [
        { path: 'customerInfo.zip', message: "We don't deliver to this ZIP code yet. Join our waitlist!" },
      ],
    })
    await refused()
  })

  test.each([
    [
      { address: 'PO Box 123' },
      'customerInfo.address',
      'Flowers are handed over in person. Please enter a street address, not a PO box.',
    ],
    [
      { zip: '10008' },
      'customerInfo.zip',
      '10008 is for PO boxes only. Please enter the ZIP code of the street address.',
    ],
  ])('a post office box, told at its field: %j', async (customerInfo, path, message) => {
    const { status, body } = await place({ customerInfo })
    expect(status).toBe(422)
    expect(body['error']).toMatchObject({ code: 'invalid', issues: [{ path, message }] })
    await refused()
  })

  test.each([
    [{ state: 'CA' }, 'ZIP code 10001 is in New York'],
    [{ zip: '94110' }, 'ZIP code 94110 is in California'],
  ])('a state in which the ZIP is not, told beside the state: %j', async (customerInfo, message) => {
    const { status, body } = await place({ customerInfo })
    expect(status).toBe(422)
    expect(body['error']).toMatchObject({
      code: 'invalid',
      issues: [{ path: 'customerInfo.state', message }],
    })
    await refused()
  })

  test.each([
    ['2026-06-04T17:59:59.999Z', 'today', 200],
    ['2026-06-04T18:00:00.000Z', 'today', 409],
    ['2026-06-04T18:00:00.000Z', 'hour', 409],
    ['2026-06-04T18:00:00.000Z', 'few-hours', 409],
    ['2026-06-04T18:00:00.000Z', 'tomorrow', 200],
    // In winter New York is five hours behind.
    ['2026-01-08T18:30:00.000Z', 'today', 200],
    ['2026-01-08T19:00:00.000Z', 'today', 409],
  ])('at %s the option %s answers %i', async (now, option, status) => {
    shop.clock.at = new Date(now)
    const answer = await place({ deliveryDetails: { option } })
    expect(answer.status).toBe(status)
    if (status === 200) return
    expect(answer.body['error']).toMatchObject({
      code: 'option_closed',
      message: 'Same day delivery not available after 2pm EST',
      issues: [{ path: 'deliveryDetails.option' }],
    })
    await refused()
  })

  test('the local time of San Francisco decides there', async () => {
    shop.clock.at = new Date('2026-06-04T20:59:00.000Z')
    expect((await place({ customerInfo: { zip: '94110', state: 'CA' } })).status).toBe(200)
    shop.clock.at = new Date('2026-06-04T21:00:00.000Z')
    const { body } = await place({ customerInfo: { zip: '94110', state: 'CA' } })
    expect(body['error']).toMatchObject({ message: 'Same day delivery not available after 2pm PST' })
  })

  test('a market that is paused, with its reason', async () => {
    await shop.db
      .update(markets)
      .set({ pausedReason: 'Snow. Even we stay in.' })
      .where(eq(markets.id, 'market-nyc'))
    const { status, body } = await place({ deliveryDetails: { option: 'tomorrow' } })
    expect([status, body['error']]).toEqual([
      409,
      expect.objectContaining({ message: 'Snow. Even we stay in.' }),
    ])
    await refused()
  })

  test('a day that is closed', async () => {
    await shop.db.insert(marketClosedDates).values([
      { marketId: 'market-nyc', date: '2026-06-05' },
      { marketId: 'market-nyc', date: '2026-12-25' },
    ])
    expect((await place({ deliveryDetails: { option: 'tomorrow' } })).status).toBe(409)
    expect((await place({ deliveryDetails: { option: 'today' } })).status).toBe(200)
  })

  test.each([
    [{ email: '' }, 'email', 'Email is required'],
    [{ email: 'sam@' }, 'email', 'Please enter a valid email address'],
    [{ email: 'a..b@c.com' }, 'email', 'Please enter a valid email address'],
    [{ phone: '' }, 'phone', 'Phone number is required'],
    [{ phone: '555-01' }, 'phone', 'Please enter a valid phone number'],
    [{ name: ' ' }, 'name', 'Name is required'],
    [{ name: 'S' }, 'name', 'Name must be at least 2 characters'],
    [{ address: '' }, 'address', 'Street address is required'],
    [{ address: '1 A' }, 'address', 'Please enter a valid street address'],
    [{ city: '' }, 'city', 'City is required'],
    [{ city: 'N' }, 'city', 'Please enter a valid city name'],
    [{ state: '' }, 'state', 'State is required'],
    [{ state: 'ZZ' }, 'state', 'State is required'],
    [{ zip: '' }, 'zip', 'ZIP code is required'],
    [{ zip: '1000' }, 'zip', 'Please enter a 5-digit ZIP code'],
    [{ note: 'x'.repeat(301) }, 'note', 'Please keep this to 300 characters'],
  ])('a form with %j', async (customerInfo, field, message) => {
    const { status, body } = await place({ customerInfo })
    expect(status).toBe(422)
    expect(body['error']).toMatchObject({
      code: 'invalid',
      issues: [{ path: `customerInfo.${field}`, message }],
      requestId: expect.any(String),
    })
    await refused()
  })

  test.each([
    ['not JSON', '{"attemptKey":', 400],
    ['an array', '[]', 422],
    ['nothing', '', 400],
    ['a body over the limit', JSON.stringify({ note: 'x'.repeat(300_000) }), 413],
  ])('%s', async (_, body, status) => {
    const answer = await send(body)
    expect(answer.status).toBe(status)
    expect(answer.body['error']).toMatchObject({ message: expect.any(String), issues: expect.any(Array) })
    await refused()
  })
})

describe('one attempt is one order', () => {
  test('sent again unchanged, it is the same session', async () => {
    const request = checkoutRequest()
    const first = await send(request)
    const second = await send(request)
    expect(second.body).toEqual(first.body)
    expect(await countOf(orders)).toBe(1)
    expect((await shop.providerState()).sessions).toHaveLength(1)
  })

  test('sent twenty times at once, it is one order and one session', async () => {
    const request = checkoutRequest()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(request)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body['sessionId'])).size).toBe(1)
    expect(await countOf(orders)).toBe(1)
    expect(await countOf(checkoutSessions)).toBe(1)
    expect((await shop.providerState()).sessions).toHaveLength(1)
  })

  test('changed, it ends the old session and makes a new order', async () => {
    const request = checkoutRequest()
    const first = await send(request)
    const second = await send({ ...request, deliveryDetails: { option: 'hour' } })
    expect(second.body['sessionId']).not.toBe(first.body['sessionId'])
    const old = await shop.deps.payments.retrieveSession(String(first.body['sessionId']))
    expect(old.status).toBe('expired')
    const all = await shop.db.select().from(orders).orderBy(orders.deliveryOption)
    expect(
      all.map(({ deliveryOption, status, paymentStatus }) => [deliveryOption, status, paymentStatus]),
    ).toEqual([
      ['hour', 'pending', 'pending'],
      ['today', 'cancelled', 'failed'],
    ])
    const log = await shop.db.select().from(orderEvents)
    expect(log.map(({ kind }) => kind).sort()).toEqual([
      'checkout_opened',
      'checkout_opened',
      'placed',
      'placed',
      'replaced',
    ])
    // The provider's own word about the old session changes nothing any more.
    for (const event of await shop.events('checkout.session.expired')) {
      expect((await shop.deliver(event)).status).toBe(200)
    }
    expect(await countOf(orderEvents)).toBe(5)
  })

  test('changed in ten tabs at once, it is one open order', async () => {
    const request = checkoutRequest()
    await send(request)
    const changed = { ...request, deliveryDetails: { option: 'hour' } }
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(changed)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body['sessionId'])).size).toBe(1)
    const pending = (await shop.db.select().from(orders)).filter(({ status }) => status === 'pending')
    expect(pending).toHaveLength(1)
  })

  test('a session that opens while its form is being replaced is ended, too: one of the two can be paid', async () => {
    const request = checkoutRequest()
    shop.payments.setFault({ kind: 'rate-limit', only: 'create' })
    expect((await send(request)).status).toBe(503)
    shop.payments.setFault({ kind: 'none' })
    // Calls of the database: counted and read, stored. The first form's session opens between the two.
    let sessionId = ''
    const { status, body } = await whileMeeting(
      shop,
      2,
      async () => {
        sessionId = String((await send(request)).body['sessionId'])
      },
      () => send({ ...request, deliveryDetails: { option: 'hour' } }),
    )
    expect([status, sessionId]).toEqual([200, expect.stringMatching(/^cs_test_/)])
    const { sessions } = await shop.providerState()
    const statusOf = new Map(sessions.map((session) => [session.id, Reflect.get(session, 'status')]))
    expect([statusOf.get(sessionId), statusOf.get(String(body['sessionId']))]).toEqual(['expired', 'open'])
  })

  test('a session that opens while its order is being given up stays open, and the order with it', async () => {
    const request = checkoutRequest()
    shop.payments.setFault({ kind: 'rate-limit', only: 'create' })
    expect((await send(request)).status).toBe(503)
    shop.payments.setFault({ kind: 'none' })
    shop.pass(45)
    let sessionId = ''
    // Calls of the database: what is older, what is given up, and its end.
    await whileMeeting(
      shop,
      3,
      async () => {
        sessionId = String((await send(request)).body['sessionId'])
      },
      () => reconcile(shop.deps),
    )
    expect(sessionId).toMatch(/^cs_test_/)
    expect(await shop.db.select().from(orders)).toMatchObject([
      { status: 'pending', paymentStatus: 'pending', checkoutSessionId: sessionId },
    ])
    const [, session] = await shop.db.select().from(checkoutSessions).orderBy(checkoutSessions.n)
    expect(session).toMatchObject({ status: 'open', sessionId: sessionId })
  })

  test('unchanged after payment, it returns the confirmation and charges nothing', async () => {
    const request = checkoutRequest()
    const { body } = await send(request)
    await shop.pay(String(body['sessionId']))
    const [completed] = await shop.events('checkout.session.completed')
    if (completed) await shop.deliver(completed)
    const again = await send(request)
    expect(again.body).toMatchObject({
      sessionId: body['sessionId'],
      url: `http://localhost:8787/thank-you?session_id=${body['sessionId']}`,
    })
    expect(await countOf(orders)).toBe(1)
  })

  test.each(['before', 'after'])(
    'changed %s the webhook of its payment, it is refused, not charged twice',
    async (when) => {
      const request = checkoutRequest()
      const { body } = await send(request)
      await shop.pay(String(body['sessionId']))
      const [completed] = await shop.events('checkout.session.completed')
      if (when === 'after' && completed) await shop.deliver(completed)
      const again = await send({ ...request, deliveryDetails: { option: 'hour' } })
      expect([again.status, again.body['error']]).toEqual([
        409,
        expect.objectContaining({ code: 'already_paid' }),
      ])
      expect(await countOf(orders)).toBe(1)
      const [order] = await shop.db.select().from(orders)
      expect(order?.paymentStatus).toBe('paid')
    },
  )

  test('unchanged after its session ran out, it is a new order', async () => {
    const request = checkoutRequest({ deliveryDetails: { option: 'tomorrow' } })
    const first = await send(request)
    shop.pass(32)
    const second = await send(request)
    expect(second.status).toBe(200)
    expect(second.body['sessionId']).not.toBe(first.body['sessionId'])
    const all = await shop.db.select().from(orders)
    expect(all.map(({ status }) => status).sort()).toEqual(['cancelled', 'pending'])
  })

  test('a session begun in time is honored after the cut-off', async () => {
    shop.clock.at = new Date('2026-06-04T17:59:00.000Z')
    const request = checkoutRequest()
    const first = await send(request)
    shop.pass(20)
    expect((await send(request)).body).toEqual(first.body)
    await shop.pay(String(first.body['sessionId']))
    const [completed] = await shop.events('checkout.session.completed')
    if (completed) await shop.deliver(completed)
    const [order] = await shop.db.select().from(orders)
    expect(order?.paymentStatus).toBe('paid')
  })
})

describe('a provider that fails', () => {
  const fault = (kind: FaultKind, times = 1) => shop.payments.setFault({ kind, times, only: 'create' })

  test.each(['error-before', 'error-after', 'lost-answer', 'rate-limit'] as const)(
    '%s once: the shopper does not notice, and there is one order',
    async (kind) => {
      fault(kind)
      const { status } = await place()
      expect(status).toBe(200)
      expect(await countOf(orders)).toBe(1)
      const [order] = await shop.db.select().from(orders)
      const { sessions } = await shop.deps.payments.listSessions(new Date(0), null)
      const open = sessions.filter(({ url }) => url !== null)
      expect(open.map(({ id }) => id)).toContain(order?.checkoutSessionId)
    },
  )

  test('an unstored failure keeps its session number', async () => {
    const { createSession } = shop.deps.payments
    const keys: string[] = []
    shop.deps.payments.createSession = (params, key, timeoutMs) => {
      keys.push(key)
      if (keys.length === 1) throw new PaymentsError('server', 'Bad gateway')
      return createSession(params, key, timeoutMs)
    }
    expect((await place()).status).toBe(200)
    expect(keys.map((key) => key.split(':')[1])).toEqual(['1', '1'])
    const rows = await shop.db.select().from(checkoutSessions)
    expect(rows.map(({ n, status }) => [n, status])).toEqual([[1, 'open']])
  })

  test('a provider that is still at the same attempt is asked until it has the session', async () => {
    const { createSession } = shop.deps.payments
    let left = 8
    shop.deps.payments.createSession = (...call) => {
      left -= 1
      if (left >= 0) throw new PaymentsError('busy', 'Still at it')
      return createSession(...call)
    }
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      const asked = place()
      let isAnswered = false
      asked.finally(() => {
        isAnswered = true
      })
      while (!isAnswered) {
        await vi.advanceTimersByTimeAsync(1_000)
        await new Promise((resolve) => setImmediate(resolve))
      }
      expect((await asked).status).toBe(200)
    } finally {
      vi.useRealTimers()
    }
    const rows = await shop.db.select().from(checkoutSessions)
    expect(rows.map(({ n, status }) => [n, status])).toEqual([[1, 'open']])
  })

  test('a stored failure takes the next number', async () => {
    fault('error-before')
    await place()
    const rows = await shop.db.select().from(checkoutSessions).orderBy(checkoutSessions.n)
    expect(rows.map(({ n, status }) => [n, status])).toEqual([
      [1, 'abandoned'],
      [2, 'open'],
    ])
  })

  test('a concurrent change of the same attempt never returns the replaced session', async () => {
    fault('error-after')
    const request = checkoutRequest()
    const other = () => send({ ...request, deliveryDetails: { option: 'tomorrow' } })
    // Reading, storing; then the provider's stored failure, and the next number.
    const { status, body } = await whileMeeting(shop, 3, other, () => send(request))
    expect([status, body['error']]).toEqual([409, expect.objectContaining({ code: 'attempt_busy' })])
    const rows = await shop.db
      .select({ option: orders.deliveryOption, session: checkoutSessions.status })
      .from(checkoutSessions)
      .innerJoin(orders, eq(orders.id, checkoutSessions.orderId))
    expect(rows).toEqual([
      { option: 'today', session: 'abandoned' },
      { option: 'tomorrow', session: 'open' },
    ])
    expect((await other()).status).toBe(200)
  })

  test('an order whose session was never created is closed later', async () => {
    fault('error-before', 1000)
    await place()
    shop.payments.setFault({ kind: 'none' })
    shop.pass(40)
    await shop.scheduled()
    const [order] = await shop.db.select().from(orders)
    expect(order).toMatchObject({ status: 'cancelled', paymentStatus: 'failed' })
  })
})

describe('round trips to the database', () => {
  const tripsOf = async (request: unknown) => {
    await shop.settled()
    const before = shop.requests()
    expect((await send(request)).status).toBe(200)
    return shop.requests() - before
  }

  test('are three for an order, one for the same form again, three for a changed one', async () => {
    const request = checkoutRequest()
    expect(await tripsOf(request)).toBe(3)
    expect(await tripsOf(request)).toBe(1)
    expect(await tripsOf({ ...request, deliveryDetails: { option: 'hour' } })).toBe(3)
  })
})

test('placing orders is rate-limited per address', async () => {
  shop.deps.config.limits.placement = { max: 3, seconds: 60 }
  const from = (address: string) =>
    shop.post('/create-checkout-session', checkoutRequest(), { 'cf-connecting-ip': address })
  for (let time = 0; time < 3; time++) expect((await from('203.0.113.7')).status).toBe(200)
  const fourth = await from('203.0.113.7')
  expect([fourth.status, fourth.headers.get('retry-after')]).toEqual([429, '60'])
  expect((await from('203.0.113.8')).status).toBe(200)
  shop.pass(1)
  expect((await from('203.0.113.7')).status).toBe(200)
})
