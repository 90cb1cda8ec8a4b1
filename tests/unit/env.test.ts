import { expect, test } from 'vitest'
import { listOf, readSettings } from '#src/env.ts'

const complete = {
  DATABASE_URL: 'libsql://shop.example',
  STRIPE_SECRET_KEY: 'sk',
  STRIPE_WEBHOOK_SECRET: 'whsec',
  RESEND_API_KEY: 're',
  RESEND_WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  AUTH_KEYS: 'a:0123456789abcdef0123456789abcdef',
}

test('settings have defaults that fit production', () => {
  expect(readSettings(complete)).toMatchObject({
    PAYMENT_METHODS: 'card',
    PAYMENT_PAGE_ORIGIN: 'https://checkout.stripe.com',
    RESEND_API_URL: 'https://api.resend.com',
    PLACEMENTS_PER_MINUTE: 10,
    RECONCILE_HOURS: 2,
  })
})

test('reports every missing setting at once with where to set it', () => {
  let message = ''
  try {
    readSettings({ ASSETS: {} })
  } catch (error) {
    message = String(error)
  }
  for (const name of Object.keys(complete)) {
    expect(message).toContain(`${name} is missing`)
    expect(message).toContain(`wrangler secret put ${name}`)
  }
})

test.each([
  ['SITE_ORIGIN', 'shop'],
  ['STRIPE_API_URL', 'not an address'],
  ['RESEND_WEBHOOK_SECRET', 'whsec'],
  ['RESEND_WEBHOOK_SECRET', 're_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ['PLACEMENTS_PER_MINUTE', 'many'],
  ['PLACEMENTS_PER_MINUTE', '0'],
  ['RECONCILE_HOURS', '1'],
  ['RECONCILE_HOURS', 'all'],
  ['STRIPE_SECRET_KEY', ' \n'],
  ['AUTH_KEYS', `${complete.AUTH_KEYS},b:short`],
  ['AUTH_KEYS', `${complete.AUTH_KEYS},a:fedcba9876543210fedcba9876543210`],
  ['AUTH_KEYS', ' , '],
  ['PAYMENT_METHODS', ','],
  ['STRIPE_SECRET_KEY', 'sk_test_51'],
  ['STRIPE_SECRET_KEY', 'rk_test_51'],
])('%s = %s is refused by name', (name, value) => {
  expect(() => readSettings({ ...complete, [name]: value })).toThrow(name)
})

test('reads what was pasted with spaces or line ends, and takes what is blank as not set', () => {
  const pasted = Object.fromEntries(Object.entries(complete).map(([name, value]) => [name, ` ${value}\n`]))
  expect(readSettings({ ...pasted, PAYMENT_METHODS: '', PLACEMENTS_PER_MINUTE: ' ' })).toMatchObject({
    ...complete,
    PAYMENT_METHODS: 'card',
    PLACEMENTS_PER_MINUTE: 10,
  })
  expect(listOf(' card, link,,')).toEqual(['card', 'link'])
  const keys = `new:fedcba9876543210fedcba9876543210, ${complete.AUTH_KEYS},`
  expect(readSettings({ ...complete, AUTH_KEYS: keys }).AUTH_KEYS).toContain('new:')
})

test.each([
  ['the payment stand-in', { STRIPE_API_URL: 'http://127.0.0.1:1' }],
  ['another address than the shop’s', { SITE_ORIGIN: 'https://trial.example' }],
])('takes a test key with %s', (_, changes) => {
  const trial = { ...complete, STRIPE_SECRET_KEY: 'sk_test_51', ...changes }
  expect(readSettings(trial).STRIPE_SECRET_KEY).toBe('sk_test_51')
})
