import type { Context, Hono } from 'hono'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

// Every request while a required setting is missing, with the framework stood in for. The real pages: tests/worker/settings.test.ts.

const { rewritten } = vi.hoisted(() => ({ rewritten: [] as string[] }))

vi.mock('cloudflare:workers', () => ({
  waitUntil: () => {},
  env: { DATABASE_URL: 'http://127.0.0.1:9', RECONCILE_HOURS: 'all' },
}))
vi.mock('astro/hono', () => ({
  astro: () => (c: Context) => c.html('<p>A page</p>'),
  getFetchState: (c: Context) => ({
    locals: {},
    routeData: { route: c.req.path, prerender: c.req.path === '/about' },
    rewrite: async (path: string) => {
      rewritten.push(path)
      return new Response('Back in a minute', { status: 503 })
    },
  }),
}))

const logged: Record<string, unknown>[] = []
let app: Hono
beforeAll(async () => {
  for (const level of ['info', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((line: string) => void logged.push(JSON.parse(line)))
  }
  app = (await import('#src/fetch.ts')).default
})
afterAll(() => vi.restoreAllMocks())

const get = (path: string) => app.request(`https://shop.example${path}`)

test.each(['/', '/faq', '/404', '/about'])('%s is shown', async (path) => {
  expect((await get(path)).status).toBe(200)
})

test.each(['/home', '/payment', '/thank-you', '/admin/orders'])(
  '%s says that we are back in a minute',
  async (path) => {
    logged.length = rewritten.length = 0
    const answer = await get(path)
    expect([answer.status, rewritten]).toEqual([503, ['/back-soon']])
    const line = logged.find(({ event }) => event === 'settings_wrong')
    expect(line).toMatchObject({ level: 'error', requestId: answer.headers.get('x-request-id') })
    expect(line?.['settings']).toContainEqual(expect.objectContaining({ name: 'STRIPE_SECRET_KEY' }))
  },
)

test('a call of the API is refused in the one error shape, and health names the settings', async () => {
  const call = await get('/api/products')
  expect([call.status, call.headers.get('cache-control')]).toEqual([503, 'no-store'])
  const requestId = call.headers.get('x-request-id')
  expect(await call.json()).toEqual({
    error: {
      code: 'no_settings',
      message: expect.stringContaining('back in a minute'),
      issues: [],
      requestId,
    },
  })
  const health = await get('/api/health')
  expect(health.status).toBe(503)
  const { error } = (await health.json()) as { error: { issues: { path: string }[] } }
  expect(error.issues.map(({ path }) => path)).toEqual([
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'RECONCILE_HOURS',
    'RESEND_API_KEY',
    'RESEND_WEBHOOK_SECRET',
    'AUTH_KEYS',
  ])
})
