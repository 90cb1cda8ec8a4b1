import fc from 'fast-check'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { canonicalText, parseForm } from '#local/payments/form.ts'
import { line, refusal, SECRET_KEY, type StandIn, sessionParams, startStandIn } from './payments-support.ts'

const now = () => Math.floor(Date.now() / 1000)
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, 'x']))

function lineWith(changes: object, product: object = {}): object {
  const product_data = { name: 'Rose', ...product }
  return { quantity: 1, price_data: { currency: 'usd', unit_amount: 100, product_data, ...changes } }
}

type Case = [
  what: string,
  changes: Record<string, unknown>,
  expected: { param?: string; code?: string; message: string | RegExp },
]

const REFUSED: Case[] = [
  [
    'no mode',
    { mode: undefined },
    { param: 'mode', code: 'parameter_missing', message: 'Missing required param: mode.' },
  ],
  ['another mode', { mode: 'gift' }, { param: 'mode', message: /Invalid mode/ }],
  [
    'no lines',
    { line_items: undefined },
    { param: 'line_items', code: 'parameter_missing', message: /line_items/ },
  ],
  [
    'no success address',
    { success_url: undefined },
    { param: 'success_url', code: 'parameter_missing', message: /success_url/ },
  ],
  [
    'a success address without a scheme',
    { success_url: 'shop.example/x' },
    { param: 'success_url', code: 'url_invalid', message: /scheme/ },
  ],
  [
    'a cancel address that runs code',
    { cancel_url: 'javascript:alert(1)' },
    { param: 'cancel_url', code: 'url_invalid', message: /scheme/ },
  ],
  [
    'a broken address',
    { cancel_url: 'https://' },
    { param: 'cancel_url', code: 'url_invalid', message: /Not a valid URL/ },
  ],
  [
    'a broken email',
    { customer_email: 'sam' },
    { param: 'customer_email', code: 'email_invalid', message: 'Invalid email address' },
  ],
  ...['a..b@c.com', '.a@b.com', 'ü@x.de', 'a@-b.com', 'sam@refused.example'].map(
    (address): Case => [
      `the email ${address}`,
      { customer_email: address },
      { param: 'customer_email', code: 'email_invalid', message: 'Invalid email address' },
    ],
  ),
  [
    'an empty email',
    { customer_email: '' },
    {
      param: 'customer_email',
      message: /Invalid customer_email/,
    },
  ],
  [
    'a parameter nobody knows',
    { colour: 'red' },
    { param: 'colour', code: 'parameter_unknown', message: 'Received unknown parameter: colour' },
  ],
  [
    'the old name of the payment methods',
    { payment_method_types: ['card'] },
    { param: 'payment_method_types', code: 'parameter_unknown', message: /payment_method_types/ },
  ],
  [
    'an unknown parameter deep down',
    { line_items: [lineWith({}, { nmae: 'x' })] },
    {
      param: 'line_items[0][price_data][product_data][nmae]',
      code: 'parameter_unknown',
      message: 'Received unknown parameter: line_items[0][price_data][product_data][nmae]',
    },
  ],
  [
    'no price',
    { line_items: [lineWith({ unit_amount: undefined })] },
    { param: 'line_items[0][price_data][unit_amount]', code: 'parameter_missing', message: /unit_amount/ },
  ],
  [
    'half a cent',
    { line_items: [line('Ok', 100), lineWith({ unit_amount: 10.5 })] },
    {
      param: 'line_items[1][price_data][unit_amount]',
      code: 'parameter_invalid_integer',
      message: 'Invalid integer',
    },
  ],
  [
    'a price below zero',
    { line_items: [lineWith({ unit_amount: -1 })] },
    {
      param: 'line_items[0][price_data][unit_amount]',
      code: 'parameter_invalid_integer',
      message: 'Invalid non-negative integer',
    },
  ],
  [
    'no quantity of something',
    { line_items: [{ ...line('Rose', 100), quantity: 0 }] },
    {
      param: 'line_items[0][quantity]',
      code: 'parameter_invalid_integer',
      message: /greater than or equal to 1/,
    },
  ],
  [
    'money of nowhere',
    { line_items: [lineWith({ currency: 'xyz' })] },
    {
      param: 'line_items[0][price_data][currency]',
      message: /"usd"/,
    },
  ],
  [
    'less than 50 cents',
    { line_items: [line('Petal', 49)] },
    { message: "The Checkout Session's total amount due must add up to at least $0.50 usd" },
  ],
  [
    'too early an end',
    { expires_at: now() + 30 * 60 - 30 },
    {
      param: 'expires_at',
      message: 'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    },
  ],
  [
    'too late an end',
    { expires_at: now() + 24 * 60 * 60 + 120 },
    {
      param: 'expires_at',
      message: 'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    },
  ],
  [
    'an end that is no time',
    { expires_at: 'soon' },
    { param: 'expires_at', code: 'parameter_invalid_integer', message: 'Invalid integer' },
  ],
  ['51 keys of metadata', { metadata: many(51) }, { param: 'metadata', message: /up to 50 keys/ }],
  ['a long key of metadata', { metadata: { ['k'.repeat(41)]: 'x' } }, { message: /Invalid metadata/ }],
  [
    'a long value of metadata',
    { metadata: { note: 'x'.repeat(501) } },
    { param: 'metadata[note]', message: /500/ },
  ],
  [
    'something that cannot be expanded',
    { expand: ['metadata'] },
    { param: 'expand', message: 'This property cannot be expanded (metadata).' },
  ],
]

describe('creating a session refuses', () => {
  test.each(REFUSED)('%s', async (_, changes, expected) => {
    const { stripe } = await startStandIn()
    const params = { ...sessionParams(), ...changes } as Stripe.Checkout.SessionCreateParams
    const error = await refusal(stripe.checkout.sessions.create(params))
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    expect(error).toMatchObject({ statusCode: 400, rawType: 'invalid_request_error' })
    expect(error.message).toMatch(expected.message)
    if (expected.param) expect(error.param).toBe(expected.param)
    if (expected.code) {
      expect(error.code).toBe(expected.code)
      expect(error.doc_url).toContain(expected.code.replaceAll('_', '-'))
    }
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

describe('the door', () => {
  const calls: [string, (standIn: StandIn) => Promise<unknown>, number, RegExp][] = [
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
      'a payment that is not there',
      ({ stripe }) => stripe.paymentIntents.retrieve('pi_none'),
      404,
      /^No such payment_intent: 'pi_none'$/,
    ],
    [
      'a cursor that is not there',
      ({ stripe }) => stripe.checkout.sessions.list({ starting_after: 'cs_test_none' }),
      404,
      /No such/,
    ],
    ['a page of 101', ({ stripe }) => stripe.checkout.sessions.list({ limit: 101 }), 400, /limit/],
    [
      'a call it does not know',
      ({ stripe }) => stripe.customers.list(),
      404,
      /^Unrecognized request URL \(GET: \/v1\/customers\)/,
    ],
  ]
  test.each(calls)('answers %s as Stripe does', async (_, call, status, message) => {
    const error = await refusal(call(await startStandIn()))
    const kind =
      status === 401 ? Stripe.errors.StripeAuthenticationError : Stripe.errors.StripeInvalidRequestError
    expect(error).toBeInstanceOf(kind)
    expect(error.statusCode).toBe(status)
    expect(error.message).toMatch(message)
  })

  test('takes the key as a user name too, and echoes the version that was asked for', async () => {
    const { payments } = await startStandIn()
    const authorization = `Basic ${Buffer.from(`${SECRET_KEY}:`).toString('base64')}`
    const answer = await fetch(`${payments.url}/v1/events`, {
      headers: { authorization, 'stripe-version': '2020-08-27' },
    })
    expect([answer.status, answer.headers.get('stripe-version')]).toEqual([200, '2020-08-27'])
    const without = await fetch(`${payments.url}/v1/events`)
    expect(without.status).toBe(401)
    expect(await without.json()).toMatchObject({
      error: { message: expect.stringContaining('did not provide an API key') },
    })
  })
})

describe('reading forms', () => {
  test('nests by brackets and appends by empty ones', () => {
    expect(parseForm('a[b][0]=1&a[b][1]=%26&c[]=x&c[]=y&d=')).toEqual({
      a: { b: { 0: '1', 1: '&' } },
      c: { 0: 'x', 1: 'y' },
      d: '',
    })
    expect(parseForm('metadata[__proto__]=x&constructor=y')['constructor']).toBe('y')
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  test('makes the same text of the same parameters in any order, and another of others', () => {
    const pairs = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z]{1,3}$/), fc.string()), {
      selector: ([name]) => name,
    })
    const text = (list: [string, string][]) => canonicalText(parseForm(new URLSearchParams(list).toString()))
    fc.assert(
      fc.property(pairs, fc.string({ minLength: 1 }), (list, more) => {
        expect(text(list.toReversed())).toBe(text(list))
        expect(text([...list, ['zzzz', more]])).not.toBe(text(list))
      }),
    )
  })
})
