import { expect, test } from 'vitest'
import { TIME_LIMITS } from '#api/http/request-timeout.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

// A read is given up early, what somebody writes is not: whatever route is added gets its limit by its method.

const shop = await shareTestShop()

/** Posted, but only to keep what they carry out of the address. */
const POSTED_READS = [
  '/api/auth/link',
  '/api/choice',
  '/api/florist/order',
  '/api/get-order-details/stored',
  '/api/manage',
  '/api/substitution',
  '/api/tracking',
]
/** Called by machines, which have limits of their own. */
const WITHOUT = /^\/api\/(webhooks\/|health$)/

/** The limit that a call gets; undefined without one. */
async function limitOf(method: string, path: string): Promise<number | undefined> {
  const started: number[] = []
  const { startTimer } = shop.deps
  shop.deps.startTimer = (ms) => {
    started.push(ms)
    return startTimer(ms)
  }
  await shop.app.request(path.replaceAll(/:\w+(\{[^}]*\})?/g, 'x'), { method })
  shop.deps.startTimer = startTimer
  return started.find((ms) => Object.values(TIME_LIMITS).includes(ms))
}

test('every route reads within 2.8 s, 15 s in the back office, and writes within 25 s', async () => {
  const routes = shop.app.routes.filter(({ method, path }) => method !== 'ALL' && !path.includes('*'))
  const found = new Map<string, { method: string; path: string }>()
  for (const { method, path } of routes) found.set(`${method} ${path}`, { method, path })
  expect(found.size).toBeGreaterThan(100)
  for (const [name, { method, path }] of found) {
    const isRead = method === 'GET' || POSTED_READS.includes(path)
    const read = path.startsWith('/api/admin/') ? TIME_LIMITS.staffReadMs : TIME_LIMITS.readMs
    const expected = WITHOUT.test(path) ? undefined : isRead ? read : TIME_LIMITS.writeMs
    expect(await limitOf(method, path), name).toBe(expected)
  }
  for (const path of POSTED_READS) expect([...found.keys()]).toContain(`POST ${path}`)
  expect(TIME_LIMITS).toEqual({ readMs: 2_800, staffReadMs: 15_000, writeMs: 25_000 })
})
