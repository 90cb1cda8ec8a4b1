import { describe, expect, test, vi } from 'vitest'
import { profileAddress } from '#api/agents/platforms/profile-address.ts'
import { listOf, readSettings } from '#api/env.ts'
import { productionDeps } from '#api/production-deps.ts'
import { SITE } from '#domain/site.ts'

vi.mock('cloudflare:workers', () => ({ waitUntil: () => undefined }))

const complete = {
  DATABASE_URL: 'libsql://shop.example',
  STRIPE_SECRET_KEY: 'sk',
  STRIPE_WEBHOOK_SECRET: 'whsec',
  RESEND_API_KEY: 're',
  RESEND_WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  AUTH_KEYS: 'a:0123456789abcdef0123456789abcdef',
}

const settingsOf = (bindings: object) => readSettings(bindings).settings
const faultsOf = (bindings: object) => readSettings(bindings).faults

test('settings have defaults that fit production', () => {
  expect(faultsOf(complete)).toEqual([])
  expect(settingsOf(complete)).toMatchObject({
    PAYMENT_METHODS: 'card',
    PAYMENT_PAGE_ORIGIN: 'https://checkout.stripe.com',
    RESEND_API_URL: 'https://api.resend.com',
    AGENTS: true,
    UCP_ALLOW_LOOPBACK: false,
    PROFILE_FETCHES_PER_MINUTE: 600,
    PLACEMENTS_PER_MINUTE: 10,
    RECONCILE_HOURS: 2,
  })
})

describe('a second factor', () => {
  const isRequired = (value: unknown) => {
    const { settings, faults } = readSettings({ ...complete, REQUIRE_SECOND_FACTOR: value })
    const required =
      settings &&
      productionDeps(settings, faults, { bucket: undefined, images: undefined }).config.requireSecondFactor
    return [required, faults.map(({ name }) => name)]
  }

  test.each(['true', 'True', 'TRUE', ' true\n', 'yes', 'on', '1', true, 1])('is required by %j', (value) => {
    expect(isRequired(value)).toEqual([true, []])
  })

  test.each(['false', 'False', ' FALSE ', 'no', 'Off', '0', false, 0, undefined])(
    'is not required by %j',
    (value) => {
      expect(isRequired(value)).toEqual([false, []])
    },
  )

  test.each(['ture', '"false"', "'false'", '', ' ', 'fals', 'null', '2', 2, [], {}, ['false']])(
    'is required by %j, which is named',
    (value) => {
      expect(isRequired(value)).toEqual([true, ['REQUIRE_SECOND_FACTOR']])
    },
  )
})

test('reports every missing setting at once with where to set it', () => {
  const { settings, faults } = readSettings({ ASSETS: {} })
  expect(settings).toBeNull()
  expect(faults.map(({ name }) => name)).toEqual(Object.keys(complete))
  for (const { name, message } of faults) {
    expect(message).toContain(`${name} is missing`)
    expect(message).toContain(`wrangler secret put ${name}`)
  }
})

describe('a setting that the shop cannot do without', () => {
  test.each([
    ['DATABASE_URL', 'shop.turso.example'],
    ['DATABASE_URL', 'postgres://shop.example'],
    ['RESEND_WEBHOOK_SECRET', 'whsec'],
    ['RESEND_WEBHOOK_SECRET', 're_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['STRIPE_SECRET_KEY', ' \n'],
    ['STRIPE_SECRET_KEY', 'sk_test_51'],
    ['AUTH_KEYS', `${complete.AUTH_KEYS},b:short`],
    ['AUTH_KEYS', `${complete.AUTH_KEYS},a:fedcba9876543210fedcba9876543210`],
    ['AUTH_KEYS', ' , '],
  ])('%s = %j leaves no settings, and is named without its value', (name, value) => {
    const { settings, faults } = readSettings({ ...complete, [name]: value })
    expect(settings).toBeNull()
    expect(faults.map((fault) => fault.name)).toEqual([name])
    expect(faults[0]?.message).toContain(name)
    if (value.length > 5) expect(faults[0]?.message).not.toContain(value)
  })
})

describe('an optional setting', () => {
  const keys = {
    publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
    privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  }

  test.each([
    ['SITE_ORIGIN', 'shop', SITE.address],
    ['STRIPE_API_URL', 'not an address', undefined],
    ['RESEND_API_URL', 'not an address', 'https://api.resend.com'],
    ['PAYMENT_PAGE_ORIGIN', 'checkout', 'https://checkout.stripe.com'],
    ['MEASUREMENT_URL', 'x', 'https://www.google-analytics.com/mp/collect'],
    ['PLACEMENTS_PER_MINUTE', '0', 10],
    ['PLACES_PER_CLIENT', '1.5', 3],
    ['PHOTO_DAYS', '29', 180],
    ['TIME_LIMIT_FACTOR', '0', 1],
    ['RECONCILE_HOURS', '1', 2],
    ['REQUIRE_SECOND_FACTOR', 'perhaps', true],
    ['AGENTS', 'perhaps', false],
    ['AGENTS', '', false],
    ['UCP_ALLOW_LOOPBACK', 'perhaps', false],
    ['PROFILE_FETCHES_PER_MINUTE', '0', 600],
    ['SIGN_INS_PER_MINUTE', '1e9', 20],
    ['SIGN_INS_PER_MINUTE', true, 20],
    ['SIGN_INS_PER_MINUTE', [1000], 20],
    ['PLACES_PER_CLIENT', '0x10', 3],
    ['WAITLIST_PER_MINUTE', 'Infinity', 10],
    ['TIME_LIMIT_FACTOR', '101', 1],
    ['MEASUREMENT_ID', {}, undefined],
    ['RECONCILE_HOURS', 'all', 2],
    ['PAYMENT_METHODS', ',', 'card'],
    ['VAPID_PUBLIC_KEY', 'a-key', undefined],
    ['VAPID_PUBLIC_KEY', keys.publicKey, undefined],
    ['VAPID_PRIVATE_KEY', keys.privateKey, undefined],
    ['VAPID_SUBJECT', 'help@shop.example', `mailto:${SITE.supportEmail}`],
    ['PUSH_STAND_IN', 'http://10.0.0.1:8792', undefined],
    ['PUSH_STAND_IN', 'https://localhost.example', undefined],
    ['TELNYX_API_URL', 'not an address', 'https://api.telnyx.com'],
  ] as const)('%s = %j has its default, and is named', (name, value, usual) => {
    const { settings, faults } = readSettings({ ...complete, [name]: value })
    expect(settings?.[name]).toBe(usual)
    expect(faults.map((fault) => fault.name)).toEqual([name])
    expect(faults[0]?.message).toMatch(new RegExp(`^${name} (is|names|must) `))
  })

  test('may be a number of wrangler.toml', () => {
    const numbers = { PLACES_PER_CLIENT: 5, TIME_LIMIT_FACTOR: 1.5, RECONCILE_HOURS: 48 }
    expect(readSettings({ ...complete, ...numbers })).toMatchObject({ settings: numbers, faults: [] })
  })

  const deps = (bindings: object) => {
    const { settings, faults } = readSettings({ ...complete, ...bindings })
    const made = settings && productionDeps(settings, faults, { bucket: undefined, images: undefined })
    return { push: made?.push, standIn: made?.config.pushStandIn, faults: faults.map(({ name }) => name) }
  }

  test('without keys for pushes there are none, and nothing is missing', () => {
    expect(deps({})).toEqual({ push: null, standIn: null, faults: [] })
  })

  test('with both keys there are pushes', () => {
    const pair = { VAPID_PUBLIC_KEY: keys.publicKey, VAPID_PRIVATE_KEY: keys.privateKey }
    expect(deps({ ...pair, PUSH_STAND_IN: 'http://127.0.0.1:8792' })).toMatchObject({
      push: { publicKey: keys.publicKey },
      standIn: 'http://127.0.0.1:8792',
      faults: [],
    })
  })

  test('with one good key and one malformed the shop is open without pushes, and both are named', () => {
    const half = { VAPID_PUBLIC_KEY: keys.publicKey, VAPID_PRIVATE_KEY: 'none' }
    expect(deps(half)).toMatchObject({ push: null, faults: ['VAPID_PRIVATE_KEY', 'VAPID_PUBLIC_KEY'] })
  })

  test('that is wrong hides no fault of the others', () => {
    const { settings, faults } = readSettings({
      ...complete,
      RECONCILE_HOURS: 'all',
      STRIPE_SECRET_KEY: 'sk_test_51',
    })
    expect(settings).toBeNull()
    expect(faults.map((fault) => fault.name)).toEqual(['RECONCILE_HOURS', 'STRIPE_SECRET_KEY'])
  })
})

describe('profiles of platforms on this machine', () => {
  /** Takes an address on this machine, or not; with the settings that are wrong. */
  const taken = (bindings: object) => {
    const { settings, faults } = readSettings({ ...complete, ...bindings })
    if (!settings) throw new Error('The shop is closed')
    const { config } = productionDeps(settings, faults, { bucket: undefined, images: undefined })
    const take = () => profileAddress('http://127.0.0.1:8810/p.json', config)
    if (config.loopbackProfiles) take()
    else expect(take).toThrow(expect.objectContaining({ code: 'invalid_profile_url' }))
    return [config.loopbackProfiles, faults.map(({ name }) => name)]
  }

  test.each(['https://localhost:8443', 'http://localhost:8787', 'http://127.0.0.1:8787'])(
    'are taken by a shop at %s that allows them, and by no other',
    (SITE_ORIGIN) => {
      expect(taken({ SITE_ORIGIN, UCP_ALLOW_LOOPBACK: '1' })).toEqual([true, []])
      expect(taken({ SITE_ORIGIN })).toEqual([false, []])
    },
  )

  test.each([
    undefined,
    SITE.address,
    'https://trial.sorryflowers.com',
    'https://localhost.sorryflowers.com',
    'https://localhost@sorryflowers.com',
    'https://127.0.0.1.sorryflowers.com',
    'http://10.0.0.8:8787',
  ])('are refused by a shop at %s whatever it is set to, which is named', (SITE_ORIGIN) => {
    expect(taken({ SITE_ORIGIN, UCP_ALLOW_LOOPBACK: '1' })).toEqual([false, ['UCP_ALLOW_LOOPBACK']])
  })

  test('are refused by a shop whose own address is wrong, too', () => {
    const wrong = { SITE_ORIGIN: 'localhost', UCP_ALLOW_LOOPBACK: '1' }
    expect(taken(wrong)).toEqual([false, ['SITE_ORIGIN', 'UCP_ALLOW_LOOPBACK']])
  })
})

describe('text messages', () => {
  const texts = {
    TELNYX_API_KEY: 'KEY0123456789',
    TELNYX_PUBLIC_KEY: Buffer.alloc(32, 7).toString('base64'),
    TELNYX_FROM: '+18885550100',
  }
  const textsWith = (bindings: object) => {
    const { settings, faults } = readSettings({ ...complete, ...bindings })
    if (!settings) throw new Error('The shop is closed')
    const { texts: service } = productionDeps(settings, faults, { bucket: undefined, images: undefined })
    return [service !== null, faults.map(({ name }) => name).toSorted()]
  }
  const without = (...names: string[]) =>
    Object.fromEntries(Object.entries(texts).filter(([name]) => !names.includes(name)))

  test('go with all three settings, and without any nothing is wrong', () => {
    expect(textsWith(texts)).toEqual([true, []])
    expect(textsWith({})).toEqual([false, []])
  })

  test.each([
    [['TELNYX_API_KEY'], ['TELNYX_FROM', 'TELNYX_PUBLIC_KEY']],
    [['TELNYX_FROM'], ['TELNYX_API_KEY', 'TELNYX_PUBLIC_KEY']],
    [['TELNYX_PUBLIC_KEY', 'TELNYX_FROM'], ['TELNYX_API_KEY']],
  ])('without %j do not go, what is left of them is named, and the shop stays open', (missing, named) => {
    expect(textsWith(without(...missing))).toEqual([false, named])
  })

  test.each([
    ['TELNYX_PUBLIC_KEY', 'c2hvcnQ='],
    ['TELNYX_FROM', '(888) 555-0100'],
    ['TELNYX_FROM', '+442071838750'],
  ])('do not go with %s = %j, which is named', (name, value) => {
    expect(textsWith({ ...texts, [name]: value })).toEqual([false, expect.arrayContaining([name])])
  })
})

test('reads what was pasted with spaces or line ends, and takes what is blank as not set', () => {
  const pasted = Object.fromEntries(Object.entries(complete).map(([name, value]) => [name, ` ${value}\n`]))
  expect(settingsOf({ ...pasted, PAYMENT_METHODS: '', PLACEMENTS_PER_MINUTE: ' ' })).toMatchObject({
    ...complete,
    PAYMENT_METHODS: 'card',
    PLACEMENTS_PER_MINUTE: 10,
  })
  expect(listOf(' card, link,,')).toEqual(['card', 'link'])
  const keys = `new:fedcba9876543210fedcba9876543210, ${complete.AUTH_KEYS},`
  expect(settingsOf({ ...complete, AUTH_KEYS: keys })?.AUTH_KEYS).toContain('new:')
})

test.each([
  ['the payment stand-in', { STRIPE_API_URL: 'http://127.0.0.1:1' }],
  ['another address than the shop’s', { SITE_ORIGIN: 'https://trial.example' }],
])('takes a test key with %s', (_, changes) => {
  const trial = { ...complete, STRIPE_SECRET_KEY: 'sk_test_51', ...changes }
  expect(settingsOf(trial)?.STRIPE_SECRET_KEY).toBe('sk_test_51')
})
