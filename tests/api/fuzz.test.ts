import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { ERRORS } from '#api/errors.ts'
import { whileFailing } from '#tests/support/failing-call.ts'
import { openFuzzShop } from '#tests/support/fuzz/fuzz-shop.ts'
import { UNKNOWN_MARK } from '#tests/support/fuzz/near.ts'
import { type Drawn, requestsTo, validRequestsTo, withUnknownField } from '#tests/support/fuzz/request.ts'
import { watch } from '#tests/support/fuzz/watch.ts'
import { dump, type Operation, operationsBelow } from '#tests/support/open-api.ts'
import { openTestShop } from '#tests/support/shop.ts'
import { IS_SOAK, runs, SEED } from '#tests/support/soak.ts'

// Every route of the OpenAPI document, those of tomorrow too, gets requests made from its own schemas: right ones, ones
// with one thing changed, wild ones, and right ones sent in odd ways.

/** The only one that tells, to admins, how the database failed before. */
const PROBLEMS = '/api/admin/problems'
const WEBHOOK = '/api/webhooks/stripe'
/** Limits of a request: milliseconds of this process, in which the stand-ins run, too, and calls of the database. */
const MAX_CPU_MS = 2_000
const MAX_DATABASE_CALLS = 8
const MAX_DATABASE_CALLS_PER_EMAIL = 4
/** A market that is paused has the open payment sessions of its orders ended after the answer, a hundred at most. */
const MAX_DEFERRED_CALLS: Readonly<Record<string, number>> = {
  '/api/admin/markets/{id}': 200,
  // They change each of several orders by itself.
  '/api/admin/assignments/bulk': 20,
  '/api/admin/shop-orders/payments': 20,
  // A refund that the provider refuses is looked up there.
  '/api/buyer-portal/cancel': 2,
}
/** It leads on to its page, with the token that it came with. */
const LINK_OF_A_MAIL = /^\/unsubscribe\?token=/
const CODES = new Set<string>([...Object.keys(ERRORS), 'unknown'])

const shop = await openTestShop()
const fuzzShop = await openFuzzShop(shop)
for (const n of [1, 2, 3]) await fuzzShop.join(n)
await fuzzShop.refill({ path: 'florist' })
await fuzzShop.refill({ path: 'refunds' })
const { events } = await shop.providerState()
const operations = (await operationsBelow(shop, '/api/')).map((operation) =>
  // The schema does not list the provider's own events.
  operation.path === WEBHOOK ? { ...operation, body: { enum: events } } : operation,
)
await shop.settled()
const watched = watch(shop)

afterAll(async () => {
  watched.stop()
  await shop.close()
})

// Products and markets go last: without them nothing can be bought.
const cases = operations
  .map((operation, at) => ({ operation, at, named: `${operation.method} ${operation.path}` }))
  .toSorted((one, other) => Number(isOfTheShop(one.operation)) - Number(isOfTheShop(other.operation)))

describe('every route', { timeout: runs(300_000) }, () => {
  test.each(cases)('$named', async ({ operation, at }) => {
    await fuzzShop.refill(operation)
    await shop.settled()
    await fuzzShop.look()
    for (const secret of fuzzShop.secrets()) watched.keepSecret(secret)
    const settings = { numRuns: runs(1), seed: SEED + at }
    const requests = requestsTo(operation)
    for (const answered of [validRequestsTo(operation), requests, withUnknownField(operation)]) {
      await fc.assert(
        fc.asyncProperty(answered, (drawn) => expectGoodAnswer(operation, drawn)),
        settings,
      )
    }
    await fc.assert(
      fc.asyncProperty(requests, fc.integer({ min: 1, max: 4 }), (drawn, call) =>
        expectGoodFailure(operation, drawn, call),
      ),
      settings,
    )
    await shop.settled()
    expect(watched.leaks()).toEqual([])
  })
})

test('no field that nobody knows was taken', async () => {
  expect(JSON.stringify(await dump(shop))).not.toContain(UNKNOWN_MARK)
  expect(JSON.stringify(await shop.providerState())).not.toContain(UNKNOWN_MARK)
  expect(JSON.stringify(await shop.messages())).not.toContain(UNKNOWN_MARK)
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

/** The same while the database fails, from one of its calls on: it may be a 500, and still tells nobody anything. */
async function expectGoodFailure(operation: Operation, drawn: Drawn, at: number): Promise<void> {
  const request = await requestOf(operation, drawn)
  const response = await whileFailing(shop, { at }, async () => {
    const answer = await shop.app.request(request.url, request)
    await shop.settled()
    return answer
  })
  const text = await response.text()
  if (response.status >= 400 && request.method !== 'HEAD') expectErrorShape(text, response.headers)
  if (operation.path !== PROBLEMS || !response.ok) expect(text).not.toContain('secret words')
}

/**
 * The provider's events are signed, whatever is in them: a signature says who sent it, not what it is. Not those with the
 * mark of unknown fields: it may stand in a known one, and what the provider says there is taken (`signed-events.test.ts`).
 */
async function requestOf(operation: Operation, drawn: Drawn) {
  const { headers, ...request } = await fuzzShop.requestOf(operation, drawn)
  const from = await fuzzShop.headersOf(drawn.who)
  const signature =
    operation.path === WEBHOOK && typeof request.body === 'string' && !request.body.includes(UNKNOWN_MARK)
      ? { 'stripe-signature': shop.signed(request.body) }
      : {}
  return { ...request, headers: { ...from, ...signature, ...headers } }
}

async function expectGoodAnswer(operation: Operation, drawn: Drawn): Promise<void> {
  const request = await requestOf(operation, drawn)
  const { method, body } = request
  // A request's deferred work counts as its own, that of the requests before does not.
  await shop.settled()
  const [calls, emails, before] = [shop.requests(), emailsTried(), process.cpuUsage()]
  const response = await shop.app.request(request.url, request)
  const text = await response.text()
  await shop.settled()
  const { user, system } = process.cpuUsage(before)
  const spent = { calls: shop.requests() - calls, ms: (user + system) / 1000 }

  // On a machine that is busy with something else the clock says nothing: what counts is the work.
  if (!text.includes('"too_slow"')) expect(response.status, text).toBeLessThan(500)
  if (response.status >= 400 && method !== 'HEAD') expectErrorShape(text, response.headers)
  const most =
    MAX_DATABASE_CALLS +
    MAX_DATABASE_CALLS_PER_EMAIL * (emailsTried() - emails) +
    (MAX_DEFERRED_CALLS[operation.path] ?? 0)
  expect(spent.calls, 'calls of the database').toBeLessThanOrEqual(most)
  // Another process may take the caches that this one counts on: not in the gate.
  if (IS_SOAK) expect(spent.ms, 'ms of work').toBeLessThan(MAX_CPU_MS)
  // The provider's events may have any: it adds to them.
  if (operation.path !== WEBHOOK && typeof body === 'string' && body.includes(UNKNOWN_MARK)) {
    expect(response.status, 'a field that nobody knows').toBeGreaterThanOrEqual(400)
  }
  for (const [name, value] of response.headers) {
    const leadsOn = name === 'location' && LINK_OF_A_MAIL.test(value)
    if (name !== 'set-cookie' && !leadsOn) watched.note(`${name}: ${value}`)
  }
  if (response.status === 401 || response.status === 403) await fuzzShop.newPeople()
}

function emailsTried(): number {
  return shop.logged.filter(({ event }) => /^message_(sent|failed|dropped|suppressed)$/.test(event)).length
}

function expectErrorShape(text: string, headers: Headers): void {
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  const answer: unknown = JSON.parse(text)
  expect(answer).toEqual({
    error: {
      code: expect.any(String),
      message: expect.stringMatching(/\S/),
      issues: expect.any(Array),
      requestId: expect.stringMatching(/^[\w-]{36}$/),
    },
  })
  const { error } = answer as { error: { code: string; issues: unknown[] } }
  expect(CODES).toContain(error.code)
  for (const issue of error.issues) {
    expect(issue).toEqual({ path: expect.any(String), message: expect.stringMatching(/\S/) })
  }
}

function isOfTheShop({ path }: Operation): boolean {
  return /\/admin\/(products|markets|shops)/.test(path)
}
