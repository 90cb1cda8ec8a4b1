import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RESERVED_MS } from '#api/checkout/place-order.ts'
import { ERRORS } from '#api/errors.ts'
import { TIME_LIMITS } from '#api/http/request-timeout.ts'
import { PROVIDER_MS } from '#api/orders/look-up.ts'
import { resendMail } from '#api/platform/mail/resend.ts'
import { stripePayments } from '#api/platform/payments/stripe.ts'
import type { Fault as DatabaseFault } from '#local/database/faults.ts'
import { FAULT_KINDS } from '#local/faults.ts'
import { audit, openSessionsOf } from '#tests/support/audit.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { failDatabaseAt, HELD_MS, letGoAfter } from '#tests/support/faulty-shop.ts'
import { MAIL_KEY, openTestShop, SECRET_KEY, type TestShop } from '#tests/support/shop.ts'

// The sale under failure: whatever fails at whichever call, the shopper is told in safe words, of a read within 3 s, of what
// they write within 25, and the next try of the same form goes through: one order, one charge, one email.

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const READ = { heldMs: TIME_LIMITS.readMs, withinMs: 3_000 }
const WRITE = { heldMs: TIME_LIMITS.writeMs, withinMs: 25_200 }

type Answer = Awaited<ReturnType<TestShop['post']>>

const PLACEMENT_WORDS = [
  'Checkout failed',
  'This is taking too long. Nothing was charged, and everything you typed is still here. Please try again.',
  ERRORS.payments_unavailable[1],
  ERRORS.attempt_busy[1],
]
const LOOK_UP_WORDS = ['Order lookup failed', ERRORS.too_slow[1]]

/**
 * Answered in time; if it failed, then in the one shape and in words of ours.
 * @param limits by the shop's clock: how long a service keeps the call waiting, and when it has to be answered
 */
async function inTime(
  call: Promise<Answer>,
  words: readonly string[],
  { heldMs, withinMs } = WRITE,
): Promise<Answer> {
  const asked = shop.clock.at.getTime()
  const answer = await letGoAfter(heldMs, shop, call)
  expect(shop.clock.at.getTime() - asked).toBeLessThan(withinMs)
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

/** Answered although the database fails, unless it only was busy for a moment; without it if it keeps everybody waiting. */
function expectFailed({ status, body }: Answer, name: string, fault: { ms?: number | undefined }) {
  expect(status === 200).toBe(name === 'busy for a moment')
  if (fault.ms !== undefined) expect(body['error']).toMatchObject({ code: 'too_slow' })
}

const books = () => ({ client: shop.client, paymentsUrl: shop.payments.url, mailUrl: shop.mail.url })

const someone = () => `sam.${crypto.randomUUID().slice(0, 8)}@example.com`
const send = (request: unknown) => shop.post('/create-checkout-session', request)
const lookUp = (sessionId: unknown) => shop.post('/get-order-details', { sessionId })
const form = () => checkoutRequest({ customerInfo: { email: someone() } })

/** Runs the scheduled work and expects that both books say the same. */
async function expectConsistent(): Promise<void> {
  await shop.settled()
  await shop.scheduled()
  await shop.settled()
  expect(await audit(books())).toEqual([])
}

const PROVIDER_FAULTS = FAULT_KINDS.filter((kind) => kind !== 'none')
const DATABASE_FAULTS: readonly (readonly [string, NonNullable<DatabaseFault> & { times: number }])[] = [
  ['error', { kind: 'error', times: 1 }],
  ['hang', { kind: 'hang', times: 1, ms: HELD_MS }],
  ['slow', { kind: 'slow', times: 1, ms: HELD_MS }],
  ['busy for a moment', { kind: 'busy', times: 1 }],
  ['busy for good', { kind: 'busy', times: 4 }],
  ['lost answer', { kind: 'lost-answer', times: 1 }],
]
/** Counting and reading, storing, recording the session. */
const PLACEMENT_CALLS = 3
/** Counting and reading, settling. */
const LOOK_UP_CALLS = 2

const atEachCall = (calls: number) =>
  DATABASE_FAULTS.flatMap(([name, fault]) =>
    Array.from({ length: calls }, (_, i) => ({ name, fault, at: i + 1 })),
  )

/** The same form again, paid: it is one order at one session, charged and confirmed once. */
async function finish(request: ReturnType<typeof checkoutRequest>, orphans = 0) {
  const again = await send(request)
  expect(again.status).toBe(200)
  await shop.settled()
  expect((await send(request)).body).toEqual(again.body)
  const open = await openSessionsOf(books(), request.customerInfo.email)
  expect(open).toContain(again.body['sessionId'])
  expect(open.length).toBeLessThanOrEqual(1 + orphans)
  await shop.pay(String(again.body['sessionId']))
  await expectConsistent()
}

describe('placing an order', () => {
  test.each(PROVIDER_FAULTS)('the provider: %s', async (kind) => {
    const request = form()
    shop.payments.setFault({ kind, only: 'create', ms: HELD_MS })
    const heldMs = TIME_LIMITS.writeMs - RESERVED_MS - (kind === 'slow' ? 1 : 0)
    const first = await inTime(send(request), PLACEMENT_WORDS, { ...WRITE, heldMs })
    if (kind === 'slow') expect(first.status).toBe(200)
    if (kind === 'hang') expect(first.body['error']).toMatchObject({ code: 'payments_unavailable' })
    shop.payments.setFault({ kind: 'none' })
    // A session whose answer was a stored 500 exists, but nobody was ever told its address.
    await finish(request, kind === 'error-after' ? 10 : 0)
  })

  test.each(atEachCall(PLACEMENT_CALLS))('the database: $name at call $at', async ({ name, fault, at }) => {
    const request = form()
    const failing = failDatabaseAt(shop, at, fault)
    expectFailed(await inTime(send(request), PLACEMENT_WORDS), name, fault)
    // The fault was met, and only a short wait for a lock goes unnoticed.
    expect(failing.calls).toBeGreaterThanOrEqual(at)
    failing.stop()
    await finish(request)
  })

  test('while the database is down every attempt fails, and the first after it succeeds', async () => {
    const request = form()
    shop.setDatabaseFault({ kind: 'error' })
    for (let time = 0; time < 3; time++) {
      expect((await inTime(send(request), PLACEMENT_WORDS)).status).toBe(503)
    }
    shop.setDatabaseFault(null)
    await finish(request)
  })

  test('a delayed request never replaces a later one of the shopper', async () => {
    const request = form()
    const changed = { ...request, deliveryDetails: { option: 'hour' } }
    const failing = failDatabaseAt(shop, 2, { kind: 'slow', times: 1, ms: HELD_MS })
    const delayed = send(request)
    await shop.whenHeld()
    failing.stop()
    const newer = await send(changed)
    expect(newer.status).toBe(200)
    shop.release()
    const late = await delayed
    expect([late.status, late.body['error']]).toEqual([
      409,
      expect.objectContaining({ code: 'attempt_busy' }),
    ])
    const session = await shop.deps.payments.retrieveSession(String(newer.body['sessionId']))
    expect(session.status).toBe('open')
    await finish(changed)
  })
})

describe('looking an order up', () => {
  const paidOrder = async () => {
    const { body } = await send(form())
    await shop.pay(String(body['sessionId']))
    return body['sessionId']
  }
  const expectShown = async (sessionId: unknown) => {
    const again = await lookUp(sessionId)
    expect([again.status, again.body['order']]).toEqual([
      200,
      expect.objectContaining({ paymentState: 'paid' }),
    ])
    await shop.settled()
    // A message claimed for sending when that failed is due again after its pause.
    shop.pass(2)
    await expectConsistent()
  }

  test.each(PROVIDER_FAULTS)('the provider: %s', async (kind) => {
    const sessionId = await paidOrder()
    shop.payments.setFault({ kind, only: 'retrieve', ms: HELD_MS })
    const first = await inTime(lookUp(sessionId), LOOK_UP_WORDS, { ...WRITE, heldMs: PROVIDER_MS })
    // The order is shown all the same; only its payment is still being confirmed.
    expect(first.status).toBe(200)
    shop.payments.setFault({ kind: 'none' })
    await expectShown(sessionId)
  })

  test.each(atEachCall(LOOK_UP_CALLS))('the database: $name at call $at', async ({ name, fault, at }) => {
    const sessionId = await paidOrder()
    const failing = failDatabaseAt(shop, at, fault)
    expectFailed(await inTime(lookUp(sessionId), LOOK_UP_WORDS), name, fault)
    expect(failing.calls).toBeGreaterThanOrEqual(at)
    failing.stop()
    await expectShown(sessionId)
  })

  test.each(['error-before', 'hang'] as const)('mail: %s', async (kind) => {
    const sessionId = await paidOrder()
    shop.mail.setFault({ kind })
    // Answered while the mail is held: nothing lets go of it before.
    const first = await lookUp(sessionId)
    expect(first.body['order']).toMatchObject({ paymentState: 'paid' })
    const [completed] = (await shop.events('checkout.session.completed')).slice(-1)
    if (!completed) throw new Error('The provider has no event')
    expect((await shop.deliver(completed)).status).toBe(200)
    const before = await shop.messages()
    await letGoAfter(0, shop, shop.settled())
    expect(await shop.messages()).toEqual(before)
    shop.mail.setFault({ kind: 'none' })
    await expectShown(sessionId)
  })
})

describe('what a page reads and what the waitlist takes', () => {
  const CALLS = [
    {
      name: 'ZIP check',
      words: 'Error checking your ZIP code. Please try again.',
      limits: READ,
      run: () => shop.get('/zip-codes/10001'),
    },
    {
      name: 'catalogue',
      words: 'Failed to load products. Please try again later.',
      limits: READ,
      run: () => shop.get('/storefront?sku=FLOWER-002&zip=10001'),
    },
    {
      name: 'waitlist',
      words: 'There was a problem submitting your request. Please try again.',
      limits: WRITE,
      run: (email: string) =>
        shop.post('/waitlist', { email, city: 'Beverly Hills', state: 'CA', zipCode: '90210' }),
    },
  ]
  const cases = CALLS.flatMap((call) => atEachCall(1).map((fault) => ({ ...fault, call })))

  test.each(cases)('$call.name, the database: $name at call $at', async ({ call, name, fault, at }) => {
    const email = someone()
    const failing = failDatabaseAt(shop, at, fault)
    expectFailed(await inTime(call.run(email), [call.words, ERRORS.too_slow[1]], call.limits), name, fault)
    failing.stop()
    expect((await inTime(call.run(email), [])).status).toBe(200)
    await shop.settled()
    const { rows } = await shop.client.execute({
      sql: 'select count(*) as n from waitlist where email = ?',
      args: [email],
    })
    expect(rows[0]?.['n']).toBe(call.name === 'waitlist' ? 1 : 0)
  })
})

test('a late failure is logged with request id and cause and without personal data', async () => {
  shop.logged.length = 0
  const request = form()
  const failing = failDatabaseAt(shop, 2, { kind: 'hang', times: 1, ms: HELD_MS })
  const { body } = await letGoAfter(TIME_LIMITS.writeMs, shop, send(request))
  failing.stop()
  await shop.settled()
  const late = shop.logged.find(({ event }) => event === 'unknown_error')
  expect(late?.fields['requestId']).toBe((body['error'] as { requestId: string }).requestId)
  expect(JSON.stringify(shop.logged)).not.toContain(request.customerInfo.email)
  expect(late?.fields['message']).not.toBe('')
  expect(JSON.stringify(shop.logged)).not.toMatch(/dishwasher/)
})

test('a provider that hangs is given up after the time limit of its call', async () => {
  const settings = { webhookSecret: 'whsec_', timeoutFactor: 0.05 }
  const payments = stripePayments({ ...settings, secretKey: SECRET_KEY, apiUrl: shop.payments.url })
  const mail = resendMail({ ...settings, apiKey: MAIL_KEY, apiUrl: shop.mail.url, from: 'shop@example.com' })
  shop.payments.setFault({ kind: 'hang' })
  shop.mail.setFault({ kind: 'hang' })
  const sent = { to: 'a@example.com', replyTo: 'b@example.com', reference: 'r' }
  const message = { ...sent, subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' }
  await expect(payments.retrieveSession('cs_1')).rejects.toMatchObject({ kind: 'unreachable' })
  await expect(mail.send(message, 'key')).rejects.toMatchObject({ kind: 'unavailable' })
  shop.payments.setFault({ kind: 'none' })
  shop.mail.setFault({ kind: 'none' })
})
