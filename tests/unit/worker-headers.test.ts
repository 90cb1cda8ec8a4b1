import type { Context, Hono } from 'hono'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { NOTHING, PAGE_DIRECTIVES } from '#src/security-headers.ts'

// The policy of every answer of the Worker, with the framework's part of it and the pages stood in for. The other headers, and
// the policies of the real pages, are in tests/worker/headers.test.ts.

const WRITTEN = `${PAGE_DIRECTIVES.join('; ')}; script-src 'self' 'sha256-island='; style-src 'self';`

vi.mock('cloudflare:workers', () => ({
  waitUntil: () => {},
  env: {
    SITE_ORIGIN: 'https://shop.example',
    DATABASE_URL: 'http://127.0.0.1:9',
    STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_the_tests',
    PAYMENT_PAGE_ORIGIN: 'https://pay.example/checkout',
    RESEND_API_KEY: 're_of_the_tests',
    RESEND_WEBHOOK_SECRET: 'whsec_c2VjcmV0LW9mLXRoZS10ZXN0cw==',
    AUTH_KEYS: 'test:a-secret-of-the-tests-and-of-nothing-else',
  },
}))
vi.mock('astro/hono', () => ({
  astro: () => (c: Context) =>
    c.req.path === '/page'
      ? c.html('<p>A page</p>', 200, { 'content-security-policy': WRITTEN })
      : c.text('No page', 404),
  getFetchState: ({ req }: Context) => ({ locals: {}, routeData: { route: '/page' }, request: req.raw }),
}))

let app: Hono
beforeAll(async () => {
  // The framework writes no policy in development.
  vi.stubEnv('DEV', false)
  vi.spyOn(console, 'info').mockReturnValue()
  app = (await import('#src/fetch.ts')).default
})
afterAll(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const headersOf = async (path: string) => (await app.request(`https://shop.example${path}`)).headers

test('the CSP of a page lets it do what the build allows, and its forms lead to the payment page', async () => {
  const headers = await headersOf('/page')
  expect(headers.get('content-security-policy')?.split('; ')).toEqual([
    ...PAGE_DIRECTIVES,
    "script-src 'self' 'sha256-island='",
    "style-src 'self'",
    "form-action 'self' https://pay.example",
    "frame-ancestors 'none'",
    'report-uri /api/policy-reports',
  ])
})

test.each(['/nowhere', '/api/nowhere', '/api/auth/session'])('CSP: nothing may run in %s', async (path) => {
  expect((await headersOf(path)).get('content-security-policy')).toBe(NOTHING)
})
