import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { anyCharacter } from '#tests/support/any-text.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { openTestShop, type ProviderEventBody } from '#tests/support/shop.ts'
import { runs } from '#tests/support/soak.ts'

// A signature says who sent an event, not what is in it: whatever it is, it is answered, and never by a 500.

const about = ({ data }: ProviderEventBody) => data.object as Record<string, unknown>
const shop = await openTestShop()
const { body: opened } = await shop.post('/create-checkout-session', checkoutRequest())
await shop.pay(String(opened['sessionId']))
const [paid] = await shop.events('payment_intent.succeeded')
if (!paid) throw new Error('The provider made no payment')
await shop.deps.payments.createRefund(
  {
    paymentReference: String(about(paid)['id']),
    amountCents: 100,
    refundId: 'of-nobody',
    orderId: 'none',
  },
  'of-nobody',
)
await fetch(`${shop.payments.url}/_local/charges/${about(paid)['latest_charge']}/dispute`, { method: 'POST' })
const { events } = await shop.providerState()

afterAll(() => shop.close())

type Path = readonly (string | number)[]

/** Every place in a value that something else can be put. */
function places(value: unknown, at: Path = []): Path[] {
  const inside =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, part]) => places(part, [...at, key]))
      : []
  return [at, ...inside]
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by
  const copy = structuredClone(value) as Record<string | number, unknown>
  copy[key] = replaced(copy[key], rest, by)
  return copy
}

const send = (body: string) => shop.post('/webhooks/stripe', body, { 'stripe-signature': shop.signed(body) })

/** One of each type of which more than the type is read. */
const isRead = ({ type }: ProviderEventBody) =>
  /^(checkout\.session|refund|charge\.(dispute|refunded))/.test(type)
const read = [...new Map(events.filter(isRead).map((event) => [event.type, event])).values()]

test('there are events about sessions, refunds and disputes', () => {
  const kinds = new Set(events.map((event) => String(about(event)['object'])))
  expect([...kinds]).toEqual(expect.arrayContaining(['checkout.session', 'refund', 'dispute']))
})

describe('signed', () => {
  test.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"event"'],
    ['an object of something else', '{}'],
    ['an event about nothing', '{"id":"evt_1","type":"checkout.session.completed","created":1,"data":{}}'],
    ['an instant that is none', '{"id":"evt_1","type":"x","created":1e300,"data":{"object":{}}}'],
  ])('%s: 400', async (_, body) => {
    const answer = await send(body)
    expect([answer.status, answer.body['error']]).toEqual([
      400,
      expect.objectContaining({ code: 'malformed' }),
    ])
  })

  test.each([
    ['a refund of nothing', 'refund', { amount: 0 }],
    ['a dispute of less than nothing', 'dispute', { amount: -1 }],
    ['a dispute to be answered after the year 9999', 'dispute', { evidence_details: { due_by: 1e12 } }],
  ])('%s, of a payment that the books know: 400', async (_, kind, changes) => {
    await shop.scheduled()
    const event = events.find((each) => about(each)['object'] === kind)
    if (!event) throw new Error(`The provider told of no ${kind}`)
    const object = { ...about(event), id: `${kind}_of_nobody`, ...changes }
    const answer = await send(JSON.stringify({ ...event, id: `evt_${kind}`, data: { object } }))
    expect([answer.status, answer.body['error']]).toEqual([
      400,
      expect.objectContaining({ code: 'malformed' }),
    ])
  })

  // Every object answers to these names; a table of statuses must not.
  test.each(
    ['refund', 'dispute'].flatMap((kind) => ['__proto__', 'constructor'].map((status) => [kind, status])),
  )('a %s whose status is %s: acknowledged', async (kind, status) => {
    const event = events.find((each) => about(each)['object'] === kind)
    if (!event) throw new Error(`The provider told of no ${kind}`)
    const object = { ...about(event), id: `${kind}_${status}`, status }
    const answer = await send(JSON.stringify({ ...event, id: `evt_${kind}_${status}`, data: { object } }))
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  })

  test('an event about something else is acknowledged', async () => {
    const answer = await send(
      '{"id":"evt_1","type":"price.created","created":1,"data":{"object":{"object":"price"}}}',
    )
    expect([answer.status, answer.body['outcome']]).toEqual([200, 'ignored'])
  })

  test('an event with any value in any one of its places is never a failure of the server', async () => {
    const spoilt = fc
      .constantFrom(...read)
      .chain((event) =>
        fc.record({
          event: fc.constant(event),
          at: fc.constantFrom(...places(event)),
          by: fc.oneof(
            fc.constantFrom(
              undefined,
              null,
              '',
              '\u0000',
              '\ud800',
              0,
              -1,
              1.5,
              1e300,
              true,
              [],
              {},
              ['x'],
              '__proto__',
            ),
            fc.jsonValue(),
            fc.string({ unit: anyCharacter }),
          ),
        }),
      )
      .map(({ event, at, by }) => JSON.stringify(replaced(event, at, by)) ?? '')
    await fc.assert(
      fc.asyncProperty(spoilt, async (body) => {
        const answer = await send(body)
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
      }),
      { numRuns: runs(60) },
    )
    await shop.settled()
    await shop.scheduled()
  })
})
