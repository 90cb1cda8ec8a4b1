import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { DELIVERY, OWNER, PAYMENT, sharedShop, someone, textOf, Visitor } from './visitor.ts'

// The edge's copies of the storefront, and the pages without a database.

const shop = sharedShop()
const stranger = () => new Visitor(shop.url)
afterEach(() => shop.failDatabase(null))
afterAll(() => shop.client.close())

async function get(path: string, headers = {}) {
  const answer = await stranger().send(path, { headers })
  return { status: answer.status, cache: answer.headers.get('cf-cache-status'), text: await answer.text() }
}

/** Waits until a page is answered from the edge. */
const keep = (path: string) => expect.poll(async () => (await get(path)).cache, { message: path }).toBe('HIT')

/** The bouquets' prices on a page, as search engines read them, or in the feed. */
const pricesOf = async (path: string) =>
  [...(await get(path)).text.matchAll(/(?:"price":"|<\/g:availability>\n<g:price>)([\d.]+)/g)].map(
    ([, price]) => price,
  )

const json = (body: object) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

describe('what the edge keeps', () => {
  test('a changed price is purged from the cached pages', async () => {
    const admin = stranger()
    await admin.send('/api/auth/sign-in', { method: 'POST', ...json(OWNER) })
    const setPrice = async (priceCents: number) => {
      const path = '/api/admin/products/product-really-bad'
      const { sku, title, version } = (await (await admin.send(path)).json()) as Record<string, unknown>
      const form = { sku, title, version, priceCents }
      expect((await admin.send(path, { method: 'PUT', ...json(form) })).status).toBe(200)
    }
    const OTHERS = ['89.99', '139.99']
    // The pages may be kept for an hour: nothing but the purge takes the old price away.
    for (const [price, next] of [
      ['49.99', 5450],
      ['54.50', 4999],
    ] as const) {
      for (const path of ['/', '/home', '/products.xml']) {
        await expect.poll(() => pricesOf(path), { message: path }).toEqual([price, ...OTHERS])
        await keep(path)
        expect(await pricesOf(path), path).toEqual([price, ...OTHERS])
      }
      await setPrice(next)
    }
    await expect.poll(() => pricesOf('/home')).toEqual(['49.99', ...OTHERS])
  })

  test('is the same whatever the cookies', async () => {
    await keep('/home')
    const mine = await get('/home', { cookie: 'zip=10001; __Host-access=x' })
    expect(mine).toEqual(await get('/home'))
    expect(mine.cache).toBe('HIT')
  })

  test('is served without a database, and failures are not kept', async () => {
    await keep('/home')
    await shop.failDatabase({ kind: 'error' })
    expect(await get('/home')).toMatchObject({ status: 200, cache: 'HIT' })
    const path = `/home?optionId=FLOWER-003&uncached=${crypto.randomUUID()}`
    expect(await get(path)).toMatchObject({ status: 503, cache: null })
    await shop.failDatabase(null)
    expect(await get(path)).toMatchObject({ status: 200, cache: 'MISS' })
  })

  test('is neither a form nor a call of the API', async () => {
    await keep('/')
    const sent = await stranger().send('/', {
      method: 'POST',
      body: new URLSearchParams({ form: 'zip', zip: '10001' }),
    })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/home'])
    expect(sent.headers.get('set-cookie')).toContain('zip=10001')
    for (let tries = 0; tries < 2; tries++) expect((await get('/api/storefront')).cache).toBeNull()
  })
})

describe('the FAQ', () => {
  /** The answer to “What does it cost?”: as the page shows it, and as its structured data has it. */
  async function costs() {
    // The edge keeps each address of its own.
    const { headers, one } = await stranger().open(`/faq?uncached=${crypto.randomUUID()}`)
    const data = JSON.stringify(JSON.parse(one('script[type="application/ld+json"]').textContent ?? ''))
    const structured = /What does it cost\?.*?<p>(.*?)<\/p>/.exec(data)?.[1]
    return { headers, shown: textOf(one('#what-it-costs p')), structured }
  }

  test('shows the prices of the catalogue, also after a change', async () => {
    expect((await costs()).shown).toContain('Really Bad is $49.99, Extremely Bad $89.99 and')
    await shop.client.execute("update products set price_cents = 5150 where sku = 'FLOWER-001'")
    const { shown, structured, headers } = await costs()
    await shop.client.execute("update products set price_cents = 4999 where sku = 'FLOWER-001'")
    expect(shown).toContain('Really Bad is $51.50, Extremely Bad $89.99 and Nuclear Bad $139.99.')
    expect(structured).toBe(shown)
    expect(headers.get('cache-tag')).toContain('catalogue')
  })

  test('shows price ranges without the catalogue and is not kept', async () => {
    await shop.failDatabase({ kind: 'error' })
    const { shown, structured, headers } = await costs()
    expect(shown).toContain('Really Bad is $40-$60, Extremely Bad $70-$100 and Nuclear Bad $120+.')
    expect(structured).toBe(shown)
    expect(headers.get('cache-control')).toContain('no-store')
    expect(headers.get('cloudflare-cdn-cache-control') ?? '').not.toContain('max-age')
  })
})

describe('without a database', () => {
  // Addresses that the edge has not kept yet: what it has kept it would show all the same.
  test.each(['/home?uncached=1', DELIVERY, PAYMENT])(
    '%s answers 503, is kept by nobody, and Try Again works',
    async (path) => {
      await shop.failDatabase({ kind: 'error' })
      const shopper = stranger()
      const page = await shopper.open(path)
      expect(page.status).toBe(503)
      expect(page.headers.get('cache-control')).toContain('no-store')
      expect(page.headers.get('cloudflare-cdn-cache-control') ?? '').not.toContain('max-age')
      const [alert] = page.texts('form[role=alert]')
      expect(alert).toMatch(/^Failed to load products\. Please try again later\. ?Request id: [0-9a-f-]{36}/)
      await shop.failDatabase(null)
      const again = await shopper.submit(page, 'form[role=alert]')
      expect([again.status, again.url.pathname]).toEqual([200, page.url.pathname])
      expect(again.text).toContain('Extremely Bad')
    },
  )

  test('the confirmation claims neither payment nor email, and Try Again reads the order', async () => {
    const address = '/thank-you?session_id=cs_test_12345678'
    await shop.failDatabase({ kind: 'error' })
    const shopper = stranger()
    const waiting = await shopper.open(address)
    expect(waiting.refresh).toEqual(['2', `${address}&look=1`])
    const [notice] = waiting.texts('main noscript')
    const last = await shopper.open(`${address}&look=8`)
    const [alert] = last.texts('[role=alert]')
    expect(alert).toMatch(/^Unable to load order ?Order lookup failed/)
    for (const text of [notice, alert]) {
      expect(text).toContain('we don’t know yet whether the payment went through')
      expect(text).toContain('Please don’t pay again.')
      expect(text).not.toMatch(/inbox|is safe/)
    }
    expect(last.refresh).toBeNull()
    expect(last.texts('main')[0]).toMatch(/Request id: [0-9a-f-]{36}/)
    await shop.failDatabase(null)
    const again = await shopper.submit(last, 'form[action="/thank-you"]')
    expect([again.url.pathname + again.url.search, again.texts('[role=alert]')[0]]).toEqual([
      address,
      expect.stringContaining('Order not found'),
    ])
  })

  test.each(['/admin', '/admin/orders', '/admin/shop-orders', '/admin/products'])(
    '%s of the back office answers 503, and so does its list',
    async (path) => {
      const admin = stranger()
      await admin.send('/api/auth/sign-in', { method: 'POST', ...json(OWNER) })
      const api = path === '/admin' ? '/api/admin/dashboard' : `/api${path}`
      const statuses = async () => [(await admin.send(path)).status, (await admin.send(api)).status]
      expect(await statuses()).toEqual([200, 200])
      await shop.failDatabase({ kind: 'error' })
      expect(await statuses()).toEqual([503, 503])
    },
  )

  test('the gate is there', async () => {
    await shop.failDatabase({ kind: 'error' })
    const { status, texts } = await stranger().open('/?uncached=1')
    expect([status, texts('#zip-gate button')]).toEqual([200, ['Check Availability']])
  })
})

/** Waits until the database is idle. @returns the round trips so far */
async function quiet(): Promise<number> {
  for (let before = await shop.roundTrips(); ; ) {
    await sleep(200)
    const now = await shop.roundTrips()
    if (now === before) return now
    before = now
  }
}

const withZip = () => new Visitor(shop.url, { zip: '10001' })
const send = (path: string, body: object) => () => stranger().send(path, { method: 'POST', ...json(body) })

test.each([
  ...[
    '/',
    '/home',
    '/faq',
    '/products.xml',
    '/api/zip-codes/10001',
    '/api/storefront?sku=FLOWER-001&zip=94110',
  ].map((path) => [path, () => stranger().send(path)] as const),
  ...[DELIVERY, PAYMENT].map((path) => [path, () => withZip().send(path)] as const),
  ['the confirmation', () => stranger().send('/thank-you?session_id=cs_test_0123456789')],
  ['a look-up', send('/api/get-order-details', { sessionId: 'cs_test_0123456789' })],
  [
    'a ZIP without JavaScript',
    () => stranger().send('/', { method: 'POST', body: new URLSearchParams({ form: 'zip', zip: '90210' }) }),
  ],
  ['the waitlist', send('/api/waitlist', { email: someone(), city: 'Boise', state: 'ID', zipCode: '83702' })],
] as [string, () => Promise<Response>][])('%s takes at most one database round trip', async (_, call) => {
  // The work of every minute and mail that is sent after the answer count too: the quietest of a few tries is the call's own.
  const counts: number[] = []
  while (counts.length < 4 && !counts.some((count) => count <= 1)) {
    const before = await quiet()
    await (await call()).arrayBuffer()
    counts.push((await shop.roundTrips()) - before)
  }
  // None where the edge had the page.
  expect(Math.min(...counts)).toBeLessThanOrEqual(1)
})
