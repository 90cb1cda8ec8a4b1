import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reservePorts } from '#local/ports.ts'
import { hostileLengths, OUTSIDE_TEXT } from '#tests/support/outside-text.ts'
import { type OwnShop, openShop } from '#tests/support/own-shop.ts'

// A path, a header or a field of 100,000 signs costs little: whoever sends many of them keeps nobody else waiting.

const LENGTH = 100_000
/** The processor time of one request, more than one with a short text in its place. */
const MAX_CPU_MS = 10
const TRIES = 10

describe.each(Object.entries(OUTSIDE_TEXT))('%s', (_, functions) => {
  test.each(functions.map((work) => [work] as const))('%s takes time in proportion to its text', (work) => {
    const [short, long] = [hostileLengths(5_000), hostileLengths(80_000)]
    const once = (text: string) => {
      const start = performance.now()
      work(text)
      return performance.now() - start
    }
    // The shortest of several: what else the machine does only adds to it.
    const least = (text: string) => Math.min(...Array.from({ length: 5 }, () => once(text)))
    for (const [at, text] of long.entries()) {
      if (once(text) < 5) continue
      // Sixteen times the text: sixteen times the time, or 256 times.
      const growth = least(text) / least(short[at] ?? '')
      expect(growth, JSON.stringify(text.slice(0, 20))).toBeLessThan(128)
    }
  })
})

let shop: OwnShop
beforeAll(async () => {
  shop = await openShop((await reservePorts()).shop, {})
})
afterAll(() => shop.close())

type Sent = [path: string, init?: RequestInit]
const json = (path: string, body: object): Sent => [
  path,
  {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop.url },
    body: JSON.stringify(body),
  },
]
const withHeader = (path: string, name: string, value: string): Sent => [path, { headers: { [name]: value } }]

/** Where a text can be put into a request. */
const PLACES: Record<string, (text: string) => Sent> = {
  'the path of a page': (text) => [`/${encodeURIComponent(text)}`],
  'the path of a call': (text) => [`/api/zip-codes/${encodeURIComponent(text)}`],
  'the path of the back office': (text) => [`/admin/${encodeURIComponent(text)}`],
  'the query of a page': (text) => [`/home?optionId=${encodeURIComponent(text)}`],
  'a session id': (text) => [`/thank-you?session_id=${encodeURIComponent(text)}`],
  'the way back after sign-in': (text) => [`/login?from=${encodeURIComponent(text)}`],
  'the user agent': (text) => withHeader('/api/nothing', 'user-agent', encodeURIComponent(text)),
  cookies: (text) => withHeader('/home', 'cookie', encodeURIComponent(text).replaceAll('%20', '; ')),
  'a session cookie': (text) => withHeader('/admin', 'cookie', `__Host-access=${encodeURIComponent(text)}`),
  'the referrer': (text) => withHeader('/admin', 'referer', `https://x.example/${encodeURIComponent(text)}`),
  'the signature of an event': (text) => {
    const headers = {
      'svix-id': 'x',
      'svix-timestamp': String(Math.floor(Date.now() / 1000)),
      'svix-signature': encodeURIComponent(text).replaceAll('%20', ' v1,'),
    }
    return ['/api/webhooks/resend', { method: 'POST', headers, body: 'x'.repeat(text.length) }]
  },
  'a story': (story) =>
    json('/api/waitlist', { email: 'a@b.co', city: 'x', state: 'NY', zipCode: '10001', story }),
  'an email address': (email) => json('/api/auth/sign-in', { email, password: 'x' }),
  'a phone number': (phone) => json('/api/create-checkout-session', { customerInfo: { phone } }),
  'a reference': (reference) => json('/api/find-order', { email: 'a@b.co', reference }),
  'an address that is counted': (text) =>
    json('/api/page-views', { address: `/${text}`.slice(0, 2_000), visit: crypto.randomUUID() }),
  'an error of a browser': (text) =>
    json('/api/browser-errors', {
      path: `/${text}`.slice(0, 300),
      error: 'Error',
      message: text.slice(0, 500),
      stack: text.slice(0, 4_000),
    }),
}

test.each(Object.keys(PLACES))('%s may be long', async (place) => {
  const sent = PLACES[place] ?? (() => ['/'])
  const send = async (text: string) => {
    const [path, init] = sent(text)
    const answer = await fetch(shop.url + path, { redirect: 'manual', ...init }).catch(() => null)
    await answer?.arrayBuffer().catch(() => undefined)
  }
  const spent = async (text: string) => {
    await send(text)
    const before = shop.workerCpuMs()
    for (let n = 0; n < TRIES; n++) await send(text)
    return (shop.workerCpuMs() - before) / TRIES
  }
  const least = await spent('x')
  // Headers and addresses of more than the runtime takes are refused by it: a shorter one is not.
  for (const length of [14_000, LENGTH]) {
    for (const text of hostileLengths(length).filter((_, at) => at % 16 === 0)) {
      expect((await spent(text)) - least, JSON.stringify(text.slice(0, 20))).toBeLessThanOrEqual(MAX_CPU_MS)
    }
  }
})
