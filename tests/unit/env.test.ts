import { expect, test } from 'vitest'
import { readSettings } from '#src/env.ts'

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
  ['STRIPE_API_URL', 'not an address'],
  ['RESEND_WEBHOOK_SECRET', 'whsec'],
  ['RESEND_WEBHOOK_SECRET', 're_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ['PLACEMENTS_PER_MINUTE', 'many'],
  ['PLACEMENTS_PER_MINUTE', '0'],
  ['RECONCILE_HOURS', '1'],
  ['RECONCILE_HOURS', 'all'],
])('%s = %s is refused by name', (name, value) => {
  expect(() => readSettings({ ...complete, [name]: value })).toThrow(name)
})
