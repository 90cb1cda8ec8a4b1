import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { line, refusal, type StandIn, sessionParams, startStandIn } from './payments-support.ts'

// The refusals of Stripe that a change of the shop's own calls could meet.

const now = () => Math.floor(Date.now() / 1000)
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, 'x']))

function lineWith(changes: object, product: object = {}): object {
  const product_data = { name: 'Rose', ...product }
  return { quantity: 1, price_data: { currency: 'usd', unit_amount: 100, product_data, ...changes } }
}

const PRICE = 'line_items[0][price_data]'
const BAD_EMAIL = 'Invalid email address'
const TOO_EARLY = 'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.'
const TOO_LATE = 'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.'
const TOO_CHEAP = "The Checkout Session's total amount due must add up to at least $0.50 usd"

describe('creating a session refuses', () => {
  test.each<
    [what: string, changes: object, param: string | undefined, code: string | undefined, RegExp | string]
  >([
    ['no mode', { mode: undefined }, 'mode', 'parameter_missing', 'Missing required param: mode.'],
    ['no lines', { line_items: undefined }, 'line_items', 'parameter_missing', /line_items/],
    [
      'an address without a scheme',
      { success_url: 'shop.example/x' },
      'success_url',
      'url_invalid',
      /scheme/,
    ],
    [
      'an address that runs code',
      { cancel_url: 'javascript:alert(1)' },
      'cancel_url',
      'url_invalid',
      /scheme/,
    ],
    ['a broken email', { customer_email: 'a..b@c.com' }, 'customer_email', 'email_invalid', BAD_EMAIL],
    ['an unknown parameter', { colour: 'red' }, 'colour', 'parameter_unknown', /unknown parameter: colour/],
    [
      'an unknown parameter deep down',
      { line_items: [lineWith({}, { nmae: 'x' })] },
      `${PRICE}[product_data][nmae]`,
      'parameter_unknown',
      /unknown parameter/,
    ],
    [
      'half a cent',
      { line_items: [lineWith({ unit_amount: 10.5 })] },
      `${PRICE}[unit_amount]`,
      'parameter_invalid_integer',
      'Invalid integer',
    ],
    [
      'a price below zero',
      { line_items: [lineWith({ unit_amount: -1 })] },
      `${PRICE}[unit_amount]`,
      'parameter_invalid_integer',
      'Invalid non-negative integer',
    ],
    [
      'money of nowhere',
      { line_items: [lineWith({ currency: 'xyz' })] },
      `${PRICE}[currency]`,
      undefined,
      /"usd"/,
    ],
    ['less than 50 cents', { line_items: [line('Petal', 49)] }, undefined, undefined, TOO_CHEAP],
    ['too early an end', { expires_at: now() + 30 * 60 - 30 }, 'expires_at', undefined, TOO_EARLY],
    ['too late an end', { expires_at: now() + 24 * 60 * 60 + 120 }, 'expires_at', undefined, TOO_LATE],
    ['51 keys of metadata', { metadata: many(51) }, 'metadata', undefined, /up to 50 keys/],
    [
      'a long key of metadata',
      { metadata: { ['k'.repeat(41)]: 'x' } },
      undefined,
      undefined,
      /Invalid metadata/,
    ],
    ['a long value of metadata', { metadata: { note: 'x'.repeat(501) } }, 'metadata[note]', undefined, /500/],
    [
      'what cannot be expanded',
      { expand: ['metadata'] },
      'expand',
      undefined,
      /cannot be expanded \(metadata\)/,
    ],
  ])('%s', async (_, changes, param, code, message) => {
    const { stripe } = await startStandIn()
    const params = { ...sessionParams(), ...changes } as Stripe.Checkout.SessionCreateParams
    const error = await refusal(stripe.checkout.sessions.create(params))
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    expect(error).toMatchObject({ statusCode: 400, rawType: 'invalid_request_error' })
    expect(error.message).toMatch(message)
    if (param) expect(error.param).toBe(param)
    if (code) expect(error.code).toBe(code)
    expect(error.requestId).toMatch(/^req_/)
    expect((await stripe.checkout.sessions.list()).data).toEqual([])
  })

  test('nothing at the very bounds', async () => {
    const { stripe } = await startStandIn()
    const sessions = stripe.checkout.sessions
    await sessions.create(sessionParams({ expires_at: now() + 30 * 60 + 1 }))
    await sessions.create(sessionParams({ expires_at: now() + 24 * 60 * 60 }))
    await sessions.create(sessionParams({ line_items: [line('Petal', 50)] }))
    const metadata = { ...many(49), ['k'.repeat(40)]: 'x'.repeat(500) }
    expect((await sessions.create(sessionParams({ metadata }))).metadata).toEqual(metadata)
  })
})

test.each<[string, (standIn: StandIn) => Promise<unknown>, number, RegExp]>([
  [
    'a wrong key',
    ({ client }) => client({}, 'sk_test_wrong_wrong_wrong').checkout.sessions.list(),
    401,
    /^Invalid API Key provided: sk_test_\*+rong$/,
  ],
  [
    'a session that is not there',
    ({ stripe }) => stripe.checkout.sessions.retrieve('cs_test_none'),
    404,
    /^No such checkout\.session: 'cs_test_none'$/,
  ],
  [
    'a cursor that is not there',
    ({ stripe }) => stripe.checkout.sessions.list({ starting_after: 'cs_test_none' }),
    404,
    /No such/,
  ],
  [
    'a call it does not know',
    ({ stripe }) => stripe.customers.list(),
    404,
    /^Unrecognized request URL \(GET: \/v1\/customers\)/,
  ],
])('answers %s as Stripe does', async (_, call, status, message) => {
  const error = await refusal(call(await startStandIn()))
  const kind =
    status === 401 ? Stripe.errors.StripeAuthenticationError : Stripe.errors.StripeInvalidRequestError
  expect(error).toBeInstanceOf(kind)
  expect(error.statusCode).toBe(status)
  expect(error.message).toMatch(message)
})
