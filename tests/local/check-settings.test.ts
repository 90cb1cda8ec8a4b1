import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { afterAll, describe, expect, test } from 'vitest'
import { SITE } from '#domain/site.ts'
import { startDatabase } from '#local/database/server.ts'
import type { Finding } from '#local/finding.ts'
import { migrateDatabase } from '#local/migrations.ts'
import { checkBindings, checkSettings } from '#local/settings-check.ts'
import { startTexts } from '#local/texts/server.ts'
import { newKeys } from '#local/texts/signature.ts'
import { misplacedSettings, productionEnvironment } from '#local/worker-environment.ts'
import { addPerson } from '#tests/support/browser.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { MAIL_KEY, openTestShop, SECRET_KEY } from '#tests/support/shop.ts'

const CONTACT = {
  address: 'https://sorryflowers.com',
  supportEmail: 'help@sorryflowers.com',
  supportPhone: '(212) 867-5309',
  ownerEmail: 'owner@sorryflowers.com',
  mailFrom: SITE.mailFrom,
  businessAddress: { street: '1 Main Street', city: 'New York', state: 'NY', zip: '10001' },
}
const SENDER = 'mailFrom in domain/site.ts'

const shop = await openTestShop()
const complete = {
  DATABASE_URL: shop.databaseUrl,
  STRIPE_SECRET_KEY: SECRET_KEY,
  STRIPE_API_URL: shop.payments.url,
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef0123456789abcdef',
  RESEND_API_KEY: MAIL_KEY,
  RESEND_API_URL: shop.mail.url,
  RESEND_WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  AUTH_KEYS: 'a:0123456789abcdef0123456789abcdef',
}
await addPerson(shop, { email: 'owner@sorryflowers.com', role: 'admin' })
await shop.client.execute(
  "update shops set email = replace(email, 'florists.example', 'sorryflowers.com'), phone = '(212) 867-5309'",
)
const phones = mkdtempSync(join(tmpdir(), 'apologize-texts-'))
const texts = await startTexts({
  file: join(phones, 'texts.db'),
  host: '127.0.0.1',
  port: 0,
  apiKey: 'KEY0123456789',
  from: '+18888675309',
})
const TEXTS = {
  TELNYX_API_KEY: 'KEY0123456789',
  TELNYX_API_URL: texts.url,
  TELNYX_PUBLIC_KEY: newKeys().publicKey,
  TELNYX_FROM: '+18888675309',
}
afterAll(async () => {
  await texts.close()
  rmSync(phones, { recursive: true })
  await shop.close()
})

const check = (changes: Record<string, unknown> = {}, contact: Partial<typeof CONTACT> = {}) =>
  checkSettings({ ...complete, ...changes }, { ...CONTACT, ...contact }, process.cwd())
/** The faults it finds, besides the sender, whose domain the mail stand-in knows. */
const faultsOf = (findings: Finding[]) =>
  findings.flatMap(({ name, isWrong, says }) => (isWrong && name !== SENDER ? [`${name}: ${says}`] : []))

test.each([
  [SITE.businessAddress, 'is an example, which no letter reaches'],
  [{ ...CONTACT.businessAddress, street: ' ' }, 'lacks a street, city, state or ZIP code'],
  [{ ...CONTACT.businessAddress, zip: '1000' }, 'lacks a street, city, state or ZIP code'],
])('refuses the business address %j', async (businessAddress, says) => {
  expect(faultsOf(await check({}, { businessAddress }))).toEqual([
    expect.stringMatching(new RegExp(`^businessAddress in domain/site.ts: .*${says}$`)),
  ])
})

test('a complete set is right, and says what it was told', async () => {
  const findings = await check()
  expect(faultsOf(findings)).toEqual([])
  expect(findings).toContainEqual({
    name: 'DATABASE_URL',
    isWrong: false,
    says: expect.stringMatching(/^answers, with all \d+ migrations$/),
  })
  expect(findings).toContainEqual({
    name: 'STRIPE_SECRET_KEY',
    isWrong: false,
    says: 'works, in test mode, account acct_local',
  })
  expect(findings.find(({ name }) => name === 'RESEND_API_KEY')?.says).toMatch(/^works; .+ is verified$/)
})

const PUSH_KEYS = {
  VAPID_PUBLIC_KEY: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  VAPID_PRIVATE_KEY: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
}

test.each([
  ['are a pair', PUSH_KEYS, 'belongs to VAPID_PRIVATE_KEY'],
  ['are not set', {}, 'is not set: florists get emails, and no phone rings'],
])('keys for pushes that %s are right', async (_, keys, says) => {
  const findings = await check(keys)
  expect(faultsOf(findings)).toEqual([])
  expect(findings).toContainEqual({ name: 'VAPID_PUBLIC_KEY', isWrong: false, says })
})

test.each([
  [
    'of two pairs',
    { ...PUSH_KEYS, VAPID_PRIVATE_KEY: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94' },
    'VAPID_PUBLIC_KEY: is not the one of VAPID_PRIVATE_KEY: npm run push-keys makes a pair',
  ],
  [
    'without their half',
    { VAPID_PRIVATE_KEY: PUSH_KEYS.VAPID_PRIVATE_KEY },
    'VAPID_PRIVATE_KEY: VAPID_PRIVATE_KEY is of no use without VAPID_PUBLIC_KEY, which is missing or wrong',
  ],
])('keys for pushes %s are named', async (_, keys, fault) => {
  expect(faultsOf(await check(keys))).toEqual([fault])
})

describe('text messages', () => {
  test('with all their settings are right, and without any nobody is told of them', async () => {
    const findings = await check(TEXTS)
    expect(faultsOf(findings)).toEqual([])
    expect(findings).toContainEqual({ name: 'TELNYX_API_KEY', isWrong: false, says: 'works' })
    expect((await check()).filter(({ name }) => name.startsWith('TELNYX'))).toEqual([])
  })

  test.each([
    [{ TELNYX_FROM: '+18885550100' }, /^TELNYX_FROM: .* is an example/],
    [{ TELNYX_API_KEY: 'KEY-of-somebody-else' }, /^TELNYX_API_KEY: is refused by Telnyx \(401\)$/],
  ])('with %j are wrong', async (changes, says) => {
    expect(faultsOf(await check({ ...TEXTS, ...changes }))).toEqual([expect.stringMatching(says)])
  })

  test('half set are named', async () => {
    expect(faultsOf(await check({ ...TEXTS, TELNYX_FROM: '' })).toSorted()).toEqual([
      expect.stringMatching(/^TELNYX_API_KEY: .* is of no use without TELNYX_PUBLIC_KEY/),
      expect.stringMatching(/^TELNYX_PUBLIC_KEY: .* is of no use without TELNYX_FROM/),
    ])
  })
})

describe('is named, without its value', () => {
  test.each([
    'DATABASE_URL',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'RESEND_API_KEY',
    'RESEND_WEBHOOK_SECRET',
    'AUTH_KEYS',
  ])('%s that is missing', async (name) => {
    expect(faultsOf(await check({ [name]: ' ' }))).toEqual([
      expect.stringMatching(new RegExp(`^${name}: ${name} is missing`)),
    ])
  })

  test.each([
    ['DATABASE_URL', 'shop.turso.io', 'is not the address of a database'],
    ['DATABASE_URL', 'http://127.0.0.1:9', 'does not answer'],
    ['STRIPE_SECRET_KEY', 'pk_live_0123456789', 'is no secret key of Stripe'],
    ['STRIPE_SECRET_KEY', 'sk_test_of_somebody_else', 'is refused by Stripe (401)'],
    ['STRIPE_API_URL', 'nowhere', 'is not an address'],
    ['STRIPE_WEBHOOK_SECRET', 'we_0123456789abcdef', 'is no signing secret of a Stripe webhook'],
    ['RESEND_API_KEY', 'key-0123456789', 'is no key of Resend'],
    ['RESEND_API_KEY', 're_of_somebody_else', 'is refused by Resend (403)'],
    ['AUTH_KEYS', 'a:short', 'is a list of name:secret'],
    ['HEALTH_TOKEN', 'too-short', 'has 24 characters at least'],
    ['PLACEMENTS_PER_MINUTE', '-1', ''],
    ['PAYMENT_METHODS', ',', 'names no method'],
    ['MEASUREMENT_ID', 'UA-1', 'is no measurement id'],
    ['MEASUREMENT_SECRET', 'secret', 'belong together'],
    ['SITE_ORIGIN', 'https://shop.example', 'is an example'],
    ['REQUIRE_SECOND_FACTOR', 'ture', 'is true or false'],
    ['AGENTS', 'none', 'is true or false'],
    ['UCP_ALLOW_LOOPBACK', '1', 'is only for a shop on this machine'],
  ])('%s = %s', async (name, value, says) => {
    const faults = faultsOf(await check({ [name]: value }))
    expect(faults.join('\n')).toContain(says)
    expect(faults.join('\n')).toMatch(name === 'MEASUREMENT_SECRET' ? 'MEASUREMENT_ID' : name)
    if (value.length > 5 && name !== 'SITE_ORIGIN') expect(faults.join('\n')).not.toContain(value)
  })

  test('a database that lacks migrations, with what to do', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'apologize-settings-'))
    const empty = await startDatabase({ file: join(folder, 'shop.db'), host: '127.0.0.1', port: 0 })
    const faults = faultsOf(await check({ DATABASE_URL: empty.url }))
    await empty.close()
    rmSync(folder, { recursive: true })
    expect(faults).toEqual([
      expect.stringMatching(/^DATABASE_URL: answers, but lacks (\d+) of \1 migrations: npm run db:migrate$/),
    ])
  })
})

test.each([
  ['True', 'every admin needs one'],
  [false, 'admins may do without one'],
])('says for whom REQUIRE_SECOND_FACTOR = %j requires one', async (value, says) => {
  const findings = await check({ REQUIRE_SECOND_FACTOR: value })
  expect(faultsOf(findings)).toEqual([])
  expect(findings).toContainEqual({ name: 'REQUIRE_SECOND_FACTOR', isWrong: false, says })
})

test.each([
  [undefined, 'agents find the shop, and their links open it'],
  ['Off', 'agents do not find the shop'],
])('says whether agents find a shop with AGENTS = %j', async (value, says) => {
  const findings = await check({ AGENTS: value })
  expect(faultsOf(findings)).toEqual([])
  expect(findings).toContainEqual({ name: 'AGENTS', isWrong: false, says })
})

test('judges numbers and booleans of wrangler.toml as the Worker gets them', async () => {
  expect(faultsOf(await check({ PLACES_PER_CLIENT: 5, RECONCILE_HOURS: 48 }))).toEqual([])
  expect(faultsOf(await check({ PLACES_PER_CLIENT: true, PAYMENT_METHODS: ['card'] }))).toEqual([
    'PAYMENT_METHODS: PAYMENT_METHODS is a text: card,link',
    'PLACES_PER_CLIENT: PLACES_PER_CLIENT is a whole number, 1 or more',
  ])
})

test.each<[string, Record<string, string>, Record<string, unknown>, string]>([
  [
    'a setting in the environment',
    { REQUIRE_SECOND_FACTOR: 'true' },
    {},
    'REQUIRE_SECOND_FACTOR is set in the environment, which the Worker does not get: write it under [vars] in wrangler.toml',
  ],
  [
    'a setting in the environment that [vars] has otherwise',
    { PLACES_PER_CLIENT: '2' },
    { PLACES_PER_CLIENT: 5 },
    'PLACES_PER_CLIENT is set in the environment, which the Worker does not get: write it under [vars] in wrangler.toml',
  ],
  [
    'a secret under [vars]',
    {},
    { AUTH_KEYS: 'a:0123456789abcdef0123456789abcdef' },
    'AUTH_KEYS is a secret and stands in wrangler.toml, which Git keeps: move it to production.env',
  ],
  [
    'a misspelled setting under [vars]',
    {},
    { REQUIRE_SECOND_FACTORS: true },
    'REQUIRE_SECOND_FACTORS is no setting; [vars] in wrangler.toml has it',
  ],
  [
    'a quoted secret',
    { DATABASE_AUTH_TOKEN: '"token"' },
    {},
    'DATABASE_AUTH_TOKEN has quotes, which the Worker takes for a part of the value',
  ],
])('finds %s', (_, env, vars, says) => {
  expect(misplacedSettings(env, vars).map(({ name, says }) => `${name} ${says}`)).toEqual([says])
})

test('finds nothing in settings that stand where the Worker gets them', () => {
  const env = { ...complete, PATH: '/bin', PLACES_PER_CLIENT: '5', SITE_ORIGIN: 'https://sorryflowers.com' }
  const vars = {
    PLACES_PER_CLIENT: 5,
    SITE_ORIGIN: ' https://sorryflowers.com ',
    REQUIRE_SECOND_FACTOR: true,
  }
  expect(misplacedSettings(env, vars)).toEqual([])
})

test.each([
  ['a delivery option', "delete from delivery_options where id = 'hour'"],
  ['a trigger of the order search', 'drop trigger order_index_insert'],
])('a database that lacks %s needs what follows the migrations', async (_, damage) => {
  await shop.client.execute(damage)
  expect(faultsOf(await check())).toEqual([
    'DATABASE_URL: answers, but lacks delivery options or the order search of this version: npm run db:migrate',
  ])
  await migrateDatabase(shop.client, process.cwd())
  expect(faultsOf(await check())).toEqual([])
})

describe('a second factor that', () => {
  const OLD = 'old:fedcba9876543210fedcba9876543210'
  const encryptedBy = (key: string | null, email: string) =>
    addPerson(shop, {
      email,
      totpEnabledAt: '2026-06-01T00:00:00.000Z',
      totpSecret: key === null ? 'JBSWY3DPEHPK3PXP' : `v1.${key}.aXY.Y2lwaGVy`,
    })
  const settle = () => shop.client.execute('delete from users where totp_secret is not null')

  test('a removed key has encrypted is wrong, with its owner and what to do', async () => {
    await encryptedBy('old', 'kim@sorryflowers.com')
    await encryptedBy('a', 'lee@sorryflowers.com')
    await encryptedBy(null, 'max@sorryflowers.com')
    const faults = faultsOf(await check())
    await settle()
    expect(faults).toEqual([
      'AUTH_KEYS: lacks the key “old”, which encrypted the second factor of kim@sorryflowers.com: put it back, or npm run remove-factor -- kim@sorryflowers.com',
    ])
  })

  test('an older key has encrypted is right, and says that the key is needed', async () => {
    await encryptedBy('old', 'kim@sorryflowers.com')
    const findings = await check({ AUTH_KEYS: `${complete['AUTH_KEYS']},${OLD}` })
    await settle()
    expect(faultsOf(findings)).toEqual([])
    const says = 'needs the key “old” until one person has signed in with a code'
    expect(findings).toContainEqual({ name: 'AUTH_KEYS', isWrong: false, says })
  })
})

describe('a block that', () => {
  const block = (key: string) =>
    shop.client.execute(
      `insert into blocks (id, kind, key_id, house_hash, created_at)
        values ('${key}', 'place', '${key}.1', 'hash', '2026-06-01T00:00:00.000Z')`,
    )
  const settle = () => shop.client.execute('delete from blocks')

  test('a removed key has made is wrong, and says what follows', async () => {
    await block('old')
    await block('a')
    const faults = faultsOf(await check())
    await settle()
    expect(faults).toEqual([
      'AUTH_KEYS: lacks the key “old”, by which one block was made, which lets every order through now: put it back',
    ])
  })

  test('an older key has made is right, and says that the key is needed', async () => {
    await block('old')
    const findings = await check({
      AUTH_KEYS: `${complete['AUTH_KEYS']},old:fedcba9876543210fedcba9876543210`,
    })
    await settle()
    const says = 'needs the key “old”, by which one block was made'
    expect(findings).toContainEqual({ name: 'AUTH_KEYS', isWrong: false, says })
  })
})

describe('production must not have', () => {
  test.each([
    ['address', 'https://apologizebetter.example', 'apologizebetter.example'],
    ['supportEmail', 'help@example.com', 'example.com'],
    ['ownerEmail', 'owner@shop.test', 'shop.test'],
    ['mailFrom', 'Shop <flowers@shop.invalid>', 'shop.invalid'],
    ['supportPhone', '(555) 867-5309', '(555) 867-5309'],
    ['supportPhone', '+1 212 555 0142', '+1 212 555 0142'],
  ] as const)('%s = %s', async (name, value, says) => {
    const findings = await check({}, { [name]: value })
    expect(findings).toContainEqual({
      name: `${name} in domain/site.ts`,
      isWrong: true,
      says: `${says} is an example, which reaches nobody`,
    })
  })

  test('sample florists, by name', async () => {
    const client = createClient({ url: shop.databaseUrl })
    await client.batch([
      "update shops set phone = '(212) 555-0111' where name = 'Perry Street Stems'",
      "update shops set email = 'noe@florists.example' where name = 'The Noe Nosegay'",
    ])
    const faults = faultsOf(await check())
    await client.batch([
      "update shops set phone = '(212) 867-5309', email = 'one@sorryflowers.com' where name in ('Perry Street Stems', 'The Noe Nosegay')",
    ])
    client.close()
    expect(faults).toEqual([
      'Florist: Perry Street Stems is a sample, which delivers nothing: delete it in the back office',
      'Florist: The Noe Nosegay is a sample, which delivers nothing: delete it in the back office',
    ])
  })

  test('nobody who can sign in', async () => {
    await shop.client.execute("update users set deactivated_at = '2026-01-01T00:00:00.000Z'")
    expect(faultsOf(await check())).toEqual(['Admin: there is none: npm run invite-admin -- you@your-domain'])
    await shop.client.execute('update users set deactivated_at = null')
  })
})

test('the command names every fault, and the variables under [vars] count', async () => {
  const env = { ...complete, DATABASE_AUTH_TOKEN: '', STRIPE_SECRET_KEY: '' }
  const { status, said } = await runCommand('check-settings.ts', [], env)
  expect(status).toBe(1)
  expect(said).toContain('✓ DATABASE_URL: answers')
  expect(said).toContain('✗ STRIPE_SECRET_KEY is missing')
  expect(said).toContain('✗ address in domain/site.ts: apologizebetter.example is an example')
  expect(said).toContain('A deployment is refused until these are right.')
  expect(
    productionEnvironment({ PAYMENT_METHODS: 'link', AUTH_KEYS: 'x' }, { RECONCILE_HOURS: '48' }),
  ).toMatchObject({
    RECONCILE_HOURS: '48',
    AUTH_KEYS: 'x',
  })
})

test('names the bindings without which no picture can be stored', () => {
  const isWrong = (toml: Parameters<typeof checkBindings>[0]) =>
    checkBindings(toml).map((finding) => [finding.name, finding.isWrong])
  const all = { r2_buckets: [{ binding: 'PICTURES' }], images: { binding: 'IMAGES' } }
  expect(isWrong(all)).toEqual([
    ['PICTURES in wrangler.toml', false],
    ['IMAGES in wrangler.toml', false],
  ])
  expect(isWrong({ r2_buckets: [{ binding: 'OTHER' }], images: { binding: 'PICTURES' } })).toEqual([
    ['PICTURES in wrangler.toml', true],
    ['IMAGES in wrangler.toml', true],
  ])
  expect(isWrong({}).every(([, wrong]) => wrong)).toBe(true)
})
