import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { orderLinks } from '#src/lib/order-links.ts'
import {
  checkServerTime,
  fetchWithTime,
  pageDrawnAt,
  serverNow,
  setServerTime,
} from '#src/lib/server-clock.ts'

const NOW = Date.parse('2026-11-27T05:00:00Z')
const HOUR = 3_600_000

/** The device's clock, and the time elapsed by its monotonic one since the page was asked for. */
const device = { clock: NOW, elapsed: 0 }

function pass(ms: number): void {
  device.clock += ms
  device.elapsed += ms
}

const asked = vi.fn<typeof fetch>()

beforeEach(() => {
  Object.assign(device, { clock: NOW, elapsed: 0 })
  vi.spyOn(Date, 'now').mockImplementation(() => device.clock)
  vi.spyOn(performance, 'now').mockImplementation(() => device.elapsed)
  vi.stubGlobal('fetch', asked)
  setServerTime(NOW, NOW)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  asked.mockReset()
})

/** The server answers by its own clock, after so long on the way. */
function answers(at: number, { age = 0, wayMs = 0 } = {}): void {
  asked.mockImplementation(async () => {
    pass(wayMs)
    const headers = { date: new Date(at - age * 1000).toUTCString(), ...(age > 0 && { age: String(age) }) }
    return new Response(null, { headers })
  })
}

test.each([-13, 24, 26, -8760])('on a device that is %i hours off, the time is the page’s', (hours) => {
  device.clock = NOW + hours * HOUR
  device.elapsed = 800
  pageDrawnAt(new Date(NOW).toISOString())
  expect(serverNow() - NOW).toBeGreaterThanOrEqual(0)
  expect(serverNow() - NOW).toBeLessThanOrEqual(800)
  const before = serverNow()
  pass(9 * HOUR)
  expect(serverNow() - before).toBe(9 * HOUR)
})

test('an answer that agrees changes nothing, so that no clock jumps', async () => {
  answers(NOW, { wayMs: 300 })
  await fetchWithTime('/api/zip-codes/10001')
  expect(serverNow()).toBe(NOW + 300)
})

test('an answer that disagrees is right', async () => {
  device.clock = NOW + 24 * HOUR
  answers(NOW, { wayMs: 2_000 })
  await fetchWithTime('/api/zip-codes/10001')
  expect(serverNow()).toBe(NOW + 3_000)
})

/** The client of the back office; the one that other tests share may call the API without a network. */
function importOwn(): Promise<typeof import('#src/admin/client/api.ts')> {
  const name = '#src/admin/client/api.ts?own'
  return import(name)
}

// Their pages are drawn without a time, or stay open for hours.
test.each<[string, () => Promise<unknown>]>([
  ['a florist’s page', () => orderLinks.floristOrder('token')],
  ['a tracking page', () => orderLinks.track('token')],
  ['the back office', async () => (await importOwn()).withSession.fetch('/api/admin/orders')],
])('an answer to %s puts its clock right', async (_, ask) => {
  device.clock = NOW + 24 * HOUR
  answers(NOW)
  await ask().catch(() => null)
  expect(Math.abs(serverNow() - NOW)).toBeLessThanOrEqual(1000)
})

test('an answer that a cache has kept is as old as it says', async () => {
  device.clock = NOW - 13 * HOUR
  answers(NOW, { age: 3600 })
  await fetchWithTime('/faq')
  expect(serverNow()).toBe(NOW)
})

test.each([null, 'soon'])('an answer with the date %s changes nothing', async (date) => {
  asked.mockImplementation(async () => new Response(null, { headers: date === null ? {} : { date } }))
  await fetchWithTime('/api/zip-codes/10001')
  expect(serverNow()).toBe(NOW)
})

test('while both clocks of a device go on alike, nothing is asked', async () => {
  pass(48 * HOUR)
  await checkServerTime()
  expect(asked).not.toHaveBeenCalled()
})

test('a device that is set while the page is open is noticed, and put right', async () => {
  pass(60_000)
  device.clock += 24 * HOUR
  answers(NOW + 60_000)
  await checkServerTime()
  expect(asked).toHaveBeenCalledExactlyOnceWith('/favicon.svg', { method: 'HEAD', cache: 'no-store' })
  expect(serverNow() - NOW).toBeGreaterThanOrEqual(60_000)
  expect(serverNow() - NOW).toBeLessThanOrEqual(61_000)
  await checkServerTime()
  expect(asked).toHaveBeenCalledOnce()
})

test('a machine that slept, whose steady clock stood still, knows the time at once, and asks', async () => {
  device.clock += 8 * HOUR
  expect(serverNow()).toBe(NOW + 8 * HOUR)
  answers(NOW + 8 * HOUR)
  await checkServerTime()
  expect(asked).toHaveBeenCalledOnce()
  expect(serverNow()).toBe(NOW + 8 * HOUR)
})

test('without an answer, what the device counts goes on counting', async () => {
  device.clock += 8 * HOUR
  asked.mockRejectedValue(new TypeError('Failed to fetch'))
  await checkServerTime()
  expect(serverNow()).toBe(NOW + 8 * HOUR)
})
