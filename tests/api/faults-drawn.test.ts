import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TIME_LIMITS } from '#api/http/request-timeout.ts'
import type { Fault as DatabaseFault } from '#local/database/faults.ts'
import type { FaultKind } from '#local/faults.ts'
import { audit, openSessionsOf } from '#tests/support/audit.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { failDatabaseAt, HELD_MS, letGoAfter } from '#tests/support/faulty-shop.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { runs } from '#tests/support/soak.ts'

// Whole purchases with failures drawn at random at every step. Whatever was drawn, once everything is healthy again
// the same form is one order, one charge, one email, and both books agree.

type Fault =
  | { service: 'payments' | 'mail'; kind: FaultKind; times: number }
  | { service: 'database'; at: number; fault: NonNullable<DatabaseFault> }
type Step = { does: 'place' | 'look-up' | 'webhook' | 'scheduled'; fault: Fault | null }

const times = fc.integer({ min: 1, max: 3 })
const faults: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({
    service: fc.constantFrom('payments' as const, 'mail' as const),
    kind: fc.constantFrom<FaultKind>('error-before', 'error-after', 'lost-answer', 'rate-limit'),
    times,
  }),
  fc.record({
    service: fc.constant('database' as const),
    at: fc.integer({ min: 1, max: 8 }),
    fault: fc.record({
      kind: fc.constantFrom<NonNullable<DatabaseFault>['kind']>(
        'error',
        'lost-answer',
        'busy',
        'hang',
        'slow',
      ),
      times: fc.integer({ min: 1, max: 5 }),
      ms: fc.constant(HELD_MS),
    }),
  }),
)
const step = (...does: Step['does'][]): fc.Arbitrary<Step> =>
  fc.record({ does: fc.constantFrom(...does), fault: fc.option(faults, { freq: 5 }) })
const purchases = fc.record({
  before: fc.array(step('place', 'place', 'scheduled'), { minLength: 1, maxLength: 4 }),
  after: fc.array(step('place', 'look-up', 'webhook', 'scheduled'), { maxLength: 5 }),
})

test('a purchase with failures drawn at random leaves consistent books', async () => {
  const shop = await openTestShop()
  const books = { client: shop.client, paymentsUrl: shop.payments.url, mailUrl: shop.mail.url }
  try {
    await fc.assert(
      fc.asyncProperty(purchases, async ({ before, after }) => {
        const email = `sam.${crypto.randomUUID().slice(0, 8)}@example.com`
        const request = checkoutRequest({ customerInfo: { email }, deliveryDetails: { option: 'tomorrow' } })
        for (const each of before) await take(shop, each, request, null)

        const placed = await shop.post('/create-checkout-session', request)
        expect(placed.status).toBe(200)
        const sessionId = String(placed.body['sessionId'])
        await shop.settled()
        expect(await openSessionsOf(books, email)).toContain(sessionId)
        await shop.pay(sessionId)
        for (const each of after) await take(shop, each, request, sessionId)

        const thanked = await shop.post('/create-checkout-session', request)
        expect(thanked.body).toMatchObject({ success: true, sessionId })
        // A message that could not be sent is due again after its pause.
        shop.pass(10)
        await shop.settled()
        await shop.scheduled()
        await shop.settled()
        expect(await audit(books)).toEqual([])
      }),
      { numRuns: runs(12) },
    )
  } finally {
    await shop.close()
  }
})

/** One step of a purchase while something fails. What it answers is one of ours; what it did is looked at in the end. */
async function take(
  shop: TestShop,
  { does, fault }: Step,
  request: ReturnType<typeof checkoutRequest>,
  sessionId: string | null,
): Promise<void> {
  const database = fault?.service === 'database' ? failDatabaseAt(shop, fault.at, fault.fault) : null
  if (fault?.service === 'payments') shop.payments.setFault(fault)
  if (fault?.service === 'mail') shop.mail.setFault(fault)
  try {
    // Work that a service keeps waiting is let go when the shopper has been told that it takes too long.
    const within = <T>(work: Promise<T>) => letGoAfter(TIME_LIMITS.writeMs, shop, work)
    const answer = await within(run(shop, does, request, sessionId))
    if (answer && answer.status !== 200) {
      expect(answer.body).toEqual({ error: expect.objectContaining({ requestId: expect.any(String) }) })
    }
    await within(shop.settled())
  } finally {
    database?.stop()
    shop.payments.setFault({ kind: 'none' })
    shop.mail.setFault({ kind: 'none' })
  }
}

async function run(
  shop: TestShop,
  does: Step['does'],
  request: ReturnType<typeof checkoutRequest>,
  sessionId: string | null,
) {
  if (does === 'place') return shop.post('/create-checkout-session', request)
  if (does === 'look-up') return shop.post('/get-order-details', { sessionId })
  if (does === 'scheduled') return void (await shop.scheduled())
  const events = await shop.events('checkout.session.completed')
  const event = events.find(({ data }) => data.object.id === sessionId)
  if (!event) throw new Error('The provider has no event for this session')
  return shop.deliver(event)
}
