import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startChild } from '#local/child.ts'
import { portsFrom, reservePorts } from '#local/ports.ts'
import { readSecrets, workerSettings } from '#local/settings.ts'
import { IS_SOAK } from '#tests/support/soak.ts'
import { OWNER, PAYMENT } from './visitor.ts'

// Secrets missing, malformed and false, at the built Worker: what needs no secret is answered all the same. The soak tries each in turn.

const REQUIRED = [
  'DATABASE_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'RESEND_API_KEY',
  'RESEND_WEBHOOK_SECRET',
  'AUTH_KEYS',
]
/** Well-formed, and not what the service knows. */
const FALSE = {
  DATABASE_URL: 'http://127.0.0.1:1',
  DATABASE_AUTH_TOKEN: 'somebody-else',
  STRIPE_SECRET_KEY: 'sk_test_somebody_else',
  STRIPE_WEBHOOK_SECRET: 'whsec_somebody_else',
  RESEND_API_KEY: 're_somebody_else',
  RESEND_WEBHOOK_SECRET: 'whsec_c29tZWJvZHktZWxzZS1zb21lYm9keS1lbHNl',
  AUTH_KEYS: `other:${'x'.repeat(32)}`,
}
/** All of them in the soak, else the first. */
function chosen<T>(all: readonly T[]): readonly T[] {
  return IS_SOAK ? all : all.slice(0, 1)
}
const TEXTS = ['/', '/faq', '/about', '/learn', '/terms']

let folder: string
let settings: Record<string, string>
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'apologize-settings-'))
  const ports = portsFrom(String(inject('port')))
  settings = workerSettings(ports, readSecrets(join('.local', String(ports.shop))), {})
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Asks a Worker with other settings. */
async function withSettings(changes: Record<string, string | boolean>, work: (url: string) => Promise<void>) {
  const ports = await reservePorts()
  const env = { ...process.env, WORKER_SETTINGS: JSON.stringify({ ...settings, ...changes }) }
  const args = [join(process.cwd(), 'dist/server/wrangler.json'), String(ports.shop), String(ports.inspector)]
  const child = startChild('local/serve.ts', args, {
    cwd: process.cwd(),
    env,
    log: join(folder, 'worker.log'),
  })
  const url = `http://localhost:${ports.shop}`
  try {
    await expect
      .poll(() =>
        fetch(`${url}/about`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true)
    await work(url)
  } finally {
    await child.stop()
  }
}

const read = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { redirect: 'manual', headers })
  return { status: response.status, text: await response.text() }
}

/** The health check as its token shows it. */
const readHealth = (url: string) =>
  read(`${url}/api/health`, { authorization: `Bearer ${settings['HEALTH_TOKEN']}` })

async function textsAreThere(url: string) {
  for (const path of TEXTS) expect((await read(url + path)).status, path).toBe(200)
}

describe.each(chosen(REQUIRED))('%s', (name) => {
  test.each([
    ['missing', ''],
    ...(!IS_SOAK || name.startsWith('STRIPE') || name === 'RESEND_API_KEY' ? [] : [['malformed', 'x']]),
  ])('%s: pages say so, health names it, texts are there', async (_, value) => {
    await withSettings({ [name]: value }, async (url) => {
      await textsAreThere(url)
      for (const path of ['/home', '/payment', '/thank-you?session_id=cs_test_12345678', '/admin/orders']) {
        const page = await read(url + path)
        expect(page.status, path).toBe(503)
        expect(page.text).toContain('We are back in a minute')
        expect(page.text).toMatch(/Request id: (<!-- -->)?[0-9a-f-]{36}/)
      }
      const call = await fetch(`${url}/api/storefront`)
      expect(await call.json()).toEqual({
        error: {
          code: 'no_settings',
          message: 'We are back in a minute. Please try again then.',
          issues: [],
          requestId: call.headers.get('x-request-id'),
        },
      })
      const stranger = await read(`${url}/api/health`)
      expect([stranger.status, JSON.parse(stranger.text)]).toEqual([
        503,
        { ok: false, error: expect.objectContaining({ code: 'no_settings', issues: [] }) },
      ])
      const health = await readHealth(url)
      expect(health.status).toBe(503)
      const log = readFileSync(join(folder, 'worker.log'), 'utf8')
      const line = log.split('\n').find((each) => each.includes(call.headers.get('x-request-id') ?? 'none'))
      expect(JSON.parse(line ?? '{}')).toMatchObject({
        level: 'error',
        event: 'settings_wrong',
        settings: [{ name }],
      })
      expect(JSON.parse(health.text).error.issues.map(({ path }: { path: string }) => path)).toEqual([name])
    })
  })
})

test.each(chosen(Object.entries(FALSE)))(
  '%s that is false: texts and health are there',
  async (name, value) => {
    await withSettings({ [name]: value }, async (url) => {
      await textsAreThere(url)
      const health = await readHealth(url)
      expect([200, 503]).toContain(health.status)
      const database = name.startsWith('DATABASE') ? 'does not answer' : 'answers'
      expect(JSON.parse(health.text)).toMatchObject({ database })
    })
  },
)

const WRONG = [
  ['RECONCILE_HOURS', 'all'],
  ['PAYMENT_PAGE_ORIGIN', 'x'],
  ['PLACEMENTS_PER_MINUTE', '-1'],
  ['MEASUREMENT_URL', 'x'],
  ['PAYMENT_METHODS', ','],
] as const

test.each(chosen(WRONG))('%s that is wrong takes nothing down, and is named', async (name, value) => {
  await withSettings({ [name]: value }, async (url) => {
    await textsAreThere(url)
    expect((await read(`${url}/home`)).status).toBe(200)
    const { wrongSettings } = JSON.parse((await readHealth(url)).text)
    expect(wrongSettings).toEqual([name])
  })
})

test.each(chosen([true, 'True', 'ture', '']))(
  'REQUIRE_SECOND_FACTOR = %j closes the back office to an admin without one',
  async (value) => {
    await withSettings({ REQUIRE_SECOND_FACTOR: value }, async (url) => {
      const headers = { origin: settings['SITE_ORIGIN'] ?? '', 'content-type': 'application/json' }
      const signedIn = await fetch(`${url}/api/auth/sign-in`, {
        method: 'POST',
        headers,
        body: JSON.stringify(OWNER),
      })
      expect(signedIn.status).toBe(200)
      const cookie = signedIn.headers
        .getSetCookie()
        .map((each) => each.split(';', 1)[0])
        .join('; ')
      const refused = await fetch(`${url}/api/admin/products`, { headers: { ...headers, cookie } })
      expect(refused.status).toBe(403)
      expect(await refused.json()).toMatchObject({ error: { code: 'second_factor_required' } })
      expect((await fetch(`${url}/api/auth/second-factor`, { headers: { cookie } })).status).toBe(200)
    })
  },
)

test('a shop that is closed to agents answers their addresses as any unknown one', async () => {
  await withSettings({ AGENTS: 'false' }, async (url) => {
    const unknown = await read(`${url}/nothing/here`)
    expect(unknown.status).toBe(404)
    for (const path of [
      ...['/buy', '/buy/FLOWER-001:1?utm_source=mail', '/.well-known/ucp', '/.well-known/ucp/2026-04-08'],
      ...['/api/ucp/v1/catalog/search', '/api/ucp/mcp'],
    ]) {
      expect(await read(url + path), path).toMatchObject({ status: 404 })
    }
    const checkout = await read(`${url}/checkout/${'0'.repeat(32)}`)
    expect([checkout.status, checkout.text.includes('This checkout is closed')]).toEqual([404, false])
    const body = new URLSearchParams({ name: 'Sam' })
    const headers = { origin: url }
    const sent = await fetch(`${url}/checkout/${'0'.repeat(32)}`, { method: 'POST', body, headers })
    expect(sent.status).toBe(404)
    expect((await read(`${url}/buy/`)).status).toBe((await read(`${url}/nothing/`)).status)
  })
})

test('a shop that cannot text asks nobody at the checkout whether to', async () => {
  await withSettings({ TELNYX_FROM: '' }, async (url) => {
    const { status, text } = await read(url + PAYMENT)
    expect([status, text.includes('name="phone"')]).toEqual([200, true])
    // The box, as it is where the shop can text, is in without-scripts.test.ts.
    expect(text).not.toMatch(/textsAgreed|rates may apply/)
  })
})

test('a token of the health check that is too short opens nothing', async () => {
  await withSettings({ HEALTH_TOKEN: 'short' }, async (url) => {
    const { text } = await read(`${url}/api/health`, { authorization: 'Bearer short' })
    expect(Object.keys(JSON.parse(text))).toEqual(['ok'])
  })
})
