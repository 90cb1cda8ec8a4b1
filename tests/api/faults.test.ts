import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERRORS } from '#api/errors.ts'
import { TIME_LIMITS } from '#api/http/request-timeout.ts'
import type { Fault as DatabaseFault } from '#local/database/faults.ts'
import { FAULT_KINDS } from '#local/faults.ts'
import { audit, openSessionsOf } from '#tests/support/audit.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { failDatabaseAt, ShopPool } from '#tests/support/faulty-shop.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

// The sale under failure: whatever fails at whichever call, the shopper is told within 3 s in safe words, and the next
// try of the same form goes through: one order, one charge, one email.

let pool: ShopPool
beforeAll(async () => {
  pool = new ShopPool(
    await Promise.all([1, 2, 3, 4].map(() => openTestShop({ config: { timeLimits: TIME_LIMITS } }))),
  )
})
afterAll(() => pool.close())

const WITHIN_MS = 3_000
/** After the deadline the connection is cut, so that the late work ends while the test looks. */
const LONG_MS = 3_200

type Answer = Awaited<ReturnType<TestShop['post']>>

const PLACEMENT_WORDS = [
  'Checkout failed',
  'This is taking too long. Nothing was charged, and everything you typed is still here. Please try again.',
  ERRORS.payments_unavailable[1],
  ERRORS.attempt_busy[1],
]
const LOOK_UP_WORDS = ['Order lookup failed', ERRORS.too_slow[1]]

/** Answered in time; if it failed, then in the one shape and in words of ours. */
async function inTime(call: () => Promise<Answer>, words: readonly string[]): Promise<Answer> {
  // A timer of the same event loop is the clock: a busy machine holds up both.
  const watch = sleep(WITHIN_MS, null, { ref: false })
  const answer = await Promise.race([call(), watch])
  if (answer === null) throw new Error(`No answer within ${WITHIN_MS} ms`)
  if (answer.status === 200) return answer
  expect([409, 500, 503]).toContain(answer.status)
  expect(answer.body).toEqual({
    error: {
      code: expect.any(String),
      message: expect.toBeOneOf([...words]),
      issues: [],
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  })
  return answer
}

const books = (shop: TestShop) => ({
  client: shop.client,
  paymentsUrl: shop.payments.url,
  mailUrl: shop.mail.url,
})

const someone = () => `sam.${crypto.randomUUID().slice(0, 8)}@example.com`
const send = (shop: TestShop, request: unknown) => shop.post('/create-checkout-session', request)
const lookUp = (shop: TestShop, sessionId: unknown) => shop.post('/get-order-details', { sessionId })
const form = () => checkoutRequest({ customerInfo: { email: someone() } })

/** What a scheduled run or two make of it, and that both books say the same. */
async function expectConsistent(shop: TestShop): Promise<void> {
  await shop.settled()
  await shop.scheduled()
  await shop.settled()
  expect(await audit(books(shop))).toEqual([])
}

const PROVIDER_FAULTS = FAULT_KINDS.filter((kind) => kind !== 'none')
const DATABASE_FAULTS: readonly (readonly [string, NonNullable<DatabaseFault> & { times: number }])[] = [
  ['error', { kind: 'error', times: 1 }],
  ['hang', { kind: 'hang', times: 1, ms: LONG_MS }],
  ['slow', { kind: 'slow', times: 1, ms: LONG_MS }],
  ['busy for a moment', { kind: 'busy', times: 1 }],
  ['busy for good', { kind: 'busy', times: 4 }],
  ['lost answer', { kind: 'lost-answer', times: 1 }],
]
/** Rate limit, reading, storing, recording the session. */
const PLACEMENT_CALLS = 4
/** Counting and reading, settling. */
const LOOK_UP_CALLS = 2

const atEachCall = (calls: number) =>
  DATABASE_FAULTS.flatMap(([name, fault]) =>
    Array.from({ length: calls }, (_, i) => ({ name, fault, at: i + 1 })),
  )

/** The same form again, paid: it is one order at one session, charged and confirmed once. */
async function finish(shop: TestShop, request: ReturnType<typeof checkoutRequest>, orphans = 0) {
  const again = await send(shop, request)
  expect(again.status).toBe(200)
  await shop.settled()
  expect((await send(shop, request)).body).toEqual(again.body)
  const open = await openSessionsOf(books(shop), request.customerInfo.email)
  expect(open).toContain(again.body['sessionId'])
  expect(open.length).toBeLessThanOrEqual(1 + orphans)
  await shop.pay(String(again.body['sessionId']))
  await expectConsistent(shop)
}

describe('placing an order', () => {
  test.concurrent.each(PROVIDER_FAULTS)('the provider: %s', (kind) =>
    pool.with(async (shop) => {
      const request = form()
      shop.payments.setFault({ kind, only: 'create' })
      await inTime(() => send(shop, request), PLACEMENT_WORDS)
      shop.payments.setFault({ kind: 'none' })
      // A session whose answer was a stored 500 exists, but nobody was ever told its address.
      await finish(shop, request, kind === 'error-after' ? 10 : 0)
    }),
  )

  test.concurrent.each(atEachCall(PLACEMENT_CALLS))(
    'the database: $name at call $at',
    ({ name, fault, at }) =>
      pool.with(async (shop) => {
        const request = form()
        const failing = failDatabaseAt(shop, at, fault)
        const first = await inTime(() => send(shop, request), PLACEMENT_WORDS)
        // The fault was met, and only a short wait for a lock goes unnoticed.
        expect(failing.calls).toBeGreaterThanOrEqual(at)
        expect(first.status === 200).toBe(name === 'busy for a moment')
        failing.stop()
        await finish(shop, request)
      }),
  )

  test.concurrent('while the database is down every attempt fails, and the first after it succeeds', () =>
    pool.with(async (shop) => {
      const request = form()
      shop.setDatabaseFault({ kind: 'error' })
      for (let time = 0; time < 3; time++) {
        expect((await inTime(() => send(shop, request), PLACEMENT_WORDS)).status).toBe(500)
      }
      shop.setDatabaseFault(null)
      await finish(shop, request)
    }))

  test.concurrent('a delayed request never replaces a later one of the shopper', () =>
    pool.with(async (shop) => {
      const request = form()
      const changed = { ...request, deliveryDetails: { option: 'hour' } }
      const failing = failDatabaseAt(shop, 3, { kind: 'slow', times: 1, ms: 1_000 })
      const held = send(shop, request)
      await expect.poll(() => failing.calls).toBe(3)
      const newer = await send(shop, changed)
      expect(newer.status).toBe(200)
      failing.stop()
      const late = await held
      expect([late.status, late.body['error']]).toEqual([
        409,
        expect.objectContaining({ code: 'attempt_busy' }),
      ])
      const session = await shop.deps.payments.retrieveSession(String(newer.body['sessionId']))
      expect(session.status).toBe('open')
      await finish(shop, changed)
    }))
})

describe('looking an order up', () => {
  const paidOrder = async (shop: TestShop) => {
    const { body } = await send(shop, form())
    await shop.pay(String(body['sessionId']))
    return body['sessionId']
  }
  const shown = async (shop: TestShop, sessionId: unknown) => {
    const again = await lookUp(shop, sessionId)
    expect([again.status, again.body['order']]).toEqual([
      200,
      expect.objectContaining({ paymentState: 'paid' }),
    ])
    await shop.settled()
    // What was claimed for sending when it failed is due again after its pause.
    shop.pass(2)
    await expectConsistent(shop)
  }

  test.concurrent.each(PROVIDER_FAULTS)('the provider: %s', (kind) =>
    pool.with(async (shop) => {
      const sessionId = await paidOrder(shop)
      shop.payments.setFault({ kind, only: 'retrieve' })
      const first = await inTime(() => lookUp(shop, sessionId), LOOK_UP_WORDS)
      // The order is shown all the same; only its payment is still being confirmed.
      expect(first.status).toBe(200)
      shop.payments.setFault({ kind: 'none' })
      await shown(shop, sessionId)
    }),
  )

  test.concurrent.each(atEachCall(LOOK_UP_CALLS))('the database: $name at call $at', ({ name, fault, at }) =>
    pool.with(async (shop) => {
      const sessionId = await paidOrder(shop)
      const failing = failDatabaseAt(shop, at, fault)
      const first = await inTime(() => lookUp(shop, sessionId), LOOK_UP_WORDS)
      expect(failing.calls).toBeGreaterThanOrEqual(at)
      expect(first.status === 200).toBe(name === 'busy for a moment')
      failing.stop()
      await shown(shop, sessionId)
    }),
  )

  test.concurrent.each(['error-before', 'hang'] as const)('mail: %s', (kind) =>
    pool.with(async (shop) => {
      const sessionId = await paidOrder(shop)
      shop.mail.setFault({ kind })
      const first = await inTime(() => lookUp(shop, sessionId), LOOK_UP_WORDS)
      expect(first.body['order']).toMatchObject({ paymentState: 'paid' })
      const [completed] = (await shop.events('checkout.session.completed')).slice(-1)
      const webhook = await inTime(async () => {
        if (!completed) throw new Error('The provider has no event')
        return shop.deliver(completed)
      }, [])
      expect(webhook.status).toBe(200)
      const before = await shop.messages()
      await shop.settled()
      expect(await shop.messages()).toEqual(before)
      shop.mail.setFault({ kind: 'none' })
      await shown(shop, sessionId)
    }),
  )
})

describe('what a page reads and what the waitlist takes', () => {
  const CALLS = [
    {
      name: 'ZIP check',
      calls: 1,
      words: 'Error checking your ZIP code. Please try again.',
      run: (shop: TestShop) => shop.get('/zip-codes/10001'),
    },
    {
      name: 'catalogue',
      calls: 1,
      words: 'Failed to load products. Please try again later.',
      run: (shop: TestShop) => shop.get('/storefront?sku=FLOWER-002&zip=10001'),
    },
    {
      name: 'waitlist',
      calls: 1,
      words: 'There was a problem submitting your request. Please try again.',
      run: (shop: TestShop, email: string) =>
        shop.post('/waitlist', { email, city: 'Beverly Hills', state: 'CA', zipCode: '90210' }),
    },
  ]
  const cases = CALLS.flatMap((call) => atEachCall(call.calls).map((fault) => ({ ...fault, call })))

  test.concurrent.each(cases)('$call.name, the database: $name at call $at', ({ call, name, fault, at }) =>
    pool.with(async (shop) => {
      const email = someone()
      const failing = failDatabaseAt(shop, at, fault)
      const first = await inTime(() => call.run(shop, email), [call.words, ERRORS.too_slow[1]])
      expect(first.status === 200).toBe(name === 'busy for a moment')
      failing.stop()
      expect((await inTime(() => call.run(shop, email), [])).status).toBe(200)
      await shop.settled()
      const { rows } = await shop.client.execute({
        sql: 'select count(*) as n from waitlist where email = ?',
        args: [email],
      })
      expect(rows[0]?.['n']).toBe(call.name === 'waitlist' ? 1 : 0)
    }),
  )
})

test('a late failure is logged with request id and cause and without personal data', async () => {
  await pool.with(async (shop) => {
    shop.logged.length = 0
    const request = form()
    const failing = failDatabaseAt(shop, 3, { kind: 'hang', times: 1, ms: LONG_MS })
    const { body } = await send(shop, request)
    failing.stop()
    await shop.settled()
    const late = shop.logged.find(({ event }) => event === 'unknown_error')
    expect(late?.fields['requestId']).toBe((body['error'] as { requestId: string }).requestId)
    expect(JSON.stringify(shop.logged)).not.toContain(request.customerInfo.email)
    expect(late?.fields['message']).not.toBe('')
    expect(JSON.stringify(shop.logged)).not.toMatch(/dishwasher/)
  })
})
